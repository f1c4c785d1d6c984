"""Curves: a game followed from round to round, a few entries at a time; what was undone is left out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.engine import game
from kilowatt.engine.storage import best_run
from kilowatt.host.game import live
from kilowatt.host.game.stored import header_of, stored_entries
from kilowatt.protocol import CurvePoint, views
from kilowatt.table.undo import Standing

if TYPE_CHECKING:
    from collections.abc import Collection

    from kilowatt.engine.state import State
    from kilowatt.table.record import Entry

PIECE = 200
"""Entries that are read or replayed in one turn."""


class Follower:
    """Follows one game: first reads its lines, then plays those that stand."""

    def __init__(self, header: str, seats: Collection[int]) -> None:
        self.game = live.LiveGame(header_of(header), None)
        self.seats = seats
        self.points: list[CurvePoint] = []
        self._standing: Standing[Entry] = Standing()
        self._played = 0
        self._end = 0
        """The entry that ended the game early, if one did."""
        self._round = 0
        self._powers = [0] * self.game.rules.seats
        self._powering = False

    @property
    def left(self) -> int:
        """How many entries are still to be played."""
        return len(self._standing.entries) - self._played

    def read(self, lines: list[str]) -> None:
        """Read lines of the store, in order; what an undo takes back is dropped."""
        for entry in stored_entries(lines):
            self._standing.read(entry)
            if entry.end is not None:
                self._end = entry.seq

    def play(self) -> None:
        """Play the next piece, and note each round that ends in it."""
        state = self.game.state
        for entry in self._standing.entries[self._played : self._played + PIECE]:
            assert entry.action is not None  # noqa: S101 - only actions stand
            game.advance(state, entry.action, None)
            self._played += 1
            phase = views.phase_of(state)
            if not self._powering and (phase == "power" or state.result is not None):
                # before anything is burnt, or at the end of a game without a last power phase: what seats can supply
                self._powers = [best_run(state, seat)[0] for seat in range(state.rules.seats)]
            self._powering = phase == "power"
            if self._round and (state.round != self._round or (state.result is not None and self._unfinished())):
                self._note(entry.seq)
            self._round = state.round
        if self._end and not self.left and self._round and self._unfinished():
            self._note(self._end)

    def _unfinished(self) -> bool:
        return len(self.points) < self._round

    def _note(self, seq: int) -> None:
        self.points.append(_point(self.game.state, self._round, seq, self._powers, self.seats))


def _point(state: State, number: int, seq: int, powers: list[int], seats: Collection[int]) -> CurvePoint:
    """Return the figures at the end of a round."""
    shown = views.game_view(state, seats)
    rows = shown["seats"]
    return CurvePoint(
        round=number,
        seq=seq,
        step=state.step,
        cities=[len(row["cities"]) for row in rows],
        money=[row["money"] for row in rows],
        income=[row["income"] for row in rows],
        powers=list(powers),
        prices={
            market: {fuel: (price["prices"] or [None])[0] for fuel, price in fuels.items()}
            for market, fuels in shown["fuel"].items()
        },
    )
