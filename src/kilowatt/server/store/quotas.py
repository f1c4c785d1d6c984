"""How much of the server one device or address takes up, counted in the database."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import case, func, select

from kilowatt.server.store import shape

if TYPE_CHECKING:
    from kilowatt.server.store.store import Store


class Maker(msgspec.Struct, frozen=True):
    """The maker of a table: the device, and the stored form of its address."""

    device: str
    address: str


class Held(msgspec.Struct):
    """What somebody has stored."""

    tables: int
    imports: int
    bytes: int


async def held(store: Store, maker: Maker) -> tuple[Held, Held]:
    """Count what a device, and what an address, has stored."""
    makers = shape.makers
    counts = (
        func.count(),
        func.coalesce(func.sum(case((makers.c.imported.is_(True), 1), else_=0)), 0),
        func.coalesce(func.sum(makers.c.bytes), 0),
    )
    async with store.reading() as connection:
        own = (await connection.execute(select(*counts).where(makers.c.device == maker.device))).one()
        near = (await connection.execute(select(*counts).where(makers.c.address == maker.address))).one()
    return Held(*map(int, own)), Held(*map(int, near))


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
