"""Matches that decide whether a network is kept: fresh games on all rulesets, and against bots that never change."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, NamedTuple

import kilowatt
from kilowatt.bots import make_bot
from kilowatt.bots.valuing import Valuer
from kilowatt.engine.game import new_game
from kilowatt.learning.kinds import USUAL, fair_kind
from kilowatt.learning.selfplay import load, play_on
from kilowatt.statistics import mean, normal_interval, standard_error
from kilowatt.table.dealer import SeededDealer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kilowatt.bots import Bot


class Match(NamedTuple):
    """A deal to be played: who is measured against whom."""

    number: int
    seed: str
    new: str
    """A file of weights."""
    rival: str
    """A file of weights, nothing for the player without a network, or the name of a bot after a colon."""
    ruleset: str = ""
    """The one that is played; nothing for all."""


class Result(NamedTuple):
    """What a deal gave."""

    number: int
    kind: str
    won: float
    """The share of the wins."""


def entered(who: str, seed: int) -> Bot:
    """Make a player of a match."""
    return make_bot(who[1:], seed) if who.startswith(":") else Valuer(load(who), seed)


def mirrored(match: Match) -> Result:
    """Play a deal twice, the second time with all seats exchanged: by chance the new one wins half."""
    ruleset, seats = fair_kind(match.number, match.seed, match.ruleset)
    new = set(Random(f"{match.seed}/{match.number}").sample(range(seats), seats // 2))  # noqa: S311 - chooses seats
    won = 0.0
    for own in (new, set(range(seats)) - new):
        won += _won(match, ruleset, seats, own)
    return Result(match.number, f"{ruleset}:{seats}", won / 2)


def alone(match: Match) -> Result:
    """Play a deal once from every seat, alone against a table of the rival: by chance the new one wins its share."""
    ruleset, seats = (match.ruleset, 4) if match.ruleset else USUAL[match.number % len(USUAL)]
    won = sum([_won(match, ruleset, seats, {own}) for own in range(seats)])
    return Result(match.number, f"{ruleset}:{seats}", won / seats)


def _won(match: Match, ruleset: str, seats: int, own: set[int]) -> float:
    """Play one game; return what the seats of the new one won."""
    s = new_game(kilowatt.ruleset(ruleset, seats))
    bots = [entered(match.new if seat in own else match.rival, match.number * 10 + seat) for seat in range(seats)]
    ended = play_on(s, bots, SeededDealer(f"{match.seed}/{match.number}"))
    if not ended or s.result is None:
        return len(own) / seats
    return len(own & set(s.result.winners)) / len(s.result.winners)


def summary(results: Sequence[Result]) -> dict[str, float]:
    """Return the share of wins, its standard error by deals, and its 95 % interval."""
    won = [row.won for row in results]
    share, error = mean(won), standard_error(won)
    low, high = normal_interval(share, error)
    return {
        "deals": len(won),
        "share": round(share, 4),
        "error": round(error, 4),
        "low": round(low, 4),
        "high": round(high, 4),
    }


def by_group(results: Sequence[Result]) -> dict[str, float]:
    """Return the share of wins of each ruleset and of each number of seats."""
    groups: dict[str, list[float]] = {}
    for row in results:
        ruleset, _, seats = row.kind.rpartition(":")
        for group in (ruleset, f"{seats} seats"):
            groups.setdefault(group, []).append(row.won)
    return {group: round(sum(won) / len(won), 3) for group, won in sorted(groups.items())}
