"""What a request or message costs: the processor time of its steps on the loop and of its work in threads.

A meter goes along with a request: whoever works for it in a thread, or in a task of its own, adds the time there.
"""

from __future__ import annotations

import contextlib
import time
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Generator

T = TypeVar("T")
UNSEEN = 1.8
"""A factor on what is measured: reading and writing sockets and switching threads come on top (`bench.costs`)."""


class Meter:
    """Counts the seconds of processor time that a client's request has taken, and what it has paid for them."""

    __slots__ = ("address", "paid", "seconds")

    def __init__(self, address: str = "", paid: float = 0.0) -> None:
        self.address = address
        """Who asks: work beside the loop is done in turns of addresses."""
        self.seconds = 0.0
        self.paid = paid
        """Milliseconds that were charged beforehand."""

    @property
    def owed(self) -> float:
        """Milliseconds that were taken beyond what was paid, with what no meter sees."""
        return self.seconds * 1000 * UNSEEN - self.paid


METER: ContextVar[Meter | None] = ContextVar("meter", default=None)
"""The meter of the request that is being handled, if any."""


def asker(otherwise: str) -> str:
    """Return the address for which something is done now, or else another name for whoever causes it."""
    meter = METER.get()
    return meter.address if meter is not None and meter.address else otherwise


def timed(meter: Meter | None, work: Callable[[], T]) -> T:
    """Do some work in a thread, and add its time to a meter."""
    if meter is None:
        return work()
    began = time.thread_time()
    try:
        return work()
    finally:
        meter.seconds += time.thread_time() - began


class Metered(Generic[T]):
    """Awaits a coroutine and adds the processor time of each of its steps to a meter."""

    __slots__ = ("_meter", "_work")

    def __init__(self, meter: Meter, work: Coroutine[Any, Any, T]) -> None:
        self._meter = meter
        self._work = work

    def __await__(self) -> Generator[Any, Any, T]:
        """Run the coroutine step by step."""
        token = METER.set(self._meter)
        try:
            return (yield from self._steps())
        finally:
            # a coroutine that is thrown away when the loop ends is closed in another context
            with contextlib.suppress(ValueError):
                METER.reset(token)

    def _steps(self) -> Generator[Any, Any, T]:
        work, meter = self._work, self._meter
        step, given = work.send, None
        while True:
            began = time.thread_time()
            try:
                waits_for = step(given)
            except StopIteration as done:
                result: T = done.value
                return result
            finally:
                meter.seconds += time.thread_time() - began
            try:
                step, given = work.send, (yield waits_for)
            except BaseException as error:  # noqa: BLE001 - also that the task is cancelled goes to the coroutine
                step, given = work.throw, error
