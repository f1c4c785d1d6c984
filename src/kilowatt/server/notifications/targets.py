"""Turns at the targets of notifications: a few per host at a time, and none at a host that does not answer.

A host that has failed several times in a row is left alone for a while, longer each time (a circuit breaker). So hosts
that are slow, or silent, cost the others neither time nor places.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

AT_ONCE = 64
"""Requests that are under way at the same time."""
PER_HOST = 4
"""Those to one host."""
FAILURES_MOST = 3
"""Failures in a row after which a host is left alone."""
PAUSE, PAUSE_MOST = 60.0, 3600.0
"""Seconds for which it is left alone: the first time, and at most."""
KEPT = 1000
"""Hosts whose failures are remembered; the longest unused goes first."""


class Paused(Exception):
    """A host is left alone for so many seconds."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self.seconds = seconds


class _Host:
    """What is known of a host."""

    def __init__(self) -> None:
        self.turns = asyncio.Semaphore(PER_HOST)
        self.users = 0
        self.failures = 0
        self.until = 0.0
        """When it may be tried again."""


class Targets:
    """Hosts that notifications go to."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self._all = asyncio.Semaphore(AT_ONCE)
        self._hosts: dict[str, _Host] = {}

    @asynccontextmanager
    async def turn(self, host: str) -> AsyncIterator[None]:
        """Wait for a turn at a host; `Paused` if it is left alone, at once or by the time the turn comes."""
        known = self._hosts.pop(host, None) or _Host()
        self._hosts[host] = known
        known.users += 1
        try:
            self._check(known)
            async with known.turns:
                self._check(known)
                async with self._all:
                    yield
        finally:
            known.users -= 1
            self._forget()

    def _check(self, known: _Host) -> None:
        left = known.until - self.clock()
        if left > 0:
            raise Paused(left)

    def succeeded(self, host: str) -> None:
        """Note that a host has answered."""
        known = self._hosts.get(host)
        if known is not None:
            known.failures, known.until = 0, 0.0

    def failed(self, host: str) -> None:
        """Note that a host has not answered, or has answered that it cannot."""
        known = self._hosts.setdefault(host, _Host())
        known.failures += 1
        beyond = known.failures - FAILURES_MOST
        if beyond >= 0:
            known.until = self.clock() + min(PAUSE_MOST, PAUSE * 2 ** min(beyond, 10))

    def _forget(self) -> None:
        idle = [host for host, known in self._hosts.items() if not known.users and not known.failures]
        for host in idle:
            del self._hosts[host]
        over = len(self._hosts) - KEPT
        for host in [host for host, known in self._hosts.items() if not known.users][: max(0, over)]:
            del self._hosts[host]
