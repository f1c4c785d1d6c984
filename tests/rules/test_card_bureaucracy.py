"""The card game's third phase: production, the new order, and what follows it in turn."""

from __future__ import annotations

from typing import Any

import pytest

import kilowatt
from kilowatt.engine.actions import BuyCard, Pass, Run
from kilowatt.engine.events import CardRevealed, CardsMoved, OrderSet, PlantCycled, PlantsRun
from kilowatt.engine.state import State
from tests import kit

Cards = list[tuple[str, int]]
Columns = dict[int, list[str]]

FULL: Columns = {1: [], 2: ["oil-1"] * 4, 3: ["oil-1"] * 4, 4: ["oil-1"] * 4}
"""Columns without a gap for two and three players, so that the resupply draws nothing."""
EIGHT = ["4b", "5c", "23", "24", "25", "26", "27", "28"]
HIGH = ["30", "31", "32", "33"]


def own_deck(**changes: dict[str, Any]) -> dict[str, Any]:
    """Return the usual deck as plain data with some cards replaced."""
    rules = kilowatt.ruleset("card-game", 3)
    plants: list[dict[str, Any]] = []
    for plant in rules.plants:
        card = {"id": plant.id, "number": plant.number, "fuel": plant.kind, "need": plant.need}
        card |= {"income": plant.income, "back": rules.backs[plant.back]}
        plants.append(card | changes.get(f"p{plant.id}", {}))
    head = {"id": "own", "title": "Own", "end_card": rules.end_card, "backs": list(rules.backs), "source": "a test"}
    return {**head, "plants": plants}


def power(plants: dict[int, list[str]], cards: dict[int, Cards] | None = None, **more: Any) -> State:
    """Begin a bureaucracy in which nothing is drawn but one plant, unless said otherwise."""
    settings = {"market": EIGHT, "stack": HIGH, "columns": FULL, "money": 10, "seats": 3, **more}
    return kit.situation("card-game", phase="power", plants=plants, cards=cards, **settings)


def seat(state: State, number: int) -> dict[str, Any]:
    """What a seat has."""
    row: dict[str, Any] = kit.view(state)["seats"][number]
    return row


def test_a_round_has_three_phases() -> None:
    """A round is auctions, buying of fuel and bureaucracy, and then the next begins. [C-ORD-01]"""
    s = kit.situation("card-game", 3, phase="auction", market=EIGHT, stack=HIGH, columns=FULL)
    phases = []
    while kit.view(s)["round"] == 2:
        phase = kit.view(s)["phase"]
        phases.append(phase)
        s = kit.opt_out_all(s) if phase == "auction" else kit.end_turns(s, phase)
    assert phases == ["auction", "fuel", "power"]
    assert kit.view(s)["phase"] == "auction"


def test_production_goes_in_player_order() -> None:
    """The first of the order decides first what to run. [C-ORD-02]"""
    s = power({0: ["3a"], 1: ["3b"], 2: ["3c"]}, order=[1, 2, 0])
    asked = []
    while kit.view(s)["phase"] == "power":
        asked.append(s.actor)
        s = kit.act(s, Run(s.actor, ()))
    assert asked == [1, 2, 0]


def test_plant_12_earns_9_once() -> None:
    """Plant 12 with 6 coal burns exactly 3 for 9, once per round; with 2 coal it cannot run. [C-PLT-05] [C-PLT-08]"""
    s = power({0: ["12"], 1: ["3a"]}, {0: [("coal-3", 3), ("coal-3", 3)]})
    assert kit.refused(s, kit.run(0, p12={"coal": 6})).code == "wrong_burn"
    assert kit.refused(s, kit.run(0, p12={"coal": 2})).code == "wrong_burn"
    one = kit.run(0, p12={"coal": 3})
    assert kit.refused(s, Run(0, (*one.plants, *one.plants))).code == "plants_not_in_order"
    after = kit.act(s, one)
    assert (seat(after, 0)["income"], seat(after, 0)["money"], seat(after, 0)["fuel"]["coal"]) == (9, 19, 3)
    assert after.actor == 1
    s = power({0: ["12"]}, {0: [("coal-2", 2)]})
    no = kit.refused(s, one)
    assert (no.code, no.rule) == ("not_enough_fuel", "C-PLT-08")


