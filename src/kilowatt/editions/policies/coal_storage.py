"""A fuel whose supply is a storage that sells at a fixed price once the market has none left, or none for less."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.engine.ids import FUELS
from kilowatt.engine.policies import FuelSupply
from kilowatt.engine.rows import Fuel

if TYPE_CHECKING:
    from kilowatt.engine.state import State


class CoalStorage(FuelSupply):
    """The supply of one fuel is the storage: what leaves a plant lands there [R18-MAP-01, R18-MAP-03, AT-ZA-01].

    `beside`: it sells as soon as the market has none for less, beside what the market still has [AT-ZA-02].
    """

    cites = "R18-MAP-02 R18-MAP-03"
    stored: Fuel
    storage_price: int
    storage_market: int
    beside: bool

    def __init__(self, fuel: Fuel, price: int, market: int, *, beside: bool = False) -> None:
        super().__init__()
        self.stored = fuel
        self.storage_price = price
        self.storage_market = market
        self.beside = beside
        if beside:
            self.cites = "AT-ZA-01 AT-ZA-02"

    def name(self) -> str:
        """Name the two storages apart: they have sentences of their own."""
        return "CoalStorageBeside" if self.beside else "CoalStorage"

    def stored_price(self, fuel: int) -> int:
        """Sell the stored fuel from its supply."""
        return self.storage_price if fuel == self.stored else 0

    def price(self, s: State, seat: int, market: int, fuel: int) -> int:
        """Sell from the storage at its price, only when the market has none (AMB-43), or none for less [R18-MAP-02]."""
        if market != self.storage_market:
            return super().price(s, seat, market, fuel)
        if fuel != self.stored or s.supply[fuel] == 0:
            return 0
        cheaper = super().price(s, seat, 0, fuel)
        if cheaper and (not self.beside or cheaper < self.storage_price):
            return 0
        return self.storage_price

    def closed(self, s: State, seat: int, market: int, fuel: int) -> str:
        """Return different codes for a closed and an empty storage, and for a market with and without one."""
        if fuel != self.stored or self.price(s, seat, market, fuel):
            return super().closed(s, seat, market, fuel)
        if market == self.storage_market:
            if s.fuel[fuel] and s.supply[fuel] and self.beside:
                return "storage_waits"
            return "storage_closed" if s.fuel[fuel] and not self.beside else "fuel_sold_out"
        return "fuel_in_storage" if s.supply[fuel] else "fuel_sold_out"

    def take(self, s: State, chair: int, market: int, fuel: int) -> None:
        """Take a token off the market or out of the storage."""
        if market != self.storage_market:
            super().take(s, chair, market, fuel)
        else:
            s.supply[fuel] -= 1
            s.held[chair * FUELS + fuel] += 1
