"""Hints: what the coach or a bot would do, in the words of the viewer's language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.engine import game
from kilowatt.host.hints import hint_of, hinted_seat
from kilowatt.host.recalling import past_of_turn
from kilowatt.host.thinking import COACH
from kilowatt.protocol import Hint
from kilowatt.server.thinking.pool import Asker

if TYPE_CHECKING:
    from kilowatt.host.viewers import Viewer
    from kilowatt.server.tables.room.room import Room
    from kilowatt.server.thinking.pool import Thinker


class Hints:
    """Asks the coach for people who want a hint."""

    def __init__(self, thinker: Thinker) -> None:
        self.thinker = thinker

    async def hint(self, room: Room, viewer: Viewer, name: str, seat: int | None) -> Hint:
        """Ask a good bot what it would do in the viewer's place."""
        actor = hinted_seat(room, viewer, seat)
        assert room.game is not None  # noqa: S101 - a seat is to act
        seq = room.game.seq
        state = game.clone(room.game.state)
        asker, past = Asker(room.code, viewer.address), past_of_turn(room.game)
        answer, who = await self.thinker.advise(COACH, state, actor, asker, past)
        return hint_of(answer, who, name, actor, seq, viewer.lang, room)
