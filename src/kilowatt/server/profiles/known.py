"""Which devices are the same person. Kept in memory, because every request asks; the database has the truth."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from sqlalchemy import select

from kilowatt.server.store import shape
from kilowatt.server.store.writer import StoreDown

if TYPE_CHECKING:
    from kilowatt.server.store.store import Store

EVERY = 3.0
"""Seconds between two looks where other processes may sign devices in and out."""


class KnownDevices:
    """Further devices, and the main one of their person, under which everything is stored."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.mains: dict[str, str] = {}

    def main(self, device: str) -> str:
        """Return the device that everything of a device's person belongs to: itself, without a profile."""
        return self.mains.get(device, device)

    async def load(self) -> None:
        """Read all of them."""
        async with self.store.reading() as connection:
            rows = await connection.execute(select(shape.devices.c.device, shape.devices.c.main))
            self.mains = {row.device: row.main for row in rows}

    async def run(self) -> None:
        """Follow what other processes do."""
        while self.store.engine.dialect.name == "postgresql":
            await asyncio.sleep(EVERY)
            try:
                await self.load()
            except StoreDown:
                continue
