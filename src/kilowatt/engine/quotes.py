"""Quotes: what a plan would cost and earn, at any time, without spending anything."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from kilowatt.engine import houses, storage, ways
from kilowatt.engine.fuel_held import drop
from kilowatt.engine.game import check_seat
from kilowatt.engine.ids import FUELS, NOBODY, bits
from kilowatt.engine.network import FAR
from kilowatt.engine.sales import swap_plants
from kilowatt.engine.state import State

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


JUMP_WORTH: Final = 10
"""A plan that does not say where to jump keeps the jump unless it saves so much, or nothing else leads there."""


class HouseQuote(msgspec.Struct, frozen=True, omit_defaults=True):
    """One house of a plan: where it would stand and the two parts of its cost."""

    city: str
    house: int
    connection: int
    jump: bool = False
    """Whether the free jump leads there."""


class Quote(msgspec.Struct, frozen=True):
    """A plan priced: houses in the cheapest order, fuel, plant; what is left and what it would earn.

    `problems` are codes with the thing they concern: what the plan asks for but the table does not have.
    """

    houses: list[HouseQuote]
    fuel: dict[str, int]
    plant: str | None
    scrapped: str | None
    """The plant the plan gives up for the new one."""
    compensation: int
    """What the contractor would pay for it."""
    plant_cost: int
    fuel_cost: int
    house_cost: int
    total: int
    money_left: int
    cities: int
    supplied: int
    income: int
    problems: list[tuple[str, str]]


class Carried(msgspec.Struct, frozen=True):
    """A plan priced and carried out on a copy of the table, from which the seat's next steps can be asked."""

    quote: Quote
    after: State
    """The table after the plan: plant, fuel, houses and money of the seat. Nothing else has moved."""
    before_fuel: State
    """The table after the plan's plant alone, with the seat's money as it was."""
    only: int
    """The market all fuel was bought on, where the seat is bound to one or the plan names one."""
    basket: dict[str, dict[str, int]]
    """Where the fuel was bought: market -> fuel -> tokens; {} where fuel is cards."""
    paths: dict[str, list[str]]
    """For each house the cities of its connection, from the network's city to its own; a first city alone."""


def quote(
    state: State,
    seat: int,
    cities: Sequence[str] = (),
    fuel: Mapping[str, int] | None = None,
    plant: str | None = None,
    price: int = 0,
    market: str | None = None,
    give_up: Mapping[str, int] | None = None,
    jump: str | None = None,
) -> Quote:
    """Price a plan of this seat: a plant at a price, fuel from the cheapest market, cities in the cheapest order.

    It may be asked at any time. Whether the moves are allowed now is not its question; `problems` names what can
    never be had as the table stands: unknown things, full cities, fuel that is sold out or has no room. Where a
    seat is bound to one market, the better one is chosen unless `market` names it. A plan that costs more than the seat
    has is priced like any other: `money_left` is then below 0. `give_up` is fuel that goes with the scrapped plant.
    `jump` is the city that the free jump leads to, "" keeps it; without it the plan jumps where that saves much.
    """
    return carry_out(state, seat, cities, fuel, plant, price, market, give_up, jump).quote


def carry_out(
    state: State,
    seat: int,
    cities: Sequence[str] = (),
    fuel: Mapping[str, int] | None = None,
    plant: str | None = None,
    price: int = 0,
    market: str | None = None,
    give_up: Mapping[str, int] | None = None,
    jump: str | None = None,
) -> Carried:
    """Price a plan as `quote` does and carry it out on a copy: `after` is the table after it."""
    check_seat(state, seat)
    for field, amounts in (("fuel", fuel or {}), ("give_up", give_up or {})):
        for name, count in amounts.items():
            if type(count) is not int or count < 0:
                raise ValueError(f"{field}: expected a number of {name}, not {count!r}")
    if type(price) is not int or price < 0:
        raise ValueError(f"price: expected a whole number of 0 or more, not {price!r}")
    names = state.rules.markets
    if market is not None and market not in names:
        raise ValueError(f"market: expected one of {', '.join(names)}, not {market!r}")
    markets = range(len(names)) if state.rules.fuel_supply.one_market else [NOBODY]
    if market is not None:
        markets = [names.index(market)]
    plans = [_carry_out(state, seat, cities, fuel or {}, plant, price, only, give_up or {}, jump) for only in markets]
    if len(plans) == 1:
        return plans[0]
    best = min(plans, key=lambda plan: (len(plan.quote.problems), plan.quote.total))
    # a plan without fuel has chosen no market
    return best if best.quote.fuel else msgspec.structs.replace(best, only=NOBODY)


