"""Experienced players' starting cities: a first house stands on a mark."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.engine.policies import Starts
from kilowatt.engine.rows import Cities

if TYPE_CHECKING:
    from kilowatt.engine.state import State


class MarkedStarts(Starts):
    """A player's first house must be in one of the marked cities, anybody's [R18-DSC-02]."""

    cites = "R18-DSC-02"

    def cities(self, s: State, seat: int) -> Cities:
        """Return the marked cities."""
        return s.marks
