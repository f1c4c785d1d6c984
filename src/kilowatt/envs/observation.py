"""Observations: every public fact of a state relative to a seat, as one vector of whole numbers in named blocks.

The blocks of the table come first, then one equal group of blocks for each seat, the observer's own first and the
others clockwise. So a ruleset has one table of indexes for every number of seats. Yes-or-no facts are one run of bits,
which is what makes an observation cheap; numbers follow.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from kilowatt.engine import deck, storage
from kilowatt.engine.asks import FIRST_DRAW, NAMES
from kilowatt.engine.ids import FUELS, NOBODY, PHASE_NAMES
from kilowatt.engine.network import FAR
from kilowatt.engine.plants import IN_MARKET
from kilowatt.envs.encoding import NOTHING, Meaning
from kilowatt.envs.vocabulary import CARD_COLUMNS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kilowatt.engine.rules import Rules
    from kilowatt.engine.state import State

VERSION = 1
UNREACHABLE = 999
"""The connection cost of a city that cannot be reached."""
MOST = 2000
"""No number of an observation is greater; what would be is cut."""
POSITIONS = 7
"""Places in the turn order: six seats and the Trust."""
UNITS_LEFT = 3
"""A fuel card has one to three units left."""


class Block(NamedTuple):
    """One named run of the vector: what each place holds, and what a place is divided by in the flat vector."""

    name: str
    members: list[str]
    scale: float
    says: str


class Layout:
    """Where everything lies in the vector of one ruleset."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.table_bits = _table_bits(rules)
        self.table_numbers = _table_numbers(rules)
        self.seat_bits = _seat_bits(rules)
        self.seat_numbers = _seat_numbers(rules)
        self.parts = {
            "table": _size(self.table_bits) + _size(self.table_numbers),
            "seat": _size(self.seat_bits) + _size(self.seat_numbers),
        }
        self.size = self.parts["table"] + rules.seats * self.parts["seat"]
        self.blocks = self._place()
        lines = [f"{block.name} {first} {','.join(block.members)} {block.scale}" for first, block in self.documented()]
        self.hash = hashlib.sha256("\n".join([f"kilowatt observation {VERSION}", *lines]).encode()).hexdigest()[:16]
        scale = np.ones(self.size, np.float32)
        for first, block, _ in self.blocks.values():
            scale[first : first + len(block.members)] = 1 / block.scale
        self.scale = scale

    def documented(self) -> list[tuple[int, Block]]:
        """List the blocks of the table and of the first seat with their first index; seat k's lie k groups further."""
        found: list[tuple[int, Block]] = []
        place = 0
        for block in (*self.table_bits, *self.table_numbers, *self.seat_bits, *self.seat_numbers):
            found.append((place, block))
            place += len(block.members)
        return found

    def _place(self) -> dict[str, tuple[int, Block, int]]:
        """Give, for each name in the dict of arrays, first index, block and seat (-1 for the table)."""
        found: dict[str, tuple[int, Block, int]] = {}
        table = len(self.table_bits) + len(self.table_numbers)
        for i, (first, block) in enumerate(self.documented()):
            if i < table:
                found[block.name] = (first, block, NOBODY)
            else:
                for k in range(self.rules.seats):
                    found[f"seat{k}/{block.name}"] = (first + k * self.parts["seat"], block, k)
        return found


def _size(blocks: list[Block]) -> int:
    return sum(len(block.members) for block in blocks)


