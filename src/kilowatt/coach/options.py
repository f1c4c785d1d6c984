"""What a seat may do with its whole turn, and the chance to win with each: the strongest bot's choice, then others.

All choices of a position are judged by one network. Says nothing in words.
"""

from __future__ import annotations

from operator import sub
from typing import TYPE_CHECKING

from kilowatt.bots import economist
from kilowatt.bots.building import chain, house_in
from kilowatt.bots.fuelling import first_token
from kilowatt.bots.lookahead import Choice
from kilowatt.bots.plant_tables import tables_of
from kilowatt.bots.valuing import Judged
from kilowatt.coach.case import Case
from kilowatt.coach.option import Option, Weighed
from kilowatt.engine import asks
from kilowatt.engine.actions import Action, Bid, Build, BuyFuel, Jump, Open, Pass, Run
from kilowatt.engine.game import advance, clone, refusal
from kilowatt.engine.ids import CHANCE, FUELS, OVER
from kilowatt.engine.phases.auction import least_bid
from kilowatt.engine.quotes import carry_out
from kilowatt.engine.storage import earned, legal_runs, runs

if TYPE_CHECKING:
    from kilowatt.engine.state import State

MOST = 4
"""Options besides the recommended one."""
RESULTS = (0.0, 1.0)
"""Chances to win a game that is over; those of a network lie between."""
MOST_PLANS = 4
"""A turn that has left so many plans is thought of afresh."""
SLOPE = 1.0
"""Points of chance for a point of score, by which choices of one position differ more surely than by chances.

`tools.coach_proofs replace` compares losses that were worked out so with what the better choice gains.
"""


def weighed(case: Case) -> list[Weighed]:
    """List what the acting seat may do with its turn: what the strongest bot does, then others, the best first."""
    rows = _judged_options(case)
    best = rows[0][1]
    others = sorted(rows[1:], key=lambda row: -row[1].score)[:MOST]
    # the chance with it is that of the position, as in the curves of a review: it changes only when something happens
    first = Weighed(rows[0][0], case.chance())
    return [first, *[Weighed(option, _beside(case, best, one)) for option, one in others]]


def beside(case: Case, option: Option) -> Weighed:
    """Weigh one more option beside those of the position."""
    rows = _judged_options(case)
    return Weighed(option, _beside(case, rows[0][1], _judged(case, option, len(rows))))


def _beside(case: Case, best: Judged, other: Judged) -> float:
    """Return the chance with another option than the recommended one: less by what its score is behind.

    Where both were played to the end of the game, their results are compared. An option that looks better and was not
    taken is not clearly better: it counts as equal.
    """
    ended = all(one.chance in RESULTS for one in (best, other))
    behind = best.chance - other.chance if ended else SLOPE * (best.score - other.score)
    return max(0.0, case.chance() - max(0.0, behind))


def up_to(case: Case, limit: int) -> Weighed:
    """Weigh a bid as all that the seat would pay for the plant that is up, below its lowest bid as leaving it.

    It costs what it costs at the worst price: leaving the plant below the best limit, or getting it above.
    """
    s, seat = case.state, case.seat
    low, best = s.bid + 1, case.stop(s.lot)
    option = Option("bid", (Bid(seat, limit),), limit=limit) if limit >= low else Option("leave", (Pass(seat),))
    lot = case.lot(s.lot)
    if lot is None or best < low > limit:
        return Weighed(option, case.chance())
    first, last = (max(low, limit + 1), max(low, best)) if limit < best else (max(low, best), limit)
    prices = [price for price in {first, last, *lot.prices} if first <= price <= last]
    gains = [won.score - lost.score for won, lost in [lot.at(price) for price in prices]]
    behind = max(gains) if limit < best else -min(gains)
    return Weighed(option, max(0.0, case.chance() - SLOPE * max(0.0, behind)))


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
    if rows := _going_on(case):
        return rows
    actions = case.bot.turn(s, seat)
    for choice in case.bot.compared:
        option = _option(case, choice)
        if all(option.actions != other.actions for other, _ in rows):
            rows.append((option, Judged(choice.mean(), choice.chance() or 0.0)))
    if rows and rows[0][0].actions[:1] == actions[:1]:
        return rows
    first = option_of(case, actions)
    options = [first, *[option for option in _others(case) if option.actions != first.actions]]
    return [(option, _judged(case, option, len(options))) for option in options]


def _going_on(case: Case) -> list[tuple[Option, Judged]]:
    """List what is left of the choices of this turn's plan; none where the seat has not begun it or has left it.

    A plan was made for the whole turn: thought of anew after a part of it, it might end otherwise.
    """
    plan: Case | None = None
    made = 0
    for then in case.earlier:
        if plan is None or _rest(plan, recommended(plan), then) is None:
            plan = Case(then, case.seat)
            made += 1
        if made > MOST_PLANS:
            return []
    if plan is None or _rest(plan, recommended(plan), case.state) is None:
        return []
    rows = [(_rest(plan, option, case.state), one) for option, one in _judged_options(plan)]
    return [(rest, one) for rest, one in rows if rest is not None]


