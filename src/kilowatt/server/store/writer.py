"""The writer: one task through which everything is written, so that moves arriving together share a commit.

A caller's await returns only after its commit. A conflict comes back as `Conflict`, a database that does not answer as
`StoreDown`; what either means for a table is the table's question.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import sqlite3
import time
from collections import deque
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import text
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from kilowatt.host.errors import Denied
from kilowatt.server.monitoring.meter import METER, Meter, Metered
from kilowatt.server.store import rows
from kilowatt.server.store.locking import was_rolled_back
from kilowatt.server.store.news import News, payloads
from kilowatt.server.store.postgres import BatchConnection, Versions
from kilowatt.server.store.sqlite import BatchThread, Part
from kilowatt.server.store.trouble import Trouble

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

    from kilowatt.server.monitoring.metrics import Metrics

log = logging.getLogger("kilowatt.writer")
T = TypeVar("T")
MOST_AT_ONCE = 512
GATHER_SECONDS = 0.01
"""From one batch to the next while moves come so quickly that they share commits; a lone move does not wait."""
PATIENCE = 15.0
"""Seconds to wait for a commit before the database counts as lost."""
TRIES = 4
"""How often a transaction is done that PostgreSQL ends by itself."""

LOST = (SQLAlchemyError, sqlite3.Error, OSError, TimeoutError)
"""What says that the database does not answer or cannot write."""
CHANNEL = "kilowatt"
NOTIFY = text("select pg_notify(:channel, :payload)")
NO_NEWS: list[News] = []

ENTRIES = ("code", "seq", "body")
KEYS = ("code", "key", "seq", "digest")
NUMBERS = ("code", "seq", "live", "wake", "touched", "state", "archived")
PLACE = NUMBERS[:3]
"""What most moves change of a table's row: no index has these columns."""
PROXIES = ("code", "seat", "proxy")
SNAPSHOTS = ("code", "seq", "body")
VERSIONS = ("code", "version", "wake", "live")
ORDERS = ("code", "seat", "proxy", "auto", "round", "advance")


CLOSE_SECONDS = 2.0
"""How long the next write waits for a broken connection to be closed."""


class Conflict(Exception):
    """Somebody else wrote this first: reload and look again."""


class Taken(Conflict):
    """The place a new table was meant for is taken: there is such a table already."""


class StoreDown(Exception):
    """The database does not answer or cannot write. Whether the change is in it is not known: reload first."""


Call = Callable[["AsyncConnection"], Awaitable[Any]]
Change = rows.Move | rows.Ordering
"""What shares a commit with others of its kind."""
Announced = list[News] | Callable[[Any], list[News]]
"""News to send with a write, or a function of the write's result that gives them."""


class _Job:
    """One thing to write, and who waits for it."""

    __slots__ = ("call", "change", "done", "meter", "news")

    def __init__(self, change: Change | None, call: Call | None, news: Announced) -> None:
        self.change = change
        self.call = call
        self.news = news
        self.meter = METER.get() or Meter()
        """Of the request that waits for it."""
        self.done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()


