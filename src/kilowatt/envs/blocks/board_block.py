"""Blocks about the board: areas and cities in play, marks, and every house."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from kilowatt.envs.blocks.masks import several
from kilowatt.envs.observation_layout import UNKNOWN, Bits, Facts, Group, Watch

if TYPE_CHECKING:
    from kilowatt.engine.rules import Rules
    from kilowatt.engine.state import State

SPACES = (1, 2, 3)


@final
class BoardWatch(Watch):
    """Remembers spaces, zone, marks and areas, and with the Trust every house."""

    def __init__(self) -> None:
        self.zone = self.marks = UNKNOWN
        self.spaces: list[int] = []
        self.areas: tuple[int, ...] | None = None
        self.houses: list[int] = []

    def changed(self, f: Facts) -> bool:
        """Compare and remember."""
        s = f.state
        trust = s.rules.trust_plays
        if (
            s.zone == self.zone
            and s.marks == self.marks
            and s.areas is self.areas
            and s.spaces == self.spaces
            and (not trust or s.houses == self.houses)
        ):
            return False
        self.zone, self.marks, self.areas, self.spaces = s.zone, s.marks, s.areas, s.spaces[:]
        if trust:
            self.houses = s.houses[:]
        return True


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

    def watch(self) -> Watch:
        """Return a new memory."""
        return BoardWatch()

    def masks(self, f: Facts) -> list[int]:
        """Return the mask of each block."""
        s = f.state
        trust = _trust_spaces(s) if s.rules.trust_plays else [0, 0, 0]
        return [several(s.areas), s.zone, s.marks, *s.spaces, *trust]


def _trust_spaces(s: State) -> list[int]:
    """Return the cities where the Trust has a house, space by space."""
    chair = s.rules.trust_chair + 1
    spaces = [0, 0, 0]
    for city, row in enumerate(s.houses):
        for space in range(3):
            if row >> 4 * space & 15 == chair:
                spaces[space] |= 1 << city
    return spaces
