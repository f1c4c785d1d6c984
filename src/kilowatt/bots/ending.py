"""The end of the game, exactly: who can end it this round, what everybody could supply then, what to do about it."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

from kilowatt.bots.building import chain, chain_cost
from kilowatt.bots.fuelling import Base, FuelCosts, shelves, shortage
from kilowatt.engine.houses import end_at, open_masks
from kilowatt.engine.ids import BUILD, FUELS, bits
from kilowatt.engine.network import FAR
from kilowatt.engine.storage import best_supply, runs

if TYPE_CHECKING:
    from kilowatt.bots.plant_tables import Tables
    from kilowatt.engine.state import State

Standing = tuple[int, int]
"""Cities supplied, then money: what the last round compares."""


def can_end(s: State, tables: Tables) -> bool:
    """Return whether any seat could pay for the city that ends the game in this round."""
    if tables.printed:
        return s.last_round
    end = end_at(s)
    for seat in range(s.rules.seats):
        missing = end - s.count(seat)
        # ten Elektro a house is the least a city costs, so most rounds need no chain
        if missing <= 0:
            return True
        if missing * s.rules.house_costs[0] <= s.money[seat] and reaches(s, seat, tables, missing):
            return True
    return False


def reaches(s: State, seat: int, tables: Tables, cities: int) -> bool:
    """Return whether a seat that may still build this round could pay for so many more cities."""
    if s.phase == BUILD and has_built(s, seat):
        return cities <= 0
    return len(chain(s, seat, tables, cities, s.money[seat])) >= cities


def has_built(s: State, seat: int) -> bool:
    """Return whether a seat's building turn of this round is over."""
    return s.actor >= 0 and s.order.index(seat) > s.order.index(s.actor)


def supply_of(s: State, seat: int) -> int:
    """Count the cities a seat's plants can supply with the fuel it has."""
    return max([row[2] for row in runs(s, seat)])


def ends_now(s: State) -> bool:
    """Return whether this round is the last whatever is played."""
    return s.last_round or 0 < end_at(s) <= s.most_cities()


def surely_ahead(s: State, seat: int) -> int:
    """Count the rivals who supply more than a seat at the end of this building phase, whatever everybody builds.

    Returns 0 where it is not certain that the game ends with this phase.
    """
    if s.phase != BUILD or not ends_now(s) or not s.rules.board.cities:
        return 0
    most = _most_supply(s, seat)
    return sum([best_supply(s, rival) > most for rival in range(s.rules.seats) if rival != seat])


def _most_supply(s: State, seat: int) -> int:
    """Return no less than what a seat can supply after building, as if connections were free."""
    fees: dict[int, int] = {}
    if not has_built(s, seat):
        for space, mask in enumerate(open_masks(s, seat)):
            for city in bits(mask):
                fees[city] = min(fees.get(city, FAR), s.rules.space_costs[space][city])
    money, cities = s.money[seat], s.count(seat)
    for fee in sorted(fees.values()):
        money -= fee
        cities += money >= 0
    return min(supply_of(s, seat), cities)


def best_standing(s: State, seat: int, tables: Tables) -> Standing:
    """Return the best a seat could reach if this building phase were the last: its fuel, cities as money allows."""
    power = supply_of(s, seat)
    count = s.count(seat)
    money = s.money[seat]
    if power <= count or has_built(s, seat):
        return min(power, count), money
    row = chain(s, seat, tables, power - count, money)
    return count + len(row), money - chain_cost(row)


def closing_build(s: State, seat: int, tables: Tables, costs: list[int] | None = None) -> tuple[int, Standing] | None:
    """Return how many cities to build now to end the game as the winner, and its standing then; None if it cannot.

    `costs` are what 0, 1, 2, ... cities cost together, the cheapest each time unless given. Rivals who build later in
    this phase are given the best they could still do.
    """
    count = s.count(seat)
    missing = end_at(s) - count
    power = supply_of(s, seat)
    money = s.money[seat]
    if costs is None:
        row = chain(s, seat, tables, max(missing, power - count, 0), money)
        costs = [0, *accumulate([cost for _, cost in row])]
    if len(costs) <= missing:
        return None
    best: tuple[int, Standing] | None = None
    for extra in range(max(missing, 0), len(costs)):
        own = (min(power, count + extra), money - costs[extra])
        if own[1] >= 0 and (best is None or own > best[1]):
            best = (extra, own)
    if best is None:
        return None
    rivals = [best_standing(s, other, tables) for other in range(s.rules.seats) if other != seat]
    return None if any(rival >= best[1] for rival in rivals) else best


