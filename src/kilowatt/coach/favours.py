"""What favours the recommended option over another, in the same unit: income, money, cities, fuel, or wins."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kilowatt.bots.plant_tables import tables_of
from kilowatt.coach.estimates import percent
from kilowatt.coach.lots import with_claims
from kilowatt.coach.option import Option
from kilowatt.coach.options import cities_after
from kilowatt.coach.saying import Claim
from kilowatt.engine.actions import BuyCard, Open, Run, Scrap
from kilowatt.engine.game import advance, clone
from kilowatt.engine.ids import FUELS
from kilowatt.engine.quotes import carry_out
from kilowatt.engine.storage import best_run, earned, runs

if TYPE_CHECKING:
    from kilowatt.coach.case import Case
    from kilowatt.coach.option import Weighed
    from kilowatt.engine.state import State


NAMES = ("more_capacity", "more_gain", "more_power", "more_pay", "more_kept")
"""Claims that name the plant with which they compare."""


class Comes(NamedTuple):
    """What an option comes to in this round, the rest of the round as the coach plans it."""

    cities: int
    supplied: int
    income: int
    money: int
    """After the income."""
    fuel: int
    """Units left after the run."""
    ends: bool = False
    """The game ends before plants pay: what is supplied counts, then the money."""


def favoured(case: Case, rows: list[Weighed]) -> Claim:
    """Return what favours the first option over the second, that experts win more with it, or that it is no better."""
    first, second = rows[0], rows[1]
    return _fact(case, first.option, second.option) or wins(rows)


def wins(rows: list[Weighed]) -> Claim:
    """Return that experts win more with the first option than with the second, or that the second is about as good."""
    chance, other = percent(rows[0].chance), percent(rows[1].chance)
    return Claim("experts", {"chance": chance, "other": other}) if chance > other else Claim("as_good")


def _fact(case: Case, first: Option, second: Option) -> Claim | None:
    s, seat = case.state, case.seat
    if first.kind == second.kind == "open":
        return _between_plants(case, first, second)
    if first.kind == "scrap":
        mine, other = _left_capacity(s, seat, first), _left_capacity(s, seat, second)
        args = {"capacity": mine, "other": other, "plant": _scrapped(second)}
        return Claim("more_capacity", args) if mine > other else None
    one, two = comes_to(case, first), comes_to(case, second)
    if one is None or two is None:
        return None
    if one.ends and two.ends and one.supplied < two.supplied:
        return None  # money decides only among those who power as many [R18-END-05]
    ahead = _ahead(one, two)
    return Claim(f"more_{ahead[0]}", {"more": ahead[1]}) if ahead else None


def _between_plants(case: Case, first: Option, second: Option) -> Claim | None:
    """Return what opening one plant has more than opening another: worth over its price, what plants power, money."""
    names = case.state.rules.card_names
    one, two = [case.state.rules.plant_ids[opened(option)] for option in (first, second)]
    more = case.worth(one) - case.price(one) - case.worth(two) + case.price(two)
    if more > 0:
        return Claim("more_gain", {"plant": names[one], "more": more, "other": names[two]})
    with_one, with_two = [
        {key: value for claim in with_claims(case, plant, option.limit) for key, value in claim.args.items()}
        for plant, option in ((one, first), (two, second))
    ]
    if "capacity" in with_one and with_one["capacity"] > with_two.get("capacity", with_one["capacity"]):
        args = {"capacity": with_one["capacity"], "other": with_two["capacity"], "plant": names[two]}
        return Claim("more_pay" if tables_of(case.state).printed else "more_power", args)
    cheaper = case.price(two) - case.price(one)
    return Claim("more_kept", {"plant": names[one], "more": cheaper, "other": names[two]}) if cheaper > 0 else None


def opened(option: Option) -> str:
    """Return the plant that an option opens."""
    action = option.actions[0]
    assert isinstance(action, Open)  # noqa: S101 - opening
    return action.plant


def behind(case: Case, rows: list[Weighed], place: int) -> list[Claim]:
    """Return what another option than the first has more, then what it has less; that experts win less otherwise."""
    first, other = rows[0], rows[place]
    claims: list[Claim] = []
    if first.option.kind not in ("scrap", "open", "opt_out"):
        one, two = comes_to(case, first.option), comes_to(case, other.option)
        more, less = (None, None) if one is None or two is None else (_ahead(two, one), _ahead(one, two))
        if more:
            claims.append(Claim(f"extra_{more[0]}", {"more": more[1]}))
        if less:
            return [*claims, Claim(f"less_{less[0]}", {"less": less[1]})]
    chance, best = percent(other.chance), percent(first.chance)
    if chance < best:
        return [*claims, Claim("experts_less", {"chance": chance, "best": best})]
    return claims or [Claim("no_worse")]


def _ahead(one: Comes, two: Comes) -> tuple[str, int] | None:
    """Return the first thing that one has more of, and how much."""
    if one.ends != two.ends:
        return None
    for name in ("supplied", "left") if one.ends else ("income", "cities", "money", "fuel"):
        field = "money" if name == "left" else name
        more = getattr(one, field) - getattr(two, field)
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


def comes_to(case: Case, option: Option) -> Comes | None:
    """Work out what an option comes to by the end of the round, as market and board lie now.

    None where points decide and the game ends.
    """
    s, seat = case.state, case.seat
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
        cities = cities_after(case, option)
    units, market = option.units(s.rules), option.market(s.rules)
    whole = carry_out(s, seat, cities=cities, fuel=units, market=market, jump=option.jump())
    quote = whole.quote
    held = sum(whole.after.held[seat * FUELS : seat * FUELS + FUELS])
    if s.rules.score.reached(whole.after):
        return Comes(quote.cities, quote.supplied, 0, quote.money_left, held, ends=True)
    return Comes(quote.cities, quote.supplied, quote.income, quote.money_left + quote.income, held)
