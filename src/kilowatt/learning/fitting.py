"""Fitting the network of values to results of games, and to differences between choices that were both played on."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from math import cos, pi
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from kilowatt.learning.network import HEADS, Adam, Network, sigmoid

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from numpy.typing import NDArray

    from kilowatt.learning.network import Array
    from kilowatt.learning.selfplay import Data

SHARDS = 16
"""A batch is divided into so many parts, whatever the number of cores: the sums are then the same everywhere."""
HELD_OUT = 20
"""One game in so many is kept to judge by."""
PART = 8192
BINS = 10
WARM = 0.1
"""The share of the steps in which the rate rises."""


class Setting(msgspec.Struct, frozen=True):
    """How a network is fitted."""

    width: int = 256
    depth: int = 3
    epochs: int = 5
    batch: int = 4096
    rate: float = 1e-3
    """For a network that begins from nothing."""
    later_rate: float = 5e-4
    """For one that was fitted before."""
    decay: float = 1e-2
    trace: float = 0.9
    """How much of a position's label is the label of the seat's next position; the rest is what the network that played
    says of that one. With 1 it is the result alone."""
    lesson: float = 0.5
    """How much of a label is the lesson, where there is one."""
    pair_weight: float = 10.0
    """How much the squared error of a difference counts beside the losses of a position."""


def fit(
    network: Network, data: Data, setting: Setting, *, rate: float, seed: int, jobs: int, known: bool
) -> dict[str, Any]:
    """Fit a network in place; return what held-out games say of it.

    `known`: whether the network has been fitted before, so that labels may follow what it says.
    """
    held = held_out(data["games"])
    rows = np.flatnonzero(~held)
    if not held.any() or not len(rows):
        held, rows = np.ones(len(held), bool), np.arange(len(held))  # too few games to hold any out
    pairs = np.flatnonzero(~held_out(data["pair_games"]))
    rng = np.random.default_rng(seed)
    adam = Adam(network, setting.decay)
    batch = min(setting.batch, max(1, len(rows)))
    steps = max(1, len(rows) // batch)
    log: list[float] = []
    with ThreadPoolExecutor(jobs) as pool:
        labels = labels_of(network, data, setting, pool, known=known)
        before = said = judge(network, data, held, pool)
        for epoch in range(setting.epochs):
            order, forks = rng.permutation(rows), rng.permutation(pairs)
            for step in range(steps):
                chosen = order[step * batch : (step + 1) * batch]
                both = forks[len(forks) * step // steps : len(forks) * (step + 1) // steps]
                work = zip(np.array_split(chosen, SHARDS), np.array_split(both, SHARDS), strict=True)
                slopes = _summed(pool.map(_slopes_of(network, data, labels, setting, len(chosen)), work))
                adam.step(slopes, rate * _schedule((epoch * steps + step) / (setting.epochs * steps)))
            said = judge(network, data, held, pool)
            log.append(said["loss"])
    return {"rows": len(rows), "pairs": len(pairs), "before": before["loss"], "epochs": log, **said}


def held_out(games: NDArray[Any]) -> NDArray[np.bool_]:
    """Return which notes are of games that are kept to judge by."""
    # numbers are of one kind of game by turns, so that an even step would hold out some kinds only
    result: NDArray[np.bool_] = games * 2654435761 % (1 << 32) % HELD_OUT == 0
    return result


def _schedule(done: float) -> float:
    """Return the share of the rate at a point of the fit: up in a straight line, then down as a cosine."""
    return done / WARM if done < WARM else 0.5 + 0.5 * cos(pi * (done - WARM) / (1 - WARM))


def _slopes_of(
    network: Network, data: Data, labels: Array, setting: Setting, rows: int
) -> Callable[[tuple[NDArray[Any], NDArray[Any]]], list[Array]]:
    """Return what finds the slopes for a part of a batch."""

    def slopes(work: tuple[NDArray[Any], NDArray[Any]]) -> list[Array]:
        some, both = work
        steps = network.forward(data["numbers"][some].astype(np.float32))
        total = network.backward(steps, (sigmoid(steps[-1]) - labels[some]) / np.float32(rows))
        if len(both):
            one = network.forward(data["first"][both].astype(np.float32))
            two = network.forward(data["second"][both].astype(np.float32))
            lead = np.stack([data["win_lead"][both], data["score_lead"][both]], 1)
            ahead, behind = sigmoid(one[-1]), sigmoid(two[-1])
            off = (ahead - behind - lead) * np.float32(2 * setting.pair_weight / rows)
            up = network.backward(one, off * ahead * (1 - ahead))
            down = network.backward(two, -off * behind * (1 - behind))
            total = [a + b + c for a, b, c in zip(total, up, down, strict=True)]
        return total

    return slopes


def _summed(parts: Iterable[list[Array]]) -> list[Array]:
    """Add the slopes up, always in the same order."""
    every = list(parts)
    total = every[0]
    for part in every[1:]:
        total = [a + b for a, b in zip(total, part, strict=True)]
    return total


def labels_of(network: Network, data: Data, setting: Setting, pool: ThreadPoolExecutor, *, known: bool) -> Array:
    """Return what every position is fitted to: a mixture of its game's result and of what is thought of later ones."""
    labels = np.stack([data["wins"], data["scores"]], 1)
    lessons = data["lessons"]
    there = ~np.isnan(lessons[:, 0])
    thought = np.where(there[:, None], lessons, labels)
    if known and setting.trace < 1:
        thought[~there] = outputs(network, data["numbers"], np.flatnonzero(~there), pool)
    if setting.trace < 1 and (known or there.any()):
        _trace(labels, thought, data["games"] * 8 + data["seat"], setting.trace)
    labels[there] += np.float32(setting.lesson) * (lessons[there] - labels[there])
    return labels


