"""Parts of the atlas in a board file: what a maker may use, and what is refused by name."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import kilowatt
from kilowatt.table.playout import playout
from tests.boards.board_kit import SMALL, small


def made(**changes: Any) -> kilowatt.Rules:
    """Compose a game for three on the small board with changes."""
    return kilowatt.ruleset("custom", 3, {"board": small(**changes)})


@pytest.mark.parametrize(
    ("changes", "named"),
    [
        ({"chapter": "AT-BX"}, "chapter"),
        ({"doubts": ["x"]}, "doubts"),
        ({"area_plants": {"a": [{"plant": "10", "fuel": "oil", "need": 10**9, "cities": 10**9}]}}, "area_plants"),
        ({"rules": {"unsold_leave": 10**9}}, "unsold_leave"),
        ({"rules": {"current_size": -1}}, "current_size"),
        ({"rules": {"editions": {"recharged": {}}}}, "editions"),
        ({"late_cities": ["atlantis"]}, "late_cities"),
        ({"forbidden_zones": [["atlantis"]]}, "forbidden_zones"),
        ({"no_start": ["atlantis"]}, "no_start"),
        ({"entries": {"atlantis": 5}}, "entries"),
        ({"house_costs": {"source": "x", "values": [10, 15]}}, "house_costs"),
        ({"house_costs": {"source": "x", "values": [10, 15, 10**9]}}, "house_costs"),
        ({"spaces": [{"cities": ["atlantis"], "costs": [10], "steps": [1]}]}, "spaces"),
        ({"spaces": [{"cities": [], "costs": [10**9], "steps": [1]}]}, "spaces"),
        ({"spaces": [{"cities": [], "costs": [10, 15], "steps": [1, 1]}]}, "spaces"),
        ({"spaces": [{"cities": [], "costs": [10], "steps": [4]}]}, "spaces"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_parts_that_a_maker_cannot_use_are_refused_by_name(changes: dict[str, Any], named: str) -> None:
    """Numbers out of bounds, unknown names and what only the atlas has are refused; the field is named."""
    with pytest.raises(kilowatt.BadOption, match=named):
        made(**changes)


def test_parts_that_a_maker_may_use() -> None:
    """A small market and two plants that leave unsold are taken over."""
    ending = ["nobody_bought", "end_card", "step_3", "contractor", "first_order"]
    leaving = {"unsold_leave": 2, "switches": {"discount_token": False}, "tasks": {"auction_end": ending}}
    rules = made(rules={"current_size": 3, **leaving})
    assert (rules.current_size, rules.unsold_leave) == (3, 2)


def test_a_board_may_be_without_the_trust() -> None:
    """A board file with `trust = false` is played by two without it."""
    board = small(trust=False)
    assert not kilowatt.ruleset("custom", 2, {"board": board}).trust_plays


SPLIT = [link for link in SMALL["connections"] if "c" not in f"{link[0]}{link[1]}" or link[0][0] == link[1][0]]
"""The links of the small board without those to area C: an island."""
ISLANDS = {"policies": {"starts": {"name": "islands", "cost": 20}}}


def test_a_board_in_pieces_needs_second_networks() -> None:
    """Without a way to the island the board is refused; with second networks it is played to its end. [AT-UK-02]"""
    with pytest.raises(kilowatt.BadOption, match="board in pieces"):
        made(connections=SPLIT)
    rules = made(connections=SPLIT, rules=ISLANDS, end_cities={"source": "made up", "3": 8})
    assert rules.second_network == 20
    state, _, _ = playout(rules, Random(2), checked=True)
    assert kilowatt.result(state) is not None


def test_starting_cities_are_not_marked_where_a_board_says_where_to_begin() -> None:
    """The option is refused by name beside a special rule for first houses."""
    with pytest.raises(kilowatt.BadOption, match="starting_cities"):
        kilowatt.ruleset("custom", 3, {"board": small(rules=ISLANDS), "starting_cities": True})
