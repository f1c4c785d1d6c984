"""The card game's auctions: bids, replacements, the discount token, scrapping, and the order of round 1."""

from __future__ import annotations

import pytest

import kilowatt
from kilowatt.engine.actions import Bid, DiscardFuel, Open, Pass, Scrap
from kilowatt.engine.state import State
from tests import kit

FULL = {1: [], 2: ["coal-1"] * 4, 3: ["coal-2"] * 4, 4: ["coal-3"] * 4}
"""Columns without a gap for three players, so that the resupply draws nothing."""
HIGH = ["30", "31", "32", "33", "34", "35"]


def auction(*market: str, stack: list[str] | None = None, seats: int = 3, **more: object) -> State:
    """Begin an auction phase of the card game with this market."""
    settings = {"money": 60, "columns": FULL, "trust": {} if seats == 2 else None, **more}
    return kit.situation("card-game", seats, market=market, stack=HIGH if stack is None else stack, **settings)  # type: ignore[arg-type]


def test_the_number_is_the_minimum_bid() -> None:
    """Plant 12 without the token cannot be opened at 11, but at 12 and above. [C-PLT-03]"""
    s = auction("8", "10", "11", "12", "13", "14", "15", "16")
    no = kit.refused(s, Open(0, "12", 11))
    assert (no.code, no.rule) == ("bid_too_low", "C-PLT-03")
    assert kit.allowed(s, Open(0, "12", 12))
    assert kit.allowed(s, Open(0, "12", 13))


@pytest.mark.parametrize(("lying", "drawn"), [("5a", "5b"), ("5b", "5a")])
def test_a_twin_drawn_later_lies_to_the_right(lying: str, drawn: str) -> None:
    """A drawn plant of equal number lies directly right of the one there and is larger. [C-PLT-04] [C-AUC-05]"""
    s = auction(lying, "6a", "7", "8", "9", "10", "11", "12", stack=[drawn, *HIGH])
    s = kit.buy(s, "7")
    assert kit.view(s)["plants"]["current"] == [lying, drawn, "6a", "8"]
    assert kit.view(s)["plants"]["discount"] == lying
    assert kit.refused(s, Open(1, drawn, 1)).code == "bid_too_low"
    assert kit.allowed(s, Open(1, lying, 1))


def test_the_smaller_twin_is_the_one_removed() -> None:
    """Of two fives the one that lay first is the smallest: unsold, it leaves and the later one stays. [C-PLT-04]"""
    s = auction("5b", "6a", "7", "8", "9", "10", "11", "12", stack=["5a", *HIGH])
    s = kit.opt_out_all(kit.buy(s, "7"))
    assert "5b" in kit.view(s)["plants"]["removed"]
    assert kit.market(s)[0] == "5a"


def test_twins_are_told_apart_in_bids_hands_and_records() -> None:
    """Buying one of three fours takes that card, and snapshot and record name it. [C-PLT-04]"""
    table = kilowatt.Table(kilowatt.ruleset("card-game", 3), seed=0)
    assert kit.view(table.state)["plants"]["current"] == ["3b", "4b", "4c", "4a"]
    seat = table.state.actor
    table.play(Open(seat, "4c", 4))
    while kit.view(table.state)["auction"]:
        table.play(Pass(table.state.actor))
    assert kit.view(table.state)["seats"][seat]["plants"] == ["4c"]
    assert [name for name in kit.market(table.state) if name.startswith("4")] == ["4b", "4a"]
    again = kilowatt.replay(table.record())
    assert kit.view(again.state) == kit.view(table.state)
    back = kilowatt.restore(table.rules, kilowatt.snapshot(table.state))
    assert kit.view(back) == kit.view(table.state)


def test_twins_are_told_apart_when_scrapping() -> None:
    """Of three threes exactly the named one is scrapped. [C-PLT-04] [C-AUC-09]"""
    s = auction("8", "9", "10", "11", "12", "13", "14", "15", plants={0: ["3a", "3b", "3c"]})
    s = kit.act(kit.buy(s, "9"), Scrap(0, "3b"))
    assert kit.view(s)["seats"][0]["plants"] == ["3a", "3c", "9"]
    assert "3b" in kit.view(s)["plants"]["removed"]
    assert not {"3a", "3c"} & set(kit.view(s)["plants"]["removed"])


