"""A seat's reach: the distances of a zone lie beside the tables, so it has a form of its own in C."""

from __future__ import annotations

from typing import Final

from kilowatt.engine.ids import bits
from kilowatt.engine.rows import Cities
from kilowatt.kernel.record_layout import Game, Tables

FAR: Final = 32767
"""A connection nobody can pay: the city cannot be reached. The reference has a greater number for it."""


def join(s: Game, t: Tables, seat: int, city: int) -> None:
    """Add a city to a seat's network and bring its reach up to date [R18-BLD-12, R18-BLD-15]."""
    first = s.cities[seat] == 0
    near: Cities = t.islands[city]
    enters = t.second_network != 0 and s.cities[seat] & near == 0
    s.cities[seat] |= 1 << city
    row = (s.zone_number * t.city_size + city) * t.city_size
    if first:
        for other in range(t.city_size):
            s.reach[seat][other] = t.distances[row + other]
            if enters and s.zone & ~near & 1 << other:
                s.reach[seat][other] = t.second_network
    elif enters:
        for other in bits(near):
            s.reach[seat][other] = t.distances[row + other]
    else:
        for other in range(t.city_size):
            s.reach[seat][other] = min(s.reach[seat][other], t.distances[row + other])
