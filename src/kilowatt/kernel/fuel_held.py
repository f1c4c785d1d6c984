"""Fuel in hands: units and cards that come and go, and where fuel that leaves a chair goes."""

from __future__ import annotations

from typing import Final

from kilowatt.kernel.record_layout import Game

UNIT_BITS: Final = 3


def fuel_of(card: int) -> int:
    """Return the fuel of a kind of card."""
    return card >> 2


def units_of(card: int) -> int:
    """Count the units on a new card of a kind; a single has one."""
    return (card & 3) or 1


def turn_down(s: Game, chair: int, fuel: int, count: int) -> int:
    """Take units off a chair's cards, used-up ones to the discard pile; return how many singles went (AMB-97)."""
    singles = 0
    while count > 0:
        # a single first, then the card with the fewest units left, then the older one
        best = -1
        least = 0
        for place in range(s.hand_size[chair]):
            card = s.hands[chair][place] >> 2
            if fuel_of(card) == fuel:
                mark = (s.hands[chair][place] & UNIT_BITS) + (4 if card & 3 else 0)
                if best < 0 or mark < least:
                    best = place
                    least = mark
        if best < 0:
            return singles
        card = s.hands[chair][best] >> 2
        left = s.hands[chair][best] & UNIT_BITS
        used = min(left, count)
        count -= used
        if used < left:
            s.hands[chair][best] -= used
        else:
            s.hand_size[chair] -= 1
            for place in range(best, s.hand_size[chair]):
                s.hands[chair][place] = s.hands[chair][place + 1]
            s.hands[chair][s.hand_size[chair]] = 0
            if card & 3:
                s.fuel_discard[card] += 1
            else:
                singles += 1
    return singles
