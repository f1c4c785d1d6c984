"""Recharged, phase 2: opening, bidding, buying and opting out. Discount and scrapping have files of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import kilowatt
from kilowatt.engine.actions import Bid, BuyFuel, Open, Pass, Reveal
from kilowatt.engine.events import PlantSold
from tests import kit

if TYPE_CHECKING:
    from kilowatt.engine.state import State

GERMANY, USA = "recharged/germany", "recharged/usa"
BOTH = pytest.mark.parametrize("game", [GERMANY, USA])
MARKET = ["10", "12", "13", "15", "18", "20", "25", "26"]
STACK = ["30", "31", "32", "33", "34", "35"]


def auction(game: str = GERMANY, seats: int = 3, **more: Any) -> State:
    """The auction phase of round 2 with the market 10, 12, 13, 15 | 18, 20, 25, 26 and high cards to come."""
    return kit.situation(game, seats, **{"market": MARKET, "stack": STACK, "money": 100, **more})


def seat_row(s: State, seat: int) -> dict[str, Any]:
    """A seat as the snapshot shows it."""
    row: dict[str, Any] = kit.view(s)["seats"][seat]
    return row


@BOTH
def test_one_plant_a_round(game: str) -> None:
    """A player who has bought is refused every further bid and opening until the next round. [R18-AUC-01]"""
    s = kit.outbid(auction(game), "12", winner=1, price=13)
    assert seat_row(s, 1)["plants"] == ["12"]
    s = kit.act(s, Open(0, "13", 13))
    assert s.actor == 2  # seat 1, who would be next, has bought
    assert kit.refused(s, Bid(1, 14)).code == "already_bought"
    s = kit.act(s, Pass(2))
    assert kit.refused(s, Open(1, "15", 15)).code == "already_bought"
    s = kit.act(s, Pass(2))
    assert [seat_row(s, seat)["plants"] for seat in range(3)] == [["13"], ["12"], []]
    while kit.view(s)["round"] == 2:
        seat = s.actor
        s = kit.act(s, kit.run(seat) if kit.view(s)["phase"] == "power" else Pass(seat))
    while s.actor != 1:
        s = kit.act(s, Pass(s.actor))
    plant = kit.view(s)["plants"]["current"][1]
    assert kit.allowed(s, Open(1, plant, int(plant)))


def test_the_opener_opens_or_opts_out() -> None:
    """With 12 el and 10, 12, 13, 15 on offer the moves are 10 at 1 to 12, 12 at 12 and opting out. [R18-AUC-04]"""
    s = auction(money=12)
    assert list(kilowatt.legal_actions(s)) == [
        *[Open(0, "10", bid) for bid in range(1, 13)],
        Open(0, "12", 12),
        Pass(0),
    ]
    after = kit.act(s, Pass(0))
    assert seat_row(after, 0)["out"]
    assert after.actor == 1
    assert kit.view(after)["auction"] is None


@BOTH
@pytest.mark.parametrize("step", [1, 2])
def test_the_future_market_is_not_for_sale(game: str, step: int) -> None:
    """In 3, 4, 5, 7 | 9, 10, 12, 15 the plants 3 to 7 may be opened, the plants 9 to 15 never. [R18-AUC-05]"""
    s = kit.situation(game, 3, step=step, market=["3", "4", "5", "7", "9", "10", "12", "15"], stack=STACK, money=50)
    for plant in ("3", "4", "5", "7"):
        assert kit.allowed(s, Open(0, plant, 7))
    for plant in ("9", "10", "12", "15"):
        refusal = kit.refused(s, Open(0, plant, 40))
        assert (refusal.code, refusal.rule) == ("plant_in_future_market", "R18-AUC-05")
    assert kit.refused(s, Open(0, "30", 40)).rule == "R18-AUC-05"


def test_the_first_bid_is_the_number_or_more() -> None:
    """Plant 12 cannot be opened at 11, but at 12 and at 20, and that bid stands at once. [R18-AUC-06]"""
    s = auction()
    refusal = kit.refused(s, Open(0, "12", 11))
    assert (refusal.code, refusal.rule) == ("bid_too_low", "R18-AUC-06")
    for bid in (12, 20):
        lot = kit.view(kit.act(s, Open(0, "12", bid)))["auction"]
        assert (lot["plant"], lot["bid"], lot["seat"], lot["opener"]) == ("12", bid, 0, 0)
    assert kit.refused(s, Open(0, "10", 0)).code == "bid_too_low"  # the discounted one costs 1 at least


@BOTH
def test_bidding_goes_round_the_table(game: str) -> None:
    """In the order D, B, A, C the opening of D is answered by A, then B, then C: by seat. [R18-AUC-07]"""
    s = auction(game, 4, order=[3, 1, 0, 2])
    assert s.actor == 3
    s = kit.act(s, Open(3, "12", 12))
    asked = []
    for amount in range(13, 18):  # everybody raises: twice round and on
        asked.append(s.actor)
        s = kit.act(s, Bid(s.actor, amount))
    assert asked == [0, 1, 2, 3, 0]


def test_a_bid_raises_or_passes() -> None:
    """Asked for a bid a player may raise or pass, but neither repeat the bid nor open another plant. [R18-AUC-07]"""
    s = kit.act(auction(), Open(0, "12", 14))
    for amount in (13, 14):
        assert kit.refused(s, Bid(1, amount)).code == "bid_not_raised"
    assert not kit.allowed(s, Open(1, "13", 20))
    assert not kit.allowed(s, Bid(2, 15))
    assert kit.allowed(s, Bid(1, 15))
    assert kit.allowed(s, Pass(1))
    assert kit.kinds(kilowatt.legal_actions(s)) == {"bid", "pass"}


def test_a_pass_is_for_one_auction() -> None:
    """A player who passed on 12 gets no other turn for it, but may bid for 13 later and open a plant. [R18-AUC-08]"""
    s = kit.act(auction(), Open(0, "12", 12), Pass(1), Bid(2, 13), Bid(0, 14))
    assert s.actor == 2  # seat 1 is passed over
    assert seat_row(s, 1)["passed"]
    refusal = kit.refused(s, Bid(1, 20))
    assert (refusal.code, refusal.rule) == ("already_passed", "R18-AUC-08")
    s = kit.act(s, Bid(2, 15), Pass(0))
    assert seat_row(s, 2)["plants"] == ["12"]
    s = kit.act(s, Open(0, "13", 13))
    assert s.actor == 1
    assert kit.allowed(s, Bid(1, 14))
    s = kit.act(s, Pass(1))
    assert seat_row(s, 0)["plants"] == ["13"]
    assert s.actor == 1
    assert kit.allowed(s, Open(1, "15", 15))


@BOTH
def test_the_winner_pays_the_own_highest_bid(game: str) -> None:
    """A bids 12, B 15, the others pass: B pays 15 and takes the plant, the others pay nothing. [R18-AUC-09]"""
    s = kit.act(auction(game), Open(0, "12", 12), Bid(1, 15), Pass(2))
    assert kit.view(s)["auction"]["seat"] == 1
    (sold,) = [event for event in kit.events_of(s, Pass(0)) if isinstance(event, PlantSold)]
    assert (sold.seat, sold.plant, sold.price) == (1, "12", 15)
    s = kit.act(s, Pass(0))
    assert [seat_row(s, seat)["money"] for seat in range(3)] == [100, 85, 100]
    assert [seat_row(s, seat)["plants"] for seat in range(3)] == [[], ["12"], []]


@BOTH
def test_a_sold_plant_is_replaced_at_once(game: str) -> None:
    """5 sold out of 3, 4, 5, 7 | 9, 10, 12, 15 and 22 drawn give 3, 4, 7, 9 | 10, 12, 15, 22. [R18-AUC-10]"""
    market = ["3", "4", "5", "7", "9", "10", "12", "15"]
    s = kit.situation(game, 3, market=market, stack=["22", "30"], money=50)
    assert not kit.allowed(s, Open(0, "9", 9))
    s = kit.buy(s, "5")
    plants = kit.view(s)["plants"]
    assert (plants["current"], plants["future"]) == (["3", "4", "7", "9"], ["10", "12", "15", "22"])
    assert kit.allowed(s, Open(1, "9", 9))


def test_no_auction_before_the_replacement() -> None:
    """Between the sale and the card that replaces it nobody may open. [R18-AUC-10]"""
    s = kit.fresh(GERMANY, 3, order=[0, 1, 2])
    plant = kit.market(s)[1]
    for move in (Open(0, plant, int(plant)), Pass(1), Pass(2)):
        s, _ = kilowatt.play(s, move)
    assert kilowatt.actor(s) == "chance"
    assert len(kit.market(s)) == 7
    other = kit.market(s)[1]
    refusal = kit.refused(s, Open(1, other, int(other)))
    assert (refusal.code, refusal.rule) == ("card_to_be_dealt", "R18-AUC-10")
    assert all(isinstance(draw, Reveal) for draw, _ in kilowatt.outcomes(s))
    s = kit.deal_all(s)
    assert len(kit.market(s)) == 8
    assert kit.market(s) == sorted(kit.market(s), key=int)


def test_greg_buys_the_hybrid_5() -> None:
    """Greg opens and wins 5 of the current market, counts as a buyer and is skipped from then on. [R18-AUC-11]"""
    market = ["3", "4", "5", "7", "9", "10", "12", "15"]
    s = kit.situation(GERMANY, 4, order=[2, 0, 1, 3], market=market, stack=STACK, money=50)
    s = kit.buy(s, "5", 6)
    assert seat_row(s, 2)["bought"]
    assert seat_row(s, 2)["plants"] == ["5"]
    assert seat_row(s, 2)["money"] == 44
    asked = []
    while kit.view(s)["phase"] == "auction":
        asked.append(s.actor)
        plant = kit.market(s)[1]
        s = kit.act(s, Pass(s.actor) if kit.view(s)["auction"] else Open(s.actor, plant, int(plant)))
    assert 2 not in asked
    assert asked == [0, 1, 3, 1, 3, 3]


@BOTH
def test_nobody_opts_out_of_the_first_round(game: str) -> None:
    """In round 1 opting out is refused, passing in the bidding is not; in round 2 both are allowed. [R18-AUC-12]"""
    s = auction(game, round=1)
    refusal = kit.refused(s, Pass(0))
    assert (refusal.code, refusal.rule) == ("must_buy_first_round", "R18-AUC-12")
    assert "pass" not in kit.kinds(kilowatt.legal_actions(s))
    s = kit.act(s, Open(0, "12", 12), Pass(1), Pass(2))
    for seat in (1, 2):
        assert kit.refused(s, Pass(seat)).rule == "R18-AUC-12"
        s = kit.buy(s, kit.market(s)[1])
    assert kit.view(s)["phase"] == "fuel"
    assert all(len(seat_row(s, seat)["plants"]) == 1 for seat in range(3))
    assert kit.allowed(auction(game, round=2), Pass(0))


@BOTH
def test_a_buyer_is_out_of_every_later_bidding(game: str) -> None:
    """A, who bought first, is asked in none of the later auctions of the phase. [R18-AUC-18]"""
    s = kit.buy(auction(game, 4), "12")
    assert seat_row(s, 0)["bought"]
    s = kit.act(s, Open(1, "13", 13))
    assert kit.view(s)["auction"]["bidders"] == [1, 2, 3]
    for amount in range(14, 20):
        assert s.actor != 0
        s = kit.act(s, Bid(s.actor, amount))
    refusal = kit.refused(s, Bid(0, 50))
    assert (refusal.code, refusal.rule) == ("already_bought", "R18-AUC-18")
    while kit.view(s)["phase"] == "auction":
        assert s.actor != 0
        assert not kit.allowed(s, Open(0, kit.market(s)[1], 60))
        s = kit.act(s, Pass(s.actor))


def test_after_the_openers_own_win_the_next_without_a_plant() -> None:
    """In the order A, B, C, when B has bought and A wins the own auction, it is C's turn. [R18-AUC-19]"""
    s = kit.outbid(auction(order=[2, 0, 1]), "12", winner=0, price=20)  # A, B, C are the seats 2, 0, 1
    assert s.actor == 2
    s = kit.buy(s, "13")
    assert seat_row(s, 2)["plants"] == ["13"]
    assert s.actor == 1
    assert kit.allowed(s, Open(1, "15", 15))


