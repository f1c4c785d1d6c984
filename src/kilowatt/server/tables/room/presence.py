"""Presence: who is at a table, written to the database sparingly, and for how long a seat's player has been away."""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import TYPE_CHECKING

from kilowatt.host import timekeeping
from kilowatt.host.timekeeping import DAY
from kilowatt.server.store import presence as stored
from kilowatt.server.store.news import PRESENT, News
from kilowatt.server.store.presence import VISITOR
from kilowatt.server.store.writer import Conflict, StoreDown
from kilowatt.server.tables.room.room import BEAT, LAPSE

if TYPE_CHECKING:
    from kilowatt.host.viewers import Viewer
    from kilowatt.server.store.presence_rows import Seen
    from kilowatt.server.tables.room.registry import Registry
    from kilowatt.server.tables.room.room import Room

FLUSH = 1.0
"""Seconds between two writes about players who come."""
AT_ONCE = 500
"""Rows in one write."""
SPARE = 20.0
"""Seconds for which a write about a seat need not be repeated when its player connects once more."""
VISIT_SPARE = DAY / 2
"""The same for people without a seat: retention counts in days."""


class Presence:
    """Notes who is at the tables of this process, many at a time."""

    def __init__(self, registry: Registry) -> None:
        self.registry = registry
        self._pending: dict[tuple[str, int], tuple[str | None, float, bool, float | None]] = {}
        """What is not written yet: the address, if it is known, when the player was here, whether still, and until when
        the player counts as looking, where that has changed."""
        self._writing = asyncio.Lock()

    async def run(self) -> None:
        """Write what is pending again and again, and now and then everybody who stays connected."""
        beat = time.monotonic()
        while True:
            await asyncio.sleep(FLUSH)
            if time.monotonic() - beat > BEAT:
                beat = time.monotonic()
                for room in list(self.registry.rooms.values()):
                    for seat in room.connected():
                        self._note(room, seat)
            await self.flush()

    def arrived(self, room: Room, viewer: Viewer) -> None:
        """Note that a viewer has connected."""
        now = time.monotonic()
        for seat in viewer.seats or (VISITOR,):
            if now - room.noted.get(seat, -DAY) > (VISIT_SPARE if seat == VISITOR else SPARE):
                room.noted[seat] = now
                self._note(room, seat, None if seat == VISITOR else viewer.mark)

    async def departed(self, room: Room, viewer: Viewer) -> None:
        """Note that a viewer has gone: from now on the players of its seats are absent."""
        for seat in viewer.seats:
            room.noted.pop(seat, None)
            self._note(room, seat, here=seat in room.connected(), looked=viewer.visible)
        if viewer.seats:
            await self.flush()

    def turned(self, room: Room, viewer: Viewer, *, visible: bool) -> None:
        """Note that a viewer's page was shown or hidden."""
        looked, viewer.visible = viewer.visible, visible
        for seat in viewer.seats:
            self._note(room, seat, looked=looked)

    def _note(self, room: Room, seat: int, mark: str | None = None, *, here: bool = True, looked: bool = False) -> None:
        """Note that a seat's player is here; `looked`: on a page that could be seen until now."""
        now = timekeeping.now()
        known, _, _, looking = self._pending.get((room.code, seat), (None, now, True, None))
        if seat in room.looking():
            looking = now + LAPSE
        elif looked:
            looking = now
        self._pending[room.code, seat] = (mark or known, now, here, looking)

    async def flush(self) -> None:
        """Write what is pending; whoever comes while that is done shares the next transaction."""
        async with self._writing:
            pending, self._pending = self._pending, {}
            seen = [(code, seat, mark, at, looking) for (code, seat), (mark, at, _, looking) in pending.items()]
            news = [
                News(code, PRESENT, seat, wake=at if here else None)
                for (code, seat), (_, at, here, _) in pending.items()
                if seat != VISITOR
            ]
            for start in range(0, len(seen), AT_ONCE):
                # all news with the last write: they are about who is connected, not about what is stored
                await self._write(seen[start : start + AT_ONCE], news if start + AT_ONCE >= len(seen) else [])

    async def _write(self, seen: list[Seen], news: list[News]) -> None:
        # a database that is away gets the next note
        with contextlib.suppress(StoreDown):
            try:
                await stored.note(self.registry.store, seen, news)
            except Conflict:
                # a table was deleted in this moment; now it is left out
                await stored.note(self.registry.store, seen, news)

    async def absent_since(self, room: Room, seat: int) -> float | None:
        """Return since when a seat's player has been away from every process; None while connected to this one."""
        if seat in room.connected():
            return None
        await self.flush()
        seen = await stored.last_seen(self.registry.store, room.code, seat)
        return seen if seen is not None else room.row.touched
