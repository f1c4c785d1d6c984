"""Memory over hours: a thousand tables whose players come and go, at a low rate, on one server.

    nice -n 15 python -m bench.soak --tables 1000 --rate 60 --hours 2 --out soak.csv

Every table belongs to an address of its own, as behind a proxy, and the server's limits are as a host has them. A table
lives for 10 to 200 moves, one in ten for its whole game; then its players go and a new table takes its place. Once per
second a visitor with a new address and a new device looks at the list of tables and watches one for a while. Once per
minute a row is written: the server's memory, how much of it the C library has given out and how much it keeps for
later, its tables and sockets, and what was played. Every `--count` minutes the server counts its own objects by
type into a file beside it, so that growth has a name. At the end every table is left, and a last row shows what stays.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import ctypes
import gc
import json
import os
import random
import secrets
import signal
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from types import FrameType

import httpx

from bench.driving import Table, as_sent, cpu, free_port, memory, open_socket, open_table, scrape, start, stop

LIVES = (10, 200)
WHOLE_GAMES = 0.1
WATCHED_SECONDS = 20.0
ALL_MOVES = 1_000_000
LEFT_SECONDS = 330
"""Longer than an unused table stays in memory."""
SHOWN = 10
"""So many errors are printed."""
COUNTED = 60
"""So many types of objects are written."""
COLUMNS = (
    "minute",
    "rss_kB",
    "in_use_kB",
    "kept_kB",
    "tables",
    "viewers",
    "moves",
    "opened",
    "visitors",
    "trouble",
    "server_cores",
    "load",
)


# --- in the server ----------------------------------------------------------------------------------------------------


class Mallinfo(ctypes.Structure):
    """What the C library says about its memory: glibc's `struct mallinfo2`."""

    _fields_ = [
        (name, ctypes.c_size_t)
        for name in (
            "arena",
            "ordblks",
            "smblks",
            "hblks",
            "hblkhd",
            "usmblks",
            "fsmblks",
            "uordblks",
            "fordblks",
            "keep",
        )
    ]


def first(container: dict[object, object] | list[object] | set[object]) -> str:
    """Return the first thing in a container, so that a reader knows which it is."""
    one = next(iter(container), None)
    return repr(one)[:60] if isinstance(one, str | int | bytes) else type(one).__qualname__


def count_on_signal(path: str) -> None:
    """Write objects by type and the largest containers at every SIGUSR1, the C library's memory at every SIGUSR2."""
    library = ctypes.CDLL(None)
    library.mallinfo2.restype = Mallinfo

    def in_kilobytes() -> tuple[int, int]:
        info = library.mallinfo2()
        return (info.uordblks + info.hblkhd) // 1024, info.fordblks // 1024

    def count(_signal: int, _frame: FrameType | None) -> None:
        gc.collect()
        objects = gc.get_objects()
        types = Counter(f"{type(one).__module__}.{type(one).__qualname__}" for one in objects)
        lengths = sorted(
            ((len(one), type(one).__name__, first(one)) for one in objects if type(one) in (dict, list, set)),
            reverse=True,
        )[:COUNTED]
        del objects
        in_use, kept = in_kilobytes()
        row = {
            "time": time.time(),
            "in_use_kB": in_use,
            "kept_kB": kept,
            "blocks": sys.getallocatedblocks(),
            "types": dict(types.most_common(COUNTED)),
            "largest": lengths,
        }
        with Path(path).open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")

    def look(_signal: int, _frame: FrameType | None) -> None:
        in_use, kept = in_kilobytes()
        Path(path + ".now").write_text(f"{in_use} {kept}", encoding="ascii")

    signal.signal(signal.SIGUSR1, count)
    signal.signal(signal.SIGUSR2, look)


# --- the players ------------------------------------------------------------------------------------------------------


