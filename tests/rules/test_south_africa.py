"""South Africa: a coal storage that sells beside the market, and six neighbouring countries with one house each."""

from __future__ import annotations

from typing import Any

import pytest

import kilowatt
from kilowatt.engine.actions import Build, BuyFuel, MarkStart, Pass, Scrap
from tests import kit

RULESETS = ["original/south-africa", "recharged/south-africa"]
NEIGHBOURS = ["zimbabwe", "botswana", "mozambique", "eswatini", "lesotho", "namibia"]
ZONE = ["north", "north_east", "west"]
MARKET = ["10", "11", "12", "13", "15", "16", "20", "21"]


def building(ruleset: str, step: int, cities: dict[int, list[str]]) -> kilowatt.State:
    """Three players who build, with 100 Elektro each."""
    market = MARKET[:6] if step == 3 else MARKET
    more: dict[str, Any] = {"zone": ZONE, "money": 100, "stack": ["30"], "market": market, "cities": cities}
    return kit.situation(ruleset, 3, phase="build", step=step, **more)


def fuelling(ruleset: str, tokens: int, held: int) -> kilowatt.State:
    """Three players who buy fuel: so much coal on the market, so much at seat 0, the rest of the 24 in the storage."""
    plants = {0: ["31", "36", "20"], 2: ["10"]}
    fuel = {0: {"coal": held}}
    return kit.situation(ruleset, 3, phase="fuel", plants=plants, fuel=fuel, tokens={"coal": tokens}, money=100)


def storage(s: kilowatt.State) -> int:
    """How many coal tokens lie on the storage."""
    tokens: int = kit.view(s)["fuel"]["storage"]["coal"]["tokens"]
    return tokens


@pytest.mark.parametrize("ruleset", RULESETS)
def test_all_coal_lies_on_the_market_at_the_start(ruleset: str) -> None:
    """The storage is empty: 24 coal lie on the market, and oil starts at 4. [AT-ZA-01, AT-ALL-02]"""
    s = kit.fresh(ruleset, 3)
    assert kit.lying(s)["coal"] == 24
    assert storage(s) == kit.supply(s)["coal"] == 0
    assert kit.prices(s, "oil")[0] == 4


@pytest.mark.parametrize("ruleset", RULESETS)
def test_burned_coal_is_refilled_from_the_storage(ruleset: str) -> None:
    """Four burned coal lie in the storage; of a refill of 6 for five these 4 are placed. [AT-ZA-01]"""
    s = kit.situation(
        ruleset,
        5,
        phase="power",
        plants={0: ["10", "15"], 1: ["31", "36", "20"]},
        fuel={0: {"coal": 4}, 1: {"coal": 18}},
        tokens={"coal": 2},
        stack=["40", "42"],
    )
    s = kit.act(s, kit.run(0, p10={"coal": 2}, p15={"coal": 2}))
    assert storage(s) == 4
    s = kit.end_turns(s, "power")
    assert kit.prices(s, "coal", "main") == [7, 7, 7, 8, 8, 8]
    assert storage(s) == 0


def test_coal_of_a_scrapped_plant_goes_to_the_storage() -> None:
    """A fourth plant replaces 31, whose 6 coal do not fit: they lie in the storage. [AT-ZA-01]"""
    plants = {0: ["31", "26", "27"], 1: ["25"], 2: ["20"]}
    market = ["10", "11", "12", "13", "15", "16", "33", "37"]
    more: dict[str, Any] = {"market": market, "stack": ["40", "42"], "money": 200, "fuel": {0: {"coal": 6}}}
    s = kit.situation(RULESETS[1], 3, plants=plants, tokens={"coal": 18}, order=[0, 1, 2], **more)
    s = kit.act(kit.buy(s, "11"), Scrap(0, "31"))
    assert storage(s) == 6


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_storage_sells_at_8_beside_the_market(ruleset: str) -> None:
    """With 4 coal left, the first at 7, the storage waits; after it both sell at 8. [AT-ZA-02]"""
    s = fuelling(ruleset, 4, 18)
    assert storage(s) == 2
    refusal = kit.refused(s, BuyFuel(2, "coal", "storage"))
    assert (refusal.code, refusal.rule) == ("storage_waits", "AT-ZA-02")
    s = kit.act(s, BuyFuel(2, "coal", "main"))
    assert kit.allowed(s, BuyFuel(2, "coal", "main"))
    s = kit.act(s, BuyFuel(2, "coal", "storage"))
    assert kit.view(s)["seats"][2]["money"] == 100 - 7 - 8
    assert (storage(s), kit.lying(s)["coal"]) == (1, 3)


