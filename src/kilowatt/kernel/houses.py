"""A seat's reach: the distances of a zone lie beside the tables, so it has a form of its own in C."""

from __future__ import annotations

from typing import Final

from kilowatt.kernel.record_layout import CITIES, Game, Tables

FAR: Final = 32767
"""A connection nobody can pay: the city cannot be reached. The reference has a greater number for it."""


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
