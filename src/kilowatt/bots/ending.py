"""The end of the game, exactly: who can end it this round, what everybody could supply then, what to do about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.bots.building import chain, chain_cost
from kilowatt.bots.fuelling import shelves, shortage
from kilowatt.engine.ids import BUILD, FUELS
from kilowatt.engine.storage import runs

if TYPE_CHECKING:
    from kilowatt.bots.lore import Lore
    from kilowatt.engine.state import State

Standing = tuple[int, int]
"""Cities supplied, then money: what the last round compares."""


def can_end(s: State, lore: Lore) -> bool:
    """Tell whether any seat could pay for the city that ends the game in this round."""
    if lore.printed:
        return s.last_round
    end = s.rules.end_at
    for seat in range(s.rules.seats):
        missing = end - s.count(seat)
        # ten Elektro a house is the least a city costs, so most rounds need no chain
        if missing <= 0:
            return True
        if missing * s.rules.house_costs[0] <= s.money[seat] and reaches(s, seat, lore, missing):
            return True
    return False


def reaches(s: State, seat: int, lore: Lore, cities: int) -> bool:
    """Tell whether a seat that may still build this round could pay for so many more cities."""
    if s.phase == BUILD and has_built(s, seat):
        return cities <= 0
    return len(chain(s, seat, lore, cities, s.money[seat])) >= cities


def has_built(s: State, seat: int) -> bool:
    """Tell whether a seat's building turn of this round is over."""
    return s.actor >= 0 and s.order.index(seat) > s.order.index(s.actor)


def supply_of(s: State, seat: int) -> int:
    """Count the cities a seat's plants can supply with the fuel it has."""
    return max([row[2] for row in runs(s, seat)])


def best_standing(s: State, seat: int, lore: Lore) -> Standing:
    """Give the best a seat could reach if this building phase were the last: its fuel, cities as money allows."""
    power = supply_of(s, seat)
    count = s.count(seat)
    money = s.money[seat]
    if power <= count or has_built(s, seat):
        return min(power, count), money
    row = chain(s, seat, lore, power - count, money)
    return count + len(row), money - chain_cost(row)


def closing_build(s: State, seat: int, lore: Lore) -> tuple[int, Standing] | None:
    """Give how many cities to build now to end the game as the winner, and one's standing then; None if one cannot.

    Rivals who build later in this phase are given the best they could still do.
    """
    count = s.count(seat)
    missing = s.rules.end_at - count
    power = supply_of(s, seat)
    wanted = max(missing, power - count, 0)
    row = chain(s, seat, lore, wanted, s.money[seat])
    if len(row) < missing:
        return None
    rivals = [best_standing(s, other, lore) for other in range(s.rules.seats) if other != seat]
    best: tuple[int, Standing] | None = None
    for extra in range(max(missing, 0), len(row) + 1):
        own = (min(power, count + extra), s.money[seat] - chain_cost(row[:extra]))
        if best is None or own > best[1]:
            best = (extra, own)
    if best is None or any(rival >= best[1] for rival in rivals):
        return None
    return best


def last_buying(s: State, seat: int, lore: Lore) -> tuple[list[int], int, Standing]:
    """Choose fuel for a round that may be the last: most cities supplied after building, then most money left."""
    held = s.held[seat * FUELS : seat * FUELS + FUELS]
    count = s.count(seat)
    money = s.money[seat]
    row = chain(s, seat, lore, max(0, lore.capacity(s.plants[seat]) - count), money)
    spent = [0]
    for _, cost in row:
        spent.append(spent[-1] + cost)
    best: tuple[list[int], int, Standing] = ([0, 0, 0, 0], 0, (-1, 0))
    for shelf in shelves(s, seat, lore):
        for need, hybrid, supplied, _ in lore.subsets(s.plants[seat]):
            found = shortage(need, hybrid, held, shelf, s.rules.mix)
            if found is None or found[1] > money:
                continue
            left = money - found[1]
            built = 0
            while built + 1 < len(spent) and spent[built + 1] <= left and count + built < supplied:
                built += 1
            standing = (min(supplied, count + built), left - spent[built])
            if standing > best[2]:
                best = (found[0], found[1], standing)
    return best
