"""The original game of 2004: preparation, plant cards and how they run."""

from __future__ import annotations

from typing import Any

import pytest

import kilowatt
from kilowatt.engine.actions import Build, BuyFuel, ChooseArea, Open, Pass, Reveal, Run, SeatOrder
from kilowatt.table.dealer import SeededDealer
from tests import kit

BOTH = ("original/germany", "original/usa")
ZONE = ["west", "south_west", "north_west"]
WALK = {
    "original/germany": ["west", "south_west", "north_west", "east", "south", "north_east"],
    "original/usa": ["midwest", "northeast", "south_central", "southeast", "southwest", "northwest"],
}
"""The areas of a board in an order in which each touches one before it."""
AREAS = {2: 3, 3: 3, 4: 4, 5: 5, 6: 5}
BOX = [str(number) for number in (*range(3, 41), 42, 44, 46, 50)]
FUELLED: dict[str, Any] = {
    "plants": {0: ["10"]},
    "cities": {0: ["essen", "duisburg", "duesseldorf"]},
    "zone": ZONE,
    "tokens": {"coal": 12},
}


def turned_up(state: kilowatt.State, seed: int, last: str = "step3") -> list[str]:
    """Let nobody do more than he must, and list the cards as the stack gives them until one of them is `last`."""
    cards: list[str] = []
    dealer = SeededDealer(seed)
    while last not in cards:
        seat = kilowatt.actor(state)
        if seat == "chance":
            move = dealer.deal(state, kilowatt.outcomes(state))
            cards += [move.plant] if isinstance(move, Reveal) else []
        elif "run" in kilowatt.options(state).choices:
            move = Run(int(seat or 0), ())
        else:
            move = Pass(int(seat or 0))
            if not kit.allowed(state, move):
                move = kilowatt.legal_actions(state)[0]
        state, _ = kilowatt.play(state, move)
    return cards


@pytest.mark.parametrize("ruleset", BOTH)
@pytest.mark.parametrize("seats", AREAS)
def test_the_zone_has_as_many_areas_as_the_table_says(ruleset: str, seats: int) -> None:
    """Two and three play in 3 connected areas, four in 4, five and six in 5, and no other number will do. [O-SET-01]"""
    right = AREAS[seats]
    walk = WALK[ruleset]
    state = kilowatt.new_game(kilowatt.ruleset(ruleset, seats, {"zone": walk[:right]}))
    assert sorted(kit.view(kit.deal_all(state))["areas"]) == sorted(walk[:right])
    for wrong in (right - 1, right + 1):
        with pytest.raises(kilowatt.BadOption):
            kilowatt.ruleset(ruleset, seats, {"zone": walk[:wrong]})
    drawn = kit.fresh(ruleset, seats, seed=5)
    assert len(kit.view(drawn)["areas"]) == right


def test_the_areas_must_be_adjacent() -> None:
    """Areas that do not touch are refused, whether given at once or when a draft ends. [O-SET-01]"""
    with pytest.raises(kilowatt.BadOption):
        kilowatt.ruleset("original/germany", 3, {"zone": ["north_west", "north_east", "south"]})
    s = kit.fresh("original/germany", 3, zone="draft", order=[0, 1, 2])
    s = kit.act(s, ChooseArea(0, "south"))
    assert not kit.allowed(s, ChooseArea(1, "south"))
    s = kit.act(s, ChooseArea(1, "north_west"))
    assert kit.refused(s, ChooseArea(2, "north_east")).rule == "O-SET-01"
    s = kit.act(s, ChooseArea(2, "east"))
    assert sorted(kit.view(s)["areas"]) == ["east", "north_west", "south"]


@pytest.mark.parametrize("city", ["essen", "aachen", "kiel"])
def test_everyone_plays_in_all_chosen_areas(city: str) -> None:
    """Any player may begin in any area of the zone, and in none outside it. [O-SET-01]"""
    s = kit.situation("original/germany", 3, phase="build", zone=ZONE)
    assert kit.allowed(s, Build(2, city))
    assert not kit.allowed(s, Build(2, "berlin"))


