"""Sentences of the coach as facts: a code and arguments, each of which can be recomputed from the position.

A claim is a price, a count or a rival's limit, never "tried in so many games". Chooses nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from kilowatt.bots.appraisal import Appraiser
from kilowatt.bots.building import chain
from kilowatt.bots.ending import supply_of
from kilowatt.bots.fuelling import shelves, shortage
from kilowatt.bots.plant_tables import tables_of
from kilowatt.coach.options import Option, cities_after
from kilowatt.coach.worth import judge_of, phase_view
from kilowatt.engine.actions import BuyCard, Open, Run, Scrap
from kilowatt.engine.ids import BUILD, FUELS, NOBODY
from kilowatt.engine.phases.auction import least_bid, may_opt_out
from kilowatt.engine.quotes import Carried, Quote, carry_out
from kilowatt.engine.storage import earned, room, runs
from kilowatt.table.messages import text_of

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from kilowatt.coach.case import Case
    from kilowatt.engine.rules import Rules
    from kilowatt.engine.state import State


class Claim(msgspec.Struct, frozen=True):
    """One fact of a position: a code of the catalogue's section `coach` and its arguments."""

    code: str
    args: dict[str, Any] = {}


def claim_text(
    claim: Claim,
    language: str = "en",
    rules: Rules | None = None,
    players: Sequence[str] = (),
    *,
    capital: bool = True,
    own: Collection[int] = (),
) -> str:
    """Return a claim as one sentence of a language, or as a part of a line where it has no capital letter.

    What one of the reader's own seats did is said to the reader: "You build nothing."
    """
    kind, _, what = claim.code.partition("_")
    code = f"you_{what}" if kind == "did" and claim.args.get("seat") in own else claim.code
    return text_of("coach", code, claim.args, language, rules, players, capital=capital)


def claims_of(case: Case, option: Option) -> list[Claim]:
    """List what speaks for an option and what it costs; the first is the one to read if only one is read."""
    s, seat = case.state, case.seat
    match option.kind:
        case "open" | "opt_out":
            return _opening(case, option)
        case "bid" | "leave":
            return _bidding(case, option)
        case "fuel":
            return _buying(s, seat, option)
        case "cards":
            return _cards(s, seat, option)
        case "build":
            return _building(s, seat, option)
        case "run":
            return _running(s, seat, option)
        case "scrap":
            return _scrapping(s, seat, option)
        case kind:
            return [Claim(kind)]


# --- plants -----------------------------------------------------------------------------------------------------------


def plant_claims(s: State, seat: int, plant: int) -> list[Claim]:
    """List what a plant does for a seat: what it powers, what its fuel costs today, which plant it replaces."""
    card = s.rules.plants[plant]
    name = s.rules.card_names[plant]
    if tables_of(s).printed:
        claims = [Claim("pays", {"plant": name, "income": card.income})]
    else:
        claims = [Claim("powers", {"plant": name, "cities": card.cities})]
    claims.append(_fuel_claim(s, seat, plant))
    old = replaced(s, seat, plant)
    if old != NOBODY:
        claims.append(Claim("replaces", {"plant": s.rules.card_names[old]}))
    return claims


def _fuel_claim(s: State, seat: int, plant: int) -> Claim:
    card = s.rules.plants[plant]
    if not card.need:
        return Claim("no_fuel", {"plant": s.rules.card_names[plant]})
    fuels = [s.rules.fuels[fuel] for fuel in card.fuels]
    cost = run_cost(s, seat, plant)
    args = {"need": card.need, "either": fuels}
    return Claim("fuel_short", args) if cost < 0 else Claim("fuel_today", {**args, "cost": cost})


def run_cost(s: State, seat: int, plant: int) -> int:
    """Return what the fuel for one run of a plant costs on the market as it lies; -1 if there is too little."""
    tables = tables_of(s)
    need, hybrid, _, _ = tables.subsets((plant,))[1]
    bought = [shortage(need, hybrid, [0] * FUELS, shelf, s.rules.mix) for shelf in shelves(s, seat, tables)]
    return min([row[1] for row in bought if row is not None], default=-1)


