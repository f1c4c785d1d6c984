"""The board: areas, cities and connections, and what it costs to reach one city from another inside a zone."""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import combinations
from typing import Final, final

from kilowatt.engine.ids import CityId, bits, mask_of

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
        forbidden: tuple[tuple[int, ...], ...] = (),
        entries: list[int] | None = None,
        flat: int = 0,
        passing: int = 0,
        *,
        areas_apart: bool = False,
    ) -> None:
        self.id = id
        self.title = title
        self.areas = areas
        self.cities = cities
        self.links = links
        self.forbidden = forbidden
        """Zones that are never in play, each as areas in ascending order."""
        self.entries = entries or [0] * len(cities)
        """What entering each city costs, besides the links on the way to it."""
        self.areas_apart = areas_apart
        """Whether areas in play need not touch each other."""
        self.flat = flat
        """What reaching any city costs at most, over no link at all; 0 where only links lead there."""
        self.passing = passing
        """What every city costs that a connection passes through, besides its links."""
        self.neighbours: list[list[tuple[CityId, int]]] = [[] for _ in cities]
        everywhere = (1 << len(areas)) - 1
        self.area_links: list[int] = [everywhere if areas_apart else 0] * len(areas)
        """Areas that count as neighbours: those that links join or, where areas may lie apart, all."""
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

    def linked(self, area: int, wanted: int) -> int:
        """Return the areas of a set that links join with one of them, over areas of the set alone; as bits."""
        seen = grown = 1 << area
        while grown:
            near = 0
            for other in bits(grown):
                near |= self.area_links[other]
            grown = near & wanted & ~seen
            seen |= grown
        return seen

    def island(self, area: int) -> tuple[int, ...]:
        """Return the areas that links join with an area, over any others; most boards are one island."""
        return tuple(bits(self.linked(area, (1 << len(self.areas)) - 1)))

    def connected(self, areas: tuple[int, ...]) -> bool:
        """Return whether these areas form one piece on each island of the board that they are on [AT-UK-01]."""
        wanted = mask_of(list(areas))
        return bool(areas) and all(
            self.linked(area, wanted) == wanted & mask_of(list(self.island(area))) for area in areas
        )

    def may_be_played(self, areas: tuple[int, ...]) -> bool:
        """Return whether these areas may be a zone: one piece on each island, and not forbidden."""
        return self.connected(areas) and tuple(sorted(areas)) not in self.forbidden

    def zones(self, count: int) -> list[tuple[int, ...]]:
        """List every zone of `count` areas that may be played, in the order of the areas."""
        return [areas for areas in combinations(range(len(self.areas)), count) if self.may_be_played(areas)]

    def pieces(self, zone: int) -> list[int]:
        """List the groups of cities of a zone that links inside it join; a flat connection joins them all."""
        if self.flat:
            return [zone] if zone else []
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
        """Return the cheapest connection cost from every city of a zone to every other, never leaving it."""
        known = self._distances.get(zone)
        if known is None:
            inside = [
                [(other, fee + self.entries[other] + self.passing) for other, fee in row if zone >> other & 1]
                if zone >> city & 1
                else []
                for city, row in enumerate(self.neighbours)
            ]
            known = [_from(city, inside) if zone >> city & 1 else [FAR] * len(inside) for city in range(len(inside))]
            if self.passing:
                known = [[max(0, cost - self.passing) if cost < FAR else cost for cost in row] for row in known]
            if self.flat:
                known = [self._capped(row, zone) if zone >> city & 1 else row for city, row in enumerate(known)]
            self._distances[zone] = known
        return known

    def _capped(self, row: list[int], zone: int) -> list[int]:
        """Return costs that are nowhere in the zone above the flat one [AT-AU-08]."""
        return [min(cost, self.flat) if zone >> city & 1 else cost for city, cost in enumerate(row)]


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
