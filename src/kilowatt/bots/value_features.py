"""A position as numbers for the network of values: a row per seat and one for the table, in any ruleset.

What the network sees of a seat is made of these: its own row, the rivals' mean, maximum and strongest, the table, and,
for a seat that has just chosen, what kind of choice that was. It corrects what the network of win chances says. Every
number is of the order of one.
"""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from math import log
from typing import TYPE_CHECKING, NamedTuple

from kilowatt.bots import chances
from kilowatt.bots.appraisal import AFTER_AUCTION, Appraiser
from kilowatt.bots.choice_features import ASKS, best_two, market_numbers
from kilowatt.bots.ending import may_close
from kilowatt.bots.features import SEAT_FIELDS, TABLE_FIELDS, features_by
from kilowatt.bots.lookahead import bent
from kilowatt.bots.plain_inputs import compared
from kilowatt.bots.plain_inputs import seen as seen_alone
from kilowatt.bots.plant_tables import tables_of
from kilowatt.bots.products import numpy
from kilowatt.engine.ids import AUCTION, FUELS
from kilowatt.engine.phases.auction import eligible
from kilowatt.engine.policies import PlantMarket
from kilowatt.statistics import mean

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    import numpy as np
    from numpy.typing import NDArray

    from kilowatt.bots.plant_tables import Tables
    from kilowatt.engine.state import State

VERSION = 2
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
JUDGED_FIELDS = ("chance to win", "expected score", "logit of both", "logit of winning")
"""What the network of win chances says of a seat."""
SLOTS = 8
SLOT_FIELDS = 5
CHOSEN_FIELDS = ("opening", "bidding", "scrapping", "buying fuel", "building", "the prior", "choices compared")
"""The choice that a seat has just made; zeros for a seat that has made none."""

FIELDS = (
    *[f"own {name}" for name in OWN_FIELDS],
    *[f"mean {name}" for name in OWN_FIELDS],
    *[f"most {name}" for name in OWN_FIELDS],
    *[f"strongest {name}" for name in OWN_FIELDS],
    *TABLE_FIELDS,
    *RULE_FIELDS,
    *[f"plant {number}" for number in range(SLOTS * SLOT_FIELDS)],
    *STANDING_FIELDS,
    *JUDGED_FIELDS,
    *CHOSEN_FIELDS,
)
SIZE = len(FIELDS)
ENCODING = sha256("\n".join([str(VERSION), *FIELDS]).encode()).hexdigest()[:16]
"""Hash of this encoding: weights that were fitted to another one are refused."""

OWN = len(OWN_FIELDS)
ROW = OWN + len(STANDING_FIELDS) + len(JUDGED_FIELDS)
"""Numbers of a seat."""
TABLE = len(TABLE_FIELDS) + len(RULE_FIELDS) + SLOTS * SLOT_FIELDS
CHOSEN = len(CHOSEN_FIELDS)
BEGINS = (FIELDS.index("logit of winning"), FIELDS.index("logit of both"))
"""The inputs that the network's two outputs correct: for winning, and for the score."""
SURE = 0.999
"""No score begins above this, or as far below."""


class Position(NamedTuple):
    """The rows of the seats, that of the table, and the temperature of the win chances there."""

    rows: list[list[float]]
    table: list[float]
    heat: float


class Encoded(NamedTuple):
    """Positions with the same number of seats as arrays."""

    rows: NDArray[np.float64]
    """By position and seat."""
    tables: NDArray[np.float64]


