"""The server: its parts put together, started and stopped in order."""

from __future__ import annotations

import asyncio
import contextlib
import logging

from sqlalchemy.exc import SQLAlchemyError

from kilowatt.server.http.limits import Limits
from kilowatt.server.ops.bursts import LoopErrors
from kilowatt.server.ops.card_check import misfit
from kilowatt.server.ops.loop_monitor import LoopMonitor
from kilowatt.server.ops.metrics import Metrics
from kilowatt.server.settings import Settings, database_file
from kilowatt.server.store import upgrade
from kilowatt.server.store.notify import Listener
from kilowatt.server.store.store import Store, make_engine
from kilowatt.server.tables.driver import Driver
from kilowatt.server.tables.installed_cards import files, problem_of
from kilowatt.server.tables.lobby import Lobby
from kilowatt.server.tables.play import Play
from kilowatt.server.tables.registry import Registry
from kilowatt.server.thinking.pool import Thinker
from kilowatt.server.workers import Workers

log = logging.getLogger("kilowatt.server")
WAIT_FOR_DATABASE = 30


class Server:
    """One server process."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.metrics = Metrics()
        self.limits = Limits(settings.limits, self.metrics)
        file = database_file(settings.database_url)
        if file is not None:
            file.parent.mkdir(parents=True, exist_ok=True)
        self.engine = make_engine(settings.database_url)
        self.store = Store(self.engine, self.metrics)
        self.thinker = Thinker(settings.processes, self.metrics)
        self.workers = Workers(self.metrics)
        self.registry = Registry(self.store, self.thinker, self.workers, self.metrics, settings)
        self.play = Play(self.registry)
        self.lobby = Lobby(self.registry, self.play)
        self.driver = Driver(self.registry, self.play)
        self.loop_monitor = LoopMonitor(self.metrics)
        self.listener: Listener | None = None
        self._listening: asyncio.Task[None] | None = None

    def _report_cards(self) -> None:
        """Write installed cards that are refused, or fit no game, to the log."""
        for path in files(self.settings.cards):
            if not problem_of(path) and (problem := misfit(path)):
                log.warning("cards refused", extra={"fields": {"why": problem}})

    async def start(self) -> None:
        """Migrate the database and begin."""
        asyncio.get_running_loop().set_exception_handler(LoopErrors(log))
        await self._migrate()
        self.store.start()
        if self.engine.dialect.name == "postgresql":
            self.listener = Listener(self.settings.database_url, self.registry, self.limits)
            self._listening = asyncio.create_task(self.listener.run(), name="listen")
        self.registry.start()
        self.loop_monitor.start()
        self.registry.spawn(self.loop_monitor.measure(), "loop monitor")
        await asyncio.to_thread(self._report_cards)
        log.info("started", extra={"fields": {"database": self.engine.dialect.name}})

    async def _migrate(self) -> None:
        for attempt in range(WAIT_FOR_DATABASE):
            try:
                await upgrade.upgrade(self.engine)
            except (OSError, SQLAlchemyError) as error:
                if attempt + 1 == WAIT_FOR_DATABASE:
                    raise
                log.warning("waiting for the database", extra={"fields": {"why": type(error).__name__}})
                await asyncio.sleep(1)
            else:
                return

    async def stop(self) -> None:
        """Finish what has been begun and close."""
        if self._listening is not None:
            self._listening.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._listening
        self.loop_monitor.stop()
        await self.registry.stop()
        self.workers.stop()
        await self.thinker.stop()
        await self.store.stop()
        log.info("stopped")

    async def not_ready(self) -> str | None:
        """Return why this process cannot serve, or None."""
        if not await self.store.reachable():
            return "the database does not answer"
        try:
            at = await upgrade.current(self.engine)
        except (OSError, SQLAlchemyError):
            return "the database does not answer"
        if at != upgrade.head():
            return f"the database is at revision {at}, not {upgrade.head()}"
        return None
