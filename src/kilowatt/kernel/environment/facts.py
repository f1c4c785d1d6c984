"""The compact observation: every public fact relative to a seat, as bytes in the order of `kilowatt.envs.blocks`.

A block of yes-or-no facts is a row of bits, the first member lowest, filled up to whole bytes. A number has two bytes,
the lower first; the cost of a connection has one.
"""

from __future__ import annotations

from typing import Final

from kilowatt.engine.asks import FIRST_DRAW
from kilowatt.engine.ids import FUELS, NOBODY, OVER, PHASE_NAMES
from kilowatt.engine.plants import IN_MARKET
from kilowatt.engine.rows import Cities
from kilowatt.kernel import storage
from kilowatt.kernel.bits import count, lowest, put_number, put_word
from kilowatt.kernel.environment.legal import RAISES
from kilowatt.kernel.environment.records import Ids, Octets, Taken
from kilowatt.kernel.record_layout import COLUMNS, KINDS, OWNED, Game, Mask, Tables

PHASES: Final = len(PHASE_NAMES)
SEATS: Final = 6
POSITIONS: Final = 7
UNITS_LEFT: Final = 3
MOST: Final = 2000
"""No number of an observation is greater."""
UNREACHABLE: Final = 255
"""The byte of a city that cannot be reached."""
WORD: Final = 64
"""Bits of a set."""


