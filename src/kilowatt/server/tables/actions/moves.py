"""Playing a decision."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

import msgspec

from kilowatt.engine import game
from kilowatt.engine.actions import OUTCOMES
from kilowatt.server import timekeeping
from kilowatt.server.errors import Denied, from_engine
from kilowatt.server.tables.actions.request import ask
from kilowatt.server.tables.actions.retrying import retry_on_conflict
from kilowatt.server.tables.actions.steps import ENTRIES_MOST, going, planned
from kilowatt.server.tables.room.room import STOOD_IN
from kilowatt.server.timekeeping import iso

if TYPE_CHECKING:
    from kilowatt.engine.actions import Action
    from kilowatt.server.tables.actions.request import Asked
    from kilowatt.server.tables.actions.steps import Steps
    from kilowatt.server.tables.room.registry import Registry
    from kilowatt.server.tables.room.room import Room
    from kilowatt.server.tables.room.viewers import Viewer


class Moves:
    """The moves of people."""

    def __init__(self, registry: Registry, steps: Steps) -> None:
        self.registry = registry
        self.steps = steps

    async def act(self, room: Room, viewer: Viewer, key: str, expect: int, move: Action) -> None:
        """Play a decision of a viewer's seat; `Denied` says why not."""
        if isinstance(move, OUTCOMES):
            raise Denied("dealt", action=type(move).__struct_config__.tag)
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
            live = going(room)
            room.own_seat(asked.viewer.device, seat)
            self.steps.check_seen(live, expect)
            if live.seq >= ENTRIES_MOST:
                raise Denied("game_too_long", most=ENTRIES_MOST)
            if room.seats[seat].away == "resigned":
                raise Denied("resigned")
            if room.seats[seat].away in STOOD_IN:
                await self.steps.give_back(room, seat)
            reason = game.refusal(live.state, move)
            if reason is not None:
                raise from_engine(reason, live.rules, room.players)
            now = timekeeping.now()
            await self.steps.play(room, planned(room, move, iso(now), "player"), now, asked)
