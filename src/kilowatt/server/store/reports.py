"""Reports and hidden authors in the database. A report keeps the lines it means, whatever becomes of the table.

A report of a shared board names the board by its address, and has no lines.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import delete, func, insert, select, update

from kilowatt.server.store import rows, shape
from kilowatt.server.store.chats import TABLES, ChatRow, Kind
from kilowatt.server.store.upserting import upsert

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

    from kilowatt.server.store.store import Store

HIDES_MOST = 200
"""Authors one device may hide at one table or in one group."""


class ReportRow(msgspec.Struct):
    """A report with copies of the lines it means."""

    id: int
    code: str
    at: float
    device: str
    reason: str
    lines: list[ChatRow]
    closed: bool = False
    board: str | None = None


NO_TABLE = ""
"""The code of a report that means a board."""


async def add_board(store: Store, board: str, device: str, reason: str, at: float) -> int:
    """Write a report of a shared board and return its number; the same device's report that is still open stays one."""
    rows_of = shape.reports
    known = select(rows_of.c.id).where(
        rows_of.c.board == board, rows_of.c.device == device, rows_of.c.closed.is_(False)
    )

    async def work(connection: AsyncConnection) -> int:
        number = (await connection.execute(known)).scalar()
        if number is not None:
            await connection.execute(update(rows_of).where(rows_of.c.id == number).values(reason=reason))
            return int(number)
        values = {"code": NO_TABLE, "at": at, "device": device, "reason": reason, "lines": "[]", "closed": False}
        inserted = await connection.execute(insert(rows_of).returning(rows_of.c.id), {**values, "board": board})
        return int(inserted.scalar_one())

    return await store.writer.call(work)


async def add(store: Store, code: str, device: str, reason: str, lines: list[ChatRow], at: float) -> int:
    """Write a report and return its number."""

    async def work(connection: AsyncConnection) -> int:
        values = {
            "code": code,
            "at": at,
            "device": device,
            "reason": reason,
            "lines": rows.text(lines),
            "closed": False,
        }
        inserted = await connection.execute(insert(shape.reports).returning(shape.reports.c.id), values)
        return int(inserted.scalar_one())

    return await store.writer.call(work)


async def listed(store: Store, *, closed: bool = False) -> list[ReportRow]:
    """Read reports, oldest first; closed ones only if asked for."""
    query = select(shape.reports).order_by(shape.reports.c.id)
    if not closed:
        query = query.where(shape.reports.c.closed.is_(False))
    async with store.reading() as connection:
        return [_row(dict(row)) for row in (await connection.execute(query)).mappings()]


def _row(values: dict[str, Any]) -> ReportRow:
    values["lines"] = msgspec.json.decode(values["lines"], type=list[ChatRow])
    return ReportRow(**values)


async def close(store: Store, number: int) -> bool:
    """Mark a report as dealt with; return whether there is one."""

    async def work(connection: AsyncConnection) -> bool:
        done = await connection.execute(update(shape.reports).where(shape.reports.c.id == number).values(closed=True))
        return bool(done.rowcount)

    return await store.writer.call(work)


async def hidden(store: Store, code: str, device: str, kind: Kind = TABLES) -> set[str]:
    """Read whose chat a device hides at a table or in a group."""
    query = select(kind.hides.c.who).where(kind.hides.c.code == code, kind.hides.c.device == device)
    async with store.reading() as connection:
        return set((await connection.execute(query)).scalars())


async def hide(store: Store, code: str, device: str, who: str, *, hide: bool, kind: Kind = TABLES) -> None:
    """Write that a device hides an author's chat at a table or in a group, or no longer does."""
    hides = kind.hides
    of = (hides.c.code == code) & (hides.c.device == device)

    async def work(connection: AsyncConnection) -> None:
        if not hide:
            await connection.execute(delete(hides).where(of, hides.c.who == who))
            return
        count = (await connection.execute(select(func.count()).select_from(hides).where(of))).scalar_one()
        if count < HIDES_MOST:
            await upsert(connection, hides, [{"device": device, "code": code, "who": who}])

    await store.writer.call(work)
