"""Whole games, replayed move by move with their exact standing: one at least for each ruleset and way of ending."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import kilowatt
from kilowatt.editions.registry import REVISION
from kilowatt.engine.actions import Scrap
from tools.golden import standing

FOLDERS = {
    revision: Path(__file__).parent / ("" if revision == 1 else f"revision-{revision}")
    for revision in range(1, REVISION + 1)
}
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


def test_a_game_of_the_newest_revision_gives_up_fuel() -> None:
    """Among the games of revision 2 are some in which fuel is given up with a plant, none before."""
    given = {
        revision: [
            move
            for name in games
            for move in kilowatt.read_record(FOLDERS[revision] / f"{name}.jsonl").actions()
            if isinstance(move, Scrap) and move.give_up
        ]
        for revision, games in EXPECTED.items()
    }
    assert given[1] == []
    assert given[2]


@pytest.mark.parametrize("revision", EXPECTED)
def test_every_ruleset_and_way_of_ending_has_a_game(revision: int) -> None:
    """Each published board game has ended in Step 2 and in Step 3, the card game by its end card in both phases."""
    for row in kilowatt.rulesets():
        if not row.composed:
            ways = {name.rsplit("-", 1)[1] for name in EXPECTED[revision] if name.startswith(row.id.replace("/", "-"))}
            assert ways == ({"auction", "power"} if row.id == "card-game" else {"step2", "step3"}), row.id
