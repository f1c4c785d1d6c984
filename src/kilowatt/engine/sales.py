"""Sales: how an auction ends without each of its bids, what the contractor pays, and a plant that replaces another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.engine import tasks
from kilowatt.engine.asks import NO_ASK
from kilowatt.engine.fuel_held import drop, drop_overflow, drop_scrapped
from kilowatt.engine.ids import AUCTION, FUELS, NOBODY

if TYPE_CHECKING:
    from kilowatt.engine.state import State


def compensation_for(s: State) -> int:
    """Return what the top contractor card pays for the next scrapped plant; 0 without one [DC-GEN-04, DC-GEN-05]."""
    cards = s.rules.contractor
    if not cards:
        return 0
    return cards[s.contractor][1 if s.paid_scraps and s.phase == AUCTION else 0]


def swap_plants(s: State, seat: int, new: int, old: int) -> int:
    """Take a plant into a seat, in the place of an old one unless that is `NOBODY`; return what the contractor pays.

    Fuel that the plants left cannot hold goes [AMB-74]; of a hybrid's two fuels the first one goes first. The
    market and the money stay as they are: a plan asks what would be, and nobody has sold anything.
    """
    if s.rules.fuel_supply.is_mine(new):
        s.rules.fuel_supply.take_mine(s, seat, new)
        return 0
    s.plants[seat] = tuple([plant for plant in (*s.plants[seat], new) if plant != old])
    if old == NOBODY:
        return 0
    drop_scrapped(s, seat, old)
    first, second = s.rules.mix
    for _ in range(drop_overflow(s, seat)):
        drop(s, seat, first if s.held[seat * FUELS + first] else second, 1)
    return compensation_for(s)


def hammer_price(s: State, limits: dict[int, int]) -> tuple[int, int]:
    """Return who gets the plant that is up, and for how much, if every bidder raises up to its limit.

    The highest limit wins for one more than the second, or for the bid that stands if nobody raises it.
    """
    winner = s.leader
    best = max(limits.get(winner, 0), s.bid)
    second = s.bid
    for seat, limit in limits.items():
        if seat == s.leader:
            continue
        if limit > best:
            second = max(second, best)
            winner, best = seat, limit
        elif limit > second:
            second = limit
    return winner, min(best, second + 1) if winner != s.leader else second


def sell(s: State, seat: int, price: int) -> None:
    """End the auction: every other bidder has passed, and this seat buys at this price [R18-AUC-09]."""
    s.bid = price
    s.leader = seat
    s.bidders = 1 << seat
    s.ask = NO_ASK
    tasks.push(s, s.rules.after_sale)
