"""The long runs: a million random games over every ruleset and number of seats, menus against refusals; `make soak`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from random import Random

import pytest

import kilowatt
from kilowatt.engine.actions import Pass
from kilowatt.engine.ids import OVER
from kilowatt.table.playout import random_action
from tests.conformance.vocabulary import OPTIONS, options_for
from tools.fixture_moves import PASSES, guess, passing

GAMES = int(os.environ.get("KILOWATT_SOAK_GAMES", "1000000"))
POSITIONS = int(os.environ.get("KILOWATT_SOAK_POSITIONS", "2000000"))
GUESSES = 7
"""Actions that are tried at each position."""
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


def assert_agreement(state: kilowatt.State, rng: Random) -> None:
    """The menu has an action exactly if nothing refuses it: some that are often wrong, and one of the menu."""
    legal = list(kilowatt.legal_actions(state))
    listed = {repr(action) for action in legal}
    for action in [*[guess(state, rng) for _ in range(GUESSES)], rng.choice(legal)]:
        reason = kilowatt.refusal(state, action)
        assert (reason is None) == (repr(action) in listed), (kilowatt.snapshot(state), action, reason)


def walk(positions: int, seed: int) -> int:
    """Play games of every ruleset, seats, options and style, and compare at every position; return how many it was."""
    rng = Random(seed)
    games = [(row.id, seats, options) for row in kilowatt.rulesets() for seats, options in OPTIONS]
    seen = 0
    while seen < positions:
        ruleset, seats, options = rng.choice(games)
        state = kilowatt.new_game(kilowatt.ruleset(ruleset, seats, options_for(ruleset, options)))
        style = rng.choice(tuple(PASSES))
        while state.actor != OVER and seen < positions:
            assert_agreement(state, rng)
            move = random_action(state, rng)
            kinds = kilowatt.options(state).choices if state.actor >= 0 else {}
            if "pass" in kinds and len(kinds) > 1:
                kind = next(kind for kind in kinds if kind != "pass")
                move = Pass(state.actor) if rng.random() < passing(style, kind) else rng.choice(kinds[kind]).at(0)
            kilowatt.advance(state, move)
            seen += 1
    return seen


def test_menus_and_refusals_agree() -> None:
    """In some thousand positions of all kinds, what the menu lists is what is not refused."""
    assert walk(1_500, 1) == 1_500


@pytest.mark.soak
def test_menus_and_refusals_agree_in_two_million_positions() -> None:
    """The same for two million positions."""
    assert walk(POSITIONS, 2) == POSITIONS
