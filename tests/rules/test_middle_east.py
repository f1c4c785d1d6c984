"""Middle East: oil that never ends, plants that wait for Step 2, and a card that begins both steps."""

from __future__ import annotations

from typing import Any

import pytest

import kilowatt
from kilowatt.bots.economist import decide
from kilowatt.engine.actions import BuyFuel, Pass
from kilowatt.engine.plants import IN_MARKET, IN_STACK
from tests import kit

RULESETS = ["original/middle-east", "recharged/middle-east"]
MARKET = ["12", "13", "15", "16", "18", "20", "21", "22"]


def lay(ruleset: str = RULESETS[0], **more: Any) -> kilowatt.State:
    """Three players with a plant each."""
    given = {"market": MARKET, "stack": ["31", "32"], "plants": {0: ["25"], 1: ["26"], 2: ["27"]}, **more}
    return kit.situation(ruleset, 3, **given)


def oil(s: kilowatt.State) -> list[int]:
    """Prices of the oil in the market, the cheapest first."""
    return list(kit.view(s)["fuel"]["main"]["oil"]["prices"])


def stack(s: kilowatt.State) -> list[str]:
    """The stack, top card first."""
    return [s.rules.card_names[card] for layer in s.deck for card in layer.seq]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_tracks_and_start(ruleset: str) -> None:
    """21 coal and 21 oil from 2, 3 garbage at 8, 3 uranium from 12; 21 garbage and 11 uranium tokens. [AT-ME-01]"""
    s = kit.fresh(ruleset, 4)
    assert [mask.bit_count() for mask in s.fuel] == [21, 21, 3, 3]
    assert [s.rules.fuel_supply.price(s, 0, 0, fuel) for fuel in range(4)] == [2, 2, 8, 12]
    assert s.rules.tokens == [24, 24, 21, 11]


def test_oil_is_refilled_as_usual_while_the_supply_has_some() -> None:
    """Three players, Step 1: 5 oil join the 6 of the market on the dearest free spaces. [AT-ME-02]"""
    s = lay(phase="refill", tokens={"oil": 6})
    assert oil(s) == [5, 5, 6, 6, 6, 7, 7, 7, 8, 8, 8]


def test_oil_gets_cheaper_where_the_supply_lacks_it() -> None:
    """20 oil in the market, 4 with a player, none left: five tokens at 8 and 7 move to 2 and 1. [AT-ME-02]"""
    s = lay(phase="refill", tokens={"oil": 20}, plants={0: ["3", "7"]}, fuel={0: {"oil": 4}})
    assert oil(s) == [1, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 6, 7]
    assert s.supply[1] == 0


def test_emptied_dear_spaces_are_filled_first() -> None:
    """Then 3 of the 5 wanted come back: they fill the spaces at 8, and two of them move on to 7. [AT-ME-02]"""
    s = kilowatt.clone(lay(phase="refill", tokens={"oil": 20}, plants={0: ["3", "7"]}, fuel={0: {"oil": 4}}))
    s.held[1] -= 3
    s.supply[1] += 3
    s.rules.fuel_supply.refill(s)
    assert oil(s)[-4:] == [7, 7, 7, 8]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_first_offer_has_no_garbage_and_no_nuclear_plant(ruleset: str) -> None:
    """At the preparation barred plants on offer go; in Original 6 leaves and 13 comes. [AT-ME-03]"""
    for seed in range(5):
        s = kit.fresh(ruleset, 4, seed=seed)
        kinds = {plant.id: plant.kind for plant in s.rules.plants}
        assert not {kinds[name] for name in kit.view(s)["plants"]["current"]} & {"garbage", "uranium"}
    s = kit.fresh(RULESETS[0], 4)
    assert kit.market(s) == ["3", "4", "5", "7", "8", "9", "10", "13"]
    assert s.removed >> s.rules.plant_ids["6"] & 1


def test_a_barred_plant_goes_under_the_stack() -> None:
    """12 is sold, 31 comes, 17 moves up to the offer and goes under the stack, 32 comes for it. [AT-ME-03]"""
    market = ["12", "13", "15", "16", "17", "20", "21", "22"]
    s = kit.buy(lay(market=market, stack=["31", "32", "33"]), "12")
    assert kit.market(s) == ["13", "15", "16", "20", "21", "22", "31", "32"]
    assert stack(s) == ["33", "step3", "17"]


