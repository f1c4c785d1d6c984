"""Retention: tables nobody visits are packed into one compressed row, and deleted later. A visit unpacks them."""

from __future__ import annotations

import asyncio
import zlib
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import delete, func, insert, select

from kilowatt.host.rows import TableRow
from kilowatt.server.store import locking, people_shape, shape
from kilowatt.server.store.news import News
from kilowatt.server.store.presence_rows import put
from kilowatt.server.store.writer import Conflict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy.ext.asyncio import AsyncConnection

    from kilowatt.server.store.store import Store

LEVEL = 9
OWNER, MAKER = -1, -2
"""In place of a seat: the device that a packed table belongs to, and the one that made it."""


class Packed(msgspec.Struct):
    """All of a table that is kept in its packed form: no chat, no secret orders, no idempotency keys, no devices.

    Which devices it belongs to is in rows beside it: they can be asked for, and changed, without unpacking.
    """

    table: dict[str, Any]
    seats: list[dict[str, Any]]
    entries: list[str]
    maker: dict[str, Any] | None


_decode = msgspec.json.Decoder(Packed)


def decoded(body: bytes) -> Packed:
    """Read a packed table."""
    return _decode.decode(zlib.decompress(body))


def encoded(packed: Packed) -> bytes:
    """Write a packed table."""
    return zlib.compress(msgspec.json.encode(packed), LEVEL)


async def unvisited(store: Store, before: float, states: tuple[str, ...], most: int) -> list[str]:
    """List tables in these states that nobody has visited since `before`, longest first."""
    table, presence = shape.tables, shape.presence
    seen = select(func.max(presence.c.seen)).where(presence.c.code == table.c.code).scalar_subquery()
    last = func.coalesce(seen, table.c.touched)
    query = select(table.c.code).where(table.c.state.in_(states), last < before).order_by(last).limit(most)
    async with store.reading() as connection:
        return list((await connection.execute(query)).scalars())


async def pack(store: Store, code: str, now: float) -> bool:
    """Put a table's packed form in its place; return whether there was one."""

    async def work(connection: AsyncConnection) -> bool:
        # a move that another process writes now comes before this, or finds no table
        await locking.hold_whole(connection, [code])
        packed, devices = await _gathered(connection, code)
        if packed is None:
            return False
        body = await asyncio.to_thread(encoded, packed)
        values = {"code": code, "at": now, "state": packed.table["state"], "body": body}
        await connection.execute(insert(shape.archive), values)
        if devices:
            held = [{"code": code, "seat": seat, "device": device} for seat, device in devices]
            await connection.execute(insert(shape.archive_devices), held)
        # everything else goes with the table; a process that has it in memory fails its next write and reloads
        await connection.execute(delete(shape.tables).where(shape.tables.c.code == code))
        await forget_messages(connection, [code])
        return True

    return await store.writer.call(work)


async def forget_messages(connection: AsyncConnection, codes: Sequence[str]) -> None:
    """Delete what is not bound to a table's row: its webhook, why the last message failed, and its notifications."""
    await connection.execute(delete(shape.hooks).where(shape.hooks.c.code.in_(codes)))
    await connection.execute(delete(shape.troubles).where(shape.troubles.c.target.in_(codes)))
    await connection.execute(delete(shape.outbox).where(shape.outbox.c.code.in_(codes)))


async def _gathered(connection: AsyncConnection, code: str) -> tuple[Packed | None, list[tuple[int, str]]]:
    """Read a table to pack, and beside it the devices that it belongs to."""

    async def of(table: Any) -> list[dict[str, Any]]:  # noqa: ANN401 - a Table
        rows = await connection.execute(select(table).where(table.c.code == code).order_by(*table.primary_key))
        return [dict(row) for row in rows.mappings()]

    tables = await of(shape.tables)
    if not tables:
        return None, []
    makers = await of(shape.makers)
    devices = [(row["seat"], row["device"]) for row in await of(shape.holders)]
    devices += [(OWNER, tables[0]["owner"]), *((MAKER, maker["device"]) for maker in makers)]
    tables[0]["owner"] = ""
    for maker in makers:
        maker["device"] = ""
    entries = [row["body"] for row in await of(shape.entries)]
    packed = Packed(tables[0], await of(shape.seats), entries, makers[0] if makers else None)
    return packed, [(seat, device) for seat, device in devices if device]