@pytest.mark.parametrize("burn", [{"gas": 3}, {"oil": 3}, {"gas": 2, "oil": 1}])
def test_plant_7_burns_any_three_of_gas_and_oil(burn: dict[str, int]) -> None:
    """Plant 7 runs for 8 on 3 gas, 3 oil, or 1 oil and 2 gas; never on coal. [C-PLT-06] [C-PLT-10]"""
    s = power({0: ["3a", "7"], 1: ["3b"]}, {0: [("gas-3", 3), ("oil-3", 3), ("coal-3", 3)]})
    after = kit.act(s, kit.run(0, p7=burn))
    assert seat(after, 0)["income"] == 8
    assert seat(after, 0)["fuel"] == {"coal": 3, "gas": 3 - burn.get("gas", 0), "oil": 3 - burn.get("oil", 0)} | {
        "uranium": 0
    }
    assert kit.refused(s, kit.run(0, p7={"coal": 3})).code == "wrong_fuel"
    assert kit.refused(s, kit.run(0, p7={"gas": 2})).code == "wrong_burn"


def test_only_the_totals_of_the_storage_count() -> None:
    """A hybrid runs on 3 oil although 4 gas lie there too: the storage is central. [C-RES-06] [AMB-89]"""
    s = power({0: ["7", "10"], 1: ["3b"]}, {0: [("gas-3", 3), ("gas-1", 1), ("oil-3", 3), ("oil-3", 3)]})
    after = kit.act(s, kit.run(0, p7={"oil": 3}))
    assert seat(after, 0)["fuel"] == {"coal": 0, "gas": 4, "oil": 3, "uranium": 0}


def test_plant_8_needs_no_fuel() -> None:
    """Plant 8 runs for 6 with an empty storage. [C-PLT-07] [C-PLT-11]"""
    s = kit.act(power({0: ["8"], 1: ["3a"]}), kit.run(0, p8={}))
    assert (seat(s, 0)["income"], seat(s, 0)["money"]) == (6, 16)


def test_a_card_is_turned_down_and_at_zero_discarded() -> None:
    """A card of 3 coal shows 1 after 2 are used, and is discarded after the last. [C-CRD-01]"""
    s = power({0: ["3a", "6a"]}, {0: [("coal-3", 3)]}, fuel_discard={})
    s = kit.act(s, kit.run(0, p3a={"coal": 2}))
    assert seat(s, 0)["cards"] == [["coal-3", 1]]
    assert kit.view(s)["fuel_stack"]["discard"] == {}
    s = kit.end_turns(kit.opt_out_all(kit.end_turns(s, "power")), "fuel")
    while s.actor != 0:
        s = kit.act(s, Run(s.actor, ()))
    s = kit.act(s, kit.run(0, p6a={"coal": 1}))
    assert seat(s, 0)["cards"] == []
    assert kit.view(s)["fuel_stack"]["discard"] == {"coal-3": 1}


def test_used_singles_go_back_beside_the_stack() -> None:
    """A single bought and burned is back in the pool and not on the discard pile. [C-CRD-02] [C-BUR-05]"""
    s = kit.situation(
        *("card-game", 3),
        phase="cards",
        plants={2: ["12"], 1: ["6a"]},
        cards={2: [("coal-3", 3), ("coal-2", 2)], 1: [("coal-1", 1)]},
        columns={**FULL, 2: ["coal-2", *FULL[2][:3]]},
        stack=HIGH,
        fuel_discard={},
        fuel_bag={"oil-1": 9},
    )
    assert kit.supply(s)["coal"] == 2
    s = kit.act(s, BuyCard(2, 2, "coal-2"), Pass(2), BuyCard(1, 1, "coal-single"), Pass(1), Pass(0), Run(0, ()))
    assert kit.supply(s)["coal"] == 1
    s = kit.act(s, kit.run(1, p6a={"coal": 1}))
    assert kit.supply(s)["coal"] == 2
    assert kit.view(s)["fuel_stack"]["discard"] == {}
    assert seat(s, 1)["cards"] == [["coal-1", 1]]


