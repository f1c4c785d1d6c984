"""What a seat knows of a game: everything but its rivals' money, where the table hides that.

Whatever shows a state to a seat, or decides for one, asks here: views, bots, the coach, environments, the arena, the
server. The order of the stacks is in no state, so nothing else is hidden.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.engine.ids import OVER
from kilowatt.engine.state import State

if TYPE_CHECKING:
    from collections.abc import Collection


def hides_money(state: State) -> bool:
    """Return whether the seats' money is hidden from each other: the table chose so and the game is not over."""
    return state.rules.options.get("money") == "hidden" and state.actor != OVER


def sees_money(state: State, seat: int, viewers: Collection[int]) -> bool:
    """Return whether the holder of some seats sees the money of a seat."""
    return seat in viewers or not hides_money(state)


def known_to(state: State, seat: int) -> State:
    """Return what a seat knows: the state itself, or a copy with a guess in place of rivals' hidden money.

    The guess is what the seat has itself, and at least the latest bid if a rival made it. It is the same for every
    rival, so that nothing derived from the copy can reveal what is hidden.
    """
    if not hides_money(state):
        return state
    known = State(state.rules, state)
    guess = state.money[seat]
    if state.bid and state.leader != seat:
        guess = max(guess, state.bid)
    known.money = [state.money[seat] if other == seat else guess for other in range(state.rules.seats)]
    return known
