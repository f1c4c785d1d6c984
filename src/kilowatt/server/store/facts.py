"""Facts about the server itself: when it last ran, whether the database takes writes, its key for hashing addresses."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from typing import TYPE_CHECKING

from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from kilowatt.server.store import shape

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

PATIENCE = 5.0
"""Seconds within which a probe must have written."""


async def put(connection: AsyncConnection, name: str, at: float, text: str | None = None) -> None:
    """Write a fact in place of its old value."""
    values = {"at": at, "text": text}
    done = await connection.execute(update(shape.facts).where(shape.facts.c.name == name).values(values))
    if done.rowcount == 0:
        await connection.execute(insert(shape.facts), {"name": name, **values})


async def get(connection: AsyncConnection, name: str) -> tuple[float, str | None] | None:
    """Read a fact: its time and its text."""
    row = (await connection.execute(select(shape.facts).where(shape.facts.c.name == name))).first()
    return (row.at, row.text) if row is not None else None


async def address_key(engine: AsyncEngine, now: float) -> bytes:
    """Read the key for hashing addresses; the first process on a database makes it."""
    for _ in range(3):
        async with engine.connect() as connection:
            fact = await get(connection, "address_key")
        if fact is not None:
            return bytes.fromhex(fact[1] or "")
        with contextlib.suppress(IntegrityError):
            async with engine.begin() as connection:
                values = {"name": "address_key", "at": now, "text": secrets.token_hex(32)}
                await connection.execute(insert(shape.facts), values)
    raise RuntimeError("the database keeps no key for addresses")


async def unwritable(engine: AsyncEngine, now: float) -> BaseException | None:
    """Write a row over a connection of its own; return the error if the database does not take it, else None."""
    try:
        async with asyncio.timeout(PATIENCE), engine.begin() as connection:
            await put(connection, "ready", now)
    except IntegrityError:
        # two processes wrote their first row at the same moment: it takes writes
        return None
    except (OSError, SQLAlchemyError, TimeoutError) as error:
        return error
    return None
