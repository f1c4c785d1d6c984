"""The card game's Trust at two seats: what it takes, scraps, fuels and never does."""

from __future__ import annotations

from typing import Any

import pytest

import kilowatt
from kilowatt.engine.actions import Bid, BuyCard, Open, Pass, Run
from kilowatt.engine.events import CardBought, TrustTook
from kilowatt.engine.state import State
from tests import kit

Columns = dict[int, list[str]]

FULL: Columns = {1: [], 2: ["oil-1"] * 4, 3: ["oil-1"] * 4, 4: ["oil-1"] * 4}
HIGH = ["30", "31", "32", "33", "34"]
SIX = ["16", "17", "18", "20", "21", "22"]
FINAL: dict[str, Any] = {"market": SIX, "step": 3, "last_round": True}


def auction(*market: str, **more: Any) -> State:
    """Begin an auction phase of two players and the Trust."""
    settings = {"stack": HIGH, "money": 60, "columns": FULL, "trust": {}, **more}
    return kit.situation("card-game", 2, market=market, **settings)


def buying(trust: list[str], columns: Columns, **more: Any) -> State:
    """Begin the buying of fuel; seat 1 is last in order and buys first."""
    settings = {"stack": HIGH, "money": 30, "phase": "cards", **more}
    return kit.situation(
        "card-game", 2, columns={1: [], 2: [], 3: [], 4: [], **columns}, trust={"plants": trust}, **settings
    )


def fuelled(trust: list[str], columns: Columns, **more: Any) -> State:
    """Let the Trust take its fuel: the first buyer buys nothing."""
    return kit.act(buying(trust, columns, **more), Pass(1))


def trust_of(state: State) -> dict[str, Any]:
    """What the Trust has."""
    trust: dict[str, Any] = kit.view(state)["trust"]
    return trust


def fuel_of(state: State) -> dict[str, int]:
    """The Trust's fuel, without what it has none of."""
    return {name: count for name, count in trust_of(state)["fuel"].items() if count}


@pytest.mark.parametrize("seed", range(3))
def test_the_trust_is_always_second(seed: int) -> None:
    """In a whole game of two the second place of the order is the Trust's. [C-TR-01]"""
    table = kilowatt.Table(kilowatt.ruleset("card-game", 2), seed=seed)
    orders = set()
    count = 0
    while table.actor is not None:
        order = kit.view(table.state)["order"]
        assert order[1] == "trust"
        orders.add(tuple(order))
        legal = table.legal_actions()
        count += 1
        table.play(legal[(count * 7) % len(legal)])
    assert len(orders) == 2


def test_trust_is_played_at_two_only() -> None:
    """Two seats have the Trust unless the table says otherwise, and more than two never. [C-TR-01]"""
    assert kit.view(kit.fresh("card-game", 2))["trust"] is not None
    for seats in (3, 4, 5, 6):
        seen = kit.view(kit.fresh("card-game", seats))
        assert seen["trust"] is None
        assert sorted(seen["order"]) == list(range(seats))


def test_the_trust_moves_no_money() -> None:
    """Taking plants and fuel cards leaves everybody's money as it is. [C-TR-02]"""
    s = kit.act(auction("4a", "5a", "6a", "8", "9", "10", "11", "12"), Pass(0))
    assert trust_of(s)["plants"] == ["8"]
    assert [row["money"] for row in kit.view(s)["seats"]] == [60, 60]
    s = fuelled(["12"], {4: ["coal-3"]})
    assert fuel_of(s) == {"coal": 3}
    assert [row["money"] for row in kit.view(s)["seats"]] == [30, 30]


def test_after_the_first_purchase_it_takes_the_biggest_current_plant() -> None:
    """With 4, 5, 6, 8 current after the first sale and its replacement the Trust takes the 8. [C-TR-03]"""
    s = auction("4a", "5a", "7", "8", "9", "10", "11", "12", stack=["6a", "20", *HIGH])
    s = kit.buy(s, "7")
    assert trust_of(s)["plants"] == ["8"]
    assert kit.market(s) == ["4a", "5a", "6a", "9", "10", "11", "12", "20"]
    assert s.actor == 1


