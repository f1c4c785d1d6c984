"""Two thousand games written down by tools/rules_fixture.py: all that can be seen of them is what it was."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING

import pytest

import kilowatt
from tools import rules_fixture
from tools.fixture_cases import COUNT, Case, cases
from tools.rules_fixture import EVERY, GAMES, SNAPSHOTS, difference, follows, line, stored

if TYPE_CHECKING:
    from kilowatt.engine.rules import Rules

SEALS = {
    GAMES: "0911bf98b62810ed7a123d9c58ccd316c4f15cde6c3742db95eadb4467f07d9b",
    SNAPSHOTS: "2c6ef11450cc2a2c174327f43d5c269517cb83db7b454ebc8da5ad68299c613f",
}
"""The hash of each stored file: whoever writes them again changes this line too, and says why."""
QUICK, THOROUGH = 40, 400
"""How many games `make test` plays, and how many `make test-thorough`; `make soak` plays all."""
PARTS = [
    *[range(first, first + 10) for first in range(0, QUICK, 10)],
    *[pytest.param(range(first, first + 30), marks=pytest.mark.thorough) for first in range(QUICK, THOROUGH, 30)],
    *[pytest.param(range(first, first + 50), marks=pytest.mark.soak) for first in range(THOROUGH, COUNT, 50)],
]
KEPT = SNAPSHOTS.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("file", list(SEALS), ids=lambda file: file.name)
def test_the_stored_games_are_sealed(file: object) -> None:
    """Nobody has changed the stored games by accident."""
    assert hashlib.sha256(file.read_bytes()).hexdigest() == SEALS[file]  # type: ignore[attr-defined, index]


@pytest.mark.parametrize("numbers", PARTS, ids=lambda numbers: f"{numbers[0]}-{numbers[-1]}")
def test_the_games_are_as_stored(numbers: range) -> None:
    """Snapshots, menus in order, refusals, events, odds and quotes of these games are what they were."""
    lines = stored()
    assert [found for number in numbers if (found := difference(lines[number], line(number)))] == []


@pytest.mark.parametrize(
    "row",
    [text if place % 8 == 0 else pytest.param(text, marks=pytest.mark.thorough) for place, text in enumerate(KEPT)],
    ids=lambda text: text[:12],
)
def test_an_old_snapshot_goes_on_as_before(row: str) -> None:
    """A stored snapshot is restored, is written as it was, and the game goes on from it as it did."""
    kept = json.loads(row)
    state = kilowatt.restore(cases()[kept["game"]].rules(), kept["snapshot"])
    assert json.loads(json.dumps(kilowatt.snapshot(state))) == kept["snapshot"]
    assert follows(kept["game"], kept["snapshot"]) == kept["after"]


def test_the_games_cover_everything() -> None:
    """All rulesets, custom boards, 2 to 6 seats, all revisions and every option are among the games."""
    games = cases()
    assert len(games) == len(stored()) == COUNT
    assert {case.ruleset for case in games} == {row.id for row in kilowatt.rulesets()} | {"custom"}
    for row in kilowatt.rulesets():
        own = [case for case in games if case.ruleset == row.id]
        assert {case.seats for case in own} == {2, 3, 4, 5, 6}
        assert {case.revision for case in own} == {1, 2, 3}
    offered = {name for row in kilowatt.rulesets() for name in row.options}
    assert offered <= {name for case in games for name in case.options}


def test_a_changed_rule_is_noticed_and_located(monkeypatch: pytest.MonkeyPatch) -> None:
    """One Elektro more for one supplied city is found, in the marks after it is first paid."""
    honest = Case.rules

    def generous(case: Case) -> Rules:
        rules = honest(case)
        rules.payment = [pay + (cities == 1) for cities, pay in enumerate(rules.payment)]
        return rules

    number = next(number for number, case in enumerate(cases()) if case.ruleset == "recharged/germany")
    expected = stored()[number]
    paid = next(
        played
        for played, name, value, _ in rules_fixture.told(cases()[number])
        if name == "events" and b'"cities":1,"income"' in value
    )
    monkeypatch.setattr(Case, "rules", generous)
    found = difference(expected, line(number))
    first = paid // EVERY * EVERY
    assert f"differs first in the actions {first} to {first + EVERY}" in found
