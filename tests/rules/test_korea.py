"""The Korea board: two fuel markets, and otherwise the game of 2004."""

from __future__ import annotations

from typing import Any

import pytest

import kilowatt
from kilowatt.engine.actions import Build, BuyFuel, Open, Pass
from tests import kit

RULESET = "original/korea"
ZONE = ["south_east", "south_west", "east"]
TOWNS = [
    *("daegu", "gyeongju", "ulsan", "busan", "jinju", "andong", "sangju"),
    *("chungju", "cheongju", "daejeon", "jeonju", "gwangju", "naju", "jeju"),
    *("wonju", "chuncheon", "sokcho", "gangneung", "donghae", "samcheok", "taebaek"),
]
BIG = ["25", "26", "27", "28", "29", "30", "31", "32"]
EMPTY = {
    "north": {"coal": 0, "oil": 0, "garbage": 0},
    "south": {"coal": 0, "oil": 0, "garbage": 0, "uranium": 0},
}
NORTH = {
    2: {"coal": (1, 2, 1), "oil": (1, 1, 1), "garbage": (0, 1, 1)},
    3: {"coal": (2, 2, 1), "oil": (1, 1, 1), "garbage": (0, 1, 1)},
    4: {"coal": (2, 3, 2), "oil": (1, 1, 2), "garbage": (1, 1, 2)},
    5: {"coal": (2, 3, 2), "oil": (1, 2, 2), "garbage": (1, 1, 2)},
    6: {"coal": (3, 4, 3), "oil": (2, 2, 3), "garbage": (1, 2, 3)},
}
SOUTH = {
    2: {"coal": (2, 2, 2), "oil": (1, 1, 3), "garbage": (1, 1, 2), "uranium": (1, 1, 1)},
    3: {"coal": (2, 3, 2), "oil": (1, 2, 3), "garbage": (1, 1, 2), "uranium": (1, 1, 1)},
    4: {"coal": (3, 3, 2), "oil": (2, 3, 3), "garbage": (1, 2, 2), "uranium": (1, 2, 2)},
    5: {"coal": (3, 4, 3), "oil": (3, 3, 4), "garbage": (2, 2, 3), "uranium": (2, 3, 2)},
    6: {"coal": (4, 5, 3), "oil": (3, 4, 4), "garbage": (2, 3, 3), "uranium": (2, 3, 3)},
}


def lay(phase: str, seats: int = 3, **more: Any) -> kilowatt.State:
    """Korea with big plants on offer; of three players seat 2 buys and builds first."""
    market = BIG[:6] if more.get("step") == 3 else BIG
    return kit.situation(RULESET, seats, phase=phase, **{"market": market, "stack": ["33", "34", "35"], **more})


def tokens(state: kilowatt.State) -> dict[str, dict[str, int]]:
    """How many tokens of each fuel lie on each market."""
    return {name: {fuel: row["tokens"] for fuel, row in rows.items()} for name, rows in kit.view(state)["fuel"].items()}


def buy(seat: int, fuel: str, market: str) -> BuyFuel:
    """One token of a market."""
    return BuyFuel(seat, fuel, market)


def test_what_the_board_does_not_change_is_of_2004() -> None:
    """Korea opens with plants 3 to 10, 13 on top and no token, and three players lose 8 of 33 cards. [K-GEN-01]"""
    row = kit.view(kit.fresh(RULESET, 3))["plants"]
    assert (row["current"], row["future"]) == (["3", "4", "5", "6"], ["7", "8", "9", "10"])
    assert (row["top"], row["discount"]) == (["13"], None)
    assert (row["unseen"]["any"]["left"], len(row["unseen"]["any"]["cards"])) == (25, 33)


def test_obsolete_plants_leave_in_korea() -> None:
    """The third city removes plant 3 as in 2004. [K-GEN-01]"""
    s = lay("build", cities={2: TOWNS[:2]}, market=["3", *BIG[:7]], zone=ZONE, money=99)
    s = kit.act(s, Build(2, TOWNS[2]))
    assert kit.market(s) == [*BIG[:7], "33"]


