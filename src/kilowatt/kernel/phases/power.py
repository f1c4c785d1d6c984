"""Running plants, as numbers."""

from __future__ import annotations

from kilowatt.engine.phases import power
from kilowatt.kernel import storage
from kilowatt.kernel.menus import end_kind
from kilowatt.kernel.record_layout import OWNED, Game, Menu, Tables


def run_menu(s: Game, t: Tables, m: Menu) -> None:
    """List every set of plants that can run together [R18-BUR-06]."""
    storage.runs(s, t, s.actor, m)
    end_kind(m)


def run(s: Game, t: Tables, which: int) -> None:
    """Run the plants of a number: four bits for each plant of the seat."""
    plants = [0] * OWNED
    size = storage.sorted_plants(s, s.actor, plants)
    running = 0
    burned = 0
    many = 0
    for digit in range(size):
        way = (which >> storage.DIGIT * digit & storage.DIGIT_BITS) - 1
        if way >= 0:
            running += (plants[digit] + 1) << 8 * many
            burned += storage.burn(t, plants[digit], way)
            many += 1
    power.run(s, running, burned)
