"""Whole games, replayed move by move with their exact standing: one at least for each ruleset and way of ending."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import kilowatt
from tools.golden import standing

HERE = Path(__file__).parent
EXPECTED = json.loads((HERE / "standings.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_the_game_ends_as_recorded(name: str) -> None:
    """Every move of the record is allowed, no invariant breaks, and the end is the recorded one."""
    record = kilowatt.read_record(HERE / f"{name}.jsonl")
    table = kilowatt.replay(record)
    assert kilowatt.check(table.state) == []
    assert standing(table) == EXPECTED[name]


def test_every_ruleset_and_way_of_ending_has_a_game() -> None:
    """Each published board game has ended in Step 2 and in Step 3, the card game by its end card in both phases."""
    for row in kilowatt.rulesets():
        if not row.composed:
            ways = {name.rsplit("-", 1)[1] for name in EXPECTED if name.startswith(row.id.replace("/", "-"))}
            assert ways == ({"auction", "power"} if row.id == "card-game" else {"step2", "step3"}), row.id
