"""Rows of presence, written and checked inside the transactions of others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import select

from kilowatt.server.store import shape
from kilowatt.server.store.upserting import upsert
from kilowatt.server.store.writer import Conflict

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sqlalchemy.ext.asyncio import AsyncConnection

Seen = tuple[str, int, str | None, float, float | None]
"""A table, a seat, the hash of the address its player came from (None: not known), when that was, and until when the
player counts as looking (None: as stored)."""


async def put(connection: AsyncConnection, seen: list[tuple[str, int, str | None]], now: float) -> None:
    """Write that these seats' players are here now: table, seat, hash of the address (None: not known)."""
    await put_rows(connection, [(code, seat, mark, now, None) for code, seat, mark in seen])


async def put_rows(connection: AsyncConnection, seen: list[Seen]) -> None:
    """Write when these seats' players were here, in the order of their keys; call with their tables locked."""
    rows = [
        {"code": code, "seat": seat, "seen": at, "address": mark, "looking": looking}
        for code, seat, mark, at, looking in sorted(seen, key=_key)
    ]
    if rows:
        # what is not known leaves what is stored
        await upsert(connection, shape.presence, rows, keep=("address", "looking"))


def _key(row: Seen) -> tuple[str, int]:
    return row[0], row[1]


async def still_absent(connection: AsyncConnection, code: str, since: Mapping[int, float]) -> None:
    """Check inside a transaction that no player has come back: `Conflict` if one was seen after the time given."""
    if since:
        query = select(shape.presence.c.seat, shape.presence.c.seen).where(
            shape.presence.c.code == code, shape.presence.c.seat.in_(list(since))
        )
        for row in await connection.execute(query):
            if row.seen > since[row.seat]:
                raise Conflict
