"""Load on a real server: N tables of four scripted players over real sockets, on this machine.

    python -m bench.load --tables 500 --rate 300 --seconds 30

Prints actions a second, p50 and p99 from sending a move to everybody's update, memory a table, how fast idle tables
come back, the start-up time with stored games, and the disk's own commit rate to compare with. The server's own
histograms say where the time went: `act` from a message to its update, of it `store` waiting for the commit and `tell`
writing the views; `loop_late` and `collection` are stops of the whole process. The driver shares the machine's cores
with the server; what it costs itself is printed too.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import secrets
import shutil
import socket
import sqlite3
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

SEATS = 4


class Menu(msgspec.Struct):
    """What a player reads of its menu."""

    seat: int
    choices: dict[str, list[dict[str, Any]]]


class Mine(msgspec.Struct):
    """What a player reads of its own part of a view."""

    menu: Menu | None = None


class View(msgspec.Struct):
    """What a player reads of a view."""

    seq: int
    mine: Mine


class Message(msgspec.Struct):
    """What a player reads of a message."""

    type: str
    view: View | None = None
    code: str | None = None


read = msgspec.json.Decoder(Message)
EXTRA = ("cities", "income", "house", "connection", "price", "room", "kept", "singles", "means", "least", "most")


def choose(menu: Menu, chance: random.Random) -> dict[str, Any]:
    """Choose a kind, then a row, with the least raise; build and run when possible, so that games get on."""
    for eager in ("build", "run"):
        if eager in menu.choices:
            rows = menu.choices[eager]
            best = (
                max(rows, key=lambda row: row["income"])
                if eager == "run"
                else min(rows, key=lambda row: row["house"] + row["connection"])
            )
            return {name: value for name, value in best.items() if name not in EXTRA}
    row = chance.choice(menu.choices[chance.choice(sorted(menu.choices))])
    move = {name: value for name, value in row.items() if name not in EXTRA}
    if row["type"] == "open":
        move["bid"] = row["least"]
    elif row["type"] == "bid":
        move["amount"] = row["least"]
    return move


class Table:
    """Four players at a table, each with a socket."""

    def __init__(self, code: str, sockets: list[ClientConnection], chance: random.Random) -> None:
        self.code = code
        self.sockets = sockets
        self.chance = chance
        self.seq = 0
        self.menu: tuple[int, Menu] | None = None
        self.seen = [0] * SEATS
        self.all_seen = asyncio.Event()
        self.refused = 0
        self.bytes = 0

    async def listen(self, player: int) -> None:
        """Read everything a player is sent."""
        with contextlib.suppress(Exception):
            async for raw in self.sockets[player]:
                self.bytes += len(raw)
                message = read.decode(raw)
                if message.type == "refused":
                    self.refused += 1
                if message.view is not None:
                    self.seen[player] = message.view.seq
                    if message.view.mine.menu is not None:
                        self.menu = (player, message.view.mine.menu)
                        self.seq = message.view.seq
                    if min(self.seen) == max(self.seen):
                        self.all_seen.set()

    async def move(self) -> float | None:
        """Play one move; give the seconds until everybody had it, None when there is nothing to play."""
        if self.menu is None:
            return None
        player, menu = self.menu
        self.menu = None
        self.all_seen.clear()
        before = self.seq
        act = {"type": "act", "key": secrets.token_hex(8), "expect": before, "action": choose(menu, self.chance)}
        began = time.perf_counter()
        await self.sockets[player].send(json.dumps(act))
        while min(self.seen) <= before:
            self.all_seen.clear()
            async with asyncio.timeout(30):
                await self.all_seen.wait()
        return time.perf_counter() - began


async def open_table(http: httpx.AsyncClient, url: str, number: int) -> Table:
    """Make a table of four devices and connect them all."""
    tokens = [secrets.token_urlsafe(16) for _ in range(SEATS)]
    seats = [{"kind": "person", "name": "P0"}, *[{"kind": "open"}] * (SEATS - 1)]
    headers = [{"cookie": f"kilowatt_device={token}"} for token in tokens]
    made = await http.post("/api/tables", json={"ruleset": "recharged/germany", "seats": seats}, headers=headers[0])
    made.raise_for_status()
    code = made.json()["table"]["code"]
    for player in range(1, SEATS):
        (
            await http.post(f"/api/tables/{code}/join", json={"name": f"P{player}"}, headers=headers[player])
        ).raise_for_status()
    sockets = []
    for player in range(SEATS):
        one = await connect(
            f"{url.replace('http', 'ws', 1)}/api/tables/{code}/socket",
            additional_headers={"Cookie": headers[player]["cookie"]},
            proxy=None,
            compression=None,
            max_size=None,
            ping_interval=None,
        )
        sockets.append(one)
    table = Table(code, sockets, random.Random(number))
    table.listeners = [asyncio.create_task(table.listen(player)) for player in range(SEATS)]  # type: ignore[attr-defined]
    for one in sockets:
        await one.send('{"type":"hello","have":0}')
    async with asyncio.timeout(60):
        while table.menu is None or min(table.seen) == 0:
            table.all_seen.clear()
            await table.all_seen.wait()
    return table


async def drive(table: Table, every: float, until: float, times: list[float]) -> None:
    """Let a table play a move every so often."""
    due = time.perf_counter() + table.chance.random() * every
    while due < until:
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        took = await table.move()
        if took is None:
            return
        times.append(took)
        due = max(due + every, time.perf_counter() - every)


def memory(pid: int) -> float:
    """Give a process's resident memory in kB."""
    for line in Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmRSS"):
            return float(line.split()[1])
    return 0.0


