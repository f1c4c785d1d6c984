"""Fitting values: slopes are right, labels follow the game, threads change nothing, packed weights say the same."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from kilowatt.bots.value_features import BEGINS, CHOSEN, FIELDS, ROW, SIZE, TABLE
from kilowatt.bots.values import read_values
from kilowatt.learning import fitting
from kilowatt.learning.batches import Views, judged, shares, thoughts
from kilowatt.learning.fitting import Setting, fit, held_out, labels_of
from kilowatt.learning.network import Network, pack, sigmoid

GAMES = 60
POSITIONS = 30
SEATS = 3


def made_up(seed: int = 1) -> dict[str, Any]:
    """Return positions in which the seat with the largest first number wins, and pairs of them."""
    rng = np.random.default_rng(seed)
    count = GAMES * POSITIONS
    noise = np.where(np.arange(ROW) == 0, 1.0, 0.05)
    rows = (rng.normal(size=(count, SEATS, ROW)) * noise).astype(np.float16)
    rows[:, :, -4:] = 0  # the network of win chances knows nothing here
    wins = (rows[:, :, 0] == rows[:, :, 0].max(1, keepdims=True)).astype(np.float32)
    wins /= wins.sum(1, keepdims=True)
    views = np.arange(count)
    return {
        "rows": rows.reshape(-1, ROW),
        "wins": wins.reshape(-1),
        "scores": (0.2 + 0.6 * wins).reshape(-1),
        "tables": (rng.normal(size=(count, TABLE)) * 0.05).astype(np.float16),
        "seats": np.full(count, SEATS, np.int8),
        "phases": np.ones(count, np.int8),
        "games": np.repeat(np.arange(GAMES), POSITIONS),
        "lines": np.zeros(count, np.int32),
        "at": views,
        "who": views % SEATS,
        "made": np.zeros((count, CHOSEN), np.float16),
        "pairs": np.stack([views, (views + SEATS) % count], 1)[::7],
    }


QUICK = Setting(width=16, depth=2, epochs=8, batch=128, trace=1.0, pair_weight=0.0)


def fitted(setting: Setting = QUICK, jobs: int = 1) -> tuple[Network, dict[str, Any]]:
    """Fit a small network."""
    network = Network.fresh(setting.width, setting.depth, seed=1)
    return network, fit(network, made_up(), setting, rate=5e-3, seed=1, jobs=jobs, known=False)


def lively() -> Network:
    """Return a network that says something of every position."""
    network = Network.fresh(8, 1, seed=5)
    network.layers[-1][0][:] = np.random.default_rng(1).normal(size=(8, 2))
    return network


def test_the_slopes_are_those_of_small_differences() -> None:
    """The slope of every part is the change of the loss with it."""
    rng = np.random.default_rng(3)
    network = Network.fresh(6, 2, seed=2)
    network.layers[-1][0][:] = rng.normal(size=(6, 2))
    inputs = rng.normal(size=(6, SIZE)).astype(np.float32)
    won = np.array([[1, 0, 0], [0, 0.5, 0.5]], np.float32)
    target = rng.random(6).astype(np.float32)

    def outputs() -> tuple[Any, Any, Any]:
        steps = network.forward(inputs)
        return steps, shares(steps[-1][:, 0].reshape(2, 3)), sigmoid(steps[-1][:, 1])

    def loss() -> float:
        _, win, score = outputs()
        return float(-(won * np.log(win)).sum() - (target * np.log(score) + (1 - target) * np.log(1 - score)).sum())

    steps, win, score = outputs()
    slopes = network.backward(steps, np.stack([(win - won).reshape(-1), score - target], 1))
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
    """The losses in held-out games fall far below those of even chances, and the chances to win are nearly right."""
    _, said = fitted()
    assert said["before"] == pytest.approx(np.log(3) + np.log(2), abs=1e-4)
    assert said["win_loss"] < 0.4
    assert said["score_loss"] < 0.6
    assert said["rows"] < GAMES * POSITIONS
    assert said["off_by_seats"]["3"] < 10


def test_chances_of_a_position_add_up() -> None:
    """Whatever the network says, the chances of all seats of a position add up to 1, and each has its own row."""
    views = Views(made_up())
    rows, said = thoughts(lively(), views, np.arange(40))
    assert rows.tolist() == list(range(40 * SEATS))
    assert np.abs(said[:, 0].reshape(-1, SEATS).sum(1) - 1).max() < 1e-5
    assert said[:, 0].std() > 0.01


def test_a_seat_that_chose_is_seen_alone_as_among_all() -> None:
    """One view gives the same inputs by itself and as a part of its whole position, and the others made no choice."""
    data = made_up()
    data["made"][:, 2] = 1
    views = Views(data)
    some = np.array([4, 9, 2])
    alone = views.one(some)
    (whole,) = views.whole(some, np.ones(3, bool))
    assert np.array_equal(whole.inputs[whole.mine], alone.inputs)
    assert np.array_equal(whole.rows[whole.mine], alone.rows)
    assert not whole.inputs[~whole.mine][:, -CHOSEN:].any()
    (nobody,) = views.whole(some, np.zeros(3, bool))
    assert not nobody.inputs[:, -CHOSEN:].any()


def test_the_network_corrects_where_it_begins() -> None:
    """What the network of win chances says is added to what the network says."""
    data = made_up()
    data["rows"][:, -2] = 1.5
    batch = Views(data).one(np.arange(3))
    assert [FIELDS[place] for place in BEGINS] == ["logit of winning", "logit of both"]
    said = judged(Network.fresh(8, 1, seed=1).forward(batch.inputs)[-1], batch)
    assert said[:, 1].tolist() == pytest.approx([1 / (1 + np.exp(-1.5))] * 3)


def test_pairs_count_in_the_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where labels say nothing, differences between pairs alone teach which choice is better."""
    monkeypatch.setattr(fitting, "labels_of", lambda _, views, *__, **___: np.full((len(views.data["wins"]), 2), 0.5))
    errors = []
    for weight in (0.0, 50.0):
        setting = Setting(width=16, depth=2, epochs=6, batch=128, trace=1.0, pair_weight=weight)
        _, said = fitted(setting)
        errors.append(said["pair_error"])
    assert errors[1] < 0.7 * errors[0]


