"""The original game of 2004: turn order, phases and the auctions. Seats 0, 1, 2 are the ledger's A, B, C."""

from __future__ import annotations

import pytest

import kilowatt
from kilowatt.engine.actions import Bid, Build, BuyFuel, Open, Pass, Run, Scrap
from kilowatt.engine.events import PlantRemoved, PlantRevealed
from tests import kit

RULESET = "original/germany"
ZONE = ["west", "south_west", "north_west"]
OPENING = ["3", "4", "5", "6", "7", "8", "9", "10"]
BIG = ["25", "26", "27", "28", "29", "30", "31", "32"]


def opening(round: int = 2, **more: object) -> kilowatt.State:  # noqa: A002 - the rulebook's word
    """Three players before the first auction of a round, with the opening market and 13 on top of the stack."""
    table = {"market": OPENING, "stack": ["13", "20", "21", "22"], **more}
    return kit.situation(RULESET, 3, round=round, **table)  # type: ignore[arg-type]


def money(state: kilowatt.State) -> list[int]:
    """Everybody's money."""
    return [row["money"] for row in kit.view(state)["seats"]]


def test_a_phase_is_finished_before_the_next_begins() -> None:
    """While anyone is still in the auctions, fuel, houses and income are refused. [O-ORD-01]"""
    s = kit.buy(opening(plants={1: ["11"]}), "4")
    assert kit.view(s)["phase"] == "auction"
    for early in (BuyFuel(1, "uranium", "main"), Build(1, "essen"), Run(1, ())):
        refusal = kit.refused(s, early)
        assert (refusal.code, refusal.rule) == ("not_now", "O-ORD-01")
    assert not kit.allowed(s, BuyFuel(0, "coal", "main"))


def test_the_five_phases_follow_each_other() -> None:
    """A round goes through auctions, fuel, building and bureaucracy, everybody acting in each. [O-ORD-01]"""
    s = opening(zone=ZONE)
    seen: list[tuple[str, int]] = []
    while kit.view(s)["round"] == 2:
        seen.append((kit.view(s)["phase"], s.actor))
        s = kit.act(s, Run(s.actor, ()) if seen[-1][0] == "power" else Pass(s.actor))
    assert [phase for phase, _ in seen] == ["auction"] * 3 + ["fuel"] * 3 + ["build"] * 3 + ["power"] * 3


def test_auctions_and_income_go_forward_fuel_and_building_backward() -> None:
    """With order A, B, C the auctions and the income begin with A, fuel and building with C. [O-ORD-04]"""
    s = opening(zone=ZONE)
    turns: dict[str, list[int]] = {"auction": [], "fuel": [], "build": [], "power": []}
    while kit.view(s)["round"] == 2:
        phase = kit.view(s)["phase"]
        turns[phase].append(s.actor)
        s = kit.act(s, Run(s.actor, ()) if phase == "power" else Pass(s.actor))
    assert turns == {"auction": [0, 1, 2], "fuel": [2, 1, 0], "build": [2, 1, 0], "power": [0, 1, 2]}


def test_most_cities_first_then_the_largest_plant() -> None:
    """With cities A 4, B 6, C 4 and largest plants A 12, C 18 the order is B, C, A. [O-ORD-02]"""
    s = kit.situation(
        RULESET,
        3,
        phase="round",
        market=BIG,
        plants={0: ["12", "8"], 1: ["7"], 2: ["11", "18"]},
        cities={
            0: ["essen", "duisburg", "duesseldorf", "dortmund"],
            1: ["kiel", "hamburg", "bremen", "hannover", "cuxhaven", "flensburg"],
            2: ["aachen", "koeln", "trier", "wiesbaden"],
        },
        zone=ZONE,
    )
    assert kit.view(s)["order"] == [1, 2, 0]
    assert kilowatt.actor(s) == 1


