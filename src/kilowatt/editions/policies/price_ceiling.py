"""A fuel market that sells only up to a price, which rises with the steps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.engine.ids import FUELS
from kilowatt.engine.policies import FuelSupply
from kilowatt.engine.rows import Mask

if TYPE_CHECKING:
    from kilowatt.engine.state import State


class PriceCeiling(FuelSupply):
    """In Steps 1 and 2 no token above a price is sold [AT-IN-02]."""

    cites = "AT-IN-02"
    first: int
    second: int

    def __init__(self, first: int, second: int) -> None:
        super().__init__()
        self.first = first
        self.second = second

    def _ceiling(self, s: State) -> int:
        """Return the highest price of this step, 0 where there is none."""
        return self.first if s.step == 1 else self.second if s.step == 2 else 0

    def price(self, s: State, seat: int, market: int, fuel: int) -> int:
        """Sell nothing that costs more."""
        price = super().price(s, seat, market, fuel)
        most = self._ceiling(s)
        return 0 if most and price > most else price

    def on_sale(self, s: State, seat: int, market: int, fuel: int) -> Mask:
        """Leave the dearer tokens out."""
        track = market * FUELS + fuel
        most = self._ceiling(s)
        kept: Mask = s.fuel[track]
        while most and kept and s.rules.prices[track][kept.bit_length()] > most:
            kept ^= 1 << (kept.bit_length() - 1)
        return kept

    def closed(self, s: State, seat: int, market: int, fuel: int) -> str:
        """Return another code for tokens above the ceiling than for none."""
        if not self.price(s, seat, market, fuel) and super().price(s, seat, market, fuel):
            return "fuel_above_ceiling"
        return super().closed(s, seat, market, fuel)
