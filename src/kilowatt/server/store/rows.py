"""Rows of the store as Structs, and the JSON inside them."""

from __future__ import annotations

from typing import Any

import msgspec

from kilowatt.host.rows import Live, Orders, Plan, TableRow


class Move(msgspec.Struct):
    """What one decision writes, in one transaction: its entries, its idempotency key, and the table's new numbers."""

    code: str
    entries: list[tuple[int, str]]
    live: Live
    wake: float | None
    touched: float
    state: str
    version: int
    key: tuple[str, str] | None = None
    """(key within its device, digest)"""
    spent: list[int] = []
    """Seats whose proxy order is used up by this move."""
    snapshot: tuple[int, bytes] | None = None
    """A state to keep, and the entry it was reached by."""
    touches: bool = True
    """Whether more of the table's row changes than where the game stands."""


class Ordering(msgspec.Struct):
    """What a change of a seat's secret orders writes: they hold at this entry and this version of the table."""

    code: str
    seat: int
    orders: Orders
    wake: float | None
    live: Live
    seq: int
    version: int


def table_values(row: TableRow) -> dict[str, Any]:
    """Write a table for the database."""
    values = {name: getattr(row, name) for name in TableRow.__struct_fields__}
    values["plan"] = text(row.plan)
    values["live"] = text(row.live)
    return values


def table_row(values: Any) -> TableRow:  # noqa: ANN401 - a mapping row of the driver
    """Read a table from the database."""
    fields = dict(values)
    fields["plan"] = msgspec.json.decode(fields["plan"], type=Plan)
    fields["live"] = msgspec.json.decode(fields["live"], type=Live)
    return TableRow(**fields)


def text(plain: object) -> str:
    """Write as JSON text."""
    return msgspec.json.encode(plain).decode()
