"""What the measurements of the server share: starting one, tables of scripted players, and reading its numbers."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import secrets
import socket
import sqlite3
import sys
import time
from pathlib import Path
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

from kilowatt.statistics import percentile

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
        self.tokens: list[str] = []
        self.listeners: list[asyncio.Task[None]] = []

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

    async def close(self) -> None:
        """Close all sockets."""
        for task in self.listeners:
            task.cancel()
        for one in self.sockets:
            await one.close()

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


def as_sent(token: str, address: str = "") -> dict[str, str]:
    """Return the headers of a device, behind a proxy with the address it has there."""
    return {"Cookie": f"kilowatt_device={token}"} | ({"X-Forwarded-For": address} if address else {})


async def open_socket(
    url: str,
    code: str,
    token: str,
    address: str = "",
    **options: Any,  # noqa: ANN401 - of the library
) -> ClientConnection:
    """Connect a device to a table."""
    return await connect(
        f"{url.replace('http', 'ws', 1)}/api/tables/{code}/socket",
        additional_headers=as_sent(token, address),
        proxy=None,
        compression=None,
        max_size=None,
        ping_interval=None,
        open_timeout=60,
        **options,
    )


async def open_table(http: httpx.AsyncClient, url: str, number: int, others: str = "", address: str = "") -> Table:
    """Make a table of four devices and connect them all, every second one to another process if there is one."""
    tokens = [secrets.token_urlsafe(16) for _ in range(SEATS)]
    seats = [{"kind": "person", "name": "P0"}, *[{"kind": "open"}] * (SEATS - 1)]
    headers = [as_sent(token, address) for token in tokens]
    made = await http.post("/api/tables", json={"ruleset": "recharged/germany", "seats": seats}, headers=headers[0])
    made.raise_for_status()
    code = made.json()["table"]["code"]
    for player in range(1, SEATS):
        (
            await http.post(f"/api/tables/{code}/join", json={"name": f"P{player}"}, headers=headers[player])
        ).raise_for_status()
    places = [url if player % 2 == 0 or not others else others for player in range(SEATS)]
    sockets = [await open_socket(places[player], code, tokens[player], address) for player in range(SEATS)]
    table = Table(code, sockets, random.Random(number))
    table.tokens = tokens
    table.listeners = [asyncio.create_task(table.listen(player)) for player in range(SEATS)]
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
    """Return a process's resident memory in kB."""
    for line in Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmRSS"):
            return float(line.split()[1])
    return 0.0


def cpu(pid: int) -> float:
    """Return the seconds of processor time a process has used: its own clock of Linux, which counts nanoseconds."""
    return time.clock_gettime(~pid << 3 | 2)


class Quota:
    """Allows a process a part of a core and no more, by a control group of its own."""

    PERIOD = 10_000
    """Microseconds over which the kernel counts."""

    def __init__(self, pid: int, share: float) -> None:
        base = Path("/sys/fs/cgroup")
        old = base / "cpu"
        self.group = (old if old.is_dir() else base) / f"kilowatt-bench-{pid}"
        self.group.mkdir()
        if old.is_dir():
            (self.group / "cpu.cfs_period_us").write_text(str(self.PERIOD), encoding="ascii")
            (self.group / "cpu.cfs_quota_us").write_text(str(int(share * self.PERIOD)), encoding="ascii")
        else:
            (base / "cgroup.subtree_control").write_text("+cpu", encoding="ascii")
            (self.group / "cpu.max").write_text(f"{int(share * self.PERIOD)} {self.PERIOD}", encoding="ascii")
        (self.group / "cgroup.procs").write_text(str(pid), encoding="ascii")

    def lift(self) -> None:
        """Return the process to where it was and remove its group."""
        for pid in (self.group / "cgroup.procs").read_text(encoding="ascii").split():
            (self.group.parent / "cgroup.procs").write_text(pid, encoding="ascii")
        self.group.rmdir()


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


async def start(
    database: str, port: int, python: str = sys.executable, before: str = "", **env: str
) -> tuple[asyncio.subprocess.Process, float]:
    """Start a server, of another environment if its Python is given; return it and the seconds until it was ready.

    `before` is Python that its process runs first.
    """
    began = time.perf_counter()
    settings = {"KILOWATT_LIMITS": "0", "KILOWATT_LOG_LEVEL": "ERROR", "KILOWATT_IDLE": "2", **env}
    process = await asyncio.create_subprocess_exec(
        python,
        "-c",
        f"{before}\nfrom kilowatt.cli.serve import serve; serve('127.0.0.1', {port}, {database!r}, False)",
        env={**os.environ, **settings},
        stdout=asyncio.subprocess.DEVNULL,
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


PHASES = ("act", "store", "commit", "send", "loop_late", "collection")


async def scrape(url: str) -> dict[str, float]:
    """Read the server's own numbers."""
    async with httpx.AsyncClient(base_url=url, trust_env=False, timeout=60) as http:
        lines = [line.rsplit(" ", 1) for line in (await http.get("/metrics")).text.splitlines() if line[:1] != "#"]
    return {name: float(value) for name, value in lines}


def phases(before: dict[str, float], after: dict[str, float]) -> dict[str, float]:
    """Return where the server's time went: of each phase the mean and a bound on 99 in 100, in milliseconds."""
    read = {name: value - before.get(name, 0.0) for name, value in after.items()}
    figures: dict[str, float] = {"commits": read.get("kilowatt_commits_total", 0.0)}
    for phase in PHASES:
        name = f"kilowatt_{phase}_seconds"
        count = read.get(f"{name}_count", 0.0)
        if not count:
            continue
        figures[f"{phase}_mean_ms"] = read[f"{name}_sum"] / count * 1000
        below = [(float(key.split('"')[1]), value) for key, value in read.items() if key.startswith(f"{name}_bucket")]
        figures[f"{phase}_p99_ms"] = min(most for most, number in below if number >= 0.99 * count) * 1000
    return figures


def at(times: list[float], share: float) -> float:
    """Return a percentile in milliseconds."""
    return 1000 * percentile(times, share)
