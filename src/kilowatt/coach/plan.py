"""The plan behind a choice: the rest of the round, step by step, at the prices of the moment.

It says what to bid for and up to where, which fuel to buy, which cities to build and which plants to run. Rivals who
act first may change the prices: a plan is what the seat can do as market and board lie now. Compares nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from kilowatt.bots.plans import fuel_plans
from kilowatt.bots.plant_tables import tables_of
from kilowatt.coach.option import units_of
from kilowatt.coach.options import cities_after, recommended, usual_cities
from kilowatt.coach.saying import Claim
from kilowatt.engine.actions import Bid, BuyCard, Open, Run
from kilowatt.engine.game import advance, clone
from kilowatt.engine.ids import AUCTION, BUILD, END, FUEL, NOBODY, PHASE_NAMES, POWER, bits
from kilowatt.engine.phases.auction import least_bid, may_opt_out, offered
from kilowatt.engine.quotes import Carried, HouseQuote, carry_out
from kilowatt.engine.sales import swap_plants
from kilowatt.engine.storage import best_runs, earned, runs

if TYPE_CHECKING:
    from kilowatt.coach.case import Case
    from kilowatt.coach.option import Option
    from kilowatt.engine.state import State

AUCTIONS = ("open", "bid", "leave", "opt_out")
PLANNED = (*AUCTIONS, "fuel", "cards", "build", "run")
"""Kinds of options that begin a plan."""


class Step(msgspec.Struct, frozen=True):
    """One thing that a plan does."""

    phase: str
    what: Claim
    why: Claim | None = None
    money: int = 0
    """What it does to the seat's money: below 0 what it costs at most, above 0 what it brings."""


class Plan(msgspec.Struct, frozen=True):
    """The steps of a round that are left to a seat, and what they come to."""

    steps: tuple[Step, ...]
    cost: int
    """What the steps cost together, before the plants pay; at most so much where a bid is among them."""
    left: int
    """The money that is left then."""
    sums: tuple[Claim, ...]
    """What the plan costs and what it earns, as sentences."""


def plan_of(case: Case, option: Option) -> Plan | None:
    """Return the plan that begins with an option; None where the option is no part of one."""
    if option.kind not in PLANNED:
        return None
    s, seat = case.state, case.seat
    begun = clone(s)
    steps: list[Step] = []
    units: dict[str, int] = {}
    if option.kind in AUCTIONS:
        steps = _auction(case, begun, option)
        units = units_of(s.rules, fuel_plans(begun, seat, tables_of(s))[0])
    elif option.kind == "cards":
        steps = _cards(begun, seat, option)
    else:
        units = option.units(s.rules)
    cities = [s.rules.city_names[city] for city in option.cities]
    market = option.market(s.rules)
    if s.phase == FUEL:
        cities = cities_after(case, option)
    elif s.phase == AUCTION:
        bought = carry_out(begun, seat, fuel=units, market=market).after
        cities = case.next_cities(bought) if option == recommended(case) else usual_cities(bought, seat)
    whole = carry_out(begun, seat, cities, units, market=market, jump=option.jump())
    quote = whole.quote
    if quote.fuel or option.kind == "fuel":
        steps += _fuel(begun, seat, whole)
    steps += [_city(row, whole.paths[row.city]) for row in quote.houses]
    if option.kind == "build" and not quote.houses:
        steps.append(Step(PHASE_NAMES[BUILD], Claim("step_no_city")))
    left = quote.money_left
    cost = s.money[seat] - left
    most = any(step.what.code == "step_plant" for step in steps)
    last, earns = (
        _ending(whole.after, seat) if s.rules.score.reached(whole.after) else _running(whole.after, seat, option)
    )
    costs = [Claim("plan_most" if most else "plan_cost", {"cost": cost, "left": left, "money": s.money[seat]})]
    sale = _sale(whole.after, seat)
    sold = [Claim("plan_sale", {"income": step.money}) for step in sale]
    return Plan((*steps, last, *sale), cost, left, (*costs[: cost > 0], earns, *sold))


