"""The event loop of a process: how late it is, how long it stops to collect garbage, and how that is kept short.

What the program itself is made of never becomes garbage. It is set aside once everything is loaded, so that a full
collection looks only at tables and sockets; without that each one stopped the loop for a twentieth of a second. And
the thread that writes batches is let in quickly: it asks for the interpreter after every row.
"""

from __future__ import annotations

import asyncio
import gc
import sys
import time
from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    from kilowatt.server.monitoring.metrics import Metrics

BEAT = 0.1
LET_IN = 0.0005
"""Seconds after which a busy loop lets another thread in; Python's own default is ten times that."""
YOUNG, MIDDLE, OLD = 50_000, 10, 50
"""New objects before a small collection, small ones before a middle one, middle ones before a full one.

Objects that are replaced count as neither new nor gone, and play makes next to no garbage that needs a collection: 40
objects in 12 seconds of a thousand tables, while collections of 700 new ones took a twentieth of the processor time
and looked at everything that any table had replaced. So they are rare: none in 15 seconds of that play.
"""


class LoopMonitor:
    """Measures one process."""

    sets_aside: ClassVar[bool] = True
    """Whether a start sets aside what is loaded; a program that has done so itself turns this off."""

    def __init__(self, metrics: Metrics) -> None:
        self.metrics = metrics
        self._began = 0.0
        self._usual = gc.get_threshold(), sys.getswitchinterval()

    def start(self) -> None:
        """Set aside what is loaded, unless the program around the server has, and begin to measure collections."""
        if self.sets_aside:
            gc.collect()
            gc.freeze()
        gc.set_threshold(YOUNG, MIDDLE, OLD)
        gc.callbacks.append(self._collecting)
        sys.setswitchinterval(LET_IN)

    def stop(self) -> None:
        """Leave the interpreter as it was."""
        gc.callbacks.remove(self._collecting)
        if self.sets_aside:
            gc.unfreeze()
        gc.set_threshold(*self._usual[0])
        sys.setswitchinterval(self._usual[1])

    def _collecting(self, phase: str, _: dict[str, Any]) -> None:
        if phase == "start":
            self._began = time.perf_counter()
        else:
            self.metrics.observe("collection_seconds", time.perf_counter() - self._began)

    async def measure(self) -> None:
        """Measure forever how late the event loop runs."""
        while True:
            began = time.perf_counter()
            await asyncio.sleep(BEAT)
            self.metrics.observe("loop_late_seconds", max(0.0, time.perf_counter() - began - BEAT))
