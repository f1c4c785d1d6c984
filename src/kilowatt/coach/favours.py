"""What favours the recommended option over the next best, in the same unit: income, money, cities, fuel, or wins."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kilowatt.bots.plant_tables import tables_of
from kilowatt.coach.estimates import percent
from kilowatt.coach.option import Option
from kilowatt.coach.options import cities_after
from kilowatt.coach.saying import Claim
from kilowatt.engine.actions import BuyCard, Run, Scrap
from kilowatt.engine.game import advance, clone
from kilowatt.engine.ids import FUELS
from kilowatt.engine.quotes import carry_out
from kilowatt.engine.storage import best_run, earned, runs

if TYPE_CHECKING:
    from kilowatt.coach.case import Case
    from kilowatt.coach.option import Weighed
    from kilowatt.engine.state import State


class Comes(NamedTuple):
    """What an option comes to in this round, the rest of the round as the coach plans it."""

    cities: int
    supplied: int
    income: int
    money: int
    """After the income."""
    fuel: int
    """Units left after the run."""


def favoured(case: Case, rows: list[Weighed]) -> Claim | None:
    """Return what favours the first option over the second; that experts win more with it where no fact does."""
    first, second = rows[0], rows[1]
    fact = _fact(case, first.option, second.option)
    if fact is not None:
        return fact
    chance, other = percent(first.chance), percent(second.chance)
    return Claim("experts", {"chance": chance, "other": other}) if chance > other else None


def _fact(case: Case, first: Option, second: Option) -> Claim | None:
    s, seat = case.state, case.seat
    if first.kind == "scrap":
        mine, other = _left_capacity(s, seat, first), _left_capacity(s, seat, second)
        return Claim("more_capacity", {"capacity": mine, "other": other}) if mine > other else None
    one, two = comes_to(s, seat, first), comes_to(s, seat, second)
    if one is None or two is None:
        return None
    if one.income > two.income:
        return Claim("more_income", {"more": one.income - two.income})
    if one.cities > two.cities:
        return Claim("more_cities", {"more": one.cities - two.cities})
    if one.money > two.money:
        return Claim("more_money", {"more": one.money - two.money})
    if one.fuel > two.fuel:
        return Claim("more_fuel", {"more": one.fuel - two.fuel})
    return None


def _left_capacity(s: State, seat: int, option: Option) -> int:
    action = option.actions[0]
    assert isinstance(action, Scrap)  # noqa: S101 - scrapping
    gone = s.rules.plant_ids[action.plant]
    return tables_of(s).capacity(tuple([plant for plant in s.plants[seat] if plant != gone]))


def comes_to(s: State, seat: int, option: Option) -> Comes | None:
    """Work out what an option comes to by the end of the round, as market and board lie now; None if the game ends."""
    run = option.actions[0]
    if isinstance(run, Run):
        for running, burn, production, income in runs(s, seat):
            if running == run.plants:
                supplied, pay = earned(s, seat, production, income)
                held = sum(s.held[seat * FUELS : seat * FUELS + FUELS]) - sum(burn)
                return Comes(s.count(seat), supplied, pay, s.money[seat] + pay, held)
    if option.kind == "cards":
        after = clone(s)
        for action in option.actions:
            if isinstance(action, BuyCard):
                advance(after, action)
        if s.rules.score.reached(after):
            return None
        supplied, pay = best_run(after, seat)
        return Comes(0, supplied, pay, after.money[seat] + pay, sum(after.held[seat * FUELS : seat * FUELS + FUELS]))
    cities = [s.rules.city_names[city] for city in option.cities]
    if option.kind == "fuel":
        cities = cities_after(s, seat, option)
    whole = carry_out(s, seat, cities=cities, fuel=option.units(s.rules), market=option.market(s.rules))
    if s.rules.score.reached(whole.after):
        return None
    quote = whole.quote
    held = sum(whole.after.held[seat * FUELS : seat * FUELS + FUELS])
    return Comes(quote.cities, quote.supplied, quote.income, quote.money_left + quote.income, held)