@pytest.mark.parametrize(("seats", "step2", "end"), [(2, 10, 21), (3, 7, 17)])
def test_the_thresholds_are_those_of_2004(seats: int, step2: int, end: int) -> None:
    """Two players need 10 cities for Step 2 and 21 for the end, three 7 and 17. [K-GEN-01]"""
    steps = [kit.view(lay("after_build", seats, cities={0: TOWNS[:n]}, zone=ZONE))["step"] for n in (step2 - 1, step2)]
    assert steps == [1, 2]
    phases = [
        kit.view(lay("after_build", seats, step=2, cities={0: TOWNS[:n]}, zone=ZONE))["phase"] for n in (end - 1, end)
    ]
    assert phases == ["power", "over"]


def test_two_players_may_own_four_plants() -> None:
    """In Korea two players scrap at the fifth plant only, three at the fourth. [K-GEN-01]"""
    s = kit.buy(lay("auction", 2, plants={0: ["3", "4", "5"]}), "26")
    assert kit.view(s)["seats"][0]["plants"] == ["3", "4", "5", "26"]
    s = kit.buy(lay("auction", 3, plants={0: ["3", "4", "5"]}), "26")
    assert kit.kinds(kilowatt.legal_actions(s)) == {"scrap"}


def test_the_north_at_the_start() -> None:
    """The north sells coal from 1, oil from 3 and garbage from 7, up to 8, and no uranium. [K-SET-01]"""
    s = kit.fresh(RULESET, 3)
    assert {*kit.view(s)["fuel"]["north"]} == {"coal", "oil", "garbage"}
    assert kit.prices(s, "coal", "north") == [1, 1, 2, 2, 3, 3, 4, 4, 5, 6, 7, 8]
    assert kit.prices(s, "oil", "north") == [3, 4, 5, 6, 7, 8]
    assert kit.prices(s, "garbage", "north") == [7, 8]


def test_the_south_at_the_start() -> None:
    """The south sells coal from 1, oil from 3, garbage from 7 and uranium from 14. [K-SET-02]"""
    s = kit.fresh(RULESET, 3)
    assert kit.prices(s, "coal", "south") == [1, 2, 3, 4, 5, 5, 6, 6, 7, 7, 8, 8]
    assert kit.prices(s, "oil", "south") == [3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8]
    assert kit.prices(s, "garbage", "south") == [7, 7, 8, 8]
    assert kit.prices(s, "uranium", "south") == [14, 16]


@pytest.mark.parametrize("market", ["north", "south"])
@pytest.mark.parametrize("city", ["busan", "rason"])
def test_either_market_is_open_to_everybody(market: str, city: str) -> None:
    """A network in the far south or the far north buys in either market. [K-RES-01]"""
    s = lay("fuel", plants={2: ["4"]}, cities={2: [city]}, zone=["south_east", "east", "north_east"])
    s = kit.act(s, buy(2, "coal", market), buy(2, "coal", market))
    assert kit.view(s)["seats"][2]["fuel"]["coal"] == 2
    assert len(kit.prices(s, "coal", market)) == 10


@pytest.mark.parametrize(("first", "other"), [("north", "south"), ("south", "north")])
def test_one_market_a_round(first: str, other: str) -> None:
    """After a coal from one market everything of the other is refused, until the next round. [K-RES-02]"""
    s = lay("fuel", plants={2: ["4", "3"]}, money=99)
    assert kit.allowed(s, buy(2, "oil", other))
    s = kit.act(s, buy(2, "coal", first))
    assert kit.view(s)["seats"][2]["market"] == first
    for fuel in ("coal", "oil"):
        refusal = kit.refused(s, buy(2, fuel, other))
        assert (refusal.code, refusal.rule) == ("other_market", "K-RES-02")
    s = kit.act(s, buy(2, "oil", first), buy(2, "coal", first), Pass(2))
    s = kit.opt_out_all(kit.end_turns(kit.end_turns(kit.end_turns(s, "fuel"), "build"), "power"))
    while s.actor != 2:
        s = kit.act(s, Pass(s.actor))
    assert kit.view(s)["phase"] == "fuel"
    s = kit.act(s, buy(2, "oil", other))
    assert not kit.allowed(s, buy(2, "oil", first))


