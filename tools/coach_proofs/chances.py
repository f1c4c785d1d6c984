"""How far chances are from shares of wins, on average and one by one."""

from __future__ import annotations

from math import log
from random import Random
from typing import TYPE_CHECKING

import kilowatt
from kilowatt.arena import entrants
from kilowatt.arena.rows import LIMIT
from kilowatt.bots import Budget
from kilowatt.engine.game import advance, clone, new_game, outcomes
from kilowatt.engine.ids import CHANCE, OVER
from kilowatt.statistics import Z, cluster_error, mean
from kilowatt.table.dealer import SeededDealer
from tools.coach_proofs.games import kind_of, won_by
from tools.games import share

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kilowatt.engine.state import State
    from tools.coach_proofs.games import Asked, Row

BINS = 10
MANY = 200
"""Seats in a bin from which on its error says something."""


def moments(number: int, asked: Asked) -> tuple[list[State], list[float]]:
    """Play a game of the bots; return one decision of each round, and who won."""
    ruleset, seats = kind_of(number, asked)
    dice = Random(f"moments/{number}")
    names = asked.bots.split(",")
    bots = [entrants.enter(dice.choice(names), number * 10 + seat, LIMIT) for seat in range(seats)]
    s = clone(new_game(kilowatt.ruleset(ruleset, seats)))
    dealer = SeededDealer(f"moments/{number}")
    kept: dict[int, tuple[int, State]] = {}
    while s.actor != OVER:
        if s.actor == CHANCE:
            advance(s, dealer.deal(s, outcomes(s)))
            continue
        if s.round:
            seen = kept[s.round][0] + 1 if s.round in kept else 1
            kept[s.round] = (seen, clone(s) if dice.random() * seen < 1 else kept[s.round][1])
        advance(s, bots[s.actor].advise(clone(s), s.actor, Budget()).action)
    assert s.result is not None  # noqa: S101 - it is over
    return [state for _, state in kept.values()], [share(s.result, seat) for seat in range(seats)]


def chances_rows(number: int, asked: Asked) -> list[Row]:
    """Note the chances at one decision per round of a game, and who won."""
    states, won = moments(number, asked)
    ruleset, seats = kind_of(number, asked)
    return [
        {"seats": seats, "ruleset": ruleset, "phase": s.phase, "won": won, "chances": kilowatt.chances(s)}
        for s in states
    ]


def chances_report(rows: Sequence[Row]) -> None:
    """Print log-loss and calibration by number of seats and by phase, and the reliability of all."""
    for name in ("seats", "phase"):
        print(f"| {name} | games | positions | log-loss | mean error, points |\n|---|--:|--:|--:|--:|")
        for value in sorted({row[name] for row in rows}):
            here = [row for row in rows if row[name] == value]
            games = len({row["game"] for row in here})
            print(
                f"| {value} | {games} | {len(here)} | {mean([_loss(row) for row in here]):.3f} | {_error(here):.2f} |"
            )
    print("\n| predicted | seats | mean | won | error |\n|---|--:|--:|--:|--:|")
    _reliability(rows)


def _error(rows: Sequence[Row]) -> float:
    """Return the mean distance of chances from shares of wins, in tenths of all seats by their chance, in points."""
    pairs = sorted([pair for row in rows for pair in zip(row["chances"], row["won"], strict=True)])
    size = max(1, len(pairs) // BINS)
    tenths = [pairs[place : place + size] for place in range(0, len(pairs) - size + 1, size)]
    return 100 * mean([abs(mean([won - chance for chance, won in tenth])) for tenth in tenths])


def _reliability(rows: Sequence[Row]) -> None:
    """Print predicted and real win shares in bins of a tenth; intervals count a game once, not its positions."""
    bins: list[dict[int, list[tuple[float, float]]]] = [{} for _ in range(BINS)]
    for row in rows:
        for chance, won in zip(row["chances"], row["won"], strict=True):
            bins[min(BINS - 1, int(chance * BINS))].setdefault(row["game"], []).append((chance, won))
    worst = total = 0.0
    many = 0
    for place, games in enumerate(bins):
        pairs = [pair for some in games.values() for pair in some]
        if not pairs:
            continue
        predicted, won = mean([a for a, _ in pairs]), mean([b for _, b in pairs])
        gap = won - predicted
        error = cluster_error([[b - a for a, b in some] for some in games.values()])
        worst = max(worst, abs(gap)) if len(pairs) >= MANY else worst
        total += abs(gap) * len(pairs)
        many += len(pairs)
        print(
            f"| {place * 10}-{place * 10 + 10} % | {len(pairs)} | {100 * predicted:.1f} % | {100 * won:.1f} % | "
            f"{100 * gap:+.1f} ± {100 * Z * error:.1f} |"
        )
    print(f"largest error in a bin of at least {MANY}: {100 * worst:.1f} points; mean {100 * total / many:.2f}")


def _loss(row: Row) -> float:
    return -sum([float(won) * log(max(chance, 1e-4)) for chance, won in zip(row["chances"], row["won"], strict=True)])


def spread_rows(number: int, asked: Asked) -> list[Row]:
    """Play two moments of a game on many times, to compare the share of wins with the chance."""
    states, _ = moments(number, asked)
    rows: list[Row] = []
    for place, s in enumerate(Random(f"spread/{number}").sample(states, min(2, len(states)))):
        shares = [won_by(s, asked.on, f"spread/{number}/{place}/{replay}") for replay in range(asked.replays)]
        won = [mean(column) for column in zip(*shares, strict=True)]
        place_in_game = {"phase": s.phase, "ask": s.ask, "round": s.round}
        rows.append({"chances": kilowatt.chances(s), "won": won, "replays": asked.replays, **place_in_game})
    return rows


def spread_report(rows: Sequence[Row]) -> None:
    """Print the standard error of a chance, as a share of the root of p (1 - p), without the noise of the replays."""
    squares, noise, scale = [], [], []
    for row in rows:
        for chance, won in zip(row["chances"], row["won"], strict=True):
            squares.append((chance - won) ** 2)
            noise.append(won * (1 - won) / max(1, row["replays"] - 1))
            scale.append(chance * (1 - chance))
    beyond = max(0.0, mean(squares) - mean(noise))
    print(f"{len(rows)} positions: standard error {beyond**0.5:.3f}, SPREAD {(beyond / mean(scale)) ** 0.5:.3f}")
