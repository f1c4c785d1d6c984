"""Quotes: what a plan would cost and earn, at any time, without spending anything."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from kilowatt.engine import houses, storage
from kilowatt.engine.game import check_seat
from kilowatt.engine.ids import AUCTION, FUELS, NOBODY
from kilowatt.engine.network import FAR
from kilowatt.engine.state import State

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


class HouseQuote(msgspec.Struct, frozen=True):
    """One house of a plan: where it would stand and the two parts of its cost."""

    city: str
    house: int
    connection: int


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


def quote(
    state: State,
    seat: int,
    cities: Sequence[str] = (),
    fuel: Mapping[str, int] | None = None,
    plant: str | None = None,
    price: int = 0,
    market: str | None = None,
) -> Quote:
    """Price a plan of this seat: a plant at a price, fuel from the cheapest market, cities in the cheapest order.

    It may be asked at any time. Whether the moves are allowed now is not its question; `problems` names what can
    never be had as the table stands: unknown things, full cities, fuel that is sold out or has no room. Where a
    seat is bound to one market, the better one is chosen unless `market` names it. A plan that costs more than the seat
    has is priced like any other: `money_left` is then below 0.
    """
    check_seat(state, seat)
    for name, count in (fuel or {}).items():
        if type(count) is not int or count < 0:
            raise ValueError(f"fuel: expected a number of {name}, not {count!r}")
    if type(price) is not int or price < 0:
        raise ValueError(f"price: expected a whole number of 0 or more, not {price!r}")
    names = state.rules.markets
    if market is not None and market not in names:
        raise ValueError(f"market: expected one of {', '.join(names)}, not {market!r}")
    if market is not None:
        return _quote(state, seat, cities, fuel or {}, plant, price, names.index(market))
    if not state.rules.fuel_supply.one_market:
        return _quote(state, seat, cities, fuel or {}, plant, price, NOBODY)
    plans = [_quote(state, seat, cities, fuel or {}, plant, price, only) for only in range(len(names))]
    return min(plans, key=lambda plan: (len(plan.problems), plan.total))


def _quote(
    s: State,
    seat: int,
    cities: Sequence[str],
    fuel: Mapping[str, int],
    plant: str | None,
    price: int,
    only: int,
) -> Quote:
    trial = State(s.rules, s)
    problems: list[tuple[str, str]] = []
    scrapped, back = _plan_plant(trial, seat, plant, problems) if plant is not None else (None, 0)
    bought, fuel_cost = _plan_fuel(trial, seat, fuel, only, problems)
    rows = _plan_houses(trial, seat, cities, problems)
    house_cost = sum([row.house + row.connection for row in rows])
    total = price + fuel_cost + house_cost
    supplied, pay = storage.best_run(trial, seat)
    return Quote(
        houses=rows,
        fuel=bought,
        plant=plant,
        scrapped=scrapped,
        compensation=back,
        plant_cost=price,
        fuel_cost=fuel_cost,
        house_cost=house_cost,
        total=total,
        money_left=s.money[seat] - total + back,
        cities=trial.count(seat),
        supplied=supplied,
        income=pay,
        problems=problems,
    )


def _plan_plant(trial: State, seat: int, plant: str, problems: list[tuple[str, str]]) -> tuple[str | None, int]:
    """Give the seat a plant of the market; over the limit it gives up the one that supplies or earns least."""
    rules = trial.rules
    card = rules.plant_ids.get(plant)
    if card is None or card not in trial.market:
        problems.append(("unknown_plant" if card is None else "plant_not_in_market", plant))
        return None, 0
    own = [*trial.plants[seat], card]
    if len(own) <= rules.plant_limit:
        trial.plants[seat] = tuple(own)
        return None, 0
    least = min(own[:-1], key=lambda p: (rules.plants[p].cities, rules.plants[p].income, rules.numbers[p]))
    own.remove(least)
    trial.plants[seat] = tuple(own)
    gone, choice = storage.overflow(trial, seat, trial.plants[seat])
    for slot in range(FUELS):
        trial.held[seat * FUELS + slot] -= gone[slot]
    trial.held[seat * FUELS + rules.mix[0]] -= choice
    back = 0
    if rules.contractor:
        first, others = rules.contractor[trial.contractor]
        back = others if trial.paid_scraps and trial.phase == AUCTION else first
    return rules.card_names[least], back


def _plan_fuel(
    trial: State, seat: int, wanted: Mapping[str, int], only: int, problems: list[tuple[str, str]]
) -> tuple[dict[str, int], int]:
    rules = trial.rules
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
            price = rules.fuel_supply.buy_cheapest(trial, seat, slot, left, only)
            if price == 0:
                problems.append(("fuel_sold_out", name))
                break
            cost += price
        if trial.held[base] > held:
            bought[name] = trial.held[base] - held
    return bought, cost


def _plan_houses(trial: State, seat: int, wanted: Sequence[str], problems: list[tuple[str, str]]) -> list[HouseQuote]:
    rules = trial.rules
    left: list[int] = []
    for name in wanted:
        city = rules.city_ids.get(name)
        if city is None:
            problems.append(("unknown_city", name))
        elif city not in left:
            left.append(city)
    if trial.marks and not trial.cities[seat]:
        _start_well(trial, seat, left)
    rows = _join_cheapest(trial, seat, left)
    for city in left:
        own = trial.cities[seat] >> city & 1
        problems.append(("own_city" if own else "city_closed", rules.board.cities[city].id))
    return rows


def _start_well(trial: State, seat: int, left: list[int]) -> None:
    """Put the city to begin in first: where cities are marked it decides which spaces the others cost [AMB-48]."""
    best = (len(left) + 1, 0)
    start = NOBODY
    for city in left:
        imagined = State(trial.rules, trial)
        rest = [city, *[other for other in left if other != city]]
        total = sum([row.house + row.connection for row in _join_cheapest(imagined, seat, rest)])
        if (len(rest), total) < best:
            best, start = (len(rest), total), city
    if start != NOBODY:
        left.remove(start)
        left.insert(0, start)


def _join_cheapest(trial: State, seat: int, left: list[int]) -> list[HouseQuote]:
    """Build what can be built of these cities, each time the nearest, the first named of equals; it leaves the list."""
    rules = trial.rules
    rows: list[HouseQuote] = []
    while left:
        best = NOBODY
        cheapest = FAR
        for city in left:
            if houses.space_for(trial, seat, city) != NOBODY:
                connection = houses.connection(trial, seat, city)
                if connection < cheapest:
                    best, cheapest = city, connection
        if best == NOBODY:
            break
        space = houses.space_for(trial, seat, best)
        rows.append(HouseQuote(rules.board.cities[best].id, rules.house_costs[space], cheapest))
        if space == 0:
            trial.marks &= ~(1 << best)
        houses.put(trial, best, space, seat)
        houses.join(trial, seat, best)
        left.remove(best)
    return rows