def _table_bits(rules: Rules) -> list[Block]:
    cities = [city.id for city in rules.board.cities]
    plants = [plant.id for plant in rules.plants]
    every = [*plants, rules.end_card]
    spaces = [
        f"{track.name}:{fuel}:{space + 1}:{price}"
        for track in rules.tracks
        for slot, fuel in enumerate(rules.fuels)
        for space, price in enumerate(track.prices[slot])
    ]
    return [
        Block("phase", list(PHASE_NAMES), 1, "the phase, one of them set"),
        Block("step", ["1", "2", "3"], 1, "the step, one of them set"),
        Block("asked", list(NAMES[1:FIRST_DRAW]), 1, "what the acting seat is asked for; none while a card is dealt"),
        Block(
            "flags",
            ["step2_done", "step3_due", "last_round", "end_card_in_market", "scrapped", "trust_took"],
            1,
            "what has happened already",
        ),
        Block("areas", [area.id for area in rules.board.areas], 1, "areas in play"),
        Block("zone", cities, 1, "cities in play"),
        Block("marks", cities, 1, "marked starting cities"),
        *[Block(f"space{k}", cities, 1, f"cities whose space {k} is taken") for k in (1, 2, 3)],
        *[Block(f"trust_space{k}", cities, 1, f"cities where the Trust stands on space {k}") for k in (1, 2, 3)],
        Block("current", plants, 1, "plants that may be opened"),
        Block("future", every, 1, "the other cards of the plant market"),
        Block("discount", plants, 1, "the plant with the discount token"),
        Block("lot", plants, 1, "the plant up for auction"),
        Block("newest", plants, 1, "the plant whose purchase is being settled"),
        Block("unseen", every, 1, "cards that may still lie in the stack"),
        Block("next", every, 1, "cards that may be turned up next"),
        Block("under", every, 1, "cards known to lie under the unseen ones, the end card included"),
        Block("removed", plants, 1, "plants out of the game"),
        Block("top_back", [*rules.backs, rules.end_card], 1, "the back of the top card, where backs are public"),
        Block("trust_plants", plants, 1, "plants of the Trust"),
        Block("fuel_spaces", spaces, 1, "occupied spaces of the fuel markets: market, fuel, space, price"),
        Block("said_plants", plants, 1, "plants of the half-said opening or run set"),
    ]


def _table_numbers(rules: Rules) -> list[Block]:
    goods = [f"{market}:{fuel}" for market in rules.markets for fuel in rules.fuels]
    kinds = rules.kind_names if rules.columns else []
    fuels = list(rules.fuels)
    return [
        Block("round", ["round"], 20, "the round"),
        Block("stack", ["stack"], 40, "cards in the plant stack"),
        Block("bid", ["bid"], 100, "the highest bid, 0 without an auction"),
        Block("said_raise", ["said_raise"], 100, "how much of a wide raise has been said"),
        Block("said_burn", fuels, 6, "fuel of the half-said run set"),
        Block("tokens", goods, 24, "tokens on sale"),
        Block("price", goods, 20, "price of the next token for anybody, 0 if sold out"),
        Block("supply", fuels, 24, "tokens in the supply"),
        Block("trust_fuel", fuels, 12, "fuel of the Trust"),
        Block("trust_houses", ["trust_houses"], 20, "houses the Trust has left"),
        Block("contractor", ["card", "first", "others", "paid"], 20, "the contractor card, what it pays, scraps paid"),
        Block("columns", [f"{column}:{kind}" for column in CARD_COLUMNS for kind in kinds], 4, "fuel cards on sale"),
        Block("fuel_stack", kinds, 8, "fuel cards in the draw stack"),
        Block("fuel_discard", kinds, 8, "fuel cards in the discard pile"),
        Block("slots", [str(i) for i in range(rules.slots - _bound(rules))], 1, "what the ruleset's policies remember"),
    ]


def _bound(rules: Rules) -> int:
    """Count the slots that say which market a seat is bound to; those are facts of the seats."""
    return rules.seats if rules.fuel_supply.one_market else 0


def _seat_bits(rules: Rules) -> list[Block]:
    return [
        Block("cities", [city.id for city in rules.board.cities], 1, "cities of the seat's network"),
        Block("plants", [plant.id for plant in rules.plants], 1, "plants of the seat"),
        Block("order", [str(i + 1) for i in range(POSITIONS)], 1, "place in the turn order"),
        Block("market", list(rules.markets), 1, "the market the seat is bound to this round"),
        Block(
            "is",
            ["to_act", "bought", "out", "bidding", "leads", "opened"],
            1,
            "to act; has bought; has opted out; still in this auction; has the highest bid; opened the lot",
        ),
    ]


def _seat_numbers(rules: Rules) -> list[Block]:
    kinds = rules.kind_names if rules.columns else []
    fuels = list(rules.fuels)
    return [
        Block("money", ["money"], 100, "money"),
        Block("income", ["income"], 100, "what the last production paid"),
        Block("count", ["cities"], 20, "number of cities"),
        Block("fuel", fuels, 12, "fuel"),
        Block("room", fuels, 12, "room for more, hybrids counted for both their fuels"),
        Block("cards", [f"{kind}:{left}" for kind in kinds for left in range(1, UNITS_LEFT + 1)], 4, "fuel cards"),
        Block(
            "connection",
            [city.id for city in rules.board.cities],
            50,
            f"cheapest connection; 0 before the first house, {UNREACHABLE} where there is none",
        ),
    ]


