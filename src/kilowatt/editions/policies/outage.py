"""Income that falls where all players together build too much in a round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.engine.ids import BUILD, POWER
from kilowatt.engine.policies import Income

if TYPE_CHECKING:
    from kilowatt.engine.state import State


class Outage(Income):
    """More than so many houses for each player in a round bring a fine for each city of a network [AT-IN-05]."""

    cites = "AT-IN-05"
    slot_count = 1
    """How many houses stood before the building phase."""

    houses: int
    amount: int

    def __init__(self, houses: int, amount: int) -> None:
        super().__init__()
        self.houses = houses
        self.amount = amount

    def _standing(self, s: State) -> int:
        """Count the houses of all players."""
        total = 0
        for seat in range(s.rules.seats):
            total += s.count(seat)
        return total

    def building_begins(self, s: State) -> None:
        """Remember how many houses stand."""
        s.slots[self.base] = self._standing(s)

    def _built(self, s: State) -> int:
        """Count the houses that were built in the last building phase."""
        return self._standing(s) - s.slots[self.base]

    def fine(self, s: State, seat: int) -> int:
        """Return the fine of a seat where the grid has failed: from the building phase until production is paid."""
        if s.phase != BUILD and s.phase != POWER:
            return 0
        return self.amount * s.count(seat) if self._built(s) > self.houses * s.rules.seats else 0