def _rest(plan: Case, option: Option, now: State) -> Option | None:
    """Return what is left of an option of an earlier position; None where what was done since is no part of it."""
    then, seat = plan.state, plan.seat
    if then.ask == asks.ASK_BUILD:
        built = now.cities[seat] & ~then.cities[seat]
        left = tuple([city for city in option.cities if not built >> city & 1])
        if then.cities[seat] & ~now.cities[seat] or len(left) + built.bit_count() != len(option.cities):
            return None
        return option_of(plan, _builds(now, seat, left))
    more = [now.held[seat * FUELS + fuel] - then.held[seat * FUELS + fuel] for fuel in range(FUELS)]
    if any(not 0 <= new <= planned for new, planned in zip(more, option.fuel, strict=True)):
        return None
    actions, units = _tokens(now, seat, tuple(map(sub, option.fuel, more)))
    return Option("fuel", actions, fuel=units)


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
            built = tuple([s.rules.city_ids[action.city] for action in actions if isinstance(action, Build | Jump)])
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
            rows = sorted(legal_runs(s, seat), key=lambda row: -earned(s, seat, row[2], row[3])[1])
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
    """Return the actions that buy a plan as far as it can be had, and the units bought.

    Where units go round one by one, the first one alone is the seat's turn; the others count if rivals leave them.
    """
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
        while s.rules.fuel_goes_round and trial.ask == asks.ASK_FUEL and trial.actor not in (seat, CHANCE, OVER):
            advance(trial, Pass(trial.actor))
    return tuple(actions[:1] if s.rules.fuel_goes_round else actions), tuple(bought)


def recommended(case: Case) -> Option:
    """Return what the bot does with the turn."""
    return _judged_options(case)[0][0]


def cities_after(case: Case, option: Option) -> list[str]:
    """List the cities that are built after some fuel, as board and market lie now.

    They are those that the bot would build after the fuel that it recommends; after other fuel as many of them as can
    be paid, so that two plans differ by their fuel alone.
    """
    trial = bought(case.state, case.seat, option)
    best = recommended(case)
    if option.fuel == best.fuel:
        return case.next_cities(trial)
    cities = cities_after(case, best)
    while cities and carry_out(trial, case.seat, cities=cities).quote.money_left < 0:
        cities = cities[:-1]
    return cities


def bought(s: State, seat: int, option: Option) -> State:
    """Return the position with the fuel that an option buys."""
    if s.rules.fuel_goes_round:
        return carry_out(s, seat, fuel=option.units(s.rules)).after
    after = clone(s)
    for action in option.actions:
        if isinstance(action, BuyFuel):
            advance(after, action)
    return after


def usual_cities(s: State, seat: int) -> list[str]:
    """List the cities that a seat's money would go into without a look at chances: as many as its plants supply."""
    tables = tables_of(s)
    if tables.printed:
        return []
    row = chain(s, seat, tables, economist.wanted_cities(s, seat, tables), s.money[seat])
    return [s.rules.city_names[city] for city, _ in row]


def _builds(s: State, seat: int, plan: tuple[int, ...]) -> tuple[Action, ...]:
    """Return the actions that build a plan in the cheapest order, and end the turn."""
    trial = clone(s)
    actions: list[Action] = []
    for city in _in_order(s, seat, plan):
        if trial.actor != seat or trial.ask != asks.ASK_BUILD:
            return tuple(actions)
        action = house_in(trial, seat, city)
        if refusal(trial, action) is None:
            actions.append(action)
            advance(trial, action)
    if trial.actor == seat and trial.ask == asks.ASK_BUILD:
        actions.append(Pass(seat))
    return tuple(actions)


def _in_order(s: State, seat: int, plan: tuple[int, ...]) -> tuple[int, ...]:
    """Return the cities of a plan in its own order, or in that of a quote where it is cheaper."""
    ids, names = s.rules.city_ids, s.rules.city_names
    trial, paid = clone(s), 0
    for city in plan:
        action = house_in(trial, seat, city)
        if trial.actor != seat or refusal(trial, action) is not None:
            return plan
        paid += trial.money[seat]
        advance(trial, action)
        paid -= trial.money[seat]
    jumps = [city for city in plan if isinstance(house_in(s, seat, city), Jump)]
    whole = carry_out(s, seat, cities=[names[city] for city in plan], jump=names[jumps[0]] if jumps else "").quote
    return tuple([ids[row.city] for row in whole.houses]) if whole.house_cost < paid else plan


def _running(s: State, seat: int, run: Run) -> Option:
    for running, _, production, income in runs(s, seat):
        if running == run.plants:
            pay = earned(s, seat, production, income)[1]
            return Option("run", (run,), (pay, pay))
    return Option("run", (run,))
