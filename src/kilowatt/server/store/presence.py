"""Presence in the database: when each seat's player was last at a table, so that every process judges alike."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import select
from sqlalchemy.dialects import postgresql, sqlite

from kilowatt.server.store import shape
from kilowatt.server.store.writer import Conflict

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sqlalchemy import Table
    from sqlalchemy.ext.asyncio import AsyncConnection

    from kilowatt.server.store.store import Store

Seen = tuple[str, int, str | None, float]
"""A table, a seat, the hash of the address its player came from (None: not known), and when that was."""
VISITOR = -1
"""In place of a seat: anybody who looked at the table."""


async def upsert(connection: AsyncConnection, table: Table, values: list[dict[str, Any]]) -> None:
    """Insert rows, or change those whose primary key is there already."""
    make = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    statement: Any = make(table)
    keys = [column.name for column in table.primary_key]
    changed = {name: statement.excluded[name] for name in values[0] if name not in keys}
    if changed:
        statement = statement.on_conflict_do_update(index_elements=keys, set_=changed)
    else:
        statement = statement.on_conflict_do_nothing(index_elements=keys)
    await connection.execute(statement, values)


async def put(connection: AsyncConnection, seen: list[tuple[str, int, str | None]], now: float) -> None:
    """Write that these seats' players are here now: table, seat, hash of the address (None: not known)."""
    await put_rows(connection, [(code, seat, mark, now) for code, seat, mark in seen])


async def put_rows(connection: AsyncConnection, seen: list[Seen]) -> None:
    """Write when these seats' players were here."""
    rows = [{"code": code, "seat": seat, "seen": at, "address": mark} for code, seat, mark, at in seen]
    known = [row for row in rows if row["address"] is not None]
    # an address that is not known leaves the one that is stored
    others = [{name: row[name] for name in ("code", "seat", "seen")} for row in rows if row["address"] is None]
    for values in (known, others):
        if values:
            await upsert(connection, shape.presence, values)


async def note(store: Store, seen: list[Seen]) -> None:
    """Write, in a transaction of its own, when these seats' players were here."""
    ordered = sorted(seen, key=lambda row: row[:2])
    await store.writer.call(lambda connection: put_rows(connection, ordered))


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
