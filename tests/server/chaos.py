"""Chaos: players play on while the server is killed, frozen, out of disk, flooded and out of time.

`Chaos` owns the server process and does the harm; `Stubborn` plays through it and remembers what was acknowledged.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import resource
import sqlite3
import time
from collections import Counter
from pathlib import Path

import httpx
import msgspec

from kilowatt.client import Client, Gone, ServerSaidNo
from kilowatt.protocol import ClockPlan, CreateTable, SeatPlan
from kilowatt.server.settings import database_file
from tests.server.journal import Journal
from tests.server.kit import eager_move, free_port, process

SEATS = [SeatPlan("person", name=name) for name in "ABC"]
TABLES = [
    CreateTable("recharged/germany", SEATS),
    CreateTable("recharged/usa", SEATS, clock=ClockPlan("bank", bank=300)),
]
LOST = (Gone, httpx.TransportError, TimeoutError, OSError)
CLOCK = """
import os, time
real, path = time.time, os.environ["CHAOS_CLOCK"]
def jumping():
    try:
        with open(path) as file:
            return real() + float(file.read() or 0)
    except (OSError, ValueError):
        return real()
time.time = jumping
"""
"""What the server's process runs first: a clock that jumps by the number in a file."""


class Stubborn(Journal):
    """Plays on whatever happens: a move that was not answered, or refused for now, is sent again with its key."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.refused: Counter[str] = Counter()

    async def play_through(self, url: str, token: str, codes: list[str], place: int, until: float) -> None:
        """Play one table after another until a time."""
        while time.monotonic() < until:
            try:
                async with Client(url, token, seconds=20.0) as client:
                    if codes[place] in self.finished or not codes[place]:
                        codes[place] = (await client.create(TABLES[place % len(TABLES)])).table.code
                        self.codes.append(codes[place])
                    await self._one_table(client, codes[place], until)
            except ServerSaidNo as error:
                self.refused[error.code] += 1
                await asyncio.sleep(0.05)
            except LOST:
                self.refused["lost"] += 1
                await asyncio.sleep(0.05)

    codes: list[str]

    async def _one_table(self, client: Client, code: str, until: float) -> None:
        async with client.sit(code) as seat:
            seat.seconds = 20.0
            while time.monotonic() < until:
                if not await seat.turn():
                    self.finished.add(code)
                    return
                if code not in self.pending:
                    key = f"{code}-{self.chance.getrandbits(64):x}"
                    self.pending[code] = (key, seat.seq, eager_move(seat, self.chance))
                    self.sent += 1
                key, expect, move = self.pending[code]
                try:
                    done = await seat.act(move, key=key, expect=expect)
                except ServerSaidNo as error:
                    if error.code in ("too_many", "store_unavailable", "failed"):
                        raise
                    # refused for good: somebody else, perhaps a bot for a late player, has moved
                    del self.pending[code]
                    self.refused[error.code] += 1
                    await seat.ping()
                    continue
                self.acked[code, key] = (done.seq, msgspec.json.encode(move))
                del self.pending[code]
                await seat.seen(done.seq)


class Chaos:
    """A server to which everything happens."""

    def __init__(self, url: str, folder: Path, seed: int) -> None:
        self.url = url
        self.folder = folder
        self.chance = random.Random(seed)
        self.port = free_port()
        self.place = f"http://127.0.0.1:{self.port}"
        self.clock = folder / "clock"
        self.done: Counter[str] = Counter()
        self.server: asyncio.subprocess.Process | None = None
        (folder / "sitecustomize.py").write_text(CLOCK, encoding="utf-8")
        self.clock.write_text("0", encoding="ascii")

    async def run(self, seconds: float, journal: Stubborn, tables: int = 4) -> None:
        """Play for so long, with one kind of harm after another."""
        until = time.monotonic() + seconds
        journal.codes = []
        places = [""] * tables
        players: list[asyncio.Task[None]] = []
        env = {"PYTHONPATH": str(self.folder), "CHAOS_CLOCK": str(self.clock), "KILOWATT_LIMITS": "1"}
        token = "chaos-" + "x" * 16
        harms = [self.kill, self.freeze, self.fill_disk, self.flood, self.jump]
        while time.monotonic() < until:
            async with process(self.url, self.port, **env) as server:
                self.server = server
                if not players:
                    players = [
                        asyncio.create_task(journal.play_through(self.place, token, places, place, until))
                        for place in range(tables)
                    ]
                while server.returncode is None and time.monotonic() < until:
                    await asyncio.sleep(self.chance.random() * min(2.0, seconds / 20))
                    harm = min(harms, key=lambda one: (self.done[one.__name__], self.chance.random()))
                    await harm()
                    self.done[harm.__name__] += 1
                    if harm == self.kill:
                        break
        async with process(self.url, self.port, **env):
            await asyncio.gather(*players)
            # what was sent last is sent again, so that each is known to be in or out
            await self._settle(journal, token)

    async def _settle(self, journal: Stubborn, token: str) -> None:
        async with Client(self.place, token) as client:
            for code, (key, expect, move) in list(journal.pending.items()):
                async with client.sit(code) as seat:
                    with contextlib.suppress(ServerSaidNo):
                        done = await seat.act(move, key=key, expect=expect)
                        journal.acked[code, key] = (done.seq, msgspec.json.encode(move))

    # --- harms --------------------------------------------------------------------------------------------------------

    async def kill(self) -> None:
        """Kill the server; the next one starts at once."""
        assert self.server is not None
        self.server.kill()
        await self.server.wait()

    async def freeze(self) -> None:
        """Let the database answer nothing for a while."""
        wait = 0.3 + self.chance.random()
        file = database_file(self.url)
        if file is not None:
            base = sqlite3.connect(file, timeout=20)
            base.execute("begin immediate")
            await asyncio.sleep(wait)
            base.rollback()
            base.close()
        else:
            import asyncpg  # type: ignore[import-untyped]

            base = await asyncpg.connect(self.url.replace("+asyncpg", ""))
            async with base.transaction():
                # in another order than the server's: of the two, PostgreSQL rolls back whoever looks first, the server
                await base.execute("set local deadlock_timeout = '10min'")
                await base.execute("lock table entries, tables in access exclusive mode")
                await asyncio.sleep(wait)
            await base.close()

    async def fill_disk(self) -> None:
        """Let no file of the server grow for a while, as if the disk were full."""
        assert self.server is not None
        file = database_file(self.url)
        size = max((path.stat().st_size for path in file.parent.glob("*.db*")), default=0) if file is not None else 0
        with contextlib.suppress(ProcessLookupError):
            old = resource.prlimit(
                self.server.pid, resource.RLIMIT_FSIZE, (max(size // 2, 4096), resource.RLIM_INFINITY)
            )
            await asyncio.sleep(0.3 + self.chance.random())
            resource.prlimit(self.server.pid, resource.RLIMIT_FSIZE, old)

    async def flood(self) -> None:
        """Flood the server from another address with quotes, hellos and nonsense."""
        import socket

        from websockets.asyncio.client import connect

        message: dict[str, dict[str, object]] = {
            "hello": {},
            "nonsense": {},
            "quote": {"id": "q"},
            "history": {"id": "h", "upto": 3},
        }
        kind = self.chance.choice(sorted(message))
        async with Client(self.place) as client:
            with contextlib.suppress(ServerSaidNo, *LOST):
                code = (await client.create(CreateTable("recharged/germany", SEATS))).table.code
                plain = socket.create_connection(("127.0.0.1", self.port), 5, ("127.0.0.2", 0))
                address = f"ws://127.0.0.1:{self.port}/api/tables/{code}/socket"
                with contextlib.suppress(Exception):
                    async with asyncio.timeout(1.0), connect(address, sock=plain, proxy=None) as one:
                        while True:
                            await one.send(json.dumps({"type": kind, **message[kind]}))

    async def jump(self) -> None:
        """Let the clock jump forwards or backwards."""
        self.clock.write_text(str(self.chance.choice((-3600, -60, 0, 60, 3600))), encoding="ascii")


SECONDS = float(os.environ.get("KILOWATT_CHAOS_SECONDS", "600"))
"""How long the whole run takes."""
