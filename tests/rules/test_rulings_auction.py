"""Rulings on buying plants: bids, passing, the last buyer, scrapping, the contractor."""

from __future__ import annotations

from typing import Any

import pytest

import kilowatt
from kilowatt.engine.actions import Bid, BuyFuel, DiscardFuel, Open, Pass, Scrap
from tests import kit

BOARDS = [
    "original/germany",
    "original/usa",
    "original/korea",
    "deluxe/europe",
    "deluxe/north-america",
    "recharged/germany",
    "recharged/usa",
]
EIGHT = ["10", "12", "13", "15", "18", "20", "25", "26"]


def cash(state: kilowatt.State, seat: int) -> int:
    """A seat's money."""
    money: int = kit.view(state)["seats"][seat]["money"]
    return money


@pytest.mark.parametrize("ruleset", BOARDS)
def test_on_the_boards_the_new_plant_stays(ruleset: str) -> None:
    """The buyer of a fourth plant gives up one of the three old ones, never the new one. [AMB-01]"""
    s = kit.situation(ruleset, 3, market=EIGHT, stack=["30"], plants={0: ["5", "7", "9"]}, money=50)
    s = kit.buy(s, "12")
    assert kit.refused(s, Scrap(0, "12")).code == "cannot_scrap_new_plant"
    assert [move.plant for move in kilowatt.legal_actions(s) if isinstance(move, Scrap)] == ["5", "7", "9"]


@pytest.mark.parametrize("gone", ["5a", "7", "9", "12"])
def test_in_the_card_game_any_of_the_four_may_go(gone: str) -> None:
    """The buyer of a fourth plant in the card game may give up any of the four, the new one too. [AMB-01]"""
    s = kit.situation(
        "card-game",
        3,
        market=["10", "12", "13", "15", "18", "20", "25", "26"],
        stack=["30"],
        plants={0: ["5a", "7", "9"]},
        money=50,
    )
    s = kit.act(kit.buy(s, "12"), Scrap(0, gone))
    assert set(kit.view(s)["seats"][0]["plants"]) == {"5a", "7", "9", "12"} - {gone}
    assert gone in kit.view(s)["plants"]["removed"]


def test_a_player_who_can_afford_nothing_is_let_off() -> None:
    """With 12 el and nothing at 12 or less in the first round a player is out for the phase and keeps all. [AMB-11]"""
    s = kit.situation(
        "card-game", 3, round=1, market=["8", "13", "14", "15", "16", "17", "18", "19"], stack=["20", "21", "22"]
    )
    s = kit.buy(s, "8", 1)
    assert kit.view(s)["phase"] == "fuel"
    assert [row["plants"] for row in kit.view(s)["seats"]] == [["8"], [], []]
    assert [row["money"] for row in kit.view(s)["seats"]] == [11, 12, 12]


def test_a_player_who_can_afford_one_plant_must_buy_it() -> None:
    """With one affordable plant the first round's duty stands in the card game. [AMB-11]"""
    s = kit.situation(
        "card-game", 3, round=1, market=["8", "12", "14", "15", "16", "17", "18", "19"], stack=["20", "21", "22"]
    )
    s = kit.buy(s, "8", 1)
    assert kit.refused(s, Pass(1)).code == "must_buy_first_round"
    assert kit.allowed(s, Open(1, "12", 12))


@pytest.mark.parametrize("ruleset", [*BOARDS, "original/china"])
def test_the_first_plant_can_always_be_paid_on_the_boards(ruleset: str) -> None:
    """Everybody starts with at least the price of the dearest plant in the box. [AMB-66]"""
    rules = kilowatt.ruleset(ruleset, 3)
    assert rules.start_money == max(plant.number for plant in rules.plants) == 50


def test_an_auction_ends_when_all_but_one_have_passed() -> None:
    """In Deluxe the lot goes to the last bidder as soon as all the others have passed. [AMB-34]"""
    s = kit.situation("deluxe/europe", 3, market=[*EIGHT, "30"], stack=["31"], money=50)
    s = kit.act(s, Open(0, "10", 10), Bid(1, 11), Pass(2))
    assert kit.view(s)["auction"] is not None
    s = kit.act(s, Pass(0))
    assert kit.view(s)["auction"] is None
    assert kit.view(s)["seats"][1]["plants"] == ["10"]
    assert cash(s, 1) == 39


def test_no_bid_above_ones_money() -> None:
    """A bid of all one's money is allowed and one el more is refused. [AMB-63]"""
    s = kit.situation("recharged/germany", 3, market=EIGHT, stack=["30"], money={0: 50, 1: 14, 2: 50})
    assert kit.refused(s, Open(0, "12", 51)).code == "bid_above_money"
    s = kit.act(s, Open(0, "12", 13))
    refusal = kit.refused(s, Bid(1, 15))
    assert (refusal.code, refusal.rule) == ("bid_above_money", "AMB-63")
    assert kit.allowed(s, Bid(1, 14))


