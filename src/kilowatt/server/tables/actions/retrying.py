"""How a request is carried out: to its end, and once more if another process was faster."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, TypeVar

from kilowatt.host.errors import Changed
from kilowatt.server.monitoring.meter import METER, Meter, Metered

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

T = TypeVar("T")
TRIES = 5


async def retry_on_conflict(work: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Do something at a table once more, as it is now, if another process has changed it in between."""
    for _ in range(TRIES - 1):
        try:
            return await work()
        except Changed:
            continue
    return await work()


async def shielded(work: Coroutine[Any, Any, T]) -> T:
    """Do something to its end even if the caller leaves: a commit must not be left without its room."""
    meter = METER.get()
    return await asyncio.shield(asyncio.ensure_future(work if meter is None else _metered(meter, work)))


async def _metered(meter: Meter, work: Coroutine[Any, Any, T]) -> T:
    """Count what a task of its own takes for a request."""
    return await Metered(meter, work)