def test_the_first_round_is_ordered_after_its_auctions() -> None:
    """Drawn order A, B, C and purchases 3, 5, 8 give the order C, B, A, so that A buys fuel first. [O-ORD-03]"""
    s = kit.fresh(RULESET, 3, order=[0, 1, 2])
    assert kit.view(s)["order"] == [0, 1, 2]
    s = kit.buy(s, "3")
    assert (s.actor, kit.view(s)["order"]) == (1, [0, 1, 2])
    s = kit.deal_all(kit.buy(kit.deal_all(kit.buy(s, "5")), "8"))
    seen = kit.view(s)
    assert (seen["phase"], seen["order"], seen["actor"]) == ("fuel", [2, 1, 0], 0)


def test_later_rounds_are_not_ordered_again_after_their_auctions() -> None:
    """From round 2 on a purchase changes nothing in the order before the next round. [O-ORD-03]"""
    s = opening(plants={0: ["11"], 1: ["12"], 2: ["14"]})
    s = kit.opt_out_all(kit.buy(s, "6"))
    assert kit.view(s)["phase"] == "fuel"
    assert kit.view(s)["order"] == [0, 1, 2]


def test_the_first_round_compels_later_ones_do_not() -> None:
    """Whoever is to offer a plant may pass from round 2 on, but not in round 1. [O-AUC-01]"""
    refusal = kit.refused(opening(round=1), Pass(0))
    assert (refusal.code, refusal.rule) == ("must_buy_first_round", "O-AUC-01")
    s = kit.act(opening(round=2), Pass(0))
    assert kilowatt.actor(s) == 1


def test_only_plants_of_the_actual_market_are_offered() -> None:
    """The four plants of the upper row may be offered, those of the lower row may not. [O-AUC-01]"""
    s = opening()
    for plant in OPENING[:4]:
        assert kit.allowed(s, Open(0, plant, int(plant)))
    for plant in OPENING[4:]:
        assert kit.refused(s, Open(0, plant, int(plant))).code == "plant_in_future_market"
    assert not kit.allowed(s, Open(0, "13", 13))


def test_everybody_buys_at_most_one_plant_a_round() -> None:
    """After one purchase each the auctions are over and everybody owns one plant more. [O-AUC-01]"""
    s = kit.buy(kit.buy(kit.buy(opening(), "3"), "4"), "5")
    seen = kit.view(s)
    assert seen["phase"] == "fuel"
    assert [row["plants"] for row in seen["seats"]] == [["3"], ["4"], ["5"]]


def test_an_auction_is_bid_up_clockwise_until_one_is_left() -> None:
    """A opens 5 at 5, B bids 6, C passes, A bids 7, B passes: A pays 7, and C could not come back. [O-AUC-02]"""
    s = kit.act(opening(), Open(0, "5", 5))
    assert s.actor == 1
    assert kit.refused(s, Bid(1, 5)).code == "bid_not_raised"
    s = kit.act(s, Bid(1, 6))
    assert s.actor == 2
    s = kit.act(s, Pass(2))
    assert s.actor == 0
    assert not kit.allowed(s, Bid(2, 7))
    s = kit.act(s, Bid(0, 7))
    assert s.actor == 1
    assert not kit.allowed(s, Bid(2, 8))
    assert kit.view(s)["auction"]["bidders"] == [0, 1]
    s = kit.act(s, Pass(1))
    assert money(s) == [43, 50, 50]
    assert kit.view(s)["seats"][0]["plants"] == ["5"]


def test_bids_go_by_seat_not_by_turn_order() -> None:
    """With order A, C, B the seat to the left of A is still asked first. [O-AUC-02]"""
    s = kit.act(opening(order=[0, 2, 1]), Open(0, "5", 5))
    assert s.actor == 1
    assert kit.act(s, Bid(1, 6)).actor == 2


def test_an_opening_below_the_minimum_is_refused_and_above_it_allowed() -> None:
    """Plant 5 is opened at 5 or more. [O-AUC-02]"""
    s = opening()
    assert not kit.allowed(s, Open(0, "5", 4))
    assert kit.allowed(s, Open(0, "5", 5))
    assert kit.act(s, Open(0, "5", 11), Pass(1), Pass(2)).money[0] == 39


