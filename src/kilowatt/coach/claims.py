"""What speaks for an option and what it comes to, as claims: prices, counts, a rival's limit. Chooses nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.bots.building import chain
from kilowatt.bots.ending import supply_of, surely_ahead
from kilowatt.bots.mining import next_price
from kilowatt.bots.plant_tables import tables_of
from kilowatt.coach.favours import behind, favoured, wins
from kilowatt.coach.fuel_prices import cost_of
from kilowatt.coach.gaps import gap_claims
from kilowatt.coach.lots import with_claims, without_claims
from kilowatt.coach.option import Option, Weighed
from kilowatt.coach.options import cities_after
from kilowatt.coach.saying import Claim
from kilowatt.engine.actions import BuyCard, Open, Run, Scrap
from kilowatt.engine.asks import ASK_OPEN
from kilowatt.engine.houses import jump_masks
from kilowatt.engine.ids import BUILD, FUELS, NOBODY
from kilowatt.engine.phases.auction import least_bid, may_opt_out
from kilowatt.engine.quotes import Carried, Quote, carry_out
from kilowatt.engine.storage import earned, room, runs

if TYPE_CHECKING:
    from kilowatt.coach.case import Case
    from kilowatt.engine.state import State


AGAINST = {"open": ("above", "no_help", "not_worth", "must_buy"), "opt_out": ("buys_no_plant",)}
"""What says nothing for opening a plant, or for a round without one: how often experts win with it is said instead."""
WHOLE_TURNS = ("fuel", "cards", "build", "run", "scrap")
"""Kinds whose first claim says what is done, and the next one why."""


def claims_of(case: Case, rows: list[Weighed], place: int) -> list[Claim]:
    """List what speaks for an option and what it comes to; the first is the one to read if only one is read.

    The recommended option, which is the first, begins with what favours it over the next best.
    """
    s, option = case.state, rows[place].option
    claims = _own(case, option)
    if place and option.kind in WHOLE_TURNS:
        return [*claims[:1], *behind(case, rows, place), *claims[1:]]
    if place and option.kind == "opt_out":
        return [Claim("buys_no_plant", {"money": s.money[case.seat]}), *behind(case, rows, place)]
    if place:
        return claims
    claims = [claim for claim in claims if not _asks_for_more(claim)]
    ahead = surely_ahead(s, case.seat)
    if ahead:
        return [*claims[:1], Claim("no_win", {"place": ahead + 1}), *claims[1:]]
    if len(rows) == 1:
        # nothing else can be done: that it is worth less than it costs is no advice
        return [Claim("must_buy_one"), *claims[1:]] if claims[0].code == "must_buy" else claims
    return _with_reason(case, rows, claims)


def _with_reason(case: Case, rows: list[Weighed], claims: list[Claim]) -> list[Claim]:
    """Add what favours the first option to what is said of it; nothing follows where no fact does."""
    option = rows[0].option
    if option.kind in WHOLE_TURNS:
        # that rivals may buy first is a warning, whatever the reason is
        first = [*claims[:1], *[claim for claim in claims[1:] if claim.code == "one_by_one"]]
        reason, rest = favoured(case, rows), [claim for claim in claims if claim not in first]
    elif claims[0].code in AGAINST.get(option.kind, ()):
        must = claims[0].code == "must_buy"
        first = [Claim("must_buy_one")] if must else []
        reason, rest = (favoured(case, rows) if must else wins(rows)), plant_claims_of(case, option)
    elif rows[0].option.kind == rows[1].option.kind == "open":
        gap = 1 + sum(claim.code.startswith("gap_") for claim in claims)
        first, reason, rest = claims[:gap], favoured(case, rows), claims[gap:]
    else:
        return claims
    if reason.code not in ("experts", "as_good"):
        return [*first, reason, *rest]
    # that nobody powers more speaks for ending the game
    return claims if any(claim.code == "rivals_power" for claim in rest) else [*first, reason]


def _asks_for_more(claim: Claim) -> bool:
    """Return whether a claim says that plants could power more cities: it speaks for building more."""
    return claim.code == "capacity" and claim.args["capacity"] > claim.args["cities"]


def _own(case: Case, option: Option) -> list[Claim]:
    """List what is said of an option alone."""
    s, seat = case.state, case.seat
    match option.kind:
        case "open" | "opt_out":
            return _opening(case, option)
        case "bid" | "leave":
            return _bidding(case, option)
        case "fuel":
            return _buying(case, option)
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


def plant_claims_of(case: Case, option: Option) -> list[Claim]:
    """List what the plant of an opening does."""
    action = option.actions[0]
    return plant_claims(case, case.state.rules.plant_ids[action.plant]) if isinstance(action, Open) else []


# --- plants -----------------------------------------------------------------------------------------------------------


def plant_claims(case: Case, plant: int) -> list[Claim]:
    """List what a plant does for a seat: what it powers, what its fuel costs today, which plant it replaces."""
    s, seat = case.state, case.seat
    card = s.rules.plants[plant]
    name = s.rules.card_names[plant]
    if s.rules.fuel_supply.is_mine(plant):
        return [Claim("mine", {"plant": name, "cities": card.income, "price": next_price(s)})]
    if tables_of(s).printed:
        claims = [Claim("pays", {"plant": name, "income": card.income})]
    else:
        claims = [Claim("powers", {"plant": name, "cities": card.cities})]
    return [*claims, _fuel_claim(s, seat, plant), *_replaces(case, plant)]


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
    return cost_of(s, seat, (plant,), [0] * FUELS)


def _replaces(case: Case, plant: int) -> list[Claim]:
    """Name the plant that goes for a new one, where it is the same at the lowest price and at the highest."""
    s = case.state
    least = s.bid + (s.leader != case.seat) if s.lot == plant else least_bid(s, plant)
    if least > s.money[case.seat]:
        return []
    old = case.replaced(plant, least)
    same = old == case.replaced(plant, max(least, case.stop(plant)))
    return [Claim("replaces", {"plant": s.rules.card_names[old]})] if same and old not in {NOBODY, plant} else []


def _opening(case: Case, option: Option) -> list[Claim]:
    s, seat = case.state, case.seat
    offered = s.market[: s.rules.plant_market.current(s)]
    if option.kind == "opt_out":
        least = min([least_bid(s, p) for p in offered])
        if least > s.money[seat]:
            return [Claim("plants_unpayable", {"least": least, "money": s.money[seat]})]
        if all(case.worth(p) <= least_bid(s, p) for p in offered):
            return [Claim("nothing_worth")]
        if all(case.stop(p) < least_bid(s, p) for p in offered):
            return [Claim("none_helps")]
        return [Claim("buys_no_plant", {"money": s.money[seat]})]
    action = option.actions[0]
    assert isinstance(action, Open)  # noqa: S101 - an opening
    plant = s.rules.plant_ids[action.plant]
    comes = with_claims(case, plant, option.limit)
    return [*_worth(case, plant, action.bid), *plant_claims(case, plant), *comes, *_rival(case, plant, action.bid)]


def _worth(case: Case, plant: int, bid: int) -> list[Claim]:
    """Return what a plant is worth and up to where to bid, and the reason where these differ."""
    s = case.state
    name, worth, stop = s.rules.card_names[plant], case.worth(plant), case.stop(plant)
    if stop >= bid and case.alone(plant):
        return [Claim("lone", {"plant": name, "worth": worth, "price": bid})]
    if stop >= bid:
        return [Claim("worth", {"plant": name, "worth": worth, "stop": stop}), *gap_claims(case, plant)]
    if s.ask == ASK_OPEN and not may_opt_out(s, s.actor):
        return [Claim("must_buy", {"plant": name, "worth": worth, "bid": bid})]
    if worth <= bid:
        return [Claim("not_worth", {"plant": name, "worth": worth, "bid": bid})]
    if stop == 0:
        return [Claim("no_help", {"plant": name, "worth": worth, "bid": bid})]
    return [Claim("above", {"plant": name, "worth": worth, "stop": stop, "bid": bid}), *gap_claims(case, plant)]


def _bidding(case: Case, option: Option) -> list[Claim]:
    s, seat = case.state, case.seat
    plant, low = s.lot, s.bid + 1
    if low > s.money[seat]:
        return [Claim("bid_unpayable", {"bid": low, "money": s.money[seat]})]
    if option.kind == "leave" and case.stop(plant) >= low:
        name = s.rules.card_names[plant]
        lets_go = Claim("lets_go", {"plant": name, "stop": case.stop(plant), "bid": low, "money": s.money[seat]})
        return [lets_go, *without_claims(case, plant)]
    said = [*_worth(case, plant, low), *plant_claims(case, plant)]
    if option.kind == "leave":
        return [*said, *without_claims(case, plant)]
    return [*said, *with_claims(case, plant, option.limit), *_rival(case, plant, s.bid)]


def _rival(case: Case, plant: int, above: int) -> list[Claim]:
    """Name the rival who may go furthest, where everybody can see the money that this rests on."""
    if not case.open_money:
        return []
    rows = [(limit, -rival) for rival, limit in case.rivals(plant).items()]
    if not rows:
        return []
    most, rival = max(rows)
    return [Claim("rival", {"seat": -rival, "limit": most})] if most > above else [Claim("rivals_below")]


# --- fuel -------------------------------------------------------------------------------------------------------------


def _buying(case: Case, option: Option) -> list[Claim]:
    s, seat = case.state, case.seat
    units, market = option.units(s.rules), option.market(s.rules)
    cities = cities_after(case, option)
    alone = carry_out(s, seat, fuel=units, market=market)
    bought = alone.quote
    if not units and not cities:
        return _no_fuel(s, seat, bought)
    buys = Claim("buys", {"units": units, "cost": bought.fuel_cost, "left": bought.money_left})
    claims = [buys if units else Claim("buys_no_fuel")]
    if s.rules.fuel_goes_round and sum(option.fuel) > 1:
        claims.append(Claim("one_by_one"))
    if not cities:
        return [*claims, *_supply(alone, seat)]
    whole = carry_out(s, seat, cities=cities, fuel=units, market=market)
    args = {"count": len(cities), "cost": whole.quote.house_cost, "left": whole.quote.money_left}
    return [*claims, Claim("then_builds", args), *_supply(whole, seat)]


def _supply(carried: Carried, seat: int) -> list[Claim]:
    """Return how many cities a plan powers, and what that earns unless the game ends before plants pay [R18-END-01]."""
    plan, after = carried.quote, carried.after
    if after.rules.score.reached(after):
        args = {"supplied": plan.supplied, "cities": plan.cities}
        return [Claim("enough_end", args) if plan.supplied >= plan.cities else Claim("some_end", args)]
    args = {"supplied": plan.supplied, "income": plan.income}
    lost = _outage(after, seat, plan.supplied, plan.income)
    if not plan.cities:
        return [Claim("no_cities", {"income": plan.income}), *lost]
    if plan.supplied >= plan.cities:
        return [Claim("enough_all", args), *lost]
    return [Claim("enough_some", {**args, "cities": plan.cities}), *lost]


def _outage(s: State, seat: int, supplied: int, income: int) -> list[Claim]:
    """Return what an outage takes of an income [AT-IN-05]."""
    if not s.rules.income.fine(s, seat):
        return []
    return [Claim("outage", {"lost": s.rules.income.pay(s.rules, supplied, 0) - income})]


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
    whole = carry_out(s, seat, cities=names, jump=option.jump())
    plan, ended = whole.quote, s.rules.score.reached
    capacity = tables.capacity(s.plants[seat])
    if not names:
        row = chain(s, seat, tables, 1, 1 << 30)
        if not row and not any(jump_masks(s, seat)):
            return [Claim("no_open_city")]
        if row and row[0][1] > s.money[seat]:
            city, cost = row[0]
            return [Claim("city_unpayable", {"city": s.rules.city_names[city], "cost": cost, "money": s.money[seat]})]
        return [
            Claim("builds_none", {"money": s.money[seat]}),
            Claim("capacity", {"capacity": capacity, "cities": s.count(seat)}),
        ]
    claims = [
        Claim("builds", {"count": len(names), "cost": plan.house_cost, "left": plan.money_left}),
        *_supply(whole, seat),
    ]
    if ended(whole.after) and not ended(s):
        claims.append(Claim("ends", {"cities": plan.cities}))
        if s.phase == BUILD:
            most = max([supply_of(s, other) for other in range(s.rules.seats) if other != seat])
            # that rivals power more is no reason to end the game
            claims += [Claim("rivals_power", {"most": most})] if most <= plan.supplied else []
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
            first = [ran if run.plants else Claim("runs_none", {"income": pay}), *_outage(s, seat, supplied, pay)]
            return [*first, Claim("keeps", {"units": kept})] if kept else first
    return []


def _scrapping(s: State, seat: int, option: Option) -> list[Claim]:
    action = option.actions[0]
    assert isinstance(action, Scrap)  # noqa: S101 - a plant goes
    tables = tables_of(s)
    gone = s.rules.plant_ids[action.plant]
    left = tuple([p for p in s.plants[seat] if p != gone])
    code = "scraps_income" if tables.printed else "scraps"
    return [Claim(code, {"plant": action.plant, "capacity": tables.capacity(left)})]
