"""First houses in given cities, and one more of them for each player without a connection."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.engine.policies import Starts
from kilowatt.engine.rows import Cities

if TYPE_CHECKING:
    from kilowatt.engine.state import State


class FreeJump(Starts):
    """A first house stands in a starting city; once in the game a player jumps to another [AT-JP-01, AT-JP-02]."""

    cites = "AT-JP-01 AT-JP-02 AT-JP-03"
    seat_slots = 1
    """1 once the seat has jumped."""

    starting_cities: Cities

    def __init__(self, starts: Cities) -> None:
        super().__init__()
        self.starting_cities = starts

    def cities(self, s: State, seat: int) -> Cities:
        """Return the starting cities in play, empty or not."""
        return s.zone & self.starting_cities

    def jumps(self, s: State, seat: int) -> Cities:
        """Return the starting cities without a house of this seat, until it has jumped."""
        left: Cities = 0
        if s.cities[seat] and not s.slots[self.base + seat]:
            left = s.zone & self.starting_cities & ~s.cities[seat]
        return left

    def may_jump(self, s: State, seat: int) -> bool:
        """Return whether this seat has its jump still before it."""
        return not s.slots[self.base + seat]

    def jumped(self, s: State, seat: int) -> None:
        """Remember it."""
        s.slots[self.base + seat] = 1
