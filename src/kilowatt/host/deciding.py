"""What people may do at a table that plays, and what it comes to: each function checks, plans and changes nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import msgspec

from kilowatt.engine import game
from kilowatt.engine.actions import OUTCOMES
from kilowatt.host.errors import Denied, from_engine
from kilowatt.host.game import advance_orders, challenges, standing_orders
from kilowatt.host.rows import Advance, Orders

if TYPE_CHECKING:
    from kilowatt.engine.actions import Action
    from kilowatt.engine.state import State
    from kilowatt.host.game.live import LiveGame, Planned
    from kilowatt.host.room import Room
    from kilowatt.protocol import AutoOrders, OrderPlan, ProxyOrder

ENTRIES_MOST = 20_000
"""Entries in one game: no game that anybody means to finish comes near."""
UNDOS_TURN = 50
"""Undos in one turn."""
UNDOS_MOST = 1_000
"""Undos in one game."""


def going(room: Room) -> LiveGame:
    """Return the game of a table if it goes on; `Denied` says why it does not."""
    if room.row.state == "review":
        raise Denied("review")
    if room.game is None:
        raise Denied("waiting")
    if room.game.over:
        raise Denied("over")
    return room.game


def check_played_here(room: Room) -> None:
    """Refuse at a real table what is done at those that are played here: there everything is written down."""
    if room.row.plan.real:
        raise Denied("real_table")


def check_seen(live: LiveGame, expect: int) -> None:
    """Refuse a move that was meant for an earlier entry."""
    if expect != live.seq:
        raise Denied("stale", seq=live.seq, expect=expect)


# --- moves ------------------------------------------------------------------------------------------------------------


def check_decision(move: Action) -> None:
    """Refuse what only the dealer does."""
    if isinstance(move, OUTCOMES):
        raise Denied("dealt", action=type(move).__struct_config__.tag)


def check_turn(room: Room, device: str, seat: int, expect: int) -> None:
    """Check that a device may decide for a seat now, after what it has seen."""
    live = going(room)
    check_played_here(room)
    room.own_seat(device, seat)
    check_seen(live, expect)
    if live.seq >= ENTRIES_MOST:
        raise Denied("game_too_long", most=ENTRIES_MOST)
    if room.seats[seat].away == "resigned":
        raise Denied("resigned")


def check_rules(room: Room, move: Action) -> None:
    """Check that the rules allow a move; `Denied` names the rule that does not."""
    live = going(room)
    reason = game.refusal(live.state, move)
    if reason is not None:
        raise from_engine(reason, live.rules, room.players)


def planned(room: Room, move: Action, at: str, by: str) -> Planned:
    """Plan a move that is known to be allowed; where the task of a challenge is over with it, so is the game."""
    live = going(room)
    plan = live.plan(move, at, by)
    task = challenges.by_name().get(room.row.plan.challenge or "")
    if task is not None and plan.state.result is None and challenges.is_done(task, plan.state):
        live.end_with(plan, challenges.ENDED, at)
    return plan


# --- undo -------------------------------------------------------------------------------------------------------------


def undoing_seat(room: Room, device: str, seat: int | None, expect: int) -> int:
    """Return the seat whose last decision a device may take back; `Denied` says why it may not."""
    live = going(room)
    check_played_here(room)
    actor = live.actor
    if seat is None and isinstance(actor, int) and actor in room.seats_of(device):
        seat = actor
    chosen = room.persons_seat(device, seat)
    check_seen(live, expect)
    if not room.undo_depth(chosen) or room.seats[chosen].away is not None:
        raise Denied("nothing_to_undo")
    if live.window.undone >= UNDOS_TURN or room.row.live.undos >= UNDOS_MOST:
        raise Denied("too_many_undos", turn=UNDOS_TURN, most=UNDOS_MOST)
    return chosen


def silenced(room: Room, seat: int) -> Orders | None:
    """Return the orders of a seat after an undo: one that would play the same again at once is off. None: as before."""
    orders = room.orders_of(seat)
    return None if orders is None else standing_orders.silenced(going(room).window.places[-1][1], seat, orders)


# --- orders -----------------------------------------------------------------------------------------------------------


class Step(NamedTuple):
    """What the orders of a seat come to now: a move or none, and the orders to keep before it, where they change."""

    move: Action | None
    spent: bool
    orders: Orders | None


def order_step(room: Room, seat: int) -> Step:
    """Work out what the orders of the acting seat come to."""
    live = going(room)
    state, orders = live.state, room.orders_of(seat)
    if orders is None:
        return Step(None, False, None)  # noqa: FBT003 - a row
    move, spent, advance = standing_orders.next_step(state, seat, orders, live.seq)
    if move is not None and game.refusal(state, move) is None:
        keep = None
        if advance.plan is not None or advance != orders.advance or room.row.plan.clock.kind == "days":
            # written first: a host that stops in between asks the player, and plays nothing twice
            noted = standing_orders.with_done(advance, live.seq + 1)
            keep = Orders(orders.proxy, orders.auto, orders.round, noted)
        return Step(move, spent, keep)
    void = spent or standing_orders.is_void(state, orders)
    if void or advance != orders.advance:
        return Step(None, spent, Orders(None if void else orders.proxy, orders.auto, orders.round, advance))
    return Step(None, spent, None)


def checked_proxy(room: Room, device: str, seat: int | None, proxy: ProxyOrder | None) -> tuple[int, ProxyOrder | None]:
    """Return the seat that a device gives an order, and the order with its plant."""
    live = going(room)
    check_played_here(room)
    own = room.own_seat(device, seat)
    if proxy is not None and proxy.plant is None:
        lot = standing_orders.lot_of(live.state)
        if lot is None:
            raise Denied("no_auction")
        proxy = msgspec.structs.replace(proxy, plant=lot)
    return own, proxy


def with_orders(room: Room, device: str, own: int, proxy: ProxyOrder | None, auto: AutoOrders | None) -> Orders:
    """Return the orders of a seat with another proxy or, where given, with what is automatic."""
    old = room.orders_of(room.own_seat(device, own)) or Orders()
    if auto is not None:
        return Orders(old.proxy, auto, going(room).state.round, old.advance)
    return Orders(proxy, old.auto, old.round, old.advance)


def checked_plan(room: Room, device: str, seat: int | None, plan: OrderPlan | None) -> int:
    """Return the seat that a device gives orders in advance; `Denied` names what is wrong with them."""
    state = going(room).state
    own = room.own_seat(device, seat)
    if room.seats[own].away == "resigned":
        raise Denied("resigned")
    if plan is not None:
        _check_plan(state, plan)
    return own


def with_plan(room: Room, device: str, own: int, plan: OrderPlan | None) -> Orders:
    """Return the orders of a seat with these in advance in place of those it has; None cancels them."""
    state = going(room).state
    old = room.orders_of(room.own_seat(device, own)) or Orders()
    kept = None if plan is None or advance_orders.is_empty(plan) else plan
    advance = Advance(kept, advance_orders.last_rounds(state, own), old.advance.done)
    return Orders(old.proxy, old.auto, old.round, advance)


def _check_plan(state: State, plan: OrderPlan) -> None:
    """Refuse orders for plants, cities or fuels that this game does not have, or that name one twice."""
    plants, cities = state.rules.card_names, state.rules.city_names
    for option, names, known in (
        ("bids", [bid.plant for bid in plan.bids], plants),
        ("cities", [wish.city for wish in plan.cities], cities),
        ("run", [row.plant for row in plan.run or ()], plants),
        *[("run", list(row.burn), state.rules.fuels) for row in plan.run or ()],
    ):
        wrong = next((name for name in names if name not in known or names.count(name) > 1), None)
        if wrong is not None:
            raise Denied("bad_option", option=option, reason=f"{wrong} is unknown here, or is named twice")
