"""The legal ids of both grains, as the families of `kilowatt.envs` list them."""

from __future__ import annotations

from typing import Final

from kilowatt.engine import houses
from kilowatt.engine.asks import (
    ASK_BID,
    ASK_BUILD,
    ASK_CARD,
    ASK_DISCARD,
    ASK_FUEL,
    ASK_OPEN,
    ASK_RUN,
    ASK_SCRAP,
)
from kilowatt.engine.ids import FUELS
from kilowatt.engine.phases import auction
from kilowatt.engine.storage import burned, given_up, room_in
from kilowatt.kernel import machine, storage
from kilowatt.kernel.bits import lowest
from kilowatt.kernel.environment.records import LEGAL, Ids, Legal, Octets, Taken
from kilowatt.kernel.menus import CARD_BITS, CARD_SHIFT, JUMP, KIND, PASS, TOO_MANY_ROWS
from kilowatt.kernel.record_layout import KINDS, OWNED, Game, Mask, Menu, Tables

RAISES: Final = 200
"""Amounts over the least bid that are one id each."""
TOKENS: Final = 12
"""Tokens that one id can buy in the whole grain."""
HOUSES: Final = 8
"""Houses that one id can build in the whole grain."""


def add(s: Game, allowed: Legal, number: int) -> None:
    """Add a legal id."""
    if allowed.count >= LEGAL:
        s.fault = TOO_MANY_ROWS
        return
    allowed.ids[allowed.count] = number
    allowed.count += 1


def legal_ids(s: Game, t: Tables, m: Menu, ids: Ids, taken: Taken, allowed: Legal) -> None:
    """List the ids the acting seat may choose."""
    allowed.count = 0
    allowed.first = 0
    allowed.stop = 0
    ask = s.ask
    if ask == ASK_BID:
        if not taken.wider:
            add(s, allowed, PASS)
        span(s, ids, allowed, s.bid + 1 + RAISES * taken.wider, s.money[s.actor])
    elif ask == ASK_OPEN and taken.opened:
        plant = taken.opened - 1
        least = auction.least_bid(s, plant)
        most = min(least, s.money[s.actor]) if auction.pays_least(s, s.actor) else s.money[s.actor]
        span(s, ids, allowed, least + RAISES * taken.wider, most)
    elif ask == ASK_SCRAP:
        scrapping(s, t, ids, taken, allowed)
    elif ask == ASK_RUN and ids.whole:
        run_sets(s, t, m, ids, allowed)
    elif ask == ASK_RUN:
        next_plants(s, t, m, ids, taken, allowed)
    elif ask == ASK_FUEL and ids.whole:
        tokens(s, t, ids, allowed)
    elif ask == ASK_BUILD and ids.whole:
        house_sets(s, t, m, ids, allowed)
    else:
        rows(s, t, m, ids, allowed)


def span(s: Game, ids: Ids, allowed: Legal, least: int, most: int) -> None:
    """Add the amounts from `least` to `most`, counted from `least`."""
    allowed.first = ids.amount
    if most - least >= RAISES:
        add(s, allowed, ids.amount + RAISES)
        allowed.stop = ids.amount + RAISES
    else:
        allowed.stop = ids.amount + max(0, most - least + 1)


