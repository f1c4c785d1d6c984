"""Fitting values: slopes are right, labels follow the game, threads change nothing, packed weights say the same."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

from kilowatt.bots.value_features import SIZE
from kilowatt.bots.values import read_values
from kilowatt.learning.fitting import Setting, fit, held_out, labels_of, outputs
from kilowatt.learning.network import Network, pack, sigmoid

GAMES = 60
ROWS = 30


def made_up(seed: int = 1) -> dict[str, Any]:
    """Return positions whose first number decides who wins, and pairs that say the same."""
    rng = np.random.default_rng(seed)
    noise = np.where(np.arange(SIZE) == 0, 1.0, 0.05)
    numbers = (rng.normal(size=(GAMES * ROWS, SIZE)) * noise).astype(np.float16)
    wins = (numbers[:, 0] > 0).astype(np.float32)
    first, second = ((rng.normal(size=(40, SIZE)) * noise).astype(np.float16) for _ in range(2))
    lead = (first[:, 0] > 0).astype(np.float32) - (second[:, 0] > 0)
    return {
        "numbers": numbers,
        "wins": wins,
        "scores": 0.2 + 0.6 * wins,
        "lessons": np.full((len(wins), 2), np.nan, np.float32),
        "seat": np.tile(np.arange(ROWS) % 3, GAMES).astype(np.int8),
        "seats": np.full(len(wins), 3, np.int8),
        "phases": np.ones(len(wins), np.int8),
        "games": np.repeat(np.arange(GAMES), ROWS),
        "first": first,
        "second": second,
        "win_lead": lead,
        "score_lead": 0.6 * lead,
        "pair_games": np.arange(40),
    }


QUICK = Setting(width=16, depth=2, epochs=8, batch=128, trace=1.0)


def fitted(setting: Setting = QUICK, jobs: int = 1) -> tuple[Network, dict[str, Any]]:
    """Fit a small network."""
    network = Network.fresh(setting.width, setting.depth, seed=1)
    return network, fit(network, made_up(), setting, rate=5e-3, seed=1, jobs=jobs, known=False)


def test_the_slopes_are_those_of_small_differences() -> None:
    """The slope of every part is the change of the loss with it."""
    rng = np.random.default_rng(3)
    network = Network.fresh(6, 2, seed=2)
    network.layers[-1][0][:] = rng.normal(size=(6, 2))
    inputs = rng.normal(size=(5, SIZE)).astype(np.float32)
    target = rng.random((5, 2)).astype(np.float32)

    def loss() -> float:
        given = sigmoid(network.forward(inputs)[-1]).astype(np.float64)
        return float(-(target * np.log(given) + (1 - target) * np.log(1 - given)).sum())

    steps = network.forward(inputs)
    slopes = network.backward(steps, sigmoid(steps[-1]) - target)
    for part, slope in zip(network.parts(), slopes, strict=True):
        place = np.unravel_index(int(np.abs(slope).argmax()), slope.shape)
        kept = part[place]
        part[place] = kept + 1e-2
        above = loss()
        part[place] = kept - 1e-2
        below = loss()
        part[place] = kept
        assert slope[place] == pytest.approx((above - below) / 2e-2, rel=0.03, abs=0.02)


def test_a_fit_finds_what_decides() -> None:
    """The loss in held-out games falls far below that of even chances, and the chances to win are nearly right."""
    _, said = fitted()
    assert said["before"] == pytest.approx(2 * np.log(2))
    assert said["win_loss"] < 0.35
    assert said["rows"] < GAMES * ROWS
    assert said["off_by_seats"]["3"] < 20


def test_pairs_count_in_the_fit() -> None:
    """Without positions that say anything, differences alone teach which choice is better."""
    data = made_up()
    data["wins"][:] = 0.5
    data["scores"][:] = 0.5
    errors = []
    for weight in (0.0, 50.0):
        network = Network.fresh(16, 2, seed=1)
        setting = Setting(width=16, depth=2, epochs=20, batch=128, trace=1.0, pair_weight=weight)
        fit(network, data, setting, rate=5e-3, seed=1, jobs=1, known=False)
        taught = ~held_out(data["pair_games"])
        inputs = [data[name][taught].astype(np.float32) for name in ("first", "second")]
        chances = [sigmoid(network.forward(part)[-1])[:, 0] for part in inputs]
        errors.append(float(((chances[0] - chances[1] - data["win_lead"][taught]) ** 2).mean()))
    assert errors[1] < 0.7 * errors[0]


def test_threads_change_nothing() -> None:
    """One thread and three give the same weights."""
    one, three = (fitted(jobs=jobs)[0] for jobs in (1, 3))
    assert all(np.array_equal(a, b) for a, b in zip(one.parts(), three.parts(), strict=True))


def test_no_game_is_in_both_parts() -> None:
    """Positions are divided by game, and some games are held out."""
    games = np.arange(200).repeat(3)
    held = held_out(games).reshape(200, 3)
    assert (held.all(1) == held.any(1)).all()
    assert 3 <= held.all(1).sum() <= 20


@pytest.mark.parametrize("trace", [1.0, 0.7])
def test_labels_follow_the_seat_through_its_game(trace: float) -> None:
    """A label is that of the seat's next position and what the network says of it, in the proportion asked for."""
    data = made_up()
    network = Network.fresh(8, 1, seed=5)
    network.layers[-1][0][:] = np.random.default_rng(1).normal(size=(8, 2))
    with ThreadPoolExecutor(1) as pool:
        labels = labels_of(network, data, Setting(trace=trace), pool, known=True)
        thought = outputs(network, data["numbers"], np.arange(GAMES * ROWS), pool)
    expected = np.stack([data["wins"], data["scores"]], 1)
    for place in range(GAMES * ROWS - 1, -1, -1):
        if trace < 1 and place % ROWS < ROWS - 3:
            expected[place] = trace * expected[place + 3] + (1 - trace) * thought[place + 3]
    assert np.abs(labels - expected).max() < 1e-5


def test_lessons_are_a_part_of_the_label() -> None:
    """Where `student` has judged a position, half of the label is what it says."""
    data = made_up()
    data["lessons"][4] = (0.25, 0.75)
    with ThreadPoolExecutor(1) as pool:
        labels = labels_of(Network.fresh(8, 1, seed=5), data, Setting(trace=1.0, lesson=0.5), pool, known=False)
    assert labels[4].tolist() == pytest.approx([(0.25 + data["wins"][4]) / 2, (0.75 + data["scores"][4]) / 2])
    assert labels[5, 0] == data["wins"][5]


def test_packed_weights_say_the_same() -> None:
    """The file of whole numbers gives the network's logits, but for rounding, and makes the same network again."""
    network, _ = fitted()
    data = pack(network, {"round": 1})
    rows = made_up()["numbers"][:50].astype(np.float64)
    weights = read_values(data, "x")
    assert weights.card["round"] == 1
    assert np.abs(weights.outputs(rows) - network.forward(rows.astype(np.float32))[-1]).max() < 0.1
    assert pack(Network.of(weights), {"round": 1}) == data
