"""A position as numbers for the network of values: as one seat sees it, in any ruleset and with any number of seats.

The numbers say nothing of how the position came about, so a position has one value whoever asks. Every number is of the
order of one.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

from kilowatt.bots.appraisal import AFTER_AUCTION, Appraiser
from kilowatt.bots.choice_features import best_two, market_numbers
from kilowatt.bots.ending import may_close
from kilowatt.bots.features import SEAT_FIELDS, TABLE_FIELDS, features
from kilowatt.bots.plant_tables import tables_of
from kilowatt.engine.ids import AUCTION, FUELS
from kilowatt.engine.phases.auction import eligible
from kilowatt.engine.policies import PlantMarket

if TYPE_CHECKING:
    from kilowatt.bots.plant_tables import Tables
    from kilowatt.engine.state import State

VERSION = 1
"""Raised when a number changes its meaning but not its name."""

OWN_FIELDS = (
    *SEAT_FIELDS,
    "is to act",
    "best gain from a plant",
    "second gain",
    "may buy",
)
"""What is known of a seat: for the seat itself, the mean and maximum of its rivals, and the strongest rival."""
STRENGTH = SEAT_FIELDS.index("appraised position")

RULE_FIELDS = (
    "refill of fuel 0",
    "refill of fuel 1",
    "refill of fuel 2",
    "refill of fuel 3",
    "plants a seat may own",
    "fuel markets",
    "plants on offer",
    "plants to come",
    "cities of step 2",
    "pay for ten cities",
    "discount token",
    "end card ends the game",
    "plants of a market of its own kind",
    "money is hidden",
    "seats that may buy",
)
"""What differs between rulesets and is in no other row."""

STANDING_FIELDS = ("seats ahead", "first by cities", "last by cities")
SLOTS = 8
SLOT_FIELDS = 5

FIELDS = (
    *[f"own {name}" for name in OWN_FIELDS],
    *[f"mean {name}" for name in OWN_FIELDS],
    *[f"most {name}" for name in OWN_FIELDS],
    *[f"strongest {name}" for name in OWN_FIELDS],
    *TABLE_FIELDS,
    *RULE_FIELDS,
    *[f"plant {number}" for number in range(SLOTS * SLOT_FIELDS)],
    *STANDING_FIELDS,
)
SIZE = len(FIELDS)
ENCODING = sha256("\n".join([str(VERSION), *FIELDS]).encode()).hexdigest()[:16]
"""Hash of this encoding: weights that were fitted to another one are refused."""


class Position(NamedTuple):
    """The rows of the seats, that of the table, and each seat's cities and largest plant."""

    rows: list[list[float]]
    table: list[float]
    standing: list[tuple[int, int]]


def position_of(s: State) -> Position:
    """Return what every seat's numbers are made of."""
    tables = tables_of(s)
    rows, table = features(s)
    buyers = eligible(s) if s.phase == AUCTION else 0
    judge = Appraiser(s, tables, AFTER_AUCTION) if buyers else None
    closing = judge is not None and may_close(s, tables)
    for seat, row in enumerate(rows):
        row.append(1.0 if s.actor == seat else 0.0)
        if judge is not None and buyers >> seat & 1:
            row += [*best_two(s, seat, judge, closing=closing), 1.0]
        else:
            row += [0.0, 0.0, 0.0]
    numbers = s.rules.numbers
    standing = [(s.count(seat), max([numbers[p] for p in s.plants[seat]], default=0)) for seat in range(s.rules.seats)]
    return Position(rows, table + _rule_numbers(s, tables, buyers) + market_numbers(s, tables), standing)


def numbers_of(position: Position, seat: int) -> list[float]:
    """Return what the network sees for a seat."""
    rows, table, standing = position
    own = rows[seat]
    others = [row for other, row in enumerate(rows) if other != seat]
    columns = list(zip(*others, strict=True))
    many = len(others)
    strongest = max(others, key=_strength)
    ahead = sum([1 for other in standing if other > standing[seat]])
    place = [ahead / len(rows), 1.0 if ahead == 0 else 0.0, 1.0 if ahead == many else 0.0]
    return [
        *own,
        *[sum(column) / many for column in columns],
        *[max(column) for column in columns],
        *strongest,
        *table,
        *place,
    ]


def _strength(row: list[float]) -> float:
    return row[STRENGTH]


def _rule_numbers(s: State, tables: Tables, buyers: int) -> list[float]:
    rules = s.rules
    refill = [sum([track.refill[s.step - 1][fuel] for track in rules.tracks]) for fuel in range(FUELS)]
    current = rules.plant_market.current(s)
    return [
        *[units / 5.0 for units in refill],
        rules.plant_limit / 4.0,
        len(rules.tracks) / 2.0,
        current / 8.0,
        max(0, len(s.market) - current) / 8.0,
        rules.step2_at / 10.0,
        0.0 if tables.printed else tables.pay(10, 0) / 100.0,
        1.0 if rules.discount_token else 0.0,
        1.0 if rules.end_card_announces_last_round else 0.0,
        0.0 if type(rules.plant_market) is PlantMarket else 1.0,
        1.0 if rules.options.get("money") == "hidden" else 0.0,
        buyers.bit_count() / 6.0,
    ]
