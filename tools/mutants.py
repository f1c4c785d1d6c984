"""Mutants: one change in the data at a time, and does a test notice? `make mutants` lists the survivors.

Each switch is flipped, each policy replaced by the default, each task dropped, each number moved by one. The tests are
collected once; every mutant is tried in a fork of that process, tests that know the data first, until one fails.
"""

from __future__ import annotations

import argparse
import copy
import json
import os
import resource
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from kilowatt.editions import policies, registry, schema
from kilowatt.editions.compose import SWITCHES
from kilowatt.engine.policies import Starts, Trust
from kilowatt.engine.rules import Rules

FOLDER = Path(registry.__file__).parent / "data"
TOP = Path(__file__).parents[1]
SECONDS = 150
"""Processor time for one mutant: a change that makes a game endless is noticed too."""
SKIPPED = {"year", "lat", "lon", "from_seats"}
"""Numbers that no rule depends on, or that another test of the data pins by name."""

TOUCHES = {
    "editions/recharged": ("r18", "rulings", "contractor", "kit", "modules"),
    "editions/original": ("original", "korea", "china", "rulings", "contractor", "modules"),
    "editions/deluxe": ("deluxe", "rulings", "contractor", "modules"),
    "editions/card-game": ("card", "rulings", "contractor", "kit"),
    "boards/germany.": ("r18", "rulings", "modules"),
    "boards/usa.": ("r18", "rulings", "modules"),
    "boards/korea": ("korea", "rulings", "modules"),
    "boards/china": ("china", "rulings", "modules"),
    "boards/europe": ("deluxe", "rulings", "modules"),
    "boards/north_america": ("deluxe", "rulings", "modules"),
}
"""Words in the names of the test files that play with a data file; the others never read it."""

Place = tuple[str | int, ...]


class Mutant:
    """One change: a file, a place in it, and what stands there instead (None: nothing)."""

    def __init__(self, kind: str, file: str, place: Place, value: object) -> None:
        self.kind = kind
        self.file = file
        self.place = place
        self.value = value

    def __str__(self) -> str:
        """Name the change."""
        where = ".".join(map(str, self.place))
        return f"{self.kind}: {self.file}: {where} -> {'dropped' if self.value is None else self.value}"

    def apply(self) -> None:
        """Make the change in this process."""
        read = schema.read_toml

        def changed(path: Path) -> dict[str, Any]:
            raw = read(path)
            return self.change(raw) if str(path).endswith(self.file) else raw

        registry.read_toml = changed  # type: ignore[attr-defined]
        if self.kind == "policy" and self.file == "policies":
            policies.POLICIES[str(self.place[0])] = Trust if self.place[0] != "marked_starts" else Starts
        registry.forget()

    def change(self, raw: dict[str, Any]) -> dict[str, Any]:
        """Return the file's content with the change."""
        found = copy.deepcopy(raw)
        spot: Any = found
        for step in self.place[:-1]:
            spot = spot.setdefault(step, {}) if isinstance(spot, dict) else spot[step]
        if self.value is None:
            del spot[self.place[-1]]
        else:
            spot[self.place[-1]] = self.value
        return found


def mutants() -> list[Mutant]:
    """List every change."""
    found: list[Mutant] = []
    default = Rules()
    for path in sorted(FOLDER.rglob("*.toml")):
        file = str(path.relative_to(FOLDER))
        if file in ("rules.toml", "sources.toml", "rulesets.toml"):
            continue
        raw = schema.read_toml(path)
        overlay: Place = ("rules",) if file.startswith("boards/") else ()
        inner: dict[str, Any] = raw.get("rules", {}) if overlay else raw
        names = sorted(SWITCHES) if file.startswith("editions/") else sorted(inner.get("switches", {}))
        for name in names:
            now = inner.get("switches", {}).get(name, getattr(default, name))
            found.append(Mutant("switch", file, (*overlay, "switches", name), not now))
        found += [Mutant("policy", file, (*overlay, "policies", axis), None) for axis in inner.get("policies", {})]
        for joint, tasks in inner.get("tasks", {}).items():
            for place in range(len(tasks)):
                found.append(Mutant("task", file, (*overlay, "tasks", joint, place), None))
        found += [Mutant("number", file, place, value + 1) for place, value in numbers(raw, ())]
    found += [Mutant("policy", "policies", (name,), "default") for name in ("trust", "card_trust", "marked_starts")]
    return found