def replaced(s: State, seat: int, plant: int) -> int:
    """Return the plant that a seat without room would give up for a new one, `NOBODY` where there is room."""
    own = s.plants[seat]
    if len(own) < s.rules.plant_limit:
        return NOBODY
    view = phase_view(s, seat)
    judge: Appraiser = judge_of(view, seat)
    cities = s.count(seat)
    return max(own, key=lambda old: judge.value(tuple([p for p in (*own, plant) if p != old]), cities))


def _opening(case: Case, option: Option) -> list[Claim]:
    s, seat = case.state, case.seat
    offered = s.market[: s.rules.plant_market.current(s)]
    least = min([least_bid(s, p) for p in offered])
    claims: list[Claim] = []
    if option.kind == "opt_out":
        if least > s.money[seat]:
            return [Claim("plants_unpayable", {"least": least, "money": s.money[seat]})]
        mine = {plant: case.worth(plant) for plant in offered}
        if all(mine[p] <= least_bid(s, p) for p in offered):
            return [Claim("nothing_worth")]
        best = max(offered, key=lambda p: mine[p] - least_bid(s, p))
        names = s.rules.card_names
        return [Claim("saves", {"plant": names[best], "worth": mine[best], "least": least_bid(s, best)})]
    action = option.actions[0]
    assert isinstance(action, Open)  # noqa: S101 - an opening
    plant = s.rules.plant_ids[action.plant]
    value = case.worth(plant)
    if value > action.bid:
        claims.append(Claim("worth", {"plant": action.plant, "worth": value, "stop": option.limit}))
    elif not may_opt_out(s):
        claims.append(Claim("must_buy", {"plant": action.plant, "worth": value, "bid": action.bid}))
    else:
        claims.append(Claim("not_worth", {"plant": action.plant, "worth": value, "bid": action.bid}))
    return [*claims, *plant_claims(s, seat, plant), *_rival(case, plant, action.bid)]


def _bidding(case: Case, option: Option) -> list[Claim]:
    s, seat = case.state, case.seat
    plant, low = s.lot, s.bid + 1
    value, limit = case.worth(plant), case.stop(plant)
    name = s.rules.card_names[plant]
    if low > s.money[seat]:
        return [Claim("bid_unpayable", {"bid": low, "money": s.money[seat]})]
    first = (
        Claim("worth", {"plant": name, "worth": value, "stop": limit})
        if limit >= low
        else Claim("not_worth", {"plant": name, "worth": value, "bid": low})
    )
    if option.kind == "leave" and limit >= low:
        return [Claim("lets_go", {"plant": name, "worth": value, "bid": low, "money": s.money[seat]})]
    return [first, *plant_claims(s, seat, plant), *_rival(case, plant, s.bid)]


def _rival(case: Case, plant: int, above: int) -> list[Claim]:
    """Name the rival who may go furthest, where everybody can see the money that this rests on."""
    if not case.open_money:
        return []
    rows = [(limit, -rival) for rival, limit in case.rivals(plant).items()]
    if not rows:
        return [Claim("no_rival")]
    most, rival = max(rows)
    return [Claim("rival", {"seat": -rival, "limit": most})] if most > above else [Claim("rivals_below")]


# --- fuel -------------------------------------------------------------------------------------------------------------


def _buying(s: State, seat: int, option: Option) -> list[Claim]:
    units = {s.rules.fuels[fuel]: count for fuel, count in enumerate(option.fuel) if count}
    cities = cities_after(s, seat, option)
    alone = carry_out(s, seat, fuel=units)
    bought = alone.quote
    if not units:
        return _no_fuel(s, seat, bought)
    claims = [Claim("buys", {"units": units, "cost": bought.fuel_cost, "left": bought.money_left})]
    if not cities:
        return [*claims, _supply(alone)]
    whole = carry_out(s, seat, cities=cities, fuel=units)
    args = {"count": len(cities), "cost": whole.quote.house_cost, "left": whole.quote.money_left}
    return [*claims, Claim("then_builds", args), _supply(whole)]


def _supply(carried: Carried) -> Claim:
    """Return how many cities a plan powers, and what that earns unless the game ends before plants pay [R18-END-01]."""
    plan, after = carried.quote, carried.after
    if after.rules.score.reached(after):
        args = {"supplied": plan.supplied, "cities": plan.cities}
        return Claim("enough_end", args) if plan.supplied >= plan.cities else Claim("some_end", args)
    args = {"supplied": plan.supplied, "income": plan.income}
    if not plan.cities:
        return Claim("no_cities", {"income": plan.income})
    if plan.supplied >= plan.cities:
        return Claim("enough_all", args)
    return Claim("enough_some", {**args, "cities": plan.cities})


