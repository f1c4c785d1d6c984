"""Playing a decision."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

import msgspec

from kilowatt.host import deciding, timekeeping
from kilowatt.host.request import ask
from kilowatt.host.room import STOOD_IN
from kilowatt.host.timekeeping import iso
from kilowatt.server.tables.actions.retrying import retry_on_conflict

if TYPE_CHECKING:
    from kilowatt.engine.actions import Action
    from kilowatt.host.request import Asked
    from kilowatt.host.viewers import Viewer
    from kilowatt.server.tables.actions.steps import Steps
    from kilowatt.server.tables.room.registry import Registry
    from kilowatt.server.tables.room.room import Room


class Moves:
    """The moves of people."""

    def __init__(self, registry: Registry, steps: Steps) -> None:
        self.registry = registry
        self.steps = steps

    async def act(self, room: Room, viewer: Viewer, key: str, expect: int, move: Action) -> None:
        """Play a decision of a viewer's seat; `Denied` says why not."""
        deciding.check_decision(move)
        began = time.perf_counter()
        asked = ask(viewer, key, msgspec.json.encode(move))
        try:
            await retry_on_conflict(lambda: self._act(room, asked, expect, move))
        except asyncio.CancelledError:
            # the server stops, and nobody knows here whether the move is stored
            room.stale = True
            raise
        self.registry.metrics.observe("act_seconds", time.perf_counter() - began)

    async def _act(self, room: Room, asked: Asked, expect: int, move: Action) -> None:
        seat: int = move.seat  # type: ignore[attr-defined]
        async with self.registry.changing(room):
            if await self.steps.repeated(room, asked, expect):
                return
            with self.steps.counting():
                deciding.check_turn(room, asked.viewer.device, seat, expect)
            if room.seats[seat].away in STOOD_IN:
                await self.steps.give_back(room, seat)
            deciding.check_rules(room, move)
            now = timekeeping.now()
            await self.steps.play(room, deciding.planned(room, move, iso(now), "player"), now, asked)