async def unpack(store: Store, code: str, now: float) -> bool:
    """Put a packed table back as it was, visited now; return whether there was one."""
    async with store.reading() as connection:
        archived = (await connection.execute(select(shape.archive.c.code).where(shape.archive.c.code == code))).first()
    if archived is None:
        return False

    async def work(connection: AsyncConnection) -> bool:
        body = (await connection.execute(select(shape.archive.c.body).where(shape.archive.c.code == code))).scalar()
        if body is None:
            return False
        packed = await asyncio.to_thread(decoded, body)
        archived = shape.archive_devices
        query = select(archived.c.seat, archived.c.device).where(archived.c.code == code)
        devices = [(row.seat, row.device) for row in await connection.execute(query)]
        packed.table["owner"] = next((device for seat, device in devices if seat == OWNER), "")
        await connection.execute(insert(shape.tables), packed.table)
        await connection.execute(insert(shape.seats), packed.seats)
        held = [{"code": code, "seat": seat, "device": device} for seat, device in devices if seat >= 0]
        if held:
            await connection.execute(insert(shape.holders), held)
        if packed.entries:
            numbered = enumerate(packed.entries, start=1)
            await connection.execute(
                insert(shape.entries), [{"code": code, "seq": seq, "body": line} for seq, line in numbered]
            )
        if packed.maker is not None:
            packed.maker["device"] = next((device for seat, device in devices if seat == MAKER), "")
            await connection.execute(insert(shape.makers), packed.maker)
        # the players were away, and nobody may take their seats because the table was
        visited = sorted({seat for seat, _ in devices if seat >= 0} | {-1})
        await put(connection, [(code, seat, None) for seat in visited], now)
        await connection.execute(delete(shape.archive).where(shape.archive.c.code == code))
        return True

    try:
        return await store.writer.call(work)
    except Conflict:
        # another process unpacked it in the same moment
        return True


async def delete_packed(store: Store, before: float) -> int:
    """Delete packed tables that nobody has visited since they were packed, before a time; return how many."""

    async def work(connection: AsyncConnection) -> int:
        return (await connection.execute(delete(shape.archive).where(shape.archive.c.at < before))).rowcount

    return await store.writer.call(work)


async def delete_merges(store: Store, before: float) -> int:
    """Forget what devices brought along that signed in before a time, and their own profiles; return how many."""
    merges, profiles, devices = people_shape.merges, shape.profiles, shape.devices
    old = select(merges.c.device).where(merges.c.at < before)

    async def work(connection: AsyncConnection) -> int:
        still = select(devices.c.device)
        await connection.execute(delete(profiles).where(profiles.c.main.in_(old), profiles.c.main.in_(still)))
        return (await connection.execute(delete(merges).where(merges.c.at < before))).rowcount

    return await store.writer.call(work)


async def delete_reports(store: Store, before: float) -> int:
    """Delete reports made before a time; return how many."""

    async def work(connection: AsyncConnection) -> int:
        return (await connection.execute(delete(shape.reports).where(shape.reports.c.at < before))).rowcount

    return await store.writer.call(work)


async def delete_table(store: Store, row: TableRow) -> None:
    """Delete a table at once; `Conflict` if it has changed since `row` was read."""
    table = shape.tables

    async def work(connection: AsyncConnection) -> None:
        same = (table.c.code == row.code) & (table.c.version == row.version) & (table.c.seq == row.seq)
        if (await connection.execute(delete(table).where(same))).rowcount != 1:
            raise Conflict
        await forget_messages(connection, [row.code])

    await store.writer.call(work, [News(row.code, row.seq, row.version + 1)])
