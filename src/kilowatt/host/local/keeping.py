"""A table of the device as bytes: its record as lines, and what is around it. A damaged one is refused as a whole.

A table that is read is asleep: its record is replayed when somebody opens it, or a bot is to move at it.
"""

from __future__ import annotations

from typing import Any

import msgspec

from kilowatt.coach.review import Row
from kilowatt.host.local.kept import DEVICE, Kept
from kilowatt.host.room import Room
from kilowatt.host.rows import Orders, SeatRow, TableRow

VERSION = 1


class Dump(msgspec.Struct, omit_defaults=True):
    """A table as it is stored on a device."""

    kilowatt: str
    """What this is: "table"."""
    version: int
    table: TableRow
    seats: list[SeatRow]
    record: list[str]
    """The lines of the record, its header first: an ordinary record."""
    orders: dict[str, Orders] = {}
    recent: dict[str, tuple[int, str]] = {}
    review: list[Row] = []


_read = msgspec.json.Decoder(Dump)


def dumped(kept: Kept) -> bytes:
    """Write a table."""
    room = kept.room
    return msgspec.json.encode(
        Dump(
            "table",
            VERSION,
            room.row,
            room.seats,
            [kept.header, *kept.lines],
            {str(seat): orders for seat, orders in room.orders.items()},
            room.recent,
            kept.rows,
        )
    )


def loaded(raw: bytes) -> Kept:
    """Read a table, asleep; `ValueError` says what is wrong with it, as far as can be seen without replaying it."""
    try:
        dump = _read.decode(raw)
    except msgspec.MsgspecError as error:
        raise ValueError(f"not a stored table: {error}") from None
    if dump.kilowatt != "table" or dump.version != VERSION:
        raise ValueError(f"stored by another version: {dump.kilowatt} {dump.version}")
    row, seats = dump.table, len(dump.seats)
    entries = len(dump.record) - 1
    if entries != row.seq or row.plan.seats != seats:
        raise ValueError(f"expected {row.seq} entries for {row.plan.seats} seats, not {entries} for {seats}")
    row.header = dump.record[0]
    holders: dict[int, set[str]] = {seat.seat: {DEVICE} for seat in dump.seats if seat.kind == "person"}
    try:
        msgspec.json.decode(row.header, type=dict)
        orders: Any = {int(seat): one for seat, one in dump.orders.items()}
    except (ValueError, msgspec.MsgspecError) as error:
        raise ValueError(f"not a stored table: {error}") from None
    room = Room(row, dump.seats, holders, orders, None)
    room.recent = dump.recent
    kept = Kept(room, dump.record[1:])
    kept.asleep, kept.rows = True, dump.review
    return kept
