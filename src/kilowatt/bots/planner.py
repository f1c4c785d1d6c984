"""`planner`: whole plans for the round with exact costs, and the end of the game worked out.

Bids up to where the best plan with the plant equals the best plan without it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.bots import economist
from kilowatt.bots.advice import Advice, Alternative, Budget, Reason
from kilowatt.bots.appraisal import AFTER_AUCTION, Appraiser
from kilowatt.bots.building import chain
from kilowatt.bots.ending import can_end, closing_build, last_buying, supply_of
from kilowatt.bots.fuelling import first_token
from kilowatt.bots.lore import Lore, lore_of
from kilowatt.bots.planning import Planner
from kilowatt.bots.simple import plain_reason
from kilowatt.engine import asks
from kilowatt.engine.actions import Action, Bid, Build, Open, Pass
from kilowatt.engine.phases.auction import eligible, least_bid, may_opt_out

if TYPE_CHECKING:
    from kilowatt.engine.state import State

ELSEWHERE = 0.6
"""How much of what another plant would gain counts against the one that is up: it may be gone or bid up."""


def is_last(s: State, lore: Lore) -> bool:
    """Tell whether this round will likely be the last: whoever would win by ending it can end it."""
    if lore.printed:
        return s.last_round
    if s.most_cities() >= s.rules.end_at:
        return True
    if not can_end(s, lore):
        return False
    best = None
    best_seat = -1
    for seat in range(s.rules.seats):
        standing = last_buying(s, seat, lore)[2]
        if best is None or standing > best:
            best, best_seat = standing, seat
    missing = s.rules.end_at - s.count(best_seat)
    return len(chain(s, best_seat, lore, missing, s.money[best_seat])) >= missing


def lot_values(s: State, seat: int, lore: Lore) -> tuple[Planner, list[tuple[float, int, int]], float]:
    """For each plant on offer: the value of the best plan at the price rivals would drive it to, the plant, its worth.

    The best comes first; the last number is the value without any.
    """
    plan = Planner(s, seat, lore, last=is_last(s, lore))
    base = plan.without()
    judge = Appraiser(s, lore, AFTER_AUCTION)
    who = eligible(s)
    rivals = [economist.worths(s, other, judge) for other in range(s.rules.seats) if who >> other & 1 and other != seat]
    found: list[tuple[float, int, int]] = []
    for plant in s.market[: s.rules.plant_market.current(s)]:
        worth = plan.worth(plant, least_bid(s, plant), base)
        if worth:
            against = max([row[plant] for row in rivals], default=0)
            price = max(least_bid(s, plant), min(worth, against + 1))
            found.append((plan.with_plant(plant, price), plant, worth))
    found.sort(key=lambda row: (-row[0], row[1]))
    return plan, found, base


def limit_of(s: State, seat: int, lore: Lore) -> int:
    """Give the most to bid for the plant that is up, reckoning with what else is on offer."""
    plan, found, base = lot_values(s, seat, lore)
    others = [value for value, plant, _ in found if plant != s.lot]
    if others:
        base += ELSEWHERE * max(0.0, others[0] - base)
    return plan.worth(s.lot, 1, base)


def building(s: State, seat: int, lore: Lore) -> tuple[Action, int]:
    """Build what the best plan builds with the fuel that is there; end the game exactly when that wins."""
    count = s.count(seat)
    missing = s.rules.end_at - count
    money = s.money[seat]
    if s.most_cities() >= s.rules.end_at:
        most = supply_of(s, seat) - count
    else:
        most = wanted_cities(s, seat, lore)
        if missing * s.rules.house_costs[0] <= money:
            closing = closing_build(s, seat, lore)
            if closing is not None:
                most = closing[0]
            else:
                most = min(most, missing - 1) if s.round < economist.PATIENCE else max(most, missing)
    row = chain(s, seat, lore, min(1, most), money)
    return (Build(seat, s.rules.board.cities[row[0][0]].id) if row else Pass(seat)), most


def wanted_cities(s: State, seat: int, lore: Lore) -> int:
    """Count the cities the best plan builds now, with the fuel that is there."""
    plan = Planner(s, seat, lore, last=False)
    power = supply_of(s, seat)
    plants = s.plants[seat]
    spent = plan.chain()
    count = plan.count
    most = min(len(spent) - 1, max(0, lore.capacity(plants) - count))
    best = 0
    best_value = -1e9
    for built in range(most + 1):
        value = lore.pay(min(power, count + built), 0) - spent[built] + plan.judge.value(plants, count + built)
        if value > best_value:
            best, best_value = built, value
    return best


def fuelling(s: State, seat: int, lore: Lore) -> Action:
    """Buy what the best plan buys, then ahead where that pays."""
    last = is_last(s, lore)
    if last and not lore.printed:
        return first_token(s, seat, last_buying(s, seat, lore)[0]) or Pass(seat)
    plan = Planner(s, seat, lore, last=last)
    _, buys, _, built = plan.best(s.plants[seat], s.money[seat])
    action = first_token(s, seat, buys)
    return action or economist.hoarding(s, seat, lore, plan.count + built) or Pass(seat)


def decide(s: State) -> Action:
    """Choose the move of the acting seat."""
    seat = s.actor
    lore = lore_of(s)
    match s.ask:
        case asks.ASK_OPEN:
            _, found, base = lot_values(s, seat, lore)
            if found and (found[0][0] > base or not may_opt_out(s)):
                return Open(seat, s.rules.card_names[found[0][1]], least_bid(s, found[0][1]))
            return Pass(seat) if may_opt_out(s) else economist.opening(s, seat, lore)
        case asks.ASK_BID:
            if s.bid >= s.money[seat] or s.bid >= limit_of(s, seat, lore):
                return Pass(seat)
            return Bid(seat, s.bid + 1)
        case asks.ASK_FUEL | asks.ASK_CARD:
            return fuelling(s, seat, lore)
        case asks.ASK_BUILD:
            return building(s, seat, lore)[0]
        case _:
            return economist.decide(s)


class PlannerBot:
    """Plans the whole round."""

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def advise(self, state: State, seat: int, budget: Budget) -> Advice:
        """Choose by the best plan."""
        lore = lore_of(state)
        action = decide(state)
        if state.ask == asks.ASK_OPEN and isinstance(action, Open):
            _, found, _ = lot_values(state, seat, lore)
            names = state.rules.card_names
            others = tuple([Alternative(Open(seat, names[p], least_bid(state, p)), value) for value, p, _ in found[1:]])
            worth = next((worth for _, p, worth in found if names[p] == action.plant), action.bid)
            reason = Reason("plant_worth", {"plant": action.plant, "worth": worth, "price": action.bid})
            return Advice(action, reason, found[0][0] if found else 0.0, others)
        return Advice(action, plain_reason(state, seat, action))