def test_the_auctions_go_in_player_order() -> None:
    """The first of the order opens first, then the second, then the last. [C-ORD-02]"""
    s = auction("4a", "5a", "6a", "8", "9", "10", "11", "12", order=[1, 2, 0])
    asked = []
    while kit.view(s)["phase"] == "auction":
        asked.append(s.actor)
        s = kit.act(s, Pass(s.actor))
    assert asked == [1, 2, 0]


def test_one_plant_a_round() -> None:
    """A player who has bought neither opens nor bids again this round. [C-AUC-01] [C-AUC-07]"""
    s = kit.buy(auction("4a", "5a", "6a", "8", "9", "10", "11", "12"), "6a")
    no = kit.refused(s, Open(0, "5a", 5))
    assert (no.code, no.rule) == ("already_bought", "C-AUC-07")
    s = kit.act(s, Open(1, "5a", 5))
    assert kit.view(s)["auction"]["bidders"] == [1, 2]
    assert kit.refused(s, Bid(0, 6)).code == "already_bought"
    s = kit.act(s, Pass(2), Open(2, "8", 8))
    assert kit.view(s)["phase"] == "fuel"
    assert [len(row["plants"]) for row in kit.view(s)["seats"]] == [1, 1, 1]


def test_the_token_lies_on_the_smallest_plant() -> None:
    """At the start of the phase the smallest current plant costs at least 1, the next its number. [C-AUC-02]"""
    s = auction("4a", "5a", "6a", "8", "9", "10", "11", "12")
    assert kit.view(s)["plants"]["discount"] == "4a"
    assert kit.allowed(s, Open(0, "4a", 1))
    assert kit.refused(s, Open(0, "4a", 0)).code == "bid_too_low"
    assert kit.refused(s, Open(0, "5a", 1)).code == "bid_too_low"


def test_only_the_four_current_plants_can_be_opened() -> None:
    """In a normal round the fourth plant can be opened and the fifth cannot. [C-AUC-03]"""
    s = auction("4a", "5a", "6a", "8", "9", "10", "11", "12")
    assert kit.allowed(s, Open(0, "8", 8))
    no = kit.refused(s, Open(0, "9", 9))
    assert (no.code, no.rule) == ("plant_in_future_market", "C-AUC-03")


def test_in_the_final_round_any_of_six_can_be_opened() -> None:
    """In the final round the fifth and the sixth plant can be opened for their numbers. [C-AUC-03]"""
    s = auction("4a", "5a", "6a", "8", "9", "10", step=3, last_round=True)
    assert kit.allowed(s, Open(0, "9", 9))
    assert kit.allowed(s, Open(0, "10", 10))
    assert kit.refused(s, Open(0, "10", 9)).code == "bid_too_low"


def test_bidding_goes_clockwise_and_passing_is_final() -> None:
    """Opened at 8, raised to 9 and 10, the plant costs its winner 10, and who passed is not asked again. [C-AUC-04]"""
    s = auction("4a", "5a", "6a", "8", "9", "10", "11", "12", order=[0, 2, 1])
    s = kit.act(s, Open(0, "8", 8))
    assert s.actor == 1
    assert kit.refused(s, Bid(1, 8)).code == "bid_not_raised"
    s = kit.act(s, Bid(1, 9))
    assert s.actor == 2
    s = kit.act(s, Pass(2), Bid(0, 10))
    assert s.actor == 1
    no = kit.refused(s, Bid(2, 11))
    assert (no.code, no.rule) == ("already_passed", "C-AUC-04")
    s = kit.act(s, Pass(1))
    seats = kit.view(s)["seats"]
    assert seats[0]["plants"] == ["8"]
    assert [row["money"] for row in seats] == [50, 60, 60]


def test_the_sold_plant_is_replaced_at_once() -> None:
    """The card drawn for a sold plant is sorted into the market before the next one is opened. [C-AUC-05]"""
    s = kit.buy(auction("4a", "5a", "6a", "8", "9", "10", "11", "12", stack=["7", *HIGH]), "8")
    assert kit.view(s)["plants"]["current"] == ["4a", "5a", "6a", "7"]
    assert kit.view(s)["plants"]["future"] == ["9", "10", "11", "12"]
    assert s.actor == 1


def test_everybody_must_buy_in_round_1() -> None:
    """Opting out is refused in round 1 and allowed in round 2. [C-AUC-06]"""
    s = auction("4a", "5a", "6a", "8", "9", "10", "11", "12", round=1)
    no = kit.refused(s, Pass(0))
    assert (no.code, no.rule) == ("must_buy_first_round", "C-AUC-06")
    assert kit.allowed(kit.act(s, Open(0, "5a", 5)), Pass(1))
    assert kit.allowed(auction("4a", "5a", "6a", "8", "9", "10", "11", "12", round=2), Pass(0))


