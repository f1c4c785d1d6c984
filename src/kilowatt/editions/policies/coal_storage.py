"""A fuel whose supply is a storage that sells at a fixed price once the market has none left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.engine.ids import FUELS
from kilowatt.engine.policies import FuelSupply

if TYPE_CHECKING:
    from kilowatt.engine.state import State


class CoalStorage(FuelSupply):
    """The supply of one fuel is the storage: what leaves a plant lands there [R18-MAP-01, R18-MAP-03, R18-MAP-06]."""

    def __init__(self, fuel: int, price: int, market: int) -> None:
        super().__init__()
        self.stored = fuel
        self.storage_price = price
        self.storage_market = market

    def stored_price(self, fuel: int) -> int:
        """Sell the stored fuel from its supply."""
        return self.storage_price if fuel == self.stored else 0

    def price(self, s: State, seat: int, market: int, fuel: int) -> int:
        """Sell from the storage at its price, only when the market has none (AMB-43) [R18-MAP-02]."""
        if market != self.storage_market:
            return super().price(s, seat, market, fuel)
        if fuel != self.stored or s.supply[fuel] == 0 or s.fuel[fuel]:
            return 0
        return self.storage_price

    def closed(self, s: State, seat: int, market: int, fuel: int) -> str:
        """Return different codes for a closed and an empty storage, and for a market with and without one."""
        if fuel != self.stored or self.price(s, seat, market, fuel):
            return super().closed(s, seat, market, fuel)
        if market == self.storage_market:
            return "storage_closed" if s.fuel[fuel] else "fuel_sold_out"
        return "fuel_in_storage" if s.supply[fuel] else "fuel_sold_out"

    def take(self, s: State, chair: int, market: int, fuel: int) -> None:
        """Take a token off the market or out of the storage."""
        if market != self.storage_market:
            super().take(s, chair, market, fuel)
        else:
            s.supply[fuel] -= 1
            s.held[chair * FUELS + fuel] += 1
