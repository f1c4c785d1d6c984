"""More of what is worth weighing, for a bot that judges a choice in a fraction of a millisecond.

Fuel for two rounds or less of it, any number of cities, and other last cities than the cheapest. Compares nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.bots.building import house_in, open_within
from kilowatt.bots.plans import blocking, fuel_plans, units_left
from kilowatt.engine.game import advance, clone
from kilowatt.engine.ids import FUELS
from kilowatt.engine.storage import room

if TYPE_CHECKING:
    from kilowatt.bots.plant_tables import Tables
    from kilowatt.engine.state import State

DETOURS = 3
"""Other last cities that are weighed for a number of cities."""
DETOUR = 15
"""They cost at most so much more than the cheapest."""


def more_fuel(s: State, seat: int, tables: Tables) -> list[tuple[int, ...]]:
    """List what fuel to buy: what `fuel_plans` lists, nothing, less or more of one fuel, half of the room or all."""
    plans = fuel_plans(s, seat, tables)
    usual = plans[0]
    plans.append((0,) * FUELS)
    for fuel in range(FUELS):
        most = min(room(s, seat, fuel), units_left(s, fuel))
        more = most - usual[fuel]
        for units in (0, usual[fuel] // 2, usual[fuel] + (more + 1) // 2, most):
            if units <= most:
                plans.append((*usual[:fuel], units, *usual[fuel + 1 :]))
    return [plan for place, plan in enumerate(plans) if plan not in plans[:place]]


def more_builds(
    s: State, seat: int, plans: list[tuple[int, ...]], costs: list[int], usual: int
) -> tuple[list[tuple[int, ...]], list[tuple[int, ...]]]:
    """List what to build, the usual number of cities first: any number, and for some of them other last cities.

    The second list is of those that take a city from a rival.
    """
    wanted = [plans[usual], *[plan for number, plan in enumerate(plans) if number != usual]]
    blocks: list[tuple[int, ...]] = []
    if s.cities[seat]:
        for number in {max(1, usual), usual + 1}:
            if number < len(plans):
                wanted += detours(s, seat, plans[number])
                blocks += blocking(s, seat, plans[number], costs[number - 1])
    wanted += blocks
    return [plan for place, plan in enumerate(wanted) if plan not in wanted[:place]], blocks


def detours(s: State, seat: int, plan: tuple[int, ...]) -> list[tuple[int, ...]]:
    """List variants of a plan that end in another city, which costs little more than the cheapest."""
    trial = clone(s)
    for city in plan[:-1]:
        advance(trial, house_in(trial, seat, city))
        if trial.actor != seat or trial.ask != s.ask:
            return []
    near = sorted([(cost, city) for city, cost in open_within(trial, seat, trial.money[seat]) if city not in plan])
    return [(*plan[:-1], city) for cost, city in near[:DETOURS] if cost <= near[0][0] + DETOUR]
