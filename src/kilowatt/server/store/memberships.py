"""Members of groups in the database: who is in, who leaves, and what becomes of a group then."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import delete, func, select, update

from kilowatt.server.store import people_shape, shape

if TYPE_CHECKING:
    from collections.abc import Collection

    from sqlalchemy.ext.asyncio import AsyncConnection

    from kilowatt.server.store.store import Store

groups, members, tokens = people_shape.groups, people_shape.members, people_shape.bot_tokens


async def people(connection: AsyncConnection, number: str) -> list[Any]:
    """Read the members of a group, the longest first."""
    query = select(members).where(members.c.id == number).order_by(members.c.at, members.c.device)
    return list((await connection.execute(query)).all())


def unwanted(stored: str | None) -> list[str]:
    """Read which messages about a group a member does not want; its chat has to be asked for."""
    return ["talk"] if stored is None else stored.split()


async def left(connection: AsyncConnection, number: str, devices: Collection[str]) -> None:
    """Take people out of a group; it goes to the longest member, or goes with the last one."""
    await connection.execute(delete(members).where(members.c.id == number, members.c.device.in_(devices)))
    # their bots leave with them: seats without a token are released by `OutsideBots`
    await connection.execute(delete(tokens).where(tokens.c.group_id == number, tokens.c.device.in_(devices)))
    there = await people(connection, number)
    if not there:
        await remove(connection, [number])
        return
    orphaned = (groups.c.id == number) & groups.c.owner.in_(devices)
    await connection.execute(update(groups).where(orphaned).values(owner=there[0].device))


async def remove(connection: AsyncConnection, numbers: Collection[str]) -> int:
    """Delete groups with their members and standing tables; return how many."""
    await connection.execute(update(shape.tables).where(shape.tables.c.group_id.in_(numbers)).values(group_id=None))
    await connection.execute(delete(shape.outbox).where(shape.outbox.c.code.in_(numbers)))
    return (await connection.execute(delete(groups).where(groups.c.id.in_(numbers)))).rowcount


async def forget(connection: AsyncConnection, devices: Collection[str]) -> None:
    """Take a person out of all groups."""
    query = select(members.c.id).where(members.c.device.in_(devices)).distinct()
    for number in (await connection.execute(query)).scalars().all():
        await left(connection, number, devices)


async def merge(connection: AsyncConnection, old: str, new: str) -> None:
    """Move a device's place in groups to another, unless that one is a member already."""
    both = list((await connection.execute(select(members.c.id).where(members.c.device == new))).scalars())
    await connection.execute(delete(members).where(members.c.device == old, members.c.id.in_(both)))
    await connection.execute(update(members).where(members.c.device == old).values(device=new))
    await connection.execute(update(groups).where(groups.c.owner == old).values(owner=new))


async def delete_unvisited(store: Store, before: float) -> int:
    """Delete groups that no member has opened since then; return how many."""

    async def work(connection: AsyncConnection) -> int:
        old = list((await connection.execute(select(groups.c.id).where(groups.c.visited < before))).scalars())
        return await remove(connection, old) if old else 0

    return await store.writer.call(work)


async def listed(store: Store) -> list[Any]:
    """Read all groups with how many members each has, the newest first."""
    size = select(func.count()).select_from(members).where(members.c.id == groups.c.id).scalar_subquery()
    query = select(groups.c.id, groups.c.name, size.label("members")).order_by(groups.c.made.desc())
    async with store.reading() as connection:
        return list((await connection.execute(query)).all())


async def delete_one(store: Store, number: str) -> bool:
    """Delete a group; return whether there was one."""
    return bool(await store.writer.call(lambda connection: remove(connection, [number])))
