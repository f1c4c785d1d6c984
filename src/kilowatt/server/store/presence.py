"""Presence in the database: when each seat's player was last at a table, so that every process judges alike."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import func, select
from sqlalchemy.dialects import postgresql, sqlite

from kilowatt.server.store import locking, shape
from kilowatt.server.store.writer import Conflict

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from sqlalchemy import Table
    from sqlalchemy.ext.asyncio import AsyncConnection

    from kilowatt.server.store.news import News
    from kilowatt.server.store.store import Store

Seen = tuple[str, int, str | None, float]
"""A table, a seat, the hash of the address its player came from (None: not known), and when that was."""
PRESENT = -3
"""In news, in place of an entry: a seat's player has connected or disconnected; the seat, and when, follow."""
VISITOR = -1
"""In place of a seat: anybody who looked at the table."""


async def upsert(
    connection: AsyncConnection, table: Table, values: list[dict[str, Any]], keep: Collection[str] = ()
) -> None:
    """Insert rows, or change those whose primary key is there already; null replaces nothing in columns `keep`."""
    make = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    statement: Any = make(table)
    keys = [column.name for column in table.primary_key]
    changed = {
        name: func.coalesce(statement.excluded[name], table.c[name]) if name in keep else statement.excluded[name]
        for name in values[0]
        if name not in keys
    }
    if changed:
        statement = statement.on_conflict_do_update(index_elements=keys, set_=changed)
    else:
        statement = statement.on_conflict_do_nothing(index_elements=keys)
    await connection.execute(statement, values)


async def put(connection: AsyncConnection, seen: list[tuple[str, int, str | None]], now: float) -> None:
    """Write that these seats' players are here now: table, seat, hash of the address (None: not known)."""
    await put_rows(connection, [(code, seat, mark, now) for code, seat, mark in seen])


async def put_rows(connection: AsyncConnection, seen: list[Seen]) -> None:
    """Write when these seats' players were here, in the order of their keys; call with their tables locked."""
    rows = [
        {"code": code, "seat": seat, "seen": at, "address": mark} for code, seat, mark, at in sorted(seen, key=_key)
    ]
    if rows:
        # an address that is not known leaves the one that is stored
        await upsert(connection, shape.presence, rows, keep=("address",))


def _key(row: Seen) -> tuple[str, int]:
    return row[0], row[1]


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
    found: dict[str, dict[int, float]] = {}
    async with store.reading() as connection:
        for row in await connection.execute(query):
            found.setdefault(row.code, {})[row.seat] = row.seen
    return found


async def last_seen(store: Store, code: str, seat: int) -> float | None:
    """Read when a seat's player was last here."""
    here = (shape.presence.c.code == code) & (shape.presence.c.seat == seat)
    async with store.reading() as connection:
        found: float | None = (await connection.execute(select(shape.presence.c.seen).where(here))).scalar_one_or_none()
    return found


async def still_absent(connection: AsyncConnection, code: str, since: Mapping[int, float]) -> None:
    """Check inside a transaction that no player has come back: `Conflict` if one was seen after the time given."""
    if since:
        query = select(shape.presence.c.seat, shape.presence.c.seen).where(
            shape.presence.c.code == code, shape.presence.c.seat.in_(list(since))
        )
        for row in await connection.execute(query):
            if row.seen > since[row.seat]:
                raise Conflict
