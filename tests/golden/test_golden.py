"""Whole games, replayed move by move with their exact standing: one for each ruleset and each way it can end."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import kilowatt
from kilowatt.editions.registry import REVISION
from kilowatt.engine.actions import Scrap
from tools.golden import endings, standing, ways_of

HERE = Path(__file__).parent
FOLDERS = {1: HERE} | {int(folder.name.removeprefix("revision-")): folder for folder in HERE.glob("revision-*")}
"""Where the games of each revision are; those of the first are here."""
EXPECTED = {
    revision: json.loads((folder / "standings.json").read_text(encoding="utf-8"))
    for revision, folder in FOLDERS.items()
}
GAMES = [(revision, name) for revision, games in EXPECTED.items() for name in sorted(games)]


@pytest.mark.parametrize(("revision", "name"), GAMES)
def test_the_game_ends_as_recorded(revision: int, name: str) -> None:
    """Every move of the record is allowed at its revision, no invariant breaks, and the end is the recorded one."""
    record = kilowatt.read_record(FOLDERS[revision] / f"{name}.jsonl")
    assert record.header.revision == revision
    table = kilowatt.replay(record)
    assert kilowatt.check(table.state) == []
    assert standing(table) == EXPECTED[revision][name]
    assert table.record().lines() == record.lines()


def test_games_since_revision_2_give_up_fuel() -> None:
    """Among the games of revision 2 and later are some in which fuel is given up with a plant, none before."""
    given = {
        revision: [
            move
            for name in games
            for move in kilowatt.read_record(FOLDERS[revision] / f"{name}.jsonl").actions()
            if isinstance(move, Scrap) and move.give_up
        ]
        for revision, games in EXPECTED.items()
    }
    assert given.pop(1) == []
    assert all(given.values())


def test_every_revision_has_its_games() -> None:
    """Each revision that this version plays has stored games, and no other has."""
    assert sorted(FOLDERS) == list(range(1, REVISION + 1))


@pytest.mark.parametrize("revision", sorted(set(FOLDERS) - {REVISION}))
def test_every_ruleset_of_an_old_revision_has_a_game(revision: int) -> None:
    """Each published board game has ended in Step 2 and in Step 3, the card game by its end card in both phases."""
    for row in kilowatt.rulesets():
        if not row.composed and not row.chapter:
            ways = {name.rsplit("-", 1)[1] for name in EXPECTED[revision] if name.startswith(row.id.replace("/", "-"))}
            assert ways == ({"auction", "power"} if row.id == "card-game" else {"step2", "step3"}), row.id


EXCUSED: dict[tuple[str, str], str] = {}
"""Ruleset and way of ending without a stored game, and why there is none."""


def test_every_ruleset_has_a_game_for_every_way_of_ending() -> None:
    """Each ruleset, composed ones too, has a stored game of the newest revision for each way its game can end.

    Boards of the atlas have the golden games of the kernel: they came with this revision.

    On a board the cities that end the game are reached in Step 1, 2 or 3, after the last card of the stack, or in a
    round without a sale. In the card game the last round is announced in the auctions, in the power phase or by a new
    stack of fuel cards, or has no sale.
    """
    games = [row for row in kilowatt.rulesets() if not row.chapter]
    shown: dict[str, set[str]] = {row.id: set() for row in games}
    for name in EXPECTED[REVISION]:
        table = kilowatt.replay(kilowatt.read_record(FOLDERS[REVISION] / f"{name}.jsonl"))
        shown[table.rules.id] |= set(ways_of(table))
    wanted = {row.id: set(endings(kilowatt.ruleset(row.id, row.seats[0]))) for row in games}
    missing = {(ruleset, way) for ruleset, ways in wanted.items() for way in ways - shown[ruleset]}
    assert missing == set(EXCUSED)


def test_every_record_has_its_standing() -> None:
    """No record lies in a folder without being replayed."""
    for revision, folder in FOLDERS.items():
        assert {path.stem for path in folder.glob("*.jsonl")} == set(EXPECTED[revision])
