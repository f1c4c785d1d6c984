"""Several server processes on one PostgreSQL: how many actions per second one, two and four of them play.

    python -m bench.processes --tables 48 --seconds 8 --rounds 3 --share 0.2

Makes its own PostgreSQL. Every table plays as fast as its answers come, driven by other processes. `together`: the four
players of a table are at the same process, as with a proxy that keeps a table's players together; `split`: every second
player is at another one, so that each move must be followed there. The counts of processes are measured in turn, over
and over, so that a busy machine is busy for all of them; the table has the medians.

Players and database run on the same cores. So that they do not become the limit, `--share` allows each server process
this part of a core and no more (a control group's quota; needs root): the throughput is then that of saturated server
processes, and two of them against one shows what a second core of the same speed would bring. The columns of cores show
whether the servers used all they were allowed and what drivers and database took beside them; a machine whose cores are
all taken measures something else. `ms per action` is the processor time of all server processes together.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import statistics
import sys
import time
from typing import NamedTuple

import httpx

from bench.driving import Quota, Table, cpu, free_port, open_table, start, stop
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
    await asyncio.to_thread(sys.stdin.readline)


class Run(NamedTuple):
    """What one run gives: actions per second, and the cores that servers, drivers and database took."""

    rate: float
    servers: float
    drivers: float
    database: float


async def one_run(asked: argparse.Namespace, base: Cluster, count: int, split: str) -> Run:
    """Measure so many processes once."""
    url = base.database().replace("+asyncpg", "")
    servers = []
    urls = []
    for _ in range(count):
        port = free_port()
        servers.append((await start(url, port, KILOWATT_IDLE="300"))[0])
        urls.append(f"http://127.0.0.1:{port}")
    quotas = []
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
        if asked.share:
            quotas = [Quota(server.pid, asked.share) for server in servers]
        groups = [lambda: [one.pid for one in servers], lambda: [one.pid for one in drivers], base.processes]
        before = [sum(map(cpu, group())) for group in groups]
        for driver in drivers:
            driver.stdin.write(b"\n")  # type: ignore[union-attr]
        answers = [json.loads(await driver.stdout.readline()) for driver in drivers]  # type: ignore[union-attr]
        took = max(row[1] for row in answers)
        spent = [(sum(map(cpu, group())) - start) / took for group, start in zip(groups, before, strict=True)]
        for driver in drivers:
            driver.stdin.write(b"\n")  # type: ignore[union-attr]
            await driver.wait()
        return Run(sum(row[0] for row in answers) / took, *spent)
    finally:
        for quota in quotas:
            quota.lift()
        for server in servers:
            await stop(server)


async def measure(asked: argparse.Namespace) -> None:
    """Measure all counts in turn, and print the medians."""
    rows: dict[tuple[str, int], list[Run]] = {}
    with cluster() as base:
        for _ in range(asked.rounds):
            for split in asked.splits:
                for count in COUNTS:
                    if split == "together" or count > 1:
                        rows.setdefault((split, count), []).append(await one_run(asked, base, count, split))
                        print(f"# {split} {count}: {rows[split, count][-1]}", file=sys.stderr, flush=True)
    one = statistics.median(row.rate for row in rows["together", 1])
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, {asked.tables} tables, {asked.rounds} rounds")
    print(f"a server process may use {asked.share or 1:g} of a core; medians, lowest and highest rate")
    print("| processes | players | actions/s | against one | ms per action | server cores | drivers | database |")
    print("|--:|:--|--:|--:|--:|--:|--:|--:|")
    for (split, count), runs in rows.items():
        rate, servers, drivers, database = (statistics.median(row[place] for row in runs) for place in range(4))
        spread = f"{min(row.rate for row in runs):.0f} to {max(row.rate for row in runs):.0f}"
        print(
            f"| {count} | {split} | {rate:.0f} ({spread}) | {rate / one:.2f} | {servers / rate * 1000:.2f} "
            f"| {servers:.2f} | {drivers:.2f} | {database:.2f} |"
        )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--share", type=float, default=0.0, help="part of a core that each server may use; 0: no limit")
    parser.add_argument("--splits", nargs="*", default=["together", "split"], help="which arrangements to measure")
    parser.add_argument("--as-driver", nargs="*", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    asyncio.run(as_driver(asked) if asked.as_driver else measure(asked))


if __name__ == "__main__":
    main()
