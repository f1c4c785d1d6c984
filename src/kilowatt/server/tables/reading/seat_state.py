"""The state as one seat knows it, for programs that think about it: no record is replayed for that."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.host import answers, timekeeping

if TYPE_CHECKING:
    from kilowatt.protocol import AskState, SeatState
    from kilowatt.server.tables.room.room import Room


def seat_state(room: Room, seat: int, asked: AskState, budget: float) -> SeatState:
    """Return what a seat knows; `budget` is how many seconds a bot from outside has for a move."""
    live = room.game
    seconds = None
    if live is not None and live.actor == seat and room.outside(seat):
        since = room.asked[1] if room.asked[0] == live.seq else timekeeping.now()
        seconds = round(max(0.0, since + budget - timekeeping.now()), 3)
    return answers.seat_state(room, seat, asked, seconds)
