"""A lease: of all processes on a database one at a time does something. A process that dies loses it after a while."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import insert, or_, select, update

from kilowatt.server.store import shape

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

SECONDS = 60.0


async def hold(connection: AsyncConnection, name: str, holder: str, now: float) -> bool:
    """Take a lease or make it longer; False while another process has it. A file has one server: it takes the lease."""
    facts = shape.facts
    free = or_(facts.c.text == holder, facts.c.at < now)
    here = facts.c.name == name
    if connection.dialect.name != "sqlite":
        here &= free
    values = {"at": now + SECONDS, "text": holder}
    done = await connection.execute(update(facts).where(here).values(values))
    if done.rowcount == 1:
        return True
    if (await connection.execute(select(facts.c.name).where(facts.c.name == name))).first() is not None:
        return False
    await connection.execute(insert(facts), {"name": name, **values})
    return True