def test_threads_change_nothing() -> None:
    """One thread and three give the same weights."""
    setting = Setting(width=16, depth=2, epochs=2, batch=128)
    one, three = (fitted(setting, jobs)[0] for jobs in (1, 3))
    assert all(np.array_equal(a, b) for a, b in zip(one.parts(), three.parts(), strict=True))


def test_no_game_is_in_both_parts() -> None:
    """Positions are divided by game, and some games are held out."""
    games = np.arange(200).repeat(3)
    held = held_out(games).reshape(200, 3)
    assert (held.all(1) == held.any(1)).all()
    assert 3 <= held.all(1).sum() <= 20


@pytest.mark.parametrize(("trace", "known"), [(1.0, True), (0.7, True), (0.7, False)])
def test_labels_follow_the_seat_through_its_game(trace: float, known: bool) -> None:
    """A label is that of the next position and what the network says of it, if it knows; lines are apart."""
    data = made_up()
    data["lines"][7] = 1
    network = lively()
    views = Views(data)
    with ThreadPoolExecutor(1) as pool:
        labels = labels_of(network, views, Setting(trace=trace), pool, known=known)
    _, thought = thoughts(network, views, np.arange(GAMES * POSITIONS))
    expected = np.stack([data["wins"], data["scores"]], 1).reshape(GAMES, POSITIONS, SEATS, 2)
    said = thought.reshape(GAMES, POSITIONS, SEATS, 2)
    if trace < 1 and known:
        for game in range(GAMES):
            places = [n for n in range(POSITIONS) if (game, n) != (0, 7)]
            for here, after in reversed(list(pairwise(places))):
                expected[game, here] = trace * expected[game, after] + (1 - trace) * said[game, after]
    assert np.abs(labels - expected.reshape(-1, 2)).max() < 1e-5


def test_packed_weights_say_the_same() -> None:
    """The file of whole numbers gives the network's logits, but for rounding, and makes the same network again."""
    network, _ = fitted()
    data = pack(network, {"round": 1})
    rows = Views(made_up()).one(np.arange(50)).inputs.astype(np.float64)
    weights = read_values(data, "x")
    assert weights.card["round"] == 1
    assert np.abs(weights.outputs(rows) - network.forward(rows.astype(np.float32))[-1]).max() < 0.1
    assert pack(Network.of(weights), {"round": 1}) == data
