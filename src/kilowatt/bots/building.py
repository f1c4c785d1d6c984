"""Which cities to connect: the cheapest ones, one after the other, with exact costs. Knows one seat's network."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from kilowatt.engine.houses import open_masks
from kilowatt.engine.ids import bits
from kilowatt.engine.network import FAR

if TYPE_CHECKING:
    from kilowatt.bots.plant_tables import Tables
    from kilowatt.engine.state import State

NEAR = 6
"""How many cities around a first house count for its place."""

GROWTHS = 2_000
"""Positions of the board whose growth is remembered."""

BEAMS = 12
FAN = 6
"""How many beginnings of a plan are followed at once, and how many next cities are tried for each."""

Chain = list[tuple[int, int]]
"""Cities in the order of building, each with its whole cost."""


def first_place(s: State, seat: int, tables: Tables) -> int:
    """Choose a first city: the one around which a network grows most cheaply; -1 if none is open."""
    masks = open_masks(s, seat)
    spread = spread_of(s, tables)
    best = -1
    cheapest = 0
    for space, mask in enumerate(masks):
        for city in bits(mask):
            cost = spread[city] + s.rules.house_costs[space]
            if best < 0 or cost < cheapest:
                best, cheapest = city, cost
    return best


def open_within(s: State, seat: int, most: int) -> Chain:
    """List the cities that a network can build in for so much, each with its whole cost."""
    reach, house = s.reach[seat], s.rules.house_costs
    return [
        (city, reach[city] + house[space])
        for space, mask in enumerate(open_masks(s, seat))
        for city in bits(mask)
        if reach[city] + house[space] <= most
    ]


def near_cheapest(s: State, seat: int, tables: Tables, detour: int) -> Chain:
    """List the cities that a network can pay and that cost at most so much more than the cheapest."""
    money = s.money[seat]
    row = chain(s, seat, tables, 1, money)
    return open_within(s, seat, min(row[0][1] + detour, money)) if row else []


def spread_of(s: State, tables: Tables) -> list[int]:
    """For each city, what the connections of the next few cities would cost together."""
    known = tables.spread.get(s.zone)
    if known is None:
        known = []
        for city in range(len(s.distances)):
            if not s.zone >> city & 1:
                known.append(FAR)
                continue
            reach = s.distances[city]
            left = set(bits(s.zone)) - {city}
            total = 0
            for _ in range(min(NEAR, len(left))):
                near = min(left, key=reach.__getitem__)
                total += reach[near]
                left.discard(near)
                reach = [min(a, b) for a, b in zip(reach, s.distances[near], strict=True)]
            known.append(total)
        tables.spread[s.zone] = known
    return known


@final
class Growth:
    """The cheapest cities of a network, one after the other; each is worked out when first asked for."""

    def __init__(self, s: State, seat: int, tables: Tables) -> None:
        self.chain: Chain = []
        self.distances = s.distances
        house = s.rules.house_costs
        masks = open_masks(s, seat)
        reach = s.reach[seat]
        self.rows: list[tuple[int, int, int, int]] = []
        """(Whole cost, place in the list, city, house) of every open city."""
        if not s.cities[seat]:
            start = first_place(s, seat, tables)
            if start < 0:
                return
            self.chain.append((start, max([house[space] for space, mask in enumerate(masks) if mask >> start & 1])))
            reach = self.distances[start]
            masks = open_masks(s, seat, 1 << start)
        open_cities = [(city, house[space]) for space, mask in enumerate(masks) if mask for city in bits(mask)]
        self.rows = [(reach[city] + fee, place, city, fee) for place, (city, fee) in enumerate(open_cities)]

    def grow(self) -> bool:
        """Work out the next city; False if there is none."""
        if not self.rows:
            return False
        best = min(self.rows)
        self.chain.append((best[2], best[0]))
        reach = self.distances[best[2]]
        self.rows = [
            row if row[0] <= reach[row[2]] + row[3] else (reach[row[2]] + row[3], row[1], row[2], row[3])
            for row in self.rows
            if row[1] != best[1]
        ]
        return True


def chain(s: State, seat: int, tables: Tables, most: int, money: int) -> Chain:
    """Connect the cheapest city again and again, at most so many and within so much money."""
    built: Chain = []
    if most <= 0:
        return built
    own = s.cities[seat]
    start = 0 if own else s.rules.starts.cities(s, seat)
    one, two, three = s.spaces
    key = (own, start, one, two, three, s.step, s.marks, s.zone)
    growth: Growth | None = tables.growths.get(key)
    if growth is None:
        if len(tables.growths) > GROWTHS:
            tables.growths.clear()
        growth = tables.growths[key] = Growth(s, seat, tables)
    known = growth.chain
    for place in range(most):
        if place >= len(known) and not growth.grow():
            break
        cost = known[place][1]
        if cost > money:
            break
        money -= cost
        built.append(known[place])
    return built


def chain_cost(row: Chain) -> int:
    """Add up a chain."""
    return sum([cost for _, cost in row])


def cheapest(s: State, seat: int, tables: Tables, cities: int, money: int) -> Chain:
    """Find so many cities at the least cost together, which the cheapest city each time does not always lead to.

    A few of the best beginnings are followed at once; [] if none of them is within the money.
    """
    start = chain(s, seat, tables, 1, money)
    if cities <= 1 or not start or not s.cities[seat]:
        return start if len(start) >= cities else []
    house = s.rules.house_costs
    fees = {city: house[space] for space, mask in enumerate(open_masks(s, seat)) for city in bits(mask)}
    beams: list[tuple[int, Chain, list[int]]] = [(0, [], s.reach[seat])]
    for _ in range(cities):
        wider: dict[int, tuple[int, Chain, list[int]]] = {}
        for paid, row, reach in beams:
            taken = {city for city, _ in row}
            near = sorted([(reach[city] + fee, city) for city, fee in fees.items() if city not in taken])
            for cost, city in near[:FAN]:
                total = paid + cost
                key = sum([1 << c for c in taken], 1 << city)
                if total <= money and (key not in wider or total < wider[key][0]):
                    joined = [min(a, b) for a, b in zip(reach, s.distances[city], strict=True)]
                    wider[key] = (total, [*row, (city, cost)], joined)
        beams = sorted(wider.values(), key=lambda beam: beam[0])[:BEAMS]
    return beams[0][1] if beams else []
