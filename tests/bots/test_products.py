"""Networks give the same numbers by NumPy, by a function that is handed in and by Python alone; bots the same moves."""

from __future__ import annotations

import random
import struct
from array import array

import numpy as np
import pytest

import kilowatt
from kilowatt.bots import Budget, chances, make_bot, values
from kilowatt.bots.features import inputs_of
from kilowatt.bots.plain_inputs import compared, means, most
from kilowatt.bots.products import Shapes, plain, runner, set_backend
from kilowatt.bots.valuing import between
from kilowatt.engine.state import State

SHAPES: Shapes = [(7, 5), (5, 3), (3, 2)]


def network(seed: int) -> bytes:
    """Return weights of a small network."""
    dice = random.Random(seed)
    parts = [
        struct.pack(f"<{rows * columns}h", *[dice.randrange(-3000, 3000) for _ in range(rows * columns)])
        + struct.pack(f"<{columns}i", *[dice.randrange(-(1 << 20), 1 << 20) for _ in range(columns)])
        for rows, columns in SHAPES
    ]
    return b"".join(parts)


@pytest.mark.parametrize("seed", range(20))
def test_python_alone_gives_the_same_products(seed: int) -> None:
    """For any weights and inputs, the largest among them, every output is the same whole number."""
    dice = random.Random(seed)
    inputs = array("d", [dice.choice([-32768, 0, 32768, dice.randrange(-999, 999)]) for _ in range(7 * 4)])
    body = network(seed)
    assert [*plain(SHAPES, body)(inputs, 4)] == [*runner(SHAPES, body)(inputs, 4)]


def test_a_function_that_is_handed_in_runs_networks_that_are_read_then() -> None:
    """It gets the shapes and the weights, and its outputs are those of the network."""
    got: list[tuple[Shapes, int]] = []

    def make(shapes: Shapes, body: bytes) -> object:
        got.append((shapes, len(body)))
        return plain(shapes, body)

    try:
        set_backend(make)  # type: ignore[arg-type]
        run = runner(SHAPES, network(1))
    finally:
        set_backend(None)
    assert got == [(SHAPES, len(network(1)))]
    assert [*run(array("d", range(7)), 1)] == [*runner(SHAPES, network(1))(array("d", range(7)), 1)]


def test_inputs_are_put_together_alike() -> None:
    """Means, maxima and comparisons are equal to the last bit, for any rows."""
    dice = random.Random(1)
    for seats in (2, 3, 6):
        rows = [[dice.uniform(-2, 2) for _ in range(40)] for _ in range(seats)]
        assert means(rows) == np.array(rows).mean(0).tolist()
        assert most(rows) == np.array(rows).max(0).tolist()
        assert compared(rows, [0.5, 1.5]) == inputs_of(rows, [0.5, 1.5]).tolist()


def test_values_between_prices_lie_on_straight_lines() -> None:
    """At any price the value is the one that NumPy's interpolation gives."""
    dice = random.Random(2)
    for _ in range(200):
        prices = sorted(dice.sample(range(200), 5))
        row = [dice.uniform(0, 1) for _ in prices]
        price = dice.randrange(-5, 210)
        assert between(price, prices, row) == float(np.interp(price, prices, row))


def some_states() -> list[State]:
    """Return positions of a game, from different phases."""
    table, bot = kilowatt.Table(kilowatt.ruleset("recharged/germany", 4), seed=5), make_bot("economist", 1)
    states: list[State] = []
    while isinstance(table.actor, int) and len(states) < 60:
        states.append(kilowatt.clone(table.state))
        table.play(bot.advise(kilowatt.clone(table.state), table.actor, Budget()).action)
    return states[::6]


def test_positions_have_the_same_values_without_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chances and values of positions are equal to the last bit, with NumPy and without."""
    states = some_states()
    before = [(chances.outputs(s), values.values(values.shipped(), [s, s], 1, MADE)) for s in states]
    for module in (chances, values):
        monkeypatch.setattr(module, "numpy", None)
    assert before == [(chances.outputs(s), values.values(values.shipped(), [s, s], 1, MADE)) for s in states]


MADE = [[1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.3]] * 2
