"""Auctions ended at once, as search does it, end as the same auctions bid by bid. [R18-AUC-07, R18-AUC-09]"""

from __future__ import annotations

from random import Random

import pytest

import kilowatt
from kilowatt.engine.actions import Bid, Open, Pass
from kilowatt.engine.game import sell_lot, settle_lot
from tests import kit

SEATS = 4
MARKET = ["10", "12", "13", "15", "18", "20", "25", "31"]


def opened(bid: int) -> kilowatt.State:
    """An auction in which seat 1 has put plant 12 up."""
    state = kit.situation("recharged/germany", SEATS, order=[1, 0, 2, 3], market=MARKET, stack=["30", "40"], money=60)
    return kit.act(state, Open(1, "12", bid))


def bid_out(state: kilowatt.State, limits: dict[int, int]) -> tuple[int, int]:
    """Bid by the smallest raise, each seat up to its limit; return the buyer and the price."""
    while state.lot >= 0:
        seat = state.actor
        raised = Bid(seat, state.bid + 1)
        state = kit.act(state, raised if limits.get(seat, 0) > state.bid else Pass(seat))
    return state.leader, state.bid


@pytest.mark.parametrize(
    ("limits", "buyer", "price"),
    [
        ({}, 1, 14),
        ({1: 20}, 1, 14),
        ({2: 14}, 1, 14),
        ({2: 15}, 2, 15),
        ({1: 20, 2: 17}, 1, 17),
        ({1: 17, 2: 20}, 2, 18),
        ({1: 17, 2: 17}, 1, 17),
        ({1: 10, 2: 30, 3: 21}, 2, 22),
        ({1: 10, 3: 21, 2: 30}, 2, 22),
        ({0: 30, 2: 30}, 0, 30),
        ({0: 16, 1: 40, 2: 25, 3: 25}, 1, 25),
    ],
)
def test_the_highest_limit_buys_for_one_more_than_the_second(limits: dict[int, int], buyer: int, price: int) -> None:
    """The leader keeps a plant at the bid that stands or the second limit; another pays one more, its limit at most."""
    state = opened(14)
    settle_lot(state, limits)
    assert (state.leader, state.bid) == (buyer, price)
    assert state.money[buyer] == 60 - price
    assert state.plants[buyer] == (state.rules.plant_ids["12"],)


def test_a_settled_auction_has_the_buyer_of_the_real_one() -> None:
    """With limits that differ, the buyer is that of raises by one, and the price differs by one raise at most."""
    rng = Random(5)
    for _ in range(30):
        limits = dict(zip(range(SEATS), rng.sample(range(15, 60), SEATS), strict=True))
        buyer, price = bid_out(opened(14), limits)
        state = opened(14)
        settle_lot(state, limits)
        assert state.leader == buyer
        assert abs(state.bid - price) <= 1


def test_a_sale_at_once_is_the_one_after_all_have_passed() -> None:
    """Selling to a bidder at a price leaves the table as the bid and everybody's passing do."""
    real = kit.act(opened(14), Bid(2, 20), Pass(3), Pass(0), Pass(1))
    state = opened(14)
    sell_lot(state, 2, 20)
    assert kilowatt.snapshot(kit.deal_all(state)) == kilowatt.snapshot(real)