def test_it_never_bids() -> None:
    """Only the two players bid, one after the other. [C-TR-03]"""
    s = kit.act(auction("4a", "5a", "6a", "8", "9", "10", "11", "12"), Open(0, "6a", 6))
    assert kit.view(s)["auction"]["bidders"] == [0, 1]
    s = kit.act(s, Bid(1, 7))
    assert s.actor == 0
    s = kit.act(s, Pass(0))
    assert kit.view(s)["seats"][1]["plants"] == ["6a"]
    assert trust_of(s)["plants"] == ["9"]
    assert s.actor == 0


def test_after_the_first_opting_out_it_takes_a_plant() -> None:
    """When the first player opts out the Trust takes the fourth plant, and it is replaced. [C-TR-03]"""
    s = kit.act(auction("4a", "5a", "6a", "8", "9", "10", "11", "12", order=[1, 0]), Pass(1))
    assert trust_of(s)["plants"] == ["8"]
    assert kit.market(s) == ["4a", "5a", "6a", "9", "10", "11", "12", "30"]
    assert s.actor == 0


@pytest.mark.parametrize("first_opts_out", [True, False])
@pytest.mark.parametrize("second_opts_out", [True, False])
def test_it_takes_one_plant_a_round(first_opts_out: bool, second_opts_out: bool) -> None:
    """Whatever the two players do, the Trust takes exactly one plant a round. [C-TR-03]"""
    s = auction("4a", "5a", "6a", "8", "9", "10", "11", "12")
    s = kit.act(s, Pass(0)) if first_opts_out else kit.buy(s, "5a")
    assert len(trust_of(s)["plants"]) == 1
    s = kit.act(s, Pass(1)) if second_opts_out else kit.buy(s, "6a")
    assert kit.view(s)["phase"] == "fuel"
    assert len(trust_of(s)["plants"]) == 1


def test_it_takes_a_plant_every_round() -> None:
    """In the next round the Trust takes again, and the older plant stands to the left. [C-TR-03] [C-TR-04]"""
    s = auction("4a", "5a", "6a", "8", "9", "10", "11", "12")
    s = kit.end_turns(kit.end_turns(kit.opt_out_all(s), "fuel"), "power")
    assert (kit.view(s)["round"], trust_of(s)["plants"]) == (3, ["8"])
    s = kit.act(s, Pass(s.actor))
    assert trust_of(s)["plants"] == ["8", "10"]


def test_it_takes_a_plant_in_round_1_too() -> None:
    """In round 1 the Trust takes after the first purchase and keeps the second place. [C-TR-03] [AMB-86]"""
    s = auction("3a", "4a", "5a", "7", "9", "10", "12", "15", stack=["13", "20", "22", "8", *HIGH], round=1)
    s = kit.outbid(s, "4a", 1, 5)
    assert trust_of(s)["plants"] == ["9"]
    assert kit.market(s) == ["3a", "5a", "7", "10", "12", "13", "15", "20"]
    assert s.actor == 0
    s = kit.buy(s, "5a")
    assert kit.view(s)["seats"][0]["money"] == 55
    assert kit.market(s) == ["7", "8", "10", "12", "13", "15", "20", "22"]
    assert kit.view(s)["order"] == [0, "trust", 1]


def test_players_with_equal_numbers_change_places_around_the_trust() -> None:
    """After round 1's auctions two players with a 5 each change places. [C-TR-01] [AMB-86]"""
    s = auction("5a", "5b", "9", "10", "11", "12", "13", "14", round=1)
    s = kit.buy(kit.buy(s, "5a"), "5b")
    assert kit.view(s)["order"] == [1, "trust", 0]


def test_it_scraps_its_oldest_plant() -> None:
    """With 20, 5 and 9 in this order the Trust takes an 8 and scraps the 20. [C-TR-04]"""
    s = auction("4a", "4b", "6a", "8", "10", "11", "12", "13", trust={"plants": ["20", "5a", "9"]})
    s = kit.act(s, Pass(0))
    assert trust_of(s)["plants"] == ["5a", "9", "8"]
    assert "20" in kit.view(s)["plants"]["removed"]


def test_it_keeps_three_plants_in_order_of_age() -> None:
    """A third plant is added to the right of the others and nothing is scrapped. [C-TR-04]"""
    s = auction("4a", "4b", "6a", "8", "10", "11", "12", "13", trust={"plants": ["20", "5a"]})
    assert trust_of(kit.act(s, Pass(0)))["plants"] == ["20", "5a", "8"]


