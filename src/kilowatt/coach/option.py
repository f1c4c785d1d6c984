"""A plan for a turn, and the chance to win with it."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from kilowatt.engine.actions import Action, BuyFuel


class Option(msgspec.Struct, frozen=True):
    """One plan for a turn: its actions in order, and what is known of its gain in Elektro."""

    kind: str
    """`open`, `bid`, `leave`, `opt_out`, `fuel`, `cards`, `build`, `run`, `scrap`, `discard` or `prepare`."""
    actions: tuple[Action, ...]
    """What the seat does: in an auction the next move, else the whole turn."""
    gain: tuple[int, int] = (0, 0)
    """Least and most Elektro it gains over doing nothing, as far as that can be counted."""
    limit: int = 0
    """The highest bid of a plan for an auction."""
    fuel: tuple[int, ...] = ()
    """Units of each fuel it buys."""
    cities: tuple[int, ...] = ()

    def market(self) -> str | None:
        """Return the market that it buys fuel on, if all fuel of a round must come from one."""
        first = self.actions[0]
        return first.market if isinstance(first, BuyFuel) else None


class Weighed(NamedTuple):
    """An option and the seat's chance to win with it."""

    option: Option
    chance: float
