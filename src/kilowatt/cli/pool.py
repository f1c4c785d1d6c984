"""Several processes for one command: they know user-supplied data, and end when the command is stopped."""

from __future__ import annotations

import signal
from contextlib import contextmanager
from itertools import islice
from multiprocessing import resource_tracker
from multiprocessing.connection import wait
from typing import TYPE_CHECKING, TypeVar, cast

from kilowatt.arena.workers import Worker

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from multiprocessing.connection import Connection

Piece = TypeVar("Piece")
Result = TypeVar("Result")


def results(function: Callable[[Piece], Result], pieces: Iterable[Piece], jobs: int) -> Iterator[tuple[Piece, Result]]:
    """Yield each piece of work with its result, as they are done by this process or by several others.

    The processes are killed when the iteration ends, whatever ends it: Ctrl+C never waits for what they are doing.
    """
    if jobs == 1:
        for piece in pieces:
            yield piece, function(piece)
        return
    left = iter(pieces)
    crew: dict[Connection, Worker] = {}
    busy: dict[Connection, Piece] = {}
    try:
        with _interrupts_held_back():
            for piece in islice(left, jobs):
                worker = Worker(_work)
                crew[worker.line] = worker
                worker.line.send((function, piece))
                busy[worker.line] = piece
        while busy:
            for line in cast("list[Connection]", wait(list(busy))):
                done = busy.pop(line)
                result = cast("Result", _received(crew[line]))
                for piece in islice(left, 1):
                    line.send((function, piece))
                    busy[line] = piece
                yield done, result
    finally:
        for worker in crew.values():
            worker.stop()


@contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """Start processes that do not hear Ctrl+C, which a terminal sends to all: this process ends them."""
    # the tracker is started first: its start would let the signal through again
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _received(worker: Worker) -> object:
    try:
        result = worker.line.recv()
    except EOFError:
        msg = f"a process ended while it worked ({worker.how_it_ended()}); finished work is kept: run the command again"
        raise RuntimeError(msg) from None
    if isinstance(result, Exception):
        raise result
    return result


def _work(line: Connection) -> None:
    """Do one piece of work after the other until the line is closed."""
    while True:
        function, piece = line.recv()
        try:
            result = function(piece)
        except Exception as error:  # noqa: BLE001 - it is raised again in the process that asked
            result = error
        line.send(result)
