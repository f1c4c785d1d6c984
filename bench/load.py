"""Load on a real server: N tables of four scripted players over real sockets, on this machine.

    python -m bench.load --tables 500 --rate 300 --seconds 30
    python -m bench.load --tables 200 --rate 150 --spectators 10 --slow 40 --storms 3
    python -m bench.load --breaking

Prints actions per second, p50 and p99 from sending a move to everybody's update, memory per table, how fast idle tables
come back, the start-up time with stored games, and the disk's own commit rate to compare with. The server's own
histograms show where the time went: `act` from a message to its update, of it `store` waiting for the commit and `tell`
writing the views; `loop_late` and `collection` are stops of the whole process. Spectators watch tables, slow readers
connect and read nothing, a storm is every player reconnecting at once. `--breaking` raises the rate step by step and
prints a row for each, until the server no longer keeps up. The driver shares the machine's cores with the server; its
own cost is printed too, and the machine's load.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import secrets
import sqlite3
import tempfile
import time
from pathlib import Path

import httpx

from bench.driving import (
    SEATS,
    Table,
    at,
    commit_rate,
    cpu,
    drive,
    free_port,
    memory,
    open_socket,
    open_table,
    phases,
    scrape,
    start,
    stop,
)

BREAKING = (100, 200, 300, 400, 500, 600, 800, 1000)
"""Rates that are tried one after another."""
KEPT_UP = 0.95
"""Share of the wanted rate below which the server counts as broken."""
TOO_LATE = 1000.0
"""Milliseconds for 99 in 100 beyond which it does too."""
WARM_SECONDS = 4.0
"""Seconds of play before anything is counted."""


async def comeback(url: str, codes: list[str]) -> list[float]:
    """Ask for tables that have left memory, and measure how long each takes."""
    times = []
    async with httpx.AsyncClient(base_url=url, trust_env=False) as http:
        for code in codes:
            began = time.perf_counter()
            (await http.get(f"/api/tables/{code}")).raise_for_status()
            times.append(time.perf_counter() - began)
    return times


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


async def open_tables(url: str, count: int) -> list[Table]:
    """Make tables, a few at a time."""
    limits = httpx.Limits(max_connections=8)
    gate = asyncio.Semaphore(8)
    async with httpx.AsyncClient(base_url=url, limits=limits, timeout=120, trust_env=False) as http:

        async def one(number: int) -> Table:
            async with gate:
                return await open_table(http, url, number)

        return list(await asyncio.gather(*[one(number) for number in range(count)]))


async def add_crowd(asked: argparse.Namespace, url: str, tables: list[Table]) -> list[object]:
    """Add watchers that read and clients that do not."""
    crowd: list[object] = []

    async def read_all(socket: object) -> None:
        async for _ in socket:  # type: ignore[attr-defined]
            pass

    for number in range(asked.spectators):
        socket = await open_socket(url, tables[number % len(tables)].code, secrets.token_urlsafe(16))
        await socket.send('{"type":"hello","have":0}')
        crowd += [socket, asyncio.create_task(read_all(socket))]
    for number in range(asked.slow):
        # the library stops reading once so much is waiting for somebody to take it
        socket = await open_socket(url, tables[number % len(tables)].code, secrets.token_urlsafe(16), max_queue=1)
        await socket.send('{"type":"hello","have":0}')
        crowd.append(socket)
    return crowd


async def storm(url: str, tables: list[Table]) -> list[float]:
    """Let all players lose their connections and come back at once; return how long each took to be welcome."""

    async def back(table: Table, player: int) -> float:
        table.listeners[player].cancel()
        await table.sockets[player].close()
        began = time.perf_counter()
        socket = await open_socket(url, table.code, table.tokens[player])
        await socket.send(json.dumps({"type": "hello", "have": table.seen[player]}))
        await socket.recv()
        took = time.perf_counter() - began
        table.sockets[player] = socket
        table.listeners[player] = asyncio.create_task(table.listen(player))
        return took

    return list(await asyncio.gather(*[back(table, player) for table in tables for player in range(SEATS)]))


async def play(
    asked: argparse.Namespace, url: str, pid: int, tables: list[Table], rate: float, bare: float
) -> dict[str, float]:
    """Play at a rate, and return what players and the server's own numbers say."""
    # not counted: every table's first move, for which the server fills its memory of the table
    until = time.perf_counter() + WARM_SECONDS
    await asyncio.gather(*[drive(table, len(tables) / rate, until, []) for table in tables])
    times: list[float] = []
    before = await scrape(url)
    busy, own = cpu(pid), time.process_time()
    bytes_before = sum(table.bytes for table in tables)
    # the driver's own stops would count as the server's: it collects its garbage before and after
    gc.collect()
    gc.disable()
    began = time.perf_counter()
    await asyncio.gather(*[drive(table, len(tables) / rate, began + asked.seconds, times) for table in tables])
    took = time.perf_counter() - began
    gc.enable()
    figures = {
        "tables": len(tables),
        "wanted_per_second": rate,
        "actions_per_second": len(times) / took,
        "p50_ms": at(times, 0.5),
        "p99_ms": at(times, 0.99),
        "worst_ms": at(times, 1.0),
        "refused": sum(table.refused for table in tables),
        "server_cores": (cpu(pid) - busy) / took,
        "server_ms_per_action": (cpu(pid) - busy) / max(1, len(times)) * 1000,
        "driver_cores": (time.process_time() - own) / took,
        "kB_per_table": (memory(pid) - bare) / max(1, len(tables)),
        "kB_per_action": (sum(table.bytes for table in tables) - bytes_before) / max(1, len(times)) / 1000,
        "machine_load": os.getloadavg()[0],
    }
    return figures | phases(before, await scrape(url))


