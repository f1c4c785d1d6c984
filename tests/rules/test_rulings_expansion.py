"""Rulings on the Korea and China boards."""

from __future__ import annotations

import pytest

import kilowatt
from kilowatt.engine.actions import Build, BuyFuel, Pass
from tests import kit

CHINA_ZONE = {
    3: ["east", "north", "south_east"],
    4: ["east", "north", "south_east", "south_west"],
    6: ["east", "north", "south_east", "south_west", "north_east"],
}
EAST = ["shanghai", "hangzhou", "nanjing", "qingdao", "jinan", "zhengzhou", "shijiazhuang"]
NOTHING = {"coal": 0, "oil": 0, "garbage": 0, "uranium": 0}
CHINA_REFILL = {
    2: [(4, 2, 2, 1), (4, 2, 2, 1), (3, 4, 1, 1)],
    3: [(5, 3, 2, 1), (5, 3, 2, 1), (3, 4, 1, 1)],
    4: [(6, 4, 3, 2), (6, 4, 3, 2), (4, 5, 2, 2)],
    5: [(7, 5, 3, 3), (7, 5, 3, 3), (5, 6, 3, 2)],
    6: [(9, 6, 5, 3), (9, 6, 5, 3), (6, 7, 3, 3)],
}
KOREA_2P_SOUTH = [(2, 1, 1, 1), (2, 1, 1, 1), (2, 3, 2, 1)]
KOREA_2P_NORTH = [(1, 1, 0), (2, 1, 1), (1, 1, 1)]


def lying(state: kilowatt.State, market: str = "main") -> tuple[int, ...]:
    """The tokens on a market, fuel by fuel."""
    return tuple(row["tokens"] for row in kit.view(state)["fuel"][market].values())


def test_the_korean_markets_share_24_coal() -> None:
    """Each Korean market starts with 12 coal from price 1 on, so that both together hold all there is. [AMB-54]"""
    s = kit.fresh("original/korea", 3)
    assert lying(s, "north") == (12, 6, 2)
    assert lying(s, "south") == (12, 12, 4, 2)
    assert kit.prices(s, "coal", "north") == [1, 1, 2, 2, 3, 3, 4, 4, 5, 6, 7, 8]
    assert kit.prices(s, "coal", "south") == [1, 2, 3, 4, 5, 5, 6, 6, 7, 7, 8, 8]
    assert kit.supply(s)["coal"] == 0


@pytest.mark.parametrize(("seats", "step"), [(seats, step) for seats in CHINA_REFILL for step in (1, 2, 3)])
def test_the_chinese_refill(seats: int, step: int) -> None:
    """China's damaged table is read as coal, oil, garbage and uranium by players and steps. [AMB-55]"""
    s = kit.situation(
        "original/china", seats, phase="refill", step=step, tokens=NOTHING, stack=["36", "37", "38", "39"]
    )
    assert lying(s) == CHINA_REFILL[seats][step - 1]


def test_two_players_in_china_see_two_plants() -> None:
    """With two players China's market holds two plants, not one. [AMB-56]"""
    s = kit.situation("original/china", 2, phase="plant_update", market=[], stack=["12", "13", "14"])
    assert kit.market(s) == ["12", "13"]
    s = kit.situation("original/china", 2, phase="plant_update", market=["10", "12"], stack=["13", "14"])
    assert kit.market(s) == ["12", "13"]


def test_step_3_stops_the_fill_and_trims_to_four() -> None:
    """Six players, five unsold, two cards and Step 3: the lowest three go and four plants stay. [AMB-57]"""
    s = kit.situation(
        "original/china",
        6,
        phase="plant_update",
        step=2,
        market=["26", "27", "28", "29", "30"],
        stack=["32", "35", "step3", "31", "34", "36"],
    )
    assert kit.market(s) == ["29", "30", "32", "35"]
    assert {"26", "27", "28"} <= set(kit.view(s)["plants"]["removed"])
    assert kit.view(s)["step"] == 3


def test_step_3_lifts_the_duty_to_add_three() -> None:
    """After Step 3 the market is drawn up to four, whatever minimum was still to be added. [AMB-57]"""
    s = kit.situation(
        "original/china",
        6,
        phase="plant_update",
        step=2,
        market=["28", "29", "30"],
        stack=["31", "step3", "32", "34", "35"],
    )
    assert kit.market(s) == ["29", "30", "31", "32"]


def test_step_3_in_an_empty_chinese_market() -> None:
    """With no plant in the market only the Step 3 card goes, and four plants are drawn. [AMB-57]"""
    s = kit.situation(
        "original/china", 3, phase="plant_update", step=2, market=[], stack=["step3", "31", "32", "34", "35", "36"]
    )
    assert kit.market(s) == ["31", "32", "34", "35"]