@pytest.mark.parametrize("ruleset", BOTH)
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_everybody_starts_with_fifty_and_no_city(ruleset: str, seats: int) -> None:
    """A new game gives everybody 50 and puts every score marker left of 1. [O-SET-02, O-SET-03]"""
    rows = kit.view(kit.fresh(ruleset, seats))["seats"]
    assert len(rows) == seats
    assert [row["money"] for row in rows] == [50] * seats
    assert [row["cities"] for row in rows] == [[]] * seats


def test_the_first_order_is_a_random_permutation() -> None:
    """Each of the six orders of three players is equally likely, and all 42 plants are in the deck. [O-SET-04]"""
    state = kilowatt.new_game(kilowatt.ruleset("original/germany", 3, {}))
    outcomes = kilowatt.outcomes(state)
    orders = {move.order: weight for move, weight in outcomes if isinstance(move, SeatOrder)}
    assert len(orders) == 6
    assert len(set(orders.values())) == 1
    assert all(sorted(order) == [0, 1, 2] for order in orders)
    s = kit.deal_all(state)
    row = kit.view(s)["plants"]
    cards = [*row["current"], *row["future"], *row["top"], *row["unseen"]["any"]["cards"]]
    assert sorted(cards, key=int) == BOX


def test_each_drawn_order_is_played() -> None:
    """The order that is drawn is the order of the first auction. [O-SET-04]"""
    state = kilowatt.new_game(kilowatt.ruleset("original/germany", 3, {}))
    s = kit.deal_all(kilowatt.play(state, SeatOrder((2, 0, 1)))[0])
    assert kit.view(s)["order"] == [2, 0, 1]
    assert kilowatt.actor(s) == 2


@pytest.mark.parametrize("ruleset", BOTH)
def test_the_fuel_market_at_the_start(ruleset: str) -> None:
    """Coal lies on 1 to 8, oil on 3 to 8, garbage on 7 and 8, three each, uranium on 14 and 16. [O-SET-05]"""
    s = kit.fresh(ruleset, 3)
    assert kit.prices(s, "coal") == [price for price in range(1, 9) for _ in range(3)]
    assert kit.prices(s, "oil") == [price for price in range(3, 9) for _ in range(3)]
    assert kit.prices(s, "garbage") == [7, 7, 7, 8, 8, 8]
    assert kit.prices(s, "uranium") == [14, 16]
    assert kit.supply(s) == {"coal": 0, "oil": 6, "garbage": 18, "uranium": 10}


@pytest.mark.parametrize("ruleset", BOTH)
@pytest.mark.parametrize("seed", range(4))
def test_the_opening_market_is_fixed(ruleset: str, seed: int) -> None:
    """Every game opens with 3 to 6 on offer and 7 to 10 to come. [O-SET-06]"""
    row = kit.view(kit.fresh(ruleset, 4, seed))["plants"]
    assert row["current"] == ["3", "4", "5", "6"]
    assert row["future"] == ["7", "8", "9", "10"]


def test_a_new_plant_sorts_the_whole_market_again() -> None:
    """With 4 sold and 13 turned up 7 comes into the actual market and 13 ends last. [O-SET-07]"""
    s = kit.buy(kit.fresh("original/germany", 3), "4")
    row = kit.view(s)["plants"]
    assert row["current"] == ["3", "5", "6", "7"]
    assert row["future"] == ["8", "9", "10", "13"]
    assert kit.refused(s, Open(int(kilowatt.actor(s) or 0), "8", 8)).rule == "O-SET-07"


@pytest.mark.parametrize(("seats", "left"), [(2, 25), (3, 25), (4, 29), (5, 33), (6, 33)])
def test_cards_leave_the_deck_unseen(seats: int, left: int) -> None:
    """Of the 33 cards without 13 and Step 3, eight go unseen with 2 or 3 players, four with 4, else none. [O-SET-08]"""
    row = kit.view(kit.fresh("original/germany", seats))["plants"]
    assert row["unseen"]["any"]["left"] == left
    assert row["unseen"]["any"]["cards"] == [plant for plant in BOX if plant in ("11", "12") or int(plant) > 13]
    assert row["removed"] == []


