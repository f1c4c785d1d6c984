"""Undo: which entries of a game still stand, and how far back a player may go. Pure: rows and numbers, no rules.

An undo is an entry of its own: it names the entry after which the game goes on. Everything between the two stays in
the record and no longer stands.
"""

from __future__ import annotations

from bisect import bisect_right
from operator import attrgetter
from typing import TYPE_CHECKING, Generic, NamedTuple, Protocol, TypeVar

from kilowatt.engine.ids import NOBODY

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kilowatt.engine.state import State


class Numbered(Protocol):
    """What is read of an entry."""

    @property
    def seq(self) -> int:
        """Its number."""

    @property
    def action(self) -> object | None:
        """What was played, if it is an action."""

    @property
    def undo(self) -> int | None:
        """The entry to go back to, if it is an undo."""


T = TypeVar("T")
E = TypeVar("E", bound=Numbered)
SEQ: Callable[[Numbered], int] = attrgetter("seq")


class UndoTooFar(Exception):
    """An undo goes back further than its player could; only an imported record can hold one."""

    def __init__(self, to: int) -> None:
        super().__init__(to)
        self.to = to


# --- entries that stand -----------------------------------------------------------------------------------------------


def place_of(rows: Sequence[T], seq: int, number: Callable[[T], int]) -> int:
    """Return the place of the last row whose number is not greater; -1 if all are. Rows are in order."""
    return bisect_right(rows, seq, key=number) - 1


def stands(rows: Sequence[T], seq: object, number: Callable[[T], int]) -> bool:
    """Return whether this is the number of a row, so that an undo can go back to after it."""
    if type(seq) is not int:
        return False
    place = place_of(rows, seq, number)
    return place >= 0 and number(rows[place]) == seq


def take_back(rows: list[T], to: int, number: Callable[[T], int]) -> None:
    """Drop the rows after an entry."""
    del rows[place_of(rows, to, number) + 1 :]


class Standing(Generic[E]):
    """The actions that stand in a record or a part of one, read entry by entry."""

    __slots__ = ("base", "entries")

    def __init__(self, base: int = 0) -> None:
        self.base = base
        """The entry after which the first of them was played: where this part begins, or what an undo went back to."""
        self.entries: list[E] = []

    def read(self, entry: E) -> None:
        """Read the next entry: an action stands, an undo takes back, other entries change nothing."""
        if entry.undo is not None:
            take_back(self.entries, entry.undo, SEQ)
            if not self.entries:
                self.base = entry.undo
        elif entry.action is not None:
            self.entries.append(entry)

    @property
    def last(self) -> int:
        """The last entry that stands."""
        return self.entries[-1].seq if self.entries else self.base


# --- how far a player may go back -------------------------------------------------------------------------------------


class Window(NamedTuple):
    """How far the acting seat may go back: over its own decisions of this turn, not past a dealt card.

    A window never changes: each entry makes the next one, so a planned move leaves the window of the game alone.
    """

    standing: int = 0
    """The last entry that stands."""
    seat: int = NOBODY
    """The seat that made the last decision."""
    places: tuple[tuple[int, State], ...] = ()
    """Where an undo may go back to: the entry and the state before each decision of the turn."""
    undone: int = 0
    """How many undos there were in this turn."""

    def decided(self, seq: int, seat: int, before: State) -> Window:
        """Return the window after a decision; one by another seat begins a turn."""
        if seat == self.seat:
            return Window(seq, seat, (*self.places, (self.standing, before)), self.undone)
        return Window(seq, seat, ((self.standing, before),), 0)

    def dealt(self, seq: int) -> Window:
        """Return the window after a dealt card, which nobody may go back behind."""
        return Window(seq, self.seat, (), 0)

    def closed(self) -> Window:
        """Return the window of a game that was ended."""
        return self._replace(places=())

    def depth(self, seat: int) -> int:
        """Return how many decisions a seat may take back."""
        return len(self.places) if seat == self.seat else 0

    def reaches(self, to: int) -> bool:
        """Return whether an undo may go back to after an entry."""
        return to == self.standing or any(place == to for place, _ in self.places)

    def turn_start(self, now: State) -> tuple[int, State]:
        """Return the entry and the state that no undo goes back behind, where the game is at `now`."""
        return self.places[0] if self.places else (self.standing, now)

    def back(self, to: int, now: State) -> tuple[Window, State]:
        """Go back to after an entry from the state `now`: return the window and the state there, or raise `UndoTooFar`.

        A record may also go back to where it is: that counts as an undo, and takes nothing back.
        """
        state = dict(self.places).get(to, now if to == self.standing else None)
        if state is None:
            raise UndoTooFar(to)
        return Window(to, self.seat, tuple([row for row in self.places if row[0] < to]), self.undone + 1), state