def test_the_chinese_round_of_step_3_is_refilled_by_step_3() -> None:
    """The Phase 5 in which China's Step 3 appears uses the Step 3 refill; its removal starts a round later. [AMB-58]"""
    s = kit.situation(
        "original/china",
        4,
        phase="plant_update",
        step=2,
        market=["28", "29", "30"],
        stack=["step3", "31", "32", "34", "35", "36"],
        tokens=NOTHING,
    )
    assert kit.view(s)["step"] == 3
    s = kit.end_turns(s, "power")
    assert lying(s) == (4, 5, 2, 2)
    assert kit.market(s) == ["29", "30", "31", "32"]
    s = kit.opt_out_all(s)
    for phase in ("fuel", "build"):
        s = kit.end_turns(s, phase)
    assert kit.market(s) == ["30", "31", "32", "34"]


def test_step_3_drawn_by_the_chinese_step_2_exchange() -> None:
    """Step 3 drawn by Step 2's exchange is dealt with as if drawn at the beginning of Phase 5. [AMB-59]"""
    s = kit.situation(
        "original/china",
        4,
        phase="after_build",
        market=["28", "29", "30"],
        stack=["step3", "31", "32", "34", "35", "36"],
        cities={0: EAST},
        tokens=NOTHING,
        zone=CHINA_ZONE[4],
    )
    assert kit.market(s) == ["30", "31", "32", "34"]
    assert {"28", "29"} <= set(kit.view(s)["plants"]["removed"])
    assert kit.view(s)["step"] == 3
    s = kit.end_turns(s, "power")
    assert lying(s) == (4, 5, 2, 2)


def test_step_2_with_an_empty_chinese_market() -> None:
    """Step 2 with an empty market removes nothing, and the fill follows. [AMB-60]"""
    s = kit.situation(
        "original/china",
        4,
        phase="build",
        market=[],
        stack=["14", "15", "17", "19", "21"],
        cities={3: EAST[:6]},
        money=100,
        zone=CHINA_ZONE[4],
    )
    s = kit.act(s, Build(3, "shijiazhuang"))
    before = set(kit.view(s)["plants"]["removed"])
    s = kit.end_turns(s, "build")
    assert kit.market(s) == ["14", "15", "17"]
    assert kit.view(s)["step"] == 2
    assert set(kit.view(s)["plants"]["removed"]) == before


@pytest.mark.parametrize("ruleset", ["original/korea", "original/china"])
def test_the_expansion_stands_on_the_2004_rules(ruleset: str) -> None:
    """Korea and China have no discount token, and two players play to 10 and 21 cities with four plants. [AMB-61]"""
    s = kit.situation(ruleset, 3, market=["12", "13"] if ruleset.endswith("china") else None, stack=["14", "15"])
    assert kit.view(s)["plants"]["discount"] is None
    rules = kilowatt.ruleset(ruleset, 2)
    assert (rules.plant_limit, rules.step2_at, rules.end_at) == (4, 10, 21)
    assert rules.options["trust"] is False
    assert kit.view(kit.fresh(ruleset, 2))["trust"] is None


def test_korea_keeps_obsolete_plants_out_and_china_does_not() -> None:
    """A plant not above the leader's cities leaves the market in Korea and stays in China. [AMB-61]"""
    s = kit.situation(
        "original/korea",
        3,
        phase="build",
        market=["3", "10", "11", "12", "13", "14", "15", "16"],
        stack=["30"],
        cities={2: ["seoul", "suwon"]},
        money=100,
        zone=["capital", "east", "south_west"],
    )
    assert kit.market(kit.act(s, Build(2, "anyang")))[0] == "10"
    s = kit.situation(
        "original/china",
        3,
        phase="build",
        market=["5", "6"],
        stack=["30"],
        cities={2: EAST[:4]},
        money=100,
        zone=CHINA_ZONE[3],
    )
    assert kit.market(kit.act(s, Build(2, "jinan"))) == ["5", "6"]


def test_the_chinese_market_is_stocked_down_to_the_level() -> None:
    """Stocking to level 5 fills the spaces 5 to 8; garbage is filled from 7 on and uranium not at all. [AMB-62]"""
    s = kit.fresh("original/china", 3)
    assert kit.prices(s, "coal") == [5, 5, 5, 6, 6, 6, 7, 7, 7, 8, 8, 8]
    assert kit.prices(s, "oil") == [5, 5, 5, 6, 6, 6, 7, 7, 7, 8, 8, 8]
    assert kit.prices(s, "garbage") == [7, 7, 7, 8, 8, 8]
    assert kit.prices(s, "uranium") == []


def test_an_empty_market_ends_the_auctions() -> None:
    """When China's two plants are sold the third player is not served and the phase is over. [AMB-80]"""
    s = kit.situation("original/china", 3, market=["12", "13"], stack=["14", "15"], money=100)
    s = kit.buy(s, "12")
    s = kit.buy(s, "13")
    assert kit.market(s) == []
    assert kit.view(s)["phase"] == "fuel"
    assert kit.view(s)["seats"][2]["plants"] == []


