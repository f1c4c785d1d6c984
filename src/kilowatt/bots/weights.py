"""Files of weights: a small network of whole numbers with its card, run by `products`.

Weights, inputs and what lies between the layers are whole numbers, held as floats of 64 bits. Every sum stays below
2**53 and is exact, in whatever order a machine adds, so the same position has the same scores on every machine. Knows
numbers, no rules.
"""

from __future__ import annotations

import json
from array import array
from hashlib import sha256
from itertools import pairwise
from math import floor
from typing import TYPE_CHECKING, Any, final

from kilowatt.bots.products import MOST, arrays, numpy, runner

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from kilowatt.bots.products import Shapes

    Array = NDArray[np.float64]

MAGIC = b"kilowatt weights 1\n"
LARGEST = 8 << 20
"""Bytes of the largest weight file that is read."""
INPUT_UNIT = 256.0
WEIGHT_UNIT = 2048.0
SUM_UNIT = INPUT_UNIT * WEIGHT_UNIT
MOST_LAYERS = 8


class BadWeights(ValueError):
    """A file of weights that cannot be used; the message says why."""


@final
class Weights:
    """The layers of a network, and the card that says how they were made."""

    def __init__(self, card: dict[str, Any], shapes: Shapes, body: bytes) -> None:
        self.card = card
        self.shapes = shapes
        self._body = body
        self._run = runner(shapes, body)

    @property
    def layers(self) -> list[tuple[Array, Array]]:
        """The weights of each layer, one column for each output, and its biases."""
        return arrays(self.shapes, self._body)

    def outputs(self, inputs: Array) -> Array:
        """Run the network for every row of inputs."""
        rounded = numpy.ascontiguousarray(numpy.clip(numpy.floor(inputs * INPUT_UNIT + 0.5), -MOST, MOST))
        done: Array = numpy.asarray(self._run(rounded, len(rounded))).reshape(len(rounded), -1) / SUM_UNIT
        return done

    def outputs_of(self, rows: list[list[float]]) -> list[list[float]]:
        """Run the network for every row of inputs, without NumPy."""
        rounded = array("d", [min(MOST, max(-MOST, floor(x * INPUT_UNIT + 0.5))) for row in rows for x in row])
        done, size = [*self._run(rounded, len(rows))], self.shapes[-1][1]
        return [[x / SUM_UNIT for x in done[at : at + size]] for at in range(0, len(done), size)]


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
    return Weights(card, shapes, body)


def with_card(data: bytes, changes: dict[str, Any]) -> bytes:
    """Return a file of weights with some entries of its card replaced."""
    line, _, body = data[len(MAGIC) :].partition(b"\n")
    card = {**json.loads(line), **changes}
    return MAGIC + json.dumps(card, sort_keys=True).encode() + b"\n" + body
