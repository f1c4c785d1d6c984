"""`python -m bench.kernel`: the kernel's figures: random games of every ruleset, states in and out, copies, threads.

Processor time, the best of several runs: neighbours on a shared machine only ever add to it. Two threads are measured
by the clock. Run it with the Python of a compiled build, such as .venv-compiled/bin/python.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable

import kilowatt
from kilowatt.kernel import COMPILED, Batch

RUNS = 15
GAMES = 512
SEATS = 4


def best(work: Callable[[], int], clock: Callable[[], float] = time.process_time) -> float:
    """Do a piece of work several times; return the most per second."""
    found = 0.0
    for _ in range(RUNS):
        begun = clock()
        done = work()
        found = max(found, done / (clock() - begun))
    return found


def random_games(ruleset: str) -> None:
    """Play random games of a ruleset."""
    batch = Batch(kilowatt.ruleset(ruleset, SEATS), GAMES)

    def games() -> int:
        batch.new()
        return batch.play_out()

    print(f"  {ruleset:<26} {best(games) / 1e6:6.2f} million actions/s")


def microseconds(name: str, work: Callable[[], object], count: int = 300) -> None:
    """Measure one call from Python."""

    def calls() -> int:
        for _ in range(count):
            work()
        return count

    print(f"  {name:<26} {1e6 / best(calls):6.2f} microseconds")


def threads(batch: Batch) -> None:
    """Play the same games in one thread and in two."""

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

    one, two = best(alone, time.perf_counter), best(together, time.perf_counter)
    print(
        f"  two threads, by the clock: {two / one:.2f} times one ({one / 1e6:.1f}, {two / 1e6:.1f} million actions/s)"
    )


def main() -> None:
    """Print all figures."""
    if not COMPILED:
        sys.exit("this Python has no compiled kernel: run it with .venv-compiled/bin/python, after make compiled")
    print(f"random games, {SEATS} seats, best of {RUNS} runs of {GAMES} games in processor time")
    for row in kilowatt.rulesets():
        random_games(row.id)
    batch = Batch(kilowatt.ruleset("recharged/germany", SEATS), 4 * GAMES)
    batch.play_out(limit=300)
    state = batch.state(0)
    print("recharged/germany, a position after 300 random actions")
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

    print(f"  {'copy':<26} {1e9 / best(copies):6.1f} nanoseconds")
    threads(batch)


if __name__ == "__main__":
    main()