def numbers(spot: object, place: Place) -> list[tuple[Place, int]]:
    """List every whole number of a file with its place."""
    if isinstance(spot, bool):
        return []
    if isinstance(spot, int):
        return [(place, spot)]
    found: list[tuple[Place, int]] = []
    if isinstance(spot, dict):
        for key, value in spot.items():
            if key not in SKIPPED:
                found += numbers(value, (*place, key))
    elif isinstance(spot, list):
        for index, value in enumerate(spot):
            found += numbers(value, (*place, index))
    return found


def tests_for(mutant: Mutant, items: list[pytest.Item]) -> list[pytest.Item]:
    """Choose the tests that read the mutant's file: those of the tables, then those that play with it."""
    words = next((words for file, words in TOUCHES.items() if mutant.file.startswith(file)), ("",))
    return [item for item in items if "boards" in str(item.path) or any(word in item.path.name for word in words)]


def quickest_first(item: pytest.Item) -> tuple[bool, bool]:
    """Put the sums of the tables before the other tests of the boards, and those before the rules."""
    return "test_tables" not in item.path.name, "boards" not in str(item.path)


class Trial:
    """A pytest plugin that runs the collected tests once a mutant, each time in a fork."""

    def __init__(self, chosen: list[Mutant], jobs: int) -> None:
        self.chosen = chosen
        self.jobs = jobs
        self.survivors: list[Mutant] = []
        self.tally: Counter[str] = Counter()

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Try every mutant."""
        items = sorted(session.items, key=quickest_first)
        if not self.survives(None, items):
            pytest.exit("the tests fail without any change; fix that first", returncode=1)
        running: dict[int, Mutant] = {}
        begun = time.monotonic()
        for number, mutant in enumerate(self.chosen, start=1):
            running[self.start(mutant, tests_for(mutant, items))] = mutant
            if len(running) >= self.jobs:
                self.reap(running)
            if number % 100 == 0:
                print(f"{number}/{len(self.chosen)} after {time.monotonic() - begun:.0f} s", file=sys.stderr)
        while running:
            self.reap(running)
        return True

    def start(self, mutant: Mutant | None, items: list[pytest.Item]) -> int:
        """Run the tests in a fork that has the change."""
        child = os.fork()
        if child:
            return child
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        devnull = os.open(os.devnull, os.O_WRONLY)
        os.dup2(devnull, 1)
        os.dup2(devnull, 2)
        if mutant is not None:
            mutant.apply()
        failed: list[str] = []

        class Watch:
            def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
                if report.failed:
                    failed.append(report.nodeid)

        items[0].config.pluginmanager.register(Watch())
        for place, item in enumerate(items):
            following = items[place + 1] if place + 1 < len(items) else None
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if failed:
                os._exit(1)
        os._exit(0)

    def survives(self, mutant: Mutant | None, items: list[pytest.Item]) -> bool:
        """Return whether all tests pass."""
        _, status = os.waitpid(self.start(mutant, items), 0)
        return status == 0

    def reap(self, running: dict[int, Mutant]) -> None:
        """Wait for one fork and note what became of its mutant."""
        child, status = os.wait()
        mutant = running.pop(child)
        self.tally[f"{mutant.kind} {'survived' if status == 0 else 'killed'}"] += 1
        if status == 0:
            self.survivors.append(mutant)
            print(f"survived  {mutant}", file=sys.stderr)


def main() -> None:
    """Try all mutants, or those whose name contains a text, and say which survive."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="mutants whose name contains this")
    parser.add_argument("--kind", default="", help="switch, policy, task or number")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--json", type=Path, help="write the result here too")
    asked = parser.parse_args()
    chosen = [m for m in mutants() if asked.only in str(m) and asked.kind in ("", m.kind)]
    trial = Trial(chosen, asked.jobs)
    tests = [str(TOP / "tests" / name) for name in ("boards", "rules")]
    pytest.main(["-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-o", "timeout=0", *tests], plugins=[trial])
    for name, count in sorted(trial.tally.items()):
        print(f"{name:<20} {count}")
    for mutant in trial.survivors:
        print(f"survived: {mutant}")
    if asked.json:
        rows = {"tally": dict(trial.tally), "survivors": [str(m) for m in trial.survivors]}
        asked.json.write_text(json.dumps(rows, indent=1) + "\n")


if __name__ == "__main__":
    main()