class Observer:
    """Writes observations of one ruleset and number of seats."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.layout = Layout(rules)
        self.size = self.layout.size
        layout = self.layout
        self._table_bits = _size(layout.table_bits)
        self._seat_bits = _size(layout.seat_bits)
        self._table = layout.parts["table"]
        self._seat = layout.parts["seat"]
        self._connections = self._seat - len(rules.board.cities)
        self._table_bytes = (self._table_bits + 7) // 8
        self._seat_bytes = (self._seat_bits + 7) // 8
        self._widths = [len(block.members) for block in layout.table_bits]
        self._reach: dict[int, tuple[list[int], NDArray[np.int16]]] = {}

    def numbers(self, s: State, seat: int, said: Meaning = NOTHING, out: NDArray[Any] | None = None) -> NDArray[Any]:
        """Write the facts as whole numbers; `out` is a row of any number type."""
        row: NDArray[Any] = np.zeros(self.size, np.int16) if out is None else out
        row[: self._table_bits] = _unpacked(self._pack_table(s, said), self._table_bytes, self._table_bits)
        row[self._table_bits : self._table] = self._count_table(s, said)
        seats = self.rules.seats
        first = self._table
        cities = len(self.rules.board.cities)
        for k in range(seats):
            who = (seat + k) % seats
            bits = first + self._seat_bits
            row[first:bits] = _unpacked(self._pack_seat(s, who), self._seat_bytes, self._seat_bits)
            row[bits : first + self._connections] = self._count_seat(s, who)
            if cities:
                row[first + self._connections : first + self._seat] = self._connection(s, who)
            first += self._seat
        return row

    def flat(
        self, s: State, seat: int, said: Meaning = NOTHING, out: NDArray[np.float32] | None = None
    ) -> NDArray[np.float32]:
        """Write the facts as one vector of fractions, each number divided by the scale of its block."""
        row = np.zeros(self.size, np.float32) if out is None else out
        self.numbers(s, seat, said, row)
        row *= self.layout.scale
        return row

    def arrays(self, s: State, seat: int, said: Meaning = NOTHING) -> dict[str, NDArray[np.int16]]:
        """Write the facts as a dict of arrays of whole numbers, block by block."""
        return self.split(self.numbers(s, seat, said))

    def split(self, row: NDArray[np.int16]) -> dict[str, NDArray[np.int16]]:
        """Cut a vector of whole numbers into its blocks; empty blocks are left out."""
        return {
            name: row[first : first + len(block.members)]
            for name, (first, block, _) in self.layout.blocks.items()
            if block.members
        }

    def _pack_table(self, s: State, said: Meaning) -> int:
        """Put all yes-or-no facts of the table into one number, the first bit lowest."""
        rules = s.rules
        cards = len(rules.plants) + 1
        on_offer = rules.plant_market.current(s)
        top = _top(s)
        below = 0
        for layer in s.deck[1:]:
            for card in layer.seq:
                below |= 1 << card
        current = _cards(s.market[:on_offer])
        future = _cards(s.market[on_offer:])
        flags = (
            s.step2_done
            | s.step3_due << 1
            | s.last_round << 2
            | (s.end_card == IN_MARKET) << 3
            | s.scrapped << 4
            | s.trust_took << 5
        )
        trust = rules.trust_chair
        values = (
            1 << s.phase,
            1 << (s.step - 1),
            1 << (s.ask - 1) if 0 < s.ask < FIRST_DRAW else 0,
            flags,
            _cards(s.areas),
            s.zone,
            s.marks,
            *s.spaces,
            *(_trust_spaces(s) if trust != NOBODY else (0, 0, 0)),
            current,
            future,
            _card(s.discount),
            _card(s.lot),
            _card(s.newest),
            deck.unseen(s.deck),
            top,
            below,
            s.removed & ((1 << cards - 1) - 1),
            _card(s.top_back),
            _cards(s.plants[trust]) if trust != NOBODY else 0,
            self._fuel_spaces(s),
            said.plants,
        )
        packed = 0
        place = 0
        for value, width in zip(values, self._widths, strict=True):
            packed |= value << place
            place += width
        return packed

    def _fuel_spaces(self, s: State) -> int:
        packed = 0
        place = 0
        for market, track in enumerate(s.rules.tracks):
            for fuel in range(FUELS):
                packed |= s.fuel[market * FUELS + fuel] << place
                place += len(track.prices[fuel])
        return packed

    def _count_table(self, s: State, said: Meaning) -> list[int]:
        rules = s.rules
        trust = rules.trust_chair
        found = [s.round, deck.size(s.deck), s.bid if s.lot != NOBODY else 0, said.raised, *said.burn]
        tokens: list[int] = []
        prices: list[int] = []
        for market in range(len(rules.markets)):
            for fuel in range(FUELS):
                if market < len(rules.tracks):
                    mask = s.fuel[market * FUELS + fuel]
                    tokens.append(mask.bit_count())
                    track = rules.tracks[market].prices[fuel]
                    prices.append(track[(mask & -mask).bit_length() - 1] if mask else 0)
                else:
                    price = rules.fuel_supply.stored_price(fuel)
                    tokens.append(s.supply[fuel] if price else 0)
                    prices.append(price if s.supply[fuel] else 0)
        found += tokens
        found += prices
        found += s.supply
        found += s.held[trust * FUELS : trust * FUELS + FUELS] if trust != NOBODY else (0, 0, 0, 0)
        found.append(s.trust_houses)
        found += (s.contractor + 1, *rules.contractor[s.contractor], s.paid_scraps) if rules.contractor else (0,) * 4
        if rules.columns:
            kinds = len(rules.kind_names)
            counts = [0] * (len(CARD_COLUMNS) * kinds)
            for column in CARD_COLUMNS:
                for card in s.columns[column]:
                    counts[(column - 1) * kinds + card] += 1
            found += counts
            found += s.fuel_bag
            found += s.fuel_discard
        if rules.fuel_supply.one_market:
            base = rules.fuel_supply.base
            found += s.slots[:base] + s.slots[base + rules.seats :]
        else:
            found += s.slots
        return found

    def _pack_seat(self, s: State, seat: int) -> int:
        rules = s.rules
        cities = len(rules.board.cities)
        plants = len(rules.plants)
        markets = len(rules.markets)
        bit = 1 << seat
        packed = s.cities[seat] | _cards(s.plants[seat]) << cities
        place = cities + plants
        if s.order:
            packed |= 1 << (place + s.order.index(seat))
        place += POSITIONS
        bound = rules.fuel_supply.market_of(s, seat)
        if bound != NOBODY:
            packed |= 1 << (place + bound)
        place += markets
        auction = s.lot != NOBODY
        flags = (
            (s.actor == seat)
            | bool(s.bought & bit) << 1
            | bool(s.out & bit) << 2
            | (auction and bool(s.bidders & bit)) << 3
            | (auction and s.leader == seat) << 4
            | (auction and s.opener == seat) << 5
        )
        return packed | flags << place

    def _count_seat(self, s: State, seat: int) -> list[int]:
        base = seat * FUELS
        found = [min(s.money[seat], MOST), s.income[seat], s.cities[seat].bit_count()]
        found += s.held[base : base + FUELS]
        cap = s.rules.fuel_supply.storage(s, seat)
        found += [max(0, storage.room_in(s, cap, base, fuel)) for fuel in range(FUELS)]
        if s.rules.columns:
            counts = [0] * (len(s.rules.kind_names) * UNITS_LEFT)
            for card, left in s.hands[seat]:
                counts[card * UNITS_LEFT + left - 1] += 1
            found += counts
        return found

    def _connection(self, s: State, seat: int) -> NDArray[np.int16] | int:
        """Give a seat's connection costs; they change with a new house only, so the last ones are kept."""
        reach = s.reach[seat]
        if not reach:
            return 0
        known = self._reach.get(id(reach))
        if known is not None and known[0] is reach:
            return known[1]
        costs = np.array([cost if cost < FAR else UNREACHABLE for cost in reach], np.int16)
        if len(self._reach) > 4096:  # noqa: PLR2004 - enough for hundreds of games at once
            self._reach.clear()
        self._reach[id(reach)] = (reach, costs)
        return costs


def _unpacked(packed: int, size: int, count: int) -> NDArray[np.uint8]:
    return np.unpackbits(np.frombuffer(packed.to_bytes(size, "little"), np.uint8), count=count, bitorder="little")


def _card(card: int) -> int:
    return 1 << card if card != NOBODY else 0


def _cards(cards: tuple[int, ...]) -> int:
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
        if row:
            for space in range(3):
                if row >> 4 * space & 15 == chair:
                    found[space] |= 1 << city
    return found[0], found[1], found[2]