async def measure(asked: argparse.Namespace, folder: Path) -> dict[str, float]:
    """Run the whole measurement."""
    figures: dict[str, float] = {"commit_rate": commit_rate(folder)}
    database = asked.database or f"sqlite:///{folder / 'load.db'}"
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    process, figures["startup_empty_s"] = await start(database, port)
    try:
        (warm,) = await open_tables(url, 1)
        bare = memory(process.pid)
        began = time.perf_counter()
        tables = await open_tables(url, asked.tables)
        figures["opening_s"] = time.perf_counter() - began
        figures["kB_per_table_at_start"] = (memory(process.pid) - bare) / max(1, asked.tables)
        crowd = await add_crowd(asked, url, tables)
        if asked.breaking:
            await breaking(asked, url, process.pid, tables, bare)
            return figures
        figures |= await play(asked, url, process.pid, tables, asked.rate, bare)
        if asked.slow:
            after = await scrape(url)
            figures["cut_off"] = sum(value for name, value in after.items() if name.startswith("kilowatt_viewers_cut"))
        for number in range(asked.storms):
            back = await storm(url, tables)
            figures[f"storm_{number + 1}_p50_ms"], figures[f"storm_{number + 1}_p99_ms"] = at(back, 0.5), at(back, 0.99)
        for other in crowd:
            if isinstance(other, asyncio.Task):
                other.cancel()
        for table in [*tables, warm]:
            await table.close()
        await asyncio.sleep(8)
        back = await comeback(url, [table.code for table in tables[:50]])
        figures |= {"comeback_p50_ms": at(back, 0.5), "comeback_worst_ms": at(back, 1.0)}
    finally:
        await stop(process)
    if asked.games and not asked.database:
        multiply(folder / "load.db", tables[0].code, asked.games)
        process, figures[f"startup_{asked.games}_games_s"] = await start(database, port)
        await stop(process)
    return figures


async def breaking(asked: argparse.Namespace, url: str, pid: int, tables: list[Table], bare: float) -> None:
    """Raise the rate until the server no longer keeps up, and print a table."""
    print("| wanted/s | reached/s | p50 ms | p99 ms | server cores | ms per action | driver cores | load |")
    print("|--:|--:|--:|--:|--:|--:|--:|--:|")
    for rate in BREAKING:
        row = await play(asked, url, pid, tables, rate, bare)
        names = ("actions_per_second", "p50_ms", "p99_ms", "server_cores", "server_ms_per_action", "driver_cores")
        print(f"| {rate} | " + " | ".join(f"{row[name]:.2f}" for name in (*names, "machine_load")) + " |", flush=True)
        if row["actions_per_second"] < KEPT_UP * rate or row["p99_ms"] > TOO_LATE:
            return


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--rate", type=float, default=300.0, help="actions per second, over all tables")
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--spectators", type=int, default=0, help="watchers, spread over the tables")
    parser.add_argument("--slow", type=int, default=0, help="clients that connect and read nothing")
    parser.add_argument("--storms", type=int, default=0, help="how often all players reconnect at once")
    parser.add_argument("--breaking", action="store_true", help="raise the rate until the server no longer keeps up")
    parser.add_argument("--games", type=int, default=10_000, help="stored games for the start-up time; 0 leaves it out")
    parser.add_argument("--database", default="", help="database URL; default: a new SQLite file")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="kilowatt-load-", ignore_cleanup_errors=True) as folder:
        figures = asyncio.run(measure(asked, Path(folder)))
    if asked.json:
        print(json.dumps(figures))
    else:
        for name, value in figures.items():
            print(f"{name:24} {value:10.2f}")


if __name__ == "__main__":
    main()
