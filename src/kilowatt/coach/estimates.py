"""How sure the coach's chances are: intervals that were measured by playing positions on, and what counts as equal."""

from __future__ import annotations

from math import sqrt

SPREAD = 0.39
"""Standard error of a chance, as a share of the root of p (1 - p): `tools.coach_proofs spread` measures it."""
EIGHT_OF_TEN = 1.2816
"""Standard errors on each side that hold eight of ten."""
MATTERS = 0.01
"""Chances that differ by less are alike."""
MISTAKE = 0.03
"""A decision that costs at least so much is a mistake."""


BAND = EIGHT_OF_TEN * SPREAD
"""Half of the interval that holds eight of ten, as a share of the root of p (1 - p)."""


def interval(chance: float) -> tuple[float, float]:
    """Return between which chances experts win such a position in eight of ten cases."""
    error = BAND * sqrt(chance * (1 - chance))
    return round(max(0.0, chance - error), 4), round(min(1.0, chance + error), 4)


def percent(chance: float) -> int:
    """Return a chance as people read it, the same for one that was rounded before."""
    return int(100 * round(chance, 4) + 0.5)
