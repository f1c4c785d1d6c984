"""Quotes: what a plan costs and earns, at any time, without spending anything."""

from __future__ import annotations

import pytest

import kilowatt
from tests import kit

ZONE = ["west", "north_west", "south_west"]


def plan_of_anna() -> kilowatt.State:
    """Anna stands in Essen and Münster in Step 2; Bob holds Düsseldorf and Köln."""
    return kit.situation(
        "recharged/germany",
        3,
        phase="build",
        step=2,
        zone=ZONE,
        cities={0: ["essen", "muenster"], 1: ["duesseldorf", "koeln"]},
        plants={0: ["7", "15", "20"], 1: ["4"], 2: ["5"]},
        money={0: 35},
    )


def test_the_cheapest_order_is_found_whatever_the_order_asked() -> None:
    """Köln and Düsseldorf cost 36 together, 17 and then 19, and a plan spends nothing. [R18-BLD-22, R18-BLD-24]"""
    s = plan_of_anna()
    before = kilowatt.snapshot(s)
    plan = kilowatt.quote(s, 0, cities=["koeln", "duesseldorf"])
    assert [(row.city, row.house + row.connection) for row in plan.houses] == [("duesseldorf", 17), ("koeln", 19)]
    assert (plan.total, plan.money_left) == (36, -1)
    assert kilowatt.snapshot(s) == before


def test_fuel_plant_and_cities_together() -> None:
    """A plan with fuel says what it costs, how many cities it supplies and what they earn."""
    s = plan_of_anna()
    plan = kilowatt.quote(s, 0, cities=["duesseldorf"], fuel={"oil": 3})
    assert plan.fuel == {"oil": 3}
    assert plan.fuel_cost == sum(kit.prices(s, "oil")[:3])
    assert (plan.cities, plan.supplied, plan.income) == (3, 2, 33)


def test_a_plant_over_the_limit_names_what_goes_and_the_compensation() -> None:
    """The plan gives up the plant that supplies least and counts what the contractor pays."""
    s = kit.situation(
        "recharged/germany",
        3,
        phase="auction",
        contractor=True,
        market=["10", "12", "13", "16", "18", "21", "25", "26"],
        plants={0: ["3", "4", "20"], 1: ["5"], 2: ["7"]},
        money={0: 50},
        stack=["30"],
    )
    plan = kilowatt.quote(s, 0, plant="16", price=30)
    assert (plan.scrapped, plan.compensation, plan.money_left) == ("3", 2, 22)
    assert kilowatt.quote(s, 0, plant="20", price=20).problems == [("plant_not_in_market", "20")]
    assert kilowatt.quote(s, 0, plant="99", price=20).problems == [("unknown_plant", "99")]


def test_what_cannot_be_had_is_a_problem() -> None:
    """Unknown and own cities, unknown fuel and fuel without room are named."""
    s = plan_of_anna()
    plan = kilowatt.quote(s, 0, cities=["atlantis", "essen"], fuel={"uranium": 1, "straw": 1, "oil": 99})
    assert ("unknown_city", "atlantis") in plan.problems
    assert ("own_city", "essen") in plan.problems
    assert ("unknown_fuel", "straw") in plan.problems
    assert ("no_room_for_fuel", "uranium") in plan.problems
    assert ("no_room_for_fuel", "oil") in plan.problems


def test_the_better_of_two_markets_is_quoted() -> None:
    """Where a seat buys on one market only, the plan takes the cheaper one unless one is named. [K-RES-02]"""
    s = kit.situation(
        "original/korea",
        3,
        phase="fuel",
        plants={0: ["3"], 1: ["4"], 2: ["10"]},
        tokens={"north": {"coal": 3}, "south": {"coal": 12}},
    )
    assert kilowatt.quote(s, 2, fuel={"coal": 2}).fuel_cost == 1 + 2
    assert kilowatt.quote(s, 2, fuel={"coal": 2}, market="north").fuel_cost == 6 + 7


