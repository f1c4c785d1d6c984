"""Secret orders: what the server does for a seat by itself. Pure; an order is never logged or shown to others."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import msgspec

from kilowatt.engine import game
from kilowatt.engine.actions import Bid, Pass, Run
from kilowatt.engine.ids import NOBODY, PHASE_NAMES
from kilowatt.engine.menu import BidChoice, Menu
from kilowatt.engine.storage import best_runs
from kilowatt.host.game import advance_orders
from kilowatt.host.rows import Advance, Orders
from kilowatt.protocol import AutoOrders, OrderNote

if TYPE_CHECKING:
    from kilowatt.engine.actions import Action
    from kilowatt.engine.state import State


def lot_of(state: State) -> str | None:
    """Name the plant that is up for auction."""
    return state.rules.card_names[state.lot] if state.lot != NOBODY else None


def where_turns_last_days() -> Orders:
    """Return the orders of a player who has given none where a turn may take a day: nobody waits for what is plain."""
    return Orders(auto=AutoOrders(end_turn_when_nothing_left=True, run_best=True))


NOTES_MOST, DONE_MOST = 12, 40


class Step(NamedTuple):
    """What orders do now: an action or none, whether it uses up the proxy order, and the orders in advance after it."""

    action: Action | None
    spent: bool
    advance: Advance


def decide(state: State, seat: int, orders: Orders) -> tuple[Action | None, bool]:
    """Return the action these orders ask for now, if any, and whether it uses up the proxy order."""
    step = next_step(state, seat, orders, 0)
    return step.action, step.spent


def next_step(state: State, seat: int, orders: Orders, seq: int) -> Step:
    """Return what a seat's orders do now; `seq` is the entry that the table is at."""
    advance = orders.advance
    action, spent = _simple(state, seat, orders, auction=True)
    if action is not None or spent or advance.plan is None:
        if action is None and not spent:
            action, spent = _simple(state, seat, orders, auction=False)
        return Step(action, spent, advance)
    plan = advance_orders.without_expired(advance.plan, advance.rounds, state.round)
    step = advance_orders.decide(state, seat, plan)
    notes = [OrderNote(code, args, seq) for code, args in step.notes]
    left = None if advance_orders.is_empty(step.plan) else step.plan
    if left != advance.plan or notes:
        advance = Advance(left, advance.rounds, advance.done, [*advance.notes, *notes][-NOTES_MOST:])
    if step.action is None:
        return Step(_simple(state, seat, orders, auction=False)[0], spent=False, advance=advance)
    return Step(step.action, spent=False, advance=advance)


def with_done(advance: Advance, seq: int) -> Advance:
    """Return orders in advance with an entry that was played by order."""
    return Advance(advance.plan, advance.rounds, [*advance.done, seq][-DONE_MOST:], advance.notes)


def silenced(state: State, seat: int, orders: Orders) -> Orders | None:
    """Return orders that do nothing in a state which its player has gone back to; None where these do nothing."""
    if decide(state, seat, orders)[0] is None:
        return None
    calm = Orders(None, orders.auto, orders.round, Advance(done=orders.advance.done))
    return calm if decide(state, seat, calm)[0] is None else Orders(None, AutoOrders(), 0, calm.advance)


def _simple(state: State, seat: int, orders: Orders, *, auction: bool) -> tuple[Action | None, bool]:
    """Return what the limit for a plant and the automatic orders ask for: in an auction, or else."""
    menu = game.options(state)
    phase = PHASE_NAMES[state.phase]
    if auction:
        return _auction(state, seat, orders, menu) if phase == "auction" else (None, False)
    if orders.auto.end_turn_when_nothing_left and phase in ("fuel", "build") and set(menu.choices) == {"pass"}:
        return Pass(seat), False
    if orders.auto.run_best and menu.choices.get("run"):
        return Run(seat, best_runs(state, seat)[0]), False
    return None, False


def _auction(state: State, seat: int, orders: Orders, menu: Menu) -> tuple[Action | None, bool]:
    may_pass = bool(menu.choices.get("pass"))
    proxy = orders.proxy
    if proxy is not None and lot_of(state) == proxy.plant and set(menu.choices) <= {"bid", "pass"}:
        for row in menu.choices.get("bid", []):
            if isinstance(row, BidChoice) and row.least <= proxy.limit:
                return Bid(seat, row.least), False
        return (Pass(seat) if proxy.then == "pass" and may_pass else None), True
    if orders.auto.pass_auctions and orders.round == state.round and may_pass:
        return Pass(seat), False
    return None, False


def in_force(orders: Orders, number: int) -> AutoOrders:
    """Return what is automatic in a round: passing in auctions ends with the round it was ordered in."""
    if orders.auto.pass_auctions and orders.round != number:
        return msgspec.structs.replace(orders.auto, pass_auctions=False)
    return orders.auto


def is_void(state: State, orders: Orders) -> bool:
    """Return whether a proxy order's plant can no longer be bid for."""
    if orders.proxy is None:
        return False
    names = state.rules.card_names
    waiting = [names[plant] for plant in state.market]
    return orders.proxy.plant != lot_of(state) and orders.proxy.plant not in waiting
