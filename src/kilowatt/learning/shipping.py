"""Packing a checkpoint for `kilowatt.learning.policy`: whole numbers of two bytes, and a card."""

from __future__ import annotations

import json
from hashlib import sha256
from math import floor, log2
from typing import TYPE_CHECKING, Any

import numpy as np

import kilowatt
from kilowatt.envs.grains import make_encoding
from kilowatt.envs.observation import make_layout
from kilowatt.learning.policy import MAGIC, VERSIONS, game_hash, scales_of

if TYPE_CHECKING:
    from torch import Tensor

MOST = (1 << 15) - 1
FINEST = 16384.0
"""The largest unit: no weight needs to be finer than this part of one."""


def unit_of(largest: float) -> float:
    """Return the power of two by which numbers up to the largest are multiplied."""
    return min(FINEST, 2.0 ** floor(log2(MOST / max(largest, 1e-9))))


def games_of(config: dict[str, Any]) -> dict[str, str]:
    """Return the hash of every kind of game that a configuration trains on."""
    found: dict[str, str] = {}
    for entry in config["play"]:
        for ruleset in entry["rulesets"]:
            for seats in entry["seats"]:
                rules = kilowatt.ruleset(ruleset, seats)
                found[f"{ruleset} {seats}"] = game_hash(make_layout(rules), make_encoding(rules, "whole"))
    return found


def blocks_of(config: dict[str, Any]) -> dict[str, float]:
    """Return what every block of facts is divided by in the games that a configuration trains on."""
    found: dict[str, float] = {}
    for entry in config["play"]:
        for ruleset in entry["rulesets"]:
            for seats in entry["seats"]:
                found |= scales_of(make_layout(kilowatt.ruleset(ruleset, seats)))
    return found


def pack(kept: dict[str, Any], weights: dict[str, Tensor], card: dict[str, Any]) -> bytes:
    """Make a file of a checkpoint's weights."""
    arrays: list[dict[str, Any]] = []
    body = b""
    for name, part in weights.items():
        numbers = part.detach().double().cpu().numpy()
        unit = unit_of(float(np.abs(numbers).max(initial=0.0)))
        arrays.append({"name": name, "shape": list(numbers.shape), "unit": unit})
        body += np.clip(np.rint(numbers * unit), -MOST, MOST).astype("<i2").tobytes()
    head = {
        **card,
        "config": kept["config"],
        "decisions": kept["counts"][1],
        "games_played": kept["counts"][2],
        "games": games_of(kept["config"]),
        "blocks": blocks_of(kept["config"]),
        "versions": VERSIONS,
        "names": {name: kept[name] for name in ("facts", "ids", "cities")},
        "layers": len(kept["config"]["widths"]) - 1,
        "arrays": arrays,
        "sha256": sha256(body).hexdigest(),
    }
    return MAGIC + json.dumps(head, sort_keys=True).encode() + b"\n" + body
