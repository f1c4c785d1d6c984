"""A small network in NumPy that can be fitted: layers of floats, their slopes, Adam, and packing into whole numbers."""

from __future__ import annotations

import json
from hashlib import sha256
from itertools import pairwise
from typing import TYPE_CHECKING, Any, final

import numpy as np
from numpy.typing import NDArray

from kilowatt.bots.products import MOST
from kilowatt.bots.value_features import ENCODING, SIZE
from kilowatt.bots.weights import MAGIC, SUM_UNIT, WEIGHT_UNIT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kilowatt.bots.weights import Weights

Array = NDArray[np.float32]
Layer = tuple[Array, Array]

HEADS = 2
"""What is added to the logit of winning, and to that of the score."""
CUT = 100.0
"""Inputs beyond this are cut off."""
MEAN, SQUARE, TINY = 0.9, 0.999, 1e-8


@final
class Network:
    """Layers of weights and biases; all but the last are followed by a rectifier."""

    def __init__(self, layers: Sequence[Layer]) -> None:
        self.layers = list(layers)

    @classmethod
    def fresh(cls, width: int, depth: int, seed: int) -> Network:
        """Make a network that corrects nothing: it says what the network of win chances says."""
        rng = np.random.default_rng(seed)
        sizes = [SIZE] + [width] * depth
        layers = [
            (rng.normal(0, (2 / before) ** 0.5, (before, after)).astype(np.float32), np.zeros(after, np.float32))
            for before, after in pairwise(sizes)
        ]
        return cls([*layers, (np.zeros((sizes[-1], HEADS), np.float32), np.zeros(HEADS, np.float32))])

    @classmethod
    def of(cls, weights: Weights) -> Network:
        """Return the network of a file of weights."""
        return cls(
            [
                ((part / WEIGHT_UNIT).astype(np.float32), (bias / SUM_UNIT).astype(np.float32))
                for part, bias in weights.layers
            ]
        )

    def forward(self, inputs: Array) -> list[Array]:
        """Return what goes into each layer, and last the logits."""
        steps = [np.clip(inputs, -CUT, CUT)]
        for part, bias in self.layers[:-1]:
            steps.append(np.maximum(steps[-1] @ part + bias, np.float32(0.0)))
        part, bias = self.layers[-1]
        steps.append(steps[-1] @ part + bias)
        return steps

    def backward(self, steps: list[Array], slope: Array) -> list[Array]:
        """Return the slopes of all parts, weights and biases by turns, from that of the logits."""
        slopes: list[Array] = []
        for place in range(len(self.layers) - 1, -1, -1):
            slopes += [slope.sum(0), steps[place].T @ slope]
            if place:
                slope = (slope @ self.layers[place][0].T) * (steps[place] > 0)
        return slopes[::-1]

    def parts(self) -> list[Array]:
        """Return weights and biases by turns."""
        return [part for layer in self.layers for part in layer]


@final
class Adam:
    """Moves a network down its slopes; weights also shrink a little (AdamW)."""

    def __init__(self, network: Network, decay: float) -> None:
        self.network = network
        self.decay = decay
        self.moments = [(np.zeros_like(part), np.zeros_like(part)) for part in network.parts()]
        self.steps = 0

    def step(self, slopes: list[Array], rate: float) -> None:
        """Take one step."""
        self.steps += 1
        first, second = 1 - MEAN**self.steps, 1 - SQUARE**self.steps
        for part, (mean, square), slope in zip(self.network.parts(), self.moments, slopes, strict=True):
            mean[:] = np.float32(MEAN) * mean + np.float32(1 - MEAN) * slope
            square[:] = np.float32(SQUARE) * square + np.float32(1 - SQUARE) * slope * slope
            if part.ndim > 1:
                part[:] *= np.float32(1 - rate * self.decay)
            part[:] -= np.float32(rate / first) * mean / (np.sqrt(square / np.float32(second)) + np.float32(TINY))


def sigmoid(logits: Array) -> Array:
    """Return chances."""
    result: Array = np.float32(1) / (np.float32(1) + np.exp(-np.clip(logits, -30, 30)))
    return result


def pack(network: Network, card: dict[str, Any]) -> bytes:
    """Write a network as a file of weights: whole numbers of two bytes, biases of four, and a card."""
    body = b""
    for part, bias in network.layers:
        whole = np.clip(np.rint(part.astype(np.float64) * WEIGHT_UNIT), 1 - MOST, MOST - 1)
        body += whole.astype("<i2").tobytes() + np.rint(bias.astype(np.float64) * SUM_UNIT).astype("<i4").tobytes()
    head = {
        **card,
        "encoding": ENCODING,
        "shapes": [list(part.shape) for part, _ in network.layers],
        "sha256": sha256(body).hexdigest(),
    }
    return MAGIC + json.dumps(head, sort_keys=True).encode() + b"\n" + body
