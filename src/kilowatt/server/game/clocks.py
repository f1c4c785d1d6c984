"""Clocks: how much time a seat has left, and when it is up. Pure; the time now is an argument."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.protocol import ClockView
from kilowatt.server.store.rows import ClockState
from kilowatt.server.timekeeping import DAY, iso

if TYPE_CHECKING:
    from kilowatt.protocol import ClockPlan

HOUR = 3600.0
BANK_LEAST = 600.0
"""A bank of a few seconds must not make a dropped connection the loss of a seat."""
LEAST_ON_RETURN = 30.0
"""A player who returns after running out of time gets at least this many seconds."""


def turn_time(plan: ClockPlan) -> float:
    """Return how many seconds a turn lasts by a clock of the kind `days`."""
    return plan.days * DAY + plan.hours * HOUR


def fresh(plan: ClockPlan, seats: int) -> ClockState:
    """Set all clocks for the start."""
    full = turn_time(plan) if plan.kind == "days" else float(plan.bank)
    return ClockState([full] * seats) if plan.kind != "none" else ClockState()


def turned(plan: ClockPlan, clock: ClockState, seat: int | None, now: float) -> ClockState:
    """Return the clocks when it is `seat`'s turn from now on; None: no clock runs."""
    if plan.kind == "none" or clock.running == seat:
        return clock
    left = list(clock.left)
    ended = clock.running
    if ended is not None and ended < len(left):
        if plan.kind == "bank":
            left[ended] = max(0.0, left[ended] - (now - clock.since)) + plan.increment
        else:
            left[ended] = turn_time(plan)
    return ClockState(left, seat, now, clock.turn + 1)


def returned(plan: ClockPlan, clock: ClockState, seat: int, now: float) -> ClockState:
    """Return the clocks when a seat's player is back."""
    if plan.kind == "none":
        return clock
    left = list(clock.left)
    least = turn_time(plan) if plan.kind == "days" else max(LEAST_ON_RETURN, float(plan.increment))
    left[seat] = max(left[seat], least)
    running = clock.running
    return ClockState(left, running, now if running == seat else clock.since, clock.turn)


def deadline(plan: ClockPlan, clock: ClockState) -> float | None:
    """Return when the running seat's time is up."""
    if plan.kind == "none" or clock.running is None:
        return None
    return clock.since + clock.left[clock.running]


def view(plan: ClockPlan, clock: ClockState, seats: int, now: float) -> ClockView:
    """Show the clocks as of now."""
    if plan.kind == "none" or not clock.left:
        full = turn_time(plan) if plan.kind == "days" else float(plan.bank)
        left: list[float | None] = [None if plan.kind == "none" else full] * seats
        return ClockView(plan.kind, left, None, iso(now), plan.increment)
    shown: list[float | None] = [round(seconds, 3) for seconds in clock.left]
    if clock.running is not None:
        shown[clock.running] = round(max(0.0, clock.left[clock.running] - (now - clock.since)), 3)
    return ClockView(plan.kind, shown, clock.running, iso(now), plan.increment)


def patience(plan: ClockPlan) -> float:
    """Return for how many seconds a player must be absent before the seat may be handed to somebody else."""
    if plan.kind == "days":
        return turn_time(plan)
    return max(float(plan.bank), BANK_LEAST) if plan.kind == "bank" else DAY
