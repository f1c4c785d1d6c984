"""What a seat may do with its whole turn: a few plans, each with its actions, its Elektro, and a way to imagine it.

The first option is the one to recommend unless imagined games say otherwise. In auctions the worth of a plant alone
decides, so that advice cannot change its mind from bid to bid. Compares nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from kilowatt.bots import economist
from kilowatt.bots.appraisal import fuel_prices
from kilowatt.bots.building import chain
from kilowatt.bots.ending import closing_build
from kilowatt.bots.fuelling import best_run, first_token
from kilowatt.bots.plans import blocking, build_plans, fuel_plans
from kilowatt.bots.plant_tables import Tables, tables_of
from kilowatt.engine import asks
from kilowatt.engine.actions import Action, Bid, Build, BuyFuel, Open, Pass, Run, Scrap
from kilowatt.engine.game import advance, clone, refusal, settle_lot
from kilowatt.engine.ids import FUELS
from kilowatt.engine.phases.auction import least_bid, may_opt_out
from kilowatt.engine.storage import earned, runs

if TYPE_CHECKING:
    from collections.abc import Callable

    from kilowatt.coach.case import Case
    from kilowatt.engine.state import State

MOST = 4
"""Options that are weighed at most in an auction or for a turn's cities, the recommended one aside."""


class Option(msgspec.Struct, frozen=True):
    """One plan for a turn: its actions in order, and what is known of its gain in Elektro."""

    kind: str
    """`open`, `bid`, `leave`, `opt_out`, `fuel`, `cards`, `build`, `run`, `scrap`, `discard` or `prepare`."""
    actions: tuple[Action, ...]
    """What the seat does: in an auction the next move, else the whole turn."""
    gain: tuple[int, int] = (0, 0)
    """Least and most Elektro it gains over doing nothing, as far as that can be counted."""
    limit: int = 0
    """The highest bid of a plan for an auction."""
    fuel: tuple[int, ...] = ()
    """Units of each fuel it buys."""
    cities: tuple[int, ...] = ()


def options_of(case: Case) -> list[Option]:
    """List what the acting seat may do with its turn, the one to recommend first."""
    s, seat = case.state, case.seat
    tables = tables_of(s)
    match s.ask:
        case asks.ASK_OPEN:
            return _openings(case)
        case asks.ASK_BID:
            return _bids(case)
        case asks.ASK_SCRAP:
            return _scraps(s, seat)
        case asks.ASK_FUEL:
            return _buyings(s, seat, tables)
        case asks.ASK_CARD:
            return _card_buyings(s, seat)
        case asks.ASK_BUILD:
            return _buildings(s, seat, tables)
        case asks.ASK_RUN:
            return _runs(s, seat, tables)
        case _:
            return [Option("discard" if s.ask == asks.ASK_DISCARD else "prepare", (economist.decide(s),))]


def enter(option: Option, seat: int) -> Callable[[State], None]:
    """Return how an imagined game begins with an option."""
    if option.kind == "bid":
        return _bidding(seat, option.limit)

    def play(s: State) -> None:
        for action in option.actions:
            if s.actor != seat or refusal(s, action) is not None:
                return
            advance(s, action)

    return play


def _bidding(seat: int, limit: int) -> Callable[[State], None]:
    """Bid up to a limit; rivals bid as far as the imagined games have them bid."""

    def play(s: State) -> None:
        judge = economist.judge_of(s, tables_of(s))
        limits = {
            other: limit if other == seat else economist.worth_of(s, other, judge, s.lot, closing=False)
            for other in range(s.rules.seats)
            if s.bidders >> other & 1
        }
        settle_lot(s, limits)

    return play


# --- auctions ---------------------------------------------------------------------------------------------------------


def _openings(case: Case) -> list[Option]:
    s, seat = case.state, case.seat
    offered = s.market[: s.rules.plant_market.current(s)]
    rows: list[tuple[int, int, Option]] = []
    for plant in offered:
        least = least_bid(s, plant)
        if least > s.money[seat]:
            continue
        value = case.worth(plant)
        limit = max(least, case.stop(plant))
        against = max(case.rivals(plant).values(), default=0)
        price = max(least, min(limit, against + 1))
        action = Open(seat, s.rules.card_names[plant], least)
        rows.append((value - price, value, Option("open", (action,), (value - limit, value - least), limit)))
    rows.sort(key=lambda row: (-row[0], -row[1]))
    options = [option for _, _, option in rows]
    if may_opt_out(s):
        leave = Option("opt_out", (Pass(seat),))
        worthy = [option for option in options if option.gain[1] > 0]
        return [*worthy[:MOST], leave] if worthy else [leave, *options[:2]]
    return options[: MOST + 1]


def _bids(case: Case) -> list[Option]:
    s, seat = case.state, case.seat
    low = s.bid + 1
    leave = Option("leave", (Pass(seat),))
    if low > s.money[seat]:
        return [leave]
    value, limit = case.worth(s.lot), case.stop(s.lot)
    if limit < low:
        return [leave, Option("bid", (Bid(seat, low),), (value - low, value - low), low)]
    return [Option("bid", (Bid(seat, low),), (value - limit, value - low), limit), leave]


