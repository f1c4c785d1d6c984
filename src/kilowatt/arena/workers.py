"""A process of its own with a line to it: for work that may end its process or never return."""

from __future__ import annotations

import atexit
import sys
from multiprocessing import get_context
from typing import TYPE_CHECKING

from kilowatt.editions import registry

if TYPE_CHECKING:
    from collections.abc import Callable
    from multiprocessing.connection import Connection
    from pathlib import Path

FAREWELL = 5.0
"""Seconds a process has to be gone after its end of the line is."""


class Worker:
    """A process and this end of the line to it. It is spawned, not forked: it shares nothing that is open here."""

    def __init__(self, work: Callable[[Connection], None]) -> None:
        context = get_context("spawn")
        self.line, there = context.Pipe()
        self.process = context.Process(target=_begin, args=(work, there, registry.added()))
        self.process.start()
        there.close()
        # not a daemon, for bots may want processes of their own; so it is ended here, whatever becomes of this process
        atexit.register(self.stop)

    def how_it_ended(self) -> str:
        """Return how a process ended whose connection is closed."""
        self.process.join(FAREWELL)
        code = self.process.exitcode
        if code is None:
            return "the line to it was closed"
        return f"signal {-code}" if code < 0 else f"exit code {code}"

    def stop(self) -> None:
        """End the process, whatever it is doing."""
        atexit.unregister(self.stop)
        self.line.close()
        self.process.kill()
        self.process.join()


def _begin(work: Callable[[Connection], None], line: Connection, folders: list[Path]) -> None:
    """Work until the other end of the line is gone."""
    # what bots print must not end up in the arena's own output
    sys.stdout = sys.stderr
    try:
        for folder in folders:
            registry.add_data(folder)
        work(line)
    except (EOFError, ConnectionError, KeyboardInterrupt):
        return
