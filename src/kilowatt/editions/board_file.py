"""Board files: a board with its rules and its layout in one TOML file, read, checked and written.

The shape of a board is that of our own data files (`schema.BoardData`). A board file adds which edition and fuel tables
it is played with and where everything is drawn. A file comes from anywhere, so everything in it is bounded, and each
mistake is named by its field.
"""

from __future__ import annotations

import hashlib
import math
import re
import tomllib
from pathlib import Path
from typing import Any

import msgspec

from kilowatt.editions import registry
from kilowatt.editions.board_rules import check_fuel, check_rules
from kilowatt.editions.bounds import check_plain
from kilowatt.editions.schema import BadData, BoardFile, LayoutData, shaped

FORMAT = 1
"""The newest version of the file's shape."""
BYTES_MOST = 200_000
PARTS_MOST = 4_500
"""Values in a file; fewer than a record may hold in its options."""
TEXT_LONGEST = 2_000
CITIES_MOST = 128
AREAS_MOST = 10
LINKS_MOST = 400
COST_MOST = 99
NAME_LONGEST, LABEL_LONGEST = 32, 64
ID = re.compile(r"[a-z0-9][a-z0-9_-]{0,31}")
PLACE_MOST = 10_000.0
"""How far from the origin of the sheet a city may lie."""
SCALES = (0.4, 6.0)
SIDES = ("n", "ne", "e", "se", "s", "sw", "w", "nw", "")
"""Sides of a city that its label may stand on; "" for no label."""
TINTS = ("green", "brown", "red", "yellow", "blue", "purple", "teal", "pink", "orange")
FORBIDDEN = frozenset("<>")
"""Characters no name needs, and with which markup begins and ends."""


def read_board(path: str | Path) -> dict[str, Any]:
    """Read a board file as data for the option `board`; `BadData` names the field that is wrong."""
    file = Path(path)
    try:
        with file.open("rb") as opened:
            text = opened.read(BYTES_MOST + 1)
    except OSError as error:
        raise BadData(file.name, "", "", f"cannot be read: {error.strerror}") from None
    return plain(board_of_text(file.name, text))


def board_of_text(file: str, text: bytes | str) -> BoardFile:
    """Read the text of a board file."""
    body = text.encode() if isinstance(text, str) else text
    if len(body) > BYTES_MOST:
        raise BadData(file, "", "", f"expected at most {BYTES_MOST} bytes")
    try:
        raw = tomllib.loads(body.decode())
    except tomllib.TOMLDecodeError as error:
        raise BadData(file, "", "", f"not TOML: {error}") from None
    except UnicodeDecodeError:
        raise BadData(file, "", "", "not a text file in UTF-8") from None
    except RecursionError:
        raise BadData(file, "", "", "not TOML: nested too deeply") from None
    except ValueError as error:  # a number with too many digits
        raise BadData(file, "", "", f"not TOML: {error}") from None
    return board_of(file, raw)


def board_of(file: str, raw: Any, *, strict: bool = True) -> BoardFile:  # noqa: ANN401 - raw data of any shape
    """Read plain data as a board file; `BadData` names the field that is wrong.

    Boards of games up to revision 2 were checked less, and their records stay readable: for those `strict` is false.
    Such a board may have a label more for each area than its file had.
    """
    if not isinstance(raw, dict):
        raise BadData(file, "", "", f"expected a table, not {type(raw).__name__}")
    try:
        check_plain(raw, "board", TEXT_LONGEST, PARTS_MOST if strict else PARTS_MOST + AREAS_MOST)
    except ValueError as error:
        raise BadData(file, "", "", str(error)) from None
    number = raw.get("format")
    if type(number) is not int or number < 1:
        raise BadData(file, "", "format", f"expected {FORMAT}, the version of the file's shape, not {number!r}")
    if number > FORMAT:
        raise BadData(file, "", "format", f"{number} is newer than this program reads ({FORMAT}); update kilowatt")
    try:
        board = shaped(file, raw, BoardFile)
    except BadData as error:
        raise _located(file, raw, error) from None
    _check_sizes(file, board)
    _check_names(file, board)
    _check_numbers(file, board)
    _check_layout(file, board)
    _check_parts(file, board)
    if strict:
        check_labels(file, board)
        _check_embedded(file, board)
    return board


def _check_embedded(file: str, board: BoardFile) -> None:
    """Refuse a board whose form in a record is too large: what a file leaves out is written there."""
    try:
        check_plain(plain(board), "board", TEXT_LONGEST, PARTS_MOST)
    except ValueError as error:
        raise BadData(file, "", "", f"{error}, those that the file leaves out included") from None


def board_id(data: dict[str, Any]) -> str:
    """Return the address of a board: a hash of its data. Equal boards have the same one everywhere."""
    return hashlib.sha256(msgspec.json.encode(data, order="deterministic")).hexdigest()[:40]


def plain(board: BoardFile) -> dict[str, Any]:
    """Return a board file as plain data, without what has its default: the form that a record embeds."""
    data: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(board))
    return data


def _located(file: str, raw: dict[str, Any], error: BadData) -> BadData:
    """Name the connection or city of a mistake by its ids as well as by its place in the list."""
    place = ".".join(part for part in (error.table, error.field) if part)
    row_number = re.match(r"connections\[(\d+)\]", place)
    if row_number is None:
        return error
    row = raw["connections"][int(row_number[1])]
    ends = " - ".join(str(end)[:NAME_LONGEST] for end in row[:2]) if isinstance(row, list) else ""
    return BadData(file, "connections", f"{row_number[1]} ({ends})", error.reason)


