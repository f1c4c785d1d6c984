"""Several processes for one command: they know user-supplied data, and end when the command is stopped."""

from __future__ import annotations

import signal
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from typing import TYPE_CHECKING

from kilowatt.editions import registry

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@contextmanager
def processes(jobs: int) -> Iterator[ProcessPoolExecutor]:
    """Return a pool of processes; whatever ends the block, work that has not begun is dropped."""
    pool = ProcessPoolExecutor(jobs, initializer=_begin, initargs=(registry.added(),))
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


def _begin(folders: list[Path]) -> None:
    # Ctrl+C goes to every process of a terminal: these end without a word, the command itself says what is to be said
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    for folder in folders:
        registry.add_data(folder)
