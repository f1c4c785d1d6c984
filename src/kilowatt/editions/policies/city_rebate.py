"""A fuel that is cheaper for owners of a city."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.engine.policies import FuelSupply
from kilowatt.engine.rows import City, Fuel

if TYPE_CHECKING:
    from kilowatt.engine.state import State


class CityRebate(FuelSupply):
    """With a house in the city a token of the fuel costs less, at least 1 [AT-CE-02]."""

    cites = "AT-CE-02"
    fuel: Fuel
    city: City
    amount: int

    def __init__(self, fuel: Fuel, city: City, amount: int) -> None:
        super().__init__()
        self.fuel = fuel
        self.city = city
        self.amount = amount

    def price(self, s: State, seat: int, market: int, fuel: int) -> int:
        """Take the rebate off, down to 1; 0 still means that there is none to buy."""
        price = super().price(s, seat, market, fuel)
        if price and fuel == self.fuel and s.cities[seat] >> self.city & 1:
            return max(1, price - self.amount)
        return price
