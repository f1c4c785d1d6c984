"""Blocks about the board: areas and cities in play, marks, and every house."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from kilowatt.envs.blocks.masks import several
from kilowatt.envs.layout import Bits, Facts, Group

if TYPE_CHECKING:
    from kilowatt.engine.rules import Rules
    from kilowatt.engine.state import State

SPACES = (1, 2, 3)


@final
class Board(Group):
    """The blocks about the board."""

    def __init__(self, rules: Rules) -> None:
        cities = [city.id for city in rules.board.cities]
        super().__init__(
            [
                Bits("areas", [area.id for area in rules.board.areas], "areas in play"),
                Bits("zone", cities, "cities in play"),
                Bits("marks", cities, "marked starting cities"),
                *[Bits(f"space{k}", cities, f"cities whose space {k} is taken") for k in SPACES],
                *[Bits(f"trust_space{k}", cities, f"cities where the Trust has a house on space {k}") for k in SPACES],
            ],
            [],
        )

    def key(self, f: Facts) -> object:
        """Return everything the masks are made of."""
        s = f.state
        houses = s.houses[:] if s.rules.trust_plays else None
        return (s.spaces[:], s.zone, s.marks, s.areas, houses)

    def masks(self, f: Facts) -> list[int]:
        """Return the mask of each block."""
        s = f.state
        trust = _trust_spaces(s) if s.rules.trust_plays else [0, 0, 0]
        return [several(s.areas), s.zone, s.marks, *s.spaces, *trust]


def _trust_spaces(s: State) -> list[int]:
    """Return the cities where the Trust has a house, space by space."""
    chair = s.rules.trust_chair + 1
    found = [0, 0, 0]
    for city, row in enumerate(s.houses):
        for space in range(3):
            if row >> 4 * space & 15 == chair:
                found[space] |= 1 << city
    return found
