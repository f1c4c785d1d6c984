"""Differences and their noise: imagined games of two choices with the same deals, compared deal by deal."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

SURE = 2.0
"""Standard errors by which a choice must be ahead of another to count as better."""
MATTERS = 0.01
"""And by so much of a chance at least."""


def ahead(mine: Sequence[float], other: Sequence[float]) -> tuple[float, float]:
    """Return by how much one row of chances is ahead of another, and the standard error of that."""
    gaps = [a - b for a, b in zip(mine, other, strict=True)]
    mean = sum(gaps) / len(gaps)
    spread = sum([(gap - mean) ** 2 for gap in gaps]) / max(1, len(gaps) - 1)
    return mean, sqrt(spread / len(gaps))


def clearly(mine: Sequence[float], other: Sequence[float]) -> bool:
    """Return whether one row of chances is ahead of another by more than noise."""
    mean, error = ahead(mine, other)
    return mean > max(MATTERS, SURE * error)


def interval(samples: Sequence[float]) -> tuple[float, float, float]:
    """Return the mean of some samples and the ends of its 95 % interval, within 0 and 1."""
    count = len(samples)
    mean = sum(samples) / count
    if count < 2:  # noqa: PLR2004 - no spread to be seen in one
        return round(mean, 4), 0.0, 1.0
    spread = sum([(x - mean) ** 2 for x in samples]) / (count - 1)
    half = 1.96 * sqrt(spread / count)
    return round(mean, 4), round(max(0.0, mean - half), 4), round(min(1.0, mean + half), 4)