def rows(s: Game, t: Tables, m: Menu, ids: Ids, allowed: Legal) -> None:
    """Add one id per row of the menu."""
    machine.legal(s, t, m)
    for row in range(m.rows):
        what = m.first[row] & (KIND - 1)
        if m.first[row] == PASS:
            add(s, allowed, PASS)
        elif s.ask == ASK_OPEN:
            add(s, allowed, ids.first[ASK_OPEN] + (what >> CARD_SHIFT & CARD_BITS))
        elif s.ask == ASK_CARD:
            add(s, allowed, ids.first[ASK_CARD] + (what // KINDS - 1) * ids.kinds + what % KINDS)
        elif s.ask == ASK_BUILD and what >= JUMP:
            add(s, allowed, ids.jump + what - JUMP)
        else:
            add(s, allowed, ids.first[s.ask] + what)


def given_units(taken: Taken) -> int:
    """Count the units given up so far."""
    return taken.given[0] + taken.given[1] + taken.given[2] + taken.given[3]


def scrapping(s: Game, t: Tables, ids: Ids, taken: Taken, allowed: Legal) -> None:
    """Add the fuels of which one more unit can go, in their order, and the plants that can go with those given up."""
    units = given_units(taken)
    last = 0
    for token in range(FUELS):
        if taken.given[token]:
            last = token
    more = 0
    for place in range(s.plant_count[s.actor]):
        plant = s.plants[s.actor][place]
        if t.may_scrap_new_plant or plant != s.newest:
            most = given_up(s, s.actor, plant)
            total = most[FUELS]
            fits = 1 if units <= max(0, total) else 0
            for token in range(FUELS):
                if taken.given[token] > max(0, most[token]):
                    fits = 0
            if fits:
                add(s, allowed, ids.first[ASK_SCRAP] + plant)
                if units < total:
                    for token in range(last, FUELS):
                        if taken.given[token] < most[token]:
                            more |= 1 << token
    for token in range(FUELS):
        if more >> token & 1:
            add(s, allowed, ids.first[ASK_DISCARD] + token)


def units_of(t: Tables, plant: int, digit: int) -> int:
    """Return the units of its first fuel that a hybrid burns in a digit of a run; 0 for any other plant."""
    return t.needs[plant] - (digit - 1) if t.fuels[plant] == 2 else 0


def next_plants(s: Game, t: Tables, m: Menu, ids: Ids, taken: Taken, allowed: Legal) -> None:
    """Add the plants that can run next, and the end, after those named."""
    machine.legal(s, t, m)
    plants = [0] * OWNED
    size = storage.sorted_plants(s, s.actor, plants)
    decided = (1 << storage.DIGIT * taken.named) - 1
    done = 0
    seen: list[Mask] = [0] * OWNED
    for row in range(m.rows):
        run = m.first[row] & (KIND - 1)
        if run & decided == taken.running:
            slot = taken.named
            while slot < size and not run >> storage.DIGIT * slot & storage.DIGIT_BITS:
                slot += 1
            if slot == size:
                done = 1
            else:
                seen[slot] |= 1 << (run >> storage.DIGIT * slot & storage.DIGIT_BITS)
    if done:
        add(s, allowed, ids.first[ASK_RUN])
    for slot in range(taken.named, size):
        while seen[slot]:
            add(s, allowed, ids.run_of[plants[slot]] + units_of(t, plants[slot], lowest(seen[slot])))
            seen[slot] &= seen[slot] - 1


def run_sets(s: Game, t: Tables, m: Menu, ids: Ids, allowed: Legal) -> None:
    """Add every set of plants that can run together."""
    machine.legal(s, t, m)
    plants = [0] * OWNED
    size = storage.sorted_plants(s, s.actor, plants)
    for row in range(m.rows):
        number = 0
        weight = 1
        for slot in range(size):
            digit = m.first[row] >> storage.DIGIT * slot & storage.DIGIT_BITS
            if digit:
                number += (1 + units_of(t, plants[slot], digit)) * weight
            weight *= ids.base
        add(s, allowed, ids.first[ASK_RUN] + number)


def tokens(s: Game, t: Tables, ids: Ids, allowed: Legal) -> None:
    """Add, per good, as many ids as there are tokens that fit and can be paid; then ending the turn."""
    seat = s.actor
    cap = t.fuel_supply.storage(s, seat)
    burns = burned(t, s.plants[seat])
    for token in range(FUELS):
        room = room_in(s, cap, seat * FUELS, token)
        if burns >> token & 1 and room > 0:
            for market in range(t.market_size):
                cost = t.fuel_supply.price(s, seat, market, token)
                if cost > 0 and cost <= s.money[seat]:
                    first = ids.first[ASK_FUEL] + (market * FUELS + token) * TOKENS
                    for more in range(
                        affordable(s, t, seat, market, token, 1 if t.fuel_goes_round else min(room, TOKENS))
                    ):
                        add(s, allowed, first + more)
    add(s, allowed, PASS)


def affordable(s: Game, t: Tables, seat: int, market: int, token: int, most: int) -> int:
    """Count the tokens a seat can pay one after another, at most `most`."""
    money = s.money[seat]
    if market >= t.track_size:
        return min(most, s.supply[token], money // t.fuel_supply.stored_price(token))
    track = market * FUELS + token
    left: Mask = t.fuel_supply.on_sale(s, seat, market, token)
    more = t.fuel_supply.surcharge(s, market)
    many = 0
    while left and many < most:
        money -= t.prices[track][lowest(left) + 1] + more
        if money < 0:
            return many
        left &= left - 1
        many += 1
    return many


def house_sets(s: Game, t: Tables, m: Menu, ids: Ids, allowed: Legal) -> None:
    """Add each city alone, and with as many more houses as the money could pay at the lowest price."""
    machine.legal(s, t, m)
    for row in range(m.rows):
        if m.first[row] == PASS:
            add(s, allowed, PASS)
        elif m.first[row] & JUMP:
            add(s, allowed, ids.jump + (m.first[row] & (JUMP - 1)))
        else:
            city = m.first[row] & (KIND - 1)
            left = s.money[s.actor] - house_price(s, t, city)
            for more in range(min(HOUSES, 1 + left // max(1, t.least_house))):
                add(s, allowed, ids.first[ASK_BUILD] + city * HOUSES + more)


def house_price(s: Game, t: Tables, city: int) -> int:
    """Return what the acting seat pays for its next house in a city."""
    return t.space_costs[houses.space_for(s, s.actor, city)][city] + s.reach[s.actor][city]


def write_mask(ids: Ids, allowed: Legal, mask: Octets) -> None:
    """Write 1 for each legal id and 0 for the others."""
    for number in range(ids.size):
        mask[number] = 0
    for place in range(allowed.count):
        mask[allowed.ids[place]] = 1
    for number in range(allowed.first, allowed.stop):
        mask[number] = 1
