"""Bot tokens in the database: who made them, where they are valid and until when, and the seats they play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import delete, exists, func, insert, select

from kilowatt.host.errors import Denied
from kilowatt.server.store import people_shape, shape

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

    from kilowatt.server.store.store import Store

TOKENS_MOST = 20
"""Tokens that one person may have at once."""
UNFINISHED = ("waiting", "playing")

table, members = people_shape.bot_tokens, people_shape.members


class BotToken(msgspec.Struct):
    """A token, without its secret."""

    id: str
    device: str
    name: str
    code: str | None
    group_id: str | None
    made: float
    until: float


_columns = [table.c[name] for name in BotToken.__struct_fields__]


async def add(store: Store, token: BotToken, secret: str) -> None:
    """Write a new token with the hash of its secret; `Denied` if its maker has too many, or is no member."""

    async def work(connection: AsyncConnection) -> None:
        held = select(func.count()).select_from(table).where(table.c.device == token.device)
        if (await connection.execute(held)).scalar_one() >= TOKENS_MOST:
            raise Denied("too_many_bot_tokens", most=TOKENS_MOST)
        if token.group_id is not None and not await _is_member(connection, token):
            raise Denied("no_group")
        await connection.execute(insert(table), {**msgspec.structs.asdict(token), "hash": secret})

    await store.writer.call(work)


async def _is_member(connection: AsyncConnection, token: BotToken) -> bool:
    query = select(members.c.id).where(members.c.id == token.group_id, members.c.device == token.device)
    return (await connection.execute(query)).first() is not None


async def valid(store: Store, secret: str, now: float) -> BotToken | None:
    """Read the token with this hash, if it is valid now; a group's while its maker is a member."""
    async with store.reading() as connection:
        query = select(*_columns).where(table.c.hash == secret, table.c.until > now)
        row = (await connection.execute(query)).mappings().first()
        token = BotToken(**row) if row is not None else None
        if token is not None and token.group_id is not None and not await _is_member(connection, token):
            return None
        return token


async def of_device(store: Store, device: str) -> list[tuple[BotToken, list[tuple[str, int]]]]:
    """Read a person's tokens, newest first, each with the seats it plays."""
    seats, tables = shape.seats, shape.tables
    async with store.reading() as connection:
        query = select(*_columns).where(table.c.device == device).order_by(table.c.made.desc(), table.c.id)
        tokens = [BotToken(**row) for row in (await connection.execute(query)).mappings()]
        played = (
            select(seats.c.token, seats.c.code, seats.c.seat)
            .join(tables, tables.c.code == seats.c.code)
            .where(seats.c.token.in_([token.id for token in tokens]), tables.c.state.in_(UNFINISHED))
            .order_by(seats.c.code, seats.c.seat)
        )
        held: dict[str, list[tuple[str, int]]] = {}
        for row in await connection.execute(played):
            held.setdefault(row.token, []).append((row.code, row.seat))
    return [(token, held.get(token.id, [])) for token in tokens]


async def remove(store: Store, number: str, device: str) -> bool:
    """Delete a token of a person; return whether there was one."""
    gone = delete(table).where(table.c.id == number, table.c.device == device)
    done: Any = await store.writer.call(lambda connection: connection.execute(gone))
    return bool(done.rowcount)


async def expire(store: Store, now: float) -> int:
    """Delete the tokens that are no longer valid; return how many."""
    async with store.reading() as connection:
        if (await connection.execute(select(table.c.id).where(table.c.until <= now).limit(1))).first() is None:
            return 0
    gone = delete(table).where(table.c.until <= now)
    done: Any = await store.writer.call(lambda connection: connection.execute(gone))
    return int(done.rowcount)


async def released(store: Store) -> list[tuple[str, int]]:
    """List the seats of games that go on whose token is gone."""
    seats, tables = shape.seats, shape.tables
    query = (
        select(seats.c.code, seats.c.seat)
        .join(tables, tables.c.code == seats.c.code)
        .where(
            seats.c.token.is_not(None),
            tables.c.state.in_(UNFINISHED),
            ~exists().where(table.c.id == seats.c.token),
        )
        .order_by(seats.c.code, seats.c.seat)
    )
    async with store.reading() as connection:
        return [(row.code, row.seat) for row in await connection.execute(query)]