def _no_fuel(s: State, seat: int, alone: Quote) -> list[Claim]:
    """Return why no fuel is bought: no plant burns any, none can be paid or stored, or there is enough."""
    rules = s.rules
    burns = sorted({fuel for plant in s.plants[seat] for fuel in rules.plants[plant].fuels})
    if not burns:
        return [Claim("no_burner")]
    prices = [rules.fuel_supply.cheapest(s, seat, fuel)[1] for fuel in burns if room(s, seat, fuel) > 0]
    offered = [price for price in prices if price]
    if offered and min(offered) > s.money[seat]:
        return [Claim("fuel_unpayable", {"price": min(offered), "money": s.money[seat]})]
    if not offered:
        return [Claim("fuel_none")]
    if not alone.cities:
        return [Claim("no_cities", {"income": alone.income})]
    return [Claim("has_fuel", {"supplied": alone.supplied, "income": alone.income})]


def _cards(s: State, seat: int, option: Option) -> list[Claim]:
    names = s.rules.kind_names
    cards = [action for action in option.actions if isinstance(action, BuyCard)]
    if not cards:
        return [Claim("buys_no_card")]
    cost = sum([s.rules.column_prices[action.column] for action in cards])
    shown = [names[s.rules.kind_ids[action.card]] for action in cards]
    return [Claim("buys_cards", {"cards": shown, "cost": cost, "left": s.money[seat] - cost})]


# --- cities and power -------------------------------------------------------------------------------------------------


def _building(s: State, seat: int, option: Option) -> list[Claim]:
    tables = tables_of(s)
    names = [s.rules.city_names[city] for city in option.cities]
    whole = carry_out(s, seat, cities=names)
    plan, ended = whole.quote, s.rules.score.reached
    capacity = tables.capacity(s.plants[seat])
    if not names:
        row = chain(s, seat, tables, 1, 1 << 30)
        if not row:
            return [Claim("no_open_city")]
        city, cost = row[0]
        if cost > s.money[seat]:
            return [Claim("city_unpayable", {"city": s.rules.city_names[city], "cost": cost, "money": s.money[seat]})]
        return [
            Claim("builds_none", {"money": s.money[seat]}),
            Claim("capacity", {"capacity": capacity, "cities": s.count(seat)}),
        ]
    claims = [Claim("builds", {"count": len(names), "cost": plan.house_cost, "left": plan.money_left}), _supply(whole)]
    if ended(whole.after) and not ended(s):
        claims.append(Claim("ends", {"cities": plan.cities}))
        if s.phase == BUILD:
            rivals = [supply_of(s, other) for other in range(s.rules.seats) if other != seat]
            claims.append(Claim("rivals_power", {"most": max(rivals)}))
    elif capacity > plan.cities:
        claims.append(Claim("capacity", {"capacity": capacity, "cities": plan.cities}))
    return claims


def _running(s: State, seat: int, option: Option) -> list[Claim]:
    run = option.actions[0]
    assert isinstance(run, Run)  # noqa: S101 - a production
    printed = tables_of(s).printed
    for running, burn, production, income in runs(s, seat):
        if running == run.plants:
            supplied, pay = earned(s, seat, production, income)
            kept = {
                s.rules.fuels[fuel]: s.held[seat * FUELS + fuel] - burn[fuel]
                for fuel in range(FUELS)
                if s.held[seat * FUELS + fuel] > burn[fuel]
            }
            ran = (
                Claim("runs_income", {"income": pay})
                if printed
                else Claim("runs", {"supplied": supplied, "income": pay})
            )
            first = ran if run.plants else Claim("runs_none", {"income": pay})
            return [first, Claim("keeps", {"units": kept})] if kept else [first]
    return []


def _scrapping(s: State, seat: int, option: Option) -> list[Claim]:
    action = option.actions[0]
    assert isinstance(action, Scrap)  # noqa: S101 - a plant goes
    tables = tables_of(s)
    gone = s.rules.plant_ids[action.plant]
    left = tuple([p for p in s.plants[seat] if p != gone])
    code = "scraps_income" if tables.printed else "scraps"
    return [Claim(code, {"plant": action.plant, "capacity": tables.capacity(left)})]
