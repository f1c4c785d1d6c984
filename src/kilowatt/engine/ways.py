"""Ways: over which cities a seat's next connection runs. Their costs are in the state; this finds the cities."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.engine.houses import in_areas
from kilowatt.engine.ids import bits
from kilowatt.engine.network import FAR

if TYPE_CHECKING:
    from kilowatt.engine.state import State


def previous_cities(s: State, seat: int) -> dict[int, int]:
    """Return, for every city in reach, the city before it on the cheapest way from this seat's network.

    Some connections cost nothing, so the search goes outwards from the network and settles each city once.
    """
    reach = s.reach[seat]
    if not reach:
        return {}
    neighbours = s.rules.board.neighbours
    entries = s.rules.board.entries
    passing = s.rules.board.passing
    own = settled = s.cities[seat]
    before: dict[int, int] = {}
    left = sorted([city for city in bits(in_areas(s) & ~settled) if reach[city] < FAR], key=reach.__getitem__)
    while left:
        for city in left:
            near = [
                other
                for other, cost in neighbours[city]
                if settled >> other & 1
                and reach[other] + cost + entries[city] + (0 if own >> other & 1 else passing) == reach[city]
            ]
            if near:
                before[city] = near[0]
                settled |= 1 << city
                left.remove(city)
                break
        else:
            break
    return before


def way_to(s: State, seat: int, city: int) -> list[int]:
    """Return the cities from this seat's network to a city, both included; a first city alone."""
    before = previous_cities(s, seat)
    way = [city]
    while way[-1] in before:
        way.append(before[way[-1]])
    return way[::-1]
