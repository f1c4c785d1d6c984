"""The Trust: takes plants, fuel and space in games of two. It never bids, never pays and cannot win."""

from __future__ import annotations

from typing import Final

from kilowatt.engine import tasks
from kilowatt.engine.ids import FUELS, NOBODY
from kilowatt.engine.phases.card_market import LAST, SINGLES
from kilowatt.kernel import houses, plants, storage
from kilowatt.kernel.agenda import push
from kilowatt.kernel.fuel_held import returns, units_of
from kilowatt.kernel.phases.card_market import hand_over
from kilowatt.kernel.phases.fuel_market import buy_cheapest
from kilowatt.kernel.record_layout import KINDS, Game, Tables

LIMIT: Final = 3
SECOND_SPACE: Final = 1


def give_up(s: Game, chair: int, place: int) -> None:
    """Take a plant of a chair out of the game."""
    s.removed |= 1 << s.plants[chair][place]
    s.plant_count[chair] -= 1
    while place < s.plant_count[chair]:
        s.plants[chair][place] = s.plants[chair][place + 1]
        place += 1
    s.plants[chair][place] = 0


def takes_plant(s: Game, t: Tables) -> None:
    """Take the biggest plant on offer [R18-TR-08, C-TR-03].

    With three, only for a smaller one of its own [R18-TR-10]; where fuel comes as cards, for its oldest [C-TR-04].
    """
    offered = plants.current(s, t)
    if not offered:
        return
    chair = t.trust_chair
    plant = s.market[offered - 1]
    if s.plant_count[chair] >= LIMIT:
        place = 0
        if not t.card_trust:
            for other in range(1, s.plant_count[chair]):
                if t.numbers[s.plants[chair][other]] < t.numbers[s.plants[chair][place]]:
                    place = other
            if t.numbers[plant] < t.numbers[s.plants[chair][place]]:
                return
        give_up(s, chair, place)
    plants.take_out(s, plant)
    s.plants[chair][s.plant_count[chair]] = plant
    s.plant_count[chair] += 1
    push(s, tasks.REPLACEMENT)


def joins_city(s: Game, t: Tables, city: int) -> None:
    """Stand a house on the second space of a city that was empty, while there are any [R18-TR-16, R18-TR-18]."""
    if t.trust_plays and not t.card_trust and s.trust_houses:
        s.trust_houses -= 1
        houses.put(s, city, SECOND_SPACE, t.trust_chair)


def takes_token(s: Game, t: Tables, fuel: int) -> int:
    """Take the cheapest token of a fuel on any market, not from a storage (AMB-44); return whether there was one."""
    for market in range(t.track_size):
        if s.fuel[market * FUELS + fuel]:
            buy_cheapest(s, t, t.trust_chair, fuel)
            return 1
    return 0


def buys_tokens(s: Game, t: Tables) -> None:
    """Take one production's fuel: one-fuel plants first, then hybrids in turn from one fuel and the other.

    [R18-TR-11, R18-TR-13, R18-TR-14, AMB-88]
    """
    chair = t.trust_chair
    own = [0] * LIMIT
    size = min(s.plant_count[chair], LIMIT)
    for place in range(size):
        plant = s.plants[chair][place]
        at = place
        while at > 0 and t.numbers[own[at - 1]] > t.numbers[plant]:
            own[at] = own[at - 1]
            at -= 1
        own[at] = plant
    for place in range(size):
        if t.fuels[own[place]] == 1:
            for _ in range(t.needs[own[place]]):
                takes_token(s, t, t.burns[own[place]][0])
    for place in range(size):
        if t.fuels[own[place]] > 1:
            for turn in range(t.needs[own[place]]):
                if not takes_token(s, t, t.mix[turn & 1]):
                    takes_token(s, t, t.mix[1 - (turn & 1)])


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
    need = [0] * (FUELS + 1)
    storage.capacity(s, t, chair, need)
    for fuel in range(FUELS + 1):
        need[fuel] = need[fuel] // 2
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


def buys_fuel(s: Game, t: Tables) -> None:
    """Take fuel in the Trust's place in the order [R18-TR-12, C-TR-11]."""
    if t.card_trust:
        buys_cards(s, t)
    elif t.trust_plays:
        buys_tokens(s, t)


def returns_fuel(s: Game, t: Tables) -> None:
    """Give all fuel back, with the production of the others; it earns nothing [R18-TR-19, C-TR-10]."""
    for fuel in range(FUELS):
        held = s.held[t.trust_chair * FUELS + fuel]
        if held:
            returns(s, t, t.trust_chair, fuel, held)
