"""Blocks about the board: areas and cities in play, marks, and every house."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.envs.blocks.masks import several
from kilowatt.envs.layout import Bits, Facts, Group

if TYPE_CHECKING:
    from kilowatt.engine.rules import Rules

SPACES = (1, 2, 3)


def board(rules: Rules) -> Group:
    """Return the blocks about the board."""
    cities = [city.id for city in rules.board.cities]
    return Group(
        _key,
        [
            Bits("areas", [area.id for area in rules.board.areas], "areas in play", lambda f: several(f.state.areas)),
            Bits("zone", cities, "cities in play", lambda f: f.state.zone),
            Bits("marks", cities, "marked starting cities", lambda f: f.state.marks),
            *[_space(k, cities) for k in SPACES],
            *[_trust_space(k, cities) for k in SPACES],
        ],
        [],
    )


def _key(f: Facts) -> object:
    s = f.state
    houses = s.houses[:] if s.rules.trust_plays else None
    return (s.spaces[:], s.zone, s.marks, s.areas, houses)


def _space(k: int, cities: list[str]) -> Bits:
    return Bits(f"space{k}", cities, f"cities whose space {k} is taken", lambda f: f.state.spaces[k - 1])


def _trust_space(k: int, cities: list[str]) -> Bits:
    def read(f: Facts) -> int:
        s = f.state
        if not s.rules.trust_plays:
            return 0
        chair = s.rules.trust_chair + 1
        shift = 4 * (k - 1)
        mask = 0
        for city, row in enumerate(s.houses):
            if row >> shift & 15 == chair:
                mask |= 1 << city
        return mask

    return Bits(f"trust_space{k}", cities, f"cities where the Trust has a house on space {k}", read)
