"""Secret orders: what the server does for a seat by itself. Pure; an order is never logged or shown to others."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from kilowatt.engine import game
from kilowatt.engine.actions import Bid, Pass, Run
from kilowatt.engine.ids import NOBODY, PHASE_NAMES
from kilowatt.engine.menu import BidChoice, Menu
from kilowatt.engine.storage import best_runs
from kilowatt.protocol import AutoOrders
from kilowatt.server.store.rows import Orders

if TYPE_CHECKING:
    from kilowatt.engine.actions import Action
    from kilowatt.engine.state import State


def lot_of(state: State) -> str | None:
    """Name the plant that is up for auction."""
    return state.rules.card_names[state.lot] if state.lot != NOBODY else None


def where_turns_last_days() -> Orders:
    """Return the orders of a player who has given none where a turn may take a day: nobody waits for what is plain."""
    return Orders(auto=AutoOrders(end_turn_when_nothing_left=True, run_best=True))


def decide(state: State, seat: int, orders: Orders) -> tuple[Action | None, bool]:
    """Return the action these orders ask for now, if any, and whether it uses up the proxy order."""
    menu = game.options(state)
    phase = PHASE_NAMES[state.phase]
    if phase == "auction":
        return _auction(state, seat, orders, menu)
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
