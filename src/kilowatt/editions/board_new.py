"""New boards: an empty one, a copy of one of ours, or a list of cities with proposed links, costs and numbers."""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from itertools import combinations
from statistics import median
from typing import TYPE_CHECKING, Any

import msgspec

from kilowatt.editions import registry
from kilowatt.editions.board_file import AREAS_MOST, CITIES_MOST, FORMAT, board_of
from kilowatt.editions.board_network import pieces
from kilowatt.editions.drawing.delaunay import proposed_links
from kilowatt.editions.drawing.places import globe
from kilowatt.editions.options import BadOption
from kilowatt.editions.schema import SEATS, BadData, by_seats
from kilowatt.engine.ids import SPACES

if TYPE_CHECKING:
    from kilowatt.editions.overlays import Overlay
    from kilowatt.editions.schema import BoardFile, EditionData

USUAL_COST = 10
"""A proposed cost is this times the link's length over the median length of all links, rounded, and at least 1."""
COLUMNS = ("name", "lat", "lon", "area")
SHARE = 0.8
"""A proposed end is at most this share of the cities of the smallest zone."""
TABLES = ("areas", "step2_cities", "end_cities")


def copied(ruleset: str) -> BoardFile:
    """Return the board of a ruleset of ours as a board file of the same rules."""
    row = registry.rulesets().get(ruleset)
    if row is None or not row.board:
        names = [name for name, known in registry.rulesets().items() if known.board]
        raise BadOption("from", f"there is no board of {ruleset!r}; there are {', '.join(names)}")
    board = registry.board(row.board)
    raw: dict[str, Any] = msgspec.to_builtins(board)
    raw = {key: value for key, value in raw.items() if value is not None and key not in ("chapter", "doubts")}
    rules = _said(board.rules.joined(row.edition)) if board.rules is not None else {}
    raw = {**raw, "rules": rules} if rules else {key: raw[key] for key in raw if key != "rules"}
    return board_of(row.board, {**raw, "format": FORMAT, "edition": row.edition, "fuel": row.fuel})


def _said(rules: Overlay) -> dict[str, Any]:
    """Return the parts of special rules that say something."""
    return {key: value for key, value in msgspec.to_builtins(rules).items() if value not in ({}, None)}


def board_of_cities(file: str, text: str, title: str, edition: str = "recharged") -> BoardFile:
    """Make a board of a CSV list of cities (name, lat, lon, area), with proposed links, costs and numbers."""
    areas: dict[str, list[dict[str, Any]]] = {}
    ids: set[str] = set()
    for line, row in _rows(file, text):
        city: dict[str, Any] = {"id": _id(row["name"], ids), "name": row["name"]}
        city |= {field: _degrees(file, line, field, row[field]) for field in ("lat", "lon")}
        areas.setdefault(row["area"] or "1", []).append(city)
    taken: set[str] = set()
    raw: dict[str, Any] = {
        "format": FORMAT,
        "id": _id(title, set()),
        "title": title,
        "source": "a list of cities; links and costs proposed from their distances",
        "edition": edition,
        "fuel": fuel_for(edition),
        "connections": [],
        "area": [{"id": _id(name, taken), "name": name, "cities": cities} for name, cities in areas.items()],
    }
    bare = board_of(file, raw)
    raw["connections"] = _links(bare)
    linked = board_of(file, raw)
    return board_of(file, {**raw, **proposed_tables(linked)})


def fuel_for(edition: str) -> str:
    """Return the fuel tables that an edition is first played with."""
    return next(row.fuel for row in registry.rulesets().values() if row.edition == edition)


