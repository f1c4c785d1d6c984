"""Several server processes on one PostgreSQL: how many actions per second one, two and four of them play.

    python -m bench.processes --tables 40 --seconds 10 --rounds 3

Makes its own PostgreSQL. Every table plays as fast as its answers come, driven by other processes. `together`: the four
players of a table are at the same process, as with a proxy that keeps a table's players together; `split`: every second
player is at another one, so that each move must be followed there. The counts of processes are measured in turn, over
and over, so that a busy machine is busy for all of them; the table has the medians. `ms per action` is the processor
time of all server processes together, which depends least on what else the machine does.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import statistics
import sys
import time

import httpx

from bench.driving import Table, cpu, free_port, open_table, start, stop
from tests.server.postgres import Cluster, cluster

COUNTS = (1, 2, 4)
DRIVERS = 2


async def play_all(tables: list[Table], seconds: float) -> int:
    """Let all tables play as fast as they can; return the number of moves."""
    until = time.perf_counter() + seconds
    moves = 0

    async def one(table: Table) -> None:
        nonlocal moves
        while time.perf_counter() < until and await table.move() is not None:
            moves += 1

    await asyncio.gather(*[one(table) for table in tables])
    return moves


async def as_driver(asked: argparse.Namespace) -> None:
    """Drive some tables, and print how many moves they played in how long."""
    number, split, *urls = asked.as_driver
    async with httpx.AsyncClient(timeout=120, trust_env=False) as http:
        tables = []
        for place in range(asked.tables // DRIVERS):
            url = urls[(place + int(number)) % len(urls)]
            others = urls[(place + int(number) + 1) % len(urls)] if split == "split" else ""
            http.base_url = httpx.URL(url)
            tables.append(await open_table(http, url, place, others))
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    began = time.perf_counter()
    moves = await play_all(tables, asked.seconds)
    print(json.dumps([moves, time.perf_counter() - began]), flush=True)


async def one_run(asked: argparse.Namespace, base: Cluster, count: int, split: str) -> tuple[float, float]:
    """Measure so many processes once: actions per second, and milliseconds of processor time per action."""
    url = base.database().replace("+asyncpg", "")
    servers = []
    urls = []
    for _ in range(count):
        port = free_port()
        servers.append((await start(url, port, KILOWATT_IDLE="300"))[0])
        urls.append(f"http://127.0.0.1:{port}")
    try:
        drivers = [
            await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "bench.processes", "--tables", str(asked.tables)),
                *("--seconds", str(asked.seconds), "--as-driver", str(number), split, *urls),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
            )
            for number in range(DRIVERS)
        ]
        for driver in drivers:
            await driver.stdout.readline()  # type: ignore[union-attr]
        busy = sum(cpu(server.pid) for server in servers)
        for driver in drivers:
            driver.stdin.write(b"\n")  # type: ignore[union-attr]
        found = [json.loads(await driver.stdout.readline()) for driver in drivers]  # type: ignore[union-attr]
        spent = sum(cpu(server.pid) for server in servers) - busy
        for driver in drivers:
            await driver.wait()
        moves = sum(row[0] for row in found)
        return moves / max(row[1] for row in found), spent / max(1, moves) * 1000
    finally:
        for server in servers:
            await stop(server)


async def measure(asked: argparse.Namespace) -> None:
    """Measure all counts in turn, and print the medians."""
    rows: dict[tuple[str, int], list[tuple[float, float]]] = {}
    with cluster() as base:
        for _ in range(asked.rounds):
            for split in ("together", "split"):
                for count in COUNTS:
                    if split == "together" or count > 1:
                        rows.setdefault((split, count), []).append(await one_run(asked, base, count, split))
                        print(f"# {split} {count}: {rows[split, count][-1]}", file=sys.stderr, flush=True)
    one = statistics.median(rate for rate, _ in rows["together", 1])
    cost = statistics.median(spent for _, spent in rows["together", 1])
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, {asked.tables} tables, {asked.rounds} rounds")
    print("| processes | players | actions/s | against one | ms per action | capacity by processor time |")
    print("|--:|:--|--:|--:|--:|--:|")
    for (split, count), found in rows.items():
        rate, spent = (statistics.median(row[place] for row in found) for place in (0, 1))
        print(f"| {count} | {split} | {rate:.0f} | {rate / one:.2f} | {spent:.2f} | {count * cost / spent:.2f} |")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--as-driver", nargs="*", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    asyncio.run(as_driver(asked) if asked.as_driver else measure(asked))


if __name__ == "__main__":
    main()
