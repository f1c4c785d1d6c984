"""What a board may be made of: editions with their numbers, fuel tables, and the special rules of our boards."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, cast

import msgspec

from kilowatt.editions import registry
from kilowatt.editions.board_file import AREAS_MOST, CITIES_MOST, COST_MOST, LINKS_MOST, TINTS
from kilowatt.editions.board_new import TABLES, fuel_for
from kilowatt.editions.schema import by_seats
from kilowatt.protocol import EditionRow, Sharing, SpecialRow, WorkshopInfo

SPECIALS = {
    "two_markets": "korea",
    "planned_market": "china",
    "phase_out": "germany",
    "storage": "usa",
}
"""Special rules by the board of ours whose rules they are."""
SWITCHES = {
    "discount_token": True,
    "obsolete_plants_leave": False,
    "step2_replaces_plant": False,
}
"""Switches that a maker may set, and the value that changes something."""


@lru_cache(maxsize=4)
def workshop_info(sharing: str) -> WorkshopInfo:
    """Return what a board may be made of."""
    return WorkshopInfo(
        [_edition(name) for name in registry.board_editions()],
        registry.track_fuels(),
        [*(_special(name, board) for name, board in SPECIALS.items()), *_switches()],
        list(TINTS),
        cast("Sharing", sharing),
        CITIES_MOST,
        AREAS_MOST,
        LINKS_MOST,
        COST_MOST,
    )


def _edition(name: str) -> EditionRow:
    found = registry.edition(name)
    numbers = {table: by_seats(f"{name}.toml", table, getattr(found, table), int) for table in TABLES}
    return EditionRow(name, f"{found.title} {found.year}", fuel_for(name), numbers)


def _special(name: str, board: str) -> SpecialRow:
    rules: dict[str, Any] = msgspec.to_builtins(registry.board(board).rules)
    kept = {key: value for key, value in rules.items() if value}
    if "stack" in kept:
        kept["stack"] = {key: value for key, value in kept["stack"].items() if value not in (None, "", 0)}
    return SpecialRow(name, kept, "korea" if name == "two_markets" else None)


def _switches() -> list[SpecialRow]:
    return [SpecialRow(name, {"switches": {name: value}}, None) for name, value in SWITCHES.items()]