def _rows(file: str, text: str) -> list[tuple[int, dict[str, str]]]:
    reader = csv.reader(io.StringIO(text))
    try:
        lines = [(number, [cell.strip() for cell in row]) for number, row in enumerate(reader, start=1) if any(row)]
    except csv.Error as error:
        raise BadData(file, "", "", f"not CSV: {error}") from None
    if lines and [cell.lower() for cell in lines[0][1]][: len(COLUMNS)] == list(COLUMNS):
        lines = lines[1:]
    if not lines:
        raise BadData(file, "", "", f"expected a line per city: {', '.join(COLUMNS)}")
    if len(lines) > CITIES_MOST:
        raise BadData(file, "", "", f"expected at most {CITIES_MOST} cities, not {len(lines)}")
    for number, row in lines:
        if len(row) not in (len(COLUMNS) - 1, len(COLUMNS)):
            raise BadData(file, f"line {number}", "", f"expected {', '.join(COLUMNS)}, not {len(row)} values")
    rows = [(number, dict(zip(COLUMNS, [*row, ""], strict=False))) for number, row in lines]
    if len({row["area"] for _, row in rows}) > AREAS_MOST:
        raise BadData(file, "", "area", f"expected at most {AREAS_MOST} areas")
    return rows


def _degrees(file: str, line: int, field: str, text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise BadData(file, f"line {line}", field, f"expected degrees, as in 51.5, not {text[:20]!r}") from None


def _id(name: str, taken: set[str]) -> str:
    """Make an id of a name that is not taken yet."""
    ascii_only = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    base = re.sub(r"[^a-z0-9]+", "_", ascii_only).strip("_")[:28] or "city"
    chosen, number = base, 2
    while chosen in taken:
        chosen, number = f"{base}_{number}", number + 1
    taken.add(chosen)
    return chosen


def _links(board: BoardFile) -> list[tuple[str, str, int]]:
    places = globe(board)
    names = list(places)
    links = proposed_links([places[name] for name in names])
    if not links:
        return []
    usual = median(length for _, _, length in links) or 1.0
    return [(names[a], names[b], max(1, round(USUAL_COST * length / usual))) for a, b, length in links]


def proposed_tables(board: BoardFile) -> dict[str, dict[str, Any]]:
    """Return the numbers by players that fit a board: the edition's, lowered where the board is too small for them."""
    edition = registry.edition(board.edition)
    tables: dict[str, dict[str, Any]] = {name: {"source": "fitted to the size of the board"} for name in TABLES}
    for seats in SEATS:
        for key in ("2-trust", "2") if seats == SEATS[0] else (str(seats),):
            numbers = _fitted(board, edition, key)
            for name, number in zip(TABLES, numbers, strict=True):
                tables[name][key] = number
    return tables


def _fitted(board: BoardFile, edition: EditionData, key: str) -> tuple[int, int, int]:
    usual = [by_seats(edition.id, name, getattr(edition, name), int).get(key, 3) for name in TABLES]
    trust = edition.trust if key.endswith("trust") else None
    houses, first = (trust.houses, len(trust.placements)) if trust else (0, 0)
    for count in range(min(usual[0], len(board.area)), len(board.area) + 1):
        smallest = _smallest(board, count)
        # with more, all spaces can be taken before anybody has enough to end the game
        most = (SPACES * smallest - houses - 1) // int(key[0]) + 1
        if usual[2] <= min(smallest, most) or count == len(board.area):
            end = usual[2] if smallest >= usual[2] else max(2, int(SHARE * smallest))
            end = max(2, min(end, most))
            early = usual[1] if end == usual[2] else min(usual[1], end // 2)
            # with fewer, all cities can be full in Step 1 before anybody has enough for Step 2
            return count, max(1, min(early, (smallest - first - 1) // int(key[0]) + 1)), end
    return 1, 1, 2


def _smallest(board: BoardFile, count: int) -> int:
    """Return the cities of the smallest zone of so many areas that links join."""
    home = {city.id: area.id for area in board.area for city in area.cities}
    joined = [(home[a], home[b]) for a, b, _ in board.connections if a in home and b in home and home[a] != home[b]]
    sizes = [
        sum(len(area.cities) for area in zone)
        for zone in combinations(board.area, count)
        if len(pieces([area.id for area in zone], joined)) == 1
    ]
    return min(sizes, default=0)
