"""What is worth weighing: build plans with exact costs, fuel that others lack, cities they need, plants that add.

Lists candidates for bots that look ahead; compares nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.bots import economist
from kilowatt.bots.building import NEAR, chain, chain_cost, cheapest, first_place
from kilowatt.bots.card_rounds import rounds_left
from kilowatt.bots.ending import can_end, last_buying
from kilowatt.bots.plant_tables import Tables, tables_of
from kilowatt.engine.actions import Build
from kilowatt.engine.game import advance, clone
from kilowatt.engine.houses import end_at, joined, open_masks
from kilowatt.engine.ids import FUELS, bits
from kilowatt.engine.storage import room

if TYPE_CHECKING:
    from kilowatt.engine.state import State

WIDE = 4
"""Up to so many cities the cheapest ones together are looked for, not only the cheapest each time."""
BLOCKS = 4
"""Cities weighed because a rival needs them."""
LATE = 0.6
"""The end is near once somebody has this share of the cities that end the game."""
LATE_ROUNDS = 2
"""The same where the stack ends the game: at most so many rounds are left."""


def is_late(s: State, tables: Tables) -> bool:
    """Return whether the end is so near that imagined games may as well be played to it."""
    if tables.printed:
        return rounds_left(s) <= LATE_ROUNDS
    return s.most_cities() >= LATE * end_at(s)


def build_plans(s: State, seat: int, tables: Tables) -> tuple[list[tuple[int, ...]], list[int]]:
    """Return which cities to build and what they cost together, for 0, 1, 2, ... cities as far as the money goes."""
    money = s.money[seat]
    most = tables.capacity(s.plants[seat]) + 2 - s.count(seat)
    if s.round >= economist.PATIENCE:
        most = max(most, end_at(s) - s.count(seat))
    row = chain(s, seat, tables, most, money)
    plans: list[tuple[int, ...]] = [()]
    costs = [0]
    for number in range(1, most + 1):
        plan = row[:number] if number <= len(row) else []
        if 1 < number <= WIDE:
            wider = cheapest(s, seat, tables, number, money)
            if wider and (not plan or chain_cost(wider) < chain_cost(plan)):
                plan = wider
        if not plan:
            break
        plans.append(tuple([city for city, _ in plan]))
        costs.append(chain_cost(plan))
    return plans, costs


def blocking(s: State, seat: int, plan: tuple[int, ...], paid: int) -> list[tuple[int, ...]]:
    """List variants of a plan that end in a city where one takes the last open space from a rival who lacks it.

    The Trust has a place in the turn order, but neither money nor a network: it is no rival.
    """
    later = [chair for chair in s.order[: s.order.index(seat)] if chair != s.rules.trust_chair]
    money = s.money[seat] - paid
    last = open_masks(s, seat)[s.step - 1]
    reach = s.reach[seat]
    fees = s.rules.space_costs[s.step - 1]
    variants = [
        city
        for city in bits(last)
        if city not in plan
        and s.cities[seat]
        and reach[city] + fees[city] <= money
        and any(
            not s.cities[rival] >> city & 1 and _reach(s, rival, city) + fees[city] <= s.money[rival] for rival in later
        )
    ]
    variants.sort(key=lambda city: reach[city])
    return [(*plan[:-1], city) for city in variants[:BLOCKS]]


def _reach(s: State, seat: int, city: int) -> int:
    """Return what connecting a city costs a seat: nothing for its first house."""
    return s.reach[seat][city] if s.cities[seat] else 0


def units_left(s: State, fuel: int) -> int:
    """Count the units of a fuel on the markets."""
    return sum([s.fuel[market * FUELS + fuel].bit_count() for market in range(len(s.rules.tracks))])


def fuel_plans(s: State, seat: int, tables: Tables) -> list[tuple[int, ...]]:
    """List what fuel to buy may be weighed: the economist's plan, and as much as it can of a fuel that others lack."""
    usual = tuple(last_buying(s, seat, tables)[0] if can_end(s, tables) else economist.plain_buys(s, seat, tables)[0])
    plans = [usual]
    left = s.order[: s.order.index(seat)]
    for fuel in range(FUELS):
        free = min(room(s, seat, fuel), units_left(s, fuel))
        if free <= usual[fuel]:
            continue
        wanted = 0
        for rival in left:
            cards = [s.rules.plants[plant] for plant in s.plants[rival]]
            wanted += sum([card.need for card in cards if card.fuels == (fuel,)]) - s.held[rival * FUELS + fuel]
        if wanted > units_left(s, fuel) - free:
            plans.append(tuple([free if f == fuel else usual[f] for f in range(FUELS)]))
    return plans


def adds(s: State, seat: int, plant: int) -> bool:
    """Return whether a plant would let a seat supply more, or is a mine: others are not worth imagining."""
    own = s.plants[seat]
    output = tables_of(s).output
    if s.rules.fuel_supply.is_mine(plant):
        return True
    return len(own) < s.rules.plant_limit or output[plant] > min([output[p] for p in own])


def other_starts(s: State, seat: int, tables: Tables, number: int, most: int) -> list[tuple[int, ...]]:
    """List plans of so many cities that begin elsewhere: where the free cities around are cheapest to connect."""
    free = s.zone & s.rules.open_spaces[0][0] & ~s.spaces[0]
    costs: list[tuple[int, int]] = []
    for space, mask in enumerate(open_masks(s, seat)):
        for city in bits(mask):
            reach = joined(s, 0, [], city)
            near = sorted([reach[other] for other in bits(free) if other != city])
            costs.append((s.rules.space_costs[space][city] + sum(near[:NEAR]), city))
    costs.sort()
    usual = first_place(s, seat, tables)
    starts: list[tuple[int, ...]] = []
    for _, city in costs[:most]:
        if city != usual:
            trial = clone(s)
            advance(trial, Build(seat, s.rules.board.cities[city].id))
            row = chain(trial, seat, tables, number - 1, trial.money[seat])
            starts.append((city, *[other for other, _ in row]))
    return starts