@pytest.mark.parametrize("order", [[0, 1, 2, 3], [3, 1, 0, 2]])
def test_turns_go_by_player_order(order: list[int]) -> None:
    """When everybody wins the own auction the turns go down the player order. [R18-AUC-19]"""
    s = auction(seats=4, order=order)
    asked = []
    while kit.view(s)["phase"] == "auction":
        asked.append(s.actor)
        s = kit.buy(s, kit.market(s)[1])
    assert asked == order


@pytest.mark.parametrize("number", [1, 2])
def test_an_outbid_opener_acts_again(number: int) -> None:
    """When C wins what A opened it is A's turn again: to open, or from round 2 on to opt out. [R18-AUC-20]"""
    s = kit.outbid(auction(round=number), "12", winner=2, price=13)
    assert seat_row(s, 2)["plants"] == ["12"]
    assert s.actor == 0
    assert kit.allowed(s, Open(0, "13", 13))
    assert kit.allowed(s, Pass(0)) == (number == 2)


@BOTH
def test_opting_out_is_for_the_whole_phase(game: str) -> None:
    """A player who opted out takes part in no later auction and gets no plant this round. [R18-AUC-21]"""
    s = kit.act(auction(game), Pass(0), Open(1, "12", 12))
    assert kit.view(s)["auction"]["bidders"] == [1, 2]
    assert s.actor == 2
    refusal = kit.refused(s, Bid(0, 20))
    assert (refusal.code, refusal.rule) == ("opted_out", "R18-AUC-21")
    s = kit.act(s, Bid(2, 13))
    assert s.actor == 1  # round the table from 2 to 1, past 0
    s = kit.act(s, Pass(1))
    assert s.actor == 1
    s = kit.act(s, Pass(1))
    assert kit.view(s)["phase"] == "fuel"
    assert [len(seat_row(s, seat)["plants"]) for seat in range(3)] == [0, 0, 1]


