"""A position as numbers for the network of win chances: one row per seat and one for the table, in any ruleset.

Every number is of the order of one.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from kilowatt.bots.appraisal import AFTER_AUCTION, Appraiser
from kilowatt.bots.building import chain, chain_cost
from kilowatt.bots.card_rounds import rounds_left
from kilowatt.bots.mining import owned_worth
from kilowatt.bots.plant_tables import Tables, tables_of
from kilowatt.bots.products import numpy
from kilowatt.engine.deck import stack_size
from kilowatt.engine.houses import end_at
from kilowatt.engine.ids import AUCTION, BUILD, FUEL, FUELS, POWER
from kilowatt.engine.storage import runs
from kilowatt.statistics import total

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from kilowatt.engine.state import State

VERSION = 2
"""Raised when a number changes its meaning but not its name."""

SEAT_FIELDS = (
    "money",
    "small money",
    "cities of the end",
    "cities",
    "output of the end",
    "output for one more city",
    "output beyond the cities",
    "cities beyond the output",
    "plants",
    "largest plant",
    "second plant",
    "third plant",
    "fourth plant",
    "need of fuel 0",
    "need of fuel 1",
    "need of fuel 2",
    "need of fuel 3",
    "fuel 0",
    "fuel 1",
    "fuel 2",
    "fuel 3",
    "worth of the fuel",
    "cost of one production",
    "output with the fuel held",
    "share of the output with the fuel held",
    "income now",
    "income with all the fuel",
    "place in the order",
    "first in the order",
    "last in the order",
    "has bought a plant",
    "has left the auctions",
    "has had its turn",
    "appraised plants and cities",
    "appraised position",
    "cost of the next city",
    "cost of the next four cities",
    "next cities within the money",
    "cost of these",
    "cities to the end",
)
"""What the row of a seat holds."""

TABLE_FIELDS = (
    "seats",
    "two seats",
    "three seats",
    "four seats",
    "five seats",
    "six seats",
    "progress",
    "round",
    "step 1",
    "step 2",
    "step 3",
    "last round",
    "auction",
    "fuel",
    "build",
    "power",
    "income is printed",
    "cities of the end",
    "price of fuel 0",
    "price of fuel 1",
    "price of fuel 2",
    "price of fuel 3",
    "units of fuel 0",
    "units of fuel 1",
    "units of fuel 2",
    "units of fuel 3",
    "cards in the stack",
    "largest plant on offer",
    "mean plant on offer",
    "Trust",
)
"""What the row of the table holds."""

ENCODING = sha256("\n".join([str(VERSION), *SEAT_FIELDS, "", *TABLE_FIELDS]).encode()).hexdigest()[:16]
"""Hash of this encoding: weights that were fitted to another one are refused."""

_SIZES = 4
"""Plants of a seat that have a number of their own."""
_NEXT = 4
"""Next cities that are looked at."""
_MISSING = 30
"""What a city counts that cannot be had."""
_STEPS = (1, 2, 3)
_COUNTS = (2, 3, 4, 5, 6)


def features(s: State) -> tuple[list[list[float]], list[float]]:
    """Return the rows of all seats, and that of the table."""
    return features_by(s, Appraiser(s, tables_of(s), AFTER_AUCTION))


def features_by(s: State, judge: Appraiser) -> tuple[list[list[float]], list[float]]:
    """Return the same for a caller that has an appraiser of this position already."""
    tables = judge.tables
    return [_seat_row(s, seat, tables, judge) for seat in range(s.rules.seats)], _table_row(s, tables, judge)


def check_many(rows: list[list[float]]) -> None:
    """Refuse a table of one seat."""
    if len(rows) < 2:  # noqa: PLR2004 - one
        raise ValueError("a table of one seat has nobody to compare with")


def inputs_of(rows: list[list[float]], table: list[float]) -> NDArray[np.float64]:
    """Put together what the network sees for each seat: its row, the mean and maximum of the others, and the table."""
    check_many(rows)
    seats = len(rows)
    own = numpy.array(rows)
    mean = (own.sum(0) - own) / (seats - 1)
    others = numpy.where(numpy.eye(seats, dtype=bool)[:, :, None], -numpy.inf, own[None])
    whole: NDArray[np.float64] = numpy.concatenate(
        [own, mean, others.max(1), numpy.broadcast_to(table, (seats, len(table)))], 1
    )
    return whole


def _plant_numbers(s: State, seat: int, tables: Tables, scale: float) -> list[float]:
    """Return the number of plants, their sizes and their fuel needs."""
    own = s.plants[seat]
    sizes = sorted([tables.output[plant] for plant in own], reverse=True)[:_SIZES]
    needs = [0.0] * FUELS
    for plant in own:
        card = s.rules.plants[plant]
        for fuel in card.fuels:
            needs[fuel] += card.need / len(card.fuels)
    row = [len(own) / 4.0]
    row += [size * scale for size in sizes]
    row += [0.0] * (_SIZES - len(sizes))
    return row + [need / 4.0 for need in needs]


def _network_numbers(s: State, seat: int, tables: Tables) -> list[float]:
    """Return what the next cities cost."""
    if tables.printed:
        return [0.0, 0.0, 0.0, 0.0]
    ahead = chain(s, seat, tables, _NEXT, 1_000)
    within = chain(s, seat, tables, _NEXT, s.money[seat])
    return [
        ahead[0][1] / 30.0 if ahead else 2.0,
        (chain_cost(ahead) + _MISSING * (_NEXT - len(ahead))) / 100.0,
        len(within) / _NEXT,
        chain_cost(within) / 100.0,
    ]


def _seat_row(s: State, seat: int, tables: Tables, judge: Appraiser) -> list[float]:
    printed = tables.printed
    own = s.plants[seat]
    money = s.money[seat]
    count = 0 if printed else s.count(seat)
    end = max(1, end_at(s))
    output = tables.capacity(own)
    scale = 0.05 if printed else 0.15
    best = runs(s, seat)
    fuelled = max([row[3] if printed else row[2] for row in best])
    held = s.held[seat * FUELS : seat * FUELS + FUELS]
    stored = total([held[fuel] * judge.prices[fuel] for fuel in range(FUELS)])
    value = judge.value(own, count)
    place = s.order.index(seat)
    turns = s.phase in {FUEL, BUILD} and s.actor >= 0
    row = [
        (money + owned_worth(s, seat)) / 100.0,
        min(money, 40) / 40.0,
        count / end,
        count / 10.0,
        output / (60.0 if printed else end),
        min(output, count + 1) / 10.0 if not printed else 0.0,
        max(0, output - count) / 5.0 if not printed else 0.0,
        max(0, count - output) / 5.0,
    ]
    row += _plant_numbers(s, seat, tables, scale)
    row += [units / 5.0 for units in held]
    row += [
        stored / 30.0,
        total([judge.fuel_of(plant) for plant in own]) / 20.0,
        fuelled * scale / 2.0,
        fuelled / output if output else 0.0,
        (tables.pay(0, fuelled) if printed else tables.pay(min(count, fuelled), 0)) / 100.0,
        (tables.pay(0, output) if printed else tables.pay(min(count, output), 0)) / 100.0,
        place / len(s.order),
        1.0 if place == 0 else 0.0,
        1.0 if place == len(s.order) - 1 else 0.0,
        1.0 if s.phase == AUCTION and s.bought >> seat & 1 else 0.0,
        1.0 if s.phase == AUCTION and s.out >> seat & 1 else 0.0,
        1.0 if turns and place > s.order.index(s.actor) else 0.0,
        value / 200.0,
        (money + 0.7 * stored + value) / 200.0,
    ]
    row += _network_numbers(s, seat, tables)
    row.append((end - count) / end if not printed else 0.0)
    return row


def _table_row(s: State, tables: Tables, judge: Appraiser) -> list[float]:
    rules = s.rules
    printed = tables.printed
    last = len(rules.plants)
    offered = [tables.output[card] for card in s.market[: rules.plant_market.current(s)] if card < last]
    scale = 0.05 if printed else 0.15
    row = [rules.seats / 6.0]
    row += [1.0 if rules.seats == count else 0.0 for count in _COUNTS]
    row += [progress(s, tables), s.round / 10.0]
    row += [1.0 if s.step == step else 0.0 for step in _STEPS]
    row.append(1.0 if s.last_round else 0.0)
    row += [1.0 if s.phase == phase else 0.0 for phase in (AUCTION, FUEL, BUILD, POWER)]
    row += [1.0 if printed else 0.0, 0.0 if printed else end_at(s) / 20.0]
    row += [price / 10.0 for price in judge.prices]
    row += [s.fuel[fuel].bit_count() / 20.0 if s.fuel else 0.0 for fuel in range(FUELS)]
    row += [
        stack_size(s) / 40.0,
        max(offered) * scale if offered else 0.0,
        total(offered) * scale / len(offered) if offered else 0.0,
        1.0 if rules.trust_plays else 0.0,
    ]
    return row


def progress(s: State, tables: Tables) -> float:
    """Return how far the game has come, from 0 to 1: by the leader's cities, or by the stack where there are none."""
    if tables.printed:
        return 1.0 / rounds_left(s)
    return min(1.0, s.most_cities() / max(1, end_at(s)))