def position_of(s: State) -> Position:
    """Return what every seat's numbers are made of."""
    tables = tables_of(s)
    judge = Appraiser(s, tables, AFTER_AUCTION)
    rows, table = features_by(s, judge)
    buyers = eligible(s) if s.phase == AUCTION else 0
    closing = buyers > 0 and may_close(s, tables)
    numbers = s.rules.numbers
    many = len(rows)
    standing = [(s.count(seat), max([numbers[p] for p in s.plants[seat]], default=0)) for seat in range(many)]
    for seat, row in enumerate(rows):
        row.append(1.0 if s.actor == seat else 0.0)
        if buyers >> seat & 1:
            row += [*best_two(s, seat, judge, closing=closing), 1.0]
        else:
            row += [0.0, 0.0, 0.0]
        ahead = sum([1 for other in standing if other > standing[seat]])
        row += [ahead / many, 1.0 if ahead == 0 else 0.0, 1.0 if ahead == many - 1 else 0.0]
    return Position(rows, table + _rule_numbers(s, tables, buyers) + market_numbers(s, tables), chances.heat_of(s))


@cache
def _rivals(seats: int) -> NDArray[np.int64]:
    """Return the rivals of each seat."""
    rows: NDArray[np.int64] = numpy.array([[n for n in range(seats) if n != own] for own in range(seats)])
    return rows


def plain_rows(position: Position) -> list[list[float]]:
    """Return the rows of a position with what the network of win chances says of them, without NumPy."""
    known = [row[: len(SEAT_FIELDS)] for row in position.rows]
    outputs = chances.shipped().outputs_of(compared(known, position.table[: len(TABLE_FIELDS)]))
    return [[*row, *said] for row, said in zip(position.rows, _judged(outputs, position.heat), strict=True)]


def plain_seen(rows: list[list[float]], table: list[float], seat: int, choice: Sequence[float]) -> list[float]:
    """Return what the network sees of one seat, without NumPy."""
    return seen_alone(rows, table, seat, choice, OWN, STRENGTH)


def encoded(positions: Sequence[Position]) -> Encoded:
    """Make arrays of positions with the same number of seats, with what the network of win chances says of them."""
    rows = numpy.array([position.rows for position in positions])
    tables = numpy.array([position.table for position in positions])
    many, seats, _ = rows.shape
    known = rows[:, :, : len(SEAT_FIELDS)]
    mean = (known.sum(1, keepdims=True) - known) / (seats - 1)
    most = known[:, _rivals(seats)].max(2)
    table = numpy.broadcast_to(tables[:, None, : len(TABLE_FIELDS)], (many, seats, len(TABLE_FIELDS)))
    inputs = numpy.concatenate([known, mean, most, table], 2).reshape(many * seats, -1)
    outputs = chances.shipped().outputs(inputs).reshape(many, seats, -1).tolist()
    judged = [_judged(logits, position.heat) for logits, position in zip(outputs, positions, strict=True)]
    return Encoded(numpy.concatenate([rows, numpy.array(judged)], 2), tables)


def _judged(logits: list[list[float]], heat: float) -> list[list[float]]:
    """Return the numbers of each seat that come from the network of win chances."""
    wins = [row[0] for row in logits]
    middle = mean(wins)
    rows: list[list[float]] = []
    for win, row in zip(chances.softmax(wins), logits, strict=True):
        score = bent(row[1])
        both = min(SURE, max(1 - SURE, (win + score) / 2))
        rows.append([win, score, log(both / (1 - both)), (row[0] - middle) / heat])
    return rows


def chosen(ask: int, *, prior: bool, choices: int) -> list[float]:
    """Return the numbers of a choice that a seat has just made."""
    return [*[1.0 if ask == kind else 0.0 for kind in ASKS], 1.0 if prior else 0.0, choices / 10.0]


def seen(rows: NDArray[Any], tables: NDArray[Any], seats: NDArray[np.int64], choice: NDArray[Any]) -> NDArray[Any]:
    """Return what the network sees of one seat of each position, with the choice that it has just made."""
    every = numpy.arange(len(rows))
    own = rows[every, seats]
    others = rows[every[:, None], _rivals(rows.shape[1])[seats], :OWN]
    strongest = others[every, others[:, :, STRENGTH].argmax(1)]
    parts = [own[:, :OWN], others.mean(1), others.max(1), strongest, tables, own[:, OWN:], choice]
    whole: NDArray[Any] = numpy.concatenate(parts, 1)
    return whole


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
