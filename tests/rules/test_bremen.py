"""Bremen: districts cost something to enter, links nothing; no uranium, and plants that stay in the box."""

from __future__ import annotations

from typing import Any

import pytest

import kilowatt
from kilowatt.engine import ways
from kilowatt.engine.actions import Build
from tests import kit

RULESETS = ["original/bremen", "recharged/bremen"]
ZONE = ["west", "north", "centre"]
MARKET = ["10", "12", "13", "14", "15", "16", "20", "21"]
TWO_SPACES = ["borgfeld", "findorff", "huchting", "seehausen", "blumenthal"]


def building(ruleset: str, step: int, cities: dict[int, list[str]]) -> kilowatt.State:
    """Three players who build, with 100 Elektro each."""
    market = MARKET[:6] if step == 3 else MARKET
    more: dict[str, Any] = {"zone": ZONE, "money": 100, "stack": ["30"], "market": market, "cities": cities}
    return kit.situation(ruleset, 3, phase="build", step=step, **more)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_entering_a_district_costs_and_the_way_back_costs_something_else(ruleset: str) -> None:
    """From Seehausen: Häfen 9 + 8, Gröpelingen 9 + 8 + 8 (sheet); from Häfen to Seehausen 14 + 8. [AT-HB-01]"""
    s = building(ruleset, 1, {2: ["seehausen"], 1: ["haefen"]})
    assert kilowatt.reach(s, 2)["groepelingen"] == (8, 17)
    assert kilowatt.reach(building(ruleset, 1, {2: ["seehausen"]}), 2)["haefen"] == (8, 9)
    assert kilowatt.reach(building(ruleset, 1, {1: ["haefen"]}), 1)["seehausen"] == (8, 14)
    s = kit.act(s, Build(2, "groepelingen"))
    assert kit.view(s)["seats"][2]["money"] == 100 - 25


def test_a_first_house_pays_no_district() -> None:
    """The first house in Strom costs 8, not 14 more. [AT-HB-01]"""
    s = kit.act(building(RULESETS[1], 1, {}), Build(2, "strom"))
    assert kit.view(s)["seats"][2]["money"] == 92


def test_the_way_runs_over_the_districts_that_are_paid() -> None:
    """From Seehausen to Gröpelingen the way runs over Häfen. [AT-HB-01]"""
    s = building(RULESETS[1], 1, {2: ["seehausen"]})
    ids = s.rules.city_ids
    assert ways.way_to(s, 2, ids["groepelingen"]) == [ids["seehausen"], ids["haefen"], ids["groepelingen"]]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_houses_cost_8_14_and_20(ruleset: str) -> None:
    """A third house in Häfen costs 20; Seehausen has no third space. [AT-HB-02]"""
    s = building(ruleset, 3, {0: ["haefen", "seehausen"], 1: ["haefen", "seehausen"], 2: ["strom"]})
    assert kilowatt.reach(s, 2)["haefen"][0] == 20
    assert kit.refused(s, Build(2, "seehausen")).code == "city_full"
    s = building(ruleset, 2, {0: ["haefen", "seehausen"], 2: ["strom"]})
    assert (kilowatt.reach(s, 2)["haefen"][0], kilowatt.reach(s, 2)["seehausen"][0]) == (14, 14)
    rules = s.rules
    assert sum(rules.board.entries) == 226
    assert [rules.city_names[city] for city in rules.own_spaces] == TWO_SPACES


@pytest.mark.parametrize("ruleset", RULESETS)
def test_there_is_no_uranium(ruleset: str) -> None:
    """22 tokens of three fuels, none of the fourth; coal fills its track, oil begins at 3. [AT-HB-03, AT-ALL-02]"""
    s = kit.fresh(ruleset, 4)
    assert s.rules.tokens == [22, 22, 22, 0]
    assert kit.prices(s, "coal") == [price for price in range(1, 7) for _ in range(3)] + [7, 7, 8, 8]
    assert (kit.prices(s, "oil")[0], kit.prices(s, "garbage")[0]) == (3, 3)
    assert "uranium" not in kit.lying(s) or kit.lying(s)["uranium"] == 0
    with pytest.raises(kilowatt.BadOption, match="starting_cities"):
        kilowatt.ruleset(ruleset, 4, {"starting_cities": True})


@pytest.mark.parametrize(("seats", "cards"), [(2, 24), (3, 24), (4, 24), (5, 26), (6, 26)])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_plants_stay_in_the_box(ruleset: str, seats: int, cards: int) -> None:
    """Nuclear plants, 36, 38, 46 and, with up to four players, 31 and 50 are out; all others are in. [AT-HB-04]"""
    rules = kilowatt.ruleset(ruleset, seats)
    out = {plant.id for number, plant in enumerate(rules.plants) if rules.removed_plants >> number & 1}
    few = {"31", "50"} if seats <= 4 else set()
    assert out == {"11", "17", "23", "28", "34", "39", "36", "38", "46"} | few
    laid = sum(layer.size() for layer in rules.stack) + len(rules.opening)
    assert laid == cards + 8
    assert not any(plant.kind == "uranium" and plant.id not in out for plant in rules.plants)


def test_original_opens_with_3_to_10() -> None:
    """The market is 3 to 10, the top card 13. [AT-HB-04]"""
    s = kit.fresh(RULESETS[0], 4)
    assert kit.market(s) == [str(number) for number in range(3, 11)]
    assert "13" in kit.market(kit.buy(s, "3"))


def test_thresholds() -> None:
    """Step 2 at 5, 5, 5, 5, 4 districts, the end at 13, 13, 13, 12, 11; 3, 3, 4, 5, 5 areas. [AT-HB-05]"""
    for ruleset in RULESETS:
        games = [kilowatt.ruleset(ruleset, seats) for seats in range(2, 7)]
        assert [rules.step2_at for rules in games] == [5, 5, 5, 5, 4]
        assert [rules.end_at for rules in games] == [13, 13, 13, 12, 11]
        assert [rules.area_count for rules in games] == [3, 3, 4, 5, 5]