def test_the_cheapest_cards_are_quoted() -> None:
    """In the card game a full card is taken before three singles that cost more."""
    s = kit.situation(
        "card-game",
        3,
        phase="cards",
        plants={0: ["12"], 1: ["7"], 2: ["8"]},
        columns={1: ["coal-single"] * 3, 2: ["coal-3"], 3: [], 4: []},
        stack=["20"],
    )
    assert kilowatt.quote(s, 0, fuel={"coal": 3}).fuel_cost == 2


@pytest.mark.parametrize(
    ("asked", "name"),
    [
        ({"seat": 9}, "seat"),
        ({"fuel": {"coal": "3"}}, "fuel"),
        ({"fuel": {"coal": -1}}, "fuel"),
        ({"market": "black"}, "market"),
    ],
)
def test_a_plan_that_makes_no_sense_is_refused(asked: dict[str, object], name: str) -> None:
    """The argument is named."""
    with pytest.raises(ValueError, match=f"{name}: expected"):
        kilowatt.quote(plan_of_anna(), **{"seat": 0, **asked})  # type: ignore[arg-type]


def test_reach_and_why_not_agree_with_the_menu() -> None:
    """Every city on the menu is in reach at the same cost, and what is shown but refused says why."""
    s = kit.situation(
        "recharged/germany", 3, phase="build", zone=ZONE, cities={2: ["essen"]}, plants={2: ["7"]}, money=30
    )
    rows = {row.city: (row.house, row.connection) for row in kilowatt.options(s).choices["build"]}  # type: ignore[attr-defined]
    assert rows.items() <= kilowatt.reach(s, 2).items()
    reasons = {move.city: why.code for move, why in kilowatt.why_not(s, 2) if hasattr(move, "city")}
    assert reasons["essen"] == "own_city"
    assert reasons["berlin"] == "city_outside_zone"
    assert set(reasons) | set(rows) == {city.id for city in s.rules.board.cities}
    with pytest.raises(ValueError, match="seat"):
        kilowatt.reach(s, 7)


def test_a_price_below_nothing_is_refused_and_one_too_high_leaves_less_than_nothing() -> None:
    """A price is a whole number of 0 or more; whether the seat can pay it is told by the money left."""
    state = kilowatt.Table(kilowatt.ruleset("recharged/germany", 3), seed=1).state
    plant = kilowatt.snapshot(state)["plants"]["current"][0]
    for price in (-3, 1.5, "9", None, True):
        with pytest.raises(ValueError, match="price: expected a whole number of 0 or more"):
            kilowatt.quote(state=state, seat=0, plant=plant, price=price)  # type: ignore[arg-type]
    assert kilowatt.quote(state=state, seat=0, plant=plant, price=99).money_left == 50 - 99


def test_a_plan_may_give_up_fuel_to_make_room() -> None:
    """Giving up 4 of 8 coal with the scrapped 04 makes room for 4 oil on 05; more than may go is a problem. [AMB-74]"""
    s = kit.situation(
        "recharged/germany",
        3,
        market=["10", "12", "13", "15", "18", "20", "25", "26"],
        stack=["30", "31"],
        plants={0: ["4", "5", "8"]},
        fuel={0: {"coal": 10}},
        tokens={"coal": 10, "oil": 10},
        money=100,
    )
    tight = kilowatt.quote(s, 0, fuel={"oil": 4}, plant="13", price=13)
    assert (tight.scrapped, tight.fuel, tight.problems) == ("4", {}, [("no_room_for_fuel", "oil")])
    wide = kilowatt.quote(s, 0, fuel={"oil": 4}, plant="13", price=13, give_up={"coal": 4})
    assert (wide.fuel, wide.problems) == ({"oil": 4}, [])
    for give_up, problem in (
        ({"coal": 5}, ("cannot_give_up", "coal")),
        ({"oil": 1}, ("cannot_give_up", "oil")),
        ({"wood": 1}, ("unknown_fuel", "wood")),
    ):
        assert kilowatt.quote(s, 0, plant="13", price=13, give_up=give_up).problems == [problem]
    assert kilowatt.quote(s, 0, give_up={"coal": 1}).problems == [("cannot_give_up", "coal")]
    with pytest.raises(ValueError, match="give_up: expected a number of coal, not -1"):
        kilowatt.quote(s, 0, give_up={"coal": -1})
