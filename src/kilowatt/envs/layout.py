"""The layout of an observation: which fact lies at which index, in named blocks and in groups of blocks.

The groups of the table come first, then one equal group for each seat, the observer's own first and the others
clockwise. So a ruleset has one table of indexes for every number of seats. Knows no NumPy and no state.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, NamedTuple

from kilowatt.engine.asks import FIRST_DRAW, NAMES
from kilowatt.engine.ids import NOBODY, PHASE_NAMES
from kilowatt.envs.vocabulary import CARD_COLUMNS

if TYPE_CHECKING:
    from kilowatt.engine.rules import Rules

VERSION = 1
"""Raised whenever the meaning of an index changes although its name does not."""
UNREACHABLE = 999
"""The connection cost of a city that cannot be reached."""
MOST = 2000
"""No number of an observation is greater; what would be is cut."""
SEATS = 6
"""Seats there can be."""
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


class Group:
    """Blocks that change together: yes-or-no facts first, as one run of bits, then numbers."""

    def __init__(self, bits: list[Block], numbers: list[Block]) -> None:
        self.blocks = [*bits, *numbers]
        self.widths = [len(block.members) for block in bits]
        self.bits = sum(self.widths)
        self.size = sum(len(block.members) for block in self.blocks)
        self.shifts = [sum(self.widths[:i]) for i in range(len(bits))]
        """Where each block of bits begins."""
        self.scales = [block.scale for block in numbers for _ in block.members]
        """What a number of each place is divided by in the flat vector."""


class Layout:
    """Where everything lies in the vector of one ruleset."""

    def __init__(self, rules: Rules) -> None:
        self.seats = rules.seats
        self.plants = len(rules.plants)
        self.now = _now(rules)
        self.cards = _cards(rules)
        self.board = _board(rules)
        self.fuel = _fuel(rules)
        self.seat = _seat(rules)
        self.holdings = _holdings(rules)
        self.reach = _reach(rules)
        self.table = self.now.size + self.cards.size + self.board.size + self.fuel.size
        self.each = self.seat.size + self.holdings.size + self.reach.size
        """How many places a seat takes."""
        self.size = self.table + rules.seats * self.each
        self.blocks = self._place()
        lines = [
            f"{block.name} {first} {','.join(block.members)} {block.scale:g}" for first, block in self.documented()
        ]
        self.hash = hashlib.sha256("\n".join([f"kilowatt observation {VERSION}", *lines]).encode()).hexdigest()[:16]

    def documented(self) -> list[tuple[int, Block]]:
        """List the blocks of the table and of the first seat with their first index; seat k's lie k groups further."""
        found: list[tuple[int, Block]] = []
        place = 0
        for group in (self.now, self.cards, self.board, self.fuel, self.seat, self.holdings, self.reach):
            for block in group.blocks:
                found.append((place, block))
                place += len(block.members)
        return found

    def _place(self) -> dict[str, tuple[int, Block, int]]:
        """Give, for each name in the dict of arrays, first index, block and seat (-1 for the table)."""
        found: dict[str, tuple[int, Block, int]] = {}
        for first, block in self.documented():
            if first < self.table:
                found[block.name] = (first, block, NOBODY)
            else:
                for k in range(self.seats):
                    found[f"seat{k}/{block.name}"] = (first + k * self.each, block, k)
        return {name: row for name, row in found.items() if row[1].members}


def _now(rules: Rules) -> Group:
    plants = [plant.id for plant in rules.plants]
    bound = rules.seats if rules.fuel_supply.one_market else 0
    return Group(
        [
            Block("phase", list(PHASE_NAMES), 1, "the phase, one of them set"),
            Block("step", ["1", "2", "3"], 1, "the step, one of them set"),
            Block("asked", list(NAMES[1:FIRST_DRAW]), 1, "what the acting seat is asked for"),
            Block(
                "flags",
                ["step2_done", "step3_due", "last_round", "end_card_in_market", "scrapped", "trust_took"],
                1,
                "what has happened already",
            ),
            Block("actor", [str(k) for k in range(SEATS)], 1, "who is to act, counted clockwise from the observer"),
            Block("lot", plants, 1, "the plant up for auction"),
            Block("newest", plants, 1, "the plant whose purchase is being settled"),
            Block("said_plants", plants, 1, "plants of the half-said opening or run set"),
        ],
        [
            Block("round", ["round"], 20, "the round"),
            Block("bid", ["bid"], 100, "the highest bid, 0 without an auction"),
            Block("said_raise", ["said_raise"], 100, "how much of a wide raise has been said"),
            Block("said_burn", list(rules.fuels), 6, "fuel of the half-said run set"),
            Block("trust_houses", ["trust_houses"], 20, "houses the Trust has left"),
            Block("contractor", ["card", "first", "others", "paid"], 20, "contractor card, what it pays, scraps paid"),
            Block("slots", [str(i + 1) for i in range(rules.slots - bound)], 1, "what special rules remember"),
        ],
    )


