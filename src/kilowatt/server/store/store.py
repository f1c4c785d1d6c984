"""The store: what is read and written, by name. Writing goes through the writer, reading through a pool of its own."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import Select, delete, func, insert, or_, select, text, update
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from kilowatt.host.rows import Advance, Live, Orders, SeatRow, Stretch, TableRow, Written
from kilowatt.protocol import AutoOrders, ProxyOrder
from kilowatt.server.store import presence_rows, rows, shape, snapshots
from kilowatt.server.store.news import News
from kilowatt.server.store.sqlite import BatchThread, opened
from kilowatt.server.store.writer import Conflict, StoreDown, Taken, Writer

if TYPE_CHECKING:
    from kilowatt.server.monitoring.metrics import Metrics

PATIENCE = 15.0
LIST_LONGEST = 100
LINES_AT_ONCE = 500
StoredTable = tuple[TableRow, list[SeatRow], dict[int, set[str]], dict[int, Orders], Stretch]
"""A table, its seats, who holds them, their secret orders, and the end of its record."""
VERSIONS_OF = "select code, seq, version from tables where code in (select value from json_each(?))"
ORDERED = -1
"""In news, in place of an entry: secret orders changed."""


def make_engine(url: str) -> AsyncEngine:
    """Open a database so that what is committed stays: SQLite in WAL mode with FULL, PostgreSQL as it comes."""
    if url.startswith("sqlite"):
        return create_async_engine(url, pool_size=3, max_overflow=3, connect_args={"async_creator_fn": opened})
    settings = {"synchronous_commit": "on", "application_name": "kilowatt"}
    return create_async_engine(
        url, pool_size=4, max_overflow=4, pool_pre_ping=True, connect_args={"server_settings": settings, "timeout": 10}
    )


class Store:
    """Everything the server remembers."""

    def __init__(self, engine: AsyncEngine, metrics: Metrics) -> None:
        self.engine = engine
        self.writer = Writer(engine, metrics)

    def start(self) -> None:
        """Begin to write."""
        self.writer.start()

    async def stop(self) -> None:
        """Write what is left and close."""
        await self.writer.stop()
        with contextlib.suppress(SQLAlchemyError, OSError):
            await self.engine.dispose()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """Lend a connection for reading; a database that does not answer is `StoreDown`."""
        try:
            async with asyncio.timeout(PATIENCE), self.engine.connect() as connection:
                yield connection
        except (SQLAlchemyError, OSError, TimeoutError, ConnectionError) as error:
            self.writer.trouble.report("reading", error)
            raise StoreDown(type(error).__name__) from error

    # --- reading ------------------------------------------------------------------------------------------------------

    async def table(self, code: str) -> TableRow | None:
        """Read a table."""
        async with self.reading() as connection:
            return await _table(connection, code)

    async def load(self, code: str, after: int | None = None) -> StoredTable | None:
        """Read all that belongs to a table, of its record the lines after an entry, by default after a snapshot."""
        async with self.reading() as connection:
            if self.writer.notifies:
                # as of one moment: other processes go on writing
                await connection.execution_options(isolation_level="REPEATABLE READ")
            row = await _table(connection, code)
            if row is None:
                return None
            seats = (await _seats(connection, [code])).get(code, [])
            holders = (await _holders(connection, [code])).get(code, {})
            orders = await _orders(connection, code) if row.state == "playing" else {}
            record = Stretch(None, [], {})
            if row.header is not None and after is None:
                record = await snapshots.stretch(connection, code, row.seq, row.seq)
            elif row.header is not None:
                query = _lines(code).where(shape.entries.c.seq > after)
                record = Stretch(None, list((await connection.execute(query)).scalars()), {})
        return row, seats, holders, orders, record

    async def stretch(self, code: str, start: int, upto: int) -> Stretch:
        """Read the lines up to an entry, from the last snapshot that was taken at `start` or before."""
        async with self.reading() as connection:
            return await snapshots.stretch(connection, code, start, upto)

    async def snapshots_at(self, code: str, seqs: Collection[int] | None = None) -> dict[int, bytes]:
        """Read the snapshots at some entries, or all of a table."""
        async with self.reading() as connection:
            return await snapshots.at(connection, code, seqs)

    async def seats_of(self, codes: list[str]) -> dict[str, list[SeatRow]]:
        """Read the seats of several tables, in order."""
        async with self.reading() as connection:
            return await _seats(connection, codes)

    async def holders_of(self, codes: list[str]) -> dict[str, dict[int, set[str]]]:
        """Read which devices hold which seats of several tables."""
        async with self.reading() as connection:
            return await _holders(connection, codes)

    async def entries(self, code: str, after: int = 0, upto: int | None = None) -> list[str]:
        """Read the lines of a table's record, some at a time: a long one in one go would hold up everybody."""
        lines: list[str] = []
        async with self.reading() as connection:
            while True:
                query = _lines(code).where(shape.entries.c.seq > after).limit(LINES_AT_ONCE)
                if upto is not None:
                    query = query.where(shape.entries.c.seq <= upto)
                page = list((await connection.execute(query)).scalars())
                lines += page
                if len(page) < LINES_AT_ONCE:
                    return lines
                after += len(page)

    async def key(self, code: str, key: str) -> tuple[int, str] | None:
        """Look up an idempotency key: the entry it led to and the digest of what was asked."""
        query = select(shape.keys.c.seq, shape.keys.c.digest).where(shape.keys.c.code == code, shape.keys.c.key == key)
        async with self.reading() as connection:
            row = (await connection.execute(query)).first()
        return (row.seq, row.digest) if row is not None else None

    async def lists(self, wanted: str, device: str) -> list[TableRow]:
        """List tables: `open`, `mine` or `watch`, last used first."""
        table = shape.tables
        query: Select[Any] = select(table)
        if wanted == "mine":
            held = select(shape.holders.c.code).where(shape.holders.c.device == device)
            query = query.where(or_(table.c.code.in_(held), table.c.owner == device))
        else:
            state = "waiting" if wanted == "open" else "playing"
            query = query.where(table.c.archived.is_(False), table.c.visibility == "public", table.c.state == state)
        async with self.reading() as connection:
            listed = (await connection.execute(query.order_by(table.c.touched.desc()).limit(LIST_LONGEST))).mappings()
            return [rows.table_row(row) for row in listed]

    async def belongs(self, code: str, device: str) -> bool:
        """Return whether a device made a table or holds a seat there."""
        held = select(shape.holders.c.code).where(shape.holders.c.code == code, shape.holders.c.device == device)
        made = select(shape.tables.c.code).where(shape.tables.c.code == code, shape.tables.c.owner == device)
        async with self.reading() as connection:
            return bool(device) and (await connection.execute(held.union_all(made).limit(1))).first() is not None

    async def due(self, before: float, most: int = 200) -> list[str]:
        """List the tables where the server itself had to act before this time."""
        table = shape.tables
        query = select(table.c.code).where(table.c.wake < before, table.c.state == "playing").order_by(table.c.wake)
        async with self.reading() as connection:
            return list((await connection.execute(query.limit(most))).scalars())

    async def unfinished(self) -> list[TableRow]:
        """List every game that is going on."""
        async with self.reading() as connection:
            active = (
                await connection.execute(select(shape.tables).where(shape.tables.c.state == "playing"))
            ).mappings()
            return [rows.table_row(row) for row in active]

    async def versions(self, codes: list[str]) -> dict[str, tuple[int, int]]:
        """Read at which entry and change some tables are."""
        if isinstance(self.writer.batches, BatchThread):
            return await self._versions_at_once(self.writer.batches, codes)
        table = shape.tables
        query = select(table.c.code, table.c.seq, table.c.version).where(table.c.code.in_(codes))
        async with self.reading() as connection:
            return {row.code: (row.seq, row.version) for row in await connection.execute(query)}

    async def _versions_at_once(self, batches: BatchThread, codes: list[str]) -> dict[str, tuple[int, int]]:
        """Read them in one step of a thread: a busy server asks for all its tables every few seconds."""
        try:
            async with asyncio.timeout(PATIENCE):
                versions = await batches.read(VERSIONS_OF, msgspec.json.encode(codes).decode())
        except (sqlite3.Error, TimeoutError) as error:
            self.writer.trouble.report("reading", error)
            raise StoreDown(type(error).__name__) from error
        return {code: (seq, version) for code, seq, version in versions}

    async def reachable(self) -> bool:
        """Return whether the database answers and has its tables."""
        try:
            async with self.reading() as connection:
                await connection.execute(select(func.count()).select_from(shape.tables).where(text("1 = 0")))
        except StoreDown:
            return False
        return True

    # --- writing ------------------------------------------------------------------------------------------------------

    async def create(
        self,
        row: TableRow,
        seats: list[SeatRow],
        holders: dict[int, set[str]],
        lines: list[tuple[int, str]],
        again: TableRow | None = None,
        states: Sequence[Written] = (),
        address: str | None = None,
    ) -> None:
        """Write a new table; `Conflict` if its code is taken, `Taken` if the table to play `again` has one already."""
        table = shape.tables

        async def work(connection: AsyncConnection) -> None:
            await connection.execute(insert(table), rows.table_values(row))
            if again is not None:
                first = (table.c.code == again.code) & table.c.rematch.is_(None)
                values = {"rematch": row.code, "version": table.c.version + 1}
                done = await connection.execute(update(table).where(first).values(values))
                if done.rowcount != 1:
                    raise Taken
            await put_seats(connection, row.code, seats)
            await put_holders(connection, row.code, holders)
            await presence_rows.put(connection, [(row.code, seat, None) for seat in sorted(holders)], row.created)
            await put_lines(connection, row.code, lines)
            made = {
                "code": row.code,
                "device": row.owner,
                "address": address,
                "imported": row.state == "review",
                # what is played is bounded by the rules; what is brought along counts
                "bytes": sum(len(body) for _, body in lines) if row.state == "review" or row.fork_code else 0,
            }
            await connection.execute(insert(shape.makers), made)
            await snapshots.put(connection, row.code, list(states))

        news = [News(row.code, row.seq, row.version)]
        if again is not None:
            news.append(News(again.code, again.seq, again.version + 1))
        await self.writer.call(work, news)
        if again is not None:
            again.rematch = row.code
            again.version += 1

    async def change(
        self,
        row: TableRow,
        seats: list[SeatRow],
        holders: dict[int, set[str]],
        lines: list[tuple[int, str]] | None = None,
        forget: Collection[int] = (),
        absent: Mapping[int, float] | None = None,
        seen: Mapping[int, str | None] | None = None,
    ) -> None:
        """Write a table's seats and numbers again; `Conflict` if somebody else changed it since `row` was read.

        The orders of seats to `forget` are deleted. It is a `Conflict` too if the player of an `absent` seat was seen
        after the time given. Players of seats `seen` are here now, at the addresses beside them.
        """

        async def work(connection: AsyncConnection) -> None:
            values = rows.table_values(row)
            values["version"] = row.version + 1
            if not lines:
                # where the game stands is the moves' to say, perhaps those of another process
                del values["seq"], values["state"]
            here = (shape.tables.c.code == row.code) & (shape.tables.c.version == row.version)
            if not lines:
                # what is written of the clock and of who is to act holds at this entry only
                here &= shape.tables.c.seq == row.seq
            done = await connection.execute(update(shape.tables).where(here).values(**values))
            if done.rowcount != 1:
                raise Conflict
            await presence_rows.still_absent(connection, row.code, absent or {})
            await connection.execute(delete(shape.seats).where(shape.seats.c.code == row.code))
            await connection.execute(delete(shape.holders).where(shape.holders.c.code == row.code))
            await put_seats(connection, row.code, seats)
            await put_holders(connection, row.code, holders)
            await put_lines(connection, row.code, lines or [])
            if forget:
                gone = (shape.orders.c.code == row.code) & shape.orders.c.seat.in_(list(forget))
                await connection.execute(delete(shape.orders).where(gone))
            await presence_rows.put(
                connection, [(row.code, seat, mark) for seat, mark in (seen or {}).items()], row.touched
            )

        await self.writer.call(work, [News(row.code, row.seq, row.version + 1)])
        row.version += 1

    async def order(self, row: TableRow, seat: int, orders: Orders, wake: float | None, live: Live) -> None:
        """Write the secret orders of a seat, and when the server must act; `Conflict` if the table has changed."""
        ordering = rows.Ordering(row.code, seat, orders, wake, live, row.seq, row.version)
        await self.writer.order(ordering, News(row.code, ORDERED, row.version + 1))
        row.version += 1
        row.wake, row.live = wake, live

    async def keep_snapshots(self, code: str, written: list[Written]) -> None:
        """Write the snapshots of a table in place of those that it has."""
        await self.writer.call(lambda connection: snapshots.replace(connection, code, written))

    async def archive(self, before: float, over_before: float) -> int:
        """Mark tables that nobody has used for long; they are kept. Return how many."""
        table = shape.tables

        async def work(connection: AsyncConnection) -> int:
            old = (table.c.touched < before) | ((table.c.touched < over_before) & table.c.state.in_(("over", "review")))
            # a table that somebody is writing to is in use
            idle = select(table.c.code).where(table.c.archived.is_(False), old).with_for_update(skip_locked=True)
            done = await connection.execute(
                update(table).where(table.c.code.in_(idle)).values(archived=True, wake=None)
            )
            return done.rowcount

        return await self.writer.call(work)


