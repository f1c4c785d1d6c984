"""What went wrong with the last delivery to a person or a chat room, so that they learn it; and tries on request."""

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


async def note(store: Store, kind: str, target: str, why: str | None, now: float) -> None:
    """Write why the last delivery failed; None: it arrived, and an earlier failure is forgotten."""
    table = shape.troubles
    here = (table.c.kind == kind) & (table.c.target == target)

    async def work(connection: AsyncConnection) -> None:
        if why is None:
            await connection.execute(delete(table).where(here))
        else:
            await upsert(connection, table, [{"kind": kind, "target": target, "at": now, "why": why}])

    await store.writer.call(work)


async def of(store: Store, target: str) -> dict[str, str]:
    """Read why the last deliveries to a target failed, by their kind."""
    table = shape.troubles
    query = select(table.c.kind, table.c.why).where(table.c.target == target)
    async with store.reading() as connection:
        return {row.kind: row.why for row in await connection.execute(query)}
