"""A second purchase in the auctions for the buyer of the discounted plant."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.engine.policies import Buyers

if TYPE_CHECKING:
    from kilowatt.engine.state import State


class SecondPurchase(Buyers):
    """The buyer of the discounted plant stays in the auctions for one more plant, or declines [AT-MH-09]."""

    cites = "AT-MH-09"
    slot_count = 1
    """The seat that has bought the discounted plant in this phase, counted from 1; 0: nobody."""

    def phase_begins(self, s: State) -> None:
        """Forget the last phase."""
        s.slots[self.base] = 0

    def buys_again(self, s: State, seat: int, plant: int) -> bool:
        """Note the buyer of the discounted plant; the second purchase gives no third."""
        if plant != s.discount:
            return False
        s.slots[self.base] = seat + 1
        return True

    def bought_before(self, s: State, seat: int) -> int:
        """Count the discounted plant."""
        return 1 if s.slots[self.base] == seat + 1 else 0
