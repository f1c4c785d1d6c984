"""Mutants of the rules' data: switches flipped, policies replaced by the default, tasks dropped, numbers moved.

A test is tried against a mutant if it reads the mutant's file: a run without a change shows which tests do.
"""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

from kilowatt.editions import compose, policies, registry, schema
from kilowatt.editions.compose import SWITCHES
from kilowatt.editions.compose import _composed as compose_rules
from kilowatt.editions.parts import Parts
from kilowatt.engine.policies import Starts, Trust
from kilowatt.engine.rules import Rules

FOLDER = Path(registry.__file__).parent / "data"
SKIPPED = {"year", "lat", "lon", "from_seats"}
"""Numbers that no rule depends on, or that another test of the data pins by name."""
NOT_RULES = ("rules.toml", "sources.toml", "rulesets.toml", "cites.toml")
"""Files of words: the ledger's titles, the sources, the names of rulesets, the rule behind a refusal."""

Place = tuple[str | int, ...]


class DataMutant:
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

    @property
    def places(self) -> frozenset[str]:
        """The file; for a policy's own code the files that name the policy."""
        if self.file != "policies":
            return frozenset({self.file})
        quoted = f'"{self.place[0]}"'
        return frozenset(str(path.relative_to(FOLDER)) for path in files() if quoted in path.read_text())

    def apply(self) -> None:
        """Make the change in this process."""
        read = schema.read_toml

        def changed(path: Path) -> dict[str, Any]:
            raw = read(path)
            return self.change(raw) if path == FOLDER / self.file else raw

        registry.read_toml = changed  # type: ignore[attr-defined]
        if self.kind == "policy" and self.file == "policies":
            policies.POLICIES[str(self.place[0])] = Trust if self.place[0] != "marked_starts" else Starts
        registry.forget()

    def change(self, raw: dict[str, Any]) -> dict[str, Any]:
        """Return the file's content with the change."""
        content = copy.deepcopy(raw)
        spot: Any = content
        for step in self.place[:-1]:
            spot = spot.setdefault(step, {}) if isinstance(spot, dict) else spot[step]
        if self.value is None:
            del spot[self.place[-1]]
        else:
            spot[self.place[-1]] = self.value
        return content


class Files:
    """Which data files each test reads. Rules are composed again in every test: what was read before is forgotten."""

    def __init__(self) -> None:
        self.touched: dict[str, list[str]] = {}
        self.test = ""

    def begin(self, test: str) -> None:
        """Look at this test from now on."""
        if not self.touched:
            registry.read_toml = self.read  # type: ignore[attr-defined]
            compose._composed = self.composed  # noqa: SLF001 - every way to make rules goes through it
        registry.forget()
        self.test = test
        self.touched[test] = []

    def read(self, path: Path) -> dict[str, Any]:
        """Read a file and note it."""
        if path.is_relative_to(FOLDER):
            self.touched[self.test].append(str(path.relative_to(FOLDER)))
        return schema.read_toml(path)

    def composed(self, parts: Parts, seats: int, revision: int) -> Rules:
        """Compose rules and note which files they are made of."""
        made = [f"editions/{parts.edition.id}.toml", f"fuel/{parts.fuel.id}.toml", f"decks/{parts.edition.deck}.toml"]
        made += [f"boards/{parts.board.id}.toml"] if parts.board is not None else []
        rules = compose_rules(parts, seats, revision)
        made += ["contractor.toml"] if rules.contractor else []
        self.touched[self.test] += [played(file) for file in made]
        return rules

    def end(self) -> dict[str, list[str]]:
        """Return the files that each test read."""
        return self.touched


def played(file: str) -> str:
    """Return the place that a test touches by composing rules from a file, not only reading it."""
    return f"rules of {file}"


def files() -> list[Path]:
    """List the data files that hold rules."""
    return [path for path in sorted(FOLDER.rglob("*.toml")) if path.name not in NOT_RULES]


def mutants() -> list[DataMutant]:
    """List every change."""
    default = Rules()
    changes: list[DataMutant] = []
    for path in files():
        file = str(path.relative_to(FOLDER))
        raw = schema.read_toml(path)
        overlay: Place = ("rules",) if file.startswith("boards/") else ()
        inner: dict[str, Any] = raw.get("rules", {}) if overlay else raw
        names = sorted(SWITCHES) if file.startswith("editions/") else sorted(inner.get("switches", {}))
        for name in names:
            now = inner.get("switches", {}).get(name, getattr(default, name))
            changes.append(DataMutant("switch", file, (*overlay, "switches", name), not now))
        axes = inner.get("policies", {})
        changes += [DataMutant("policy", file, (*overlay, "policies", axis), None) for axis in axes]
        for joint, tasks in inner.get("tasks", {}).items():
            changes += [DataMutant("task", file, (*overlay, "tasks", joint, n), None) for n in range(len(tasks))]
        changes += [DataMutant("number", file, place, value + 1) for place, value in numbers(raw, ())]
    named = ("trust", "card_trust", "marked_starts")
    return changes + [DataMutant("policy", "policies", (name,), "default") for name in named]


def numbers(spot: object, place: Place) -> list[tuple[Place, int]]:
    """List every whole number of a file with its place."""
    if isinstance(spot, bool):
        return []
    if isinstance(spot, int):
        return [(place, spot)]
    inside: list[tuple[str | int, object]] = []
    if isinstance(spot, dict):
        inside = [(key, value) for key, value in spot.items() if key not in SKIPPED]
    elif isinstance(spot, list):
        inside = list(enumerate(spot))
    return [number for step, value in inside for number in numbers(value, (*place, step))]
