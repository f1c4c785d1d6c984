"""Taking back a decision of your own turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.server import timekeeping
from kilowatt.server.errors import Denied
from kilowatt.server.tables.actions.request import ask
from kilowatt.server.tables.actions.retrying import retry_on_conflict
from kilowatt.server.tables.actions.steps import going
from kilowatt.server.timekeeping import iso

if TYPE_CHECKING:
    from kilowatt.server.tables.actions.request import Asked
    from kilowatt.server.tables.actions.steps import Steps
    from kilowatt.server.tables.room.registry import Registry
    from kilowatt.server.tables.room.room import Room
    from kilowatt.server.tables.room.viewers import Viewer

UNDOS_TURN = 50
"""Undos in one turn."""
UNDOS_MOST = 1_000
"""Undos in one game."""


class Undos:
    """The undos of people."""

    def __init__(self, registry: Registry, steps: Steps) -> None:
        self.registry = registry
        self.steps = steps

    async def undo(self, room: Room, viewer: Viewer, key: str, expect: int, seat: int | None) -> None:
        """Take back the last decision of a viewer's own turn."""
        asked = ask(viewer, key, b"undo")
        await retry_on_conflict(lambda: self._undo(room, asked, expect, seat))

    async def _undo(self, room: Room, asked: Asked, expect: int, seat: int | None) -> None:
        device = asked.viewer.device
        async with self.registry.changing(room):
            if await self.steps.repeated(room, asked, expect):
                return
            live = going(room)
            actor = live.actor
            if seat is None and isinstance(actor, int) and actor in room.seats_of(device):
                seat = actor
            chosen = room.own_seat(device, seat)
            self.steps.check_seen(live, expect)
            if not live.undo_depth(chosen) or room.seats[chosen].away is not None:
                raise Denied("nothing_to_undo")
            if live.window.undone >= UNDOS_TURN or room.row.live.undos >= UNDOS_MOST:
                raise Denied("too_many_undos", turn=UNDOS_TURN, most=UNDOS_MOST)
            now = timekeeping.now()
            await self.steps.play(room, live.plan_undo(iso(now)), now, asked)