def test_a_used_card_and_a_used_single_part() -> None:
    """Burning a card of 2 and a single, the pile gains the card and the pool the single. [C-BUR-05]"""
    s = kit.situation(
        *("card-game", 3),
        phase="cards",
        plants={2: ["4c"]},
        cards={2: [("coal-2", 2)]},
        columns={**FULL, 1: ["coal-single"], 2: ["coal-3", *FULL[2][:3]]},
        money=9,
        stack=HIGH,
        fuel_discard={},
        fuel_bag={"oil-1": 9},
    )
    s = kit.act(s, BuyCard(2, 2, "coal-3"), BuyCard(2, 1, "coal-single"))
    assert kit.supply(s)["coal"] == 2
    s = kit.act(s, Pass(2), Pass(1), Pass(0), Run(0, ()), Run(1, ()))
    s = kit.act(s, kit.run(2, p4c={"coal": 3}))
    assert kit.view(s)["fuel_stack"]["discard"] == {"coal-2": 1}
    assert kit.supply(s)["coal"] == 2


def test_running_fewer_plants_is_allowed() -> None:
    """A player with three runnable plants may run one and keeps the other fuel. [C-BUR-02]"""
    s = power({0: ["3a", "5a", "8"], 1: ["3b"]}, {0: [("coal-2", 2), ("gas-1", 1)]})
    after = kit.act(s, kit.run(0, p5a={"gas": 1}))
    assert (seat(after, 0)["income"], seat(after, 0)["money"]) == (6, 16)
    assert seat(after, 0)["fuel"]["coal"] == 2
    assert kit.refused(s, kit.run(0, p9={"gas": 2})).code == "plant_not_owned"
    after = kit.act(s, kit.run(0, p3a={"coal": 2}, p5a={"gas": 1}, p8={}))
    assert seat(after, 0)["income"] == 5 + 6 + 6


def test_who_runs_nothing_gets_one_elektro() -> None:
    """Running no plant pays 1, which counts as that player's income for the order. [C-BUR-03]"""
    s = power({0: ["3a", "22"], 1: ["3b", "8"], 2: ["3c"]}, {0: [("coal-2", 2)]})
    s = kit.act(s, Run(0, ()))
    assert (seat(s, 0)["income"], seat(s, 0)["money"]) == (1, 11)
    s = kit.act(s, kit.run(1, p8={}), Run(2, ()))
    assert [row["money"] for row in kit.view(s)["seats"]] == [11, 16, 11]
    assert kit.view(s)["order"] == [1, 0, 2]


def test_order_by_income_not_by_cash() -> None:
    """With income 6 and 50 Elektro a player comes after one with income 9 and 2 Elektro. [C-BUR-04] [C-ORD-04]"""
    s = power({0: ["8"], 1: ["21"], 2: ["3a"]}, money={0: 50, 1: 2, 2: 90})
    s = kit.act(s, kit.run(0, p8={}), kit.run(1, p21={}), Run(2, ()))
    assert kit.view(s)["order"] == [1, 0, 2]
    assert [row["money"] for row in kit.view(s)["seats"]] == [56, 11, 91]


def test_equal_income_is_broken_by_the_biggest_plant() -> None:
    """With 16 each the biggest plant 14 comes before 11. [C-ORD-05] [C-PLT-03]"""
    fuel: dict[int, Cards] = {0: [("gas-2", 2), ("oil-2", 2)], 1: [("gas-1", 1), ("uranium-1", 1)]}
    s = power({0: ["9", "10", "11"], 1: ["13", "14"], 2: ["37"]}, fuel)
    s = kit.act(s, kit.run(0, p9={"gas": 2}, p10={"oil": 2}), kit.run(1, p13={"gas": 1}, p14={"uranium": 1}))
    assert [row["income"] for row in kit.view(s)["seats"][:2]] == [16, 16]
    s = kit.act(s, Run(2, ()))
    assert kit.view(s)["order"] == [1, 0, 2]


