"""Special rules that a maker of a board may choose: all of our boards' policies, alone and together."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest

import kilowatt
from kilowatt.editions import registry
from kilowatt.editions.specials import Special, specials
from kilowatt.table.playout import playout
from tests.boards.board_kit import small
from tests.kernel.lockstep import play_in_step

SERVER = Path(kilowatt.__file__).parent / "server"
ALL = {special.id: special for special in specials()}
POLICIES = [special for special in ALL.values() if "policies" in special.rules]
PAIRS = [pair for pair in combinations(POLICIES, 2) if not {*pair[0].rules["policies"]} & {*pair[1].rules["policies"]}]


def rules_with(*chosen: Special) -> kilowatt.Rules:
    """Compose a game for three on the small board with special rules, as the page joins them."""
    joined: dict[str, Any] = {}
    for special in chosen:
        for part, rows in special.rules.items():
            joined[part] = {**joined.get(part, {}), **rows}
    fuel = next((special.fuel for special in chosen if special.fuel), "standard-2018")
    return kilowatt.ruleset("custom", 3, {"board": small(rules=joined, fuel=fuel)})


def test_every_policy_of_our_boards_is_offered() -> None:
    """What one of our boards has, a maker can choose; the two markets bring the fuel tables that they need."""
    names = {row["name"] for board in registry.own_boards() if board.rules for row in board.rules.policies.values()}
    assert names <= ALL.keys()
    assert {name: special.fuel for name, special in ALL.items() if special.fuel} == {"twin_markets": "korea"}


@pytest.mark.parametrize("special", list(ALL.values()), ids=list(ALL))
def test_a_special_rule_is_playable(special: Special) -> None:
    """A game with it keeps every invariant to its end."""
    state, _, _ = playout(rules_with(special), Random(2), checked=True)
    assert kilowatt.result(state) is not None


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: "+".join(one.id for one in pair))
def test_special_rules_of_different_parts_go_together(pair: tuple[Special, Special]) -> None:
    """A planned market with each fuel rule keeps every invariant, and the kernel plays it as the reference does."""
    rules = rules_with(*pair)
    state, _, _ = playout(rules, Random(3), checked=True)
    assert kilowatt.result(state) is not None
    assert play_in_step(rules, 4, "builder", limit=400)


def test_the_server_names_no_board() -> None:
    """Which boards have which rules is known in the editions' data alone."""
    names = "|".join(board.id for board in registry.own_boards())
    faults = [
        (file.name, hit[0])
        for file in sorted(SERVER.rglob("*.py"))
        for hit in re.finditer(rf"\"({names})\"", file.read_text(encoding="utf-8"))
    ]
    assert faults == []
