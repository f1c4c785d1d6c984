"""Why the last delivery to a person or a chat room failed: rows of the database, so that the person learns it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import delete, select

from kilowatt.server.store import shape
from kilowatt.server.store.upserting import upsert

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

    from kilowatt.server.store.store import Store

GONE, REFUSED, UNREACHED = "gone", "refused", "unreached"
"""Why: the target exists no more, does not take our messages, or did not answer however often it was tried."""


async def put(connection: AsyncConnection, kind: str, target: str, why: str, now: float) -> None:
    """Write why the last delivery failed."""
    await upsert(connection, shape.troubles, [{"kind": kind, "target": target, "at": now, "why": why}])


async def forget(connection: AsyncConnection, kind: str, target: str) -> None:
    """Forget a failure: a message has arrived, or messages now go elsewhere."""
    table = shape.troubles
    await connection.execute(delete(table).where(table.c.kind == kind, table.c.target == target))


async def of(store: Store, target: str) -> dict[str, str]:
    """Read why the last deliveries to a target failed, by their kind."""
    table = shape.troubles
    query = select(table.c.kind, table.c.why).where(table.c.target == target)
    async with store.reading() as connection:
        return {row.kind: row.why for row in await connection.execute(query)}