@pytest.mark.parametrize(
    ("seats", "own"), [(2, ["3", "4", "5", "6"]), *((seats, ["3", "4", "5"]) for seats in range(3, 7))]
)
def test_one_plant_too_many_is_paid_for_with_an_old_one(seats: int, own: list[str]) -> None:
    """Four plants are the limit of two players and three of more, and the new plant may not be given up. [O-AUC-03]"""
    s = kit.situation(RULESET, seats, market=BIG, stack=["33"], plants={0: own})
    s = kit.buy(s, "26")
    assert s.actor == 0
    refusal = kit.refused(s, Scrap(0, "26"))
    assert (refusal.code, refusal.rule) == ("cannot_scrap_new_plant", "O-AUC-03")
    assert kit.kinds(kilowatt.legal_actions(s)) == {"scrap"}
    s = kit.act(s, Scrap(0, "4"))
    assert sorted(kit.view(s)["seats"][0]["plants"], key=int) == [*(plant for plant in own if plant != "4"), "26"]
    assert "4" in kit.view(s)["plants"]["removed"]


@pytest.mark.parametrize(("seats", "own"), [(2, ["3", "4", "5"]), (3, ["3", "4"])])
def test_up_to_the_limit_nothing_is_given_up(seats: int, own: list[str]) -> None:
    """The fourth plant of two players and the third of three cost no other. [O-AUC-03]"""
    s = kit.buy(kit.situation(RULESET, seats, market=BIG, stack=["33"], plants={0: own}), "26")
    assert kit.view(s)["seats"][0]["plants"] == [*own, "26"]
    assert s.actor == 1


def test_fuel_of_a_discarded_plant_moves_where_there_is_room() -> None:
    """Of 2 oil on the discarded plant one fits on the other and one goes to the supply, not the market. [O-AUC-04]"""
    s = kit.situation(
        RULESET, 3, market=BIG, stack=["33"], plants={0: ["3", "9", "13"]}, fuel={0: {"oil": 3}}, tokens={"oil": 12}
    )
    s = kit.buy(s, "25")
    before = kit.supply(s)["oil"]
    s = kit.act(s, Scrap(0, "3"))
    assert kit.view(s)["seats"][0]["fuel"]["oil"] == 2
    assert kit.supply(s)["oil"] == before + 1
    assert len(kit.prices(s, "oil")) == 12


def test_fuel_that_fits_elsewhere_stays_when_a_plant_goes() -> None:
    """The new plant and the old ones take over all they can hold. [O-AUC-04]"""
    s = kit.situation(
        RULESET, 3, market=BIG, stack=["33"], plants={0: ["3", "4", "13"]}, fuel={0: {"oil": 3}}, tokens={"oil": 12}
    )
    s = kit.act(kit.buy(s, "26"), Scrap(0, "3"))
    assert kit.view(s)["seats"][0]["fuel"]["oil"] == 3
    assert kit.supply(s)["oil"] == 9


def test_a_sold_plant_is_replaced_before_the_next_auction() -> None:
    """6 sold with 13 on top makes the market 3, 4, 5, 7 and 8, 9, 10, 13 while B is to act. [O-AUC-05]"""
    s = kit.buy(opening(), "6")
    row = kit.view(s)["plants"]
    assert (row["current"], row["future"]) == (["3", "4", "5", "7"], ["8", "9", "10", "13"])
    assert s.actor == 1


def test_a_buyer_is_out_for_the_rest_of_the_phase() -> None:
    """After A has bought, A is not asked when B opens and cannot open later. [O-AUC-06]"""
    s = kit.buy(opening(), "3")
    s = kit.act(s, Open(1, "4", 4))
    assert kit.view(s)["auction"]["bidders"] == [1, 2]
    assert not kit.allowed(s, Bid(0, 5))
    s = kit.act(s, Bid(2, 5), Pass(1))
    assert s.actor == 1
    assert not kit.allowed(s, Open(0, "5", 5))
    s = kit.act(s, Pass(1))
    assert kit.view(s)["phase"] == "fuel"


@pytest.mark.parametrize("round_", [1, 2])
def test_an_outbid_opener_opens_again(round_: int) -> None:
    """When C wins what A opened, A is next: bound to open again in round 1, free to in round 2. [O-AUC-07]"""
    s = kit.outbid(opening(round_), "4", winner=2, price=9)
    assert kit.view(s)["seats"][2]["plants"] == ["4"]
    assert money(s) == [50, 50, 41]
    assert s.actor == 0
    assert kit.allowed(s, Open(0, "3", 3))
    assert kit.allowed(s, Pass(0)) is (round_ == 2)


