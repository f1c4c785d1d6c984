"""Blocks about a seat: money and auction, holdings, and the cost to reach every city."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.engine.ids import FUELS, NOBODY
from kilowatt.engine.network import FAR
from kilowatt.envs.blocks.masks import one, several
from kilowatt.envs.layout import MOST, Bits, Facts, Group, Numbers

if TYPE_CHECKING:
    from kilowatt.engine.rules import Rules

UNREACHABLE = 999
"""The connection cost of a city that cannot be reached."""
POSITIONS = 7
"""Places in the turn order: six seats and the Trust."""
UNITS_LEFT = 3
"""A fuel card has one to three units left."""


def standing(rules: Rules) -> Group:
    """Return the blocks about a seat's part in the auction, its money and its fuel."""

    def key(f: Facts) -> object:
        s = f.state
        seat = f.seat
        first = seat * FUELS
        bits = s.bought >> seat & 1 | (s.out >> seat & 1) << 1
        lot = (s.bidders >> seat & 1, s.leader == seat, s.opener == seat) if s.lot != NOBODY else None
        return (s.money[seat], s.cities[seat], s.income[seat], s.held[first : first + FUELS], bits, lot)

    return Group(
        key,
        [],
        [
            Numbers(
                "is",
                ["bought", "out", "bidding", "leads", "opened"],
                "has bought; has opted out; is still in this auction; has the highest bid; opened the lot",
                _is,
            ),
            Numbers("money", ["money"], "money", lambda f: [min(f.state.money[f.seat], MOST)], 100),
            Numbers("income", ["income"], "what the last production paid", lambda f: [f.state.income[f.seat]], 100),
            Numbers("count", ["cities"], "number of cities", lambda f: [f.state.cities[f.seat].bit_count()], 20),
            Numbers("fuel", list(rules.fuels), "fuel", _fuel, 12),
        ],
    )


def _is(f: Facts) -> list[int]:
    s = f.state
    seat = f.seat
    if s.lot == NOBODY:
        return [s.bought >> seat & 1, s.out >> seat & 1, 0, 0, 0]
    return [
        s.bought >> seat & 1,
        s.out >> seat & 1,
        s.bidders >> seat & 1,
        1 if s.leader == seat else 0,
        1 if s.opener == seat else 0,
    ]


def _fuel(f: Facts) -> list[int]:
    first = f.seat * FUELS
    return f.state.held[first : first + FUELS]


def holdings(rules: Rules) -> Group:
    """Return the blocks about a seat's cities, plants, place in the order and storage."""
    kinds = rules.kind_names if rules.columns else []
    bound = rules.fuel_supply.one_market

    def key(f: Facts) -> object:
        s = f.state
        seat = f.seat
        slots = s.slots[:] if bound else None
        return (s.cities[seat], s.plants[seat], s.order, s.last_round, s.hands[seat], slots)

    return Group(
        key,
        [
            Bits(
                "cities",
                [city.id for city in rules.board.cities],
                "cities of the network",
                lambda f: f.state.cities[f.seat],
            ),
            Bits("plants", [plant.id for plant in rules.plants], "plants", lambda f: several(f.state.plants[f.seat])),
            Bits("order", [str(i + 1) for i in range(POSITIONS)], "place in the turn order", _order),
            Bits(
                "market",
                list(rules.markets),
                "the market the seat is bound to this round",
                lambda f: one(f.state.rules.fuel_supply.market_of(f.state, f.seat)),
            ),
        ],
        [
            Numbers(
                "capacity",
                [*rules.fuels, "hybrids"],
                "what the plants can store of each fuel, and hybrids",
                lambda f: list(f.state.rules.fuel_supply.storage(f.state, f.seat)),
                12,
            ),
            Numbers(
                "cards",
                [f"{kind}:{left}" for kind in kinds for left in range(1, UNITS_LEFT + 1)],
                "fuel cards",
                _cards,
                4,
            ),
        ],
    )


def _order(f: Facts) -> int:
    return 1 << f.state.order.index(f.seat) if f.state.order else 0


def _cards(f: Facts) -> list[int]:
    s = f.state
    if not s.rules.columns:
        return []
    counts = [0] * (len(s.rules.kind_names) * UNITS_LEFT)
    for card, left in s.hands[f.seat]:
        counts[card * UNITS_LEFT + left - 1] += 1
    return counts


def reach(rules: Rules) -> Group:
    """Return the block of what it costs a seat to connect each city."""
    cities = [city.id for city in rules.board.cities]
    meaning = f"cheapest connection; 0 before the first house, {UNREACHABLE} where there is none"
    return Group(
        lambda f: (f.state.cities[f.seat], f.state.zone),
        [],
        [Numbers("connection", cities, meaning, _connection, 50, octets=True)],
    )


def _connection(f: Facts) -> list[int]:
    s = f.state
    costs = s.reach[f.seat] or [0] * len(s.rules.board.cities)
    return [cost if cost < FAR else UNREACHABLE for cost in costs]
