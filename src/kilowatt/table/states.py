"""The states of a table: the current one, and enough to go back to any earlier one.

An action changes the current state in place. A state that a caller has seen is never changed: the action after that
changes a copy. Every few actions a state is kept, and any other is played again from the kept one before it.
"""

from __future__ import annotations

from operator import itemgetter
from typing import TYPE_CHECKING

from kilowatt.engine.game import advance, clone
from kilowatt.table.undo import place_of, stands, take_back

if TYPE_CHECKING:
    from kilowatt.engine.actions import Action
    from kilowatt.engine.events import Event
    from kilowatt.engine.state import State

Row = tuple[int, "Action | None", "list[Event]"]
"""The number of an entry, its action, and what happened."""
EVERY = 16
"""Actions from one kept state to the next."""
SEQ = itemgetter(0)


class States:
    """The actions that stand, undone ones left out, with their events and states."""

    def __init__(self, state: State, opening: list[Event]) -> None:
        self.now = state
        """The current state, for reading only. The next action changes it: callers that keep a state use `share`."""
        self.rows: list[Row] = [(0, None, opening)]
        self._kept: list[tuple[int, State]] = [(0, state)]
        """Places in `rows` and the states after them."""
        self._seen = True
        """The current state is also somewhere else, so that it must not change."""

    def share(self) -> State:
        """Return the current state for a caller to keep."""
        self._seen = True
        return self.now

    def play(self, seq: int, action: Action) -> None:
        """Add an action that is known to be legal."""
        if self._seen:
            self.now = clone(self.now)
            self._seen = False
        events: list[Event] = []
        try:
            advance(self.now, action, events)
        except BaseException:  # Ctrl+C too: nothing half done stays
            self.now = self._after(len(self.rows) - 1)
            self._seen = True
            raise
        self.rows.append((seq, action, events))
        place = len(self.rows) - 1
        if place - self._kept[-1][0] >= EVERY:
            self._kept.append((place, self.now))
            self._seen = True

    def events_since(self, place: int) -> list[Event]:
        """Return what happened from a place in `rows` on."""
        return [event for _, _, events in self.rows[place:] for event in events]

    def place(self, seq: int) -> int:
        """Return the place of the last row whose number is not greater."""
        return place_of(self.rows, max(seq, 0), SEQ)

    def stands(self, seq: object) -> bool:
        """Return whether this is the number of an entry that the game can go back to."""
        return stands(self.rows, seq, SEQ)

    def back_to(self, seq: int) -> None:
        """Forget everything after an entry."""
        place = self.place(seq)
        self.now = self._after(place)
        self._seen = True
        take_back(self.rows, self.rows[place][0], SEQ)
        take_back(self._kept, place, SEQ)

    def at(self, seq: int) -> State:
        """Return the state after an entry, for a caller to keep."""
        place = self.place(seq)
        return self.share() if place == len(self.rows) - 1 else self._after(place)

    def _after(self, place: int) -> State:
        """Return the state after a row: a kept one, or one played from there."""
        begin, state = self._kept[place_of(self._kept, place, SEQ)]
        if begin < place:
            state = clone(state)
            for _, action, _ in self.rows[begin + 1 : place + 1]:
                assert action is not None  # noqa: S101 - only the first row has none
                advance(state, action)
        return state
