"""The registry: which tables are in memory. Brings them in, and evicts those that nobody uses.

What the store has is the truth: other processes may play the same tables, and a room that missed something reads it.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from kilowatt.host.errors import Denied
from kilowatt.server import identity

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from kilowatt.server.settings import Settings
    from kilowatt.server.tables.room.loading import Loader
    from kilowatt.server.tables.room.room import Room
    from kilowatt.server.tasks import Tasks

NO_TABLE = 4404
"""Close code of a socket whose table does not exist."""


class Registry:
    """All tables that are in memory; `kick` lets the bots, orders and clocks of a room act."""

    def __init__(self, loader: Loader, kick: Callable[[Room], None], tasks: Tasks, settings: Settings) -> None:
        self.loader = loader
        self._kick = kick
        self.tasks = tasks
        self.settings = settings
        self.store = loader.store
        self.workers = loader.workers
        self.metrics = loader.metrics
        self.rooms: dict[str, Room] = {}
        self.address_key = b""
        """Keys the hashes of addresses; set at the start."""
        self._loading: dict[str, asyncio.Future[Room]] = {}
        self.metrics.gauges["rooms"] = lambda: len(self.rooms)
        self.metrics.gauges["sockets"] = lambda: sum(len(room.viewers) for room in self.rooms.values())

    def address_mark(self, address: str) -> str:
        """Return what is stored of an address."""
        return identity.address_hash(self.address_key, address)

    def kick(self, room: Room) -> None:
        """Let a table act that was brought in or changed; one that was deleted meanwhile acts no more."""
        if self.rooms.get(room.code) is room:
            self._kick(room)

    # --- bringing in --------------------------------------------------------------------------------------------------

    def has(self, code: str) -> bool:
        """Return whether a table is in memory or on its way there."""
        return code in self.rooms or code in self._loading

    def add(self, room: Room) -> None:
        """Hold a table that was just made."""
        self.rooms[room.code] = room
        self.kick(room)

    async def open(self, code: str) -> Room:
        """Return a table, from memory or from the store; `Denied` if there is none."""
        room = self.rooms.get(code)
        if room is None:
            waiting = self._loading.get(code)
            if waiting is None:
                waiting = asyncio.get_running_loop().create_future()
                self._loading[code] = waiting
                try:
                    room = await self.loader.load(code)
                    self.rooms[code] = room
                    waiting.set_result(room)
                except BaseException as error:
                    waiting.set_exception(error)
                    waiting.exception()
                    raise
                finally:
                    del self._loading[code]
                self.kick(room)
            else:
                room = await asyncio.shield(waiting)
        room.used = time.monotonic()
        if room.stale:
            async with room.lock:
                await self.refresh(room)
        return room

    async def loaded(self, code: str) -> Room | None:
        """Return a table that is in memory or on its way there, once it is here."""
        waiting = self._loading.get(code)
        if waiting is not None:
            await asyncio.wait([waiting])
        return self.rooms.get(code)

    # --- changing -----------------------------------------------------------------------------------------------------

    async def refresh(self, room: Room, *, orders: bool = False) -> None:
        """Read a table again and let it act; call with its lock held."""
        await self.loader.refresh(room, orders=orders)
        self.kick(room)

    @asynccontextmanager
    async def changing(self, room: Room) -> AsyncIterator[None]:
        """Hold a table's lock, with all that the store has; afterwards its bots, orders and clocks act.

        A change that fails without a refusal may have left something in memory that the store does not have.
        """
        try:
            async with room.lock:
                if room.stale:
                    await self.loader.refresh(room)
                yield
        except Denied:
            raise
        except BaseException:
            room.stale = True
            raise
        finally:
            self.kick(room)

    # --- eviction -----------------------------------------------------------------------------------------------------

    def _release(self, room: Room) -> None:
        if room.timer is not None:
            room.timer.cancel()
            room.timer = None
        if room.driver is not None:
            room.driver.cancel()
        self.rooms.pop(room.code, None)

    def drop(self, room: Room) -> None:
        """Disconnect everybody from a table that no longer exists, and forget it."""
        for viewer in list(room.viewers):
            viewer.close(NO_TABLE, "the table was deleted")
        self._release(room)

    def evict(self, before: float) -> int:
        """Forget tables that nobody watches and nobody has used since then; return how many."""
        idle = [
            room
            for room in self.rooms.values()
            if not room.viewers
            and room.used < before
            and not room.lock.locked()
            and (room.driver is None or room.driver.done())
        ]
        for room in idle:
            self._release(room)
        return len(idle)

    def disconnect(self, device: str) -> None:
        """Close the sockets that a device has opened: from now on it is somebody else's, or nobody's."""
        for room in self.rooms.values():
            for viewer in list(room.viewers):
                if viewer.own == device:
                    viewer.close(reason="signed in or out")

    def close(self) -> None:
        """Disconnect everybody, because the server stops."""
        for room in list(self.rooms.values()):
            self._release(room)
            for viewer in list(room.viewers):
                viewer.close()