def _check_sizes(file: str, board: BoardFile) -> None:
    cities = sum(len(area.cities) for area in board.area)
    for field, size, most in (
        ("area", len(board.area), AREAS_MOST),
        ("area.cities", cities, CITIES_MOST),
        ("connections", len(board.connections), LINKS_MOST),
    ):
        if size > most:
            raise BadData(file, "", field, f"expected at most {most}, not {size}")


def _check_names(file: str, board: BoardFile) -> None:
    _check_id(file, "", board.id)
    _check_name(file, "", "title", board.title)
    for number, area in enumerate(board.area):
        table = f"area[{number}]"
        _check_id(file, table, area.id)
        _check_name(file, table, "name", area.name)
        for row, city in enumerate(area.cities):
            _check_id(file, f"{table}.cities[{row}]", city.id)
            _check_name(file, f"{table}.cities[{row}]", "name", city.name)
    for field, text in (("source", board.source), ("printing", board.printing), *(("notes", n) for n in board.notes)):
        _check_text(file, "", field, text)


def check_labels(file: str, board: BoardFile) -> None:
    """Refuse an area's label that is too long or has a character that no text may have."""
    for number, area in enumerate(board.area):
        if area.label:
            _check_name(file, f"area[{number}]", "label", area.label, LABEL_LONGEST)


def _check_id(file: str, table: str, value: str) -> None:
    if not ID.fullmatch(value):
        reason = f"expected up to 32 small letters, digits, hyphens and underscores, not {value[:NAME_LONGEST]!r}"
        raise BadData(file, table, "id", reason)


def _check_name(file: str, table: str, field: str, value: str, most: int = NAME_LONGEST) -> None:
    if not value.strip() or len(value) > most:
        raise BadData(file, table, field, f"expected 1 to {most} characters, not {len(value)}")
    _check_text(file, table, field, value)


def _check_text(file: str, table: str, field: str, value: str) -> None:
    for letter in value:
        if letter in FORBIDDEN or not (letter.isprintable() or letter == "\n"):
            raise BadData(file, table, field, f"the character {letter!r} is not allowed in texts")


def _check_numbers(file: str, board: BoardFile) -> None:
    for number, area in enumerate(board.area):
        for row, city in enumerate(area.cities):
            for field, degrees in (("lat", city.lat), ("lon", city.lon)):
                if not math.isfinite(degrees):
                    raise BadData(file, f"area[{number}].cities[{row}]", field, f"expected degrees, not {degrees}")
    for number, (a, b, cost) in enumerate(board.connections):
        if not 0 <= cost <= COST_MOST:
            reason = f"expected a cost of 0 to {COST_MOST}, not {cost}"
            raise BadData(file, "connections", f"{number} ({a[:NAME_LONGEST]} - {b[:NAME_LONGEST]})", reason)


def _check_layout(file: str, board: BoardFile) -> None:
    if board.layout is None:
        return
    if not SCALES[0] <= board.layout.scale <= SCALES[1]:
        raise BadData(file, "layout", "scale", f"expected {SCALES[0]} to {SCALES[1]}, not {board.layout.scale}")
    cities = {city.id for area in board.area for city in area.cities}
    for city in sorted(cities):
        if city not in board.layout.cities:
            raise BadData(file, "layout.cities", city, "missing: every city of the board needs a place, or none has")
    for table in ("cities", "names"):
        for city in getattr(board.layout, table):
            if city not in cities:
                raise BadData(file, f"layout.{table}", city, "there is no such city")
    for area in board.layout.areas:
        if area not in {area.id for area in board.area}:
            raise BadData(file, "layout.areas", area, "there is no such area")
    _check_places(file, board.layout)
    _check_styles(file, board.layout)


def _check_places(file: str, layout: LayoutData) -> None:
    for city, (x, y, side) in layout.cities.items():
        if not (abs(x) <= PLACE_MOST and abs(y) <= PLACE_MOST):
            raise BadData(file, "layout.cities", city, f"expected x and y within {PLACE_MOST:g}, not {x:g}, {y:g}")
        if side not in SIDES:
            raise BadData(file, "layout.cities", city, f"expected a side, {', '.join(SIDES[:-1])}, not {side!r}")
    for city, name in layout.names.items():
        if name:
            _check_name(file, "layout.names", city, name)


def _check_styles(file: str, layout: LayoutData) -> None:
    for area, style in layout.areas.items():
        table = f"layout.areas.{area}"
        if style.tint and style.tint not in TINTS:
            raise BadData(file, table, "tint", f"expected one of {', '.join(TINTS)}, not {style.tint!r}")
        if style.de:
            _check_name(file, table, "de", style.de)
        if style.at is not None and not all(abs(value) <= PLACE_MOST for value in style.at):
            raise BadData(file, table, "at", f"expected x and y within {PLACE_MOST:g}")


def _check_parts(file: str, board: BoardFile) -> None:
    """Check edition, fuel tables and special rules."""
    editions = registry.board_editions()
    if board.edition not in editions:
        raise BadData(file, "", "edition", f"expected one of {', '.join(editions)}, not {board.edition!r}")
    if isinstance(board.fuel, str):
        names = registry.track_fuels()
        if board.fuel not in names:
            raise BadData(file, "", "fuel", f"expected one of {', '.join(names)}, or tables, not {board.fuel!r}")
    else:
        check_fuel(file, board.fuel)
    check_rules(file, board)
