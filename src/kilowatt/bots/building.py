"""Which cities to connect: the cheapest ones, one after the other, with exact costs. Knows one seat's network."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.engine.houses import open_masks
from kilowatt.engine.ids import bits
from kilowatt.engine.network import FAR

if TYPE_CHECKING:
    from kilowatt.bots.lore import Lore
    from kilowatt.engine.state import State

NEAR = 6
"""How many cities around a first house count for its place."""

Chain = list[tuple[int, int]]
"""Cities in the order of building, each with its whole cost."""


def first_place(s: State, seat: int, lore: Lore) -> int:
    """Choose a first city: the one around which a network grows most cheaply; -1 if none is open."""
    masks = open_masks(s, seat)
    spread = spread_of(s, lore)
    best = -1
    cheapest = 0
    for space, mask in enumerate(masks):
        for city in bits(mask):
            cost = spread[city] + s.rules.house_costs[space]
            if best < 0 or cost < cheapest:
                best, cheapest = city, cost
    return best


def spread_of(s: State, lore: Lore) -> list[int]:
    """For each city, what the connections of the next few cities would cost together."""
    known = lore.spread.get(s.zone)
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
        lore.spread[s.zone] = known
    return known


def chain(s: State, seat: int, lore: Lore, most: int, money: int) -> Chain:
    """Connect the cheapest city again and again, at most so many and within so much money."""
    found: Chain = []
    if most <= 0:
        return found
    house = s.rules.house_costs
    masks = open_masks(s, seat)
    reach = s.reach[seat]
    distances = s.distances
    if not s.cities[seat]:
        start = first_place(s, seat, lore)
        if start < 0:
            return found
        fee = house[0]
        for space, mask in enumerate(masks):
            if mask >> start & 1:
                fee = house[space]
        if fee > money:
            return found
        found.append((start, fee))
        money -= fee
        reach = distances[start]
        masks = _masks_after_start(s, start)
    rows = [(city, house[space]) for space, mask in enumerate(masks) if mask for city in bits(mask)]
    while len(found) < most and rows:
        best_city = -1
        cheapest = money + 1
        for city, fee in rows:
            cost = reach[city] + fee
            if cost < cheapest:
                best_city, cheapest = city, cost
        if best_city < 0:
            break
        found.append((best_city, cheapest))
        money -= cheapest
        row = distances[best_city]
        reach = [b if b < a else a for a, b in zip(reach, row, strict=True)]  # noqa: FURB136 - twice as fast
        rows = [r for r in rows if r[0] != best_city]
    return found


def _masks_after_start(s: State, start: int) -> list[int]:
    """Give the open spaces of a seat whose first house has just been put."""
    left = s.zone & ~(1 << start)
    found = [0, 0, 0]
    for space in range(s.step):
        free = left & ~s.spaces[space]
        if space == 0:
            free &= ~s.marks
        found[space] = free
        left &= ~free
    return found


def chain_cost(row: Chain) -> int:
    """Add up a chain."""
    return sum([cost for _, cost in row])