def _carry_out(
    s: State,
    seat: int,
    cities: Sequence[str],
    fuel: Mapping[str, int],
    plant: str | None,
    price: int,
    only: int,
    give_up: Mapping[str, int],
    jump: str | None,
) -> Carried:
    problems: list[tuple[str, str]] = []
    trial = State(s.rules, s)
    scrapped, back = _take_plant(trial, seat, plant, give_up, problems) if plant is not None else (None, 0)
    if scrapped is None:
        problems += [("cannot_give_up", name) for name, count in give_up.items() if count]
    before_fuel = State(s.rules, trial)
    trial.money[seat] += back - price
    basket, bought, fuel_cost = _take_fuel(trial, seat, fuel, only, problems)
    rows, paths = _take_houses(trial, seat, cities, jump, problems)
    house_cost = sum([row.house + row.connection for row in rows])
    supplied, pay = storage.best_run(trial, seat)
    priced = Quote(
        houses=rows,
        fuel=bought,
        plant=plant,
        scrapped=scrapped,
        compensation=back,
        plant_cost=price,
        fuel_cost=fuel_cost,
        house_cost=house_cost,
        total=price + fuel_cost + house_cost,
        money_left=trial.money[seat],
        cities=trial.count(seat),
        supplied=supplied,
        income=pay,
        problems=problems,
    )
    return Carried(priced, trial, before_fuel, only, basket, paths)


def _take_plant(
    trial: State, seat: int, plant: str, give_up: Mapping[str, int], problems: list[tuple[str, str]]
) -> tuple[str | None, int]:
    """Give the seat a plant of the market; over the limit it gives up the one that supplies or earns least.

    Return that plant and what the contractor pays for it. The market stays: what comes next is not known.
    """
    rules = trial.rules
    card = rules.plant_ids.get(plant)
    if card is None or card not in trial.market:
        problems.append(("unknown_plant" if card is None else "plant_not_in_market", plant))
        return None, 0
    own = [*trial.plants[seat], card]
    if rules.fuel_supply.is_mine(card):
        rules.fuel_supply.take_mine(trial, seat, card)
        return None, 0
    if len(own) <= rules.plant_limit:
        trial.plants[seat] = tuple(own)
        return None, 0
    least = min(own[:-1], key=lambda p: (rules.plants[p].cities, rules.plants[p].income, rules.numbers[p]))
    trial.plants[seat] = tuple(own)
    _give_up(trial, seat, least, give_up, problems)
    trial.plants[seat] = tuple(own[:-1])
    return rules.card_names[least], swap_plants(trial, seat, card, least)


def _give_up(trial: State, seat: int, plant: int, give_up: Mapping[str, int], problems: list[tuple[str, str]]) -> None:
    """Let fuel go with a plant that is about to be scrapped; what may not go is a problem, and stays."""
    most, total = storage.may_give_up(trial, seat, plant)
    for name, count in give_up.items():
        fuel = trial.rules.fuel_ids.get(name)
        if count and (fuel is None or count > min(most[fuel], total)):
            problems.append(("unknown_fuel" if fuel is None else "cannot_give_up", name))
        elif count and fuel is not None:
            drop(trial, seat, fuel, count)
            total -= count


def _take_fuel(
    trial: State, seat: int, wanted: Mapping[str, int], only: int, problems: list[tuple[str, str]]
) -> tuple[dict[str, dict[str, int]], dict[str, int], int]:
    """Buy fuel as cheaply as it can be had; return the tokens by market, all units bought and their cost."""
    rules = trial.rules
    basket: dict[str, dict[str, int]] = {}
    bought: dict[str, int] = {}
    cost = 0
    for name, count in wanted.items():
        slot = rules.fuel_ids.get(name)
        if slot is None:
            problems.append(("unknown_fuel", name))
            continue
        base = seat * FUELS + slot
        held = trial.held[base]
        while (left := held + count - trial.held[base]) > 0:
            if storage.room(trial, seat, slot) <= 0:
                problems.append(("no_room_for_fuel", name))
                break
            market, _ = rules.fuel_supply.cheapest(trial, seat, slot, only)
            price = rules.fuel_supply.buy_cheapest(trial, seat, slot, left, only)
            if price == 0:
                problems.append(("fuel_sold_out", name))
                break
            cost += price
            if market != NOBODY:
                row = basket.setdefault(rules.markets[market], {})
                row[name] = row.get(name, 0) + 1
        if trial.held[base] > held:
            bought[name] = trial.held[base] - held
    trial.money[seat] -= cost
    return basket, bought, cost