def test_step_3_does_not_shuffle_the_chinese_stack() -> None:
    """The order laid under China's Step 3 card stands. [AMB-94]"""
    s = kit.situation(
        "original/china",
        3,
        phase="plant_update",
        step=2,
        market=["28", "29"],
        stack=["step3", "35", "31", "34", "46", "36", "50"],
    )
    assert kit.market(s) == ["29", "31", "34", "35"]
    assert kit.view(s)["plants"]["top"] == ["46", "36", "50"]
    assert kit.view(s)["plants"]["unseen"] == {}


def test_chinas_step_3_before_step_2() -> None:
    """Step 3 in Step 1 makes Step 2's exchange first, and the Step 2 number later changes nothing. [AMB-95]"""
    s = kit.situation(
        "original/china",
        4,
        phase="plant_update",
        market=["28", "29", "30"],
        stack=["step3", "31", "32", "34", "35", "36"],
        cities={3: EAST[:6]},
        zone=CHINA_ZONE[4],
        money=100,
    )
    assert kit.market(s) == ["30", "31", "32", "34"]
    assert kit.view(s)["step"] == 3
    s = kit.opt_out_all(kit.end_turns(s, "power"))
    s = kit.end_turns(s, "fuel")
    while s.actor != 3:
        s = kit.act(s, Pass(s.actor))
    s = kit.end_turns(kit.act(s, Build(3, "shijiazhuang")), "build")
    assert kit.market(s) == ["31", "32", "34", "35"]
    assert kit.view(s)["step"] == 3


def test_chinas_step_3_before_step_2_in_an_empty_market() -> None:
    """With an empty market Step 3 in Step 1 exchanges and removes nothing and draws four plants. [AMB-95]"""
    s = kit.situation(
        "original/china", 3, phase="plant_update", market=[], stack=["step3", "31", "32", "34", "35", "36"]
    )
    assert kit.market(s) == ["31", "32", "34", "35"]
    assert kit.view(s)["plants"]["top"] == ["36"]


def test_the_first_token_fixes_the_korean_market() -> None:
    """The first token of a turn binds to its market until the turn ends; buying nothing binds to none. [AMB-96]"""
    s = kit.situation(
        "original/korea", 3, phase="fuel", plants={0: ["4"], 1: ["5"], 2: ["10"]}, stack=["30", "31", "32"]
    )
    assert kit.view(s)["seats"][2]["market"] is None
    assert kit.allowed(s, BuyFuel(2, "coal", "south"))
    s = kit.act(s, BuyFuel(2, "coal", "north"))
    assert kit.view(s)["seats"][2]["market"] == "north"
    assert kit.refused(s, BuyFuel(2, "coal", "south")).code == "other_market"
    s = kit.act(s, Pass(2), Pass(1))
    assert kit.view(s)["seats"][1]["market"] is None
    s = kit.act(s, BuyFuel(0, "coal", "south"))
    assert kit.refused(s, BuyFuel(0, "coal", "north")).code == "other_market"
    for phase in ("fuel", "build", "power"):
        s = kit.end_turns(s, phase)
    s = kit.opt_out_all(s)
    while s.actor != 2:
        s = kit.act(s, Pass(s.actor))
    assert kit.allowed(s, BuyFuel(2, "coal", "south"))


def test_the_korean_markets_share_one_supply() -> None:
    """Fuel is refilled in the north first, and the south gets what is left of the same supply. [AMB-96]"""
    s = kit.situation(
        "original/korea",
        3,
        phase="refill",
        step=2,
        tokens={"north": {"oil": 7, "coal": 0}, "south": {"oil": 15, "coal": 0}},
        plants={0: ["7"], 1: ["3"]},
        fuel={0: {"oil": 1}},
    )
    assert lying(s, "north")[1] == 8
    assert lying(s, "south")[1] == 15
    assert kit.supply(s)["oil"] == 0


@pytest.mark.parametrize("step", [1, 2, 3])
def test_two_players_in_korea(step: int) -> None:
    """Two players in Korea leave out eight cards and refill by the rows for two of both tables. [AMB-96]"""
    empty = {"coal": 0, "oil": 0, "garbage": 0}
    s = kit.situation(
        "original/korea",
        2,
        phase="refill",
        step=step,
        tokens={"north": empty, "south": NOTHING},
        stack=["36", "37", "38"],
    )
    assert lying(s, "north") == KOREA_2P_NORTH[step - 1]
    assert lying(s, "south") == KOREA_2P_SOUTH[step - 1]
    fresh = kit.view(kit.fresh("original/korea", 2))
    assert fresh["plants"]["stack"] == 26 + 1
