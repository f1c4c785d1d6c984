"""Blocks about a seat: money and auction, holdings, and the cost to reach every city."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from kilowatt.engine.fuel_held import cards_of
from kilowatt.engine.ids import FUELS, NOBODY
from kilowatt.engine.network import FAR
from kilowatt.envs.blocks.masks import one, several
from kilowatt.envs.observation_layout import MOST, UNKNOWN, Bits, Facts, Group, Numbers, Watch

if TYPE_CHECKING:
    from kilowatt.engine.rules import Rules
    from kilowatt.engine.state import State

UNREACHABLE = 999
"""The connection cost of a city that cannot be reached."""
POSITIONS = 7
"""Places in the turn order: six seats and the Trust."""
UNITS_LEFT = 3
"""A fuel card has one to three units left."""


def _part_in_auction(s: State, seat: int) -> int:
    """Return what a seat is in the auction, as bits: bought, out, bidding, leads, opened."""
    bits = s.bought >> seat & 1 | (s.out >> seat & 1) << 1
    if s.lot != NOBODY:
        bits |= (s.bidders >> seat & 1) << 2 | (s.leader == seat) << 3 | (s.opener == seat) << 4
    return bits


@final
class StandingWatch(Watch):
    """Remembers money, cities, income, fuel and the part in the auction."""

    def __init__(self) -> None:
        self.money = self.cities = self.income = self.part = UNKNOWN
        self.held: list[int] = []

    def changed(self, f: Facts) -> bool:
        """Compare and remember."""
        s = f.state
        seat = f.seat
        at = seat * FUELS
        part = _part_in_auction(s, seat)
        held = s.held[at : at + FUELS]
        if (
            part == self.part
            and s.money[seat] == self.money
            and s.cities[seat] == self.cities
            and s.income[seat] == self.income
            and held == self.held
        ):
            return False
        self.part, self.money, self.cities, self.income = part, s.money[seat], s.cities[seat], s.income[seat]
        self.held = held
        return True


@final
class Standing(Group):
    """The blocks about a seat's part in the auction, its money and its fuel."""

    def __init__(self, rules: Rules) -> None:
        part = "has bought; has opted out; is still in this auction; has the highest bid; opened the lot"
        super().__init__(
            [],
            [
                Numbers("is", ["bought", "out", "bidding", "leads", "opened"], part),
                Numbers("money", ["money"], "money", 100),
                Numbers("income", ["income"], "what the last production paid", 100),
                Numbers("count", ["cities"], "number of cities", 20),
                Numbers("fuel", list(rules.fuels), "fuel", 12),
            ],
        )

    def watch(self) -> Watch:
        """Return a new memory."""
        return StandingWatch()

    def values(self, f: Facts) -> list[int]:
        """Return the numbers."""
        s = f.state
        seat = f.seat
        at = seat * FUELS
        part = _part_in_auction(s, seat)
        numbers = [part & 1, part >> 1 & 1, part >> 2 & 1, part >> 3 & 1, part >> 4 & 1]
        numbers += [min(s.money[seat], MOST), s.income[seat], s.cities[seat].bit_count()]
        return numbers + s.held[at : at + FUELS]


@final
class HoldingsWatch(Watch):
    """Remembers everything the blocks are made of. Tuples of a state are compared by identity: a new one is rare."""

    def __init__(self, *, bound: bool) -> None:
        self.bound = bound
        self.cities = UNKNOWN
        self.plants: tuple[int, ...] | None = None
        self.order: tuple[int, ...] | None = None
        self.hand: tuple[int, ...] | None = None
        self.last_round = False
        self.slots: list[int] = []

    def changed(self, f: Facts) -> bool:
        """Compare and remember; storage may change with the market and in the last round."""
        s = f.state
        seat = f.seat
        if (
            s.cities[seat] == self.cities
            and s.plants[seat] is self.plants
            and s.order is self.order
            and s.hands[seat] is self.hand
            and s.last_round == self.last_round
            and (not self.bound or s.slots == self.slots)
        ):
            return False
        self.cities, self.plants, self.order = s.cities[seat], s.plants[seat], s.order
        self.hand, self.last_round = s.hands[seat], s.last_round
        if self.bound:
            self.slots = s.slots[:]
        return True


@final
class Holdings(Group):
    """The blocks about a seat's cities, plants, place in the order and storage."""

    def __init__(self, rules: Rules) -> None:
        kinds = rules.kind_names if rules.columns else []
        self.bound = rules.fuel_supply.one_market or rules.fuel_supply.seat_slots > 0 or rules.starting_cities > 0
        self.counts = len(kinds) * UNITS_LEFT
        cards = [f"{kind}:{left}" for kind in kinds for left in range(1, UNITS_LEFT + 1)]
        stored = "what the plants can store of each fuel, and hybrids"
        super().__init__(
            [
                Bits("cities", [city.id for city in rules.board.cities], "cities of the network"),
                Bits("plants", [plant.id for plant in rules.plants], "plants and mines"),
                Bits("order", [str(i + 1) for i in range(POSITIONS)], "place in the turn order"),
                Bits("market", list(rules.markets), "the market the seat is bound to this round"),
                *([Bits("jump", ["jump"], "the free jump is still to come")] if rules.starting_cities else []),
            ],
            [
                Numbers("capacity", [*rules.fuels, "hybrids"], stored, 12),
                Numbers("cards", cards, "fuel cards", 4),
            ],
        )

    def watch(self) -> Watch:
        """Return a new memory."""
        return HoldingsWatch(bound=self.bound)

    def masks(self, f: Facts) -> list[int]:
        """Return the mask of each block."""
        s = f.state
        seat = f.seat
        order = 1 << s.order.index(seat) if s.order else 0
        plants = several(s.plants[seat]) | s.rules.fuel_supply.mines(s, seat)
        masks = [s.cities[seat], plants, order, one(s.rules.fuel_supply.market_of(s, seat))]
        return [*masks, int(s.rules.starts.may_jump(s, seat))] if s.rules.starting_cities else masks

    def values(self, f: Facts) -> list[int]:
        """Return the numbers."""
        s = f.state
        numbers = list(s.rules.fuel_supply.storage(s, f.seat))
        if self.counts:
            counts = [0] * self.counts
            for card, left in cards_of(s, f.seat):
                counts[card * UNITS_LEFT + left - 1] += 1
            numbers += counts
        return numbers


@final
class ReachWatch(Watch):
    """Remembers the network and the zone it lies in."""

    def __init__(self) -> None:
        self.cities = self.zone = UNKNOWN

    def changed(self, f: Facts) -> bool:
        """Compare and remember."""
        s = f.state
        if s.cities[f.seat] == self.cities and s.zone == self.zone:
            return False
        self.cities, self.zone = s.cities[f.seat], s.zone
        return True


@final
class Reach(Group):
    """The block of what it costs a seat to connect each city."""

    def __init__(self, rules: Rules) -> None:
        cities = [city.id for city in rules.board.cities]
        meaning = f"cheapest connection; 0 before the first house, {UNREACHABLE} where there is none"
        super().__init__([], [Numbers("connection", cities, meaning, 50, octets=True)])

    def watch(self) -> Watch:
        """Return a new memory."""
        return ReachWatch()

    def values(self, f: Facts) -> list[int]:
        """Return the costs."""
        s = f.state
        costs = s.reach[f.seat] or [0] * len(s.rules.board.cities)
        return [cost if cost < FAR else UNREACHABLE for cost in costs]
