"""Observations: every public fact of a state relative to a seat, as one vector of whole numbers or of fractions.

Facts that change together are one group. A page keeps each group as bytes together with what it was written from, and
writes anew only those that changed: from one decision to the next most of an observation stays. The row is then filled
in one go, so no more than one call into NumPy's memory is made for an observation.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, final

import numpy as np

from kilowatt.engine import deck
from kilowatt.engine.asks import FIRST_DRAW
from kilowatt.engine.ids import FUELS, NOBODY, PHASE_NAMES
from kilowatt.engine.network import FAR
from kilowatt.engine.plants import IN_MARKET
from kilowatt.envs.encoding import NOTHING, Meaning
from kilowatt.envs.layout import MOST, SEATS, UNITS_LEFT, UNREACHABLE, Layout
from kilowatt.envs.script import FRACTIONS, NUMBERS
from kilowatt.envs.vocabulary import CARD_COLUMNS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kilowatt.engine.deck import Deck
    from kilowatt.engine.rules import Rules
    from kilowatt.engine.state import Hand, State


# where the parts of the first bits begin
STEPS: Final = len(PHASE_NAMES)
ASKED: Final = STEPS + 3
FLAGS: Final = ASKED + FIRST_DRAW - 1
ACTOR: Final = FLAGS + 6
FIRST_BITS: Final = ACTOR + SEATS
NO_FUEL: Final = [0] * FUELS


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


@final
class SeatPart:
    """What was written of one seat, and from what. Tuples of a state are compared by identity: a new one is rare."""

    def __init__(self) -> None:
        self.standing = NOBODY
        """Money, cities, fuel, income and the part in the auction, packed into one number."""
        self.cities = NOBODY
        self.zone = NOBODY
        self.plants: tuple[int, ...] | None = None
        self.order: tuple[int, ...] | None = None
        self.hand: Hand | None = None
        self.last_round = False
        self.slots: list[int] | None = None
        self.seat = b""
        self.holdings = b""
        self.reach = b""


@final
class Page:
    """One written observation, in a row that it changes in place. Any state of the same rules may be written next."""

    def __init__(self, layout: Layout, row: NDArray[Any], *, whole: bool) -> None:
        self.layout = layout
        self.row = row
        self.octets = row.data.cast("B")
        self.script = NUMBERS if whole else FRACTIONS
        self.one_plant = [self.script.bits(1 << plant >> 1, layout.plants) for plant in range(layout.plants + 1)]
        """No plant, then each plant alone."""
        tables = self.script.tables
        self.now_tables = tables(layout.now.scales)
        self.cards_tables = tables(layout.cards.scales)
        self.fuel_tables = tables(layout.fuel.scales)
        self.seat_tables = tables(layout.seat.scales)
        self.holdings_tables = tables(layout.holdings.scales)
        self.reach_tables = tables(layout.reach.scales)
        self.cards = b""
        self.board = b""
        self.fuel = b""
        self.seats = [SeatPart() for _ in range(layout.seats)]
        self.deck: Deck | None = None
        self.market: tuple[int, ...] | None = None
        self.cards_key = NOBODY
        self.discount = NOBODY
        self.removed = NOBODY
        self.trust_plants: tuple[int, ...] | None = None
        self.areas: tuple[int, ...] | None = None
        self.zone = NOBODY
        self.marks = NOBODY
        self.spaces: list[int] = []
        self.houses: list[int] = []
        self.tokens: list[int] | None = None
        self.supply: list[int] = []
        self.held: list[int] = []
        self.columns: list[tuple[int, ...]] = []
        self.fuel_bag: tuple[int, ...] = ()
        self.fuel_discard: tuple[int, ...] = ()

    def write(self, s: State, seat: int, said: Meaning = NOTHING) -> None:
        """Bring the row up to date for a seat."""
        trust = s.rules.trust_plays
        self._write_cards(s, trust=trust)
        self._write_board(s, trust=trust)
        self._write_fuel(s, trust=trust)
        parts = self._now(s, seat, said)
        parts.append(self.cards)
        parts.append(self.board)
        parts.append(self.fuel)
        seats = self.layout.seats
        bound = s.rules.fuel_supply.one_market
        for k in range(seats):
            who = seat + k
            if who >= seats:
                who -= seats
            part = self.seats[who]
            self._write_seat(s, who, part, bound=bound)
            parts.append(part.seat)
            parts.append(part.holdings)
            parts.append(part.reach)
        self.octets[:] = b"".join(parts)

    def _now(self, s: State, seat: int, said: Meaning) -> list[bytes]:
        """Write what is asked of whom; it is different for every seat and changes all the time."""
        rules = s.rules
        packed = 1 << s.phase | 1 << (STEPS + s.step - 1)
        if 0 < s.ask < FIRST_DRAW:
            packed |= 1 << (ASKED + s.ask - 1)
        flags = (
            s.step2_done
            | s.step3_due << 1
            | s.last_round << 2
            | (s.end_card == IN_MARKET) << 3
            | s.scrapped << 4
            | s.trust_took << 5
        )
        packed |= flags << FLAGS
        if s.actor >= 0:
            packed |= 1 << (ACTOR + (s.actor - seat) % self.layout.seats)
        one = self.one_plant
        said_plants = self.script.bits(said.plants, len(one) - 1) if said.plants else one[0]
        bid = min(s.bid, MOST) if s.lot != NOBODY else 0
        values = [s.round, bid, min(said.raised, MOST), *said.burn, s.trust_houses]
        if rules.contractor:
            first, others = rules.contractor[s.contractor]
            values += [s.contractor + 1, first, others, s.paid_scraps]
        else:
            values += [0, 0, 0, 0]
        if rules.fuel_supply.one_market:
            base = rules.fuel_supply.base
            values += s.slots[:base] + s.slots[base + rules.seats :]
        else:
            values += s.slots
        octets = self.script.octets
        parts = [octets[packed >> shift & 255] for shift in range(0, FIRST_BITS, 8)]
        parts.append(one[s.lot + 1])
        parts.append(one[s.newest + 1])
        parts.append(said_plants)
        for i, table in enumerate(self.now_tables):
            parts.append(table[values[i]])
        return parts

    def _write_cards(self, s: State, *, trust: bool) -> None:
        key = (s.top_back + 1) * 64 + s.step * 16 + s.phase
        taken = s.plants[s.rules.trust_chair] if trust else ()
        if (
            self.deck is s.deck
            and key == self.cards_key
            and s.market is self.market
            and s.discount == self.discount
            and s.removed == self.removed
            and taken is self.trust_plants
        ):
            return
        self.deck, self.market, self.cards_key = s.deck, s.market, key
        self.discount, self.removed, self.trust_plants = s.discount, s.removed, taken
        on_offer = s.rules.plant_market.current(s)
        under = 0
        for layer in s.deck[1:]:
            under |= _mask(layer.seq)
        masks = [
            _mask(s.market[:on_offer]),
            _mask(s.market[on_offer:]),
            _card(s.discount),
            deck.unseen(s.deck),
            _top(s),
            under,
            s.removed,
            _card(s.top_back),
            _mask(taken),
        ]
        self.cards = self.script.group(self.layout.cards, masks, [deck.size(s.deck)], self.cards_tables)

    def _write_board(self, s: State, *, trust: bool) -> None:
        if (
            s.spaces == self.spaces
            and s.zone == self.zone
            and s.marks == self.marks
            and s.areas is self.areas
            and (not trust or s.houses == self.houses)
        ):
            return
        self.spaces, self.zone, self.marks, self.areas = s.spaces[:], s.zone, s.marks, s.areas
        stands = [0, 0, 0]
        if trust:
            self.houses = s.houses[:]
            stands = _trust_spaces(s)
        masks = [_mask(s.areas), s.zone, s.marks, *s.spaces, *stands]
        self.board = self.script.group(self.layout.board, masks, [], [])

    def _write_fuel(self, s: State, *, trust: bool) -> None:
        held = s.held[-FUELS:] if trust else NO_FUEL
        cards = s.rules.columns > 0
        if s.fuel == self.tokens and s.supply == self.supply and held == self.held:
            if not cards:
                return
            if s.columns == self.columns and s.fuel_bag == self.fuel_bag and s.fuel_discard == self.fuel_discard:
                return
        self.tokens, self.supply, self.held = s.fuel[:], s.supply[:], held
        packed = 0
        place = 0
        rules = s.rules
        for market, track in enumerate(rules.tracks):
            for fuel in range(FUELS):
                packed |= s.fuel[market * FUELS + fuel] << place
                place += len(track.prices[fuel])
        values = _on_sale(s) + s.supply + held
        if cards:
            self.columns, self.fuel_bag, self.fuel_discard = s.columns[:], s.fuel_bag, s.fuel_discard
            kinds = len(rules.kind_names)
            counts = [0] * (len(CARD_COLUMNS) * kinds)
            for column in CARD_COLUMNS:
                for card in s.columns[column]:
                    counts[(column - 1) * kinds + card] += 1
            values += [*counts, *s.fuel_bag, *s.fuel_discard]
        self.fuel = self.script.group(self.layout.fuel, [packed], values, self.fuel_tables)

    def _write_seat(self, s: State, who: int, part: SeatPart, *, bound: bool) -> None:
        base = who * FUELS
        held = s.held
        cities = s.cities[who]
        flags = _flags(s, who)
        # 7 bits for each fuel, 10 for the income, 5 for the flags: one number to compare
        fuel = (held[base] << 7 | held[base + 1]) << 14 | held[base + 2] << 7 | held[base + 3]
        standing = (s.money[who] << 38 | fuel << 10 | s.income[who]) << 5 | flags
        moved = cities != part.cities
        if moved or standing != part.standing:
            part.standing = standing
            values = [flags & 1, flags >> 1 & 1, flags >> 2 & 1, flags >> 3 & 1, flags >> 4 & 1]
            values += [min(s.money[who], MOST), s.income[who], cities.bit_count()]
            values += held[base : base + FUELS]
            part.seat = self.script.numbers(values, self.seat_tables)
        slots = s.slots if bound else None
        if (
            moved
            or s.plants[who] is not part.plants
            or s.order is not part.order
            or s.last_round != part.last_round
            or s.hands[who] is not part.hand
            or slots != part.slots
        ):
            part.plants, part.order, part.last_round, part.hand = s.plants[who], s.order, s.last_round, s.hands[who]
            part.slots = slots[:] if slots is not None else None
            part.holdings = self._holdings(s, who)
        if moved or s.zone != part.zone:
            part.zone = s.zone
            reach = s.reach[who] or [0] * len(s.rules.board.cities)
            costs = [cost if cost < FAR else UNREACHABLE for cost in reach]
            part.reach = self.script.numbers(costs, self.reach_tables)
        part.cities = cities

    def _holdings(self, s: State, who: int) -> bytes:
        rules = s.rules
        values = list(rules.fuel_supply.storage(s, who))
        if rules.columns:
            counts = [0] * (len(rules.kind_names) * UNITS_LEFT)
            for card, left in s.hands[who]:
                counts[card * UNITS_LEFT + left - 1] += 1
            values += counts
        masks = [
            s.cities[who],
            _mask(s.plants[who]),
            1 << s.order.index(who) if s.order else 0,
            _card(rules.fuel_supply.market_of(s, who)),
        ]
        return self.script.group(self.layout.holdings, masks, values, self.holdings_tables)


def _on_sale(s: State) -> list[int]:
    """Count the tokens on every market, then give the prices of the next ones."""
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
    return tokens + prices


def _flags(s: State, seat: int) -> int:
    flags = s.bought >> seat & 1 | (s.out >> seat & 1) << 1
    if s.lot != NOBODY:
        flags |= (s.bidders >> seat & 1) << 2 | (s.leader == seat) << 3 | (s.opener == seat) << 4
    return flags


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


def _trust_spaces(s: State) -> list[int]:
    """Give the cities where the Trust stands on each space."""
    chair = s.rules.trust_chair + 1
    found = [0, 0, 0]
    for city, row in enumerate(s.houses):
        for space in range(3):
            if row >> 4 * space & 15 == chair:
                found[space] |= 1 << city
    return found