def bits(row: Octets, at: int, mask: Mask, many: int) -> int:
    """Write a block of bits; return where the next block begins."""
    return put_word(row, at, mask, (many + 7) // 8)


def city_bits(row: Octets, at: int, mask: Cities, many: int) -> int:
    """Write a block of bits for cities; return where the next block begins."""
    return put_word(row, at, mask, (many + 7) // 8)


def one(card: int) -> Mask:
    """Return the set of one card, empty for none."""
    empty: Mask = 0
    return empty if card == NOBODY else 1 << card


def owned(s: Game, chair: int) -> Mask:
    """Return the plants of a chair as a set."""
    plants: Mask = 0
    for place in range(s.plant_count[chair]):
        plants |= 1 << s.plants[chair][place]
    return plants


def observe(s: Game, t: Tables, ids: Ids, taken: Taken, seat: int, row: Octets) -> int:
    """Write the observation of a seat; return how many bytes it has."""
    at = decision(s, t, seat, row)
    at = lots(s, t, taken, row, at)
    at = counters(s, t, ids, taken, row, at)
    at = cards(s, t, row, at)
    at = board(s, t, row, at)
    at = fuel(s, t, ids, row, at)
    for place in range(t.seats):
        chair = (seat + place) % t.seats
        at = standing(s, chair, money_seen(s, ids, seat, chair), row, at)
        at = holdings(s, t, ids, chair, row, at)
        # sixteen cities at once where the next seat writes over what is too much
        reach(s, chair, row, at, t.city_size if place == t.seats - 1 else (t.city_size + 15) // 16 * 16)
        at += t.city_size
    return at


def decision(s: Game, t: Tables, seat: int, row: Octets) -> int:
    """Write where the game is and which seat has to make which decision."""
    at = bits(row, 0, 1 << s.phase, PHASES)
    at = bits(row, at, 1 << s.step - 1, 3)
    asked: Mask = 0
    if s.ask > 0 and s.ask < FIRST_DRAW:
        asked = 1 << s.ask - 1
    at = bits(row, at, asked, FIRST_DRAW - 1)
    happened = s.step2_done + 2 * s.step3_due + 4 * s.last_round + 16 * s.scrapped + 32 * s.trust_took
    if s.end_card == IN_MARKET:
        happened += 8
    at = bits(row, at, happened, 6)
    actor: Mask = 0
    if s.actor >= 0:
        actor = 1 << (s.actor - seat + t.seats) % t.seats
    return bits(row, at, actor, SEATS)


def lots(s: Game, t: Tables, taken: Taken, row: Octets, at: int) -> int:
    """Write the lot, the purchase being settled, and the plants of the partial action."""
    at = bits(row, at, one(s.lot), t.plant_size)
    at = bits(row, at, one(s.newest), t.plant_size)
    named: Mask = one(taken.opened - 1)
    own = [0] * OWNED
    if taken.named:
        storage.sorted_plants(s, s.actor, own)
        for slot in range(taken.named):
            if taken.running >> storage.DIGIT * slot & storage.DIGIT_BITS:
                named |= 1 << own[slot]
    return bits(row, at, named, t.plant_size)


def counters(s: Game, t: Tables, ids: Ids, taken: Taken, row: Octets, at: int) -> int:
    """Write the numbers about the moment."""
    at = put_number(row, at, s.round)
    at = put_number(row, at, min(s.bid, MOST) if s.lot != NOBODY else 0)
    at = put_number(row, at, min(RAISES * taken.wider, MOST))
    burned = 0
    own = [0] * OWNED
    if taken.named:
        storage.sorted_plants(s, s.actor, own)
        for slot in range(taken.named):
            digit = taken.running >> storage.DIGIT * slot & storage.DIGIT_BITS
            if digit:
                burned += storage.burn(t, own[slot], digit - 1)
    for token in range(FUELS):
        at = put_number(row, at, (burned >> 8 * token & storage.BYTE) + taken.given[token])
    at = put_number(row, at, s.trust_houses)
    if t.contractor_size:
        at = put_number(row, at, s.contractor + 1)
        at = put_number(row, at, t.contractor[s.contractor][0])
        at = put_number(row, at, t.contractor[s.contractor][1])
        at = put_number(row, at, s.paid_scraps)
    else:
        for _ in range(4):
            at = put_number(row, at, 0)
    for slot in range(ids.slots):
        # the market that each seat is bound to, its mines and its jump are blocks of the seat
        bound = ids.seat_slots and slot >= t.fuel_supply_base and slot < t.fuel_supply_base + t.seats
        jump = t.starting_cities and slot >= t.starts_base and slot < t.starts_base + t.seats
        if not bound and not jump:
            at = put_number(row, at, s.slots[slot])
    return at


def cards(s: Game, t: Tables, row: Octets, at: int) -> int:
    """Write the plant market, the stack, what is out of the game, and the Trust's plants."""
    on_offer = t.plant_market.current(s)
    current: Mask = 0
    future: Mask = 0
    for place in range(s.market_size):
        if place < on_offer:
            current |= 1 << s.market[place]
        else:
            future |= 1 << s.market[place]
    unseen: Mask = 0
    under: Mask = 0
    following: Mask = 0
    stack = 0
    for layer in range(s.layers):
        for card in s.seq[layer]:
            unseen |= 1 << card
            if layer:
                under |= 1 << card
        stack += len(s.seq[layer])
        for group in range(len(s.group_mask[layer])):
            stack += s.group_left[layer][group]
            if s.group_left[layer][group]:
                unseen |= s.group_mask[layer][group]
                if layer == 0 and (s.top_back == NOBODY or s.top_back == s.group_back[0][group]):
                    following |= s.group_mask[0][group]
    if s.layers and s.seq[0]:
        following = 1 << s.seq[0][0]
    trust: Mask = 0
    if t.trust_plays:
        trust = owned(s, t.trust_chair)
    at = bits(row, at, current, t.plant_size)
    at = bits(row, at, future, t.plant_size + 1)
    at = bits(row, at, one(s.discount), t.plant_size)
    at = bits(row, at, unseen, t.plant_size + 1)
    at = bits(row, at, following, t.plant_size + 1)
    at = bits(row, at, under, t.plant_size + 1)
    at = bits(row, at, s.removed, t.plant_size)
    at = bits(row, at, one(s.top_back), t.back_size + 1)
    at = bits(row, at, trust, t.plant_size)
    return put_number(row, at, stack)


def board(s: Game, t: Tables, row: Octets, at: int) -> int:
    """Write areas and cities in play, marks, and every house."""
    areas: Mask = 0
    for place in range(s.area_size):
        areas |= 1 << s.areas[place]
    at = bits(row, at, areas, t.area_size)
    at = city_bits(row, at, s.zone, t.city_size)
    at = city_bits(row, at, s.marks, t.city_size)
    for space in range(3):
        at = city_bits(row, at, s.spaces[space], t.city_size)
    for space in range(3):
        trust: Cities = 0
        if t.trust_plays:
            for city in range(t.city_size):
                if s.houses[city] >> 4 * space & 15 == t.trust_chair + 1:
                    trust |= 1 << city
        at = city_bits(row, at, trust, t.city_size)
    return at


def fuel(s: Game, t: Tables, ids: Ids, row: Octets, at: int) -> int:
    """Write the fuel markets, the supply, fuel cards on sale, and what the Trust holds."""
    at = fuel_spaces(s, t, row, at)
    for track in range(t.track_size * FUELS):
        at = put_number(row, at, count(s.fuel[track]))
    if t.market_size > t.track_size:
        for token in range(FUELS):
            at = put_number(row, at, s.supply[token] if t.fuel_supply.stored_price(token) else 0)
    for track in range(t.track_size * FUELS):
        more = t.fuel_supply.surcharge(s, track // FUELS)
        at = put_number(row, at, t.prices[track][lowest(s.fuel[track]) + 1] + more if s.fuel[track] else 0)
    if t.market_size > t.track_size:
        for token in range(FUELS):
            at = put_number(row, at, t.fuel_supply.stored_price(token) if s.supply[token] else 0)
    for token in range(FUELS):
        at = put_number(row, at, s.supply[token])
    for token in range(FUELS):
        at = put_number(row, at, s.held[t.trust_chair * FUELS + token] if t.trust_plays else 0)
    for column in range(1, COLUMNS):
        for kind in range(ids.kinds):
            at = put_number(row, at, s.columns[column * KINDS + kind])
    for kind in range(ids.kinds):
        at = put_number(row, at, s.fuel_bag[kind])
    for kind in range(ids.kinds):
        at = put_number(row, at, s.fuel_discard[kind])
    return at


def fuel_spaces(s: Game, t: Tables, row: Octets, at: int) -> int:
    """Write the occupied spaces of all markets as one block, eight bytes at a time."""
    word: Mask = 0
    begin = 0
    for track in range(t.track_size * FUELS):
        width = count(t.full[track])
        word |= s.fuel[track] << begin
        begin += width
        if begin >= WORD:
            at = put_word(row, at, word, WORD // 8)
            begin -= WORD
            word = 0
            if begin:
                word = s.fuel[track] >> width - begin
    return put_word(row, at, word, (begin + 7) // 8)


def money_seen(s: Game, ids: Ids, observer: int, seat: int) -> int:
    """Return the money of a seat as another one knows it: where it is hidden, the guess of `knowledge.known_to`."""
    if not ids.hides_money or seat == observer or s.actor == OVER:
        return s.money[seat]
    guess = s.money[observer]
    if s.bid and s.leader != observer:
        guess = max(guess, s.bid)
    return guess


def standing(s: Game, seat: int, money: int, row: Octets, at: int) -> int:
    """Write a seat's part in the auction, its money as far as it is known, and its fuel."""
    at = put_number(row, at, s.bought >> seat & 1)
    at = put_number(row, at, s.out >> seat & 1)
    at = put_number(row, at, s.bidders >> seat & 1 if s.lot != NOBODY else 0)
    at = put_number(row, at, 1 if s.lot != NOBODY and s.leader == seat else 0)
    at = put_number(row, at, 1 if s.lot != NOBODY and s.opener == seat else 0)
    at = put_number(row, at, min(money, MOST))
    at = put_number(row, at, s.income[seat])
    at = put_number(row, at, count(s.cities[seat]))
    for token in range(FUELS):
        at = put_number(row, at, s.held[seat * FUELS + token])
    return at


def holdings(s: Game, t: Tables, ids: Ids, seat: int, row: Octets, at: int) -> int:
    """Write a seat's cities, plants, place in the order, market and storage."""
    at = city_bits(row, at, s.cities[seat], t.city_size)
    mines: Mask = t.fuel_supply.mines(s, seat)
    at = bits(row, at, owned(s, seat) | mines, t.plant_size)
    order: Mask = 0
    for place in range(s.order_size):
        if s.order[place] == seat:
            order |= 1 << place
    at = bits(row, at, order, POSITIONS)
    at = bits(row, at, one(t.fuel_supply.market_of(s, seat)), t.market_size)
    if t.starting_cities:
        at = bits(row, at, 1 if t.starts.may_jump(s, seat) else 0, 1)
    room = t.fuel_supply.storage(s, seat)
    for token in range(FUELS + 1):
        at = put_number(row, at, room[token])
    if ids.kinds:
        at = hand(s, ids, seat, row, at)
    return at


def hand(s: Game, ids: Ids, seat: int, row: Octets, at: int) -> int:
    """Write how many cards of each kind and with how many units left a seat has."""
    for kind in range(ids.kinds):
        for left in range(1, UNITS_LEFT + 1):
            many = 0
            for place in range(s.hand_size[seat]):
                if s.hands[seat][place] == kind * 4 + left:
                    many += 1
            at = put_number(row, at, many)
    return at


def reach(s: Game, seat: int, row: Octets, at: int, many: int) -> None:
    """Write what it costs a seat to connect each of so many cities, a byte each."""
    for city in range(many):
        row[at + city] = min(s.reach[seat][city], UNREACHABLE)
