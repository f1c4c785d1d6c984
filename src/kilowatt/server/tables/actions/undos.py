"""Taking back a decision of your own turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.host import deciding, timekeeping
from kilowatt.host.request import ask
from kilowatt.host.timekeeping import iso
from kilowatt.server.tables.actions.retrying import retry_on_conflict

if TYPE_CHECKING:
    from kilowatt.host.request import Asked
    from kilowatt.host.viewers import Viewer
    from kilowatt.server.tables.actions.steps import Steps
    from kilowatt.server.tables.room.registry import Registry
    from kilowatt.server.tables.room.room import Room


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
            with self.steps.counting():
                chosen = deciding.undoing_seat(room, device, seat, expect)
            silenced = deciding.silenced(room, chosen)
            if silenced is not None:
                await self.steps.put_orders(room, chosen, silenced)
            now = timekeeping.now()
            await self.steps.play(room, deciding.going(room).plan_undo(iso(now)), now, asked)
