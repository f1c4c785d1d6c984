"""The long run: a million random games over every ruleset and number of seats; part of `make soak`."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

import kilowatt

GAMES = int(os.environ.get("KILOWATT_SOAK_GAMES", "1000000"))
COMBINATIONS = len(kilowatt.rulesets()) * 5
"""Every ruleset with two to six seats."""


def simulate(*words: str) -> dict[str, object]:
    """Run the real command and read its answer."""
    asked = [sys.executable, "-m", "kilowatt", "simulate", "--jobs", str(os.cpu_count() or 1), "--json", *words]
    done = subprocess.run(asked, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    answer: dict[str, object] = json.loads(done.stdout)
    return answer


@pytest.mark.soak
def test_a_million_random_games_end() -> None:
    """Every one of a million random games ends with a result."""
    each = -(-GAMES // COMBINATIONS)
    summary = simulate("--ruleset", "every", "--games", str(each), "--seed", "1")
    assert summary["violations"] == []
    assert [row["games"] for row in summary["games"]] == [each] * COMBINATIONS  # type: ignore[attr-defined]


@pytest.mark.soak
def test_a_hundredth_of_them_is_checked_after_every_action() -> None:
    """No invariant breaks in ten thousand random games, checked after every action."""
    each = -(-GAMES // 100 // COMBINATIONS)
    summary = simulate("--ruleset", "every", "--games", str(each), "--seed", "2", "--check")
    assert summary["violations"] == []
