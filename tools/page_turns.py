"""Compare builds of the page: `python -m tools.page_turns NAME=CHECKOUT NAME=CHECKOUT`, each with its page built.

The beginning of the same game is played with each of them by turns, so that a machine that gets slower or busier meets
all of them. Printed is what `tools.page_budget` measures: the processor time of the longest task of each update.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import sync_playwright

from kilowatt.statistics import percentile
from tests.e2e.kit import launch, server_in, start, visitor
from tools.page_budget import updates

if TYPE_CHECKING:
    from playwright.sync_api import Playwright


def play(playwright: Playwright, checkout: Path, decisions: int) -> list[float]:
    """Play the beginning of a game of six with the page of this checkout; return what its updates took."""
    env = {"PYTHONPATH": str(checkout / "src")}
    with tempfile.TemporaryDirectory() as folder, server_in(Path(folder), env=env) as server:
        browser = launch(playwright)
        player = start(visitor(browser).new_page(), server.url, "recharged/usa", seats=6)
        costs, _ = updates(browser, player, decisions)
        browser.close()
    return costs


def main() -> None:
    """Play by turns and print the figures of each round and of all together."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("builds", nargs="+", metavar="NAME=CHECKOUT")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--decisions", type=int, default=16)
    asked = parser.parse_args()
    checkouts = {name: Path(path).resolve() for name, path in (row.split("=", 1) for row in asked.builds)}
    costs: dict[str, list[float]] = {name: [] for name in checkouts}
    with sync_playwright() as playwright:
        for number in range(asked.rounds):
            names = list(checkouts)
            for name in names if number % 2 == 0 else reversed(names):
                own = play(playwright, checkouts[name], asked.decisions)
                costs[name] += own
                print(f"round {number + 1}  {line(name, own)}", flush=True)
    late = {name: percentile(rows, 0.95) for name, rows in costs.items()}
    first = next(iter(late.values()))
    for name, rows in costs.items():
        print(f"all      {line(name, rows)}   ratio {late[name] / first:.2f}")


def line(name: str, costs: list[float]) -> str:
    """Write down the figures of one build."""
    middle, late = statistics.median(costs), percentile(costs, 0.95)
    return f"{name:<12} {len(costs):4d} updates   median {middle:5.1f} ms   95th percentile {late:5.1f} ms"


if __name__ == "__main__":
    main()
