"""A fuel that is never refilled again once a player has bought a certain plant."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.engine.policies import FuelSupply

if TYPE_CHECKING:
    from kilowatt.engine.state import State


class PhaseOut(FuelSupply):
    """Buying the plant ends the refill of the fuel; the Trust's taking it does not [R18-MAP-04, R18-MAP-05, AMB-45]."""

    slot_count = 1

    def __init__(self, plant: int, fuel: int) -> None:
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
