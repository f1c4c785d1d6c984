"""The card game's resupply: cards that slide, cards that are drawn, reshuffles, and the plant update after it."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import kilowatt
from kilowatt.engine.actions import RevealFuel, Run
from kilowatt.engine.events import CardRevealed, CardsMoved, FuelShuffled
from kilowatt.engine.state import State
from tests import kit

Columns = dict[int, list[str]]

FULL: Columns = {1: [], 2: ["oil-1"] * 4, 3: ["oil-1"] * 4, 4: ["oil-1"] * 4}
"""Columns without a gap for two and three players, so that the resupply draws nothing."""
EIGHT = ["4a", "5a", "6a", "8", "9", "11", "12", "14"]
HIGH = ["30", "31", "32", "33"]
FUELS = ("coal", "gas", "oil", "uranium")


def before(columns: Columns, **more: Any) -> State:
    """Go to the last production of a round, after which the resupply comes."""
    settings = {"seats": 3, "market": EIGHT, "stack": HIGH, **more}
    s = kit.situation("card-game", phase="power", columns={1: [], **columns}, **settings)
    while s.actor != settings["seats"] - 1:
        s = kit.act(s, Run(s.actor, ()))
    return s


def resupplied(columns: Columns, **more: Any) -> State:
    """Let the resupply run, dealing what is certain."""
    s = before(columns, **more)
    return kit.act(s, Run(s.actor, ()))


def columns_of(state: State) -> Columns:
    """The four columns."""
    return {int(column): cards for column, cards in kit.view(state)["columns"].items()}


def moves(columns: Columns, **more: Any) -> list[tuple[str, int]]:
    """Which cards slide where, in order."""
    s = before(columns, **more)
    return [(event.card, event.column) for event in kit.events_of(s, Run(s.actor, ())) if isinstance(event, CardsMoved)]


def test_gaps_are_closed_from_the_dearer_columns() -> None:
    """Lacking 2 in column 2, with 1 in column 3 and 3 in column 4, the moves are 1, 1 and 2. [C-BUR-07]"""
    columns = {2: ["coal-1", "oil-1"], 3: ["oil-2"], 4: ["gas-1", "oil-3", "uranium-1"]}
    bag = {"uranium-2": 9}
    assert moves(columns, fuel_bag=bag) == [("oil-2", 2), ("gas-1", 2), ("oil-3", 3), ("uranium-1", 3)]
    after = columns_of(resupplied({**columns, 1: ["coal-single"]}, fuel_bag=bag))
    assert after == {
        1: ["coal-single"],
        2: ["coal-1", "gas-1", "oil-1", "oil-2"],
        3: ["oil-3", "uranium-1", "uranium-2", "uranium-2"],
        4: ["uranium-2"] * 4,
    }


def test_column_1_never_receives_normal_cards() -> None:
    """With columns 1 and 2 empty the cards of the others move to column 2 at the cheapest. [C-BUR-07]"""
    columns = {2: [], 3: ["coal-1", "coal-2"], 4: ["coal-3"]}
    assert [column for _, column in moves(columns, fuel_bag={"oil-1": 12})] == [2, 2, 2]
    assert columns_of(resupplied(columns, fuel_bag={"oil-1": 12}))[1] == []


@pytest.mark.parametrize(
    ("column", "moving"),
    [
        (["coal-3", "gas-1"], "coal-3"),
        (["coal-1", "coal-3"], "coal-1"),
        (["gas-3", "oil-1", "uranium-1"], "gas-3"),
        (["oil-3", "uranium-1"], "oil-3"),
        (["oil-1", "oil-2", "uranium-1"], "oil-1"),
    ],
)
def test_which_card_moves(column: list[str], moving: str) -> None:
    """Coal moves before gas, oil and uranium, and of a fuel the card with fewer units. [C-BUR-08]"""
    columns = {2: ["uranium-2"] * 3, 3: column, 4: []}
    assert moves(columns, fuel_bag={"oil-1": 12})[0] == (moving, 2)


def test_the_resupply_example() -> None:
    """Column 2 with 1 card, 3 with coal and gas, 4 with gas first: three move to 2, three to 3, 5 draws. [C-BUR-09]"""
    columns = {2: ["oil-2"], 3: ["coal-2", "gas-1"], 4: ["gas-2", "oil-1", "oil-3", "uranium-1"]}
    settings: dict[str, Any] = {"seats": 2, "trust": {}, "fuel_bag": {"coal-3": 9}}
    assert moves(columns, **settings) == [
        *(("coal-2", 2), ("gas-1", 2)),
        ("gas-2", 2),
        *(("oil-1", 3), ("oil-3", 3), ("uranium-1", 3)),
    ]
    s = before(columns, **settings)
    drawn = [event.column for event in kit.events_of(s, Run(s.actor, ())) if isinstance(event, CardRevealed)]
    assert drawn == [3, 4, 4, 4, 4]
    after = kit.act(s, Run(s.actor, ()))
    assert columns_of(after) == {
        1: [],
        2: ["coal-2", "gas-1", "gas-2", "oil-2"],
        3: ["coal-3", "oil-1", "oil-3", "uranium-1"],
        4: ["coal-3"] * 4,
    }
    assert kit.view(after)["fuel_stack"]["unseen"] == {"coal-3": 4}


def test_draws_fill_the_lowest_column_first() -> None:
    """With gaps of 1 in column 3 and 4 in column 4 the first goes to 3, and both are sorted. [C-BUR-10]"""
    columns = {2: ["oil-1"] * 4, 3: ["gas-2", "oil-1", "oil-1"], 4: []}
    bag = {"gas-1": 1, "oil-2": 1, "coal-3": 1, "coal-1": 1, "uranium-1": 1}
    s = resupplied(columns, fuel_bag=bag)
    s = kit.act(s, RevealFuel("gas-1"))
    assert columns_of(s)[3] == ["gas-1", "gas-2", "oil-1", "oil-1"]
    assert columns_of(s)[4] == []
    s = kit.act(s, RevealFuel("oil-2"), RevealFuel("coal-3"), RevealFuel("coal-1"))
    assert columns_of(s)[4] == ["coal-1", "coal-3", "oil-2", "uranium-1"]
    assert kit.view(s)["round"] == 3


@pytest.mark.parametrize(("seats", "each"), [(2, 4), (3, 4), (4, 5), (5, 6), (6, 6)])
def test_the_resupply_fills_every_column(seats: int, each: int) -> None:
    """Columns 2 to 4 are filled up to the number of the player count. [C-BUR-10]"""
    s = resupplied({2: [], 3: [], 4: []}, seats=seats, fuel_bag={"gas-2": 18}, trust={} if seats == 2 else None)
    assert columns_of(s) == {1: [], 2: ["gas-2"] * each, 3: ["gas-2"] * each, 4: ["gas-2"] * each}
    assert kit.view(s)["fuel_stack"]["unseen"] == ({"gas-2": 18 - 3 * each} if each < 6 else {})


GAP = {**FULL, 2: ["oil-1"] * 3}
"""The columns with one gap, which is closed by two moves and one draw into column 4."""


def test_an_empty_stack_is_made_of_the_discard_pile() -> None:
    """The first time the pile is shuffled in, one "++" card of each fuel starts a new one. [C-BUR-11]"""
    s = before(GAP, fuel_bag={}, fuel_discard={"coal-2": 2, "gas-1": 1})
    assert FuelShuffled(3) in kit.events_of(s, Run(s.actor, ()))
    s = kit.act(s, Run(s.actor, ()))
    weights = {move.card: weight for move, weight in kilowatt.outcomes(s) if isinstance(move, RevealFuel)}
    assert weights["coal-2"] == 2 * weights["gas-1"]
    s = kit.act(s, RevealFuel("coal-2"))
    seen = kit.view(s)["fuel_stack"]
    assert seen["unseen"] == {"coal-2": 1, "gas-1": 1}
    assert Counter(kind.split("-")[0] for kind in Counter(seen["discard"]).elements()) == dict.fromkeys(FUELS, 1)
    assert columns_of(s)[4] == ["coal-2", "oil-1", "oil-1", "oil-1"]


def test_the_second_discard_pile_starts_empty() -> None:
    """At the second reshuffle the "++" cards are drawn like any other and no set comes after them. [C-BUR-11]"""
    columns = {**FULL, 2: ["oil-1"] * 3, 4: ["oil-1"] * 2}
    s = resupplied(columns, fuel_bag={}, fuel_discard={"coal-2": 1})
    assert kit.view(s)["fuel_stack"]["discard"] == {}
    first = kilowatt.outcomes(s)
    assert Counter(move.card.split("-")[0] for move, _ in first if isinstance(move, RevealFuel)) == dict.fromkeys(
        FUELS, 1
    )
    s = kit.deal_all(s)
    assert sum(kit.view(s)["fuel_stack"]["unseen"].values()) == 2
    assert kit.view(s)["fuel_stack"]["discard"] == {}
    assert [len(columns_of(s)[column]) for column in (2, 3, 4)] == [4, 4, 4]


def test_nothing_left_leaves_gaps() -> None:
    """With stack and pile empty the slots stay empty and no plant leaves for it. [C-BUR-11] [AMB-12]"""
    s = kit.deal_all(resupplied({2: [], 3: [], 4: []}, fuel_bag={}, fuel_discard={"coal-2": 1}))
    assert [len(columns_of(s)[column]) for column in (2, 3, 4)] == [4, 1, 0]
    assert kit.market(s) == ["6a", "8", "9", "11", "12", "14", "30", "32"]


def test_a_stack_that_just_suffices_is_not_reshuffled() -> None:
    """When the last card fills the last slot the pile stays and no plant leaves. [C-BUR-11] [C-BUR-12] [AMB-12]"""
    s = resupplied(GAP, fuel_bag={"gas-1": 1}, fuel_discard={"coal-2": 2})
    assert kit.view(s)["fuel_stack"] == {"unseen": {}, "discard": {"coal-2": 2}}
    assert "4a" in kit.market(s)


def test_a_reshuffle_costs_the_smallest_plant() -> None:
    """Of 4, 5, 6, 8 and four more a reshuffle removes the 4, and one plant takes its place. [C-BUR-12]"""
    s = resupplied(GAP, fuel_bag={}, fuel_discard={"coal-2": 1}, stack=["7", "20", "21"])
    plants = kit.view(s)["plants"]
    assert "4a" in plants["removed"]
    assert kit.market(s) == ["5a", "6a", "7", "8", "9", "11", "12", "20"]


def test_each_reshuffle_costs_a_plant() -> None:
    """Two reshuffles in one resupply remove the two smallest plants. [C-BUR-12] [AMB-12]"""
    columns = {**FULL, 4: ["oil-1"] * 2}
    s = kit.deal_all(resupplied(columns, fuel_bag={}, fuel_discard={"coal-2": 1}, stack=["20", "21", "22", "23"]))
    assert {"4a", "5a"} <= set(kit.view(s)["plants"]["removed"])
    assert kit.market(s) == ["6a", "8", "9", "11", "12", "14", "20", "22"]


def test_a_reshuffle_removes_the_older_twin() -> None:
    """Of two fours the one that lay first is removed by a reshuffle. [C-BUR-12] [C-PLT-04]"""
    settings: dict[str, Any] = {"columns": GAP, "fuel_bag": {}, "fuel_discard": {"coal-2": 1}}
    market = ["3a", "4b", "6a", "8", "9", "11", "12", "14"]
    s = kit.buy(kit.situation("card-game", 3, market=market, stack=["4a", *HIGH], **settings), "3a")
    assert kit.market(s)[:2] == ["4b", "4a"]
    s = kit.end_turns(kit.end_turns(kit.opt_out_all(s), "fuel"), "power")
    assert kit.market(s)[0] == "4a"
    assert "4b" in kit.view(s)["plants"]["removed"]


def test_the_highest_plant_goes_under_the_stack() -> None:
    """Of 3, 4, 5, 7 and 8, 9, 11, 12 the 12 goes to the bottom and 20 is drawn. [C-BUR-13]"""
    s = resupplied(FULL, market=["3a", "4a", "5a", "7", "8", "9", "11", "12"], stack=["20", "21", "22"])
    plants = kit.view(s)["plants"]
    assert plants["current"] == ["3a", "4a", "5a", "7"]
    assert plants["future"] == ["8", "9", "11", "20"]
    assert [*plants["top"], *plants["under"]][-1] == "12"
    assert plants["stack"] == 4


def test_in_a_real_game_the_highest_plants_lie_below_one_more_round() -> None:
    """Each update puts the highest plant under the stack, one below the other. [C-BUR-13]"""
    s = kit.fresh("card-game", 3)
    under: list[str] = []
    for _ in range(3):
        while kit.view(s)["phase"] != "power":
            s = kit.deal_all(kit.act(s, kilowatt.legal_actions(s)[-1 if kit.view(s)["round"] > 1 else 0]))
        under.append(kit.market(s)[-1])
        while kit.view(s)["phase"] == "power":
            s = kit.deal_all(kit.act(s, Run(s.actor, ())))
        assert kit.view(s)["plants"]["under"] == under
        assert under[-1] not in kit.market(s)


def test_singles_stay_in_column_1() -> None:
    """Two singles lie in column 1 after the resupply as before it, and use no slot. [C-BUR-14]"""
    s = resupplied({1: ["coal-single", "gas-single"], 2: [], 3: [], 4: []}, fuel_bag={"oil-1": 12})
    assert columns_of(s)[1] == ["coal-single", "gas-single"]
    assert [len(columns_of(s)[column]) for column in (2, 3, 4)] == [4, 4, 4]
