"""What favours the recommended option over another, in the same unit: income, money, cities, fuel, or wins."""

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
        args = {"capacity": mine, "other": other, "plant": _scrapped(second)}
        return Claim("more_capacity", args) if mine > other else None
    one, two = comes_to(s, seat, first), comes_to(s, seat, second)
    if one is None or two is None:
        return None
    ahead = _ahead(one, two)
    return Claim(f"more_{ahead[0]}", {"more": ahead[1]}) if ahead else None


def behind(case: Case, rows: list[Weighed], place: int) -> list[Claim]:
    """Return what another option than the first has more, then what it has less; that experts win less otherwise."""
    s, seat = case.state, case.seat
    first, other = rows[0], rows[place]
    claims: list[Claim] = []
    if first.option.kind != "scrap":
        one, two = comes_to(s, seat, first.option), comes_to(s, seat, other.option)
        more, less = (None, None) if one is None or two is None else (_ahead(two, one), _ahead(one, two))
        if more:
            claims.append(Claim(f"extra_{more[0]}", {"more": more[1]}))
        if less:
            return [*claims, Claim(f"less_{less[0]}", {"less": less[1]})]
    chance, best = percent(other.chance), percent(first.chance)
    return [*claims, Claim("experts_less", {"chance": chance, "best": best})] if chance < best else claims


def _ahead(one: Comes, two: Comes) -> tuple[str, int] | None:
    """Return the first thing that one has more of, and how much."""
    for name in ("income", "cities", "money", "fuel"):
        more = getattr(one, name) - getattr(two, name)
        if more > 0:
            return name, more
    return None


def _scrapped(option: Option) -> str:
    action = option.actions[0]
    assert isinstance(action, Scrap)  # noqa: S101 - scrapping
    return action.plant


def _left_capacity(s: State, seat: int, option: Option) -> int:
    gone = s.rules.plant_ids[_scrapped(option)]
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
