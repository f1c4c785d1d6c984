"""Listening for the news of other processes on PostgreSQL, over one connection that reconnects by itself."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from kilowatt.server.store import device_news
from kilowatt.server.store.news import read
from kilowatt.server.store.writer import CHANNEL, StoreDown

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kilowatt.server.monitoring.metrics import Metrics
    from kilowatt.server.store.news import News

log = logging.getLogger("kilowatt.notify")
_report = msgspec.json.Decoder(tuple[str, list[tuple[str, str, float]]])
RETRY = 1.0
REPORT_EVERY = 1.0
"""Seconds between two reports of what clients have taken from their budgets; each also shows that the line is alive."""
LIMITS = "kilowatt_limits"
"""The channel of these reports."""


class Following(Protocol):
    """What follows the news of other processes."""

    def has(self, code: str) -> bool:
        """Return whether news of a table matter here."""

    def take_news(self, news: News) -> None:
        """Follow what another process has done."""

    async def look_again(self) -> None:
        """Make up for news that were missed."""


class Budgets(Protocol):
    """What clients have taken from their budgets, here and at other processes."""

    def taken(self) -> list[tuple[str, str, float]]:
        """Return what was taken here since the last report: kind, client, amount."""

    def charge(self, kind: str, who: str, amount: float, *, here: bool) -> None:
        """Charge what a client took."""


class Devices(Protocol):
    """Which devices are the same person."""

    def take(self, changes: Iterable[device_news.Linked]) -> None:
        """Follow what another process has committed."""

    async def load(self) -> None:
        """Read all of them again."""


class Listener:
    """Listens to what other processes write; `name` is what this one is called in its own news."""

    def __init__(
        self, url: str, name: str, follower: Following, devices: Devices, limits: Budgets, metrics: Metrics
    ) -> None:
        self.url = url.replace("postgresql+asyncpg://", "postgresql://")
        self.name = name
        self.follower = follower
        self.devices = devices
        self.limits = limits
        self.metrics = metrics
        self.listening = False

    async def run(self) -> None:
        """Listen until cancelled, through lost connections."""
        while True:
            try:
                await self._listen()
            except (OSError, TimeoutError):
                log.warning("the listening connection is lost")
            except Exception:
                # a process that no longer listens would show its players an old table
                log.exception("listening failed")
            self.listening = False
            self.metrics.count("listener_lost")
            await asyncio.sleep(RETRY)

    async def _listen(self) -> None:
        import asyncpg  # type: ignore[import-untyped]

        try:
            connection = await asyncpg.connect(self.url, timeout=10)
        except (asyncpg.PostgresError, asyncpg.InterfaceError):
            return
        try:
            await connection.add_listener(CHANNEL, self._heard)
            await connection.add_listener(LIMITS, self._taken)
            await connection.add_listener(device_news.CHANNEL, self._linked)
            self.listening = True
            # news sent while nobody listened are made up for
            with contextlib.suppress(StoreDown):
                await self.devices.load()
                await self.follower.look_again()
            while True:
                await asyncio.sleep(REPORT_EVERY)
                report = msgspec.json.encode((self.name, self.limits.taken())).decode()
                await connection.execute("select pg_notify($1, $2)", LIMITS, report, timeout=10)
        except (asyncpg.PostgresError, asyncpg.InterfaceError):
            log.warning("the listening connection is lost")
        finally:
            connection.terminate()

    def _heard(self, _connection: Any, _pid: int, _channel: str, payload: str) -> None:  # noqa: ANN401 - the driver's
        for news in read(payload, self.name, self.follower.has):
            self.follower.take_news(news)

    def _linked(self, _connection: Any, _pid: int, _channel: str, payload: str) -> None:  # noqa: ANN401 - the driver's
        self.devices.take(device_news.read(payload, self.name))

    def _taken(self, _connection: Any, _pid: int, _channel: str, payload: str) -> None:  # noqa: ANN401 - the driver's
        sender, taken = _report.decode(payload)
        if sender != self.name:
            for kind, who, amount in taken:
                self.limits.charge(kind, who, amount, here=False)
