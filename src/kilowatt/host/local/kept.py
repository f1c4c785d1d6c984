"""A table of the device in memory: its room, its record, and the rows of its review."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.host.errors import Denied
from kilowatt.host.game import moments
from kilowatt.host.review_views import assembled
from kilowatt.host.rows import Stretch

if TYPE_CHECKING:
    from kilowatt.coach.review import Review, Row
    from kilowatt.host.room import Room

DEVICE = "device"
"""Whose every seat of a person is."""


class Kept:
    """A table and its record: all entries, as they are written."""

    def __init__(self, room: Room, lines: list[str]) -> None:
        self.room = room
        self.lines = lines
        self.asleep = False
        """Whether it was read from the store and its record was not replayed yet: its room has no game."""
        self.rows: list[Row] = []
        """The rows of its review, where it has one."""
        self._review: Review | None = None

    @property
    def header(self) -> str:
        """The first line of the record."""
        return self.room.row.header or ""

    @property
    def review(self) -> Review | None:
        """The review of the game, where it has one."""
        if self._review is None and self.rows:
            self._review = assembled([self.header, *self.lines], self.rows)
        return self._review

    def upto(self, seq: int) -> Stretch:
        """Return the record up to an entry."""
        return Stretch(None, self.lines[:seq], {})

    def wake(self) -> None:
        """Replay the record of a table that is asleep; `ValueError` says what is wrong with it."""
        if not self.asleep:
            return
        try:
            self._replay()
        except Denied as error:
            raise ValueError(error.text()) from None
        except (ArithmeticError, AssertionError, LookupError, TypeError) as error:
            raise ValueError(f"the record cannot be played: {type(error).__name__}: {error}") from None

    def _replay(self) -> None:
        row, seats = self.room.row, len(self.room.seats)
        game = moments.resume(self.header, row.seed, Stretch(None, self.lines, {}))
        if game.seq != row.seq or game.rules.seats != seats:
            raise ValueError(f"expected {row.seq} entries for {seats} seats, not {game.seq}")
        self.room.game, self.asleep = game, False