@pytest.mark.parametrize(("seats", "plants"), [(2, 26), (3, 26), (4, 30), (5, 34), (6, 34)])
def test_the_stack_begins_with_13_and_ends_with_step_3(seats: int, plants: int) -> None:
    """13 is the first card, Step 3 comes after 26, 30 or 34 plants, and no plant comes twice. [O-SET-09, O-SET-10]"""
    s = kit.fresh("original/germany", seats, seed=seats)
    assert kit.view(s)["plants"]["stack"] == plants + 1
    cards = turned_up(s, seed=seats)
    assert cards[0] == "13"
    assert cards[-1] == "step3"
    assert len(cards) == plants + 1
    assert len(set(cards)) == len(cards)
    assert not {*cards} & {"3", "4", "5", "6", "7", "8", "9", "10"}


def test_a_plant_is_opened_at_its_number_at_least() -> None:
    """Plant 29 may be opened at 29 but not at 28. [O-PLT-01]"""
    s = kit.situation("original/germany", 3, market=["29", "30", "31", "32", "33", "34", "35", "36"], stack=["37"])
    refusal = kit.refused(s, Open(0, "29", 28))
    assert (refusal.code, refusal.rule) == ("bid_too_low", "O-PLT-01")
    assert kit.allowed(s, Open(0, "29", 29))
    assert kit.allowed(s, Open(0, "29", 35))


def test_a_plant_burns_exactly_what_it_needs_and_supplies_once() -> None:
    """Plant 10 with 4 coal burns 2, supplies 2 cities, and neither burns 4 nor runs twice. [O-PLT-02]"""
    s = kit.situation("original/germany", 3, phase="power", fuel={0: {"coal": 4}}, money=0, **FUELLED)
    for wrong in (1, 3, 4):
        assert kit.refused(s, kit.run(0, p10={"coal": wrong})).rule == "O-PLT-02"
    once = kit.run(0, p10={"coal": 2})
    assert not kit.allowed(s, Run(0, once.plants * 2))
    seen = kit.view(kit.act(s, once))["seats"][0]
    assert seen["fuel"]["coal"] == 2
    assert seen["money"] == 33


def test_a_plant_without_its_whole_fuel_does_not_run() -> None:
    """With 1 coal plant 10, which needs 2, cannot run. [O-PLT-02]"""
    s = kit.situation("original/germany", 3, phase="power", fuel={0: {"coal": 1}}, **FUELLED)
    assert kit.refused(s, kit.run(0, p10={"coal": 2})).code == "not_enough_fuel"
    assert not kit.allowed(s, kit.run(0, p10={"coal": 1}))


def test_a_plant_may_supply_fewer_cities_than_printed() -> None:
    """Plant 10 burns its whole 2 coal for one city and earns 22. [O-PLT-02]"""
    town = {**FUELLED, "cities": {0: ["essen"]}}
    s = kit.situation("original/germany", 3, phase="power", fuel={0: {"coal": 2}}, money=0, **town)
    seen = kit.view(kit.act(s, kit.run(0, p10={"coal": 2})))["seats"][0]
    assert (seen["money"], seen["fuel"]["coal"]) == (22, 0)


def test_a_plant_stores_twice_its_need() -> None:
    """Plant 10, which needs 2 coal, takes a third and a fourth but no fifth. [O-PLT-02]"""
    s = kit.situation("original/germany", 3, phase="fuel", order=[2, 1, 0], fuel={0: {"coal": 2}}, **FUELLED)
    coal = BuyFuel(0, "coal", "main")
    s = kit.act(s, coal, coal)
    refusal = kit.refused(s, coal)
    assert (refusal.code, refusal.rule) == ("no_room_for_fuel", "O-PLT-02")


