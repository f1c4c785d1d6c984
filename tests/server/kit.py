"""What the server's tests share: a real server on a real socket, players that play, and a PostgreSQL of one's own."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import socket
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

import httpx
import uvicorn
from litestar import Litestar

from kilowatt.client import ServerSaidNo, TableSocket
from kilowatt.engine.actions import AnyAction
from kilowatt.host import timekeeping
from kilowatt.server.app import make_litestar
from kilowatt.server.http.gate import Gate
from kilowatt.server.http.static import Page
from kilowatt.server.monitoring.loop_monitor import LoopMonitor
from kilowatt.server.ops.run import config
from kilowatt.server.server import Server
from kilowatt.server.settings import Settings, database_file
from kilowatt.server.store import upgrade
from kilowatt.server.store.store import make_engine
from tests.server.prompt_server import PromptServer

T = TypeVar("T")
# tests/conftest.py has set aside what is loaded; to count that at every start of a server would take a tenth of it
LoopMonitor.sets_aside = False


class Clock:
    """A clock that a test moves."""

    now = 0.0

    def __call__(self) -> float:
        """Return the time."""
        return self.now


def later(seconds: float) -> None:
    """Let time pass."""
    timekeeping.TIME.not_before(timekeeping.now() + seconds)


async def until(true: Callable[[], bool], seconds: float = 20.0) -> None:
    """Wait until something is true of which nobody is told."""
    async with asyncio.timeout(seconds):
        while not true():  # noqa: ASYNC110 - nobody is told
            await asyncio.sleep(0.01)


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run a test's coroutine; a connection that it leaves open fails this test, and not a later one."""
    with asyncio.Runner() as runner:
        result = runner.run(work)
        left = runner.run(abandoned())
    assert not left, f"connections left open: {left}"
    return result


async def abandoned() -> list[str]:
    """Cancel what still runs, as the end of a loop does, and describe and close the connections that are open then."""
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
    transports: Iterable[asyncio.WriteTransport] = getattr(asyncio.get_running_loop(), "_transports", {}).values()
    still_open = [transport for transport in transports if not transport.is_closing()]
    for transport in still_open:
        transport.abort()
    return [f"{one.get_extra_info('sockname')} to {one.get_extra_info('peername')}" for one in still_open]


def sqlite(path: Path) -> str:
    """Name a database file."""
    return f"sqlite+aiosqlite:///{path / 'test.db'}"


empty: list[bytes] = []
"""A database file after all migrations, once one is made: every test's own begins as a copy."""


async def migrated(url: str) -> None:
    """Make the database file of a URL, where there is none, as the migrations leave it."""
    file = database_file(url)
    if file is None or file.exists():
        return
    if not empty:
        with tempfile.TemporaryDirectory() as folder:
            engine = make_engine(sqlite(Path(folder)))
            await upgrade.upgrade(engine)
            async with engine.connect() as connection:
                # all of it in one file, and not in the log beside it
                await connection.exec_driver_sql("pragma wal_checkpoint(truncate)")
            await engine.dispose()
            empty.append((Path(folder) / "test.db").read_bytes())
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(empty[0])


LOWEST_PORT = 10_000
EPHEMERAL = Path("/proc/sys/net/ipv4/ip_local_port_range")


def free_port() -> int:
    """Find a port nobody listens on, below those that the system gives to outgoing connections.

    Of those another program may take it while a server is killed and started again, and the players would then
    connect to that program.
    """
    end = int(EPHEMERAL.read_text(encoding="ascii").split()[0]) if EPHEMERAL.exists() else 32_768
    while True:
        port = random.SystemRandom().randrange(LOWEST_PORT, end)
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


class Running:
    """A server in this process."""

    def __init__(self, url: str, server: Server, uvicorn_server: uvicorn.Server) -> None:
        self.url = url
        self.server = server
        self.uvicorn_server = uvicorn_server


spare: dict[str, list[Litestar]] = {}
"""Inner applications that no server uses now, by their page's folder: making one takes longer than a server's start."""


@contextlib.contextmanager
def inner_application(settings: Settings) -> Iterator[Litestar]:
    """Lend an inner application to one server at a time."""
    free = spare.setdefault(settings.page, [])
    inner = free.pop() if free else make_litestar(Page(settings.page))
    yield inner
    free.append(inner)


@asynccontextmanager
async def serving(url: str, **changes: Any) -> AsyncIterator[Running]:
    """Run a server in this process until the end of the block; a new database file begins as an empty migrated one."""
    settings = Settings(database_url=url, bot_pause=0.0, limits=0.0, sweep=0.2, clock_grace=0.0, stand_in=0.0)
    for name, value in changes.items():
        setattr(settings, name, value)
    await migrated(url)
    with inner_application(settings) as inner:
        async with running(settings, inner) as server:
            yield server