def test_a_raise_is_one_el_or_more() -> None:
    """A bid equal to the last one is refused and one el more is enough. [AMB-64]"""
    s = kit.act(kit.situation("recharged/germany", 3, market=EIGHT, stack=["30"]), Open(0, "12", 13))
    assert kit.refused(s, Bid(1, 13)).code == "bid_not_raised"
    assert kit.allowed(s, Bid(1, 14))
    with pytest.raises(kilowatt.BadAction):
        kilowatt.action({"type": "bid", "seat": 1, "amount": 13.5})


def test_no_opening_without_the_least_bid() -> None:
    """A plant whose least bid one cannot pay may not be opened at all. [AMB-65]"""
    s = kit.situation("recharged/germany", 3, market=EIGHT, stack=["30"], money={0: 12})
    assert kit.refused(s, Open(0, "13", 13)).code == "bid_above_money"
    assert kit.refused(s, Open(0, "13", 12)).code == "bid_too_low"
    assert {row.plant for row in kilowatt.options(s).choices["open"]} == {"10", "12"}  # type: ignore[attr-defined]


@pytest.mark.parametrize("ruleset", [*BOARDS, "card-game"])
def test_passing_a_bidding_is_not_opting_out(ruleset: str) -> None:
    """A player who passed every bid still gets a starter's turn; one who opts out as starter gets none. [AMB-67]"""
    market = [*EIGHT, "30"] if ruleset == "deluxe/europe" else EIGHT
    s = kit.situation(ruleset, 3, market=market, stack=["31", "32", "33"], money=50)
    s = kit.act(s, Open(0, "12", 12), Pass(1), Pass(2))
    assert s.actor == 1
    assert kit.allowed(s, Open(1, "13", 13))
    out = kit.act(s, Pass(1))
    assert kit.view(out)["seats"][1]["out"]
    out = kit.act(out, Open(2, "13", 13))
    assert kit.view(out)["auction"] is None
    assert kit.view(out)["phase"] == "fuel"


@pytest.mark.parametrize("ruleset", ["recharged/germany", "deluxe/north-america", "card-game"])
def test_the_only_buyer_left_pays_the_least(ruleset: str) -> None:
    """The one eligible player left, here the first, pays the number, or 1 for the token plant, no more. [AMB-68]"""
    s = kit.situation(ruleset, 3, market=EIGHT, stack=["31", "32", "33"], money=50)
    s = kit.outbid(s, "12", winner=2, price=20)
    s = kit.outbid(s, "13", winner=1, price=20)
    assert s.actor == 0
    assert kit.refused(s, Open(0, "15", 16)).code == "last_buyer_pays_least"
    assert kit.refused(s, Open(0, "10", 2)).code == "last_buyer_pays_least"
    assert cash(kit.act(s, Open(0, "15", 15)), 0) == 35
    assert cash(kit.act(s, Open(0, "10", 1)), 0) == 49


def test_in_2004_the_only_buyer_left_may_pay_more() -> None:
    """In 2004 a higher opening bid of the last buyer is allowed and paid. [AMB-68]"""
    s = kit.situation("original/germany", 3, market=EIGHT, stack=["31", "32", "33"], money=50)
    s = kit.outbid(s, "12", winner=2, price=20)
    s = kit.outbid(s, "13", winner=1, price=20)
    assert cash(kit.act(s, Open(0, "15", 15)), 0) == 35
    assert cash(kit.act(s, Open(0, "15", 17)), 0) == 33


def test_a_purchase_is_settled_before_the_next_card_is_turned() -> None:
    """The last buyer scraps, chooses the fuel and is paid before the replacement is drawn. [AMB-85]"""
    s = kit.situation(
        "recharged/germany",
        3,
        market=EIGHT,
        stack=["30", "31", "32"],
        plants={2: ["4", "5", "29"]},
        fuel={2: {"coal": 5, "oil": 4}},
        tokens={"coal": 10},
        money=50,
        contractor=True,
    )
    s = kit.act(s, Pass(0), Pass(1), Open(2, "13", 13))
    assert (s.actor, kit.view(s)["phase"]) == (2, "auction")
    assert kit.market(s) == ["10", "12", "15", "18", "20", "25", "26"]
    assert not kit.allowed(s, BuyFuel(1, "coal", "main"))
    assert kit.refused(s, Pass(2)).code == "not_now"
    assert cash(s, 2) == 37
    s = kit.act(s, Scrap(2, "29"))
    assert (s.actor, kit.view(s)["phase"]) == (2, "auction")
    assert len(kit.market(s)) == 7
    assert kit.kinds(kilowatt.legal_actions(s)) == {"discard_fuel"}
    s = kit.act(s, DiscardFuel(2, "coal"))
    assert cash(s, 2) == 37 + 2
    assert kit.market(s) == ["12", "15", "18", "20", "25", "26", "30", "31"]
    assert kit.view(s)["phase"] == "fuel"