def _auction(case: Case, trial: State, option: Option) -> list[Step]:
    """Take the plant of an option, at the most it may cost; after a pass, another one that is worth its price."""
    phase = PHASE_NAMES[AUCTION]
    if option.kind == "opt_out":
        return [Step(phase, Claim("step_no_plant"))]
    if option.kind == "leave":
        leaves = Step(phase, Claim("step_leave", {"plant": trial.rules.card_names[trial.lot]}))
        other = _other_plant(case)
        return [leaves] if other is None else [leaves, *_plant(case, trial, *other)]
    first = option.actions[0]
    plant = trial.rules.plant_ids[first.plant] if isinstance(first, Open) else trial.lot
    # a lone buyer pays the lowest bid
    limit = option.limit if isinstance(first, Bid) or case.rivals(plant) else least_bid(trial, plant)
    return _plant(case, trial, plant, limit)


def _other_plant(case: Case) -> tuple[int, int] | None:
    """Return which plant to open after a pass, and up to where to bid; None where none is worth it and none is due."""
    s = case.state
    if s.rules.trust_chair != NOBODY:  # the Trust takes a plant after the first purchase
        return None
    market = [plant for plant in offered(s, case.seat) if plant != s.lot]
    payable = [plant for plant in market if least_bid(s, plant) <= s.money[case.seat]]
    best = max(payable, key=lambda plant: case.stop(plant) - least_bid(s, plant), default=NOBODY)
    if best == NOBODY or (case.stop(best) < least_bid(s, best) and may_opt_out(s, case.seat)):
        return None
    return best, max(least_bid(s, best), case.stop(best))


def _plant(case: Case, trial: State, plant: int, limit: int) -> list[Step]:
    """Take a plant at the most it may cost, in place of the one that it replaces."""
    seat = case.seat
    phase = PHASE_NAMES[AUCTION]
    names = trial.rules.card_names
    old = case.replaced(plant, limit)
    what = Claim("step_plant", {"plant": names[plant], "limit": limit})
    code = "step_not_kept" if old == plant else "step_replaces"
    why = Claim(code, {"plant": names[old]}) if old != NOBODY else None
    steps = [Step(phase, what, why, -limit)]
    paid = swap_plants(trial, seat, plant, old)
    trial.money[seat] += paid - limit
    if paid:
        steps.append(Step(phase, Claim("step_scrap", {"plant": names[old]}), None, paid))
    return steps


def _cards(trial: State, seat: int, option: Option) -> list[Step]:
    """Buy the fuel cards of an option."""
    money = trial.money[seat]
    cards = [action for action in option.actions if isinstance(action, BuyCard)]
    if not cards:
        return [Step(PHASE_NAMES[FUEL], Claim("step_no_fuel"))]
    for action in cards:
        advance(trial, action)
    names = trial.rules.kind_names
    shown = [names[trial.rules.kind_ids[action.card]] for action in cards]
    return [Step(PHASE_NAMES[FUEL], Claim("step_cards", {"cards": shown}), None, trial.money[seat] - money)]


def _fuel(begun: State, seat: int, whole: Carried) -> list[Step]:
    """Buy fuel, a step for each kind with the plants that burn it; one step where a price is only known of all."""
    phase, units = PHASE_NAMES[FUEL], whole.quote.fuel
    if not units:
        return [Step(phase, Claim("step_no_fuel"))]
    market = None if whole.only == NOBODY else begun.rules.markets[whole.only]
    costs = {
        fuel: carry_out(begun, seat, fuel={fuel: count}, market=market).quote.fuel_cost for fuel, count in units.items()
    }
    if sum(costs.values()) != whole.quote.fuel_cost:
        return [Step(phase, Claim("step_fuel", {"units": units}), None, -whole.quote.fuel_cost)]
    running = best_runs(whole.after, seat)[0]
    steps: list[Step] = []
    for fuel, count in units.items():
        plants = [row.plant for row in running if row.burn.get(fuel)]
        why = Claim("step_feeds", {"plants": plants, "count": len(plants)}) if plants else Claim("step_later")
        steps.append(Step(phase, Claim("step_fuel", {"units": {fuel: count}}), why, -costs[fuel]))
    return steps


