"""A small network of win chances and scores: `student` and `learned` judge by it, and the one of `values` corrects it.

The card of `chances.weights` says what it was fitted to.
"""

from __future__ import annotations

from functools import cache
from importlib import resources
from math import exp
from typing import TYPE_CHECKING

from kilowatt.bots import plain_inputs
from kilowatt.bots.features import ENCODING, SEAT_FIELDS, TABLE_FIELDS, check_many, features, inputs_of, progress
from kilowatt.bots.plant_tables import tables_of
from kilowatt.bots.products import numpy
from kilowatt.bots.weights import Weights, unpack
from kilowatt.statistics import total

if TYPE_CHECKING:
    from kilowatt.engine.state import State

FILE = "chances.weights"
INPUTS = 3 * len(SEAT_FIELDS) + len(TABLE_FIELDS)
"""A seat's row, the mean and the maximum of the others, and the table."""
THIRDS = 3


def shares_of(state: State, wins: list[float]) -> list[float]:
    """Turn what the network says of winning into chances, by the temperature for such a position."""
    heat = heat_of(state)
    return softmax([score / heat for score in wins])


def heat_of(state: State) -> float:
    """Return the temperature for such a position."""
    heat: float = shipped().card["temperatures"][str(state.rules.seats)][third_of(state)]
    return heat


def outputs(state: State) -> tuple[list[float], list[float]]:
    """Return what the network gives each seat: for winning, before the temperature, and for the score of the end."""
    return outputs_of(*features(state))


def outputs_of(rows: list[list[float]], table: list[float]) -> tuple[list[float], list[float]]:
    """Return the same for the numbers of a position."""
    if numpy is not None:
        heads: list[list[float]] = shipped().outputs(inputs_of(rows, table)).tolist()
    else:
        check_many(rows)
        heads = shipped().outputs_of(plain_inputs.compared(rows, table))
    return [head[0] for head in heads], [head[1] for head in heads]


def third_of(state: State) -> int:
    """Return which third of the game this is, by its progress."""
    return min(THIRDS - 1, int(THIRDS * progress(state, tables_of(state))))


def softmax(numbers: list[float]) -> list[float]:
    """Return shares that add up to 1."""
    most = max(numbers)
    raised = [exp(x - most) for x in numbers]
    whole = total(raised)
    return [x / whole for x in raised]


@cache
def shipped() -> Weights:
    """Return the network that comes with the package."""
    data = (resources.files("kilowatt.bots") / FILE).read_bytes()
    return unpack(data, FILE, encoding=ENCODING, inputs=INPUTS)
