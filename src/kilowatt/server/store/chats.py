"""Chat in the database: the last lines of each table, those of players and of watchers counted apart."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import delete, func, insert, select, update

from kilowatt.server.store import locking, shape
from kilowatt.server.store.news import News

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from sqlalchemy.ext.asyncio import AsyncConnection

    from kilowatt.server.store.store import Store

PLAYERS_KEPT = 100
WATCHERS_KEPT = 50
"""Lines of each kind that a table keeps: however much watchers write, the players' lines stay."""
SAID = -2
"""In news, in place of an entry: somebody said something; its number follows."""


class ChatRow(msgspec.Struct):
    """One line. `who` names its author within the table; device and address are hashes that no client sees."""

    id: int
    seat: int | None
    name: str
    text: str
    at: float
    who: str | None = None
    device: str | None = None
    address: str | None = None


FIELDS = [shape.chats.c[name] for name in ChatRow.__struct_fields__]


async def say(store: Store, code: str, line: ChatRow) -> int:
    """Write a line and return its number; the oldest of the same kind beyond the limit go."""

    async def work(connection: AsyncConnection) -> int:
        await locking.hold(connection, [code])
        values = {"code": code, **{name: value for name, value in msgspec.structs.asdict(line).items() if name != "id"}}
        inserted = await connection.execute(insert(shape.chats).returning(shape.chats.c.id), values)
        number = int(inserted.scalar_one())
        kind = shape.chats.c.seat.is_(None) if line.seat is None else shape.chats.c.seat.is_not(None)
        kept = WATCHERS_KEPT if line.seat is None else PLAYERS_KEPT
        of = (shape.chats.c.code == code) & kind
        oldest = select(shape.chats.c.id).where(of).order_by(shape.chats.c.id.desc()).offset(kept).limit(1)
        await connection.execute(delete(shape.chats).where(of, shape.chats.c.id <= oldest.scalar_subquery()))
        return number

    return await store.writer.call(work, lambda number: [News(code, SAID, number)])


async def recent(store: Store, code: str) -> list[ChatRow]:
    """Read the lines a table keeps, oldest first."""
    query = select(*FIELDS).where(shape.chats.c.code == code).order_by(shape.chats.c.id)
    async with store.reading() as connection:
        return [ChatRow(**row) for row in (await connection.execute(query)).mappings()]


async def one(store: Store, number: int) -> ChatRow | None:
    """Read one line."""
    async with store.reading() as connection:
        row = (await connection.execute(select(*FIELDS).where(shape.chats.c.id == number))).mappings().first()
    return ChatRow(**row) if row is not None else None


async def lines(store: Store, code: str, numbers: list[int]) -> list[ChatRow]:
    """Read some lines of a table, oldest first."""
    query = select(*FIELDS).where(shape.chats.c.code == code, shape.chats.c.id.in_(numbers)).order_by(shape.chats.c.id)
    async with store.reading() as connection:
        return [ChatRow(**row) for row in (await connection.execute(query)).mappings()]


async def address_of(store: Store, code: str, who: str) -> str | None:
    """Read the address, as a hash, that an author of a table last wrote from."""
    of = (shape.chats.c.code == code) & (shape.chats.c.who == who)
    query = select(shape.chats.c.address).where(of).order_by(shape.chats.c.id.desc()).limit(1)
    async with store.reading() as connection:
        address: str | None = (await connection.execute(query)).scalar_one_or_none()
    return address


async def devices_of(store: Store, code: str, marks: list[str]) -> dict[str, str]:
    """Read the devices, as hashes, of authors of a table."""
    query = select(shape.chats.c.who, shape.chats.c.device).where(
        shape.chats.c.code == code, shape.chats.c.who.in_(marks), shape.chats.c.device.is_not(None)
    )
    async with store.reading() as connection:
        return {row.who: row.device for row in await connection.execute(query.distinct())}


async def address_muted(store: Store, address: str, now: float) -> bool:
    """Return whether the server's host has muted an address."""
    mutes = shape.mutes
    of = (mutes.c.address == address) & (mutes.c.until.is_(None) | (mutes.c.until > now))
    async with store.reading() as connection:
        return bool((await connection.execute(select(func.count()).select_from(mutes).where(of))).scalar_one())


async def mark_read(store: Store, code: str, seats: Collection[int], upto: int) -> None:
    """Write that the players of some seats have read the chat up to a line; nobody unreads anything."""
    presence = shape.presence

    async def work(connection: AsyncConnection) -> None:
        await locking.hold(connection, [code])
        newest = select(func.max(shape.chats.c.id)).where(shape.chats.c.code == code)
        # what is not written yet cannot have been read
        last = min(upto, (await connection.execute(newest)).scalar() or 0)
        here = (presence.c.code == code) & presence.c.seat.in_(seats) & (func.coalesce(presence.c.read, 0) < last)
        await connection.execute(update(presence).where(here).values(read=last))

    await store.writer.call(work)


async def read_upto(store: Store, code: str, seats: Collection[int]) -> int:
    """Read how far the player of some seats has read the chat."""
    presence = shape.presence
    query = select(func.max(presence.c.read)).where(presence.c.code == code, presence.c.seat.in_(seats))
    async with store.reading() as connection:
        return (await connection.execute(query)).scalar() or 0


async def unread(store: Store, held: Mapping[str, Collection[int]]) -> dict[str, int]:
    """Count, for each table, the lines that the player of these seats has not read and not written."""
    chats, presence = shape.chats, shape.presence
    codes = [code for code, seats in held.items() if seats]
    async with store.reading() as connection:
        marks = select(presence.c.code, presence.c.seat, presence.c.read).where(presence.c.code.in_(codes))
        upto: dict[str, int] = {}
        for row in await connection.execute(marks):
            if row.seat in held[row.code]:
                upto[row.code] = max(upto.get(row.code, 0), row.read or 0)
        lines = select(chats.c.code, chats.c.id, chats.c.seat).where(chats.c.code.in_(codes))
        counted: dict[str, int] = {}
        for line in await connection.execute(lines):
            if line.id > upto.get(line.code, 0) and line.seat not in held[line.code]:
                counted[line.code] = counted.get(line.code, 0) + 1
    return counted
