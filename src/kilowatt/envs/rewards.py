"""Rewards at the end of a game, apart from the score: three measures of how well each seat did."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kilowatt.engine.results import Result

REWARDS = ("win", "rank", "margin")
"""What a finished game may be rewarded by; `rewards` says what each means."""


def rewards(result: Result, kind: str = "win") -> list[float]:
    """Return each seat's reward.

    `win`: 1 for the winner, -1 for the others; winners who tie share, so that two of them have 0 each.
    `rank`: evenly from 1 for the first to -1 for the last, ties in the middle of their places; adds up to 0.
    `margin`: the lead over the best other seat in the number that ranks first (cities supplied, in most rulesets).
    """
    seats = len(result.scores)
    if kind == "win":
        share = 2 / len(result.ranking[0]) - 1
        return [share if seat in result.ranking[0] else -1.0 for seat in range(seats)]
    if kind == "rank":
        return _ranks(result, seats)
    if kind == "margin":
        marks = [float(next(iter(score.values()))) for score in result.scores]
        return [marks[seat] - max(marks[:seat] + marks[seat + 1 :]) for seat in range(seats)]
    raise ValueError(f"there is no reward {kind!r}; there are {', '.join(REWARDS)}")


def _ranks(result: Result, seats: int) -> list[float]:
    ranks = [0.0] * seats
    place = 0
    for group in result.ranking:
        middle = place + (len(group) - 1) / 2
        for seat in group:
            ranks[seat] = 1 - 2 * middle / (seats - 1)
        place += len(group)
    return ranks