@BOTH
def test_the_last_buyer_pays_the_least(game: str) -> None:
    """A, outbid by C and then by B, opens 13 alone: A pays exactly 13, without bidding, and no more. [R18-AUC-24]"""
    s = kit.outbid(auction(game), "12", winner=2, price=30)
    s = kit.outbid(s, "15", winner=1, price=30)
    assert s.actor == 0
    refusal = kit.refused(s, Open(0, "13", 14))
    assert (refusal.code, refusal.rule) == ("last_buyer_pays_least", "R18-AUC-24")
    assert kit.refused(s, Open(0, "13", 12)).code == "bid_too_low"
    s = kit.act(s, Open(0, "13", 13))
    assert seat_row(s, 0)["plants"] == ["13"]
    assert seat_row(s, 0)["money"] == 87
    assert kit.view(s)["phase"] == "fuel"


def test_two_buyers_left_may_still_bid_high() -> None:
    """As long as another player may answer, an opening above the least bid is allowed and paid. [R18-AUC-24]"""
    s = kit.buy(auction(), "12")
    s = kit.buy(s, "13", 25)
    assert seat_row(s, 1)["money"] == 75
    assert s.actor == 2
    assert not kit.allowed(s, Open(2, "15", 16))


@BOTH
def test_the_last_buyer_pays_one_for_the_discounted_plant(game: str) -> None:
    """The last eligible player takes the discounted 10 for 1 el, and for nothing else. [R18-AUC-25]"""
    s = kit.act(kit.buy(auction(game), "12"), Pass(1))
    assert kit.view(s)["plants"]["discount"] == "10"
    assert not kit.allowed(s, Open(2, "10", 2))
    assert not kit.allowed(s, Open(2, "10", 10))
    s = kit.act(s, Open(2, "10", 1))
    assert seat_row(s, 2)["plants"] == ["10"]
    assert seat_row(s, 2)["money"] == 99


