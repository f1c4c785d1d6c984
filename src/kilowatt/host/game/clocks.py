"""Clocks: how much time a seat has left, and when it is up. Pure; the time now is an argument."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.host.rows import ClockState
from kilowatt.host.timekeeping import DAY, iso
from kilowatt.protocol import ClockView

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kilowatt.protocol import ClockPlan

Rest = tuple[float, float | None]
"""A time in which a clock stands still: from, until; None: no end is known."""

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
            left[ended] = max(0.0, left[ended] - elapsed(clock, now)) + plan.increment
        else:
            left[ended] = turn_time(plan)
    going_on = [rest for rest in clock.rests if rest[1] is None or rest[1] > now]
    return ClockState(left, seat, now, clock.turn + 1, going_on)


def returned(plan: ClockPlan, clock: ClockState, seat: int, now: float) -> ClockState:
    """Return the clocks when a seat's player is back."""
    if plan.kind == "none":
        return clock
    left = list(clock.left)
    least = turn_time(plan) if plan.kind == "days" else max(LEAST_ON_RETURN, float(plan.increment))
    left[seat] = max(left[seat], least)
    running = clock.running
    return ClockState(left, running, now if running == seat else clock.since, clock.turn, clock.rests)


def paused(clock: ClockState, now: float, until: float | None) -> ClockState:
    """Return the clocks when a pause begins that lasts until then, or until it is ended."""
    return ClockState(clock.left, clock.running, clock.since, clock.turn, [*clock.rests, (now, until)])


def resumed(clock: ClockState, now: float) -> ClockState:
    """Return the clocks when a pause ends now."""
    rests: list[Rest] = [(start, now if end is None or end > now else end) for start, end in clock.rests]
    return ClockState(clock.left, clock.running, clock.since, clock.turn, rests)


def joined(rests: Iterable[Rest]) -> list[Rest]:
    """Return times of rest in order, with those that meet or overlap as one."""
    whole: list[Rest] = []
    for start, end in sorted(rests, key=lambda rest: rest[0]):
        last = whole[-1] if whole else None
        if last is None or (last[1] is not None and last[1] < start):
            whole.append((start, end))
        elif last[1] is not None and (end is None or end > last[1]):
            whole[-1] = (last[0], end)
    return whole


def elapsed(clock: ClockState, now: float, off: Iterable[Rest] = ()) -> float:
    """Return how many seconds of its turn the running seat has used; `off` are its player's days off."""
    used = now - clock.since
    for start, end in joined([*clock.rests, *off]):
        used -= max(0.0, min(now, now if end is None else end) - max(clock.since, start))
    return used


def rests_until(clock: ClockState, now: float, off: Iterable[Rest] = ()) -> Rest | None:
    """Return the time of rest that the running seat's clock is in; None: the clock runs."""
    for start, end in joined([*clock.rests, *off]):
        if start <= now and (end is None or now < end):
            return start, end
    return None


def deadline(plan: ClockPlan, clock: ClockState, off: Iterable[Rest] = ()) -> float | None:
    """Return when the running seat's time is up; None while that is not known. `off` are its player's days off."""
    if plan.kind == "none" or clock.running is None:
        return None
    return reached(clock, clock.left[clock.running], off)


def reached(clock: ClockState, seconds: float, off: Iterable[Rest] = ()) -> float | None:
    """Return when the running seat will have used so many seconds of its turn; None while no end of a rest is known."""
    at = clock.since
    for start, end in joined([*clock.rests, *off]):
        if end is not None and end <= at:
            continue
        if start > at:
            if seconds <= start - at:
                break
            seconds -= start - at
        if end is None:
            return None
        at = end
    return at + seconds


def view(plan: ClockPlan, clock: ClockState, seats: int, now: float, off: Iterable[Rest] = ()) -> ClockView:
    """Show the clocks as of now; `off` are the days off of the running seat's player."""
    if plan.kind == "none" or not clock.left:
        full = turn_time(plan) if plan.kind == "days" else float(plan.bank)
        left: list[float | None] = [None if plan.kind == "none" else full] * seats
        return ClockView(plan.kind, left, None, iso(now), plan.increment)
    shown: list[float | None] = [round(seconds, 3) for seconds in clock.left]
    if clock.running is None:
        return ClockView(plan.kind, shown, None, iso(now), plan.increment)
    shown[clock.running] = round(max(0.0, clock.left[clock.running] - elapsed(clock, now, off)), 3)
    up = deadline(plan, clock, off)
    resting = rests_until(clock, now, off) is not None
    ends = iso(up) if up is not None else None
    return ClockView(plan.kind, shown, clock.running, iso(now), plan.increment, resting, ends)


def patience(plan: ClockPlan) -> float:
    """Return for how many seconds a player must be absent before the seat may be handed to somebody else."""
    if plan.kind == "days":
        return turn_time(plan)
    return max(float(plan.bank), BANK_LEAST) if plan.kind == "bank" else DAY