class Soak:
    """All tables and visitors of a run."""

    def __init__(self, asked: argparse.Namespace, url: str) -> None:
        self.asked = asked
        self.url = url
        self.chance = random.Random(7)
        self.moves = self.opened = self.visitors = self.trouble = 0
        self.codes: dict[int, str] = {}
        self.gate = asyncio.Semaphore(2)
        self.over = False

    def address(self) -> str:
        """Return an address that nobody has used yet, most likely."""
        return "10." + ".".join(str(self.chance.randrange(256)) for _ in range(3))

    async def open(self, number: int) -> Table:
        """Make a table at a new address."""
        async with self.gate, httpx.AsyncClient(base_url=self.url, timeout=120, trust_env=False) as http:
            table = await open_table(http, self.url, number, address=self.address())
        self.opened += 1
        return table

    async def play(self, place: int) -> None:
        """Play at one of the places, one table after another."""
        every = self.asked.tables / self.asked.rate
        number = place
        while not self.over:
            table: Table | None = None
            try:
                table = await self.open(number)
                self.codes[place] = table.code
                left = ALL_MOVES if self.chance.random() < WHOLE_GAMES else self.chance.randint(*LIVES)
                while left and not self.over:
                    await asyncio.sleep(self.chance.uniform(0.5, 1.5) * every)
                    if await table.move() is None:
                        break
                    self.moves += 1
                    left -= 1
            except Exception as error:  # noqa: BLE001 - a soak goes on; the rows say how often
                self.trouble += 1
                if self.trouble < SHOWN:
                    print(f"{type(error).__name__}: {error}", file=sys.stderr, flush=True)
                await asyncio.sleep(every)
            if table is not None:
                with contextlib.suppress(Exception):
                    await table.close()
            number += self.asked.tables

    async def visit(self) -> None:
        """Look at the list of tables and watch one, as somebody new."""
        address, token = self.address(), secrets.token_urlsafe(16)
        try:
            async with httpx.AsyncClient(
                base_url=self.url, timeout=60, trust_env=False, headers=as_sent(token, address)
            ) as http:
                await http.get("/")
                await http.get("/api/tables?filter=open")
            if self.codes:
                socket = await open_socket(self.url, self.chance.choice(list(self.codes.values())), token, address)
                await socket.send('{"type":"hello","have":0}')
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(WATCHED_SECONDS):
                        async for _ in socket:
                            pass
                await socket.close()
            self.visitors += 1
        except Exception:  # noqa: BLE001 - a soak goes on
            self.trouble += 1

    async def receive(self) -> None:
        """Send a visitor every second."""
        visits: set[asyncio.Task[None]] = set()
        while not self.over:
            await asyncio.sleep(1.0)
            visits.add(asyncio.create_task(self.visit()))
            visits = {one for one in visits if not one.done()}


def in_the_library(path: Path) -> tuple[float, float]:
    """Return what the server wrote last: what the C library has given out, and what it keeps, in kB."""
    given, kept = path.read_text(encoding="ascii").split()
    return float(given), float(kept)


async def sample(soak: Soak, pid: int, out: Path, began: float, busy: float, seconds: float) -> float:
    """Write one row; return the processor time used so far."""
    os.kill(pid, signal.SIGUSR2)
    await asyncio.sleep(3.0)
    in_use, kept = in_the_library(out.with_name(out.name + ".objects.now"))
    numbers: dict[str, float] = {}
    with contextlib.suppress(httpx.TransportError):  # a busy machine may take its time
        numbers = await scrape(soak.url)
    used = cpu(pid)
    row = (
        (time.time() - began) / 60,
        memory(pid),
        in_use,
        kept,
        numbers.get("kilowatt_rooms", -1.0),
        numbers.get("kilowatt_sockets", -1.0),
        soak.moves,
        soak.opened,
        soak.visitors,
        soak.trouble,
        (used - busy) / seconds,
        os.getloadavg()[0],
    )
    with out.open("a", encoding="ascii") as file:
        file.write(",".join(f"{value:.2f}".removesuffix(".00") for value in row) + "\n")
    return used


async def run(asked: argparse.Namespace, folder: Path) -> None:
    """Run the whole soak."""
    out = asked.out
    out.write_text(",".join(COLUMNS) + "\n", encoding="ascii")
    port = free_port()
    before = f"from bench.soak import count_on_signal; count_on_signal({f'{out}.objects'!r})"
    process, _ = await start(
        asked.database or f"sqlite:///{folder / 'soak.db'}",
        port,
        before=before,
        KILOWATT_LIMITS="1",
        KILOWATT_PROXIED="1",
        KILOWATT_IDLE="300",
    )
    soak = Soak(asked, f"http://127.0.0.1:{port}")
    began, busy = time.time(), cpu(process.pid)
    tasks = [asyncio.create_task(soak.play(place)) for place in range(asked.tables)]
    tasks.append(asyncio.create_task(soak.receive()))
    try:
        minute = 0
        while time.time() < began + asked.hours * 3600:
            minute += 1
            await asyncio.sleep(max(1.0, began + minute * 60 - time.time()))
            if minute % asked.count == 0:
                os.kill(process.pid, signal.SIGUSR1)
                await asyncio.sleep(5.0)
            busy = await sample(soak, process.pid, out, began, busy, 60.0)
        soak.over = True
        await asyncio.wait(tasks, timeout=120)
        await asyncio.sleep(LEFT_SECONDS)
        os.kill(process.pid, signal.SIGUSR1)
        await asyncio.sleep(10.0)
        await sample(soak, process.pid, out, began, busy, 60.0)
    finally:
        for task in tasks:
            task.cancel()
        await stop(process)


def main() -> None:
    """Run and leave the rows in a file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--rate", type=float, default=60.0, help="moves per second, over all tables")
    parser.add_argument("--hours", type=float, default=2.0)
    parser.add_argument("--count", type=int, default=15, help="minutes between two counts of the server's objects")
    parser.add_argument("--database", default="", help="database URL; default: a new SQLite file")
    parser.add_argument("--out", type=Path, default=Path("soak.csv"))
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="kilowatt-soak-", ignore_cleanup_errors=True) as folder:
        asyncio.run(run(asked, Path(folder)))


if __name__ == "__main__":
    main()