def _scraps(s: State, seat: int) -> list[Option]:
    usual = economist.decide(s)
    may = [p for p in s.plants[seat] if s.rules.may_scrap_new_plant or p != s.newest]
    others = [Scrap(seat, s.rules.card_names[p]) for p in may]
    wanted = [usual, *[one for one in others if not isinstance(usual, Scrap) or one.plant != usual.plant]]
    return [Option("scrap", (action,)) for action in wanted]


# --- fuel -------------------------------------------------------------------------------------------------------------


def _buyings(s: State, seat: int, tables: Tables) -> list[Option]:
    plans = fuel_plans(s, seat, tables)
    plans.append((0,) * FUELS)
    options: list[Option] = []
    seen: set[tuple[int, ...]] = set()
    for plan in plans:
        actions, units = _tokens(s, seat, plan)
        if units not in seen:
            seen.add(units)
            options.append(Option("fuel", actions, fuel=units))
    return options


def _tokens(s: State, seat: int, plan: tuple[int, ...]) -> tuple[tuple[Action, ...], tuple[int, ...]]:
    """Return the actions that buy a plan as far as it can be had, and the units bought."""
    trial = clone(s)
    left = list(plan)
    bought = [0] * FUELS
    actions: list[Action] = []
    while trial.actor == seat and trial.ask == asks.ASK_FUEL:
        action = first_token(trial, seat, left)
        if not isinstance(action, BuyFuel):
            actions.append(Pass(seat))
            break
        fuel = s.rules.fuel_ids[action.fuel]
        left[fuel] -= 1
        bought[fuel] += 1
        actions.append(action)
        advance(trial, action)
    return tuple(actions), tuple(bought)


def _card_buyings(s: State, seat: int) -> list[Option]:
    trial = clone(s)
    actions: list[Action] = []
    while trial.actor == seat and trial.ask == asks.ASK_CARD:
        action = economist.decide(trial)
        actions.append(action)
        advance(trial, action)
    options = [Option("cards", tuple(actions))]
    if len(actions) > 1:
        options.append(Option("cards", (Pass(seat),)))
    return options


def cities_after(s: State, seat: int, option: Option) -> list[str]:
    """List the cities that the money left after some fuel should go into: as many as the plants will supply."""
    trial = clone(s)
    for action in option.actions:
        if isinstance(action, BuyFuel):
            advance(trial, action)
    return next_cities(trial, seat)


def next_cities(s: State, seat: int) -> list[str]:
    """List the cities that a seat's money should go into as it stands: as many as its plants will supply."""
    tables = tables_of(s)
    if tables.printed:
        return []
    row = chain(s, seat, tables, economist.wanted_cities(s, seat, tables), s.money[seat])
    return [s.rules.city_names[city] for city, _ in row]


# --- cities and power -------------------------------------------------------------------------------------------------


def _buildings(s: State, seat: int, tables: Tables) -> list[Option]:
    plans, costs = build_plans(s, seat, tables)
    count = s.count(seat)
    most = len(plans) - 1
    closing = closing_build(s, seat, tables, costs) if most >= s.rules.end_at - count else None
    usual = min(most, max(0, economist.wanted_cities(s, seat, tables)))
    numbers = [usual, usual - 1, usual + 1, 0, most]
    if closing is not None:
        numbers = [closing[0], usual, 0]
    wanted = [plans[n] for place, n in enumerate(numbers) if 0 <= n <= most and n not in numbers[:place]]
    if usual and closing is None:
        wanted += blocking(s, seat, plans[usual], costs[usual - 1])[:1]
    options: list[Option] = []
    for plan in wanted[: MOST + 1]:
        actions = _builds(s, seat, plan)
        built = tuple([s.rules.city_ids[a.city] for a in actions if isinstance(a, Build)])
        if all(built != option.cities for option in options):
            options.append(Option("build", actions, cities=built))
    return options


def _builds(s: State, seat: int, plan: tuple[int, ...]) -> tuple[Action, ...]:
    """Return the actions that build a plan, nearest city first, and end the turn."""
    trial = clone(s)
    actions: list[Action] = []
    for city in plan:
        action = Build(seat, s.rules.city_names[city])
        if trial.actor != seat or trial.ask != asks.ASK_BUILD:
            return tuple(actions)
        if refusal(trial, action) is None:
            actions.append(action)
            advance(trial, action)
    if trial.actor == seat and trial.ask == asks.ASK_BUILD:
        actions.append(Pass(seat))
    return tuple(actions)


def _runs(s: State, seat: int, tables: Tables) -> list[Option]:
    worth = [0.4 * price for price in fuel_prices(s, tables)]
    usual = best_run(s, seat, worth)[0]
    options = [_running(s, seat, usual)]
    rows: list[tuple[float, Run]] = []
    for running, burn, production, income in runs(s, seat):
        pay = earned(s, seat, production, income)[1]
        rows.append((pay - sum([w * b for w, b in zip(worth, burn, strict=True)]), Run(seat, running)))
    rows.sort(key=lambda row: -row[0])
    options += [_running(s, seat, run) for _, run in rows if run != usual]
    return options[:3]


def _running(s: State, seat: int, run: Run) -> Option:
    for running, _, production, income in runs(s, seat):
        if running == run.plants:
            pay = earned(s, seat, production, income)[1]
            return Option("run", (run,), (pay, pay))
    return Option("run", (run,))
