"""A fuel that is never refilled again once a player has bought a certain plant."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.engine.policies import FuelSupply
from kilowatt.engine.rows import Card, Fuel

if TYPE_CHECKING:
    from kilowatt.engine.state import State


class PhaseOut(FuelSupply):
    """Buying the plant ends the refill of the fuel; the Trust's taking it does not [R18-MAP-04, R18-MAP-05, AMB-45]."""

    cites = "R18-MAP-04 AT-IT-01"
    slot_count = 1

    plant: Card
    fuel: Fuel

    def __init__(self, plant: Card, fuel: Fuel) -> None:
        super().__init__()
        self.plant = plant
        self.fuel = fuel

    def plant_bought(self, s: State, plant: int) -> None:
        """Remember that the plant was bought."""
        if plant == self.plant:
            s.slots[self.base] = 1

    def refills(self, s: State, fuel: int) -> bool:
        """Stop the refill of this fuel."""
        return fuel != self.fuel or not s.slots[self.base]
