"""Houses on the board: who stands where, which space is free for whom, and what a city costs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.engine.ids import NOBODY
from kilowatt.engine.rows import Mask, Masks

if TYPE_CHECKING:
    from kilowatt.engine.state import State


def put(s: State, city: int, space: int, chair: int) -> None:
    """Stand a house of a chair on a space of a city."""
    s.houses[city] |= (chair + 1) << (4 * space)
    s.spaces[space] |= 1 << city


def on(s: State, city: int, space: int) -> int:
    """Return the chair whose house stands on a space."""
    return (s.houses[city] >> (4 * space) & 15) - 1


def connection(s: State, seat: int, city: int) -> int:
    """Return the cheapest connection cost of a seat to a city; a first house needs none [R18-BLD-03, R18-BLD-05]."""
    return s.reach[seat][city] if s.cities[seat] else 0


def open_masks(s: State, seat: int, network: Mask = 0) -> Masks:
    """Return, for each space, the cities where this seat's next house would stand; a mark keeps the first (AMB-48).

    With `network` as if these were the seat's cities.
    """
    spaces = s.spaces
    mine = network or s.cities[seat]
    if mine:
        left = s.zone & ~mine
        first = left & ~(spaces[0] | s.marks)
    else:
        left = s.rules.starts.cities(s, seat)
        first = left & ~spaces[0]
    if s.step == 1:
        return [first, 0, 0]
    left ^= first
    second = left & ~spaces[1]
    if s.step == 2:
        return [first, second, 0]
    return [first, second, left & ~second & ~spaces[2]]


def space_for(s: State, seat: int, city: int) -> int:
    """Return the space this seat's next house in a city would take: the cheapest one open in this step [R18-BLD-09]."""
    first, second, third = open_masks(s, seat)
    if first >> city & 1:
        return 0
    if second >> city & 1:
        return 1
    return 2 if third >> city & 1 else NOBODY


def build(s: State, seat: int, city: int) -> tuple[int, int]:
    """Pay for a house and stand it on the cheapest open space; return its cost and its connection's [R18-BLD-02]."""
    space = space_for(s, seat, city)
    house = s.rules.house_costs[space]
    way = connection(s, seat, city)
    stand(s, seat, city, space, house + way)
    return house, way


def stand(s: State, seat: int, city: int, space: int, cost: int) -> None:
    """Pay for a house and stand it on a space; the token of a mark that it claims goes back [R18-DSC-03]."""
    s.money[seat] -= cost
    put(s, city, space, seat)
    if s.marks >> city & 1 and space == 0:
        s.marks &= ~(1 << city)
        s.supply[s.rules.mark_fuel] += 1
    join(s, seat, city)


def join(s: State, seat: int, city: int) -> None:
    """Add a city to a seat's network and bring its reach up to date [R18-BLD-12, R18-BLD-15]."""
    s.cities[seat] |= 1 << city
    row = s.distances[city]
    old = s.reach[seat]
    # written out: a call of min for every city takes three times as long, and the compiler knows a plain zip only
    s.reach[seat] = [a if a < b else b for a, b in zip(old, row)] if old else row  # noqa: B905, FURB136
