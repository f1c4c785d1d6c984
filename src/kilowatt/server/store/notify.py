"""News between processes on PostgreSQL: "table T is at n". One connection that reconnects; readers fetch the rest."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import TYPE_CHECKING, Any

from kilowatt.server.store.writer import CHANNEL, StoreDown

if TYPE_CHECKING:
    from kilowatt.server.tables.registry import Registry

log = logging.getLogger("kilowatt.notify")
RETRY = 1.0
ALIVE_EVERY = 5.0


class Listener:
    """Listens to what other processes write."""

    def __init__(self, url: str, registry: Registry) -> None:
        self.url = url.replace("postgresql+asyncpg://", "postgresql://")
        self.registry = registry
        self._news: asyncio.Queue[str] = asyncio.Queue()
        self.listening = False

    async def run(self) -> None:
        """Listen for ever, through lost connections."""
        told = asyncio.create_task(self._tell(), name="news")
        try:
            while True:
                try:
                    await self._listen()
                except (OSError, TimeoutError):
                    log.warning("the listening connection is lost")
                except Exception:
                    # a process that no longer listens would show its players an old table
                    log.exception("listening failed")
                self.listening = False
                self.registry.metrics.count("listener_lost")
                await asyncio.sleep(RETRY)
        finally:
            told.cancel()

    async def _listen(self) -> None:
        import asyncpg  # type: ignore[import-untyped]

        try:
            connection = await asyncpg.connect(self.url, timeout=10)
        except (asyncpg.PostgresError, asyncpg.InterfaceError):
            return
        try:
            await connection.add_listener(CHANNEL, self._heard)
            self.listening = True
            # what was said while nobody listened is made up for
            with contextlib.suppress(StoreDown):
                await self.registry.look_again()
            while True:
                await asyncio.sleep(ALIVE_EVERY)
                await connection.execute("select 1", timeout=10)
        except (asyncpg.PostgresError, asyncpg.InterfaceError):
            log.warning("the listening connection is lost")
        finally:
            connection.terminate()

    def _heard(self, _connection: Any, _pid: int, _channel: str, payload: str) -> None:  # noqa: ANN401 - the driver's
        for line in payload.split():
            self._news.put_nowait(line)

    async def _tell(self) -> None:
        while True:
            code, seq, version, name = (await self._news.get()).split(":")
            if name == self.registry.store.writer.name:
                continue
            try:
                await self.registry.heard(code, int(seq), int(version))
            except StoreDown:
                log.warning("the database does not answer")
            except Exception:
                log.exception("news could not be followed", extra={"fields": {"table": code}})
