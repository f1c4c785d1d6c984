"""What a bot that looks ahead keeps of a comparison until its turn is over, with the chances to win that it found."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kilowatt.bots.advice import Reason


class Limit(NamedTuple):
    """How far to go for a lot."""

    price: int
    leaving: float | None = None
    """The chance to win without the plant."""
    weighed: Sequence[tuple[int, float | None]] = ()
    """The chance to win with it, at some prices, the least first; none where nothing was imagined."""

    def chance_at(self, price: int) -> float | None:
        """Return the chance to win with the plant at a price, by straight lines between those that were weighed."""
        for (low, first), (high, last) in pairwise(self.weighed):
            if first is not None and last is not None and low <= price <= high:
                return first + (last - first) * (price - low) / (high - low)
        found = [chance for at, chance in self.weighed if at == price]
        return found[0] if found else None


class FuelPlan(NamedTuple):
    """What to buy in a turn."""

    target: tuple[int, ...]
    """Units of each fuel to have after it."""
    needed: tuple[int, ...]
    """How much of that the seat needs itself."""
    chance: float | None


class BuildPlan(NamedTuple):
    """What to build in a turn."""

    cities: tuple[int, ...]
    reason: Reason | None = None
    """Where there is a special one."""
    chance: float | None = None