@BOTH
def test_the_phase_ends_when_all_have_bought_or_opted_out(game: str) -> None:
    """When all have opted out the discounted plant is cleared away and the fuel phase begins. [R18-AUC-26]"""
    s = kit.act(auction(game, plants={2: ["4"]}), Pass(0), Pass(1))
    assert kit.view(s)["phase"] == "auction"
    assert [seat_row(s, seat)["out"] for seat in range(3)] == [True, True, False]
    s = kit.act(s, Pass(2))
    assert kit.view(s)["phase"] == "fuel"
    assert kit.market(s) == ["12", "13", "15", "18", "20", "25", "26", "30"]
    assert kit.allowed(s, BuyFuel(2, "coal", "main"))


def test_the_phase_ends_with_the_last_purchase() -> None:
    """With one opted out and the others served the phase is over, without another question. [R18-AUC-26]"""
    s = kit.act(kit.buy(auction(), "12"), Pass(1))
    assert kit.view(s)["phase"] == "auction"
    assert kit.view(kit.buy(s, "13"))["phase"] == "fuel"


def test_opting_out_is_forgotten_with_the_phase() -> None:
    """Once the auctions are over nobody is marked as out of the phase any more. [R18-AUC-26]"""
    s = kit.act(auction(), Pass(0), Pass(1))
    assert [seat_row(s, seat)["out"] for seat in range(3)] == [True, True, False]
    s = kit.act(s, Pass(2))
    assert [seat_row(s, seat)["out"] for seat in range(3)] == [False, False, False]


def test_everybody_is_in_again_next_round() -> None:
    """A buyer and a player who opted out may both open and bid in the next round. [R18-AUC-26]"""
    s = kit.act(kit.buy(auction(), "12"), Pass(1), Pass(2))
    while kit.view(s)["round"] == 2:
        seat = s.actor
        s = kit.act(s, kit.run(seat) if kit.view(s)["phase"] == "power" else Pass(seat))
    assert not any(seat_row(s, seat)["out"] or seat_row(s, seat)["bought"] for seat in range(3))
    assert s.actor == 0
    plant = kit.market(s)[1]
    assert kit.view(kit.act(s, Open(0, plant, int(plant))))["auction"]["bidders"] == [0, 1, 2]
