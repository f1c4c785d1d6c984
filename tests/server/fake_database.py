"""A writer of the store with a fake database, which notes what it is given and fails when told to."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from sqlalchemy.exc import OperationalError

from kilowatt.host.rows import ClockState, Live, Orders
from kilowatt.protocol import AutoOrders
from kilowatt.server.monitoring.metrics import Metrics
from kilowatt.server.store import writer as module
from kilowatt.server.store.postgres import BatchConnection
from kilowatt.server.store.rows import Move, Ordering
from kilowatt.server.store.sqlite import BatchThread, Part
from kilowatt.server.store.writer import Writer

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

LIVE = Live(ClockState([1.0, 2.0], 1, 5.0, 3), 2, "auction", 1)
LIMIT = 5.0
"""Seconds for one check, and for its end: a writer that has stopped would leave either waiting."""
QUIET = Live(phase="fuel")


def move(code: str, **more: Any) -> Move:
    """A move that leads a table from entry 6 to entry 9."""
    fields: dict[str, Any] = {"live": LIVE, "wake": 7.5, "touched": 9.5, "state": "playing", "version": 4}
    return Move(code, [(seq, f"{code}{seq}") for seq in (7, 8, 9)], **{**fields, **more})


def ordering(code: str, **more: Any) -> Ordering:
    """Orders of seat 1 of a table at entry 8."""
    fields = {"orders": Orders(None, AutoOrders(), 3), "wake": 1.5, "live": QUIET, "seq": 8, "version": 4, **more}
    return Ordering(code, 1, **fields)


class Deadlock(Exception):
    """What PostgreSQL says when it has ended a transaction to break a circle."""

    sqlstate = "40P01"


def rolled_back() -> OperationalError:
    """An error after which the transaction can be repeated as it is."""
    return OperationalError("update", {}, Deadlock())


class Log:
    """What the fake database was given, and what it will answer: errors in order, then nothing but success."""

    def __init__(self) -> None:
        self.writes: list[list[Part]] = []
        self.expected: list[Any] = []
        self.payloads: list[str] = []
        self.channels: list[str] = []
        self.answers: list[Any] = []
        self.pragmas: list[Any] = []
        self.drops = 0
        self.steps: list[str] = []

    async def answer(self) -> bool:
        """Fail or hang if that is next; otherwise return whether the batch was taken."""
        answer = self.answers.pop(0) if self.answers else True
        if answer == "hang":
            await asyncio.get_running_loop().create_future()
        if isinstance(answer, BaseException):
            raise answer
        return bool(answer)


class Thread(BatchThread):
    """SQLite's side of the fake."""

    def __init__(self, log: Log) -> None:
        super().__init__("sqlite+aiosqlite:///nowhere")
        self.log = log

    async def write(self, parts: list[Part]) -> None:
        """Note a batch."""
        self.log.writes.append(parts)
        await self.log.answer()

    async def pragma(self, name: str) -> Any:
        """Return the next number."""
        assert name == "data_version"
        answer = self.log.pragmas.pop(0)
        if answer == "hang":
            await asyncio.get_running_loop().create_future()
        if isinstance(answer, BaseException):
            raise answer
        return answer

    def drop(self) -> None:
        """Note that the connection was dropped."""
        self.log.drops += 1


class Remote(BatchConnection):
    """PostgreSQL's side of the fake."""

    def __init__(self, log: Log) -> None:
        super().__init__("postgresql://nowhere")
        self.log = log

    async def write(self, parts: list[Part], expected: Any, channel: str, payloads: list[str]) -> bool:
        """Note a batch."""
        self.log.writes.append(parts)
        self.log.expected.append(expected)
        self.log.channels.append(channel)
        self.log.payloads += payloads
        return await self.log.answer()

    def drop(self) -> None:
        """Note that the connection was dropped."""
        self.log.drops += 1


class Connection:
    """A connection for single calls, which notes each step.

    `fails` names the steps that do not work, `hangs` one that never ends.
    """

    def __init__(self, log: Log) -> None:
        self.log = log
        self.fails: set[str] = set()
        self.hangs = ""

    async def step(self, name: str) -> None:
        """Take a step."""
        self.log.steps.append(name)
        if name == self.hangs:
            await asyncio.get_running_loop().create_future()
        if name in self.fails:
            raise OSError(name)

    async def execute(self, statement: Any, values: Any) -> None:
        """Note a notification."""
        assert statement is module.NOTIFY
        self.log.channels.append(values["channel"])
        self.log.payloads.append(values["payload"])
        await self.step("notify")

    async def commit(self) -> None:
        """Note a commit."""
        await self.step("commit")

    async def rollback(self) -> None:
        """Note a roll-back."""
        await self.step("rollback")

    async def invalidate(self) -> None:
        """Note that the connection is not to be used again."""
        await self.step("invalidate")

    async def close(self) -> None:
        """Note that the connection is closed."""
        await self.step("close")


class Bench:
    """A writer with a fake database."""

    def __init__(self, dialect: str) -> None:
        self.log = Log()
        self.connections: list[Connection] = []
        self.metrics = Metrics()

        async def connect() -> Connection:
            self.connections.append(Connection(self.log))
            return self.connections[-1]

        url = SimpleNamespace(render_as_string=lambda *, hide_password: f"{dialect}://me:{hide_password}@host/base")
        engine: Any = SimpleNamespace(dialect=SimpleNamespace(name=dialect), url=url, connect=connect)
        self.writer = Writer(engine, self.metrics)
        self.made = self.writer.batches
        self.writer.batches = Thread(self.log) if dialect == "sqlite" else Remote(self.log)


def go(check: Callable[[Bench], Awaitable[None]], dialect: str = "sqlite") -> None:
    """Run a check with a writer that runs, and stop it."""

    async def whole() -> None:
        bench = Bench(dialect)
        bench.writer.start()
        try:
            await asyncio.wait_for(check(bench), LIMIT)
        finally:
            await asyncio.wait_for(bench.writer.stop(), LIMIT)

    asyncio.run(whole())


async def fine(connection: Any) -> str:
    """Work that succeeds."""
    assert isinstance(connection, Connection)
    return "fine"
