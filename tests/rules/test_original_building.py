"""The original game of 2004: buying fuel, building and plants that have become too small."""

from __future__ import annotations

from typing import Any

import pytest

import kilowatt
from kilowatt.engine.actions import DECISIONS, Build, BuyFuel, Pass
from kilowatt.engine.events import FuelBought, PlantRemoved, PlantRevealed
from tests import kit

RULESET = "original/germany"
ZONE = ["west", "south_west", "north_west"]
WEST = ["essen", "duisburg", "duesseldorf", "dortmund", "muenster", "koeln", "aachen", "osnabrueck", "kassel"]
NORTH = ["kiel", "flensburg", "hamburg", "bremen", "hannover", "cuxhaven", "wilhelmshaven"]
BIG = ["25", "26", "27", "28", "29", "30", "31", "32"]


def fuel_turn(**more: Any) -> kilowatt.State:
    """Seat 0 is the first of three to buy fuel."""
    return kit.situation(RULESET, 3, phase="fuel", **{"order": [2, 1, 0], "market": BIG, "zone": ZONE, **more})


def build_turn(**more: Any) -> kilowatt.State:
    """Seat 2 is the first of three to build."""
    return kit.situation(RULESET, 3, phase="build", **{"market": BIG, "stack": ["33", "34"], "zone": ZONE, **more})


def coal(seat: int) -> BuyFuel:
    """One coal."""
    return BuyFuel(seat, "coal", "main")


def oil(seat: int) -> BuyFuel:
    """One oil."""
    return BuyFuel(seat, "oil", "main")


def uranium(seat: int) -> BuyFuel:
    """One uranium."""
    return BuyFuel(seat, "uranium", "main")


# --- fuel ------------------------------------------------------------------------------------------------------------


def test_fuel_is_bought_only_for_own_plants() -> None:
    """With nothing but a nuclear plant that needs 1, coal and a third uranium are refused. [O-RES-01]"""
    s = fuel_turn(plants={0: ["11"]}, tokens={"uranium": 4})
    refusal = kit.refused(s, coal(0))
    assert (refusal.code, refusal.rule) == ("fuel_not_burned", "O-RES-01")
    s = kit.act(s, uranium(0), uranium(0))
    assert kit.refused(s, uranium(0)).code == "no_room_for_fuel"
    assert kit.view(s)["seats"][0]["fuel"]["uranium"] == 2


def test_fuel_is_bought_in_reverse_order() -> None:
    """With order A, B, C the buyers are C, B, A, and nobody buys out of turn. [O-RES-01]"""
    s = kit.situation(RULESET, 3, phase="fuel", plants={0: ["4"], 1: ["8"], 2: ["10"]}, zone=ZONE)
    for seat in (2, 1, 0):
        assert s.actor == seat
        assert not kit.allowed(s, coal((seat + 1) % 3))
        s = kit.act(s, coal(seat), Pass(seat))
    assert kit.view(s)["phase"] == "build"


def test_tokens_move_freely_between_plants() -> None:
    """Coal that lay on a hybrid moves to the coal plant once production has emptied it. [O-RES-02]"""
    table: dict[str, Any] = {"plants": {0: ["4", "5"]}, "fuel": {0: {"coal": 6}}, "tokens": {"coal": 10, "oil": 18}}
    s = kit.act(fuel_turn(**table), oil(0), oil(0))
    assert kit.refused(s, oil(0)).code == "no_room_for_fuel"
    s = kit.situation(RULESET, 3, phase="power", market=BIG, stack=["33", "34"], zone=ZONE, **table)
    s = kit.act(s, kit.run(0, p4={"coal": 2}))
    s = kit.opt_out_all(kit.end_turns(s, "power"))
    while s.actor != 0:
        s = kit.act(s, Pass(s.actor))
    assert kit.view(s)["phase"] == "fuel"
    s = kit.act(s, oil(0), oil(0), oil(0), oil(0))
    assert kit.refused(s, oil(0)).code == "no_room_for_fuel"