def _take_houses(
    trial: State, seat: int, wanted: Sequence[str], jump: str | None, problems: list[tuple[str, str]]
) -> tuple[list[HouseQuote], dict[str, list[str]]]:
    rules = trial.rules
    left: list[int] = []
    for name in [*wanted, *([jump] if jump else [])]:
        city = rules.city_ids.get(name)
        if city is None:
            problems.append(("unknown_city", name))
        elif city not in left:
            left.append(city)
    if trial.marks and not trial.cities[seat]:
        _start_well(trial, seat, left)
    target = rules.city_ids.get(jump, NOBODY) if jump else NOBODY
    if jump is None and rules.starting_cities:
        target = _worth_jumping(trial, seat, left)
    rows, paths = _build_all(trial, seat, left, target)
    for city in left:
        own = trial.cities[seat] >> city & 1
        code = "own_city" if own else "cannot_jump" if city == target else "city_closed"
        problems.append((code, rules.city_names[city]))
    return rows, paths


def _build_all(trial: State, seat: int, left: list[int], target: int) -> tuple[list[HouseQuote], dict[str, list[str]]]:
    """Build in these cities in the cheapest order as far as it goes: the jump comes as soon as there is a network."""
    rows: list[HouseQuote] = []
    paths: dict[str, list[str]] = {}
    names = trial.rules.city_names
    while True:
        if target in left and houses.jump_space(trial, seat, target) != NOBODY:
            paths[names[target]] = [names[target]]
            rows.append(HouseQuote(names[target], houses.jump(trial, seat, target), 0, jump=True))
            left.remove(target)
        city = _nearest(trial, seat, [city for city in left if city != target])
        if city == NOBODY:
            return rows, paths
        paths[names[city]] = [names[one] for one in ways.way_to(trial, seat, city)]
        rows.append(HouseQuote(names[city], *houses.build(trial, seat, city)))
        left.remove(city)


def jump_costs(s: State, seat: int) -> dict[str, int]:
    """Return the starting cities that a plan of this seat would jump to, each with the cost of its house."""
    check_seat(s, seat)
    costs: dict[str, int] = {}
    reached = houses.open_masks(s, seat)
    for space, mask in enumerate(houses.jump_masks(s, seat)):
        for city in bits(mask):
            if not any(row >> city & 1 for row in reached) or s.reach[seat][city] >= JUMP_WORTH:
                costs[s.rules.city_names[city]] = s.rules.space_costs[space][city]
    return costs


def _worth_jumping(trial: State, seat: int, left: list[int]) -> int:
    """Return the city of a plan that a jump makes cheapest, NOBODY where it saves little and opens nothing."""
    best = (0, 0)
    target = NOBODY
    for city in [NOBODY, *[city for city in left if trial.rules.starting_cities >> city & 1]]:
        imagined = State(trial.rules, trial)
        rest = left[:]
        rows, _ = _build_all(imagined, seat, rest, city)
        found = (len(rest), sum([row.house + row.connection for row in rows]) + (0 if city == NOBODY else JUMP_WORTH))
        if city == NOBODY or found < best:
            best, target = found, city
    return target


def _start_well(trial: State, seat: int, left: list[int]) -> None:
    """Put the city to begin in first: where cities are marked it decides which spaces the others cost [AMB-48]."""
    best = (len(left) + 1, 0)
    start = NOBODY
    for first in left:
        imagined = State(trial.rules, trial)
        rest = [first, *[other for other in left if other != first]]
        total = 0
        while (city := _nearest(imagined, seat, rest)) != NOBODY:
            total += sum(houses.build(imagined, seat, city))
            rest.remove(city)
        if (len(rest), total) < best:
            best, start = (len(rest), total), first
    if start != NOBODY:
        left.remove(start)
        left.insert(0, start)


def _nearest(trial: State, seat: int, left: list[int]) -> int:
    """Return the nearest of these cities that is open to this seat, the first named of equals."""
    best = NOBODY
    cheapest = FAR
    for city in left:
        if houses.space_for(trial, seat, city) != NOBODY:
            connection = houses.connection(trial, seat, city)
            if connection < cheapest:
                best, cheapest = city, connection
    return best