def cpu(pid: int) -> float:
    """Give the seconds of processor time a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rsplit(") ", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def commit_rate(folder: Path, seconds: float = 2.0) -> float:
    """Measure how many small commits a second the disk takes, as the server makes them."""
    base = sqlite3.connect(folder / "rate.db")
    base.execute("pragma journal_mode=wal")
    base.execute("pragma synchronous=full")
    base.execute("create table t (a integer, b text)")
    began, count = time.perf_counter(), 0
    while time.perf_counter() - began < seconds:
        base.execute("insert into t values (?, ?)", (count, "x" * 100))
        base.commit()
        count += 1
    base.close()
    return count / (time.perf_counter() - began)


def free_port() -> int:
    """Find a port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


async def start(database: str, port: int) -> tuple[asyncio.subprocess.Process, float]:
    """Start a server; give it and the seconds until it was ready."""
    began = time.perf_counter()
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        f"from kilowatt.cli.serve import serve; serve('127.0.0.1', {port}, {database!r}, False)",
        env={**os.environ, "KILOWATT_LIMITS": "0", "KILOWATT_LOG_LEVEL": "WARNING", "KILOWATT_IDLE": "2"},
    )
    async with httpx.AsyncClient(trust_env=False) as http, asyncio.timeout(120):
        while True:
            with contextlib.suppress(httpx.TransportError):
                if (await http.get(f"http://127.0.0.1:{port}/readyz")).status_code == httpx.codes.OK:
                    return process, time.perf_counter() - began
            await asyncio.sleep(0.02)


async def stop(process: asyncio.subprocess.Process) -> None:
    """End a server."""
    process.terminate()
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(process.wait(), 20)
    if process.returncode is None:
        process.kill()
        await process.wait()


async def comeback(url: str, codes: list[str]) -> list[float]:
    """Ask for tables that have left memory, and measure how long each takes."""
    times = []
    async with httpx.AsyncClient(base_url=url, trust_env=False) as http:
        for code in codes:
            began = time.perf_counter()
            (await http.get(f"/api/tables/{code}")).raise_for_status()
            times.append(time.perf_counter() - began)
    return times


PHASES = ("act", "store", "commit", "tell", "loop_late", "collection")


async def scrape(url: str) -> dict[str, float]:
    """Read the server's own numbers."""
    async with httpx.AsyncClient(base_url=url, trust_env=False) as http:
        lines = [line.rsplit(" ", 1) for line in (await http.get("/metrics")).text.splitlines() if line[:1] != "#"]
    return {name: float(value) for name, value in lines}


def phases(before: dict[str, float], after: dict[str, float]) -> dict[str, float]:
    """Say where the server's time went: of each phase the mean and a bound on 99 in 100, in milliseconds."""
    read = {name: value - before.get(name, 0.0) for name, value in after.items()}
    found: dict[str, float] = {"commits": read.get("kilowatt_commits_total", 0.0)}
    for phase in PHASES:
        name = f"kilowatt_{phase}_seconds"
        count = read.get(f"{name}_count", 0.0)
        if not count:
            continue
        found[f"{phase}_mean_ms"] = read[f"{name}_sum"] / count * 1000
        below = [(float(key.split('"')[1]), value) for key, value in read.items() if key.startswith(f"{name}_bucket")]
        found[f"{phase}_p99_ms"] = min(most for most, number in below if number >= 0.99 * count) * 1000
    return found


