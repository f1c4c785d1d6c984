"""Fitting the network of values to results of games, and to differences between choices that were both played on."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from math import cos, pi
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
import numpy as np

from kilowatt.bots.values import SCORE_HEAD, WIN_HEAD
from kilowatt.learning.batches import Views, judged, thoughts
from kilowatt.learning.network import HEADS, Adam, Network

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from kilowatt.learning.batches import Batch, Numbers
    from kilowatt.learning.network import Array
    from kilowatt.learning.notes import Data

SHARDS = 16
"""A batch is divided into so many parts, whatever the number of cores: the sums are then the same everywhere."""
HELD_OUT = 20
"""One game in so many is kept to judge by."""
PART = 4096
BINS = 10
WARM = 0.1
"""The share of the steps in which the rate rises."""


class Setting(msgspec.Struct, frozen=True):
    """How a network is fitted."""

    width: int = 256
    depth: int = 3
    epochs: int = 6
    batch: int = 8192
    rate: float = 1e-3
    """For a network that begins from nothing."""
    later_rate: float = 4e-4
    """For one that was fitted before."""
    decay: float = 1e-4
    trace: float = 0.97
    """How much of a position's label is the label of the game's next position; the rest is what the network says of
    that one. With 1 it is the result alone."""
    whole: float = 0.25
    """The share of views of which all seats are fitted at once: chances to win and scores. Of the others the score of
    the seat that chose is fitted, which is what choices are judged by."""
    others: float = 0.3
    """How much the score of a seat that did not choose counts."""
    pair_weight: float = 10.0
    """How much the squared error of a difference counts beside the losses of a position."""


def fit(
    network: Network, data: Data, setting: Setting, *, rate: float, seed: int, jobs: int, known: bool
) -> dict[str, Any]:
    """Fit a network in place; return what held-out games say of it.

    `known`: whether the network was fitted to such notes before, so that labels may follow what it says.
    """
    views = Views(data)
    held = held_out(data["games"][data["at"]])
    rows = np.flatnonzero(~held)
    if not held.any() or not len(rows):
        held, rows = np.ones(len(held), bool), np.arange(len(held))  # too few games to hold any out
    judged_by = np.flatnonzero(held)
    pairs = np.flatnonzero(~held[data["pairs"][:, 0]])
    rng = np.random.default_rng(seed)
    adam = Adam(network, setting.decay)
    batch = min(setting.batch, max(1, len(rows)))
    steps = max(1, len(rows) // batch)
    log: list[float] = []
    with ThreadPoolExecutor(jobs) as pool, ThreadPoolExecutor(1) as ahead:
        labels = labels_of(network, views, setting, pool, known=known)
        before = said = judge(network, views, judged_by, pool)
        plan = _steps(rng, rows, pairs, setting, batch, steps)
        upcoming = ahead.submit(_batches, views, next(plan))
        for step in range(setting.epochs * steps):
            batches = upcoming.result()
            work = next(plan, None)
            if work is not None:
                upcoming = ahead.submit(_batches, views, work)
            slopes = _slopes(network, batches, labels, data["scores"], setting, pool)
            adam.step(slopes, rate * _schedule(step / (setting.epochs * steps)))
            if (step + 1) % steps == 0:
                said = judge(network, views, judged_by, pool)
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


class Work(NamedTuple):
    """The views of one step."""

    single: Numbers
    """Of these the seat that chose is fitted."""
    whole: Numbers
    """Of these all seats are."""
    choosing: NDArray[np.bool_]
    """Whether one of these seats just chose."""
    pairs: Numbers


class Batches(NamedTuple):
    """What the network sees in one step."""

    results: list[Batch]
    """The seats that chose, then whole positions."""
    pairs: list[Batch]
    """The first and the second choices of pairs, if there are any."""
    views: int


def _steps(
    rng: np.random.Generator, rows: Numbers, pairs: Numbers, setting: Setting, batch: int, steps: int
) -> Iterator[Work]:
    """Draw what is fitted in each step; in half of the whole positions nobody just chose."""
    for _ in range(setting.epochs):
        order, forks = rng.permutation(rows), rng.permutation(pairs)
        for step in range(steps):
            chosen = order[step * batch : (step + 1) * batch]
            both = forks[len(forks) * step // steps : len(forks) * (step + 1) // steps]
            cut = round(setting.whole * len(chosen))
            yield Work(chosen[cut:], chosen[:cut], rng.random(cut) < 0.5, both)  # noqa: PLR2004 - a half


def _batches(views: Views, work: Work) -> Batches:
    """Put together what the network sees in a step."""
    both = views.data["pairs"][work.pairs]
    pairs = [views.one(both[:, side]) for side in range(2)] if len(both) else []
    results = [views.one(work.single), *views.whole(work.whole, work.choosing)]
    return Batches(results, pairs, len(work.single) + len(work.whole))


def _slopes(
    network: Network, batches: Batches, labels: Array, scores: Array, setting: Setting, pool: ThreadPoolExecutor
) -> list[Array]:
    """Return the slopes of a step's loss: results by cross-entropy, differences of pairs by their squared error."""
    every = batches.results + batches.pairs
    inputs = np.concatenate([batch.inputs for batch in every])
    steps = list(pool.map(network.forward, np.array_split(inputs, SHARDS)))
    logits = np.split(
        np.concatenate([step[-1] for step in steps]), np.cumsum([len(batch.inputs) for batch in every])[:-1]
    )
    said = [judged(part, batch) for part, batch in zip(logits, every, strict=True)]
    parts: list[Array] = []
    for given, batch in zip(said, batches.results, strict=False):
        slope = given - labels[batch.rows]
        slope[~batch.mine, SCORE_HEAD] *= np.float32(setting.others)
        if batch.seats == 1:
            slope[:, WIN_HEAD] = 0  # the chance of one seat is known only beside those of the others
        parts.append(slope)
    if batches.pairs:
        ends = [scores[batch.rows] for batch in batches.pairs]
        first, second = (given[:, SCORE_HEAD] for given in said[-2:])
        off = (first - second - (ends[0] - ends[1])) * np.float32(2 * setting.pair_weight)
        parts += [_of_score(off * first * (1 - first)), _of_score(-off * second * (1 - second))]
    slope = (np.concatenate(parts) / np.float32(batches.views)).astype(np.float32)
    return _summed(pool.map(network.backward, steps, np.array_split(slope, SHARDS)))


