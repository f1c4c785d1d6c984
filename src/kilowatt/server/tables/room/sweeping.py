"""The sweep: every few seconds idle tables are evicted, tables that are due are woken, and old ones are archived."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING

from kilowatt.host import timekeeping
from kilowatt.server.store.writer import StoreDown

if TYPE_CHECKING:
    from kilowatt.server.tables.room.following import Follower
    from kilowatt.server.tables.room.registry import Registry

log = logging.getLogger("kilowatt.sweep")

WAKE_GRACE = 3.0
"""Seconds the process that has a table in memory is given before another takes care of it."""
ARCHIVE_EVERY = 3600.0


class Sweeper:
    """Looks after tables that nobody attends to."""

    def __init__(self, registry: Registry, follower: Follower) -> None:
        self.registry = registry
        self.follower = follower
        self.broken: set[str] = set()
        """Tables that could not be read, named in the log once."""
        self._archived = 0.0

    async def run(self) -> None:
        """Sweep again and again."""
        while True:
            await asyncio.sleep(self.registry.settings.sweep)
            try:
                await self._sweep()
            except StoreDown:
                log.warning("the database does not answer")
            except Exception:
                # a sweep that stops would leave bots and clocks standing
                log.exception("the sweep failed")

    async def _sweep(self) -> None:
        registry, store = self.registry, self.registry.store
        registry.evict(time.monotonic() - registry.settings.idle)
        if not store.writer.notifies and await store.writer.changed_by_others():
            # where no news come, this is how the host's commands are noticed
            await self.follower.look_again()
        for code in await store.due(timekeeping.now() - WAKE_GRACE):
            await self._wake(code)
        now = timekeeping.now()
        if now - self._archived > ARCHIVE_EVERY:
            self._archived = now
            done = await store.archive(now - registry.settings.archive, now - registry.settings.archive_over)
            registry.metrics.count("archived", done)

    async def _wake(self, code: str) -> None:
        """Let a table act that nobody attends to; one that cannot be read is named and keeps no other waiting."""
        room = self.registry.rooms.get(code)
        if room is not None:
            self.registry.kick(room)
            return
        try:
            await self.registry.open(code)
        except StoreDown:
            raise
        except Exception:
            if code not in self.broken:
                self.broken.add(code)
                log.exception("a table cannot be read", extra={"fields": {"table": code}})
