"""What a bot that looks ahead keeps: of a comparison until its turn is over, and of rivals to the end of the game."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import msgspec

from kilowatt.bots.advice import Reason
from kilowatt.bots.rivals import Evidence

LimitKey = tuple[int, int, int, int, int, tuple[int, ...]]
"""A lot: its round, plant, cards drawn, seat, shuffles, and everybody's money."""
FuelKey = tuple[int, int, tuple[tuple[int, ...], ...], tuple[int, ...], int]
"""A turn of buying: its round, seat, everybody's plants and cities, cards drawn."""
BuildKey = tuple[int, int, tuple[tuple[int, ...], ...], tuple[int, ...]]
"""A turn of building: its round, seat, everybody's plants, the others' cities."""


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
        chances = [chance for at, chance in self.weighed if at == price]
        return chances[0] if chances else None


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


class Memory(msgspec.Struct):
    """All that is kept between two decisions: what rivals have shown in this game, and what was found in this round."""

    evidence: Evidence
    round: int
    left: float
    """The share of the round's budget that is not spent."""
    limits: list[tuple[LimitKey, Limit]]
    fuels: list[tuple[FuelKey, FuelPlan]]
    builds: list[tuple[BuildKey, BuildPlan]]