def test_an_empty_storage_and_an_empty_market_say_so() -> None:
    """Without coal in the storage it is sold out; without coal on the market one is sent to the storage. [AT-ZA-02]"""
    assert kit.refused(fuelling(RULESETS[1], 6, 18), BuyFuel(2, "coal", "storage")).code == "fuel_sold_out"
    assert kit.refused(fuelling(RULESETS[1], 0, 18), BuyFuel(2, "coal", "main")).code == "fuel_in_storage"


@pytest.mark.parametrize("step", [1, 2, 3])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_neighbour_takes_one_house_for_its_connection(ruleset: str, step: int) -> None:
    """From Polokwane to Zimbabwe over Musina: 8 + 30, no house cost; nobody else gets in, in any step. [AT-ZA-03]"""
    s = building(ruleset, step, {2: ["polokwane"], 1: ["musina"]})
    s = kit.act(s, Build(2, "zimbabwe"))
    assert kit.view(s)["seats"][2]["money"] == 100 - 38
    assert kit.view(s)["seats"][2]["cities"] == ["zimbabwe", "polokwane"]
    s = kit.act(s, Pass(2))
    assert kit.refused(s, Build(1, "zimbabwe")).code == "city_full"
    assert kilowatt.reach(s, 1)["botswana"][0] == 0


def test_nobody_starts_in_a_neighbour() -> None:
    """A first house, or the mark of one, cannot be in a neighbouring country. [AT-ZA-03]"""
    s = building(RULESETS[1], 1, {})
    refusal = kit.refused(s, Build(2, "zimbabwe"))
    assert (refusal.code, refusal.rule) == ("no_first_house", "AT-ZA-03")
    assert not {move.city for move in kilowatt.legal_actions(s) if isinstance(move, Build)} & {*NEIGHBOURS}
    marking = kit.fresh(RULESETS[0], 3, zone=ZONE, order=[0, 1, 2], starting_cities=True)
    assert kit.refused(marking, MarkStart(0, "zimbabwe")).code == "cannot_mark"


def test_original_opens_without_plant_7() -> None:
    """The market is 3, 4, 5, 6 | 8, 9, 10, 11, the top card 13; 7 never comes. [AT-ZA-04]"""
    s = kit.fresh(RULESETS[0], 4)
    assert kit.market(s) == ["3", "4", "5", "6", "8", "9", "10", "11"]
    s = kit.buy(s, "3")
    assert "13" in kit.market(s)


@pytest.mark.parametrize("seed", range(5))
def test_recharged_opens_with_eight_of_twelve_small_plants(seed: int) -> None:
    """Eight of 3 to 15 without 7 open. [AT-ZA-04]"""
    plants = kit.market(kit.fresh(RULESETS[1], 4, seed=seed))
    assert len(plants) == 8
    assert set(plants) <= {str(number) for number in range(3, 16)} - {"7"}


def test_two_players_end_at_18() -> None:
    """The game ends at 18, 17, 17, 15 and 14 cities. [AT-ZA-05]"""
    for ruleset in RULESETS:
        assert [kilowatt.ruleset(ruleset, seats).end_at for seats in range(2, 7)] == [18, 17, 17, 15, 14]