def test_it_takes_fuel_for_one_production_the_cheapest_cards_first() -> None:
    """Needing 3 coal it takes the single, then column 2, 3 and so on, and no more. [C-TR-05]"""
    columns = {1: ["coal-single"], 2: ["coal-1"], 3: ["coal-1"], 4: ["coal-1"]}
    s = buying(["12"], columns)
    events = kit.events_of(s, Pass(1))
    assert [event.column for event in events if isinstance(event, CardBought)] == [1, 2, 3]
    s = kit.act(s, Pass(1))
    assert fuel_of(s) == {"coal": 3}
    assert kit.view(s)["columns"] == {"1": [], "2": [], "3": [], "4": ["coal-1"]}


def test_it_fuels_all_its_plants() -> None:
    """It takes fuel for every plant, and none for green ones. [C-TR-05]"""
    s = fuelled(["8", "9", "14"], {2: ["gas-2", "gas-2", "uranium-1", "uranium-1"]})
    assert fuel_of(s) == {"gas": 2, "uranium": 1}
    assert kit.view(s)["columns"]["2"] == ["gas-2", "uranium-1"]


def test_at_equal_price_it_takes_the_card_that_lies_higher() -> None:
    """Of two coal cards in a column the one with fewer units goes first. [C-TR-05] [AMB-13]"""
    s = fuelled(["12"], {2: ["coal-2", "coal-3"]})
    assert trust_of(s)["cards"] == [["coal-2", 2], ["coal-3", 1]]
    assert kit.view(s)["columns"]["1"] == ["coal-single"] * 2


def test_its_surplus_becomes_singles() -> None:
    """Needing 1 coal and taking a card of 3 it leaves two singles in column 1. [C-TR-06]"""
    s = fuelled(["4a"], {3: ["coal-3"]}, plants={0: ["12"]})
    assert fuel_of(s) == {"coal": 1}
    assert kit.view(s)["columns"]["1"] == ["coal-single"] * 2
    s = kit.act(s, BuyCard(0, 1, "coal-single"))
    assert kit.view(s)["seats"][0]["money"] == 29


def test_of_too_little_it_takes_all() -> None:
    """Needing 3 coal with 2 on offer it takes the 2. [C-TR-07]"""
    s = fuelled(["12"], {2: ["coal-1"], 4: ["coal-1", "gas-2"]})
    assert fuel_of(s) == {"coal": 2}
    assert kit.view(s)["columns"]["4"] == ["gas-2"]


@pytest.mark.parametrize(
    ("columns", "fuel"),
    [
        ({2: ["gas-3", "oil-3"]}, {"gas": 3}),
        ({2: ["oil-3"], 3: ["gas-3"]}, {"oil": 3}),
        ({2: ["gas-3"], 3: ["oil-3"]}, {"gas": 3}),
        ({1: ["oil-single"], 2: ["gas-2", "oil-3"]}, {"oil": 1, "gas": 2}),
    ],
)
def test_its_hybrid_takes_the_cheaper_fuel_and_gas_on_a_tie(columns: Columns, fuel: dict[str, int]) -> None:
    """A hybrid of the Trust takes the cheaper of gas and oil, and gas at equal price. [C-TR-08]"""
    assert fuel_of(fuelled(["7"], columns)) == fuel


def test_its_one_fuel_plants_come_first() -> None:
    """The oil single goes to the oil plant, so that the hybrid takes 3 gas. [C-TR-08]"""
    s = fuelled(["4b", "7"], {1: ["oil-single"], 2: ["gas-3"]})
    assert fuel_of(s) == {"oil": 1, "gas": 3}
    assert kit.view(s)["columns"]["1"] == []
    s = fuelled(["7", "4b"], {1: ["oil-single"], 2: ["gas-3"]})
    assert fuel_of(s) == {"oil": 1, "gas": 3}


def test_what_is_left_of_those_cards_serves_the_hybrid() -> None:
    """Two gas left of the gas plant's card go to the hybrid, which then takes the cheaper oil. [C-TR-08]"""
    s = fuelled(["5a", "7"], {2: ["gas-3", "oil-1"], 3: ["gas-1"]})
    assert fuel_of(s) == {"gas": 3, "oil": 1}
    assert kit.view(s)["columns"] == {"1": [], "2": [], "3": ["gas-1"], "4": []}


