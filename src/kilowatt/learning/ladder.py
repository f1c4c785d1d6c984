"""Processes that play games against bots for a training run: one message per step and process, arrays in shared memory.

A process holds games of every kind it was asked for and plays one kind at a time. It ends when the run closes its pipe,
also where the run was killed. Knows NumPy; no torch, so that the processes start quickly.
"""

from __future__ import annotations

import multiprocessing
import signal
import traceback
from multiprocessing.sharedctypes import RawArray
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

import kilowatt
from kilowatt.editions.registry import add_data
from kilowatt.learning.bot_games import BotGames, Shape

if TYPE_CHECKING:
    from collections.abc import Sequence
    from multiprocessing.connection import Connection
    from pathlib import Path

    from numpy.typing import NDArray

PATIENCE = 10.0
"""Seconds that a process has to end by itself."""
APART = 500_000_009
"""The seeds of two processes are so far apart."""
STEP = b"step"
GONE = (EOFError, BrokenPipeError, ConnectionResetError)
"""What a pipe raises whose other end is closed."""


class LadderStopped(RuntimeError):
    """A process that plays against bots failed or was ended; the message says which and why."""


class Work(NamedTuple):
    """What a process is to play."""

    kinds: list[tuple[str, int]]
    """Ruleset and number of seats of every kind."""
    games: int
    names: tuple[str, ...]
    """The bots."""
    seed: int
    longest: int
    folders: tuple[Path, ...] = ()
    """Folders with custom data."""


def serve(pipe: Connection, memory: Any, work: Work) -> None:  # noqa: ANN401 - an array of bytes without a public type
    """Play what the pipe asks for until it is closed; answer with nothing, or with what went wrong."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the run is interrupted, and closes the pipe
    for folder in work.folders:
        add_data(folder)
    block = np.frombuffer(memory, np.uint8)
    known: dict[int, BotGames] = {}
    kind = 0
    try:
        while True:
            message = pipe.recv_bytes()
            failed = ""
            try:
                if message != STEP:
                    kind = int(message)
                    if kind not in known:
                        known[kind] = _games(work, kind)
                games = known[kind]
                rows = games.shape.rows(block)
                if message == STEP:
                    games.step(rows)
                else:
                    games.write(rows)
            except Exception:  # noqa: BLE001 - the run shows whatever it is
                failed = traceback.format_exc()
            pipe.send_bytes(failed.encode())
    except GONE:
        return


def _games(work: Work, kind: int) -> BotGames:
    rules = kilowatt.ruleset(*work.kinds[kind])
    return BotGames(rules, work.games, work.names, seed=work.seed + kind, longest=work.longest)


class LadderTable:
    """The games of one process as a training run sees them: the arrays and the `step` of a `VectorTable`."""

    def __init__(self, player: LadderProcess, shape: Shape) -> None:
        self.player = player
        rows = shape.rows(player.block)
        self.observation, self.mask, self.actor = rows.observation, rows.mask, rows.actor
        self.reward, self.done, self.truncated = rows.reward, rows.done, rows.truncated
        self.ids = rows.ids

    def step(self, actions: NDArray[np.int64]) -> None:
        """Play the learner's id in every game, and what follows."""
        self.ids[:] = actions
        self.player.send(STEP)
        self.player.wait()


class LadderProcess:
    """One process with its pipe and its memory."""

    def __init__(self, number: int, size: int, work: Work) -> None:
        self.number = number
        context = multiprocessing.get_context("spawn")  # a fork would share the accelerator's state
        memory = RawArray("B", size)
        self.block: NDArray[np.uint8] = np.frombuffer(memory, np.uint8)
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=serve, args=(theirs, memory, work), daemon=True)
        self.process.start()
        theirs.close()

    def send(self, message: bytes) -> None:
        """Ask for something."""
        try:
            self.pipe.send_bytes(message)
        except GONE:
            self._gone()

    def wait(self) -> None:
        """Wait until it is done."""
        try:
            failed = self.pipe.recv_bytes()
        except GONE:
            self._gone()
        else:
            if failed:
                raise LadderStopped(f"process {self.number} that plays against bots failed:\n{failed.decode()}")

    def _gone(self) -> None:
        self.process.join(PATIENCE)
        raise LadderStopped(
            f"process {self.number} that plays against bots ended with exit code {self.process.exitcode}"
        ) from None

    def close(self) -> None:
        """End it."""
        self.pipe.close()
        self.process.join(PATIENCE)
        if self.process.is_alive():
            self.process.terminate()
            self.process.join()
        self.process.close()


class Ladder:
    """All processes of a run, `games` games in each."""

    def __init__(self, shapes: Sequence[Shape], work: Work, processes: int) -> None:
        self.shapes = shapes
        size = max(shape.size() for shape in shapes)
        self.players: list[LadderProcess] = []
        try:
            for number in range(processes):
                mine = work._replace(seed=work.seed + APART * (number + 1))
                self.players.append(LadderProcess(number, size, mine))
        except BaseException:
            self.close()
            raise

    def seat(self, kinds: Sequence[int]) -> list[LadderTable]:
        """Let the processes play these kinds, one each; games go on where they were."""
        for player, kind in zip(self.players, kinds, strict=True):
            player.send(b"%d" % kind)
        for player in self.players:
            player.wait()
        return [LadderTable(player, self.shapes[kind]) for player, kind in zip(self.players, kinds, strict=True)]

    def close(self) -> None:
        """End all processes."""
        for player in self.players:
            player.close()
        self.players = []