def test_the_price_is_the_one_of_the_space() -> None:
    """With one oil on 3 and three on 4, two oil cost 3 + 4. [O-RES-03]"""
    s = fuel_turn(plants={0: ["3"]}, tokens={"oil": 16}, money=50)
    first = kit.events_of(s, oil(0))
    s = kit.act(s, oil(0))
    second = kit.events_of(s, oil(0))
    s = kit.act(s, oil(0))
    assert [event.price for event in (*first, *second) if isinstance(event, FuelBought)] == [3, 4]
    assert [row["money"] for row in kit.view(s)["seats"]] == [43, 50, 50]
    assert kit.prices(s, "oil")[:3] == [4, 4, 5]


def test_fuel_that_costs_more_than_one_has_is_refused() -> None:
    """With 2 in hand an oil at 3 is refused, with 3 it is sold. [O-RES-03]"""
    assert not kit.allowed(fuel_turn(plants={0: ["3"]}, tokens={"oil": 16}, money=2), oil(0))
    assert kit.allowed(fuel_turn(plants={0: ["3"]}, tokens={"oil": 16}, money=3), oil(0))


def test_sold_out_fuel_is_gone_until_the_refill() -> None:
    """After the last uranium is sold the next buyer gets none this round, and one after the refill. [O-RES-04]"""
    s = fuel_turn(plants={0: ["11"], 1: ["17"]}, tokens={"uranium": 1}, stack=["33", "34"], order=[1, 2, 0])
    s = kit.act(s, uranium(0), Pass(0), Pass(2))
    refusal = kit.refused(s, uranium(1))
    assert (refusal.code, refusal.rule) == ("fuel_sold_out", "O-RES-04")
    s = kit.end_turns(kit.end_turns(kit.act(s, Pass(1)), "build"), "power")
    s = kit.opt_out_all(s)
    while s.actor != 1:
        s = kit.act(s, Pass(s.actor))
    assert kit.view(s)["phase"] == "fuel"
    assert kit.allowed(s, uranium(1))


def test_nobody_sells_or_trades_fuel() -> None:
    """A buying turn offers tokens of the market and its end, and no action gives fuel to another player. [O-RES-05]"""
    s = fuel_turn(plants={0: ["4"], 1: ["8"]}, fuel={1: {"coal": 3}}, tokens={"coal": 12})
    assert kit.kinds(kilowatt.legal_actions(s)) == {"buy_fuel", "pass"}
    for trade in ("sell_fuel", "trade", "give_fuel"):
        with pytest.raises(kilowatt.BadAction):
            kilowatt.action({"type": trade, "seat": 0, "to": 1, "fuel": "coal", "price": 1})
    fields = {field for kind in DECISIONS if "fuel" in kind.__struct_fields__ for field in kind.__struct_fields__}
    assert fields == {"seat", "fuel", "market"}
    after = kit.act(s, coal(0))
    assert [row["fuel"]["coal"] for row in kit.view(after)["seats"]] == [1, 3, 0]


# --- building --------------------------------------------------------------------------------------------------------


def test_building_goes_in_reverse_order_as_far_as_money_lasts() -> None:
    """C builds first, as many cities as he can pay for, then B and A. [O-BLD-01]"""
    s = build_turn(money={0: 50, 1: 50, 2: 34})
    assert s.actor == 2
    s = kit.act(s, Build(2, "essen"), Build(2, "duisburg"), Build(2, "duesseldorf"))
    assert s.money[2] == 34 - 10 - 10 - 12
    assert kit.refused(s, Build(2, "dortmund")).code == "city_too_dear"
    s = kit.act(s, Pass(2))
    assert s.actor == 1
    s = kit.act(s, Build(1, "dortmund"), Pass(1))
    assert s.actor == 0


