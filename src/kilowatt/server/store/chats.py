"""Chat in the database: the last lines of each table and group. At a table players and watchers count apart."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from sqlalchemy import Table, delete, func, insert, select, true, update

from kilowatt.server.store import locking, people_shape, shape
from kilowatt.server.store.news import News

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from sqlalchemy import Column, ColumnElement
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


class Kind(NamedTuple):
    """Where people chat: at tables or in groups; the lines, and who hides whom."""

    lines: Table
    hides: Table


TABLES = Kind(shape.chats, shape.hides)
GROUPS = Kind(people_shape.group_chats, people_shape.group_hides)
GROUP_KEPT = 300
"""Lines that a group keeps."""


def _fields(kind: Kind) -> list[Column[Any]]:
    return [kind.lines.c[name] for name in ChatRow.__struct_fields__]


async def say(store: Store, code: str, line: ChatRow) -> int:
    """Write a line at a table and return its number; the oldest of the same kind beyond the limit go."""

    async def work(connection: AsyncConnection) -> int:
        await locking.hold(connection, [code])
        seat = shape.chats.c.seat
        same = seat.is_(None) if line.seat is None else seat.is_not(None)
        return await _put(connection, TABLES, code, line, same, WATCHERS_KEPT if line.seat is None else PLAYERS_KEPT)

    return await store.writer.call(work, lambda number: [News(code, SAID, number)])


async def say_in_group(connection: AsyncConnection, group: str, line: ChatRow) -> int:
    """Write a line in a group and return its number; the oldest beyond the limit go."""
    return await _put(connection, GROUPS, group, line, true(), GROUP_KEPT)


async def _put(
    connection: AsyncConnection, kind: Kind, code: str, line: ChatRow, same: ColumnElement[bool], kept: int
) -> int:
    lines = kind.lines
    values = {"code": code, **{name: value for name, value in msgspec.structs.asdict(line).items() if name != "id"}}
    number = int((await connection.execute(insert(lines).returning(lines.c.id), values)).scalar_one())
    of = (lines.c.code == code) & same
    oldest = select(lines.c.id).where(of).order_by(lines.c.id.desc()).offset(kept).limit(1)
    await connection.execute(delete(lines).where(of, lines.c.id <= oldest.scalar_subquery()))
    return number


async def recent(store: Store, code: str, kind: Kind = TABLES, after: int = 0) -> list[ChatRow]:
    """Read the lines that a table or a group keeps, oldest first."""
    query = select(*_fields(kind)).where(kind.lines.c.code == code, kind.lines.c.id > after).order_by(kind.lines.c.id)
    async with store.reading() as connection:
        return [ChatRow(**row) for row in (await connection.execute(query)).mappings()]


async def one(store: Store, number: int) -> ChatRow | None:
    """Read one line."""
    async with store.reading() as connection:
        row = (await connection.execute(select(*_fields(TABLES)).where(shape.chats.c.id == number))).mappings().first()
    return ChatRow(**row) if row is not None else None


async def lines(store: Store, code: str, numbers: list[int], kind: Kind = TABLES) -> list[ChatRow]:
    """Read some lines of a table or a group, oldest first."""
    said = kind.lines
    query = select(*_fields(kind)).where(said.c.code == code, said.c.id.in_(numbers)).order_by(said.c.id)
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


async def unread(store: Store, held: Mapping[str, Collection[int]], device: str) -> dict[str, int]:
    """Count, for each table, the lines that the player of these seats has not read, not written and not hidden."""
    chats, presence, hides = shape.chats, shape.presence, shape.hides
    codes = [code for code, seats in held.items() if seats]
    async with store.reading() as connection:
        marks = select(presence.c.code, presence.c.seat, presence.c.read).where(presence.c.code.in_(codes))
        upto: dict[str, int] = {}
        for row in await connection.execute(marks):
            if row.seat in held[row.code]:
                upto[row.code] = max(upto.get(row.code, 0), row.read or 0)
        hidden = select(hides.c.code, hides.c.who).where(hides.c.code.in_(codes), hides.c.device == device)
        unseen = {(row.code, row.who) for row in await connection.execute(hidden)}
        lines = select(chats.c.code, chats.c.id, chats.c.seat, chats.c.who).where(chats.c.code.in_(codes))
        counted: dict[str, int] = {}
        for line in await connection.execute(lines):
            fresh = line.id > upto.get(line.code, 0) and line.seat not in held[line.code]
            if fresh and (line.code, line.who) not in unseen:
                counted[line.code] = counted.get(line.code, 0) + 1
    return counted
