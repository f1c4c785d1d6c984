"""Orders in advance: what they ask for when a seat's turn comes. Pure; an order that does not fit is dropped.

Nothing is guessed: where a limit would be passed, or a choice is asked for that no order answers, the player decides.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from kilowatt.engine import game, storage
from kilowatt.engine.actions import Bid, Build, BuyFuel, Open, Pass, Run
from kilowatt.engine.ids import NOBODY, PHASE_NAMES
from kilowatt.engine.menu import BidChoice, BuildChoice, BuyChoice, OpenChoice
from kilowatt.engine.phases.auction import least_bid
from kilowatt.host.game.powering import still_to_run
from kilowatt.protocol import AskQuote, OrderPlan
from kilowatt.protocol.planning import quoted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kilowatt.engine.actions import Action
    from kilowatt.engine.menu import Choice, Menu
    from kilowatt.engine.state import State
    from kilowatt.protocol import BidOrder

NOTHING = OrderPlan()
PARTS = ("auction", "fuel", "build", "power")
Note = tuple[str, dict[str, Any]]


class Step(NamedTuple):
    """What orders do now: an action or none, the orders that are left, and what the player should know."""

    action: Action | None
    plan: OrderPlan
    notes: tuple[Note, ...] = ()


def last_rounds(state: State, seat: int) -> list[int]:
    """Return the round in which orders given now end, for each of `PARTS`: this one, or else the next."""
    phase = PHASE_NAMES[state.phase]
    at = PARTS.index(phase) if phase in PARTS else (-1 if phase == "setup" else len(PARTS))
    rounds: list[int] = []
    for number, part in enumerate(PARTS):
        open_still = at == number and (
            not (state.bought | state.out) >> seat & 1
            if part == "auction"
            else game.actor(state) == seat or seat in still_to_run(state)
        )
        rounds.append(state.round if number > at or open_still else state.round + 1)
    return rounds


def without_expired(plan: OrderPlan, rounds: Sequence[int], number: int) -> OrderPlan:
    """Return what is left of orders in a round: a part ends with its round."""
    for part, last in zip(PARTS, rounds, strict=False):
        if number > last:
            plan = without(plan, part)
    return plan


def without(plan: OrderPlan, part: str) -> OrderPlan:
    """Return orders without those for auctions, fuel, building or power."""
    if part == "auction":
        return msgspec.structs.replace(plan, bids=[], none="ask", above=None)
    if part == "fuel":
        return msgspec.structs.replace(plan, fuel="ask", price=99)
    if part == "power":
        return msgspec.structs.replace(plan, run=None)
    return msgspec.structs.replace(plan, build=False, cities=[])


def is_empty(plan: OrderPlan) -> bool:
    """Return whether nothing is ordered."""
    return not plan.bids and plan.none == "ask" and plan.fuel == "ask" and not plan.build and plan.run is None


def decide(state: State, seat: int, plan: OrderPlan) -> Step:
    """Return what these orders do for a seat whose turn it is."""
    menu = game.options(state)
    phase = PHASE_NAMES[state.phase]
    if phase == "auction" and (plan.bids or plan.none == "pass") and set(menu.choices) <= {"open", "bid", "pass"}:
        return _auction(state, seat, plan, menu)
    if phase == "fuel" and plan.fuel != "ask" and set(menu.choices) <= {"buy_fuel", "pass"}:
        return _fuel(state, seat, plan, menu)
    if phase == "build" and plan.build and set(menu.choices) <= {"build", "jump", "pass"}:
        return _build(state, seat, plan, menu)
    if phase == "power" and plan.run is not None and menu.choices.get("run"):
        return _run(state, seat, plan)
    return Step(None, plan)


# --- auctions ---------------------------------------------------------------------------------------------------------


def _auction(state: State, seat: int, plan: OrderPlan, menu: Menu) -> Step:
    names = state.rules.card_names
    lot = names[state.lot] if state.lot != NOBODY else None
    there = {names[plant] for plant in state.market} | ({lot} if lot is not None else set())
    gone = [bid for bid in plan.bids if bid.plant not in there]
    notes: tuple[Note, ...] = tuple(("plant_gone", {"plant": bid.plant}) for bid in gone)
    kept = [bid for bid in plan.bids if bid.plant in there]
    left = msgspec.structs.replace(plan, bids=kept) if gone else plan
    if gone and not kept and plan.none == "ask":
        return Step(None, without(left, "auction"), notes)
    surprise = _surprise(state, left)
    if surprise is not None:
        return Step(None, without(left, "auction"), (*notes, ("new_plant", {"plant": surprise})))
    if lot is not None:
        return _bid(state, seat, left, menu, lot, notes)
    for bid in left.bids:
        for row in menu.choices.get("open", []):
            if isinstance(row, OpenChoice) and row.plant == bid.plant and row.least <= _limit(state, seat, left, bid):
                return Step(Open(seat, row.plant, row.least), left, notes)
    missed: tuple[Note, ...] = (("none_left", {}),) if left.bids else ()
    if left.none == "pass" and menu.choices.get("pass"):
        return Step(Pass(seat), without(left, "auction"), (*notes, *missed))
    return Step(None, without(left, "auction"), (*notes, *(missed or (("must_open", {}),))))


def _bid(state: State, seat: int, plan: OrderPlan, menu: Menu, lot: str, notes: tuple[Note, ...]) -> Step:
    place = next((place for place, bid in enumerate(plan.bids) if bid.plant == lot), None)
    may_pass = bool(menu.choices.get("pass"))
    if place is None or any(_can_open(state, seat, plan, bid) for bid in plan.bids[:place]):
        return Step(Pass(seat), plan, notes) if may_pass else Step(None, without(plan, "auction"), notes)
    wish = plan.bids[place]
    for row in menu.choices.get("bid", []):
        if isinstance(row, BidChoice) and row.least <= _limit(state, seat, plan, wish):
            return Step(Bid(seat, row.least), plan, notes)
    others = [bid for bid in plan.bids if bid is not wish]
    outbid: Note = ("outbid", {"plant": lot, "limit": wish.limit})
    left = msgspec.structs.replace(plan, bids=others)
    if may_pass:
        return Step(Pass(seat), left, (*notes, outbid))
    return Step(None, without(left, "auction"), (*notes, outbid))


def _limit(state: State, seat: int, plan: OrderPlan, bid: BidOrder) -> int:
    return min(bid.limit, state.money[seat] - plan.keep)


def _current(state: State) -> list[int]:
    return list(state.market[: state.rules.plant_market.current(state)])


def _can_open(state: State, seat: int, plan: OrderPlan, bid: BidOrder) -> bool:
    """Return whether a seat could still open a plant within its limit, once this auction is over."""
    for plant in _current(state):
        if state.rules.card_names[plant] == bid.plant:
            return least_bid(state, plant) <= _limit(state, seat, plan, bid)
    return False


def _surprise(state: State, plan: OrderPlan) -> str | None:
    """Return a plant on offer above the number from which the player wants to be asked."""
    if plan.above is None:
        return None
    wanted = {bid.plant for bid in plan.bids}
    plants = [*_current(state), *([state.lot] if state.lot != NOBODY else [])]
    for plant in plants:
        if state.rules.numbers[plant] > plan.above and state.rules.card_names[plant] not in wanted:
            return state.rules.card_names[plant]
    return None


# --- power, fuel and building -----------------------------------------------------------------------------------------


def _run(state: State, seat: int, plan: OrderPlan) -> Step:
    move = Run(seat, tuple(plan.run or ()))
    left = without(plan, "power")
    return Step(move, left) if game.refusal(state, move) is None else Step(None, left, (("run_gone", {}),))


def _fuel(state: State, seat: int, plan: OrderPlan, menu: Menu) -> Step:
    done = without(plan, "fuel")
    target = state.cities[seat].bit_count() + len(plan.cities)
    enough = plan.fuel == "run" and storage.best_run(state, seat)[0] >= target > 0
    fill = quoted(state, seat, AskQuote("order", fills=True)).fills.get(plan.fuel) if not enough else None
    if plan.fuel == "run" and not enough and plan.cities:
        wished = [wish.city for wish in plan.cities]
        fill = quoted(state, seat, AskQuote("order", cities=wished, fills=True)).fills.get("run", fill)
    basket = {} if fill is None else {key: dict(row) for key, row in fill.basket.items()}
    if enough or not any(basket.values()):
        if menu.choices.get("pass"):
            return Step(Pass(seat), done)
        return Step(None, done, (("fuel_none", {}),))
    cost, dearest, first = _priced(state, seat, basket)
    if first is None or not _on_menu(menu.choices.get("buy_fuel", []), first):
        return Step(None, done, (("fuel_none", {}),))
    if dearest > plan.price:
        return Step(None, done, (("fuel_dear", {"price": dearest, "most": plan.price}),))
    if state.money[seat] - cost < plan.keep:
        return Step(None, done, (("keep", {"left": state.money[seat] - cost, "keep": plan.keep}),))
    return Step(first, plan)


def _priced(state: State, seat: int, basket: dict[str, dict[str, int]]) -> tuple[int, int, BuyFuel | None]:
    """Return what a basket costs, its dearest unit and the first purchase of it."""
    table = game.clone(state)
    rules = table.rules
    cost = dearest = 0
    first: BuyFuel | None = None
    for market, row in sorted(basket.items()):
        for fuel, count in sorted(row.items()):
            for _ in range(count):
                move = BuyFuel(seat, fuel, market)
                if first is None:
                    first = move
                paid = rules.fuel_supply.buy(table, seat, rules.markets.index(market), rules.fuels.index(fuel))
                cost, dearest = cost + paid, max(dearest, paid)
    return cost, dearest, first


def _on_menu(rows: Sequence[Choice], move: BuyFuel) -> bool:
    return any(isinstance(row, BuyChoice) and (row.fuel, row.market) == (move.fuel, move.market) for row in rows)


def _build(state: State, seat: int, plan: OrderPlan, menu: Menu) -> Step:
    """Build the first wish that can be had within its price; end the turn when none is left."""
    rows = {row.city: row for row in menu.choices.get("build", []) if isinstance(row, BuildChoice)}
    for wish in plan.cities:
        row = rows.get(wish.city)
        if row is None or row.house + row.connection > wish.most:
            continue
        if state.money[seat] - row.house - row.connection < plan.keep:
            left = state.money[seat] - row.house - row.connection
            return Step(None, without(plan, "build"), (("keep", {"left": left, "keep": plan.keep}),))
        rest = [other for other in plan.cities if other is not wish]
        return Step(Build(seat, wish.city), msgspec.structs.replace(plan, cities=rest))
    notes: tuple[Note, ...] = tuple(
        ("city_dear", {"city": wish.city, "cost": rows[wish.city].house + rows[wish.city].connection})
        if wish.city in rows
        else ("city_gone", {"city": wish.city})
        for wish in plan.cities
    )
    if not menu.choices.get("pass"):
        return Step(None, without(plan, "build"), (*notes, ("must_build", {})))
    return Step(Pass(seat), without(plan, "build"), notes)