@pytest.mark.parametrize(("step", "there"), [(1, 0), (1, 1), (2, 0), (2, 1), (2, 2), (3, 0), (3, 1), (3, 2), (3, 3)])
def test_a_city_holds_as_many_houses_as_the_step(step: int, there: int) -> None:
    """One house per city in Step 1, two in Step 2, three in Step 3, at 10, 15 and 20. [O-BLD-01, O-BLD-03]"""
    cities = {0: ["koeln"], 1: ["aachen"], 2: ["kiel"], 3: ["essen"]}
    for seat in range(there):
        cities[seat].append("duisburg")
    market = BIG if step < 3 else BIG[:6]
    s = kit.situation(
        RULESET, 4, phase="build", step=step, cities=cities, money=50, market=market, zone=[*ZONE, "east"]
    )
    if there == step:
        refusal = kit.refused(s, Build(3, "duisburg"))
        assert (refusal.code, refusal.rule) == ("city_full", "O-BLD-01")
    else:
        assert kit.act(s, Build(3, "duisburg")).money[3] == 50 - (10, 15, 20)[there]


def test_nobody_has_two_houses_in_a_city() -> None:
    """In Step 2 an owner may not build a second house in his city although it has a free space. [O-BLD-01]"""
    s = build_turn(step=2, cities={2: ["essen"]})
    refusal = kit.refused(s, Build(2, "essen"))
    assert (refusal.code, refusal.rule) == ("own_city", "O-BLD-01")


def test_the_first_house_costs_ten_in_an_empty_city_of_the_zone() -> None:
    """A start costs 10 in any empty city of the zone, is refused elsewhere, and may be put off. [O-BLD-02]"""
    s = build_turn(round=1, step=2, plants={0: ["3"], 1: ["4"], 2: ["5"]}, cities={0: ["essen"]}, money=50)
    refusal = kit.refused(s, Build(2, "essen"))
    assert (refusal.code, refusal.rule) == ("start_in_empty_city", "O-BLD-02")
    assert kit.refused(s, Build(2, "berlin")).code == "city_outside_zone"
    for city in ("duisburg", "kiel", "trier"):
        after = kit.act(s, Build(2, city))
        assert after.money[2] == 40
    assert kit.allowed(s, Pass(2))


def test_the_cheapest_connection_is_paid() -> None:
    """Aachen with one house costs 15 + 9 from Düsseldorf, not the 11 by way of Köln. [O-BLD-03]"""
    s = build_turn(step=2, cities={1: ["aachen"], 2: ["duesseldorf"]}, money=50)
    assert kilowatt.reach(s, 2)["aachen"] == (15, 9)
    s = kit.act(s, Build(2, "aachen"))
    assert s.money[2] == 50 - 24
    assert kit.view(s)["houses"]["aachen"] == [1, 2, None]


def test_any_own_house_may_be_the_start_of_a_connection() -> None:
    """The cheapest of all own houses counts, also one built a moment ago. [O-BLD-03]"""
    s = build_turn(cities={2: ["kiel", "essen"]}, money=100)
    assert kilowatt.reach(s, 2)["koeln"] == (10, 6)
    s = kit.act(s, Build(2, "duesseldorf"))
    assert kilowatt.reach(s, 2)["koeln"] == (10, 4)


def test_a_connection_may_pass_through_a_city_without_a_house() -> None:
    """From Essen to Köln one pays 2 + 4 through Düsseldorf, even if Düsseldorf is full. [O-BLD-03]"""
    s = build_turn(cities={1: ["duesseldorf"], 2: ["essen"]}, money=50)
    s = kit.act(s, Build(2, "koeln"))
    assert s.money[2] == 50 - 10 - 6


@pytest.mark.parametrize(
    ("zone", "connection"), [(["north_west", "west", "east"], 23), (["north_west", "north_east", "east"], 32)]
)
def test_no_connection_passes_through_an_area_not_in_play(zone: list[str], connection: int) -> None:
    """Hannover is 23 from Fulda by way of Kassel, but 32 when Kassel's area is not in play. [O-BLD-03]"""
    s = build_turn(step=2, cities={1: ["hannover"], 2: ["fulda"]}, money=50, zone=zone)
    assert kit.act(s, Build(2, "hannover")).money[2] == 50 - 15 - connection


