"""Plants of one fuel that only players with a city in certain areas may buy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.engine.policies import Buyers
from kilowatt.engine.rows import Areas, Fuel

if TYPE_CHECKING:
    from kilowatt.engine.state import State


class AreaLicence(Buyers):
    """Opening a plant that burns the fuel, and bidding for it, needs a house there [AT-CE-01, AT-ES-01, AT-NE-01]."""

    cites = "AT-CE-01 AT-ES-01 AT-NE-01 AT-UK-03"
    fuel: Fuel
    cities: Areas

    def __init__(self, fuel: Fuel, cities: Areas) -> None:
        super().__init__()
        self.fuel = fuel
        self.cities = cities

    def may_buy(self, s: State, seat: int, plant: int) -> bool:
        """Ask for a house in one of the areas."""
        if s.cities[seat] & self.cities:
            return True
        free = True
        for burnt in s.rules.burns[plant]:
            if burnt == self.fuel:
                free = False
        return free