@pytest.mark.parametrize("order", [[0, 1, 2], [1, 0, 2], [2, 1, 0]])
def test_a_full_tie_changes_places(order: list[int]) -> None:
    """Two players with income 8 and biggest plant 7 change their places. [C-ORD-06]"""
    deck = own_deck(p6b={"id": "7a", "number": 7, "fuel": "hybrid", "need": 3, "income": 8}, p7={"id": "7b"})
    fuel: dict[int, Cards] = {0: [("oil-3", 3)], 1: [("gas-3", 3)]}
    s = power({0: ["7a"], 1: ["7b"], 2: ["3a"]}, fuel, deck=deck, order=order)
    for who in order:
        name = {0: {"p7a": {"oil": 3}}, 1: {"p7b": {"gas": 3}}, 2: {}}[who]
        s = kit.act(s, kit.run(who, **name))
    assert [row["income"] for row in kit.view(s)["seats"]] == [8, 8, 1]
    swapped = [who for who in order if who != 2][::-1]
    assert kit.view(s)["order"] == [*swapped, 2]


def test_ties_of_three_are_reversed() -> None:
    """Three players equal in income and biggest plant: first and third change places. [C-ORD-06] [AMB-09]"""
    s = power(
        {0: ["5a"], 1: ["5b"], 2: ["5c"]}, order=[1, 0, 2], market=["4a", "4b", "23", "24", "25", "26", "27", "28"]
    )
    s = kit.end_turns(s, "power")
    assert kit.view(s)["order"] == [2, 0, 1]


@pytest.mark.parametrize("order", [[0, 1], [1, 0]])
def test_debbie_comes_before_anna(order: list[int]) -> None:
    """Anna earns 16 and Debbie 18: the next order is Debbie, the Trust, Anna. [C-ORD-07] [C-BUR-06] [AMB-02]"""
    cards: Cards = [("coal-2", 2), ("coal-2", 2), ("coal-2", 2), ("uranium-1", 1)]
    fuel: dict[int, Cards] = {0: cards, 1: [("coal-2", 2)]}
    plants = {0: ["3a", "4a", "6b"], 1: ["18", "21"]}
    s = power(plants, fuel, seats=2, order=order, trust={"plants": ["36", "37"]})
    runs = {0: kit.run(0, p3a={"coal": 2}, p4a={"coal": 1}, p6b={"uranium": 1}), 1: kit.run(1, p18={"coal": 2}, p21={})}
    for who in order:
        s = kit.act(s, runs[who])
    assert [row["income"] for row in kit.view(s)["seats"]] == [16, 18]
    assert kit.view(s)["order"] == [1, "trust", 0]


def test_anna_earns_16() -> None:
    """Anna burns 1 uranium and 3 of her coal 2, 2, 2: two cards are discarded and coal 1 and 2 are left. [C-BUR-06]"""
    cards: Cards = [("coal-2", 2), ("coal-2", 2), ("coal-3", 2), ("uranium-1", 1)]
    s = power({0: ["3a", "4a", "6b"], 1: ["4c"]}, {0: cards}, fuel_discard={})
    s = kit.act(s, kit.run(0, p3a={"coal": 2}, p4a={"coal": 1}, p6b={"uranium": 1}))
    assert (seat(s, 0)["income"], seat(s, 0)["money"]) == (16, 26)
    assert sorted(left for _, left in seat(s, 0)["cards"]) == [1, 2]
    assert seat(s, 0)["fuel"] == {"coal": 3, "gas": 0, "oil": 0, "uranium": 0}
    assert kit.view(s)["fuel_stack"]["discard"] == {"coal-2": 1, "uranium-1": 1}


def test_the_bureaucracy_goes_order_resupply_update() -> None:
    """After production comes the new order, then the fuel cards, then the plant market. [C-BUR-01]"""
    columns = {**FULL, 2: ["oil-1"] * 3}
    s = power({0: ["3a"], 1: ["8"], 2: ["3b"]}, columns=columns, fuel_bag={"gas-2": 3})
    events = kit.events_of(kit.act(s, Run(0, ()), kit.run(1, p8={})), Run(2, ()))
    wanted = (PlantsRun, OrderSet, CardsMoved, CardRevealed, PlantCycled)
    assert [type(event) for event in events if isinstance(event, wanted)] == [
        *(PlantsRun, OrderSet),
        *(CardsMoved, CardsMoved),
        *(CardRevealed, PlantCycled),
    ]