def test_the_choice_of_one_does_not_bind_another() -> None:
    """C buys in the north and B in the south of the same round. [K-RES-02]"""
    s = lay("fuel", plants={1: ["8"], 2: ["4"]}, money=99)
    s = kit.act(s, buy(2, "coal", "north"), Pass(2))
    assert kit.allowed(s, buy(1, "coal", "north"))
    assert kit.allowed(s, buy(1, "coal", "south"))


def test_what_the_chosen_market_lacks_is_not_to_be_had() -> None:
    """Having chosen the north, which never has uranium, a player gets none although the south has it. [K-RES-03]"""
    s = lay("fuel", plants={2: ["4", "11"]}, money=99)
    assert kit.allowed(s, buy(2, "uranium", "south"))
    assert kit.refused(s, buy(2, "uranium", "north")).rule == "K-RES-03"
    s = kit.act(s, buy(2, "coal", "north"))
    assert not kit.allowed(s, buy(2, "uranium", "south"))
    assert not kit.allowed(s, buy(2, "uranium", "north"))


def test_fuel_sold_out_in_the_chosen_market_is_not_to_be_had() -> None:
    """Having chosen the north, whose oil is sold out, a player gets no oil this round. [K-RES-03]"""
    s = lay("fuel", plants={2: ["4", "3"]}, tokens={"north": {"oil": 0}}, money=99)
    s = kit.act(s, buy(2, "coal", "north"))
    assert kit.refused(s, buy(2, "oil", "north")).code == "fuel_sold_out"
    assert not kit.allowed(s, buy(2, "oil", "south"))


def test_the_market_is_chosen_in_reverse_order_on_the_own_turn() -> None:
    """C takes the last northern garbage; then B sees none there and may still choose either market. [K-RES-04]"""
    s = lay("fuel", plants={1: ["14"], 2: ["6"]}, tokens={"north": {"garbage": 1}}, money=99)
    assert s.actor == 2
    assert not kit.allowed(s, buy(1, "garbage", "north"))
    s = kit.act(s, buy(2, "garbage", "north"), Pass(2))
    assert s.actor == 1
    assert kit.view(s)["fuel"]["north"]["garbage"]["tokens"] == 0
    assert kit.view(s)["seats"][1]["market"] is None
    assert kit.refused(s, buy(1, "garbage", "north")).code == "fuel_sold_out"
    assert kit.allowed(s, buy(1, "garbage", "south"))


@pytest.mark.parametrize("seats", NORTH)
@pytest.mark.parametrize("step", [1, 2, 3])
def test_both_markets_are_refilled_by_their_own_rows(seats: int, step: int) -> None:
    """With ample supply each market grows by its own row for that many players and that step. [K-BUR-01]"""
    s = lay("refill", seats, step=step, tokens=EMPTY)
    assert tokens(s) == {
        "north": {fuel: row[step - 1] for fuel, row in NORTH[seats].items()},
        "south": {fuel: row[step - 1] for fuel, row in SOUTH[seats].items()},
    }


def test_the_north_is_refilled_first() -> None:
    """With 2 oil in supply and rows of 1 and 3, the north gets 1 and the south the other 1. [K-BUR-02]"""
    s = lay(
        "refill", step=3, plants={0: ["3"]}, fuel={0: {"oil": 2}}, tokens={"north": {"oil": 7}, "south": {"oil": 13}}
    )
    assert tokens(s)["north"]["oil"] == 8
    assert tokens(s)["south"]["oil"] == 14
    assert kit.supply(s)["oil"] == 0


def test_a_short_supply_may_leave_the_south_empty_handed() -> None:
    """With 1 coal in supply and rows of 2 and 2 the north takes it and the south gets none. [K-BUR-02]"""
    s = lay("refill", plants={0: ["8"]}, fuel={0: {"coal": 3}}, tokens={"north": {"coal": 10}, "south": {"coal": 10}})
    assert (tokens(s)["north"]["coal"], tokens(s)["south"]["coal"]) == (11, 10)


def test_an_auction_in_korea_has_no_discount() -> None:
    """The smallest plant opens at its number. [K-GEN-01]"""
    s = lay("auction")
    assert not kit.allowed(s, Open(0, "25", 24))
    assert kit.allowed(s, Open(0, "25", 25))