def _cards(rules: Rules) -> Group:
    plants = [plant.id for plant in rules.plants]
    every = [*plants, rules.end_card]
    return Group(
        [
            Block("current", plants, 1, "plants that may be opened"),
            Block("future", every, 1, "the other cards of the plant market"),
            Block("discount", plants, 1, "the plant with the discount token"),
            Block("unseen", every, 1, "cards that may still lie in the stack"),
            Block("next", every, 1, "cards that may be turned up next"),
            Block("under", every, 1, "cards known to lie under the unseen ones"),
            Block("removed", plants, 1, "plants out of the game"),
            Block("top_back", [*rules.backs, rules.end_card], 1, "the back of the top card, where backs are public"),
            Block("trust_plants", plants, 1, "plants of the Trust"),
        ],
        [Block("stack", ["stack"], 40, "cards in the plant stack")],
    )


def _board(rules: Rules) -> Group:
    cities = [city.id for city in rules.board.cities]
    return Group(
        [
            Block("areas", [area.id for area in rules.board.areas], 1, "areas in play"),
            Block("zone", cities, 1, "cities in play"),
            Block("marks", cities, 1, "marked starting cities"),
            *[Block(f"space{k}", cities, 1, f"cities whose space {k} is taken") for k in (1, 2, 3)],
            *[Block(f"trust_space{k}", cities, 1, f"cities where the Trust stands on space {k}") for k in (1, 2, 3)],
        ],
        [],
    )


def _fuel(rules: Rules) -> Group:
    goods = [f"{market}:{fuel}" for market in rules.markets for fuel in rules.fuels]
    kinds = rules.kind_names if rules.columns else []
    fuels = list(rules.fuels)
    spaces = [
        f"{track.name}:{fuel}:{space + 1}:{price}"
        for track in rules.tracks
        for slot, fuel in enumerate(rules.fuels)
        for space, price in enumerate(track.prices[slot])
    ]
    return Group(
        [Block("fuel_spaces", spaces, 1, "occupied spaces of the fuel markets: market, fuel, space, price")],
        [
            Block("tokens", goods, 24, "tokens on sale"),
            Block("price", goods, 20, "price of the next token, 0 if sold out"),
            Block("supply", fuels, 24, "tokens in the supply"),
            Block("trust_fuel", fuels, 12, "fuel of the Trust"),
            Block("columns", [f"{c}:{kind}" for c in CARD_COLUMNS for kind in kinds], 4, "fuel cards on sale"),
            Block("fuel_stack", kinds, 8, "fuel cards in the draw stack"),
            Block("fuel_discard", kinds, 8, "fuel cards in the discard pile"),
        ],
    )


def _seat(rules: Rules) -> Group:
    return Group(
        [],
        [
            Block(
                "is",
                ["bought", "out", "bidding", "leads", "opened"],
                1,
                "has bought; has opted out; is still in this auction; has the highest bid; opened the lot",
            ),
            Block("money", ["money"], 100, "money"),
            Block("income", ["income"], 100, "what the last production paid"),
            Block("count", ["cities"], 20, "number of cities"),
            Block("fuel", list(rules.fuels), 12, "fuel"),
        ],
    )


def _holdings(rules: Rules) -> Group:
    kinds = rules.kind_names if rules.columns else []
    return Group(
        [
            Block("cities", [city.id for city in rules.board.cities], 1, "cities of the network"),
            Block("plants", [plant.id for plant in rules.plants], 1, "plants"),
            Block("order", [str(i + 1) for i in range(POSITIONS)], 1, "place in the turn order"),
            Block("market", list(rules.markets), 1, "the market the seat is bound to this round"),
        ],
        [
            Block("capacity", [*rules.fuels, "hybrids"], 12, "what the plants can store of each fuel, and hybrids"),
            Block("cards", [f"{kind}:{left}" for kind in kinds for left in range(1, UNITS_LEFT + 1)], 4, "fuel cards"),
        ],
    )


def _reach(rules: Rules) -> Group:
    cities = [city.id for city in rules.board.cities]
    says = f"cheapest connection; 0 before the first house, {UNREACHABLE} where there is none"
    return Group([], [Block("connection", cities, 50, says)])
