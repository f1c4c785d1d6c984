"""Presence: who is at a table, written to the database sparingly, and for how long a seat's player has been away."""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import TYPE_CHECKING

from kilowatt.server import timekeeping
from kilowatt.server.store import presence as stored
from kilowatt.server.store.presence import VISITOR
from kilowatt.server.store.writer import Conflict, StoreDown
from kilowatt.server.tables.clocks import DAY

if TYPE_CHECKING:
    from kilowatt.protocol import ClockPlan
    from kilowatt.server.tables.registry import Registry
    from kilowatt.server.tables.rooms import Room
    from kilowatt.server.tables.viewers import Viewer

BEAT = 60.0
"""Seconds between two writes about a player who stays connected."""
SPARE = 20.0
"""Seconds for which a write about a seat need not be repeated when its player connects once more."""
VISIT_SPARE = DAY / 2
"""The same for people without a seat: retention counts in days."""
BANK_LEAST = 600.0
"""A bank of a few seconds must not make a dropped connection the loss of a seat."""


class Presence:
    """Notes who is at the tables of this process."""

    def __init__(self, registry: Registry) -> None:
        self.registry = registry

    async def run(self) -> None:
        """Note everybody who stays connected, again and again."""
        while True:
            await asyncio.sleep(BEAT)
            seen: list[tuple[str, int, str | None]] = [
                (room.code, seat, None)
                for room in list(self.registry.rooms.values())
                for seat in {seat for viewer in room.viewers if viewer.ready for seat in viewer.seats}
            ]
            await self._note(seen)

    async def arrived(self, room: Room, viewer: Viewer) -> None:
        """Note that a viewer has connected."""
        now = time.monotonic()
        due = [
            seat
            for seat in viewer.seats or (VISITOR,)
            if now - room.noted.get(seat, -DAY) > (VISIT_SPARE if seat == VISITOR else SPARE)
        ]
        for seat in due:
            room.noted[seat] = now
        await self._note([(room.code, seat, None if seat == VISITOR else viewer.mark) for seat in due])

    async def departed(self, room: Room, viewer: Viewer) -> None:
        """Note that a viewer has gone: from now on the players of its seats are absent."""
        for seat in viewer.seats:
            room.noted.pop(seat, None)
        await self._note([(room.code, seat, None) for seat in viewer.seats])

    async def _note(self, seen: list[tuple[str, int, str | None]]) -> None:
        if seen:
            # a table deleted in the meantime needs no note; a database that is away gets the next one
            with contextlib.suppress(Conflict, StoreDown):
                await stored.note(self.registry.store, seen, timekeeping.now())

    async def absent_since(self, room: Room, seat: int) -> float | None:
        """Return since when a seat's player has been away from every process; None while connected to this one."""
        if any(viewer.ready and seat in viewer.seats for viewer in room.viewers):
            return None
        seen = await stored.last_seen(self.registry.store, room.code, seat)
        return seen if seen is not None else room.row.touched


def patience(plan: ClockPlan) -> float:
    """Return for how many seconds a player must be absent before the seat may be handed to somebody else."""
    if plan.kind == "days":
        return plan.days * DAY
    return max(float(plan.bank), BANK_LEAST) if plan.kind == "bank" else DAY