def test_who_opens_next() -> None:
    """When another wins, the opener opens again; when the opener wins, the next in order does. [C-AUC-08]"""
    s = auction("4a", "5a", "6a", "8", "9", "10", "11", "12", order=[0, 2, 1])
    s = kit.outbid(s, "6a", 1, 7)
    assert (s.actor, kit.view(s)["auction"]) == (0, None)
    s = kit.buy(s, "8")
    assert s.actor == 2


@pytest.mark.parametrize("gone", ["5a", "7", "9", "12"])
def test_any_of_the_four_plants_may_be_scrapped(gone: str) -> None:
    """Buying 12 with 5, 7 and 9 means scrapping one of the four, the new one too, out of the game. [C-AUC-09]"""
    s = auction("8", "10", "11", "12", "13", "14", "15", "16", plants={0: ["5a", "7", "9"]})
    s = kit.buy(s, "12")
    assert s.actor == 0
    assert kit.kinds(kilowatt.legal_actions(s)) == {"scrap"}
    assert {move.plant for move in kilowatt.legal_actions(s)} == {"5a", "7", "9", "12"}  # type: ignore[attr-defined]
    assert kit.refused(s, Scrap(0, "8")).code == "plant_not_owned"
    s = kit.act(s, Scrap(0, gone))
    assert set(kit.view(s)["seats"][0]["plants"]) == {"5a", "7", "9", "12"} - {gone}
    assert gone in kit.view(s)["plants"]["removed"]
    assert s.actor == 1


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_the_third_plant_needs_no_scrapping(seats: int) -> None:
    """Three plants may be owned at any number of players; only the fourth forces scrapping. [C-AUC-09]"""
    market = ("9", "10", "11", "12", "13", "14", "15", "16")
    own = {0: ["5a", "7"], 1: ["6a", "6b", "8"]}
    s = auction(*market, seats=seats, plants=own, columns=None)
    s = kit.buy(s, "10")
    assert kit.view(s)["seats"][0]["plants"] == ["5a", "7", "10"]
    assert s.actor == 1
    s = kit.buy(s, "9")
    assert kit.kinds(kilowatt.legal_actions(s)) == {"scrap"}


def test_fuel_without_room_is_discarded_after_scrapping() -> None:
    """When room falls to 2 coal, a card with 3 is turned to 2 and no single appears. [C-AUC-10]"""
    s = auction(
        *("9", "10", "11", "13", "14", "15", "16", "17"),
        plants={0: ["4a", "8", "12"]},
        cards={0: [("coal-3", 3)]},
        fuel_discard={},
    )
    pool = kit.supply(s)
    s = kit.act(kit.buy(s, "11"), Scrap(0, "12"))
    seen = kit.view(s)
    assert seen["seats"][0]["cards"] == [["coal-3", 2]]
    assert seen["columns"]["1"] == []
    assert seen["fuel_stack"]["discard"] == {}
    assert kit.supply(s) == pool
    assert s.actor == 1


def test_fuel_that_fits_stays_and_fuel_nobody_burns_goes() -> None:
    """After scrapping the only gas plant its gas is discarded; coal that other plants can take stays. [C-AUC-10]"""
    s = auction(
        *("10", "11", "13", "14", "15", "16", "17", "18"),
        plants={0: ["4a", "9", "12"]},
        cards={0: [("coal-3", 3), ("gas-3", 3), ("gas-single", 1)]},
        fuel_discard={},
    )
    s = kit.act(kit.buy(s, "11"), Scrap(0, "9"))
    seen = kit.view(s)
    assert seen["seats"][0]["fuel"] == {"coal": 3, "gas": 0, "oil": 0, "uranium": 0}
    assert seen["fuel_stack"]["discard"] == {"gas-3": 1}
    assert seen["columns"]["1"] == []
    assert seen["seats"][0]["money"] == 60 - 11


