"""Work beside the event loop: replays, quotes and checks of records run in a thread, in fair turns of addresses.

One thread, because Python runs one at a time anyway: it may hold up the loop for a switch interval, never for a whole
replay. Work is a plain function of plain arguments and shares nothing with the tables in memory. A thread and no
process: a quote is about a millisecond, and so is sending its position to a process and reading it there.
"""

from __future__ import annotations

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from kilowatt.host.errors import Denied
from kilowatt.server.fairness import FairTurns
from kilowatt.server.monitoring.meter import METER

if TYPE_CHECKING:
    from collections.abc import Callable

    from kilowatt.server.monitoring.metrics import Metrics

P = ParamSpec("P")
T = TypeVar("T")
WAITING_MOST = 64
"""Pieces of work that one address may wait for."""


class Workers:
    """The thread that works beside the loop."""

    def __init__(self, metrics: Metrics) -> None:
        self.metrics = metrics
        self._turns: FairTurns[None] = FairTurns([None])
        self._thread: ThreadPoolExecutor | None = None
        metrics.gauges["workers_waiting"] = lambda: self._turns.waiting(0)

    def stop(self) -> None:
        """End the thread when it has done what it does."""
        if self._thread is not None:
            self._thread.shutdown(wait=True, cancel_futures=True)
            self._thread = None

    async def do(self, address: str, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Do some work for an address and return its result; `Denied` when the address waits for too much already.

        The request that it is done for is charged what it took.
        """
        if self._turns.waiting_of(address) >= WAITING_MOST:
            raise Denied("too_many")
        if self._thread is None:
            self._thread = ThreadPoolExecutor(1, "beside")

        took = 0.0

        def timed() -> T:
            nonlocal took
            began = time.thread_time()
            try:
                return work(*args, **kwargs)
            finally:
                # also of work that ends with a refusal
                took = time.thread_time() - began

        await self._turns.take(address, "")
        try:
            result = await asyncio.get_running_loop().run_in_executor(self._thread, timed)
        finally:
            self._turns.give_back(None, address, "", took)
            if (meter := METER.get()) is not None:
                meter.seconds += took
        self.metrics.observe("beside_seconds", took)
        return result
