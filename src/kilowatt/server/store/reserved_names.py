"""Reserved names in the database: listed for the host, freed when nobody has used them, deleted one at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import delete, func, select

from kilowatt.server.store import people_shape, shape

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

    from kilowatt.server.store.store import Store

profiles = shape.profiles


async def delete_unused(store: Store, before: float) -> int:
    """Delete profiles from before a time that have never been used: no table, group, rating or device since."""
    used = [
        select(shape.holders.c.device),
        select(shape.tables.c.owner),
        select(shape.archive_devices.c.device),
        select(people_shape.members.c.device),
        select(people_shape.ratings.c.main),
        select(people_shape.merges.c.device),
        select(people_shape.merges.c.main),
        select(shape.devices.c.main).where(shape.devices.c.at >= before),
        select(shape.passkeys.c.main).where(shape.passkeys.c.at >= before),
    ]
    unused = [profiles.c.main.not_in(query) for query in used]

    async def work(connection: AsyncConnection) -> int:
        return (await connection.execute(delete(profiles).where(profiles.c.made < before, *unused))).rowcount

    return await store.writer.call(work)


async def listed(store: Store, most: int) -> list[Any]:
    """Read profiles with how many seats and devices each has, the newest first."""
    seats = select(func.count()).select_from(shape.holders).where(shape.holders.c.device == profiles.c.main)
    devices = select(func.count()).select_from(shape.devices).where(shape.devices.c.main == profiles.c.main)
    query = select(
        profiles.c.name,
        profiles.c.made,
        profiles.c.rated,
        seats.scalar_subquery().label("seats"),
        devices.scalar_subquery().label("devices"),
    ).order_by(profiles.c.made.desc())
    async with store.reading() as connection:
        return list((await connection.execute(query.limit(most))).all())


async def delete_one(store: Store, looks: str) -> bool:
    """Delete the profile whose name looks like this; its seats stay with the device it was made on."""

    async def work(connection: AsyncConnection) -> bool:
        return bool((await connection.execute(delete(profiles).where(profiles.c.skeleton == looks))).rowcount)

    return await store.writer.call(work)
