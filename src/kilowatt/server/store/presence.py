"""Presence in the database: when each seat's player was last at a table, so that every process judges alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import select

from kilowatt.server.store import locking, shape
from kilowatt.server.store.presence_rows import put_rows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy.ext.asyncio import AsyncConnection

    from kilowatt.server.store.news import News
    from kilowatt.server.store.presence_rows import Seen
    from kilowatt.server.store.store import Store

VISITOR = -1
"""In place of a seat: anybody who looked at the table."""


async def note(store: Store, seen: list[Seen], news: Sequence[News] = ()) -> None:
    """Write, in a transaction of its own, when these seats' players were here; deleted tables are left out."""

    async def work(connection: AsyncConnection) -> None:
        there = await locking.hold_against_deletion(connection, {row[0] for row in seen})
        await put_rows(connection, [row for row in seen if row[0] in there])

    await store.writer.call(work, list(news))


async def since(store: Store, codes: list[str], moment: float) -> dict[str, dict[int, float]]:
    """Read which seats' players were seen at some tables after a moment, and when."""
    table = shape.presence
    query = select(table.c.code, table.c.seat, table.c.seen).where(
        table.c.code.in_(codes), table.c.seat >= 0, table.c.seen > moment
    )
    seats: dict[str, dict[int, float]] = {}
    async with store.reading() as connection:
        for row in await connection.execute(query):
            seats.setdefault(row.code, {})[row.seat] = row.seen
    return seats


async def last_seen(store: Store, code: str, seat: int) -> float | None:
    """Read when a seat's player was last here."""
    here = (shape.presence.c.code == code) & (shape.presence.c.seat == seat)
    async with store.reading() as connection:
        moment: float | None = (
            await connection.execute(select(shape.presence.c.seen).where(here))
        ).scalar_one_or_none()
    return moment
