"""Files of weights: a small network of whole numbers with its card, read and run without NumPy.

Weights and inputs are whole numbers, held as floats because Python adds those faster. Every sum stays below 2**53 and
is exact, so the same position has the same scores on every machine. Knows numbers, no rules.
"""

from __future__ import annotations

import json
import sys
from array import array
from hashlib import sha256
from itertools import pairwise
from math import floor
from operator import itemgetter, mul
from typing import Any, final

MAGIC = b"kilowatt weights 1\n"
LARGEST = 8 << 20
"""Bytes of the largest weight file that is read."""
INPUT_UNIT = 256
WEIGHT_UNIT = 2048
SUM_UNIT = INPUT_UNIT * WEIGHT_UNIT
MOST = 1 << 15
"""Inputs beyond this are cut off, in whole numbers."""
MOST_LAYERS = 8

Layer = tuple[list[list[float]], list[float]]
"""The weights of each output, and its bias."""


class BadWeights(ValueError):
    """A file of weights that cannot be used; the message says why."""


@final
class Weights:
    """The layers of a network, and the card that says how they were made."""

    def __init__(self, card: dict[str, Any], layers: list[Layer]) -> None:
        self.card = card
        self.layers = layers

    def outputs(self, inputs: list[float]) -> list[float]:
        """Run the network."""
        row = [float(max(-MOST, min(MOST, floor(x * INPUT_UNIT + 0.5)))) for x in inputs]
        for layer in self.layers[:-1]:
            row = [min(x // WEIGHT_UNIT, MOST) if x > 0 else 0.0 for x in sums(layer, row)]
        return [x / SUM_UNIT for x in sums(self.layers[-1], row)]


def sums(layer: Layer, row: list[float]) -> list[float]:
    """Return what each output of a layer adds up to. Zeros, half of a row, are left out."""
    weights, bias = layer
    active = [place for place, x in enumerate(row) if x]
    if len(active) < 2:  # noqa: PLR2004 - a getter of one place returns no tuple
        return [sum(map(mul, row, column)) + b for column, b in zip(weights, bias, strict=True)]
    pick = itemgetter(*active)
    values = pick(row)
    return [sum(map(mul, values, pick(column))) + b for column, b in zip(weights, bias, strict=True)]


def opened(data: bytes, name: str, magic: bytes) -> tuple[dict[str, Any], bytes]:
    """Return the card and the body of a file that begins so; `BadWeights` says what is wrong with it."""
    if len(data) > LARGEST:
        raise BadWeights(f"{name}: {len(data)} bytes; expected at most {LARGEST}")
    if not data.startswith(magic):
        raise BadWeights(f"{name}: expected a file that begins with {magic.decode().strip()!r}")
    line, _, body = data[len(magic) :].partition(b"\n")
    try:
        card: dict[str, Any] = json.loads(line)
        digest = card["sha256"]
    except (ValueError, KeyError, TypeError) as error:
        raise BadWeights(f"{name}: its card cannot be read: {error}") from None
    if sha256(body).hexdigest() != digest:
        raise BadWeights(f"{name}: the weights are damaged: their SHA-256 is not that of the card; copy the file again")
    return card, body


def unpack(data: bytes, name: str, *, encoding: str, inputs: int) -> Weights:
    """Read a file of weights for an encoding; `BadWeights` says what is wrong with it."""
    card, body = opened(data, name, MAGIC)
    try:
        shapes = [(int(rows), int(columns)) for rows, columns in card["shapes"]]
        made_for = card["encoding"]
    except (ValueError, KeyError, TypeError) as error:
        raise BadWeights(f"{name}: its card cannot be read: {error}") from None
    if made_for != encoding:
        raise BadWeights(f"{name}: fitted to encoding {made_for}, this is {encoding}; train it again")
    chained = all(before[1] == after[0] for before, after in pairwise(shapes))
    if not 1 <= len(shapes) <= MOST_LAYERS or shapes[0][0] != inputs or not chained:
        raise BadWeights(f"{name}: layers of {shapes}; expected {inputs} inputs and layers that fit together")
    if len(body) != sum([2 * rows * columns + 4 * columns for rows, columns in shapes]):
        raise BadWeights(f"{name}: {len(body)} bytes of weights do not fit layers of {shapes}; copy the file again")
    layers: list[Layer] = []
    at = 0
    for rows, columns in shapes:
        flat = _numbers("h", body[at : at + 2 * rows * columns])
        at += 2 * rows * columns
        bias = _numbers("i", body[at : at + 4 * columns])
        at += 4 * columns
        layers.append(([flat[column::columns] for column in range(columns)], bias))
    return Weights(card, layers)


def _numbers(code: str, data: bytes) -> list[float]:
    found = array(code, data)
    if sys.byteorder == "big":
        found.byteswap()
    return [float(number) for number in found]


def with_card(data: bytes, changes: dict[str, Any]) -> bytes:
    """Return a file of weights with some entries of its card replaced."""
    line, _, body = data[len(MAGIC) :].partition(b"\n")
    card = {**json.loads(line), **changes}
    return MAGIC + json.dumps(card, sort_keys=True).encode() + b"\n" + body
