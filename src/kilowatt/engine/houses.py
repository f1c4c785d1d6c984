"""Houses on the board: who stands where, which space is free for whom, and what a city costs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.engine.ids import NOBODY

if TYPE_CHECKING:
    from kilowatt.engine.state import State


def put(s: State, city: int, space: int, chair: int) -> None:
    """Stand a house of a chair on a space of a city."""
    s.houses[city] |= (chair + 1) << (4 * space)
    s.spaces[space] |= 1 << city


def on(s: State, city: int, space: int) -> int:
    """Give the chair whose house stands on a space."""
    return (s.houses[city] >> (4 * space) & 15) - 1


def connection(s: State, seat: int, city: int) -> int:
    """Give the cheapest connection cost of a seat to a city; a first house needs none [R18-BLD-03, R18-BLD-05]."""
    reach = s.reach[seat]
    return reach[city] if reach else 0


def open_masks(s: State, seat: int) -> list[int]:
    """Give, for each space, the cities where this seat's next house would stand; a mark keeps the first (AMB-48)."""
    spaces = s.spaces
    mine = s.cities[seat]
    found = [0, 0, 0]
    if mine:
        left = s.zone & ~mine
        kept = s.marks
    else:
        left = s.rules.starts.cities(s, seat)
        kept = 0
    for space in range(s.step):
        free = left & ~spaces[space]
        if space == 0:
            free &= ~kept
        found[space] = free
        left &= ~free
    return found


def space_for(s: State, seat: int, city: int) -> int:
    """Give the space this seat's next house in a city would take: the cheapest one open in this step [R18-BLD-09]."""
    for space, mask in enumerate(open_masks(s, seat)):
        if mask >> city & 1:
            return space
    return NOBODY


def join(s: State, seat: int, city: int) -> None:
    """Add a city to a seat's network and bring its reach up to date [R18-BLD-12, R18-BLD-15]."""
    s.cities[seat] |= 1 << city
    row = s.distances[city]
    old = s.reach[seat]
    s.reach[seat] = [min(b, a) for a, b in zip(old, row, strict=True)] if old else row
