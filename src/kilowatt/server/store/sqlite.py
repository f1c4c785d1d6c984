"""Batches into SQLite in one go: a thread with a connection of its own writes a whole batch and commits it.

Through the asynchronous driver every statement goes to a thread and back several times, and for every row the thread
asks the busy loop for the interpreter again; so a commit took many times as long as the disk needs. Here a batch is one
step of the thread and each part of it one statement, whatever its number of rows. Knows no tables.
"""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache, partial
from typing import Any, NamedTuple

import aiosqlite
from sqlalchemy.engine import make_url

from kilowatt.server.monitoring.meter import METER, timed

PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000", "foreign_keys=ON")
"""What is committed stays, also when the machine goes down."""
GRACE = 2.0
"""Seconds that a cancelled opener waits for its connection, to close it."""
ROWS_MOST = 1 << 9
"""Rows in one statement, a power of two: SQLite takes some 32,000 values."""
TEXTS_KEPT = 64
"""Statements kept for the next batch: each is for a power of two of rows, so few are needed and compiled once."""


class Part(NamedTuple):
    """Rows for one table: new ones, or with `match` (its first columns) changes of those that are there.

    With `add` rows that are not there yet are added.
    """

    table: str
    columns: tuple[str, ...]
    rows: list[tuple[Any, ...]]
    match: int = 0
    add: bool = False


def durable(connection: sqlite3.Connection) -> None:
    """Set up a connection so that what it commits stays."""
    for pragma in PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")


async def opened(*args: Any, **kwargs: Any) -> aiosqlite.Connection:  # noqa: ANN401 - the driver's own
    """Open a durable connection of the asynchronous driver; if nobody waits for it any more, close it.

    A connection is a thread. The driver only tells it to stop when who waited for it is cancelled, and SQLAlchemy
    forgets one that it is still setting up: a server that goes down then ends before the thread, which finds nobody to
    answer to.
    """
    connection = aiosqlite.connect(*args, **kwargs)
    connection.__class__ = FileConnection
    connection._thread.daemon = True  # noqa: SLF001 - as SQLAlchemy does with those that it opens
    opening = asyncio.ensure_future(_set_up(connection))
    try:
        return await asyncio.shield(opening)
    except asyncio.CancelledError:
        # a disk that hangs holds up nobody for long
        await asyncio.wait({opening}, timeout=GRACE)
        if not opening.done():
            opening.add_done_callback(_drop)
        elif opening.exception() is None:
            await connection.close()
        raise


class FileConnection(aiosqlite.Connection):
    """A connection whose thread meters every statement, and that leaves no lock behind when it is closed.

    SQLite keeps a closed connection for as long as somebody holds one of its cursors, and the file locked with it if a
    transaction was open. A task that was cancelled holds a cursor until the next garbage collection.
    """

    async def close(self) -> None:
        """Roll back what is open, then close."""
        if self._connection is not None:
            await self._execute(_roll_back, self._connection)
        await super().close()

    def stop(self) -> asyncio.Future[Any] | None:
        """Do the same without waiting."""
        self._tx.put_nowait((None, partial(_roll_back, self._connection)))
        return super().stop()

    async def _execute(self, fn: Any, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401 - any function of the thread
        meter = METER.get()
        return await super()._execute(lambda: timed(meter, lambda: fn(*args, **kwargs)))  # type: ignore[no-untyped-call]


def _roll_back(connection: sqlite3.Connection | None) -> None:
    if connection is not None:
        with contextlib.suppress(sqlite3.Error):
            connection.rollback()


def _drop(opening: asyncio.Future[aiosqlite.Connection]) -> None:
    if not opening.cancelled() and opening.exception() is None:
        opening.result().stop()


async def _set_up(connection: aiosqlite.Connection) -> aiosqlite.Connection:
    await connection
    try:
        for pragma in PRAGMAS:
            async with connection.execute(f"PRAGMA {pragma}"):
                pass
    except BaseException:
        await connection.close()
        raise
    return connection


class BatchThread:
    """Writes batches one after another; after a `sqlite3.Error` nothing of the batch is in the file."""

    def __init__(self, url: str) -> None:
        self.path = make_url(url).database or ""
        self._thread: ThreadPoolExecutor | None = None
        self._connection: sqlite3.Connection | None = None

    async def write(self, parts: list[Part]) -> None:
        """Write a batch and commit it; returns when it is on the disk."""
        await self._do(self._write, parts)

    async def read(self, query: str, *values: Any) -> list[tuple[Any, ...]]:  # noqa: ANN401 - what a column holds
        """Read all rows of a query in one step of the thread."""
        rows: list[tuple[Any, ...]] = await self._do(lambda: self._open().execute(query, values).fetchall())
        return rows

    async def pragma(self, name: str) -> Any:  # noqa: ANN401 - a text or a number
        """Read back a setting of the connection that writes."""
        return (await self.read(f"PRAGMA {name}"))[0][0]

    async def _do(self, work: Any, *args: Any) -> Any:  # noqa: ANN401 - any function of the thread
        if self._thread is None:
            self._thread = ThreadPoolExecutor(1, "batches")
        return await asyncio.get_running_loop().run_in_executor(self._thread, work, *args)

    def drop(self) -> None:
        """Abandon thread and connection, which may hang; the next batch opens new ones."""
        thread, self._thread = self._thread, None
        connection, self._connection = self._connection, None
        if thread is not None:
            if connection is not None:
                thread.submit(connection.close)
            thread.shutdown(wait=False)

    def _open(self) -> sqlite3.Connection:
        if self._connection is None:
            # used by one thread at a time, but after a fault that is another one
            self._connection = sqlite3.connect(self.path, check_same_thread=False, cached_statements=TEXTS_KEPT)
            durable(self._connection)
        return self._connection

    def _write(self, parts: list[Part]) -> None:
        connection = self._open()
        try:
            # Python begins a transaction before INSERT and the like, not before WITH
            connection.execute("BEGIN IMMEDIATE")
            for part in parts:
                start = 0
                while start < len(part.rows):
                    count = min(ROWS_MOST, 1 << ((len(part.rows) - start).bit_length() - 1))
                    rows = part.rows[start : start + count]
                    text = _text(part.table, part.columns, part.match, count, add=part.add)
                    connection.execute(text, [value for row in rows for value in row])
                    start += count
            connection.commit()
        except BaseException:
            connection.rollback()
            raise


@lru_cache(TEXTS_KEPT)
def _text(table: str, columns: tuple[str, ...], match: int, count: int, *, add: bool) -> str:
    """Write the statement for so many rows."""
    names = ", ".join(columns)
    values = ", ".join([f"({', '.join('?' * len(columns))})"] * count)
    if not match:
        return f"INSERT INTO {table} ({names}) VALUES {values}"  # noqa: S608 - names of our own tables
    if add:
        changes = ", ".join(f"{name} = excluded.{name}" for name in columns[match:])
        same = ", ".join(columns[:match])
        return f"INSERT INTO {table} ({names}) VALUES {values} ON CONFLICT ({same}) DO UPDATE SET {changes}"  # noqa: S608
    put = ", ".join(f"{name} = news.{name}" for name in columns[match:])
    here = " AND ".join(f"{table}.{name} = news.{name}" for name in columns[:match])
    return f"WITH news ({names}) AS (VALUES {values}) UPDATE {table} SET {put} FROM news WHERE {here}"  # noqa: S608
