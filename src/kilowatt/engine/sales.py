"""Sales: how an auction ends without each of its bids, and what the contractor pays for a scrapped plant."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.engine import tasks
from kilowatt.engine.asks import NO_ASK
from kilowatt.engine.ids import AUCTION

if TYPE_CHECKING:
    from kilowatt.engine.state import State


def compensation_for(s: State) -> int:
    """Return what the top contractor card pays for the next scrapped plant; 0 without one [DC-GEN-04, DC-GEN-05]."""
    cards = s.rules.contractor
    if not cards:
        return 0
    first, others = cards[s.contractor]
    return others if s.paid_scraps and s.phase == AUCTION else first


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
