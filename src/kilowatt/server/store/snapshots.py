"""Snapshots of a table in the store: what was written on the way, and the lines that follow one.

The record stays the truth: a snapshot that is missing or cannot be read costs a longer replay and nothing else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import delete, select
from sqlalchemy.dialects.postgresql import insert as insert_postgresql
from sqlalchemy.dialects.sqlite import insert as insert_sqlite

from kilowatt.host.rows import Stretch
from kilowatt.server.store import locking, shape

if TYPE_CHECKING:
    from collections.abc import Collection

    from sqlalchemy.ext.asyncio import AsyncConnection

    from kilowatt.host.rows import Written


async def latest(connection: AsyncConnection, code: str, upto: int | None = None) -> Written | None:
    """Read the last snapshot, or the last one up to an entry."""
    table = shape.snapshots
    query = select(table.c.seq, table.c.body).where(table.c.code == code).order_by(table.c.seq.desc()).limit(1)
    if upto is not None:
        query = query.where(table.c.seq <= upto)
    row = (await connection.execute(query)).first()
    return (row.seq, row.body) if row is not None else None


async def stretch(connection: AsyncConnection, code: str, start: int, upto: int) -> Stretch:
    """Read the lines up to an entry, from the last snapshot that was taken at `start` or before."""
    snapshot = await latest(connection, code, start)
    table = shape.entries
    query = select(table.c.body).where(table.c.code == code, table.c.seq <= upto).order_by(table.c.seq)
    if snapshot is not None:
        query = query.where(table.c.seq > snapshot[0])
    lines = list((await connection.execute(query)).scalars())
    return Stretch(snapshot, lines, {})


async def at(connection: AsyncConnection, code: str, seqs: Collection[int] | None = None) -> dict[int, bytes]:
    """Read the snapshots at some entries, or all of a table."""
    table = shape.snapshots
    query = select(table.c.seq, table.c.body).where(table.c.code == code)
    if seqs is not None:
        query = query.where(table.c.seq.in_(seqs))
    return {row.seq: row.body for row in await connection.execute(query)}


async def replace(connection: AsyncConnection, code: str, written: list[Written]) -> None:
    """Write the snapshots of a table in place of those that are there."""
    await locking.hold(connection, [code])
    await connection.execute(delete(shape.snapshots).where(shape.snapshots.c.code == code))
    await put(connection, code, written)


async def put(connection: AsyncConnection, code: str, written: list[Written]) -> None:
    """Write snapshots; one that is there already stays."""
    if written:
        insert = insert_sqlite if connection.dialect.name == "sqlite" else insert_postgresql
        rows = [{"code": code, "seq": seq, "body": body} for seq, body in written]
        await connection.execute(insert(shape.snapshots).on_conflict_do_nothing(), rows)
