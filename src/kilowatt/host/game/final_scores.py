"""The number that decides a finished game, and what it counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kilowatt.engine.results import Result


def measure_of(result: Result) -> str:
    """Return what the first number that decides counts, as the game's rules name it."""
    return next(iter(result.scores[0]), "")


def score_of(result: Result, seat: int) -> int:
    """Return the first number that decides, of a seat."""
    return next(iter(result.scores[seat].values()), 0)