def multiply(database: Path, code: str, games: int) -> None:
    """Store one game many times over, under other codes."""
    base = sqlite3.connect(database)
    for name in ("tables", "seats", "holders", "entries"):
        columns = [row[1] for row in base.execute(f"pragma table_info({name})")]
        rows = base.execute(f"select * from {name} where code = ?", (code,)).fetchall()  # noqa: S608
        place = columns.index("code")
        marks = ",".join("?" * len(columns))
        for number in range(games):
            copies = [(*row[:place], f"Z{number:07d}", *row[place + 1 :]) for row in rows]
            base.executemany(f"insert into {name} values ({marks})", copies)  # noqa: S608
    base.commit()
    base.close()


def at(times: list[float], share: float) -> float:
    """Give a percentile in milliseconds."""
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] * 1000 if ordered else 0.0


async def measure(asked: argparse.Namespace, folder: Path) -> dict[str, float]:
    """Run the whole measurement."""
    found: dict[str, float] = {"commit_rate": commit_rate(folder)}
    database = asked.database or f"sqlite:///{folder / 'load.db'}"
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    process, found["startup_empty_s"] = await start(database, port)
    try:
        limits = httpx.Limits(max_connections=8)
        async with httpx.AsyncClient(base_url=url, limits=limits, timeout=60, trust_env=False) as http:
            warm = await open_table(http, url, -1)
            bare = memory(process.pid)
            gate = asyncio.Semaphore(8)

            async def one(number: int) -> Table:
                async with gate:
                    return await open_table(http, url, number)

            began = time.perf_counter()
            tables = list(await asyncio.gather(*[one(number) for number in range(asked.tables)]))
            found["opening_s"] = time.perf_counter() - began
            found["kB_a_table_at_start"] = (memory(process.pid) - bare) / max(1, asked.tables)
        times: list[float] = []
        every = asked.tables / asked.rate
        before = await scrape(url)
        busy, own = cpu(process.pid), time.process_time()
        began = time.perf_counter()
        await asyncio.gather(*[drive(table, every, began + asked.seconds, times) for table in tables])
        took = time.perf_counter() - began
        found |= {
            "tables": len(tables),
            "actions_a_second": len(times) / took,
            "p50_ms": at(times, 0.5),
            "p99_ms": at(times, 0.99),
            "worst_ms": at(times, 1.0),
            "refused": sum(table.refused for table in tables),
            "server_cores": (cpu(process.pid) - busy) / took,
            "server_ms_an_action": (cpu(process.pid) - busy) / max(1, len(times)) * 1000,
            "driver_cores": (time.process_time() - own) / took,
            "kB_a_table": (memory(process.pid) - bare) / max(1, asked.tables),
            "kB_an_action": sum(table.bytes for table in tables) / max(1, len(times)) / 1000,
        }
        found |= phases(before, await scrape(url))
        for table in [*tables, warm]:
            for task in table.listeners:  # type: ignore[attr-defined]
                task.cancel()
            for one_socket in table.sockets:
                await one_socket.close()
        await asyncio.sleep(8)
        back = await comeback(url, [table.code for table in tables[:50]])
        found |= {"comeback_p50_ms": at(back, 0.5), "comeback_worst_ms": at(back, 1.0)}
    finally:
        await stop(process)
    if asked.games and not asked.database:
        multiply(folder / "load.db", tables[0].code, asked.games)
        process, found[f"startup_{asked.games}_games_s"] = await start(database, port)
        await stop(process)
    return found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--rate", type=float, default=300.0, help="actions a second, over all tables")
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--games", type=int, default=10_000, help="stored games for the start-up time; 0 leaves it out")
    parser.add_argument("--database", default="", help="database URL; default: a new SQLite file")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="kilowatt-load-"))
    try:
        found = asyncio.run(measure(asked, folder))
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    if asked.json:
        print(json.dumps(found))
    else:
        for name, value in found.items():
            print(f"{name:24} {value:10.2f}")


if __name__ == "__main__":
    main()
