"""What a seat may not know: rivals' money where the table hides it. The order of the stack is in no state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.engine.game import clone

if TYPE_CHECKING:
    from collections.abc import Collection

    from kilowatt.engine.state import State


def as_known_to(state: State, seat: int) -> State:
    """Return what a seat knows of a table: the state itself, or a copy without rivals' money where that is hidden."""
    if state.rules.options.get("money") != "hidden":
        return state
    known = clone(state)
    forget_money(known, (seat,))
    return known


def forget_money(state: State, seats: Collection[int]) -> None:
    """Replace rivals' hidden money by an even guess, so that nothing derived from the state can reveal it.

    The guess is the mean of what these seats have, and at least what a rival that leads has bid.
    """
    rivals = [seat for seat in range(state.rules.seats) if seat not in seats]
    if rivals:
        guess = sum([state.money[seat] for seat in seats]) // max(1, len(seats))
        if state.bid and state.leader in rivals:
            guess = max(guess, state.bid)
        for seat in rivals:
            state.money[seat] = guess