def test_the_owner_chooses_which_fuel_of_a_hybrid_goes() -> None:
    """With 6 gas and 5 oil for an oil plant and a hybrid one unit of a second hybrid must go, gas or oil. [C-AUC-10]"""
    s = auction(
        *("8", "11", "13", "14", "15", "16", "17", "18"),
        plants={0: ["7", "10", "28"]},
        cards={0: [("gas-3", 3), ("gas-3", 3), ("oil-3", 3), ("oil-2", 2)]},
    )
    s = kit.act(kit.buy(s, "11"), Scrap(0, "28"))
    assert s.actor == 0
    assert kit.allowed(s, DiscardFuel(0, "gas"))
    after = kit.act(s, DiscardFuel(0, "oil"))
    held = kit.view(after)["seats"][0]["fuel"]
    assert (held["gas"], held["oil"]) == (6, 4)
    assert kit.view(after)["columns"]["1"] == []
    assert after.actor == 1


def test_the_last_buyer_pays_the_minimum() -> None:
    """Alone after two were outbidding, a player buys 9 for exactly 9 and nobody is asked. [C-AUC-11]"""
    s = auction("6a", "8", "9", "10", "11", "12", "13", "14")
    s = kit.outbid(s, "8", 1, 12)
    s = kit.outbid(s, "10", 2, 15)
    assert s.actor == 0
    no = kit.refused(s, Open(0, "9", 10))
    assert (no.code, no.rule) == ("last_buyer_pays_least", "C-AUC-11")
    assert kit.refused(s, Open(0, "6a", 2)).code == "last_buyer_pays_least"
    s = kit.act(s, Open(0, "9", 9))
    assert kit.view(s)["phase"] == "fuel"
    assert kit.view(s)["seats"][0]["plants"] == ["9"]
    assert kit.view(s)["seats"][0]["money"] == 51


def test_the_token_waits_for_the_next_round_after_a_sale() -> None:
    """Once the discounted 4 is sold nothing is discounted until the next round's auctions. [C-AUC-12]"""
    s = auction("4a", "5a", "6a", "8", "9", "10", "11", "12")
    s = kit.buy(s, "4a", 1)
    assert kit.view(s)["plants"]["discount"] is None
    assert kit.refused(s, Open(1, "5a", 1)).code == "bid_too_low"
    s = kit.end_turns(kit.end_turns(kit.opt_out_all(s), "fuel"), "power")
    assert kit.view(s)["round"] == 3
    assert kit.view(s)["plants"]["discount"] == "5a"
    assert kit.allowed(s, Open(s.actor, "5a", 1))


def test_an_equal_draw_keeps_the_token_and_a_lower_one_takes_it() -> None:
    """With the token on 6, another 6 is placed to the right; a 5 goes out with the token. [C-AUC-13]"""
    s = auction("6a", "7", "8", "9", "10", "11", "12", "13", stack=["6b", "5a", *HIGH])
    s = kit.buy(s, "8")
    assert kit.market(s)[:2] == ["6a", "6b"]
    assert kit.view(s)["plants"]["discount"] == "6a"
    s = kit.buy(s, "9")
    plants = kit.view(s)["plants"]
    assert plants["discount"] is None
    assert "5a" in plants["removed"]
    assert kit.market(s) == ["6a", "6b", "7", "10", "11", "12", "13", "30"]
    assert not kit.allowed(s, Open(2, "6a", 1))
    assert kit.allowed(s, Open(2, "6a", 6))
    s = kit.opt_out_all(s)
    assert kit.market(s)[0] == "6a"


def test_an_unsold_discounted_plant_leaves() -> None:
    """The discounted 5 that nobody bought leaves the game at the end, and 17 takes its place. [C-AUC-14]"""
    s = auction("5a", "6a", "7", "8", "9", "10", "11", "12", stack=["17", *HIGH])
    s = kit.opt_out_all(s)
    plants = kit.view(s)["plants"]
    assert "5a" in plants["removed"]
    assert kit.market(s) == ["6a", "7", "8", "9", "10", "11", "12", "17"]
    assert plants["discount"] is None


def test_opting_out_is_for_the_whole_phase() -> None:
    """Opting out as starter ends bidding for the round; a player who passed once may still open. [C-AUC-15]"""
    s = auction("4a", "5a", "6a", "8", "9", "10", "11", "12", order=[0, 1, 2])
    s = kit.act(s, Pass(0), Open(1, "6a", 6))
    assert kit.view(s)["auction"]["bidders"] == [1, 2]
    no = kit.refused(s, Bid(0, 7))
    assert (no.code, no.rule) == ("opted_out", "C-AUC-15")
    s = kit.act(s, Pass(2))
    assert s.actor == 2
    assert kit.allowed(s, Open(2, "5a", 5))


