"""Boards: from checked data to the engine's board, with the mistakes a shape alone cannot show."""

from __future__ import annotations

from kilowatt.editions.schema import BadData, BoardData
from kilowatt.engine.network import Area, Board, City

ENTRY_MOST = 100
"""What entering a city costs at most."""
FLAT_MOST = 100
"""What a connection over no link costs at most."""


def islands_allowed(data: BoardData) -> bool:
    """Return whether a board may be in pieces: a second network may begin where no link leads."""
    starts = data.rules.policies.get("starts") if data.rules else None
    return isinstance(starts, dict) and starts.get("name") == "islands"


def make_board(data: BoardData) -> Board:
    """Make the board, or name the area, city or connection that is wrong."""
    file = f"{data.id}.toml"
    areas: list[Area] = []
    cities: list[City] = []
    ids: dict[str, int] = {}
    for number, area in enumerate(data.area):
        if any(area.id == other.id for other in areas):
            raise BadData(file, "area", area.id, "this area id is used twice")
        mask = 0
        for city in area.cities:
            if city.id in ids:
                raise BadData(file, f"area.{area.id}", city.id, "this city id is used twice")
            ids[city.id] = len(cities)
            mask |= 1 << len(cities)
            cities.append(City(city.id, city.name, number, city.lat, city.lon))
        if not mask:
            raise BadData(file, f"area.{area.id}", "cities", "an area needs cities")
        areas.append(Area(area.id, area.name, mask))
    links = _links(data, ids, file)
    if not 0 <= data.flat_connection <= FLAT_MOST:
        reason = f"expected 0 to {FLAT_MOST}, not {data.flat_connection}"
        raise BadData(file, "", "flat_connection", reason)
    if not 0 <= data.passing <= ENTRY_MOST:
        raise BadData(file, "", "passing", f"expected 0 to {ENTRY_MOST}, not {data.passing}")
    if data.areas_apart and not data.flat_connection:
        raise BadData(file, "", "areas_apart", "expected a flat_connection too: nothing else joins areas apart")
    board = Board(
        data.id,
        data.title,
        areas,
        cities,
        links,
        _forbidden(data, areas, file),
        _entries(data, ids, file),
        data.flat_connection,
        data.passing,
        areas_apart=data.areas_apart,
    )
    if not islands_allowed(data) and len(board.island(0)) < len(areas):
        raise BadData(file, "connections", "", "the areas do not form one piece")
    return board


def _entries(data: BoardData, ids: dict[str, int], file: str) -> list[int]:
    """Return what entering each city costs: all of them or none have a cost."""
    for name, cost in data.entries.items():
        if name not in ids:
            raise BadData(file, "entries", name, "there is no such city")
        if not 0 <= cost <= ENTRY_MOST:
            raise BadData(file, "entries", name, f"expected 0 to {ENTRY_MOST}, not {cost}")
    if data.entries and len(data.entries) < len(ids):
        missing = next(name for name in ids if name not in data.entries)
        raise BadData(file, "entries", missing, "missing: where one city costs something to enter, all of them do")
    return [data.entries.get(name, 0) for name in ids]


def _forbidden(data: BoardData, areas: list[Area], file: str) -> tuple[tuple[int, ...], ...]:
    """Return the zones that are never in play, as areas."""
    ids = [area.id for area in areas]
    for name in [name for zone in data.forbidden_zones for name in zone]:
        if name not in ids:
            raise BadData(file, "forbidden_zones", name, "there is no such area")
    return tuple([tuple(sorted([ids.index(name) for name in zone])) for zone in data.forbidden_zones])


def _links(data: BoardData, ids: dict[str, int], file: str) -> list[tuple[int, int, int]]:
    links: list[tuple[int, int, int]] = []
    seen: dict[tuple[str, str], int] = {}
    for number, (a, b, cost) in enumerate(data.connections):
        field = f"{number} ({a} - {b})"
        for name in (a, b):
            if name not in ids:
                raise BadData(file, "connections", field, f"there is no city {name!r}")
        if a == b:
            raise BadData(file, "connections", field, "connects a city with itself")
        if cost < 0:
            raise BadData(file, "connections", field, f"cost {cost} is below 0")
        key = (min(a, b), max(a, b))
        if key in seen:
            reason = "given twice" if seen[key] == cost else f"costs {cost} one way and {seen[key]} the other"
            raise BadData(file, "connections", field, reason)
        seen[key] = cost
        links.append((ids[a], ids[b], cost))
    return links