def outcome(case: Case, option: Option) -> tuple[tuple[str, ...], tuple[tuple[str, int], ...]]:
    """Return what tells two plans for fuel apart: the cities that follow, and the fuel that is burned."""
    s, seat = case.state, case.seat
    units, market = option.units(s.rules), option.market(s.rules)
    cities = cities_after(case, option)
    running = best_runs(carry_out(s, seat, cities, units, market=market).after, seat)[0]
    burn: dict[str, int] = {}
    for row in running:
        for fuel, count in row.burn.items():
            burn[fuel] = burn.get(fuel, 0) + count
    return tuple(sorted(cities)), tuple(sorted(burn.items()))


def _city(row: HouseQuote, path: list[str]) -> Step:
    if row.jump:
        why = Claim("step_city_jump", {"house": row.house})
        return Step(PHASE_NAMES[BUILD], Claim("step_city", {"city": row.city}), why, -row.house)
    parts = {"house": row.house, "connection": row.connection}
    if len(path) > 1:
        why = Claim("step_city_parts", parts)
    else:
        why = Claim("step_city_network", parts) if row.connection else Claim("step_city_first", {"house": row.house})
    return Step(PHASE_NAMES[BUILD], Claim("step_city", {"city": row.city}), why, -row.house - row.connection)


def _running(s: State, seat: int, option: Option) -> tuple[Step, Claim]:
    """Return the plants that run after a plan, or those of the option, and what they earn."""
    run = option.actions[0]
    running = run.plants if isinstance(run, Run) else best_runs(s, seat)[0]
    supplied, income = next(
        earned(s, seat, production, printed) for row, _, production, printed in runs(s, seat) if row == running
    )
    plants = [row.plant for row in running]
    what = Claim("step_run", {"plants": plants, "count": len(plants)}) if plants else Claim("step_run_none")
    args = {"supplied": supplied, "cities": s.count(seat)}
    if tables_of(s).printed or not s.count(seat):
        return Step(PHASE_NAMES[POWER], what, None, income), Claim("plan_income", {"income": income})
    earns = Claim("plan_all" if supplied >= s.count(seat) else "plan_some", {**args, "income": income})
    return Step(PHASE_NAMES[POWER], what, Claim("step_powers", args) if plants else None, income), earns


def _sale(s: State, seat: int) -> list[Step]:
    """Return what the seat's mines sell for once all have been paid, also in the last round [AT-AU-06, AT-AU-10]."""
    supply = s.rules.fuel_supply
    mines = [s.rules.card_names[plant] for plant in bits(supply.mines(s, seat))]
    if not mines:
        return []
    trial = clone(s)
    supply.export(trial)
    income = trial.money[seat] - s.money[seat]
    what = Claim("step_sale", {"plants": mines, "count": len(mines)})
    return [Step(PHASE_NAMES[POWER], what, None, income)]


def _ending(s: State, seat: int) -> tuple[Step, Claim]:
    """Return how a plan stands at the end of the game, which comes before plants pay [R18-END-01, C-END-01]."""
    marks = s.rules.score.marks(s, seat)
    if tables_of(s).printed:
        args = {"points": marks["points"]}
        return Step(PHASE_NAMES[END], Claim("step_end"), Claim("step_points", args)), Claim("plan_points", args)
    args = {"supplied": marks["powered"], "cities": s.count(seat)}
    return Step(PHASE_NAMES[END], Claim("step_end"), Claim("step_powers", args)), Claim("plan_end", args)
