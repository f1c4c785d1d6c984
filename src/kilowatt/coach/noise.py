"""Differences and their noise: imagined games of two choices with the same deals, compared deal by deal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.statistics import mean, normal_interval, standard_error

if TYPE_CHECKING:
    from collections.abc import Sequence

SURE = 2.0
"""Standard errors by which a choice must be ahead of another to count as better."""
MATTERS = 0.01
"""And by so much of a chance at least."""


def ahead(mine: Sequence[float], other: Sequence[float]) -> tuple[float, float]:
    """Return by how much one row of chances is ahead of another, and the standard error of that."""
    gaps = [a - b for a, b in zip(mine, other, strict=True)]
    return mean(gaps), standard_error(gaps)


def clearly(mine: Sequence[float], other: Sequence[float]) -> bool:
    """Return whether one row of chances is ahead of another by more than noise."""
    gap, error = ahead(mine, other)
    return gap > max(MATTERS, SURE * error)


def interval(samples: Sequence[float]) -> tuple[float, float, float]:
    """Return the mean of some chances and the ends of its 95 % interval, within 0 and 1; one chance could be any."""
    middle = mean(samples)
    low, high = normal_interval(middle, standard_error(samples)) if len(samples) > 1 else (0.0, 1.0)
    return round(middle, 4), round(max(0.0, low), 4), round(min(1.0, high), 4)
