"""The power phase: what a seat runs limits nobody else's choice, so all players can be asked at once. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.engine import game
from kilowatt.engine.asks import ASK_RUN

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kilowatt.engine.menu import Choice
    from kilowatt.engine.state import State
    from kilowatt.host.rows import Orders, SeatRow


def still_to_run(state: State) -> list[int]:
    """Return the seats that run plants after the one to act, in order; none outside of the power phase."""
    if state.ask != ASK_RUN or state.actor not in state.order:
        return []
    later = state.order[state.order.index(state.actor) + 1 :]
    return [seat for seat in later if seat != state.rules.trust_chair]


def choices(state: State, seat: int) -> Sequence[Choice]:
    """Return what a seat that is still to run could run: its own plants and fuel decide that alone."""
    turn = game.clone(state)
    turn.actor = seat
    return game.options(turn).choices["run"]


def asked_early(state: State, seats: Sequence[SeatRow], orders_of: Callable[[int], Orders | None]) -> list[int]:
    """Return the seats whose players are asked before their turn: people who have ordered nothing for it."""
    return [
        seat
        for seat in still_to_run(state)
        if seats[seat].kind == "person" and seats[seat].away is None and not _is_ordered(orders_of(seat))
    ]


def _is_ordered(orders: Orders | None) -> bool:
    if orders is None:
        return False
    plan = orders.advance.plan
    return orders.auto.run_best or (plan is not None and plan.run is not None)