def contractor_round(ruleset: str, **more: Any) -> kilowatt.State:
    """A phase in which the seats 0 and 1 have full hands of plants."""
    small = (
        {0: ["4a", "5a", "6a"], 1: ["4b", "5b", "6b"]}
        if ruleset == "card-game"
        else {0: ["3", "4", "5"], 1: ["6", "7", "8"]}
    )
    return kit.situation(
        ruleset, 3, market=EIGHT, stack=["30", "31", "32", "33"], plants=small, money=50, contractor=True, **more
    )


@pytest.mark.parametrize(("ruleset", "first", "others"), [("card-game", 1, 0), ("recharged/germany", 2, 1)])
def test_the_contractor_pays_the_first_scrapper_of_each_phase_more(ruleset: str, first: int, others: int) -> None:
    """The first player to scrap in a phase gets the first value, the others the second, every phase. [AMB-15]"""
    s = contractor_round(ruleset)
    old = [row["plants"][0] for row in kit.view(s)["seats"][:2]]
    s = kit.act(kit.buy(s, "12"), Scrap(0, old[0]))
    assert cash(s, 0) == 50 - 12 + first
    s = kit.act(kit.buy(s, "13"), Scrap(1, old[1]))
    assert cash(s, 1) == 50 - 13 + others
    s = kit.act(s, Pass(2))
    assert kit.view(s)["contractor"]["card"] == 2
    while not (kit.view(s)["phase"] == "auction" and s.actor == 0):
        phase = kit.view(s)["phase"]
        s = kit.act(s, Pass(s.actor)) if phase == "auction" else kit.end_turns(s, phase)
    before = cash(s, 0)
    plant = kit.view(s)["plants"]["current"][1]
    s = kit.buy(s, plant)
    spent = before - cash(s, 0)
    s = kit.act(s, Scrap(0, kit.view(s)["seats"][0]["plants"][0]))
    assert cash(s, 0) == before - spent + kit.view(s)["contractor"]["first"]


def test_the_contractor_pays_for_the_new_plant_too() -> None:
    """In the card game scrapping the plant just bought is paid like any other. [AMB-15]"""
    s = contractor_round("card-game")
    s = kit.act(kit.buy(s, "12"), Scrap(0, "12"))
    assert cash(s, 0) == 50 - 12 + 1


@pytest.mark.parametrize("ruleset", ["card-game", "recharged/germany"])
def test_the_trusts_scrapping_does_not_concern_the_contractor(ruleset: str) -> None:
    """A plant scrapped by the Trust neither uses the first place up nor moves the stack on. [AMB-15]"""
    own = ["4a", "5a", "6a"] if ruleset == "card-game" else ["3", "4", "5"]
    s = kit.situation(
        ruleset,
        2,
        market=EIGHT,
        stack=["30", "31", "32", "33"],
        trust={"plants": ["8", "9", "11"]},
        plants={1: own},
        money=50,
        contractor=True,
    )
    s = kit.act(s, Pass(0))
    assert kit.view(s)["trust"]["plants"] == ["9", "11", "15"]
    passed = kit.act(s, Pass(1))
    assert kit.view(passed)["contractor"]["card"] == 1
    s = kit.act(s, Open(1, "12", 12), Scrap(1, own[0]))
    assert cash(s, 1) == 50 - 12 + s.rules.contractor[0][0]


def test_the_contractor_waits_for_the_plant_over_the_limit() -> None:
    """With the Trust the fourth plant is the first one paid for, in 2004's game for two the fifth. [AMB-81]"""
    s = kit.situation(
        "recharged/germany", 2, market=EIGHT, stack=["30", "31"], plants={0: ["3", "4", "5"]}, money=50, contractor=True
    )
    s = kit.buy(s, "12")
    assert kit.kinds(kilowatt.legal_actions(s)) == {"scrap"}
    assert cash(kit.act(s, Scrap(0, "3")), 0) == 50 - 12 + 2
    for own, kinds in ((["3", "4", "5"], {"open", "pass"}), (["3", "4", "5", "6"], {"scrap"})):
        s = kit.situation(
            "original/germany", 2, market=EIGHT, stack=["30", "31"], plants={0: own}, money=50, contractor=True
        )
        s = kit.buy(s, "12")
        assert cash(s, 0) == 38
        assert kit.kinds(kilowatt.legal_actions(s)) == kinds
    assert cash(kit.act(s, Scrap(0, "3")), 0) == 38 + 2
