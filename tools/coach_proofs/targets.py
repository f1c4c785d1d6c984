"""What the measurements are to reach; a command whose figures surely miss one ends with exit status 1."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.statistics import Z, mean, standard_error

if TYPE_CHECKING:
    from collections.abc import Sequence

WINS = {"expert": 0.22, "search": 0.60}
"""Share of games that whoever follows the adviser wins at least against three of a bot."""
GAINED = 0.7
"""Share of what is claimed that the better plan gains at least."""
LADDER = ("simple", "easy", "normal", "search", "hard", "expert")
"""Bots by the accuracy that they are to have; `easy` became a beginner since, and has less than `simple`."""
SECONDS = 0.3
"""An advice takes no longer."""
REVIEW_SECONDS = {"first verdict": 1.0, "own seat": 10.0, "whole review": 40.0}
"""Nor does as much of a review of a game of four."""


def reached(name: str, low: float, high: float, least: float) -> str | None:
    """Print whether a figure reaches what it is to reach, by its interval; return its name if it surely does not."""
    said = "reached" if low >= least else "missed" if high < least else "not shown"
    print(f"target: {name} at least {least:g}: {said}")
    return name if said == "missed" else None


def interval(values: Sequence[float]) -> tuple[float, float]:
    """Return the 95 % interval of a mean of independent values."""
    error = Z * standard_error(values) if len(values) > 1 else 0.0
    return mean(values) - error, mean(values) + error
