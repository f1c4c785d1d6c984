"""`kilowatt bench`: how quick the engine is, as figures and as ratios to a fixed piece of Python in the same run."""

from __future__ import annotations

import json
import platform
import statistics
import sys
import time
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Annotated, Any

import typer

import kilowatt
from kilowatt import BadData
from kilowatt.table.playout import playout, random_action

if TYPE_CHECKING:
    from collections.abc import Callable

RUNS = 5
LOSS = 0.7
"""A ratio below this share of the committed one is flagged."""


def yardstick() -> float:
    """Do a fixed piece of work and give how often it could be done in a second of processor time."""
    begun = time.process_time()
    table = {i: i * i for i in range(256)}
    total = 0
    for i in range(200_000):
        total += table[i & 255] ^ i
    return 1 / (time.process_time() - begun)


def menu_path(rules: Any, run: int) -> tuple[int, float]:  # noqa: ANN401 - Rules
    """Play random games by the menu: a kind first, then its argument, then `advance`."""
    actions = 0
    begun = time.process_time()
    for game in range(20):
        actions += playout(rules, Random(run * 1000 + game))[1]
    return actions, time.process_time() - begun


def list_path(rules: Any, run: int) -> tuple[int, float]:  # noqa: ANN401 - Rules
    """Play random games by the list: all legal actions, one of them uniformly, then the checked `play`."""
    rng = Random(run)
    actions = 0
    begun = time.process_time()
    for _ in range(3):
        state = kilowatt.new_game(rules)
        while kilowatt.actor(state) is not None:
            legal = kilowatt.legal_actions(state)
            state, _events = kilowatt.play(state, legal[int(rng.random() * len(legal))])
            actions += 1
    return actions, time.process_time() - begun


def positions(rules: Any) -> list[kilowatt.State]:  # noqa: ANN401 - Rules
    """Collect states of every phase from random games."""
    found: list[kilowatt.State] = []
    for seed in range(5):
        rng = Random(seed)
        state = kilowatt.new_game(rules)
        while kilowatt.actor(state) is not None:
            if rng.random() < 0.1:  # noqa: PLR2004 - one state in ten
                found.append(kilowatt.clone(state))
            kilowatt.advance(state, random_action(state, rng))
    return found


def clones(rules: Any, run: int) -> tuple[int, float]:  # noqa: ANN401, ARG001 - Rules; every run is the same
    """Clone states of every phase."""
    states = positions(rules)
    begun = time.process_time()
    for _ in range(50):
        for state in states:
            kilowatt.clone(state)
    return 50 * len(states), time.process_time() - begun


def listings(rules: Any, run: int) -> tuple[int, float]:  # noqa: ANN401, ARG001 - Rules; every run is the same
    """List every legal action of states of every phase."""
    states = positions(rules)
    begun = time.process_time()
    for _ in range(5):
        for state in states:
            list(kilowatt.legal_actions(state))
    return 5 * len(states), time.process_time() - begun


def replays(rules: Any, run: int) -> tuple[int, float]:  # noqa: ANN401 - Rules
    """Replay a record with every move checked and every event told."""
    _, actions, record = playout(rules, Random(run), logged=True)
    begun = time.process_time()
    for _ in range(3):
        kilowatt.replay(record)
    return 3 * actions, time.process_time() - begun


MEASURES: dict[str, tuple[str, Callable[[Any, int], tuple[int, float]]]] = {
    "menu path": ("actions/s", menu_path),
    "list path": ("actions/s", list_path),
    "clone": ("clones/s", clones),
    "legal actions": ("lists/s", listings),
    "replay": ("entries/s", replays),
}


def measure(ruleset: str, seats: int) -> dict[str, Any]:
    """Measure everything five times, each beside the yardstick; give medians, spread and ratios."""
    rules = kilowatt.ruleset(ruleset, seats)
    playout(rules, Random(0))
    rows: dict[str, Any] = {}
    for name, (unit, work) in MEASURES.items():
        speeds: list[float] = []
        ratios: list[float] = []
        for run in range(RUNS):
            before = yardstick()
            count, seconds = work(rules, run)
            beside = (before + yardstick()) / 2
            speeds.append(count / seconds)
            ratios.append(count / seconds / beside)
        rows[name] = {
            "unit": unit,
            "median": round(statistics.median(speeds)),
            "low": round(min(speeds)),
            "high": round(max(speeds)),
            "ratio": round(statistics.median(ratios), 2),
        }
    return {
        "ruleset": ruleset,
        "seats": seats,
        "python": platform.python_version(),
        "compiled": compiled(),
        "machine": platform.machine(),
        "measures": rows,
    }


def compiled() -> bool:
    """Tell whether the engine in use is the compiled one."""
    from kilowatt.engine import game

    return not (game.__file__ or "").endswith(".py")


def bench(
    ruleset: Annotated[str, typer.Option()] = "recharged/germany",
    seats: Annotated[int, typer.Option(min=2, max=6)] = 4,
    as_json: Annotated[bool, typer.Option("--json", help="For scripts")] = False,
    compare: Annotated[Path | None, typer.Option(help="Figures to compare with, made by --json")] = None,
) -> None:
    """Measure the engine; with --compare, exit code 1 if a ratio fell by more than 30 %."""
    found = measure(ruleset, seats)
    lost: list[str] = []
    before: dict[str, Any] = {}
    if compare is not None:
        try:
            before = json.loads(compare.read_text(encoding="utf-8"))["measures"]
        except (ValueError, KeyError, TypeError):
            raise BadData(compare.name, "", "measures", "expected the figures that --json prints") from None
        for name, row in found["measures"].items():
            if name in before and row["ratio"] < LOSS * before[name]["ratio"]:
                lost.append(f"{name}: {row['ratio']} times the yardstick, was {before[name]['ratio']}")
    if as_json:
        print(json.dumps(found, indent=1))
    else:
        kind = "compiled" if found["compiled"] else "interpreted"
        print(f"{ruleset}, {seats} seats, Python {found['python']}, {kind}; medians of {RUNS} runs, processor time")
        for name, row in found["measures"].items():
            was = f", was {before[name]['ratio']}" if name in before else ""
            spread = f"{row['low']:,} to {row['high']:,}"
            print(
                f"  {name:<14} {row['median']:>10,} {row['unit']:<10} ({spread});"
                f" {row['ratio']} times the yardstick{was}"
            )
    for line in lost:
        print(f"kilowatt: slower than before: {line}", file=sys.stderr)
    if lost:
        sys.exit(1)
