"""Writes a board file: the text that a person reads, edits and shares. Reading it again gives the same board."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import msgspec

from kilowatt.editions.schema import SEAT_KEYS

if TYPE_CHECKING:
    from kilowatt.editions.schema import BoardFile

_BARE = re.compile(r"[A-Za-z0-9_-]+")
HEAD = (
    "format",
    "id",
    "title",
    "printing",
    "source",
    "notes",
    "edition",
    "fuel",
    "trust",
    "starting_cities",
    "flat_connection",
    "passing",
    "areas_apart",
    "late_cities",
    "no_start",
    "spaces",
    "forbidden_zones",
    "connections",
)
"""Keys before the first table, in this order."""
TABLES = ("areas", "step2_cities", "end_cities")


def board_text(board: BoardFile) -> str:
    """Write a board file as TOML, a line per city and connection."""
    data: dict[str, Any] = msgspec.to_builtins(board)
    lines = [f"{key} = {_head_value(key, data[key])}" for key in HEAD if key in data and _is_head(data[key])]
    for key in TABLES:
        if data.get(key):
            lines += ["", f"[{key}]", *_rows(_by_seats(data[key]))]
    for key in ("house_costs", "entries", "closed"):
        if data.get(key):
            lines += ["", f"[{key}]", *_rows(data[key])]
    for area in data["area"]:
        lines += ["", "[[area]]", *_rows({key: value for key, value in area.items() if key != "cities" and value})]
        lines += ["cities = [", *(f"  {_inline(city)}," for city in area["cities"]), "]"]
    if data.get("area_plants"):
        lines += ["", "[area_plants]", *_rows(data["area_plants"])]
    rules = data.get("rules") or {}
    numbers = {key: value for key, value in rules.items() if value is not None and not isinstance(value, dict)}
    if numbers:
        lines += ["", "[rules]", *_rows(numbers)]
    for key, table in rules.items():
        if table and isinstance(table, dict):
            lines += ["", f"[rules.{key}]", *_rows({name: value for name, value in table.items() if value is not None})]
    if isinstance(data["fuel"], dict):
        lines += _fuel(data["fuel"])
    layout = data.get("layout")
    if layout:
        lines += _layout(layout)
    return "\n".join(lines) + "\n"


def _is_head(value: Any) -> bool:  # noqa: ANN401 - plain data
    return not isinstance(value, dict) and value not in (None, "", [])


def _head_value(key: str, value: Any) -> str:  # noqa: ANN401 - plain data
    if key in ("connections", "notes", "spaces"):
        return "\n".join(["[", *(f"  {_inline(row)}," for row in value), "]"])
    return _inline(value)


def _by_seats(table: dict[str, Any]) -> dict[str, Any]:
    """Put a table's words first and its numbers of players in order."""
    words = {key: value for key, value in table.items() if key not in SEAT_KEYS}
    return words | {key: table[key] for key in SEAT_KEYS if key in table}


def _fuel(fuel: dict[str, Any]) -> list[str]:
    lines = ["", "[fuel]"]
    lines += _rows({key: value for key, value in fuel.items() if key in ("id", "fuels", "hybrid", "note") and value})
    lines += ["", "[fuel.tokens]", *_rows(fuel["tokens"])]
    for market in fuel["market"]:
        lines += ["", "[[fuel.market]]", f"name = {_inline(market['name'])}"]
        for key in ("spaces", "start", "refill"):
            lines += ["", f"[fuel.market.{key}]", *_rows(market[key])]
    return lines


def _layout(layout: dict[str, Any]) -> list[str]:
    lines = ["", "[layout]"]
    if "scale" in layout:
        lines.append(f"scale = {_inline(layout['scale'])}")
    lines += ["", "[layout.cities]", *_rows(layout["cities"])]
    if layout.get("names"):
        lines += ["", "[layout.names]", *_rows(layout["names"])]
    for area, style in layout.get("areas", {}).items():
        kept = {key: value for key, value in style.items() if value not in (None, "")}
        if kept:
            lines += ["", f"[layout.areas.{_key(area)}]", *_rows(kept)]
    return lines


def _rows(table: dict[str, Any]) -> list[str]:
    return [f"{_key(key)} = {_inline(value)}" for key, value in table.items()]


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else json.dumps(key, ensure_ascii=False)


def _inline(value: Any) -> str:  # noqa: ANN401 - plain data
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        # JSON's escapes are TOML's, but for the one control character that JSON leaves as it is
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_key(key)} = {_inline(part)}" for key, part in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_inline(part) for part in value) + "]"
    return repr(value)
