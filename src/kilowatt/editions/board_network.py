"""What must be true of a board's network before anybody can play on it: names, links, pieces."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from kilowatt.editions.engine_board import islands_allowed

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kilowatt.editions.schema import BoardData, CityData

Level = Literal["fix", "look", "fine"]
"""`fix`: nobody can play until it is fixed. `look`: worth a look. `fine`: checked, and nothing was found."""


class Finding(msgspec.Struct, frozen=True):
    """One result of a check: what (`code`), how bad, the field of the file, and the places it is about."""

    code: str
    level: Level
    field: str
    args: dict[str, Any] = {}
    cities: list[str] = []
    areas: list[str] = []
    links: list[tuple[str, str]] = []


def network_faults(board: BoardData) -> list[Finding]:
    """List what is wrong with the network of a board."""
    cities = [city for area in board.area for city in area.cities]
    if not cities:
        return [Finding("no_cities", "fix", "area")]
    return [*_unknown_ends(board, cities), *_doubles(board, cities), *_unlinked(board, cities), *_pieces(board)]


def _unknown_ends(board: BoardData, cities: list[CityData]) -> list[Finding]:
    ids = {city.id for city in cities}
    findings = []
    seen: set[frozenset[str]] = set()
    for number, (a, b, _) in enumerate(board.connections):
        field = f"connections[{number}]"
        findings += [Finding("no_such_city", "fix", field, {"city": end}) for end in (a, b) if end not in ids]
        if a == b:
            findings.append(Finding("link_to_itself", "fix", field, {"city": a}, [a]))
        elif frozenset((a, b)) in seen:
            findings.append(Finding("link_twice", "fix", field, {"a": a, "b": b}, links=[(a, b)]))
        seen.add(frozenset((a, b)))
    return findings


def _doubles(board: BoardData, cities: list[CityData]) -> list[Finding]:
    findings = []
    for field, rows in (
        ("id", [(city.id, city) for city in cities]),
        ("name", [(city.name.casefold().strip(), city) for city in cities]),
    ):
        groups: dict[str, list[CityData]] = defaultdict(list)
        for key, city in rows:
            groups[key].append(city)
        findings += [
            Finding(f"same_{field}", "fix", f"area.cities.{field}", {field: group[0].name}, [c.id for c in group])
            for group in groups.values()
            if len(group) > 1
        ]
    ids = [area.id for area in board.area]
    findings += [
        Finding("same_area", "fix", "area.id", {"area": area}, areas=[area]) for area in set(ids) if ids.count(area) > 1
    ]
    findings += [
        Finding("empty_area", "fix", f"area.{area.id}.cities", {"area": area.name}, areas=[area.id])
        for area in board.area
        if not area.cities
    ]
    return findings


def _unlinked(board: BoardData, cities: list[CityData]) -> list[Finding]:
    linked = {end for a, b, _ in board.connections for end in (a, b) if a != b}
    return [
        Finding("city_unlinked", "fix", "connections", {"city": city.name}, [city.id])
        for city in cities
        if city.id not in linked
    ]


def _pieces(board: BoardData) -> list[Finding]:
    """Find areas, and the whole board, that fall apart where only links inside them count.

    An area in pieces can be played, as on a published board of ours: it is worth a look, no more.
    """
    if board.flat_connection:
        return []  # every city can be reached from every other
    links = [(a, b) for a, b, _ in board.connections]
    linked = {end for link in links for end in link}
    findings = []
    for area in board.area:
        parts = pieces([city.id for city in area.cities if city.id in linked], links)
        if len(parts) > 1:
            small = min(parts, key=len)
            args = {"area": area.name, "pieces": len(parts)}
            findings.append(Finding("area_in_pieces", "look", f"area.{area.id}", args, sorted(small), [area.id]))
    whole = pieces([city.id for area in board.area for city in area.cities if city.id in linked], links)
    if len(whole) > 1 and not islands_allowed(board):
        small = min(whole, key=len)
        findings.append(Finding("board_in_pieces", "fix", "connections", {"pieces": len(whole)}, sorted(small)))
    return findings


def pieces(cities: Iterable[str], links: Iterable[tuple[str, str]]) -> list[set[str]]:
    """Return the groups of these cities that links between them join."""
    known = set(cities)
    next_to: dict[str, list[str]] = {city: [] for city in known}
    for a, b in links:
        if a in known and b in known:
            next_to[a].append(b)
            next_to[b].append(a)
    groups: list[set[str]] = []
    left = set(known)
    while left:
        start = min(left)
        seen = {start}
        waiting = [start]
        while waiting:
            for other in next_to[waiting.pop()]:
                if other not in seen:
                    seen.add(other)
                    waiting.append(other)
        groups.append(seen)
        left -= seen
    return groups