def last_buying(s: State, seat: int, tables: Tables) -> tuple[list[int], int, Standing]:
    """Choose fuel for a round that may be the last: most cities supplied after building, then most money left."""
    held = s.held[seat * FUELS : seat * FUELS + FUELS]
    count = s.count(seat)
    money = s.money[seat]
    row = chain(s, seat, tables, max(0, tables.capacity(s.plants[seat]) - count), money)
    spent = [0]
    for _, cost in row:
        spent.append(spent[-1] + cost)
    best: tuple[list[int], int, Standing] = ([0, 0, 0, 0], 0, (-1, 0))
    for shelf in shelves(s, seat, tables):
        for need, hybrid, supplied, _ in tables.subsets(s.plants[seat]):
            bought = shortage(need, hybrid, held, shelf, s.rules.mix)
            if bought is None or bought[1] > money:
                continue
            left = money - bought[1]
            built = 0
            while built + 1 < len(spent) and spent[built + 1] <= left and count + built < supplied:
                built += 1
            standing = (min(supplied, count + built), left - spent[built])
            if standing > best[2]:
                best = (bought[0], bought[1], standing)
    return best


def may_close(s: State, tables: Tables) -> bool:
    """Return, before or in the auctions, whether some seat may well end the game in this round."""
    if tables.printed:
        return False
    end = end_at(s)
    offered = s.market[: s.rules.plant_market.current(s)]
    for seat in range(s.rules.seats):
        missing = end - s.count(seat)
        if missing <= 0:
            return True
        if missing * s.rules.house_costs[0] > s.money[seat]:
            continue
        money = s.money[seat]
        own = s.plants[seat]
        power = tables.capacity(own)
        if power < end and not s.bought >> seat & 1:
            least = 0 if len(own) < s.rules.plant_limit else min([tables.output[p] for p in own])
            helps = [s.rules.numbers[p] for p in offered if power - least + tables.output[p] >= end]
            if not helps:
                continue
            money -= min(helps)
        elif power < end:
            continue
        if len(chain(s, seat, tables, missing, money)) >= missing:
            return True
    return False


def last_costs(s: State, seat: int, tables: Tables, plants: tuple[int, ...], fuel: FuelCosts) -> list[int]:
    """Return what it would cost this round to supply each number of cities: fuel and houses."""
    count = s.count(seat)
    most = tables.capacity(plants)
    costs = [FAR] * (most + 2)
    for need, hybrid, supplied, _ in tables.subsets(plants):
        costs[supplied] = min(costs[supplied], fuel.of(need, hybrid))
    for cities in range(most, -1, -1):
        costs[cities] = min(costs[cities], costs[cities + 1])
    row = chain(s, seat, tables, most - count, s.money[seat])
    paid = 0
    for cities in range(count + 1, most + 1):
        place = cities - count - 1
        paid = paid + row[place][1] if place < len(row) else FAR
        costs[cities] += paid
    return costs


def most_supplied(costs: list[int], money: int) -> int:
    """Count the cities one could supply this round for so much money."""
    return max([cities for cities, cost in enumerate(costs) if cost <= money], default=0)


def hands_with(s: State, seat: int, plant: int) -> list[tuple[int, ...]]:
    """List what a seat's plants may be after it has bought one more."""
    own = s.plants[seat]
    if s.rules.fuel_supply.is_mine(plant):
        return [own]
    if len(own) < s.rules.plant_limit:
        return [(*own, plant)]
    return [tuple([plant if p == old else p for p in own]) for old in own]


def final_worth(s: State, seat: int, tables: Tables, plant: int, bases: dict[int, Base]) -> tuple[int, int]:
    """Return two prices for a plant in what may be the last round.

    Up to the first it lets a seat supply more cities than it can without, up to the second at least as many; -1 where
    it never does. What each seat can do without is kept in `bases`, for as long as nothing changes.
    """
    known = bases.get(seat)
    if known is None:
        known = bases[seat] = _without(s, seat, tables)
    base, fuel, houses, one_more = known
    more = same = FAR
    for hand in hands_with(s, seat, plant):
        for need, hybrid, supplied, _ in tables.subsets(hand):
            if supplied >= base:
                cost = fuel.of(need, hybrid)
                same = min(same, cost)
                if supplied > base:
                    more = min(more, cost)
    money = s.money[seat]
    return max(-1, money - more - one_more), max(-1, money - same - houses)


def _without(s: State, seat: int, tables: Tables) -> Base:
    """Return how many cities a seat could supply with the plants that it has, and what its houses would cost."""
    fuel, money, count = FuelCosts(s, seat, tables), s.money[seat], s.count(seat)
    base = most_supplied(last_costs(s, seat, tables, s.plants[seat], fuel), money)
    row = chain(s, seat, tables, base + 1 - count, money)
    houses = [chain_cost(row[:new]) if new <= len(row) else FAR for new in (max(0, base - count), base + 1 - count)]
    return base, fuel, houses[0], houses[1]
