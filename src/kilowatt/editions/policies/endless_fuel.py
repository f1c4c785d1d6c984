"""A fuel that is always refilled in full: where the supply has none, what lies in the market gets cheaper."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.engine.policies import FuelSupply
from kilowatt.engine.rows import Fuel, Mask

if TYPE_CHECKING:
    from kilowatt.engine.state import State


class EndlessFuel(FuelSupply):
    """For each missing token of the fuel the dearest one of the market moves to the next cheaper space [AT-ME-02]."""

    cites = "AT-ME-02"
    endless: Fuel

    def __init__(self, fuel: Fuel) -> None:
        super().__init__()
        self.endless = fuel

    def refill(self, s: State) -> None:
        """Refill as usual, then move a token for each that was missing."""
        missing = s.rules.refill[s.step - 1][self.endless] - s.supply[self.endless]
        super().refill(s)
        while missing > 0:
            missing -= 1
            self._cheapen(s)

    def _cheapen(self, s: State) -> None:
        """Move the dearest token to the next cheaper space that is free."""
        mask: Mask = s.fuel[self.endless]
        dearest = mask.bit_length()
        price = s.rules.prices[self.endless][dearest]
        place = dearest - 1
        while place > 0 and (mask >> (place - 1) & 1 or s.rules.prices[self.endless][place] >= price):
            place -= 1
        if place > 0:
            mask ^= 1 << (dearest - 1)
            s.fuel[self.endless] = mask | 1 << (place - 1)
