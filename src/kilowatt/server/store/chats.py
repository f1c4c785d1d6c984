"""Chat in the database: the last lines of each table, those of players and of watchers counted apart."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import delete, func, insert, select

from kilowatt.server.store import locking, shape
from kilowatt.server.store.news import News

if TYPE_CHECKING:
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