class Writer:
    """Writes in order of arrival, as much in one commit as has arrived."""

    def __init__(self, engine: AsyncEngine, metrics: Metrics) -> None:
        self.engine = engine
        self.metrics = metrics
        self.trouble = Trouble(metrics)
        self.notifies = engine.dialect.name == "postgresql"
        url = engine.url.render_as_string(hide_password=False)
        self.batches = BatchThread(url) if engine.dialect.name == "sqlite" else BatchConnection(url)
        """Writes moves and orders, as many in one commit as have arrived."""
        self.name = secrets.token_hex(4)
        """Distinguishes this process's news from those of others."""
        self._jobs: deque[_Job] = deque()
        self._more = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._connection: AsyncConnection | None = None
        self._closing: set[asyncio.Task[None]] = set()
        """Connections that are being closed, however long that takes."""
        self._seen = -1
        self._began = 0.0
        """When the last batch began."""
        self._crowded = False
        """Whether it had more than one move: then a little patience lets more of them share the next commit."""

    def start(self) -> None:
        """Begin to write."""
        self._task = asyncio.create_task(self._run(), name="writer")

    async def stop(self) -> None:
        """Write what has been asked for, then end."""
        if self._task is not None and not self._task.done():
            with contextlib.suppress(StoreDown):
                await self.call(_nothing)
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        await self._drop()

    async def move(self, move: rows.Move) -> None:
        """Write a move; returns when it is on the disk."""
        await self._ask(_Job(move, None, [_news(move)] if self.notifies else []))

    async def order(self, ordering: rows.Ordering, news: News) -> None:
        """Write the secret orders of a seat, in one commit with the moves that arrive together with them."""
        await self._ask(_Job(ordering, None, [news] if self.notifies else []))

    async def call(
        self, work: Callable[[AsyncConnection], Awaitable[T]], news: list[News] | Callable[[T], list[News]] = NO_NEWS
    ) -> T:
        """Do some work in its own transaction; `news` tells other processes which tables changed, and how."""
        result: T = await self._ask(_Job(None, work, news))
        return result

    async def changed_by_others(self) -> bool:
        """Return whether a connection other than that of the batches changed the file since this was last asked.

        Where nobody knows, it has changed.
        """
        if not isinstance(self.batches, BatchThread):
            return True
        try:
            async with asyncio.timeout(PATIENCE):
                now = await self.batches.pragma("data_version")
        except (TimeoutError, sqlite3.Error):
            return True
        before, self._seen = self._seen, now
        return bool(now != before)

    async def _ask(self, job: _Job) -> Any:  # noqa: ANN401 - whatever the work gives
        if self._task is None or self._task.done():
            raise StoreDown("stopped")
        self._jobs.append(job)
        self._more.set()
        return await job.done

    async def _run(self) -> None:
        while True:
            await self._more.wait()
            self._more.clear()
            while self._jobs:
                await self._gather()
                changes: list[_Job] = []
                while self._jobs and self._jobs[0].change is not None and len(changes) < MOST_AT_ONCE:
                    changes.append(self._jobs.popleft())
                await self._together(changes) if changes else await self._alone(self._jobs.popleft())

    async def _gather(self) -> None:
        """Wait until moves that have arrived are all here: one turn of the loop, or longer while many are played."""
        due = self._began + GATHER_SECONDS if self._crowded else 0.0
        await asyncio.sleep(max(0.0, due - time.perf_counter()))

    async def _together(self, jobs: list[_Job]) -> None:
        began = self._began = time.perf_counter()
        self._crowded = len(jobs) > 1
        try:
            changes = [job.change for job in jobs if job.change is not None]
            news = [row for job in jobs for row in _rows(job)]
            await self._repeated(lambda: self._write(changes, news))
        except (IntegrityError, sqlite3.IntegrityError, Conflict):
            await self._roll_back()
            if len(jobs) > 1:
                for job in jobs:
                    await self._together([job])
            else:
                _fail(jobs, Conflict())
        except Exception as error:
            # also what no driver should raise: a writer that ended would leave every table waiting forever
            if not isinstance(error, LOST):
                log.exception("writing failed")
            self.trouble.report("writing moves", error)
            await self._drop()
            _fail(jobs, StoreDown(type(error).__name__))
        else:
            self.metrics.observe_commit(time.perf_counter() - began, len(jobs))
            for job in jobs:
                if not job.done.done():
                    job.done.set_result(None)

    async def _alone(self, job: _Job) -> None:
        try:
            result = await self._repeated(lambda: self._do(job))
        except IntegrityError:
            await self._roll_back()
            _fail([job], Conflict())
        except (Conflict, Denied) as error:
            await self._roll_back()
            _fail([job], error)
        except LOST as error:
            self.trouble.report("writing", error)
            await self._drop()
            _fail([job], StoreDown(type(error).__name__))
        except Exception as error:  # noqa: BLE001 - the caller's own mistake goes back to the caller
            await self._drop()
            _fail([job], error)
        else:
            if not job.done.done():
                job.done.set_result(result)

    async def _repeated(self, work: Callable[[], Awaitable[T]]) -> T:
        """Do a transaction, and do it again if PostgreSQL has ended it by itself; see `locking`."""
        for _ in range(TRIES - 1):
            try:
                async with asyncio.timeout(PATIENCE):
                    return await work()
            except (SQLAlchemyError, ConnectionError) as error:
                if not was_rolled_back(error):
                    raise
                self.metrics.count("store_repeated")
                await self._roll_back()
        async with asyncio.timeout(PATIENCE):
            return await work()

    async def _do(self, job: _Job) -> Any:  # noqa: ANN401 - whatever the work gives
        assert job.call is not None  # noqa: S101 - a job is one or the other
        connection = await self._open()
        result = await Metered(job.meter, _coroutine(job.call(connection)))
        await self._tell(connection, job.news(result) if callable(job.news) else job.news)
        await connection.commit()
        return result

    async def _write(self, changes: list[Change], news: list[News]) -> None:
        # in one order everywhere, so that two processes never wait for each other in a circle
        changes.sort(key=lambda change: change.code)
        if isinstance(self.batches, BatchThread):
            # one process writes the file, and what it has in memory is what is stored
            await self.batches.write(_batch(changes))
        elif not await self.batches.write(_batch(changes), _expected(changes), CHANNEL, payloads(self.name, news)):
            raise Conflict

    async def _tell(self, connection: AsyncConnection, news: list[News]) -> None:
        if not self.notifies:
            return
        for payload in payloads(self.name, news):
            await connection.execute(NOTIFY, {"channel": CHANNEL, "payload": payload})

    async def _open(self) -> AsyncConnection:
        if self._connection is None:
            self._connection = await self.engine.connect()
        return self._connection

    async def _roll_back(self) -> None:
        if self._connection is not None:
            try:
                async with asyncio.timeout(PATIENCE):
                    await self._connection.rollback()
            except Exception:  # noqa: BLE001 - whatever it was, the next write has a connection of its own
                await self._drop()

    async def _drop(self) -> None:
        """Close a connection that may be broken; the next write opens another."""
        connection, self._connection = self._connection, None
        self.batches.drop()
        if connection is not None:
            closing = asyncio.create_task(_closed(connection), name="close")
            self._closing.add(closing)
            closing.add_done_callback(self._closing.discard)
            # not cancelled: a connection that is left half closed keeps its transaction, and the file its lock
            await asyncio.wait({closing}, timeout=CLOSE_SECONDS)


