"""Observations: every public fact of a state relative to a seat, as one vector of whole numbers or of fractions.

Facts that change together are one group. A page remembers what each of its groups was written from and writes anew only
those that changed: from one decision to the next most of an observation stays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from kilowatt.engine import deck
from kilowatt.engine.asks import FIRST_DRAW
from kilowatt.engine.ids import FUELS, NOBODY
from kilowatt.engine.network import FAR
from kilowatt.engine.plants import IN_MARKET
from kilowatt.envs.encoding import NOTHING, Meaning
from kilowatt.envs.layout import MOST, UNITS_LEFT, UNREACHABLE, Group, Layout
from kilowatt.envs.vocabulary import CARD_COLUMNS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kilowatt.engine.rules import Rules
    from kilowatt.engine.state import State

Facts = tuple[tuple[int, ...], list[int]]
"""What a group holds: one mask of bits for each block of yes-or-no facts, and the numbers after them."""

NOW, CARDS, BOARD, FUEL, FIRST_SEAT = range(5)
"""Places of the groups among a page's keys; each seat has three from FIRST_SEAT on."""


class Observer:
    """Writes observations of one ruleset and number of seats."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.layout = Layout(rules)
        self.size = self.layout.size

    def page(self, row: NDArray[Any] | None = None, *, whole: bool = False) -> Page:
        """Make a page on a row: fractions, or whole numbers if `whole`."""
        if row is None:
            row = np.zeros(self.size, np.int16 if whole else np.float32)
        return Page(self.layout, row, whole=whole)

    def flat(self, s: State, seat: int, said: Meaning = NOTHING) -> NDArray[np.float32]:
        """Write the facts as one vector of fractions, each number divided by the scale of its block."""
        page = self.page()
        page.write(s, seat, said)
        return page.row

    def numbers(self, s: State, seat: int, said: Meaning = NOTHING) -> NDArray[np.int16]:
        """Write the facts as one vector of whole numbers."""
        page = self.page(whole=True)
        page.write(s, seat, said)
        return page.row

    def arrays(self, s: State, seat: int, said: Meaning = NOTHING) -> dict[str, NDArray[np.int16]]:
        """Write the facts as a dict of arrays of whole numbers, block by block."""
        return self.split(self.numbers(s, seat, said))

    def split(self, row: NDArray[Any]) -> dict[str, NDArray[Any]]:
        """Cut a vector into its blocks; empty blocks are left out."""
        return {name: row[first : first + len(block.members)] for name, (first, block, _) in self.layout.blocks.items()}


class Page:
    """One written observation, in a row that it changes in place. Any state of the same rules may be written next."""

    def __init__(self, layout: Layout, row: NDArray[Any], *, whole: bool) -> None:
        self.layout = layout
        self.row = row
        self.whole = whole
        self.seat = 0
        self.keys: list[object] = [None] * (FIRST_SEAT + 3 * layout.seats)
        self.seats = row[layout.table :].reshape(layout.seats, layout.each)
        places = [0]
        for group in (layout.now, layout.cards, layout.board):
            places.append(places[-1] + group.size)
        self.places = places
        groups = (layout.now, layout.cards, layout.board, layout.fuel, layout.seat, layout.holdings, layout.reach)
        self.scales = {
            id(group): np.array([1 / scale for scale in group.scales[group.bits :]], np.float32) for group in groups
        }

    def write(self, s: State, seat: int, said: Meaning = NOTHING) -> None:
        """Bring the row up to date for a seat."""
        layout = self.layout
        if seat != self.seat:
            self._turn(seat)
        keys = self.keys
        actor = (s.actor - seat) % layout.seats if s.actor >= 0 else NOBODY
        key: object = _now_key(s, actor, said)
        if key != keys[NOW]:
            keys[NOW] = key
            self._put(layout.now, self.places[NOW], _now(s, actor, said))
        key = _cards_key(s)
        if key != keys[CARDS]:
            keys[CARDS] = key
            self._put(layout.cards, self.places[CARDS], _cards(s))
        key = (s.areas, s.zone, s.marks, *s.spaces, tuple(s.houses) if s.rules.trust_plays else None)
        if key != keys[BOARD]:
            keys[BOARD] = key
            self._put(layout.board, self.places[BOARD], _board(s))
        trust = s.held[-FUELS:] if s.rules.trust_plays else None
        key = (s.fuel[:], s.supply[:], trust, s.columns[:], s.fuel_bag, s.fuel_discard)
        if key != keys[FUEL]:
            keys[FUEL] = key
            self._put(layout.fuel, self.places[FUEL], _fuel(s))
        self._write_seats(s, seat)

    def _write_seats(self, s: State, seat: int) -> None:
        layout = self.layout
        keys = self.keys
        place = layout.table
        slot = FIRST_SEAT
        one_market = s.rules.fuel_supply.one_market
        for k in range(layout.seats):
            who = (seat + k) % layout.seats
            base = who * FUELS
            cities = s.cities[who]
            key: object = (s.money[who], _flags(s, who), s.income[who], cities, s.held[base : base + FUELS])
            if key != keys[slot]:
                keys[slot] = key
                self._put(layout.seat, place, _seat(s, who))
            key = (cities, s.plants[who], s.order, who, s.slots[:] if one_market else None, s.last_round, s.hands[who])
            if key != keys[slot + 1]:
                keys[slot + 1] = key
                self._put(layout.holdings, place + layout.seat.size, _holdings(s, who))
            key = (s.zone, cities)
            if key != keys[slot + 2]:
                keys[slot + 2] = key
                self._put(layout.reach, place + layout.each - layout.reach.size, _reach(s, who))
            place += layout.each
            slot += 3

    def _turn(self, seat: int) -> None:
        """Let another seat come first: the groups of the seats go round."""
        by = (seat - self.seat) % self.layout.seats
        self.seats[:] = np.concatenate((self.seats[by:], self.seats[:by]))
        of_seats = self.keys[FIRST_SEAT:]
        self.keys[FIRST_SEAT:] = of_seats[3 * by :] + of_seats[: 3 * by]
        self.seat = seat

    def _put(self, group: Group, place: int, facts: Facts) -> None:
        """Write a group: its bits as zeros and ones, its numbers divided by their scales unless whole."""
        masks, numbers = facts
        row = self.row
        middle = place + group.bits
        if masks:
            packed = 0
            at = 0
            for mask, width in zip(masks, group.widths, strict=True):
                packed |= mask << at
                at += width
            octets = np.frombuffer(packed.to_bytes((group.bits + 7) // 8, "little"), np.uint8)
            row[place:middle] = np.unpackbits(octets, count=group.bits, bitorder="little")
        if numbers:
            end = place + group.size
            row[middle:end] = numbers
            if not self.whole:
                row[middle:end] *= self.scales[id(group)]


def _now_key(s: State, actor: int, said: Meaning) -> tuple[object, ...]:
    return (
        s.phase,
        s.step,
        s.ask,
        actor,
        s.lot,
        s.bid,
        s.newest,
        s.round,
        said,
        s.step2_done,
        s.step3_due,
        s.last_round,
        s.end_card,
        s.scrapped,
        s.trust_took,
        s.trust_houses,
        s.contractor,
        s.paid_scraps,
        s.slots[:],
    )


def _now(s: State, actor: int, said: Meaning) -> Facts:
    rules = s.rules
    flags = (
        s.step2_done
        | s.step3_due << 1
        | s.last_round << 2
        | (s.end_card == IN_MARKET) << 3
        | s.scrapped << 4
        | s.trust_took << 5
    )
    bid = min(s.bid, MOST) if s.lot != NOBODY else 0
    numbers = [s.round, bid, min(said.raised, MOST), *said.burn, s.trust_houses]
    if rules.contractor:
        numbers += (s.contractor + 1, *rules.contractor[s.contractor], s.paid_scraps)
    else:
        numbers += (0, 0, 0, 0)
    if rules.fuel_supply.one_market:
        base = rules.fuel_supply.base
        numbers += s.slots[:base] + s.slots[base + rules.seats :]
    else:
        numbers += s.slots
    masks = (
        1 << s.phase,
        1 << (s.step - 1),
        1 << (s.ask - 1) if 0 < s.ask < FIRST_DRAW else 0,
        flags,
        _card(actor),
        _card(s.lot),
        _card(s.newest),
        said.plants,
    )
    return masks, numbers


def _cards_key(s: State) -> tuple[object, ...]:
    trust = s.plants[-1] if s.rules.trust_plays else ()
    return (s.deck, s.market, s.discount, s.removed, s.top_back, s.step, s.phase, trust)


def _cards(s: State) -> Facts:
    on_offer = s.rules.plant_market.current(s)
    masks = (
        _mask(s.market[:on_offer]),
        _mask(s.market[on_offer:]),
        _card(s.discount),
        deck.unseen(s.deck),
        _top(s),
        _mask(tuple(card for layer in s.deck[1:] for card in layer.seq)),
        s.removed,
        _card(s.top_back),
        _mask(s.plants[s.rules.trust_chair]) if s.rules.trust_plays else 0,
    )
    return masks, [deck.size(s.deck)]


def _board(s: State) -> Facts:
    stands = _trust_spaces(s) if s.rules.trust_plays else (0, 0, 0)
    return (_mask(s.areas), s.zone, s.marks, *s.spaces, *stands), []


def _fuel(s: State) -> Facts:
    rules = s.rules
    packed = 0
    place = 0
    for market, track in enumerate(rules.tracks):
        for fuel in range(FUELS):
            packed |= s.fuel[market * FUELS + fuel] << place
            place += len(track.prices[fuel])
    tokens, prices = _on_sale(s)
    numbers = [*tokens, *prices, *s.supply, *(s.held[-FUELS:] if rules.trust_plays else (0,) * FUELS)]
    if rules.columns:
        kinds = len(rules.kind_names)
        counts = [0] * (len(CARD_COLUMNS) * kinds)
        for column in CARD_COLUMNS:
            for card in s.columns[column]:
                counts[(column - 1) * kinds + card] += 1
        numbers += (*counts, *s.fuel_bag, *s.fuel_discard)
    return (packed,), numbers


def _on_sale(s: State) -> tuple[list[int], list[int]]:
    """Count the tokens on every market and give the price of the next one."""
    rules = s.rules
    tokens: list[int] = []
    prices: list[int] = []
    for market in range(len(rules.markets)):
        for fuel in range(FUELS):
            if market < len(rules.tracks):
                mask = s.fuel[market * FUELS + fuel]
                track = rules.tracks[market].prices[fuel]
                tokens.append(mask.bit_count())
                prices.append(track[(mask & -mask).bit_length() - 1] if mask else 0)
            else:
                price = rules.fuel_supply.stored_price(fuel)
                tokens.append(s.supply[fuel] if price else 0)
                prices.append(price if s.supply[fuel] else 0)
    return tokens, prices


def _flags(s: State, seat: int) -> int:
    bit = 1 << seat
    flags = bool(s.bought & bit) | bool(s.out & bit) << 1
    if s.lot != NOBODY:
        flags |= bool(s.bidders & bit) << 2 | (s.leader == seat) << 3 | (s.opener == seat) << 4
    return flags


def _seat(s: State, seat: int) -> Facts:
    base = seat * FUELS
    flags = _flags(s, seat)
    numbers = [flags & 1, flags >> 1 & 1, flags >> 2 & 1, flags >> 3 & 1, flags >> 4 & 1]
    numbers += (min(s.money[seat], MOST), s.income[seat], s.cities[seat].bit_count(), *s.held[base : base + FUELS])
    return (), numbers


def _holdings(s: State, seat: int) -> Facts:
    rules = s.rules
    numbers = list(rules.fuel_supply.storage(s, seat))
    if rules.columns:
        counts = [0] * (len(rules.kind_names) * UNITS_LEFT)
        for card, left in s.hands[seat]:
            counts[card * UNITS_LEFT + left - 1] += 1
        numbers += counts
    masks = (
        s.cities[seat],
        _mask(s.plants[seat]),
        1 << s.order.index(seat) if s.order else 0,
        _card(rules.fuel_supply.market_of(s, seat)),
    )
    return masks, numbers


def _reach(s: State, seat: int) -> Facts:
    reach = s.reach[seat] or [0] * len(s.rules.board.cities)
    return (), [cost if cost < FAR else UNREACHABLE for cost in reach]


def _card(card: int) -> int:
    return 1 << card if card != NOBODY else 0


def _mask(cards: tuple[int, ...]) -> int:
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def _top(s: State) -> int:
    """Give the cards that may be turned up next."""
    if not s.deck:
        return 0
    layer = s.deck[0]
    if layer.seq:
        return 1 << layer.seq[0]
    mask = 0
    for back, cards, left in layer.groups:
        if left and s.top_back in (NOBODY, back):
            mask |= cards
    return mask


def _trust_spaces(s: State) -> tuple[int, int, int]:
    """Give the cities where the Trust stands on each space."""
    chair = s.rules.trust_chair + 1
    found = [0, 0, 0]
    for city, row in enumerate(s.houses):
        for space in range(3):
            if row >> 4 * space & 15 == chair:
                found[space] |= 1 << city
    return found[0], found[1], found[2]
