"""Houses on the board: which space is free for whom, what a city costs, and a seat's reach."""

from __future__ import annotations

from typing import Final

from kilowatt.engine.ids import NOBODY
from kilowatt.kernel.record_layout import CITIES, Game, Mask, Tables

FAR: Final = 32767
"""A connection nobody can pay: the city cannot be reached. The reference has a greater number for it."""


def put(s: Game, city: int, space: int, chair: int) -> None:
    """Stand a house of a chair on a space of a city."""
    s.houses[city] |= (chair + 1) << (4 * space)
    s.spaces[space] |= 1 << city


def starts(s: Game, t: Tables) -> Mask:
    """Return the cities for a first house: empty ones [R18-BLD-03], else open ones (AMB-49), or marks [R18-DSC-02]."""
    if t.marked_starts:
        return s.marks
    empty: Mask = s.zone & ~(s.spaces[0] | s.spaces[1] | s.spaces[2])
    if empty:
        return empty
    shut: Mask = s.spaces[0]
    if s.step >= 2:
        shut &= s.spaces[1]
    if s.step == 3:
        shut &= s.spaces[2]
    return s.zone & ~shut


def open_masks(s: Game, t: Tables, seat: int, masks: list[Mask]) -> None:
    """Fill in, for each space, the cities where a seat's next house would stand; a mark keeps the first (AMB-48)."""
    left: Mask = 0
    first: Mask = 0
    if s.cities[seat]:
        left = s.zone & ~s.cities[seat]
        first = left & ~(s.spaces[0] | s.marks)
    else:
        left = starts(s, t)
        first = left & ~s.spaces[0]
    masks[0] = first
    masks[1] = 0
    masks[2] = 0
    if s.step == 1:
        return
    left ^= first
    masks[1] = left & ~s.spaces[1]
    if s.step == 3:
        masks[2] = left & ~masks[1] & ~s.spaces[2]


def space_for(s: Game, t: Tables, seat: int, city: int) -> int:
    """Return the space this seat's next house in a city would take: the cheapest one open [R18-BLD-09]."""
    masks: list[Mask] = [0] * 3
    open_masks(s, t, seat, masks)
    for space in range(3):
        if masks[space] >> city & 1:
            return space
    return NOBODY


def join(s: Game, t: Tables, seat: int, city: int) -> None:
    """Add a city to a seat's network and bring its reach up to date [R18-BLD-12, R18-BLD-15]."""
    first = s.cities[seat] == 0
    s.cities[seat] |= 1 << city
    row = (s.zone_number * CITIES + city) * CITIES
    if first:
        for other in range(CITIES):
            s.reach[seat][other] = t.distances[row + other]
    else:
        for other in range(CITIES):
            s.reach[seat][other] = min(s.reach[seat][other], t.distances[row + other])
