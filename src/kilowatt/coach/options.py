"""What a seat may do with its whole turn, and the chance to win with each: the strongest bot's choice, then others.

All choices of a position are judged by one network. Says nothing in words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.bots import economist
from kilowatt.bots.building import chain
from kilowatt.bots.fuelling import first_token
from kilowatt.bots.lookahead import Choice
from kilowatt.bots.plant_tables import tables_of
from kilowatt.bots.valuing import Judged
from kilowatt.coach.option import Option, Weighed
from kilowatt.engine import asks
from kilowatt.engine.actions import Action, Bid, Build, BuyFuel, Open, Pass, Run
from kilowatt.engine.game import advance, clone, refusal
from kilowatt.engine.ids import FUELS
from kilowatt.engine.phases.auction import least_bid
from kilowatt.engine.storage import earned, runs

if TYPE_CHECKING:
    from kilowatt.coach.case import Case
    from kilowatt.engine.state import State

MOST = 4
"""Options besides the recommended one."""
SLOPE = 1.0
"""Points of chance for a point of score, by which choices of one position differ more surely than by chances.

`tools.coach_proofs replace` compares losses that were worked out so with what the better choice gains.
"""


def weighed(case: Case) -> list[Weighed]:
    """List what the acting seat may do with its turn: what the strongest bot does, then others, the best first."""
    rows = _judged_options(case)
    best = rows[0][1]
    others = sorted(rows[1:], key=lambda row: -row[1].score)[:MOST]
    return [Weighed(rows[0][0], best.chance), *[Weighed(option, _beside(case, best, one)) for option, one in others]]


def beside(case: Case, option: Option) -> Weighed:
    """Weigh one more option beside those of the position."""
    rows = _judged_options(case)
    return Weighed(option, _beside(case, rows[0][1], _judged(case, option, len(rows))))


def _beside(case: Case, best: Judged, other: Judged) -> float:
    """Return the chance with another option than the recommended one: less by what its score is behind.

    In the last round results are known, and their chances count. An option that looks better and was not taken is not
    clearly better: it counts as equal.
    """
    if case.bot.late(case.state):
        return min(best.chance, other.chance)
    return max(0.0, best.chance - SLOPE * max(0.0, best.score - other.score))


def _judged(case: Case, option: Option, many: int) -> Judged:
    return case.bot.value_of(case.state, case.seat, option.actions, choices=max(2, many))


def _judged_options(case: Case) -> list[tuple[Option, Judged]]:
    """List the options with what each is worth, the bot's first; worked out once for a case."""
    if case.options is None:
        case.options = _looked_up(case)
    return case.options


def _looked_up(case: Case) -> list[tuple[Option, Judged]]:
    s, seat = case.state, case.seat
    if s.ask == asks.ASK_BID:
        return _bids(case)
    actions = case.bot.turn(s, seat)
    rows: list[tuple[Option, Judged]] = []
    for choice in case.bot.compared:
        option = _option(case, choice)
        if all(option.actions != other.actions for other, _ in rows):
            rows.append((option, Judged(choice.mean(), choice.chance() or 0.0)))
    if rows and rows[0][0].actions[:1] == actions[:1]:
        return rows
    first = option_of(case, actions)
    options = [first, *[option for option in _others(case) if option.actions != first.actions]]
    return [(option, _judged(case, option, len(options))) for option in options]


def _option(case: Case, choice: Choice) -> Option:
    """Return a compared choice as an option."""
    s, seat, name = case.state, case.seat, choice.name
    if isinstance(name, Action):
        return option_of(case, (name,))
    assert isinstance(name, tuple)  # noqa: S101 - fuel or cities
    if s.ask == asks.ASK_FUEL:
        actions, units = _tokens(s, seat, name)
        return Option("fuel", actions, fuel=units)
    return option_of(case, _builds(s, seat, name))


def option_of(case: Case, actions: tuple[Action, ...]) -> Option:
    """Return what a seat does with its turn as an option."""
    s = case.state
    match s.ask:
        case asks.ASK_OPEN:
            return _opening(case, actions[0])
        case asks.ASK_BID:
            return Option("bid" if isinstance(actions[0], Bid) else "leave", actions)
        case asks.ASK_SCRAP:
            return Option("scrap", actions)
        case asks.ASK_FUEL:
            units = [0] * FUELS
            for action in actions:
                if isinstance(action, BuyFuel):
                    units[s.rules.fuel_ids[action.fuel]] += 1
            return Option("fuel", actions, fuel=tuple(units))
        case asks.ASK_CARD:
            return Option("cards", actions)
        case asks.ASK_BUILD:
            built = tuple([s.rules.city_ids[action.city] for action in actions if isinstance(action, Build)])
            return Option("build", actions, cities=built)
        case asks.ASK_RUN:
            run = actions[0]
            return _running(s, case.seat, run) if isinstance(run, Run) else Option("run", actions)
        case _:
            return Option("discard" if s.ask == asks.ASK_DISCARD else "prepare", actions)


def _others(case: Case) -> list[Option]:
    """List what else to weigh where the bot compared nothing: to buy no card, to run other plants, to build nothing."""
    s, seat = case.state, case.seat
    match s.ask:
        case asks.ASK_CARD:
            return [Option("cards", (Pass(seat),))]
        case asks.ASK_RUN:
            rows = sorted(runs(s, seat), key=lambda row: -earned(s, seat, row[2], row[3])[1])
            return [_running(s, seat, Run(seat, running)) for running, *_ in rows[:3]]
        case asks.ASK_BUILD:
            return [Option("build", (Pass(seat),))]
        case _:
            return []


# --- auctions ---------------------------------------------------------------------------------------------------------


def _opening(case: Case, action: Action) -> Option:
    s = case.state
    if not isinstance(action, Open):
        return Option("opt_out", (action,))
    plant = s.rules.plant_ids[action.plant]
    least = least_bid(s, plant)
    value, limit = case.worth(plant), max(least, case.stop(plant))
    return Option("open", (action,), (value - limit, value - least), limit)


def _bids(case: Case) -> list[tuple[Option, Judged]]:
    """List raising and leaving, each at the price that the plant is likely to cost."""
    s, seat = case.state, case.seat
    low = s.bid + 1
    leave = Option("leave", (Pass(seat),))
    lot = case.lot(s.lot)
    if low > s.money[seat] or lot is None:
        return [(leave, _judged(case, leave, 2))]
    value, limit = case.worth(s.lot), case.stop(s.lot)
    wants = low <= limit
    won, lost = lot.at(min(limit, case.price(s.lot)) if wants else low)
    raised = Option("bid", (Bid(seat, low),), (value - max(low, limit), value - low), max(low, limit))
    return [(raised, won), (leave, lost)] if wants else [(leave, lost), (raised, won)]


# --- fuel, cities and power -------------------------------------------------------------------------------------------


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


def _running(s: State, seat: int, run: Run) -> Option:
    for running, _, production, income in runs(s, seat):
        if running == run.plants:
            pay = earned(s, seat, production, income)[1]
            return Option("run", (run,), (pay, pay))
    return Option("run", (run,))
