"""The HTTP server of a test's own process."""

from __future__ import annotations

import asyncio
import contextlib
import itertools

import uvicorn


class PromptServer(uvicorn.Server):
    """Stops when it is asked to, and not at the next tenth of a second."""

    def __init__(self, made: uvicorn.Config) -> None:
        super().__init__(made)
        self._asked = asyncio.Event()

    def stop(self) -> None:
        """Ask it to stop."""
        self.should_exit = True
        self._asked.set()

    async def main_loop(self) -> None:
        """Count tenths of a second, as uvicorn does, until it is asked to stop."""
        for counter in itertools.count():
            if await self.on_tick(counter):
                return
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._asked.wait(), 0.1)
