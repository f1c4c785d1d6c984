"""Which cities to connect: the cheapest ones, one after the other, with exact costs. Knows one seat's network."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from kilowatt.engine.actions import Action, Build, Jump
from kilowatt.engine.game import clone
from kilowatt.engine.houses import free_space, joined, jump_space, open_masks
from kilowatt.engine.ids import NOBODY, bits
from kilowatt.engine.network import FAR
from kilowatt.engine.quotes import JUMP_WORTH

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
            cost = spread[city] + s.rules.space_costs[space][city]
            if best < 0 or cost < cheapest:
                best, cheapest = city, cost
    return best


def house_in(s: State, seat: int, city: int) -> Action:
    """Return the action that builds in a city: the free jump where it is worth more than it is kept for."""
    name = s.rules.city_names[city]
    jumps = s.rules.starting_cities and s.cities[seat] and (s.round == 1 or s.reach[seat][city] >= JUMP_WORTH)
    return Jump(seat, name) if jumps and jump_space(s, seat, city) != NOBODY else Build(seat, name)


def jump_fees(s: State, network: int, reach: list[int]) -> list[tuple[int, int]]:
    """List the starting cities that a bot would jump to, with the cost of a house there [AT-JP-02, AT-JP-06]."""
    fees: list[tuple[int, int]] = []
    for city in bits(s.zone & s.rules.starting_cities & ~network):
        if reach[city] < JUMP_WORTH:
            continue
        space = free_space(s, city)
        if space != NOBODY:
            fees.append((city, s.rules.space_costs[space][city]))
    return fees


def open_within(s: State, seat: int, most: int) -> Chain:
    """List the cities that a network can build in for so much, each with its whole cost."""
    reach, house = s.reach[seat], s.rules.space_costs
    jumps = jump_fees(s, s.cities[seat], reach) if s.rules.starts.may_jump(s, seat) else []
    there = {city for city, _ in jumps}
    return [(city, fee) for city, fee in jumps if fee <= most] + [
        (city, reach[city] + house[space][city])
        for space, mask in enumerate(open_masks(s, seat))
        for city in bits(mask)
        if reach[city] + house[space][city] <= most and city not in there
    ]


def near_cheapest(s: State, seat: int, tables: Tables, detour: int) -> Chain:
    """List the cities that a network can pay and that cost at most so much more than the cheapest."""
    money = s.money[seat]
    row = chain(s, seat, tables, 1, money)
    return open_within(s, seat, min(row[0][1] + detour, money)) if row else []


def spread_of(s: State, tables: Tables) -> list[int]:
    """For each city, what the connections of the next few cities would cost together.

    Where a city takes one house, taken ones do not count, and the others cost what is printed on them [AT-MH-03].
    """
    single = s.rules.board.passing > 0
    zone = s.zone & ~s.spaces[0] if single else s.zone
    known = tables.spread.get(zone)
    if known is None:
        known = []
        fees = s.rules.space_costs[0] if single else s.rules.no_connection
        for city in range(len(s.distances)):
            if not zone >> city & 1:
                known.append(FAR)
                continue
            reach = [cost + fee for cost, fee in zip(joined(s, 0, [], city), fees, strict=True)]
            network = 1 << city
            left = set(bits(zone)) - {city}
            total = 0
            for _ in range(min(NEAR, len(left))):
                near = min(left, key=reach.__getitem__)
                total += reach[near]
                left.discard(near)
                if single:
                    row = s.distances[near]
                    reach = [min(cost, row[other] + fees[other]) for other, cost in enumerate(reach)]
                else:
                    reach = joined(s, network, reach, near)
                network |= 1 << near
            known.append(total)
        tables.spread[zone] = known
    return known


@final
class Growth:
    """The cheapest cities of a network, one after the other; each is worked out when first asked for."""

    def __init__(self, s: State, seat: int, tables: Tables) -> None:
        self.chain: Chain = []
        self.distances = s.distances
        self.s = clone(s) if s.rules.second_network or s.rules.starting_cities else None
        """The position, where a second network may begin, which then reaches what lies around it."""
        self.seat = seat
        self.spread = spread_of(s, tables) if s.rules.starting_cities else []
        self.may_jump = s.rules.starts.may_jump(s, seat)
        house = s.rules.space_costs
        masks = open_masks(s, seat)
        reach = s.reach[seat]
        self.rows: list[tuple[int, int, int, int]] = []
        """(Whole cost, place in the list, city, house) of every open city."""
        if not s.cities[seat]:
            start = first_place(s, seat, tables)
            if start < 0:
                return
            self.chain.append(
                (start, max([house[space][start] for space, mask in enumerate(masks) if mask >> start & 1]))
            )
            reach = joined(s, 0, [], start)
            masks = open_masks(s, seat, 1 << start)
        self.network = s.cities[seat] or 1 << self.chain[0][0]
        self.reach = reach
        open_cities = [(city, house[space][city]) for space, mask in enumerate(masks) if mask for city in bits(mask)]
        self.rows = [(reach[city] + fee, place, city, fee) for place, (city, fee) in enumerate(open_cities)]
        if self.may_jump:
            self._add_jumps(s)

    def _add_jumps(self, s: State) -> None:
        """Let the jump lead to starting cities in place of links, of equal ones where cities around are cheapest."""
        fees = jump_fees(s, self.network, self.reach)
        there = {city for city, _ in fees}
        self.rows = [row for row in self.rows if row[2] not in there]
        self.rows += [(fee, self.spread[city] - FAR, city, fee) for city, fee in fees]

    def grow(self) -> bool:
        """Work out the next city; False if there is none."""
        if not self.rows:
            return False
        best = min(self.rows)
        self.chain.append((best[2], best[0]))
        self.may_jump = self.may_jump and best[1] >= 0
        if self.s is not None:
            self._join(self.s, best[2])
            return True
        reach = self.distances[best[2]]
        self.rows = [
            row if row[0] <= reach[row[2]] + row[3] else (reach[row[2]] + row[3], row[1], row[2], row[3])
            for row in self.rows
            if row[1] != best[1]
        ]
        return True

    def _join(self, s: State, city: int) -> None:
        """Work out all open cities and their costs anew once the network has this city."""
        self.reach = joined(s, self.network, self.reach, city)
        self.network |= 1 << city
        masks = open_masks(s, self.seat, self.network)
        fees = [(other, s.rules.space_costs[space][other]) for space, mask in enumerate(masks) for other in bits(mask)]
        self.rows = [(self.reach[other] + fee, place, other, fee) for place, (other, fee) in enumerate(fees)]
        if self.may_jump:
            self._add_jumps(s)


def chain(s: State, seat: int, tables: Tables, most: int, money: int) -> Chain:
    """Connect the cheapest city again and again, at most so many and within so much money."""
    built: Chain = []
    if most <= 0:
        return built
    own = s.cities[seat]
    start = 0 if own else s.rules.starts.cities(s, seat)
    one, two, three = s.spaces
    key: tuple[int, ...] = (own, start, one, two, three, s.step, s.marks, s.zone)
    if s.rules.starting_cities:
        key = (*key, s.rules.starts.may_jump(s, seat), s.round == 1)
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
    house = s.rules.space_costs
    fees = {city: house[space][city] for space, mask in enumerate(open_masks(s, seat)) for city in bits(mask)}
    own = s.cities[seat]
    beams: list[tuple[int, Chain, list[int]]] = [(0, [], s.reach[seat])]
    for _ in range(cities):
        wider: dict[int, tuple[int, Chain, list[int]]] = {}
        for paid, row, reach in beams:
            taken = {city for city, _ in row}
            near = sorted([(reach[city] + fee, city) for city, fee in fees.items() if city not in taken])
            for cost, city in near[:FAN]:
                total = paid + cost
                added = sum([1 << c for c in taken])
                key = added | 1 << city
                if total <= money and (key not in wider or total < wider[key][0]):
                    wider[key] = (total, [*row, (city, cost)], joined(s, own | added, reach, city))
        beams = sorted(wider.values(), key=lambda beam: beam[0])[:BEAMS]
    return beams[0][1] if beams else []
