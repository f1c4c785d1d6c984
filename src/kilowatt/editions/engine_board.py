"""Boards: from checked data to the engine's board, with the mistakes a shape alone cannot show."""

from __future__ import annotations

from kilowatt.editions.schema import BadData, BoardData
from kilowatt.engine.network import Area, Board, City


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
    board = Board(data.id, data.title, areas, cities, links)
    if not board.connected(tuple(range(len(areas)))):
        raise BadData(file, "connections", "", "the areas do not form one piece")
    return board


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