def example() -> State:
    """Let Anna buy, then the Trust take its fuel, as the documents tell it."""
    columns = {2: ["coal-2", "coal-3", "gas-2", "gas-3"], 3: ["uranium-1"]}
    own = {1: ["3a", "4a", "6b"], 0: ["18", "21"]}
    s = buying(
        ["6a", "5a", "7"], columns, plants=own, cards={1: [("coal-2", 2)]}, fuel_bag={"oil-1": 15}, fuel_discard={}
    )
    return kit.act(s, BuyCard(1, 3, "uranium-1"), BuyCard(1, 2, "coal-2"), BuyCard(1, 2, "coal-3"))


def test_the_trusts_purchase() -> None:
    """After Anna the Trust takes the coal single, gas-2 and gas-3, and one gas single goes out. [C-TR-09] [C-RES-08]"""
    s = example()
    assert kit.view(s)["seats"][1]["money"] == 30 - 7
    assert kit.view(s)["columns"]["1"] == ["coal-single"]
    events = kit.events_of(s, Pass(1))
    taken = [(event.card, event.kept, event.singles) for event in events if isinstance(event, CardBought)]
    assert taken == [("coal-single", 1, 0), ("gas-2", 2, 0), ("gas-3", 2, 1)]
    s = kit.act(s, Pass(1))
    assert kit.view(s)["columns"]["1"] == ["gas-single"]
    assert fuel_of(s) == {"coal": 1, "gas": 4}


def test_in_the_bureaucracy_it_discards_its_fuel() -> None:
    """Its 4 gas and its coal single go, the single to the pool; it earns nothing and stays second. [C-TR-10]"""
    s = kit.act(example(), Pass(1), Pass(0))
    assert fuel_of(s) == {"coal": 1, "gas": 4}
    assert kit.supply(s)["coal"] == 1
    s = kit.act(s, Run(0, ()), kit.run(1, p3a={"coal": 2}, p4a={"coal": 1}, p6b={"uranium": 1}))
    assert (fuel_of(s), trust_of(s)["cards"]) == ({}, [])
    assert kit.supply(s) == {"coal": 2, "gas": 1, "oil": 2, "uranium": 1}
    assert kit.view(s)["fuel_stack"]["discard"] == {"coal-2": 1, "gas-2": 1, "gas-3": 1, "uranium-1": 1}
    assert kit.view(s)["order"] == [1, "trust", 0]
    assert [row["money"] for row in kit.view(s)["seats"]] == [31, 23 + 16]


def test_it_buys_between_the_players() -> None:
    """The third in order buys, then the Trust, then the first. [C-TR-11]"""
    columns = {2: ["coal-1"], 3: ["coal-1"], 4: ["coal-1"]}
    own = {0: ["3a"], 1: ["3b"]}
    s = buying(["4a"], columns, plants=own, order=[0, 1])
    assert s.actor == 1
    assert kit.allowed(s, BuyCard(1, 2, "coal-1"))
    s = kit.act(s, Pass(1))
    assert s.actor == 0
    assert kit.refused(s, BuyCard(0, 2, "coal-1")).code == "card_not_in_column"
    assert kit.allowed(s, BuyCard(0, 3, "coal-1"))


def test_in_the_final_round_it_takes_the_sixth_plant() -> None:
    """After the first purchase of the final round the Trust takes the largest of six. [C-TR-12] [C-TR-03]"""
    s = kit.buy(auction(*SIX, step=3, last_round=True), "17")
    assert trust_of(s)["plants"] == ["30"]
    s = auction(*SIX, step=3, last_round=True, stack=["10", *HIGH])
    events = kit.events_of(s, Pass(0))
    assert TrustTook("22") in events
    s = kit.act(s, Pass(0))
    assert trust_of(s)["plants"] == ["22"]


def test_in_the_final_round_it_takes_fuel_and_scores_nothing() -> None:
    """In the final round its cards are gone before the first player buys, and it is not in the standing. [C-TR-12]"""
    s = buying(["12"], {2: ["coal-3"]}, plants={0: ["9"]}, **FINAL)
    s = kit.act(s, Pass(1))
    assert fuel_of(s) == {"coal": 3}
    assert kit.view(s)["columns"]["2"] == []
    s = kit.act(s, Pass(0))
    result = kilowatt.result(s)
    assert result is not None
    assert sorted(seat for group in result.ranking for seat in group) == [0, 1]
    assert len(result.scores) == 2