def _of_score(slope: Array) -> Array:
    both = np.zeros((len(slope), HEADS), np.float32)
    both[:, SCORE_HEAD] = slope
    return both


def _summed(parts: Iterable[list[Array]]) -> list[Array]:
    """Add the slopes up, always in the same order."""
    every = list(parts)
    total = every[0]
    for part in every[1:]:
        for whole, more in zip(total, part, strict=True):
            np.add(whole, more, out=whole)
    return total


def labels_of(network: Network, views: Views, setting: Setting, pool: ThreadPoolExecutor, *, known: bool) -> Array:
    """Return what every row is fitted to: its game's result, or a mixture with what is thought of later positions."""
    data = views.data
    labels: Array = np.stack([data["wins"], data["scores"]], 1)
    if known and setting.trace < 1:
        thought = np.zeros_like(labels)
        every = np.arange(len(data["seats"]))
        for rows, said in pool.map(lambda some: thoughts(network, views, some), _parts(every)):
            thought[rows] = said
        seat = np.arange(len(labels)) - np.repeat(views.first, data["seats"])
        line = np.cumsum(np.diff(data["games"], prepend=-1) != 0) * (1 << 20) + data["lines"]
        _trace(labels, thought, np.repeat(line, data["seats"]) * 8 + seat, setting.trace)
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
    turns = np.argsort(follow[linked], kind="stable")
    many = follow[linked][turns]
    for places in np.split(linked[turns], np.flatnonzero(np.diff(many)) + 1):
        after = order[places + 1]
        labels[order[places]] = np.float32(trace) * labels[after] + np.float32(1 - trace) * thought[after]


def _parts(numbers: Numbers) -> list[Numbers]:
    return [numbers[at : at + PART] for at in range(0, len(numbers), PART)]


def judge(network: Network, views: Views, chosen: Numbers, pool: ThreadPoolExecutor) -> dict[str, Any]:
    """Return the losses on some views, and how far chances to win are from the shares of wins, in points of 100.

    The loss of winning is of all seats of a position at once, that of the score of the seat that chose.
    """
    data = views.data

    def some(part: Numbers) -> list[tuple[Numbers, Array, NDArray[np.bool_]]]:
        batches = views.whole(part, np.ones(len(part), bool))
        return [(batch.rows, judged(network.forward(batch.inputs)[-1], batch), batch.mine) for batch in batches]

    every = [row for part in pool.map(some, _parts(chosen)) for row in part]
    rows = np.concatenate([row[0] for row in every])
    given = np.concatenate([row[1] for row in every])
    mine = np.concatenate([row[2] for row in every])
    won, scores = data["wins"][rows], data["scores"][rows][mine]
    sure = np.clip(given, 1e-6, 1 - 1e-6)
    win_loss = -float((won * np.log(sure[:, WIN_HEAD])).sum(dtype=np.float64)) / len(chosen)
    score = sure[mine, SCORE_HEAD]
    score_loss = -float((scores * np.log(score) + (1 - scores) * np.log(1 - score)).mean(dtype=np.float64))
    position = np.repeat(np.arange(len(data["seats"])), data["seats"])[rows]
    return {
        "loss": win_loss + score_loss,
        "win_loss": win_loss,
        "score_loss": score_loss,
        "off_by_seats": _off_by(data["seats"][position], given[:, WIN_HEAD], won),
        "off_by_phase": _off_by(data["phases"][position], given[:, WIN_HEAD], won),
        "pair_error": _pair_error(network, views, chosen),
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


def _pair_error(network: Network, views: Views, chosen: Numbers) -> float | None:
    """Return the mean squared error of differences of the score in pairs of some views; None without pairs."""
    pairs = views.data["pairs"]
    pairs = pairs[np.isin(pairs[:, 0], chosen)]
    if not len(pairs):
        return None
    batches = [views.one(pairs[:, side]) for side in range(2)]
    scores = [judged(network.forward(batch.inputs)[-1], batch)[:, SCORE_HEAD] for batch in batches]
    results = [views.data["scores"][batch.rows] for batch in batches]
    return float(((scores[0] - scores[1] - (results[0] - results[1])) ** 2).mean())
