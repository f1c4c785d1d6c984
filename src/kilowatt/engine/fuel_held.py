"""Fuel in hands: units and cards that come and go. Markets and their prices are the fuel supply's business.

A seat's units are counted in `held`. Where fuel comes as cards, its cards stand behind the count: units come off a
single first, then off the card with the fewest left, then the older one (AMB-97).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kilowatt.engine.emitting import FUEL_DROPPED, emit
from kilowatt.engine.ids import FUELS, NOBODY
from kilowatt.engine.rows import changed, without
from kilowatt.engine.storage import capacity, overflow_in

if TYPE_CHECKING:
    from kilowatt.engine.state import State

SINGLE: Final = 0
"""Units code of a single: it has one unit and no place in the draw stack."""


def kind(fuel: int, units: int) -> int:
    """Return the kind of fuel card with so many units; `SINGLE` for a single."""
    return fuel * 4 + units


def fuel_of(card: int) -> int:
    """Return the fuel of a kind of card."""
    return card >> 2


def units_of(card: int) -> int:
    """Count the units on a new card of a kind."""
    return max(1, card & 3)


def is_single(card: int) -> bool:
    """Return whether a card is a single and not of the draw stack."""
    return card & 3 == SINGLE


def cards_of(s: State, chair: int) -> list[tuple[int, int]]:
    """List the fuel cards of a chair, oldest first: kind and units left."""
    return [(card >> 2, card & 3) for card in s.hands[chair]]


def turn_down(s: State, chair: int, fuel: int, count: int) -> int:
    """Take units off a chair's cards, used-up ones to the discard pile; return how many singles were used up."""
    singles = 0
    while count > 0:
        # a single first, then the card with the fewest units left, then the older one
        best = NOBODY
        least = 0
        for place in range(len(s.hands[chair])):
            card = s.hands[chair][place] >> 2
            if fuel_of(card) == fuel:
                mark = (s.hands[chair][place] & 3) + (0 if is_single(card) else 4)
                if best == NOBODY or mark < least:
                    best = place
                    least = mark
        if best == NOBODY:
            return singles
        card = s.hands[chair][best] >> 2
        left = s.hands[chair][best] & 3
        used = min(left, count)
        count -= used
        if used < left:
            s.hands[chair] = changed(s.hands[chair], best, s.hands[chair][best] - used)
        else:
            s.hands[chair] = without(s.hands[chair], best)
            if is_single(card):
                singles += 1
            else:
                s.fuel_discard = changed(s.fuel_discard, card, s.fuel_discard[card] + 1)
    return singles


def drop_overflow(s: State, seat: int) -> int:
    """Drop the fuel that only one choice is left for; return how many of the hybrids' units must still go [AMB-74]."""
    gone = overflow_in(s, capacity(s.rules, s.plants[seat]), seat * FUELS)
    for fuel in range(FUELS):
        if gone[fuel]:
            drop(s, seat, fuel, gone[fuel])
    return gone[FUELS]


def drop_scrapped(s: State, seat: int, plant: int) -> None:
    """Drop what does not fit any more of the one fuel of a scrapped plant; a hybrid's owner chooses [AMB-74]."""
    rules = s.rules
    if not rules.only_scrapped_fuel_goes or len(rules.burns[plant]) != 1:
        return
    gone = overflow_in(s, capacity(rules, s.plants[seat]), seat * FUELS)
    fuel = rules.burns[plant][0]
    count = min(s.held[seat * FUELS + fuel], gone[fuel] + gone[FUELS])
    if gone[FUELS] and count and fuel in rules.mix:
        drop(s, seat, fuel, count)


def drop(s: State, seat: int, fuel: int, count: int) -> None:
    """Give up fuel when a plant is scrapped: what has no room any more, or what its owner lets go [R18-AUC-23]."""
    s.rules.fuel_supply.returns(s, seat, fuel, count)
    emit(s, FUEL_DROPPED, seat, fuel, count)
