"""How much of the server one device or address takes up, counted in the database."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import func, select

from kilowatt.server.store import shape

if TYPE_CHECKING:
    from kilowatt.server.store.store import Store


async def public_seats(store: Store, device: str, address: str) -> tuple[int, int]:
    """Count the seats at public tables that have not started: of a device, and of an address."""
    table, holders, presence = shape.tables, shape.holders, shape.presence
    waiting = (table.c.state == "waiting") & (table.c.visibility == "public") & table.c.archived.is_(False)
    own = (
        select(func.count())
        .select_from(holders.join(table, table.c.code == holders.c.code))
        .where(waiting, holders.c.device == device)
    )
    near = (
        select(func.count())
        .select_from(presence.join(table, table.c.code == presence.c.code))
        .where(waiting, presence.c.address == address, presence.c.seat >= 0)
    )
    async with store.reading() as connection:
        return (await connection.execute(own)).scalar_one(), (await connection.execute(near)).scalar_one()