async def _table(connection: AsyncConnection, code: str) -> TableRow | None:
    query = select(shape.tables).where(shape.tables.c.code == code)
    row = (await connection.execute(query)).mappings().first()
    return rows.table_row(row) if row is not None else None


async def _seats(connection: AsyncConnection, codes: list[str]) -> dict[str, list[SeatRow]]:
    query = select(shape.seats).where(shape.seats.c.code.in_(codes)).order_by(shape.seats.c.seat)
    seats: dict[str, list[SeatRow]] = {}
    for row in (await connection.execute(query)).mappings():
        values = dict(row)
        seats.setdefault(values.pop("code"), []).append(SeatRow(**values))
    return seats


async def _holders(connection: AsyncConnection, codes: list[str]) -> dict[str, dict[int, set[str]]]:
    query = select(shape.holders).where(shape.holders.c.code.in_(codes))
    holders: dict[str, dict[int, set[str]]] = {}
    for row in await connection.execute(query):
        holders.setdefault(row.code, {}).setdefault(row.seat, set()).add(row.device)
    return holders


async def _orders(connection: AsyncConnection, code: str) -> dict[int, Orders]:
    orders = (await connection.execute(select(shape.orders).where(shape.orders.c.code == code))).all()
    return {
        row.seat: Orders(
            msgspec.json.decode(row.proxy, type=ProxyOrder) if row.proxy else None,
            msgspec.json.decode(row.auto, type=AutoOrders),
            row.round,
            msgspec.json.decode(row.advance, type=Advance) if row.advance else Advance(),
        )
        for row in orders
    }


def _lines(code: str) -> Select[Any]:
    return select(shape.entries.c.body).where(shape.entries.c.code == code).order_by(shape.entries.c.seq)


async def put_seats(connection: AsyncConnection, code: str, seats: list[SeatRow]) -> None:
    """Write seats."""
    await connection.execute(insert(shape.seats), [{"code": code, **msgspec.structs.asdict(seat)} for seat in seats])


async def put_holders(connection: AsyncConnection, code: str, holders: dict[int, set[str]]) -> None:
    """Write who holds which seat."""
    values = [{"code": code, "seat": seat, "device": device} for seat, devices in holders.items() for device in devices]
    if values:
        await connection.execute(insert(shape.holders), values)


async def put_lines(connection: AsyncConnection, code: str, lines: list[tuple[int, str]]) -> None:
    """Write entries of a record."""
    if lines:
        await connection.execute(
            insert(shape.entries), [{"code": code, "seq": seq, "body": body} for seq, body in lines]
        )