def test_the_score_marker_moves_with_each_house() -> None:
    """A player with 3 cities has 4 after one house, before he builds the next. [O-BLD-04]"""
    s = build_turn(cities={2: WEST[:3]}, money=100)
    s = kit.act(s, Build(2, "dortmund"))
    assert s.actor == 2
    assert len(kit.view(s)["seats"][2]["cities"]) == 4
    assert len(kit.view(kit.act(s, Build(2, "muenster")))["seats"][2]["cities"]) == 5


# --- plants that have become too small -------------------------------------------------------------------------------


def test_a_plant_leaves_as_soon_as_somebody_has_as_many_cities() -> None:
    """Building from 2 to 4 cities, 3 leaves at the third city and 4 at the fourth, one draw each. [O-OBS-01]"""
    market = ["3", "4", "5", "6", "7", "8", "9", "10"]
    s = build_turn(cities={2: WEST[:2]}, money=100, market=market, stack=["13", "20", "21"])
    assert kit.market(s) == market
    s = kit.act(s, Build(2, "duesseldorf"))
    assert kit.market(s) == ["4", "5", "6", "7", "8", "9", "10", "13"]
    s = kit.act(s, Build(2, "dortmund"))
    assert kit.market(s) == ["5", "6", "7", "8", "9", "10", "13", "20"]
    assert {"3", "4"} <= {*kit.view(s)["plants"]["removed"]}
    assert kit.view(s)["plants"]["top"] == ["21", "step3"]


def test_only_the_largest_network_counts_for_obsolescence() -> None:
    """Another player's third city removes nothing when somebody already has more than that. [O-OBS-01]"""
    s = build_turn(cities={1: NORTH[:5], 2: WEST[:2]}, money=100, market=["6", "7", "8", "9", "10", "11", "12", "14"])
    s = kit.act(s, Build(2, "duesseldorf"))
    assert kit.market(s)[0] == "6"


def test_a_draw_that_is_too_small_leaves_at_once() -> None:
    """The leader has 12 cities, so 11 drawn in the auctions is removed at once and another card drawn. [O-OBS-02]"""
    s = kit.situation(
        RULESET, 3, step=2, market=BIG, stack=["11", "12", "33"], cities={2: [*WEST, *NORTH][:12]}, zone=ZONE
    )
    s = kit.buy(s, "25")
    assert kit.market(s) == [*BIG[1:], "33"]
    assert {"11", "12"} <= {*kit.view(s)["plants"]["removed"]}
    assert s.actor == 1


def test_the_check_holds_in_the_last_phase_too() -> None:
    """A card drawn in Phase 5 that is not above the leader's cities is replaced again. [O-OBS-02]"""
    s = kit.situation(
        RULESET, 3, phase="power", step=2, market=BIG, stack=["11", "33"], cities={2: [*WEST, *NORTH][:12]}, zone=ZONE
    )
    s = kit.end_turns(s, "power")
    assert kit.market(s) == [*BIG[:-1], "33"]
    assert "11" in kit.view(s)["plants"]["removed"]


def test_a_draw_while_building_is_checked_again() -> None:
    """At the seventh city 7 goes, the 6 drawn for it goes too, and the next card stays. [O-OBS-02]"""
    market = ["7", "8", "9", "10", "11", "12", "14", "15"]
    s = build_turn(cities={2: WEST[:6]}, money=100, market=market, stack=["6", "20", "21"])
    happened = kit.events_of(s, Build(2, "aachen"))
    assert next(event.plant for event in happened if isinstance(event, PlantRemoved)) == "7"
    assert [event.plant for event in happened if isinstance(event, PlantRevealed)] == ["6", "20"]
    s = kit.act(s, Build(2, "aachen"))
    assert kit.market(s) == [*market[1:], "20"]
