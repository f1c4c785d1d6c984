"""Fuel in hands: units and cards that come and go. Markets and their prices are the fuel supply's business.

A seat's units are counted in `held`. Where fuel comes as cards, its cards stand behind the count: units come off a
single first, then off the card with the fewest left, then the older one (AMB-97).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.engine.emitting import FUEL_DROPPED, emit
from kilowatt.engine.ids import FUELS
from kilowatt.engine.storage import capacity, overflow_in

if TYPE_CHECKING:
    from kilowatt.engine.state import State

SINGLE = 0
"""Units code of a single: it has one unit and no place in the draw stack."""


def kind(fuel: int, units: int) -> int:
    """Return the kind of fuel card with so many units; `SINGLE` for a single."""
    return fuel * 4 + units


def fuel_of(card: int) -> int:
    """Return the fuel of a kind of card."""
    return card >> 2


def units_of(card: int) -> int:
    """Count the units on a new card of a kind."""
    return (card & 3) or 1


def is_single(card: int) -> bool:
    """Return whether a card is a single and not of the draw stack."""
    return card & 3 == SINGLE


def turn_down(s: State, chair: int, fuel: int, count: int) -> int:
    """Take units off a chair's cards, used-up ones to the discard pile; return how many singles were used up."""
    singles = 0
    cards = list(s.hands[chair])
    while count:
        place = min(
            [i for i, (card, _) in enumerate(cards) if fuel_of(card) == fuel],
            key=lambda i: (not is_single(cards[i][0]), cards[i][1], i),
        )
        card, left = cards[place]
        used = min(left, count)
        count -= used
        if used < left:
            cards[place] = (card, left - used)
        else:
            del cards[place]
            if is_single(card):
                singles += 1
            else:
                discard = list(s.fuel_discard)
                discard[card] += 1
                s.fuel_discard = tuple(discard)
    s.hands[chair] = tuple(cards)
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
