"""The board: areas, cities and connections, and what it costs to reach one city from another inside a zone."""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import combinations
from typing import Final, final

from kilowatt.engine.ids import CityId, bits

FAR: Final = 1_000_000
"""A connection cost nobody can pay: the city cannot be reached."""


@final
class City:
    """A city: its id and name, its area, and where it lies."""

    def __init__(self, id: str, name: str, area: int, lat: float, lon: float) -> None:  # noqa: A002 - the outside word
        self.id = id
        self.name = name
        self.area = area
        self.lat = lat
        self.lon = lon

    def __repr__(self) -> str:
        """Show the city so that the line could be run."""
        return f"City({self.id!r}, {self.name!r}, {self.area}, {self.lat}, {self.lon})"


@final
class Area:
    """An area of the board."""

    def __init__(self, id: str, name: str, cities: int) -> None:  # noqa: A002 - the outside word
        self.id = id
        self.name = name
        self.cities = cities

    def __repr__(self) -> str:
        """Show the area so that the line could be run."""
        return f"Area({self.id!r}, {self.name!r}, {self.cities})"


@final
class Board:
    """Areas, cities and connections; connection costs inside a zone are worked out once and kept."""

    def __init__(
        self,
        id: str,  # noqa: A002 - the outside word
        title: str,
        areas: list[Area],
        cities: list[City],
        links: list[tuple[CityId, CityId, int]],
    ) -> None:
        self.id = id
        self.title = title
        self.areas = areas
        self.cities = cities
        self.links = links
        self.neighbours: list[list[tuple[CityId, int]]] = [[] for _ in cities]
        self.area_links: list[int] = [0] * len(areas)
        for a, b, cost in links:
            self.neighbours[a].append((b, cost))
            self.neighbours[b].append((a, cost))
            self.area_links[cities[a].area] |= 1 << cities[b].area
            self.area_links[cities[b].area] |= 1 << cities[a].area
        self.next_to: list[int] = []
        for row in self.neighbours:
            mask = 0
            for other, _ in row:
                mask |= 1 << other
            self.next_to.append(mask)
        self._distances: dict[int, list[list[int]]] = {}

    def zone(self, areas: tuple[int, ...]) -> int:
        """Collect the cities of these areas."""
        mask = 0
        for area in areas:
            mask |= self.areas[area].cities
        return mask

    def connected(self, areas: tuple[int, ...]) -> bool:
        """Return whether these areas form one piece."""
        if not areas:
            return False
        wanted = 0
        for area in areas:
            wanted |= 1 << area
        seen = 1 << areas[0]
        grown = True
        while grown:
            grown = False
            for area in areas:
                if seen >> area & 1:
                    more = seen | (self.area_links[area] & wanted)
                    if more != seen:
                        seen = more
                        grown = True
        return seen == wanted

    def zones(self, count: int) -> list[tuple[int, ...]]:
        """List every zone of `count` areas in one piece, in the order of the areas."""
        return [areas for areas in combinations(range(len(self.areas)), count) if self.connected(areas)]

    def pieces(self, zone: int) -> list[int]:
        """List the groups of cities of a zone that links inside it join."""
        groups: list[int] = []
        left = zone
        while left:
            group = grown = left & -left
            while grown:
                near = 0
                for city in bits(grown):
                    near |= self.next_to[city]
                grown = near & zone & ~group
                group |= grown
            groups.append(group)
            left &= ~group
        return groups

    def distances(self, zone: int) -> list[list[int]]:
        """Return the cheapest connection cost between every two cities of a zone, never leaving it."""
        known = self._distances.get(zone)
        if known is None:
            inside = [
                [(other, fee) for other, fee in row if zone >> other & 1] if zone >> city & 1 else []
                for city, row in enumerate(self.neighbours)
            ]
            known = [_from(city, inside) if zone >> city & 1 else [FAR] * len(inside) for city in range(len(inside))]
            self._distances[zone] = known
        return known


def _from(start: CityId, neighbours: list[list[tuple[CityId, int]]]) -> list[int]:
    """Find the cheapest way from a city to every other. A way in the heap is one int: its cost, then where it ends."""
    places = len(neighbours)
    cost = [FAR] * places
    cost[start] = 0
    heap = [start]
    while heap:
        way = heappop(heap)
        paid = way // places
        city = way - paid * places
        if paid > cost[city]:
            continue
        for other, fee in neighbours[city]:
            total = paid + fee
            if total < cost[other]:
                cost[other] = total
                heappush(heap, total * places + other)
    return cost