def test_after_an_own_win_the_next_without_a_plant_opens() -> None:
    """C has bought; A wins his own auction, then B acts; B wins too and the phase ends. [O-AUC-08]"""
    s = kit.outbid(opening(), "4", winner=2, price=9)
    s = kit.buy(s, "3")
    assert s.actor == 1
    s = kit.buy(s, "5")
    assert kit.view(s)["phase"] == "fuel"


def test_who_has_bought_is_passed_over_as_opener() -> None:
    """B has bought what A opened; A wins another and C is next. [O-AUC-08]"""
    s = kit.buy(kit.outbid(opening(), "4", winner=1, price=9), "3")
    assert s.actor == 2
    assert kit.view(s)["phase"] == "auction"


def test_passing_as_opener_ends_the_phase_for_that_player() -> None:
    """A passes as opener in round 2 and is not in the bidding when B opens. [O-AUC-09]"""
    s = kit.act(opening(), Pass(0), Open(1, "6", 6))
    assert kit.view(s)["seats"][0]["out"]
    assert kit.view(s)["auction"]["bidders"] == [1, 2]
    assert s.actor == 2
    s = kit.act(s, Pass(2))
    assert not kit.allowed(s, Open(0, "3", 3))
    s = kit.act(s, Pass(2))
    assert kit.view(s)["phase"] == "fuel"
    assert kit.view(s)["seats"][0]["plants"] == []


def test_passing_a_bid_does_not_end_the_phase() -> None:
    """Whoever only declined to bid still gets the turn to open. [O-AUC-09]"""
    s = kit.buy(opening(), "6")
    assert s.actor == 1
    assert kit.allowed(s, Open(1, "3", 3))


@pytest.mark.parametrize("price", [6, 9])
def test_the_last_eligible_player_buys_without_an_auction(price: int) -> None:
    """The only player left takes a plant at its minimum, or at more if he names more. [O-AUC-10]"""
    s = kit.act(opening(), Pass(0), Pass(1))
    s = kit.act(s, Open(2, "6", price))
    assert money(s) == [50, 50, 50 - price]
    assert kit.view(s)["phase"] == "fuel"


def test_a_round_without_a_sale_costs_the_lowest_plant() -> None:
    """When all opt out, 5 leaves the market 5, 7, 9, 10 and one card is drawn. [O-AUC-11]"""
    s = kit.situation(RULESET, 3, market=["5", "7", "9", "10", "11", "12", "14", "15"], stack=["13", "20"])
    s = kit.act(s, Pass(0), Pass(1))
    happened = kit.events_of(s, Pass(2))
    assert [event.plant for event in happened if isinstance(event, PlantRemoved)] == ["5"]
    assert [event.plant for event in happened if isinstance(event, PlantRevealed)] == ["13"]
    s = kit.act(s, Pass(2))
    assert kit.market(s) == ["7", "9", "10", "11", "12", "13", "14", "15"]
    assert "5" in kit.view(s)["plants"]["removed"]


def test_one_sale_saves_the_lowest_plant() -> None:
    """When one plant was sold nothing is removed at the end of the phase. [O-AUC-11]"""
    s = kit.situation(RULESET, 3, market=["5", "7", "9", "10", "11", "12", "14", "15"], stack=["13", "20"])
    s = kit.act(kit.buy(s, "9"), Pass(1), Pass(2))
    assert kit.view(s)["phase"] == "fuel"
    assert kit.market(s) == ["5", "7", "10", "11", "12", "13", "14", "15"]


def test_no_plant_is_ever_discounted() -> None:
    """The smallest plant, 10, may not be opened at 9 or at 1. [O-AUC-12]"""
    s = kit.situation(RULESET, 3, market=["10", "11", "12", "14", "15", "16", "17", "18"], stack=["20"])
    assert kit.view(s)["plants"]["discount"] is None
    assert kit.refused(s, Open(0, "10", 9)).code == "bid_too_low"
    assert not kit.allowed(s, Open(0, "10", 1))
    assert kit.allowed(s, Open(0, "10", 10))
