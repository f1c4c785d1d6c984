"""Merging: what one device has becomes another's, in one transaction, also in tables that are packed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import delete, select, update

from kilowatt.server.store import memberships, people_shape, shape
from kilowatt.server.store.news import News

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection


async def merge(connection: AsyncConnection, old: str, new: str) -> list[News]:
    """Move everything of a device to another; return the tables that changed."""
    holders, tables = shape.holders, shape.tables
    held = (await connection.execute(select(holders.c.code, holders.c.seat).where(holders.c.device == old))).all()
    both = select(holders.c.code, holders.c.seat).where(holders.c.device == new)
    own = {(row.code, row.seat) for row in await connection.execute(both)}
    for code, seat in held:
        here = (holders.c.code == code) & (holders.c.seat == seat) & (holders.c.device == old)
        if (code, seat) in own:
            await connection.execute(delete(holders).where(here))
        else:
            await connection.execute(update(holders).where(here).values(device=new))
    owned = list((await connection.execute(select(tables.c.code).where(tables.c.owner == old))).scalars())
    await connection.execute(update(tables).where(tables.c.owner == old).values(owner=new))
    for table in (shape.makers, shape.chats, shape.reports):
        await connection.execute(update(table).where(table.c.device == old).values(device=new))
    await connection.execute(delete(shape.hides).where(shape.hides.c.device == old))
    await memberships.merge(connection, old, new)
    await _merge_ratings(connection, old, new)
    await _merge_packed(connection, old, new)
    news = []
    for code in sorted({row.code for row in held} | set(owned)):
        here = tables.c.code == code
        await connection.execute(update(tables).where(here).values(version=tables.c.version + 1))
        row = (await connection.execute(select(tables.c.seq, tables.c.version).where(here))).one()
        news.append(News(code, row.seq, row.version))
    return news


async def _merge_ratings(connection: AsyncConnection, old: str, new: str) -> None:
    """Move a profile's ratings to another where that one has none; the rest goes with the old profile."""
    if (await connection.execute(select(shape.profiles.c.main).where(shape.profiles.c.main == new))).first() is None:
        return
    for table in (people_shape.ratings, people_shape.rating_changes):
        keys = [column for column in table.primary_key if column.name != "main"]
        mine = {tuple(row) for row in await connection.execute(select(*keys).where(table.c.main == new))}
        for row in (await connection.execute(select(*keys).where(table.c.main == old))).all():
            if tuple(row) not in mine:
                here = [key == value for key, value in zip(keys, row, strict=True)]
                await connection.execute(update(table).where(table.c.main == old, *here).values(main=new))


async def _merge_packed(connection: AsyncConnection, old: str, new: str) -> None:
    packed = shape.archive_devices
    both = select(packed.c.code, packed.c.seat).where(packed.c.device == new)
    for row in (await connection.execute(both)).all():
        here = (packed.c.code == row.code) & (packed.c.seat == row.seat) & (packed.c.device == old)
        await connection.execute(delete(packed).where(here))
    await connection.execute(update(packed).where(packed.c.device == old).values(device=new))
