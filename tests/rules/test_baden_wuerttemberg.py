"""Baden-Württemberg: the order after the auctions, cities that open in Step 2, and two plants that leave unsold."""

from __future__ import annotations

from typing import Any

import pytest

import kilowatt
from kilowatt.engine.actions import Build, MarkStart, Pass
from tests import kit

RULESETS = ["original/baden-wuerttemberg", "recharged/baden-wuerttemberg"]
LATE = ["ludwigshafen", "strasbourg", "basel", "augsburg", "nuernberg"]
MARKET = ["10", "11", "12", "13", "15", "16", "20", "21"]
ZONE = ["west", "north", "centre"]


def towns(ruleset: str) -> list[str]:
    """Cities of the zone that are open from the start."""
    board = kilowatt.ruleset(ruleset, 3).board
    return [city.id for city in board.cities if board.areas[city.area].id in ZONE and city.id not in LATE]


def building(ruleset: str, step: int, cities: dict[int, list[str]]) -> kilowatt.State:
    """Three players who build, with 50 Elektro each."""
    market = MARKET[:6] if step == 3 else MARKET
    more: dict[str, Any] = {"zone": ZONE, "money": 50, "stack": ["30"], "market": market, "cities": cities}
    return kit.situation(ruleset, 3, phase="build", step=step, **more)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_order_is_set_after_the_auctions(ruleset: str) -> None:
    """A has most cities and was last: A opens last, then is first in order and so buys fuel last. [AT-BW-01]"""
    s = kit.situation(
        ruleset,
        3,
        phase="round",
        order=[1, 2, 0],
        zone=ZONE,
        cities={0: towns(ruleset)[:3]},
        market=MARKET,
        stack=["30", "31", "32"],
        plants={0: ["25"], 1: ["26"], 2: ["27"]},
    )
    for seat in (1, 2, 0):
        assert s.actor == seat
        s = kit.act(s, Pass(seat))
    assert kit.view(s)["phase"] == "fuel"
    assert kit.view(s)["order"][0] == 0


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_drawn_order_holds_for_the_first_auctions(ruleset: str) -> None:
    """In round 1 the drawn order opens; after the auctions the largest plant goes first. [AT-BW-01]"""
    s = kit.fresh(ruleset, 3, order=[2, 0, 1])
    assert s.actor == 2
    for place in (0, 1, 2):
        s = kit.deal_all(kit.buy(s, kit.view(s)["plants"]["current"][place]))
    plants = [kit.view(s)["seats"][seat]["plants"][0] for seat in kit.view(s)["order"]]
    assert kit.view(s)["phase"] == "fuel"
    assert plants == sorted(plants, key=int, reverse=True)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_two_plants_leave_when_none_was_sold(ruleset: str) -> None:
    """10 and 11 leave at once, 5 and 30 come: 5, 12, 13, 15 | 16, 20, 21, 30. [AT-BW-02]"""
    s = kit.situation(ruleset, 3, market=MARKET, stack=["5", "30", "31"], plants={0: ["25"], 1: ["26"], 2: ["27"]})
    s = kit.opt_out_all(s)
    assert kit.market(s) == ["5", "12", "13", "15", "16", "20", "21", "30"]


def test_obsolete_plants_stay() -> None:
    """With eight cities of the leader plant 5 stays in the market. [AT-BW-03]"""
    cities = {0: towns(RULESETS[0])[:8]}
    market = ["5", *MARKET[1:]]
    s = kit.situation(RULESETS[0], 3, zone=ZONE, cities=cities, step=2, market=market, stack=["30", "31"], money=99)
    assert kit.market(s)[0] == "5"
    assert kit.market(kit.buy(s, "11"))[0] == "5"


@pytest.mark.parametrize("ruleset", RULESETS)
def test_cities_across_the_border_open_in_step_2(ruleset: str) -> None:
    """From Offenburg Strasbourg is closed in Step 1, costs 5 + 15 in Step 2 and takes one house. [AT-BW-04]"""
    s = building(ruleset, 1, {2: ["offenburg"]})
    assert kit.refused(s, Build(2, "strasbourg")).code == "city_full"
    assert "strasbourg" not in {move.city for move in kilowatt.legal_actions(s) if isinstance(move, Build)}
    s = building(ruleset, 2, {2: ["offenburg"], 1: ["offenburg"]})
    s = kit.act(s, Build(2, "strasbourg"), Pass(2))
    assert kit.view(s)["seats"][2]["money"] == 30
    assert kit.view(s)["houses"]["strasbourg"] == [None, 2, None]
    assert kit.refused(s, Build(1, "strasbourg")).code == "city_full"


def test_a_second_house_there_waits_for_step_3() -> None:
    """In Step 3 the second house costs 5 + 20. [AT-BW-04]"""
    s = building(RULESETS[0], 3, {2: ["offenburg"], 1: ["offenburg"]})
    s = kit.act(s, Build(2, "strasbourg"), Pass(2), Build(1, "strasbourg"))
    assert kit.view(s)["seats"][1]["money"] == 25
    assert kit.view(s)["houses"]["strasbourg"] == [None, 2, 1]


def test_nobody_starts_there_in_step_1() -> None:
    """A first house, or the mark of one, cannot be in a city that is closed. [AT-BW-04]"""
    assert kit.refused(building(RULESETS[0], 1, {}), Build(2, "strasbourg")).code == "city_full"
    s = kit.fresh(RULESETS[0], 3, zone=ZONE, order=[0, 1, 2], starting_cities=True)
    assert kit.refused(s, MarkStart(0, "strasbourg")).code == "cannot_mark"


@pytest.mark.parametrize(("seats", "cities"), [(2, 9), (3, 6), (4, 6), (5, 6), (6, 5)])
def test_step_2_comes_a_city_earlier(seats: int, cities: int) -> None:
    """Step 2 begins at 9, 6, 6, 6 and 5 cities. [AT-BW-05]"""
    assert [kilowatt.ruleset(ruleset, seats).step2_at for ruleset in RULESETS] == [cities, cities]


def test_there_is_no_discount_token() -> None:
    """In Recharged no plant carries the token. [AT-BW-06]"""
    assert kit.view(kit.fresh(RULESETS[1], 3))["plants"]["discount"] is None


def test_fuel_is_the_editions() -> None:
    """Garbage starts on 7 in Original, on 6 in Recharged; the refill is that of 2004. [AT-BW-07, AT-ALL-02]"""
    assert kit.prices(kit.fresh(RULESETS[0], 3), "garbage")[0] == 7
    assert kit.prices(kit.fresh(RULESETS[1], 3), "garbage")[0] == 6
    for seats in range(2, 7):
        base = kilowatt.ruleset("original/germany", seats).tracks[0].refill
        assert [kilowatt.ruleset(ruleset, seats).tracks[0].refill for ruleset in RULESETS] == [base, base]
