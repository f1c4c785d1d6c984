"""The network that a run starts from where it starts from `student`: its scores are exactly those of `student`."""

from __future__ import annotations

import numpy as np

from kilowatt.bots import estimates
from kilowatt.bots.choice_features import CHOICE_FIELDS
from kilowatt.bots.features import SEAT_FIELDS, TABLE_FIELDS
from kilowatt.bots.value_features import FIELDS, SIZE
from kilowatt.bots.values import SCORE_HEAD
from kilowatt.bots.weights import SUM_UNIT, WEIGHT_UNIT
from kilowatt.learning.network import HEADS, Network

RENAMED = {
    "best gain from a plant": "own best gain from a plant",
    "second gain": "own second gain",
    "best gain of a rival": "most best gain from a plant",
    "mean gain of rivals": "mean best gain from a plant",
    "best second gain of a rival": "most second gain",
    "may buy": "own may buy",
}
"""Inputs of `student` that have another name in the network of values."""


def student_fields() -> list[str]:
    """Return the inputs of `student` by their names in the network of values."""
    rows = [f"{part} {name}" for part in ("own", "mean", "most") for name in SEAT_FIELDS]
    plants = iter([name for name in FIELDS if name.startswith("plant ") and name[6:].isdigit()])
    choice = [next(plants) if name.startswith("plant ") else RENAMED.get(name, name) for name in CHOICE_FIELDS]
    return [*rows, *TABLE_FIELDS, *choice]


def student_network() -> Network:
    """Return a network of values that says what `student` says: the same scores, and the shipped chances to win."""
    layers = [(weights / WEIGHT_UNIT, bias / SUM_UNIT) for weights, bias in estimates.shipped().layers]
    first = np.zeros((SIZE, layers[0][0].shape[1]))
    first[[FIELDS.index(name) for name in student_fields()]] = layers[0][0]
    last = np.zeros((len(layers[-1][0]), HEADS)), np.zeros(HEADS)
    last[0][:, SCORE_HEAD], last[1][SCORE_HEAD] = layers[-1][0][:, 0], layers[-1][1][0]
    every = [(first, layers[0][1]), *layers[1:-1], last]
    return Network([(weights.astype(np.float32), bias.astype(np.float32)) for weights, bias in every])
