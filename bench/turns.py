"""Servers of several environments under the same load by turns, a few seconds each: their costs as ratios.

    python -m bench.turns --tables 300 --rate 600 before=/path/to/before/bin/python now=.venv/bin/python

A virtual machine's speed changes by half within minutes, so two runs one after the other compare the machine, not the
servers. Here all servers are started and their tables opened first; then each plays for a few seconds, round after
round, in the order of the round before reversed. Prints for each the processor time per action, its ratio to that of
the first in the same round, and what players see; and the processor time of a fixed piece of Python.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import statistics
import tempfile
import time
from pathlib import Path

from bench.driving import Table, at, cpu, drive, free_port, memory, start, stop
from bench.load import WARM_SECONDS, open_tables


class Contender:
    """A server with its tables, and what was measured of it."""

    def __init__(self, name: str, process: asyncio.subprocess.Process, tables: list[Table], bare: float) -> None:
        self.name = name
        self.process = process
        self.tables = tables
        self.bare = bare
        self.costs: list[float] = []
        self.rates: list[float] = []
        self.times: list[float] = []

    async def play(self, rate: float, seconds: float) -> list[float]:
        """Play for some seconds; return how long each move took."""
        times: list[float] = []
        until = time.perf_counter() + seconds
        await asyncio.gather(*[drive(table, len(self.tables) / rate, until, times) for table in self.tables])
        return times

    async def turn(self, rate: float, seconds: float) -> None:
        """Play for some seconds, and keep what it cost."""
        busy, began = cpu(self.process.pid), time.perf_counter()
        times = await self.play(rate, seconds)
        self.costs.append((cpu(self.process.pid) - busy) / max(1, len(times)) * 1000)
        self.rates.append(len(times) / (time.perf_counter() - began))
        self.times += times

    def report(self, first: Contender) -> str:
        """Write a line of the table."""
        ratios = [own / other for own, other in zip(self.costs, first.costs, strict=True)]
        numbers = (
            statistics.median(self.costs),
            min(self.costs),
            max(self.costs),
            statistics.median(ratios),
            statistics.mean(self.rates),
            at(self.times, 0.5),
            at(self.times, 0.99),
            (memory(self.process.pid) - self.bare) / len(self.tables),
        )
        return f"| {self.name} | " + " | ".join(f"{number:.2f}" for number in numbers) + " |"


def fixed_loop() -> float:
    """Return the processor time of a fixed piece of Python."""
    began = time.process_time()
    total = 0
    for number in range(6_000_000):
        total += number
    return time.process_time() - began


async def enter(asked: argparse.Namespace, folder: Path, name: str, python: str) -> Contender:
    """Start a server and open its tables."""
    port = free_port()
    process, _ = await start(f"sqlite:///{folder / name}.db", port, python, KILOWATT_IDLE="3600")
    bare = memory(process.pid)
    return Contender(name, process, await open_tables(f"http://127.0.0.1:{port}", asked.tables), bare)


async def measure(asked: argparse.Namespace, folder: Path) -> None:
    """Run the whole measurement."""
    contenders: list[Contender] = []
    try:
        for server in asked.servers:
            name, _, python = server.partition("=")
            contenders.append(await enter(asked, folder, name, python))
        for one in contenders:
            await one.play(asked.rate, WARM_SECONDS)
        gc.collect()
        gc.disable()
        loops = []
        order = list(contenders)
        for _ in range(asked.rounds):
            for one in order:
                await one.turn(asked.rate, asked.seconds)
            loops.append(fixed_loop())
            order.reverse()
        print("| server | ms per action | least | most | ratio | actions/s | p50 ms | p99 ms | kB per table |")
        print("|:--|--:|--:|--:|--:|--:|--:|--:|--:|")
        for one in contenders:
            print(one.report(contenders[0]))
        print(f"fixed loop: {min(loops):.2f} to {max(loops):.2f} s")
    finally:
        for one in contenders:
            for table in one.tables:
                await table.close()
            await stop(one.process)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("servers", nargs="+", metavar="NAME=PYTHON", help="ratios are to the first")
    parser.add_argument("--tables", type=int, default=300, help="tables of each server")
    parser.add_argument("--rate", type=float, default=600.0, help="actions per second, over all tables of a server")
    parser.add_argument("--seconds", type=float, default=4.0, help="how long a turn is")
    parser.add_argument("--rounds", type=int, default=6)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="kilowatt-turns-", ignore_cleanup_errors=True) as folder:
        asyncio.run(measure(asked, Path(folder)))


if __name__ == "__main__":
    main()
