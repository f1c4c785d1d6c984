"""What a board may be made of, for the page: editions with their numbers, fuel tables and special rules."""

from __future__ import annotations

from functools import lru_cache
from typing import cast

import msgspec

from kilowatt.bots.trial_reference import ReferenceRow, reference
from kilowatt.editions import registry
from kilowatt.editions.board_file import AREAS_MOST, CITIES_MOST, COST_MOST, LINKS_MOST, TINTS
from kilowatt.editions.board_fuel import tables_to_change
from kilowatt.editions.board_new import TABLES, fuel_for
from kilowatt.editions.schema import by_seats
from kilowatt.editions.specials import specials
from kilowatt.protocol import CompareRow, EditionRow, Sharing, SpecialRow, WorkshopInfo


@lru_cache(maxsize=4)
def workshop_info(sharing: str) -> WorkshopInfo:
    """Return what a board may be made of."""
    return WorkshopInfo(
        [_edition(name) for name in registry.board_editions()],
        {name: tables_to_change(name) for name in registry.track_fuels()},
        [SpecialRow(row.id, row.rules, row.fuel) for row in specials()],
        list(TINTS),
        cast("Sharing", sharing),
        [_compared(row) for row in reference().rows],
        CITIES_MOST,
        AREAS_MOST,
        LINKS_MOST,
        COST_MOST,
    )


def _compared(row: ReferenceRow) -> CompareRow:
    title = registry.title(registry.rulesets()[row.ruleset])
    return CompareRow(title=title, **msgspec.structs.asdict(row))


def _edition(name: str) -> EditionRow:
    edition = registry.edition(name)
    numbers = {table: by_seats(f"{name}.toml", table, getattr(edition, table), int) for table in TABLES}
    return EditionRow(name, f"{edition.title} {edition.year}", fuel_for(name), numbers)
