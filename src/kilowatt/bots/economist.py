"""`economist`: every plant has a worth, every Elektro a use. Decides alone, by forecast; looks at no rival's reply."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kilowatt.bots import card_worth
from kilowatt.bots.advice import Advice, Alternative, Budget, Reason
from kilowatt.bots.appraisal import AFTER_AUCTION, Appraiser, fuel_prices
from kilowatt.bots.building import chain, chain_cost, house_in
from kilowatt.bots.card_rounds import stored_worth
from kilowatt.bots.ending import (
    can_end,
    closing_build,
    final_worth,
    last_buying,
    may_close,
    supply_of,
)
from kilowatt.bots.fuelling import best_buying, best_run, first_token, token
from kilowatt.bots.plant_tables import Tables, tables_of
from kilowatt.bots.preparing import prepare
from kilowatt.bots.scrapping import HOARD_KEEP, HOARD_SHARE, scrapping
from kilowatt.bots.simple import plain_reason
from kilowatt.engine import asks
from kilowatt.engine.actions import Action, Bid, DiscardFuel, Open, Pass
from kilowatt.engine.houses import end_at
from kilowatt.engine.ids import FUELS
from kilowatt.engine.knowledge import known_to
from kilowatt.engine.phases.auction import eligible, least_bid, may_opt_out, offered

if TYPE_CHECKING:
    from kilowatt.engine.state import State


SPARING: Final = 0.65
"""The share of a plant's worth where connections cost nothing: networks grow fast, and games are too short for the
whole of it (docs/lab/ladder.md, boards of the atlas)."""


def judge_of(s: State, tables: Tables) -> Appraiser:
    """Return the appraiser of an auction."""
    return Appraiser(s, tables, AFTER_AUCTION)


def worth_of(s: State, seat: int, judge: Appraiser, plant: int, *, closing: bool) -> int:
    """Return what a plant is worth to a seat, as far as its money goes; 0 where it may not buy it."""
    if not s.rules.buyers.may_buy(s, seat, plant):
        return 0
    if judge.tables.printed:
        return card_worth.reservation(s, seat, judge, plant)
    share = SPARING if judge.tables.free_links else 1.0
    worth = int(judge.worth(s.plants[seat], plant, s.count(seat)) * share)
    if plant in judge.mines:
        return 0 if closing else min(s.money[seat], worth)
    if closing:
        more, same = final_worth(s, seat, judge.tables, plant, judge.bases)
        worth = max(more, min(worth, same))
    return min(s.money[seat], worth)


def worths(s: State, seat: int, judge: Appraiser) -> dict[int, int]:
    """Return what each plant on offer is worth to a seat, as far as its money goes."""
    offered = s.market[: s.rules.plant_market.current(s)]
    closing = may_close(s, judge.tables)
    return {p: worth_of(s, seat, judge, p, closing=closing) for p in offered}


def open_values(s: State, seat: int, tables: Tables) -> list[tuple[int, int, int]]:
    """For each plant worth its least bid: its gain at the price rivals would drive it to, the plant, its worth.

    The greatest gain comes first.
    """
    judge = Appraiser(s, tables, AFTER_AUCTION)
    mine = worths(s, seat, judge)
    wanted = [p for p, worth in mine.items() if worth >= least_bid(s, p)]
    if not wanted:
        return []
    who = eligible(s)
    rivals = [worths(s, other, judge) for other in range(s.rules.seats) if who >> other & 1 and other != seat]
    values: list[tuple[int, int, int]] = []
    for plant in wanted:
        against = max([row[plant] for row in rivals], default=0)
        price = max(least_bid(s, plant), min(mine[plant], against + 1))
        values.append((mine[plant] - price, plant, mine[plant]))
    values.sort(key=lambda row: (-row[0], -row[2], row[1]))
    return values


def opening(s: State, seat: int, tables: Tables) -> Action:
    """Open the plant that promises the greatest gain over what rivals would drive it to."""
    values = open_values(s, seat, tables)
    names = s.rules.card_names
    if values:
        return Open(seat, names[values[0][1]], least_bid(s, values[0][1]))
    if may_opt_out(s, seat):
        return Pass(seat)
    payable = [p for p in offered(s, seat) if least_bid(s, p) <= s.money[seat]]
    judge = Appraiser(s, tables, AFTER_AUCTION)
    own, cities = s.plants[seat], s.count(seat)
    plant = max(payable, key=lambda p: judge.worth(own, p, cities) - least_bid(s, p))
    return Open(seat, names[plant], least_bid(s, plant))


def reservation(s: State, seat: int, tables: Tables) -> int:
    """Return the most to bid for the plant that is up."""
    judge = Appraiser(s, tables, AFTER_AUCTION)
    return worth_of(s, seat, judge, s.lot, closing=may_close(s, tables))


def why_leave(s: State, seat: int) -> Reason:
    """Return why a seat that does not bid all that a plant is worth leaves the lot."""
    if s.bid >= s.money[seat]:
        return Reason("cannot_raise")
    return Reason("little_gain" if s.bid < reservation(s, seat, tables_of(s)) else "too_dear")


def fuelling(s: State, seat: int, tables: Tables) -> Action:
    """Buy for the cities the seat will have after building; in what may be the last round, for every city it can."""
    if can_end(s, tables) and not tables.printed:
        buys = last_buying(s, seat, tables)[0]
        return first_token(s, seat, buys) or Pass(seat)
    buys, _, cities = plain_buys(s, seat, tables)
    return first_token(s, seat, buys) or hoarding(s, seat, tables, cities) or Pass(seat)


def plain_buys(s: State, seat: int, tables: Tables) -> tuple[list[int], int, int]:
    """Return the units to buy for the cities after building, what they cost, and the number of these cities."""
    money = s.money[seat]
    count = s.count(seat)
    scale = 10.0 if s.last_round else 1.0
    cities = count
    if not tables.printed:
        row = chain(s, seat, tables, tables.capacity(s.plants[seat]) - count, money)
        cities += len(row)
    stored = stored_worth(fuel_prices(s, tables)) if tables.printed and not s.last_round else None
    buys, cost, _, _ = best_buying(s, seat, tables, cities=cities, money=money, scale=scale, stored=stored)
    if not tables.printed:
        # fuel for cities that can no longer be paid is bought too early
        cities = count + len(chain(s, seat, tables, cities - count, money - cost))
        buys, cost, _, _ = best_buying(s, seat, tables, cities=cities, money=money)
    return buys, cost, cities


def hoarding(s: State, seat: int, tables: Tables, cities: int) -> Action | None:
    """Buy ahead for the next round where fuel gets scarce, with money that neither cities nor the auction need."""
    if tables.printed or s.round == 1:
        return None
    row = chain(s, seat, tables, cities - s.count(seat), s.money[seat])
    spare = s.money[seat] - chain_cost(row) - HOARD_KEEP
    if spare <= 0:
        return None
    rules = s.rules
    prices = fuel_prices(s, tables)
    best: tuple[float, Action] | None = None
    for plant in s.plants[seat]:
        for fuel in rules.plants[plant].fuels:
            action = token(s, seat, fuel)
            if action is None:
                continue
            price = price_of(s, seat, fuel)
            gain = prices[fuel] * HOARD_SHARE - price
            if price <= spare and gain > 0 and (best is None or gain > best[0]):
                best = (gain, action)
    return best[1] if best is not None else None


def price_of(s: State, seat: int, fuel: int) -> int:
    """Return the price of the next unit of a fuel, 0 if there is none."""
    return s.rules.fuel_supply.cheapest(s, seat, fuel)[1]


def wanted_cities(s: State, seat: int, tables: Tables) -> int:
    """Count the cities to build now: up to what the plants supply; the end when that wins, never for somebody else."""
    count = s.count(seat)
    missing = end_at(s) - count
    most = tables.capacity(s.plants[seat]) - count
    if s.most_cities() >= end_at(s):
        return supply_of(s, seat) - count
    if missing * s.rules.house_costs[0] <= s.money[seat]:
        closing = closing_build(s, seat, tables)
        if closing is not None:
            return closing[0]
        return min(most, missing - 1) if s.round < PATIENCE else max(most, missing)
    return most


def building(s: State, seat: int, tables: Tables) -> Action:
    """Build the cheapest city while one is wanted."""
    row = chain(s, seat, tables, min(1, wanted_cities(s, seat, tables)), s.money[seat])
    return house_in(s, seat, row[0][0]) if row else Pass(seat)


PATIENCE = 16
"""From this round on it ends the game whoever wins."""


def decide(s: State) -> Action:
    """Choose the move of the acting seat."""
    seat = s.actor
    tables = tables_of(s)
    match s.ask:
        case asks.ASK_OPEN:
            return opening(s, seat, tables)
        case asks.ASK_BID:
            if s.bid >= s.money[seat] or s.bid >= reservation(s, seat, tables):
                return Pass(seat)
            return Bid(seat, s.bid + 1)
        case asks.ASK_SCRAP:
            return scrapping(s, seat, tables)
        case asks.ASK_DISCARD:
            fuel = max(s.rules.mix, key=lambda f: s.held[seat * FUELS + f])
            return DiscardFuel(seat, s.rules.fuels[fuel])
        case asks.ASK_FUEL | asks.ASK_CARD:
            return fuelling(s, seat, tables)
        case asks.ASK_BUILD:
            return building(s, seat, tables)
        case asks.ASK_RUN:
            return best_run(s, seat, [0.4 * price for price in fuel_prices(s, tables)])[0]
        case _:
            return prepare(s, tables)


class EconomistBot:
    """Values every plant, spends every Elektro where it is worth most."""

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def advise(self, state: State, seat: int, budget: Budget) -> Advice:
        """Choose by appraisal, without the money of others where the table hides it."""
        s = known_to(state, seat)
        action = decide(s)
        names = s.rules.card_names
        if isinstance(action, Open):
            values = open_values(s, seat, tables_of(s))
            if not values:
                return Advice(action, Reason("plant_decoy", {"plant": action.plant}))
            worth = values[0][2]
            reason = Reason("plant_worth", {"plant": action.plant, "worth": worth, "price": action.bid})
            others = [Alternative(Open(seat, names[p], least_bid(s, p))) for _, p, _ in values[1:]]
            return Advice(action, reason, alternatives=tuple(others))
        if isinstance(action, Bid):
            worth = reservation(s, seat, tables_of(s))
            reason = Reason("plant_raise", {"plant": names[s.lot], "worth": worth, "price": action.amount})
            return Advice(action, reason, alternatives=(Alternative(Pass(seat)),))
        return Advice(action, plain_reason(s, seat, action))


def appraise(s: State, seat: int, plant: int) -> int:
    """Return what a plant is worth to a seat in Elektro, 0 if nothing; for reports and hints."""
    judge = Appraiser(s, tables_of(s), AFTER_AUCTION)
    return max(0, int(judge.worth(s.plants[seat], plant, s.count(seat))))