@pytest.mark.parametrize("burn", [{"coal": 2}, {"oil": 2}, {"coal": 1, "oil": 1}])
def test_a_hybrid_burns_coal_oil_or_both(burn: dict[str, int]) -> None:
    """Hybrid 5 runs on 2 coal, on 2 oil and on one of each, and burns just that. [O-PLT-03, O-PLT-06]"""
    s = kit.situation(
        "original/germany",
        3,
        phase="power",
        plants={0: ["5"]},
        fuel={0: burn},
        cities={0: ["essen"]},
        money=0,
        tokens={"coal": 12},
        zone=ZONE,
    )
    seen = kit.view(kit.act(s, kit.run(0, p5=burn)))["seats"][0]
    assert seen["money"] == 22
    assert sum(seen["fuel"].values()) == 0


def test_a_hybrid_burns_no_other_fuel() -> None:
    """Hybrid 5 runs neither on garbage nor on one coal alone. [O-PLT-03]"""
    s = kit.situation(
        "original/germany",
        3,
        phase="power",
        plants={0: ["5", "14"]},
        fuel={0: {"garbage": 2, "coal": 2}},
        tokens={"coal": 12},
        zone=ZONE,
    )
    assert not kit.allowed(s, kit.run(0, p5={"garbage": 2}))
    assert not kit.allowed(s, kit.run(0, p5={"coal": 1}))


@pytest.mark.parametrize(("plant", "cities", "income"), [("13", 1, 22), ("18", 2, 33), ("50", 6, 73)])
def test_ecological_and_fusion_plants_need_no_fuel(plant: str, cities: int, income: int) -> None:
    """Green plants and the fusion plant supply their cities with empty stores, and store nothing. [O-PLT-04]"""
    towns = ["essen", "duisburg", "duesseldorf", "dortmund", "muenster", "koeln", "aachen"]
    table: dict[str, Any] = {"plants": {0: [plant]}, "cities": {0: towns}, "money": 20, "zone": ZONE}
    s = kit.situation("original/germany", 3, phase="power", market=[*"3456789", "10"], **table)
    assert kit.view(kit.act(s, kit.run(0, **{f"p{plant}": {}})))["seats"][0]["money"] == 20 + income
    assert s.rules.plants[s.rules.plant_ids[plant]].cities == cities
    s = kit.situation("original/germany", 3, phase="fuel", order=[2, 1, 0], market=[*"3456789", "10"], **table)
    for fuel in ("coal", "oil", "garbage", "uranium"):
        assert not kit.allowed(s, BuyFuel(0, fuel, "main"))


@pytest.mark.parametrize("store", [{"coal": 2}, {"oil": 2}, {"coal": 1, "oil": 1}])
def test_plant_29(store: dict[str, int]) -> None:
    """Plant 29 costs 29, stores 2 coal, 2 oil or one of each, runs on one of them and supplies up to 4. [O-PLT-05]"""
    towns = ["essen", "duisburg", "duesseldorf", "dortmund", "muenster"]
    table: dict[str, Any] = {
        "plants": {0: ["29"]},
        "cities": {0: towns},
        "money": 50,
        "zone": ZONE,
        "order": [2, 1, 0],
        "tokens": {"coal": 12},
    }
    s = kit.situation("original/germany", 3, phase="fuel", **table)
    for fuel, count in store.items():
        for _ in range(count):
            s = kit.act(s, BuyFuel(0, fuel, "main"))
    assert not kit.allowed(s, BuyFuel(0, "coal", "main"))
    assert not kit.allowed(s, BuyFuel(0, "oil", "main"))
    fuel = next(iter(store))
    s = kit.situation("original/germany", 3, phase="power", fuel={0: store}, **{**table, "order": [0, 1, 2]})
    seen = kit.view(kit.act(s, kit.run(0, p29={fuel: 1})))["seats"][0]
    assert seen["money"] == 50 + 54
    assert sum(seen["fuel"].values()) == 1
    s = kit.situation("original/germany", 3, market=["29", "30", "31", "32", "33", "34", "35", "36"], stack=["37"])
    assert {row.plant: row.least for row in kilowatt.options(s).choices["open"]}["29"] == 29  # type: ignore[attr-defined]