def test_the_phase_ends_when_everybody_bought_or_opted_out() -> None:
    """After a purchase, an opting out and a purchase the buying of fuel begins. [C-AUC-16]"""
    s = auction("4a", "5a", "6a", "8", "9", "10", "11", "12")
    s = kit.act(kit.buy(s, "4a"), Pass(1))
    assert (kit.view(s)["phase"], s.actor) == ("auction", 2)
    s = kit.act(s, Open(2, "5a", 5))
    assert (kit.view(s)["phase"], s.actor) == ("fuel", 2)


def test_anna_opens_the_third_plant() -> None:
    """Of 3, 4, 5, 7 the third is opened, and after the sale both rows ascend again. [C-AUC-17]"""
    s = auction("3a", "4a", "5a", "7", "9", "10", "12", "14", stack=["6a", *HIGH])
    assert kit.allowed(s, Open(0, "5a", 5))
    s = kit.buy(s, "5a")
    assert kit.view(s)["plants"]["current"] == ["3a", "4a", "6a", "7"]
    assert kit.view(s)["plants"]["future"] == ["9", "10", "12", "14"]


def test_a_draw_below_the_discounted_plant_goes_with_the_token() -> None:
    """With the token on 9 a drawn 6 leaves the game, the token goes aside and another card is drawn. [C-AUC-18]"""
    s = auction("9", "10", "11", "12", "13", "14", "15", "16", stack=["6a", "20", *HIGH])
    s = kit.buy(s, "11")
    plants = kit.view(s)["plants"]
    assert "6a" in plants["removed"]
    assert plants["discount"] is None
    assert kit.market(s) == ["9", "10", "12", "13", "14", "15", "16", "20"]


def test_draws_that_are_not_compared() -> None:
    """The replacement of the discounted plant itself, sold or unsold, stays even if it is lower. [C-AUC-19]"""
    start = auction("6a", "7", "8", "9", "10", "11", "12", "13", stack=["4a", *HIGH])
    s = kit.buy(start, "6a", 1)
    assert kit.market(s)[0] == "4a"
    assert kit.refused(s, Open(1, "4a", 3)).code == "bid_too_low"
    assert kit.allowed(s, Open(1, "4a", 4))
    s = kit.opt_out_all(start)
    assert kit.market(s)[0] == "4a"
    assert len(kit.market(s)) == 8


def test_only_the_first_low_draw_goes() -> None:
    """With the token on 6, draws 5 then 4 remove the 5 and keep the 4. [C-AUC-19]"""
    s = auction("6a", "7", "8", "9", "10", "11", "12", "13", stack=["5a", "4a", *HIGH])
    s = kit.buy(s, "8")
    plants = kit.view(s)["plants"]
    assert "5a" in plants["removed"]
    assert plants["current"] == ["4a", "6a", "7", "9"]
    assert plants["discount"] is None
    assert kit.refused(s, Open(1, "4a", 3)).code == "bid_too_low"


@pytest.mark.parametrize(
    ("order", "bought", "after"),
    [
        ([0, 1, 2], ["5a", "9", "5b"], [1, 2, 0]),
        ([0, 1, 2], ["5a", "5b", "5c"], [2, 1, 0]),
        ([2, 0, 1], ["5a", "5b", "5c"], [1, 0, 2]),
        ([2, 0, 1], ["5a", "5b", "9"], [1, 0, 2]),
        ([0, 1, 2], ["5a", "9", "10"], [2, 1, 0]),
    ],
)
def test_the_order_is_redone_after_the_first_auctions(order: list[int], bought: list[str], after: list[int]) -> None:
    """After round 1's auctions the higher number is first, and equal numbers change places. [C-ORD-03]"""
    rest: list[str] = [name for name in ("5a", "5b", "5c", "9", "10", "11", "12", "13", "14") if name in bought]
    rest += [name for name in ("11", "12", "13", "14", "15", "16") if name not in rest]
    s = auction(*rest[:8], round=1, order=order)
    for plant in bought:
        s = kit.buy(s, plant)
    assert kit.view(s)["phase"] == "fuel"
    assert kit.view(s)["order"] == after
    assert s.actor == after[-1]


def test_the_order_is_redone_once_only() -> None:
    """In round 2 the auctions leave the order as it is. [C-ORD-03]"""
    s = auction("5a", "5b", "9", "10", "11", "12", "13", "14", round=2)
    for plant in ("5a", "9", "5b"):
        s = kit.buy(s, plant)
    assert kit.view(s)["order"] == [0, 1, 2]
