"""The compiled wheel: that it is what the tests run on, and that it plays exactly as the source does."""

from __future__ import annotations

import hashlib
import importlib
import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path
from random import Random

import pytest

import kilowatt
from kilowatt.engine import actions, events, menu, quotes, refusals, results
from kilowatt.table.playout import playout

TOP = Path(__file__).parents[2]
COMPILED = [
    "engine.game",
    "engine.machine",
    "engine.state",
    "engine.phases.build",
    "editions.policies.board_trust",
    "kernel._compiled",
    "table.playout",
    "envs.observation",
    "envs.reference_games",
]
STRUCTS = (actions, events, menu, quotes, refusals, results)
RULESETS = [row.id for row in kilowatt.rulesets()]
SEATS = (2, 3, 4, 5, 6)

pytestmark = pytest.mark.compiled


def fingerprints() -> dict[str, str]:
    """Play one random game of every ruleset and number of seats; return the hash of its record and last snapshot."""
    hashes: dict[str, str] = {}
    for ruleset in RULESETS:
        for seats in SEATS:
            state, _, record = playout(kilowatt.ruleset(ruleset, seats), Random(f"{ruleset}/{seats}"), logged=True)
            text = "\n".join([*record.lines(), json.dumps(kilowatt.snapshot(state), sort_keys=True)])
            hashes[f"{ruleset}/{seats}"] = hashlib.sha256(text.encode()).hexdigest()
    return hashes


def interpreted(code: str) -> str:
    """Run a piece of Python on the source tree, which shadows the installed wheel; return what it prints."""
    path = os.pathsep.join([str(TOP / "src"), str(TOP)])
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        cwd=TOP,
        env={**os.environ, "PYTHONPATH": path},
    )
    return done.stdout


@pytest.mark.parametrize("name", COMPILED)
def test_the_installed_wheel_is_compiled(name: str) -> None:
    """The rules under test are machine code from the environment, not the source tree."""
    place = Path(importlib.import_module(f"kilowatt.{name}").__file__ or "")
    assert place.suffix in {".so", ".pyd"}
    assert not place.is_relative_to(TOP / "src")


def test_the_source_tree_stays_interpreted() -> None:
    """Building leaves nothing beside the sources: they are still run as Python."""
    assert interpreted("import kilowatt.engine.game as g; print(g.__file__)").strip().endswith("game.py")
    assert not list((TOP / "src").rglob("*.so"))


@pytest.mark.parametrize("module", STRUCTS, ids=lambda module: module.__name__)
def test_modules_of_structs_are_left_alone(module: object) -> None:
    """No module that makes Structs is compiled: the compiler would drop their class keywords."""
    assert str(module.__file__).endswith(".py")  # type: ignore[attr-defined]


def test_actions_are_frozen_and_tagged() -> None:
    """An action of the built wheel cannot be changed, carries its type and is told apart by it."""
    bid = actions.Bid(1, 7)
    with pytest.raises(AttributeError):
        bid.amount = 8  # type: ignore[misc]
    assert hash(bid) == hash(actions.Bid(1, 7))
    assert kilowatt.to_dict(bid) == {"type": "bid", "seat": 1, "amount": 7}
    assert kilowatt.action({"type": "pass", "seat": 1}) == actions.Pass(1) != actions.Pass(2)


def test_compiled_games_are_the_interpreted_ones() -> None:
    """From the same seeds every ruleset gives the same records and the same last snapshots, 2 to 6 seats."""
    code = "import json; from tests.conformance.test_compiled import fingerprints; print(json.dumps(fingerprints()))"
    ours = fingerprints()
    assert ours == json.loads(interpreted(code))
    assert len(set(ours.values())) == len(RULESETS) * len(SEATS)


def test_a_pure_wheel_is_the_fallback(tmp_path: Path) -> None:
    """Without the compiler the same project builds a wheel of Python alone, with the rule tables in it."""
    asked = ["pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir", str(tmp_path), str(TOP)]
    plain = {name: value for name, value in os.environ.items() if not name.startswith("HATCH_")}
    subprocess.run([sys.executable, "-m", *asked], check=True, env=plain, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    assert wheel.name.endswith("-py3-none-any.whl")
    inside = zipfile.ZipFile(wheel).namelist()
    assert "kilowatt/engine/game.py" in inside
    assert any(name.startswith("kilowatt/editions/data/") and name.endswith(".toml") for name in inside)
    assert not [name for name in inside if name.endswith((".so", ".pyd", ".c"))]
