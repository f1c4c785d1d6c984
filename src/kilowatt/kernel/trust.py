"""The Trust that takes fuel cards."""

from __future__ import annotations

from kilowatt.engine.ids import FUELS, NOBODY
from kilowatt.engine.phases.card_market import LAST, SINGLES
from kilowatt.engine.storage import capacity
from kilowatt.kernel.fuel_held import units_of
from kilowatt.kernel.phases.card_market import hand_over
from kilowatt.kernel.record_layout import KINDS, Game, Tables


def over(s: Game, t: Tables, need: list[int]) -> int:
    """Count the units held beyond the one-fuel plants' need: they serve the hybrids."""
    base = t.trust_chair * FUELS
    first = max(0, s.held[base + t.mix[0]] - need[t.mix[0]])
    return first + max(0, s.held[base + t.mix[1]] - need[t.mix[1]])


def cheapest(s: Game, fuel: int, other: int) -> int:
    """Find the cheapest card of these fuels: lowest column, then the first fuel, then fewest units (AMB-13).

    Return column * KINDS + kind.
    """
    for column in range(SINGLES, LAST + 1):
        for card in range(fuel * 4, fuel * 4 + 4):
            if s.columns[column][card]:
                return column * KINDS + card
        for card in range(other * 4, other * 4 + 4):
            if s.columns[column][card]:
                return column * KINDS + card
    return NOBODY


def takes_card(s: Game, t: Tables, place: int, room: int) -> None:
    """Take a card for nothing; units beyond the room become singles."""
    card = place % KINDS
    hand_over(s, t.trust_chair, place // KINDS, card, min(units_of(card), room))


def buys_cards(s: Game, t: Tables) -> None:
    """Take one production's fuel: one-fuel plants first, then the hybrids' from the cheaper one [C-TR-05..08]."""
    chair = t.trust_chair
    whole = capacity(t, s.plants[chair])
    need = [0] * (FUELS + 1)
    for fuel in range(FUELS + 1):
        need[fuel] = whole[fuel] // 2
    for fuel in range(FUELS):
        # a card taken for a plant of one of the hybrids' fuels may hold units that serve the hybrid too
        spare = need[FUELS] if fuel == t.mix[0] or fuel == t.mix[1] else 0
        while s.held[chair * FUELS + fuel] < need[fuel] and not s.fault:
            card = cheapest(s, fuel, fuel)
            if card == NOBODY:
                break
            room = need[fuel] - s.held[chair * FUELS + fuel] + max(0, spare - over(s, t, need))
            takes_card(s, t, card, room)
    missing = need[FUELS] - over(s, t, need)
    while missing > 0 and not s.fault:
        card = cheapest(s, t.mix[0], t.mix[1])
        if card == NOBODY:
            break
        takes_card(s, t, card, missing)
        missing = need[FUELS] - over(s, t, need)
