"""`python -m bench.kernel`: the kernel's figures: random games of every ruleset, steps, states in and out, threads.

Each line gives the best of several runs, and their median and lowest. Processor time, which neighbours on a shared
machine only ever add to; two threads are measured by the clock. Run it with the Python of a compiled build, such as
.venv-compiled/bin/python. Names of rulesets as arguments measure random games of these alone.
"""

from __future__ import annotations

import statistics
import sys
import threading
import time
from collections.abc import Callable

import kilowatt
from kilowatt.cli.measures import batched_steps
from kilowatt.kernel import COMPILED, Batch

RUNS = 15
GAMES = 512
SEATS = 4
FORMS = {"mask only": "none", "compact observation": "compact", "float32 row": "flat"}


def speeds(work: Callable[[], int], clock: Callable[[], float] = time.process_time) -> list[float]:
    """Do a piece of work several times; return how much per second, the fastest run first."""
    rates = []
    for _ in range(RUNS):
        begun = clock()
        done = work()
        rates.append(done / (clock() - begun))
    return sorted(rates, reverse=True)


def show(name: str, rates: list[float], unit: str) -> None:
    """Print the best, the median and the lowest speed in millions per second."""
    best, middle, lowest = (speed / 1e6 for speed in (rates[0], statistics.median(rates), rates[-1]))
    print(f"  {name:<26} {best:6.2f} million {unit}/s (median {middle:.2f}, lowest {lowest:.2f})", flush=True)


def random_games(ruleset: str) -> None:
    """Play random games of a ruleset."""
    batch = Batch(kilowatt.ruleset(ruleset, SEATS), GAMES)

    def games() -> int:
        batch.new()
        return batch.play_out()

    show(ruleset, speeds(games), "actions")


def steps() -> None:
    """Step many games at once, with each kind of observation."""
    rules = kilowatt.ruleset("recharged/germany", SEATS)
    for name, form in FORMS.items():
        rates = [batched_steps(rules, run, backend="kernel", observation=form) for run in range(RUNS)]
        show(f"batched, {name}", sorted([many / seconds for many, seconds in rates], reverse=True), "steps")


def microseconds(name: str, work: Callable[[], object], count: int = 300) -> None:
    """Measure one call from Python."""

    def calls() -> int:
        for _ in range(count):
            work()
        return count

    times = [1e6 / speed for speed in speeds(calls)]
    print(f"  {name:<26} {times[0]:6.2f} microseconds (median {statistics.median(times):.2f})")


def threads(batch: Batch) -> None:
    """Play the same games in one thread and in two, by turns."""

    def alone() -> int:
        batch.new()
        return batch.play_out()

    def together() -> int:
        batch.new()
        half = len(batch) // 2
        played: list[int] = []
        pair = [threading.Thread(target=lambda a=a: played.append(batch.play_out(a, a + half))) for a in (0, half)]
        for thread in pair:
            thread.start()
        for thread in pair:
            thread.join()
        return sum(played)

    one, two = speeds(alone, time.perf_counter), speeds(together, time.perf_counter)
    show("one thread, by the clock", one, "actions")
    show("two threads, by the clock", two, "actions")
    ratios = two[0] / one[0], statistics.median(two) / statistics.median(one)
    print(f"  two threads: {ratios[0]:.2f} times one by the best run, {ratios[1]:.2f} by the median")


def main(rulesets: list[str]) -> None:
    """Print all figures."""
    if not COMPILED:
        sys.exit("this Python has no compiled kernel: run it with .venv-compiled/bin/python, after make compiled")
    print(f"random games, {SEATS} seats, {RUNS} runs of {GAMES} games in processor time")
    for ruleset in rulesets or [row.id for row in kilowatt.rulesets()]:
        random_games(ruleset)
    if rulesets:
        return
    print("recharged/germany: 64 games at once; a position after 300 random actions; threads")
    steps()
    batch = Batch(kilowatt.ruleset("recharged/germany", SEATS), 4 * GAMES)
    batch.play_out(limit=300)
    state = batch.state(0)
    microseconds("import of a state", lambda: batch.load(1, state))
    microseconds("export of a state", lambda: batch.state(0))
    microseconds("legal, one call", lambda: batch.legal(0))

    def play_a_copy() -> None:
        batch.copy(0, 1)
        batch.play(1, batch.choose(1))

    microseconds("copy, choose and play", play_a_copy)

    def copies() -> int:
        batch.fill(0, 1, GAMES)
        return GAMES - 1

    print(f"  {'copy':<26} {1e9 / speeds(copies)[0]:6.1f} nanoseconds")
    threads(batch)


if __name__ == "__main__":
    main(sys.argv[1:])