def _batch(changes: list[Change]) -> list[Part]:
    """List what moves and orders write: entries, keys, the tables' numbers, orders, and snapshots."""
    moves = [change for change in changes if isinstance(change, rows.Move)]
    orderings = [change for change in changes if isinstance(change, rows.Ordering)]
    entries = [(move.code, seq, body) for move in moves for seq, body in move.entries]
    keyed = [
        (move.code, move.key[0], move.entries[-1][0], move.key[1])  # the last entry is the one acknowledged
        for move in moves
        if move.key is not None
    ]
    numbers = [
        (move.code, move.entries[-1][0], rows.text(move.live), move.wake, move.touched, move.state, False)
        for move in moves
        if move.touches
    ]
    places = [(move.code, move.entries[-1][0], rows.text(move.live)) for move in moves if not move.touches]
    spent = [(move.code, seat, None) for move in moves for seat in move.spent]
    ordered = [
        (
            given.code,
            given.seat,
            rows.text(given.orders.proxy) if given.orders.proxy is not None else None,
            rows.text(given.orders.auto),
            given.orders.round,
            rows.text(given.orders.advance),
        )
        for given in orderings
    ]
    heads = [(given.code, given.version + 1, given.wake, rows.text(given.live)) for given in orderings]
    kept = [(move.code, *move.snapshot) for move in moves if move.snapshot is not None]
    parts = [
        Part("entries", ENTRIES, entries),
        Part("keys", KEYS, keyed),
        Part("tables", NUMBERS, numbers, 1),
        Part("tables", PLACE, places, 1),
        Part("orders", PROXIES, spent, 2),
        Part("tables", VERSIONS, heads, 1),
        Part("orders", ORDERS, ordered, 2, add=True),
        # another process may have taken the same one: that is no conflict
        Part("snapshots", SNAPSHOTS, kept, 2, add=True),
    ]
    return [part for part in parts if part.rows]


def _expected(changes: list[Change]) -> Versions:
    """List what moves and orders rest on: a move that comes too late is found by its entry, an order by the number."""
    return {
        change.code: (change.version, change.seq if isinstance(change, rows.Ordering) else None) for change in changes
    }


def _news(move: rows.Move) -> News:
    """Announce a move with all that another process needs to apply it."""
    return News(
        move.code,
        move.entries[-1][0],
        move.version,
        [body for _, body in move.entries],
        move.live,
        move.wake,
        move.touched,
        move.state,
        move.spent,
        move.snapshot[0] if move.snapshot is not None else 0,
    )


def _rows(job: _Job) -> list[News]:
    return [] if callable(job.news) else job.news


async def _closed(connection: AsyncConnection) -> None:
    with contextlib.suppress(Exception):
        await connection.invalidate()
    with contextlib.suppress(Exception):
        await connection.close()


async def _coroutine(work: Awaitable[Any]) -> Any:  # noqa: ANN401 - whatever the work gives
    return await work


async def _nothing(_: AsyncConnection) -> None:
    """Write nothing: done when all before it is done."""


def _fail(jobs: list[_Job], error: Exception) -> None:
    for job in jobs:
        if not job.done.done():
            job.done.set_exception(error)
