"""Products of whole numbers for the networks: by NumPy, by a function that is handed in, or by Python alone.

All give the same numbers: every sum is a whole number below 2**53, which floats of 64 bits hold exactly, in whatever
order a machine adds.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable, Sequence
from importlib import import_module
from itertools import chain
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np

    Array = np.typing.NDArray[np.float64]


def _numpy() -> Any:  # noqa: ANN401 - a module
    try:
        return import_module("numpy")
    except ImportError:
        return None


numpy = _numpy()
"""The module, or None where it cannot be imported: a page has none."""

WEIGHT_UNIT = 2048
MOST = 1 << 15
"""What lies between layers is cut off beyond this, in whole numbers."""
WEIGHT_BYTES, BIAS_BYTES = 2, 4

Shapes = list[tuple[int, int]]
"""Of each layer the numbers of its inputs and of its outputs."""
Run = Callable[[Any, int], Sequence[float]]
"""Takes so many rows of whole numbers, one after another, and returns their outputs in the same way."""
Make = Callable[[Shapes, bytes], Run]
"""Makes a function for a network of its weights: of each layer 16-bit weights row by row, then 32-bit biases."""

_handed_in: list[Make] = []


def set_backend(make: Make | None) -> None:
    """Let a function of another language run the networks that are read from now on; None: as before."""
    _handed_in[:] = [] if make is None else [make]


def runner(shapes: Shapes, body: bytes) -> Run:
    """Return the function that runs a network."""
    if _handed_in:
        return _handed_in[0](shapes, body)
    return _with_numpy(shapes, body) if numpy is not None else plain(shapes, body)


def layers_of(shapes: Shapes, body: bytes) -> list[tuple[array[int], array[int]]]:
    """Return the weights and biases of each layer."""
    layers: list[tuple[array[int], array[int]]] = []
    at = 0
    for rows, columns in shapes:
        weights, bias = array("h"), array("i")
        weights.frombytes(body[at : at + WEIGHT_BYTES * rows * columns])
        at += WEIGHT_BYTES * rows * columns
        bias.frombytes(body[at : at + BIAS_BYTES * columns])
        at += BIAS_BYTES * columns
        if sys.byteorder == "big":
            weights.byteswap()
            bias.byteswap()
        layers.append((weights, bias))
    return layers


def plain(shapes: Shapes, body: bytes) -> Run:
    """Return a function that needs nothing but Python."""
    layers = [
        ([weights[at : at + columns].tolist() for at in range(0, len(weights), columns)], bias.tolist())
        for (weights, bias), (_, columns) in zip(layers_of(shapes, body), shapes, strict=True)
    ]

    def run(inputs: array[float], count: int) -> list[float]:
        size = shapes[0][0]
        done = [_row([int(x) for x in inputs[size * at : size * (at + 1)]]) for at in range(count)]
        return [*chain.from_iterable(done)]

    def _row(row: list[int]) -> list[float]:
        sums: list[int] = []
        for number, (weights, bias) in enumerate(layers):
            sums = bias
            for x, line in zip(row, weights, strict=True):
                if x:
                    sums = [one + x * weight for one, weight in zip(sums, line, strict=True)]
            if number + 1 < len(layers):
                row = [min(MOST, max(0, one // WEIGHT_UNIT)) for one in sums]
        return [float(one) for one in sums]

    return run


def arrays(shapes: Shapes, body: bytes) -> list[tuple[Array, Array]]:
    """Return the weights and biases of each layer as arrays of NumPy."""
    return [
        (numpy.array(weights, numpy.float64).reshape(shape), numpy.array(bias, numpy.float64))
        for (weights, bias), shape in zip(layers_of(shapes, body), shapes, strict=True)
    ]


def _with_numpy(shapes: Shapes, body: bytes) -> Run:
    layers = arrays(shapes, body)

    def run(inputs: Any, count: int) -> Any:  # noqa: ANN401 - arrays
        layer = numpy.frombuffer(inputs, numpy.float64).reshape(count, -1)
        for weights, bias in layers[:-1]:
            layer = numpy.clip(numpy.floor((layer @ weights + bias) / WEIGHT_UNIT), 0.0, MOST)
        weights, bias = layers[-1]
        return (layer @ weights + bias).ravel()

    return run
