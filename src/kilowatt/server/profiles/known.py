"""Which devices are the same person. Kept in memory, because every request asks; the database has the truth.

All of them are read once, at the start. From then on every change is applied by itself; on PostgreSQL the processes
announce theirs to each other with the commit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import select

from kilowatt.server.store import device_news, shape

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from sqlalchemy.ext.asyncio import AsyncConnection

    from kilowatt.server.store.device_news import Linked
    from kilowatt.server.store.store import Store

READ_AT_ONCE = 1_000
"""Devices read in one go: with hundreds of thousands the loop does something else in between."""


class KnownDevices:
    """Further devices, and the main one of their person, under which everything is stored."""

    def __init__(self, store: Store, ended: Callable[[str], None]) -> None:
        self.store = store
        self.ended = ended
        """Called with a device that is somebody else's from now on, or nobody's: its sockets end."""
        self.mains: dict[str, str] = {}
        self._meanwhile: list[Linked] | None = None
        """What has changed while all of them are read; None while nobody reads."""

    def main(self, device: str) -> str:
        """Return the device that everything of a device's person belongs to: itself, without a profile."""
        return self.mains.get(device, device)

    async def announce(self, connection: AsyncConnection, changes: list[Linked]) -> None:
        """Send other processes what a transaction changes; here it holds when `take` is called."""
        if self.store.writer.notifies:
            await device_news.send(connection, self.store.writer.name, changes)

    def take(self, changes: Iterable[Linked]) -> None:
        """Follow what was committed, here or at another process."""
        for device, main in changes:
            if self._meanwhile is not None:
                self._meanwhile.append((device, main))
            if main:
                self.mains[device] = main
            else:
                self.mains.pop(device, None)
            self.ended(device)

    async def load(self) -> None:
        """Read all of them, at the start or after news were missed."""
        meanwhile: list[Linked] = []
        self._meanwhile = meanwhile
        mains: dict[str, str] = {}
        devices = shape.devices
        async with self.store.reading() as connection:
            rows = await connection.stream(select(devices.c.device, devices.c.main))
            async for part in rows.partitions(READ_AT_ONCE):
                mains.update((row.device, row.main) for row in part)
        self.mains, self._meanwhile = mains, None
        self.take(meanwhile)
