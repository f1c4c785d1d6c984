"""Painting drawings in a process of its own: the library holds the interpreter's lock for as long as it paints.

In a thread it stopped the whole server, for 0.4 s with the first picture. Addresses take turns, and each request is
charged what its picture took, also where none comes of it. An idle process is ended. As a program this module is that
process.
"""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING

import msgspec

from kilowatt.host.errors import Denied
from kilowatt.server.fairness import FairTurns
from kilowatt.server.helper_process import HelperProcess, Stuck, answer_lines
from kilowatt.server.monitoring.meter import METER

if TYPE_CHECKING:
    from kilowatt.server.monitoring.metrics import Metrics

MODULE = "kilowatt.server.pictures.painter"
SECONDS = 20.0
"""How long a picture may take, and the start of the process with it."""
IDLE_SECONDS = 60.0
WAITING_MOST = 8
"""Pictures that one address waits for at a time."""

log = logging.getLogger("kilowatt.painting")


class Drawing(msgspec.Struct):
    """A drawing to paint."""

    svg: str


class Painted(msgspec.Struct):
    """The picture and the processor time that it took; or what went wrong."""

    png: bytes = b""
    seconds: float = 0.0
    error: str | None = None


class Painter:
    """The process that paints for a server."""

    def __init__(self, metrics: Metrics) -> None:
        self.metrics = metrics
        self.process = HelperProcess(MODULE)
        self._turns = FairTurns([self.process])
        self._end: asyncio.TimerHandle | None = None
        self._ending: asyncio.Task[None] | None = None

    async def png(self, address: str, svg: str) -> bytes:
        """Paint a drawing for an address; `Denied` when the address waits for too many, or the process fails."""
        if self._turns.waiting_of(address) >= WAITING_MOST:
            raise Denied("too_many")
        took = 0.0
        process = await self._turns.take(address, "")
        if self._end is not None:
            self._end.cancel()
        try:
            painted = await _painted(process, svg)
            took = painted.seconds
        finally:
            self._end = asyncio.get_running_loop().call_later(IDLE_SECONDS, self._end_soon)
            self._turns.give_back(process, address, "", took)
            if (meter := METER.get()) is not None:
                meter.seconds += took
        if painted.error is not None:
            log.warning("picture failed", extra={"fields": {"why": painted.error}})
            raise Denied("failed")
        self.metrics.observe("painting_seconds", took)
        return painted.png

    def _end_soon(self) -> None:
        self._ending = asyncio.create_task(self._rest(), name="painter")

    async def _rest(self) -> None:
        process = await self._turns.take("", "")
        await process.kill()
        self._turns.give_back(process, "", "", 0.0)

    async def stop(self) -> None:
        """End the process."""
        if self._end is not None:
            self._end.cancel()
        await self.process.kill()


async def _painted(process: HelperProcess, svg: str) -> Painted:
    began = time.perf_counter()
    try:
        return await process.ask(msgspec.json.encode(Drawing(svg)), SECONDS, Painted)
    except Stuck as error:
        # what it used is not known: all the time that nobody else could be painted for
        return Painted(seconds=time.perf_counter() - began, error=str(error))


def paint(line: bytes) -> Painted:
    """Paint the drawing of a line."""
    from kilowatt.server.pictures.drawing import png

    began = time.process_time()
    try:
        painted = Painted(png(msgspec.json.decode(line, type=Drawing).svg))
    except Exception as error:  # noqa: BLE001 - whatever is wrong with one drawing, the next one is painted
        painted = Painted(error=type(error).__name__)
    painted.seconds = time.process_time() - began
    return painted


if __name__ == "__main__":
    answer_lines(paint)
