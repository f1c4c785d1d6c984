"""The games written down by tools/rules_fixture.py, in two books: all that can be seen of them is what it was."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING

import pytest

import kilowatt
from tools import fixture_atlas, fixture_cases
from tools.fixture_cases import Case
from tools.rules_fixture import ATLAS, BOOKS, EVERY, FIRST, KEPT, Book, difference, follows, told

if TYPE_CHECKING:
    from _pytest.mark import ParameterSet

    from kilowatt.engine.rules import Rules

SEALS = {
    FIRST.games: "0911bf98b62810ed7a123d9c58ccd316c4f15cde6c3742db95eadb4467f07d9b",
    FIRST.snapshots: "2c6ef11450cc2a2c174327f43d5c269517cb83db7b454ebc8da5ad68299c613f",
    ATLAS.games: "e400425b9d653df6f7d40939eca348ce250d65f9696866b4f99ae1a5db772939",
    ATLAS.snapshots: "9f8bf11bc6db993a25fa9f7532a5d9901095d6788f5c58f1cda95bcb223a514c",
}
"""The hash of each stored file: whoever writes them again changes this line too, and says why."""
TIERS = {FIRST: (20, 80), ATLAS: (10, 40)}
"""How many games `make test` plays of a book, and how many `make test-thorough`; `make soak` plays all."""


def parts(name: str) -> list[ParameterSet]:
    """Cut a book into parts, each in its tier."""
    book = BOOKS[name]
    quick, thorough = TIERS[book]
    cuts = [
        *[(range(first, first + 10), ()) for first in range(0, quick, 10)],
        *[(range(first, min(first + 30, thorough)), (pytest.mark.thorough,)) for first in range(quick, thorough, 30)],
        *[
            (range(first, min(first + 50, len(book.cases()))), (pytest.mark.soak,))
            for first in range(thorough, len(book.cases()), 50)
        ],
    ]
    return [pytest.param(book, cut, marks=marks, id=f"{name}-{cut[0]}-{cut[-1]}") for cut, marks in cuts]


def snapshots(name: str) -> list[ParameterSet]:
    """List the stored snapshots of a book, one in eight for `make test`."""
    return [
        pytest.param(
            BOOKS[name], row, marks=() if place % 8 == 0 else pytest.mark.thorough, id=f"{name}-{place * KEPT}"
        )
        for place, row in enumerate(BOOKS[name].kept())
    ]


@pytest.mark.parametrize("file", list(SEALS), ids=lambda file: file.name)
def test_the_stored_games_are_sealed(file: object) -> None:
    """Nobody has changed the stored games by accident."""
    assert hashlib.sha256(file.read_bytes()).hexdigest() == SEALS[file]  # type: ignore[attr-defined, index]


@pytest.mark.parametrize(("book", "numbers"), [*parts("first"), *parts("atlas")])
def test_the_games_are_as_stored(book: Book, numbers: range) -> None:
    """Snapshots, menus in order, refusals, events, odds and quotes of these games are what they were."""
    assert [found for number in numbers if (found := difference(book, number))] == []


@pytest.mark.parametrize(("book", "row"), [*snapshots("first"), *snapshots("atlas")])
def test_an_old_snapshot_goes_on_as_before(book: Book, row: str) -> None:
    """A stored snapshot is restored, is written as it was, and the game goes on from it as it did."""
    kept = json.loads(row)
    case = book.cases()[kept["game"]]
    state = kilowatt.restore(case.rules(), kept["snapshot"])
    assert json.loads(json.dumps(kilowatt.snapshot(state))) == kept["snapshot"]
    assert follows(case, kept["snapshot"]) == kept["after"]


def test_the_games_cover_everything() -> None:
    """All rulesets of that time, custom boards, 2 to 6 seats, all revisions and every option are among the games."""
    games = FIRST.cases()
    assert len(games) == len(FIRST.stored()) == fixture_cases.COUNT
    assert {case.ruleset for case in games} == {*fixture_cases.RULESETS, "custom"}
    for ruleset in fixture_cases.RULESETS:
        own = [case for case in games if case.ruleset == ruleset]
        assert {case.seats for case in own} == {2, 3, 4, 5, 6}
        assert {case.revision for case in own} == {1, 2, 3}
    offered = {name for row in kilowatt.rulesets() for name in row.options}
    assert offered <= {name for case in games for name in case.options}


def test_the_games_of_the_atlas_cover_its_rulesets_and_special_rules() -> None:
    """Every ruleset of the atlas with most numbers of seats, and every special rule, is among the games."""
    games = ATLAS.cases()
    assert len(games) == len(ATLAS.stored()) == fixture_atlas.COUNT
    assert {case.ruleset for case in games} == {*fixture_atlas.RULESETS, "custom"}
    for ruleset in fixture_atlas.RULESETS:
        assert len({case.seats for case in games if case.ruleset == ruleset}) >= 4
    played = {special for case in games if case.board for special in case.board.split("+")}
    assert {*fixture_atlas.SPECIALS} <= played


def test_a_changed_rule_is_noticed_and_located(monkeypatch: pytest.MonkeyPatch) -> None:
    """One Elektro more for one supplied city is found, in the marks after it is first paid."""
    honest = Case.rules

    def generous(case: Case) -> Rules:
        rules = honest(case)
        rules.payment = [pay + (cities == 1) for cities, pay in enumerate(rules.payment)]
        return rules

    number = next(number for number, case in enumerate(FIRST.cases()) if case.ruleset == "recharged/germany")
    paid = next(
        played
        for played, name, value, _ in told(FIRST.cases()[number])
        if name == "events" and b'"cities":1,"income"' in value
    )
    monkeypatch.setattr(Case, "rules", generous)
    first = paid // EVERY * EVERY
    assert f"differs first in the actions {first} to {first + EVERY}" in difference(FIRST, number)
