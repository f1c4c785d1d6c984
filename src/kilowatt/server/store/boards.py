"""Shared boards in the database, by the hash of their data."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import delete, func, insert, select, update

from kilowatt.server.store import shape

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

    from kilowatt.server.store.store import Store


class BoardRow(msgspec.Struct):
    """A shared board and its maker."""

    id: str
    at: float
    device: str
    address: str | None
    title: str
    body: str
    approved: bool
    listed: bool = False


async def get(store: Store, board: str) -> BoardRow | None:
    """Read a board."""
    async with store.reading() as connection:
        row = (await connection.execute(select(shape.boards).where(shape.boards.c.id == board))).mappings().first()
    return None if row is None else BoardRow(**row)


async def listed(store: Store, device: str | None = None, *, approved: bool | None = None) -> list[BoardRow]:
    """Read boards, newest first: all, or those of a device, or those that are approved or not."""
    query = select(shape.boards).order_by(shape.boards.c.at.desc())
    if device is not None:
        query = query.where(shape.boards.c.device == device)
    if approved is not None:
        query = query.where(shape.boards.c.approved.is_(approved))
    async with store.reading() as connection:
        return [BoardRow(**row) for row in (await connection.execute(query)).mappings()]


async def gallery(store: Store, most: int) -> list[BoardRow]:
    """Read the newest boards that their makers show to everybody and that are approved."""
    rows = shape.boards
    query = select(rows).where(rows.c.listed.is_(True), rows.c.approved.is_(True)).order_by(rows.c.at.desc())
    async with store.reading() as connection:
        return [BoardRow(**row) for row in (await connection.execute(query.limit(most))).mappings()]


async def show(store: Store, board: str, *, listed: bool) -> None:
    """Show a board in the gallery, or take it out."""

    async def work(connection: AsyncConnection) -> None:
        await connection.execute(update(shape.boards).where(shape.boards.c.id == board).values(listed=listed))

    await store.writer.call(work)


async def counts(store: Store, device: str, address: str) -> tuple[int, int]:
    """Count the boards of a device and of an address."""
    own = select(func.count()).where(shape.boards.c.device == device)
    near = select(func.count()).where(shape.boards.c.address == address)
    async with store.reading() as connection:
        return (await connection.execute(own)).scalar_one(), (await connection.execute(near)).scalar_one()


async def add(store: Store, row: BoardRow) -> None:
    """Write a board; one that is there already stays as it is, with its maker."""

    async def work(connection: AsyncConnection) -> None:
        known = await connection.execute(select(shape.boards.c.id).where(shape.boards.c.id == row.id))
        if known.first() is None:
            await connection.execute(insert(shape.boards), msgspec.structs.asdict(row))

    await store.writer.call(work)


async def approve(store: Store, board: str) -> bool:
    """Let everybody see a board; return whether there is one."""

    async def work(connection: AsyncConnection) -> bool:
        done = await connection.execute(update(shape.boards).where(shape.boards.c.id == board).values(approved=True))
        return bool(done.rowcount)

    return await store.writer.call(work)


async def remove(store: Store, board: str) -> bool:
    """Delete a board; return whether there was one. Tables made with it hold their own copies."""

    async def work(connection: AsyncConnection) -> bool:
        done = await connection.execute(delete(shape.boards).where(shape.boards.c.id == board))
        return bool(done.rowcount)

    return await store.writer.call(work)