@asynccontextmanager
async def running(settings: Settings, inner: Litestar) -> AsyncIterator[Running]:
    """Run a server with these settings in this process until the end of the block."""
    port = free_port()
    made = config(settings, "127.0.0.1", port, inner)
    made.install_signal_handlers = False  # type: ignore[attr-defined]
    gate = made.app
    assert isinstance(gate, Gate)
    server: Server = gate.inner.state.server  # type: ignore[attr-defined]
    uvicorn_server = PromptServer(made)
    uvicorn_server.capture_signals = contextlib.nullcontext  # type: ignore[assignment,method-assign]
    task = asyncio.create_task(uvicorn_server.serve())
    while not uvicorn_server.started:
        await asyncio.sleep(0.01)
        if task.done():
            await task
    try:
        yield Running(f"http://127.0.0.1:{port}", server, uvicorn_server)
    finally:
        uvicorn_server.stop()
        await task


async def cut_off(server: Running, code: str, seat: int) -> None:
    """Wait until the server has noticed that a player's last socket is closed."""
    room = server.server.registry.rooms[code]
    await until(lambda: seat not in room.noted and not any(seat in viewer.seats for viewer in room.viewers))


@asynccontextmanager
async def process(url: str, port: int, **env: str) -> AsyncIterator[asyncio.subprocess.Process]:
    """Run a server in a process of its own, which a test may kill."""
    await migrated(url)
    log = tempfile.TemporaryFile()  # noqa: SIM115 - closed below
    started = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        f"from kilowatt.cli.serve import serve; serve('127.0.0.1', {port}, {url!r}, False)",
        env={**os.environ, "KILOWATT_LIMITS": "0", "KILOWATT_BOT_PAUSE": "0.0001", "KILOWATT_SWEEP": "0.5", **env},
        stdout=asyncio.subprocess.DEVNULL,
        stderr=log,
    )
    try:
        await ready(started, port)
        yield started
    finally:
        if started.returncode is None:
            started.kill()
        await started.wait()
        log.seek(0)
        # shown by pytest when the test fails
        sys.stderr.write(log.read().decode())
        log.close()


ANSWER_SECONDS = 60.0


def plain_http(url: str = "") -> httpx.AsyncClient:
    """Open an HTTP client without cookies to a server on this machine, for which it reads no certificates.

    It waits longer than the server's own limits: a busy machine paints a first picture in more than httpx's 5 seconds.
    """
    return httpx.AsyncClient(base_url=url, trust_env=False, verify=False, timeout=ANSWER_SECONDS)


async def ready(server: asyncio.subprocess.Process, port: int, seconds: float = 240.0) -> None:
    """Wait until a server says that it can serve; one that has ended in the meantime is an error, not waited for."""
    async with asyncio.timeout(seconds), plain_http() as http:
        while True:
            if server.returncode is not None:
                message = f"the server ended with {server.returncode} before it was ready"
                raise RuntimeError(message)
            with contextlib.suppress(httpx.TransportError):
                if (await http.get(f"http://127.0.0.1:{port}/readyz")).status_code == httpx.codes.OK:
                    return
            await asyncio.sleep(0.05)


def any_move(seat: TableSocket, chance: random.Random) -> AnyAction:
    """Choose a kind of action from the menu the server sent, then one of that kind, with the least raise."""
    assert seat.view is not None
    menu = seat.view.mine.menu
    assert menu is not None
    kind = chance.choice(sorted(menu.choices))
    row = chance.choice(menu.choices[kind])
    return row.at(0 if kind in ("open", "bid") else chance.randrange(len(row)))  # type: ignore[return-value]


def eager_move(seat: TableSocket, chance: random.Random) -> AnyAction:
    """Choose like somebody who wants to get on: build when one can, run the most, else anything."""
    assert seat.view is not None
    menu = seat.view.mine.menu
    assert menu is not None
    builds = menu.choices.get("build")
    if builds:
        cheapest = min(builds, key=lambda row: row.house + row.connection)  # type: ignore[union-attr]
        return cheapest.at(0)  # type: ignore[return-value]
    runs = menu.choices.get("run")
    if runs:
        best = max(runs, key=lambda row: row.income)  # type: ignore[union-attr]
        return best.at(0)  # type: ignore[return-value]
    return any_move(seat, chance)


async def play_on(
    seat: TableSocket,
    chance: random.Random,
    most: int = 10_000,
    choose: Callable[[TableSocket, random.Random], AnyAction] = eager_move,
) -> int:
    """Play a seat until the game is over or so many moves are made; give how many."""
    moves = 0
    while moves < most and await seat.turn(120):
        done = await seat.act(choose(seat, chance))
        moves += 1
        await seat.seen(done.seq)
    return moves


async def play_together(seats: list[TableSocket], chance: random.Random, moves: int) -> None:
    """Play so many moves at a table, whoever's turn it is, or until it is over; a seat that waits in vain raises."""
    for _ in range(moves):
        waiting = [asyncio.create_task(seat.turn(120)) for seat in seats]
        done_first, _ = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        for task in done_first:
            task.result()
        acting = [seat for seat in seats if seat.my_turn]
        if not acting and any(seat.over for seat in seats):
            return
        if not acting:
            continue
        try:
            done = await acting[0].act(eager_move(acting[0], chance))
        except ServerSaidNo as no:
            if no.code not in {"stale", "over"}:
                raise
            continue  # where turns last days the server runs plants and ends empty turns by itself
        for seat in seats:
            await seat.seen(done.seq)


def port_of(url: str) -> int:
    """Return the port of a server's address."""
    return int(url.rsplit(":", 1)[1])