def _trace(labels: Array, thought: Array, who: NDArray[Any], trace: float) -> None:
    """Let each label follow the next one of the same game and seat, and what is thought of that position."""
    order = np.argsort(who, kind="stable")
    linked = np.flatnonzero(np.diff(who[order]) == 0)  # places in the order whose next place is of the same seat
    ends = np.zeros(len(order), np.int64)
    last = np.concatenate([np.flatnonzero(np.diff(who[order])), [len(order) - 1]])
    ends[last] = 1
    # how many positions of the seat follow: the last ones first
    group = np.cumsum(ends) - ends
    follow = last[group] - np.arange(len(order))
    for many in range(1, int(follow.max(initial=0)) + 1):
        places = linked[follow[linked] == many]
        after = order[places + 1]
        labels[order[places]] = np.float32(trace) * labels[after] + np.float32(1 - trace) * thought[after]


def outputs(network: Network, numbers: NDArray[Any], rows: NDArray[Any], pool: ThreadPoolExecutor) -> Array:
    """Return the network's chances and scores for some rows."""

    def some(part: NDArray[Any]) -> Array:
        return sigmoid(network.forward(numbers[part].astype(np.float32))[-1])

    if not len(rows):
        return np.zeros((0, HEADS), np.float32)
    return np.concatenate(list(pool.map(some, [rows[at : at + PART] for at in range(0, len(rows), PART)])))


def judge(network: Network, data: Data, chosen: NDArray[np.bool_], pool: ThreadPoolExecutor) -> dict[str, Any]:
    """Return the losses on some positions, and how far chances to win are from the shares of wins, in points of 100."""
    rows = np.flatnonzero(chosen)
    given = outputs(network, data["numbers"], rows, pool)
    target = np.stack([data["wins"][rows], data["scores"][rows]], 1)
    sure = np.clip(given, 1e-6, 1 - 1e-6)
    losses = -(target * np.log(sure) + (1 - target) * np.log(1 - sure)).mean(0, dtype=np.float64)
    return {
        "loss": float(losses.sum()),
        "win_loss": float(losses[0]),
        "score_loss": float(losses[1]),
        "off_by_seats": _off_by(data["seats"][rows], given[:, 0], target[:, 0]),
        "off_by_phase": _off_by(data["phases"][rows], given[:, 0], target[:, 0]),
        "pair_error": _pair_error(network, data),
    }


def _off_by(groups: NDArray[Any], given: Array, won: Array) -> dict[str, float]:
    """Return for each group how far chances are from shares of wins: the mean over tenths of the positions."""
    result: dict[str, float] = {}
    for group in np.unique(groups).tolist():
        order = np.argsort(given[groups == group], kind="stable")
        parts = [(given[groups == group][part], won[groups == group][part]) for part in np.array_split(order, BINS)]
        gaps = [abs(float(chance.mean()) - float(wins.mean())) for chance, wins in parts if len(chance)]
        result[str(group)] = round(100 * sum(gaps) / len(gaps), 2)
    return result


def _pair_error(network: Network, data: Data) -> float | None:
    """Return the mean squared error of differences of the score in held-out pairs; None without pairs."""
    rows = np.flatnonzero(held_out(data["pair_games"]))
    if not len(rows):
        return None
    scores = [sigmoid(network.forward(data[name][rows].astype(np.float32))[-1])[:, 1] for name in ("first", "second")]
    return float(((scores[0] - scores[1] - data["score_lead"][rows]) ** 2).mean())