def test_a_small_barred_plant_leaves_the_game() -> None:
    """10 is sold and 14 comes onto the offer: it leaves, and 31 comes for it. [AT-ME-03]"""
    market = ["10", "12", "13", "15", "16", "20", "21", "22"]
    s = kit.buy(lay(market=market, stack=["14", "31", "32"]), "10")
    assert kit.market(s) == ["12", "13", "15", "16", "20", "21", "22", "31"]
    assert s.removed >> s.rules.plant_ids["14"] & 1


def test_nothing_goes_if_no_other_card_can_come() -> None:
    """With the card gone and only 34 and 38 in the stack, 17 stays on offer. [AT-ME-03]"""
    market = ["12", "13", "15", "16", "17", "20", "21", "22"]
    s = kit.buy(lay(market=market, stack=["34", "38"], end_card_gone=True), "12")
    assert "17" in kit.view(s)["plants"]["current"]


def test_in_step_2_they_are_on_offer() -> None:
    """In Step 2 plant 17 may be bought. [AT-ME-03]"""
    s = lay(market=["12", "13", "15", "17", "18", "20", "21", "22"], step=2, money=99)
    assert "17" in kit.view(s)["plants"]["current"]


def test_cities_do_not_begin_step_2() -> None:
    """With 12 cities it is still Step 1 after building. [AT-ME-04]"""
    rules = kilowatt.ruleset(RULESETS[1], 3)
    zone = [rules.board.areas[area].id for area in rules.zone_list[0]]
    names = [city.id for city in rules.board.cities if rules.board.areas[city.area].id in zone]
    s = lay(RULESETS[1], phase="after_build", zone=zone, cities={0: names[:12]})
    assert s.step == 1


@pytest.mark.parametrize("ruleset", RULESETS)
def test_step_2_begins_with_the_card(ruleset: str) -> None:
    """At the end of a round 22 goes under and the card comes: the stack is shuffled above it, a plant comes in its
    place, Step 2 holds, the two smallest leave, two come. [AT-ME-05]
    """  # noqa: D205
    s = kit.deal_all(lay(ruleset, phase="plant_update", stack=["step3", "31", "32", "33", "35"]))
    assert s.step == 2
    assert s.end_card == IN_STACK
    assert not {"12", "13"} & {*kit.market(s)}
    assert len(kit.market(s)) == 8
    assert kit.view(s)["plants"]["stack"] == 3  # five plants, of which three came, and the card


@pytest.mark.parametrize("ruleset", RULESETS)
def test_in_the_auctions_the_card_waits_in_the_market(ruleset: str) -> None:
    """A buys 12 and the card comes: it lies in the market, still Step 1; after the auctions Step 2 holds. [AT-ME-05]"""
    s = kit.buy(lay(ruleset, stack=["step3", "31", "32", "33", "35"], money=60), "12")
    assert (s.step, s.end_card) == (1, IN_MARKET)
    s = kit.deal_all(kit.act(s, Pass(1), Pass(2)))
    assert (s.step, s.end_card) == (2, IN_STACK)
    assert len(kit.market(s)) == 8


@pytest.mark.parametrize(("step", "left"), [(1, ["31", "32", "step3", "22"]), (2, ["32", "step3", "22", "33"])])
def test_two_plants_go_under_in_step_2(step: int, left: list[str]) -> None:
    """Step 1: 22 goes under. Step 2: 22 goes, 33 comes and goes in its turn, 31 comes. [AT-ME-06]"""
    s = lay(RULESETS[1], phase="plant_update", step=step, stack=["33", "31", "32"])
    assert stack(s) == left


def test_the_card_brings_step_3_when_it_comes_again() -> None:
    """In Step 2 the card comes at the end of a round: the smallest plant leaves with it; Step 3 follows. [AT-ME-07]"""
    s = kit.deal_all(lay(RULESETS[1], phase="plant_update", step=2, stack=["step3", "31", "32"]))
    assert s.step == 3
    assert "12" not in kit.market(s)


def test_the_economist_fuels_its_oil_plant() -> None:
    """With an oil plant and a city it buys oil, which is plenty here."""
    s = lay(phase="fuel", plants={2: ["3"]}, cities={2: ["tehran"]}, zone=["north", "south_east", "centre"], money=50)
    assert decide(s) == BuyFuel(2, "oil", "main")
