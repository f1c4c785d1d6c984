"""A choice as numbers for the network of estimates: the position it leads to, and what is on offer there.

The position is seen by the seat that chooses, as `features` describes it. Every number is of the order of one.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from kilowatt.bots import economist
from kilowatt.bots.appraisal import AFTER_AUCTION, Appraiser
from kilowatt.bots.ending import may_close
from kilowatt.bots.features import SEAT_FIELDS, TABLE_FIELDS, VERSION
from kilowatt.bots.plain_inputs import chosen_numbers
from kilowatt.bots.plant_tables import Tables, tables_of
from kilowatt.engine import asks
from kilowatt.engine.ids import AUCTION
from kilowatt.engine.phases.auction import eligible, least_bid
from kilowatt.statistics import total

if TYPE_CHECKING:
    from kilowatt.engine.state import State

ASKS = (asks.ASK_OPEN, asks.ASK_BID, asks.ASK_SCRAP, asks.ASK_FUEL, asks.ASK_BUILD)
"""What a choice is made for."""
_SLOTS = 8
"""Plants of the market that are looked at."""
_SLOT_FIELDS = ("on offer", "output", "number", "need of fuel", "burns nothing")

CHOICE_FIELDS = (
    "opening",
    "bidding",
    "scrapping",
    "buying fuel",
    "building",
    "the prior",
    "choices compared",
    "seats ahead",
    "first by cities",
    "last by cities",
    *[f"plant {slot} {name}" for slot in range(_SLOTS) for name in _SLOT_FIELDS],
    "best gain from a plant",
    "second gain",
    "best gain of a rival",
    "mean gain of rivals",
    "best second gain of a rival",
    "seats that may buy",
    "may buy",
    "plants on offer",
    "chance to win",
    "expected score",
    "logit of both",
)
"""What is known of a choice beyond the rows of the seats and of the table; the last is where the network begins."""

SIZE = 3 * len(SEAT_FIELDS) + len(TABLE_FIELDS) + len(CHOICE_FIELDS)
ENCODING = sha256("\n".join([str(VERSION), *SEAT_FIELDS, "", *TABLE_FIELDS, "", *CHOICE_FIELDS]).encode()).hexdigest()[
    :16
]
"""Hash of this encoding: weights that were fitted to another one are refused."""

Position = tuple[list[list[float]], list[float]]
"""The rows of the seats and that of the table, as `features` returns them."""


def numbers(
    s: State, seat: int, ask: int, position: Position, *, prior: bool, choices: int, judged: tuple[float, float, float]
) -> list[float]:
    """Return what the network sees of a choice: the position after it, and what the win chances say of that."""
    rows, table = position
    tables = tables_of(s)
    own = [1.0 if ask == kind else 0.0 for kind in ASKS]
    own += [1.0 if prior else 0.0, choices / 10.0]
    own += _standing(s, seat)
    own += market_numbers(s, tables)
    own += _gains(s, seat, tables)
    own += judged
    return chosen_numbers(rows, seat, table, own)


def _standing(s: State, seat: int) -> list[float]:
    """Return where the seat would come in the next turn order."""
    seats = range(s.rules.seats)
    standing = [(s.count(other), max([s.rules.numbers[p] for p in s.plants[other]], default=0)) for other in seats]
    ahead = sum([1 for other in seats if other != seat and standing[other] > standing[seat]])
    return [ahead / len(seats), 1.0 if ahead == 0 else 0.0, 1.0 if ahead == len(seats) - 1 else 0.0]


def market_numbers(s: State, tables: Tables) -> list[float]:
    """Return the plants of the market, those on offer first."""
    rules = s.rules
    scale = 0.05 if tables.printed else 0.15
    current = rules.plant_market.current(s)
    cards = [card for card in s.market if card < len(rules.plants)][:_SLOTS]
    row: list[float] = []
    for place, card in enumerate(cards):
        need = rules.plants[card].need
        row += [
            1.0 if place < current else 0.5,
            tables.output[card] * scale,
            rules.numbers[card] / 30.0,
            need / 3.0,
            1.0 if need == 0 else 0.0,
        ]
    return row + [0.0] * (len(_SLOT_FIELDS) * (_SLOTS - len(cards)))


def _gains(s: State, seat: int, tables: Tables) -> list[float]:
    """Return what the plants on offer are worth beyond their least bids, to the seat and to rivals that may buy."""
    current = s.rules.plant_market.current(s) / 8.0
    if s.phase != AUCTION:
        return [0.0] * 7 + [current]
    judge = Appraiser(s, tables, AFTER_AUCTION)
    closing = may_close(s, tables)
    who = eligible(s)
    gains = [
        best_two(s, other, judge, closing=closing) if who >> other & 1 else (0.0, 0.0) for other in range(s.rules.seats)
    ]
    rest = [row for other, row in enumerate(gains) if other != seat]
    return [
        *gains[seat],
        max([first for first, _ in rest]),
        total([first for first, _ in rest]) / len(rest),
        max([second for _, second in rest]),
        who.bit_count() / 6.0,
        1.0 if who >> seat & 1 else 0.0,
        current,
    ]


def best_two(s: State, seat: int, judge: Appraiser, *, closing: bool) -> tuple[float, float]:
    """Return what the two best plants on offer are worth to a seat beyond their least bids."""
    offered = s.market[: s.rules.plant_market.current(s)]
    prices = {plant: least_bid(s, plant) for plant in offered if plant < len(s.rules.plants)}
    row = [
        max(0.0, economist.worth_of(s, seat, judge, plant, closing=closing) - price)
        for plant, price in prices.items()
        if price <= s.money[seat]
    ]
    row.sort(reverse=True)
    row += [0.0, 0.0]
    return row[0] / 50.0, row[1] / 50.0
