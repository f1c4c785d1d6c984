"""Where games are played: here, in several processes, or on a Ray cluster. The same games give the same rows."""

from __future__ import annotations

from collections import deque
from contextlib import closing
from importlib import import_module
from multiprocessing.connection import wait
from time import monotonic
from traceback import format_exc
from typing import TYPE_CHECKING, Any

from kilowatt.arena.game import Seating, play, rules_of
from kilowatt.arena.rows import is_class, is_external
from kilowatt.arena.workers import Worker
from kilowatt.editions import registry

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator
    from multiprocessing.connection import Connection
    from pathlib import Path

    from kilowatt.arena.rows import Game, Row

BACKENDS = ("processes", "ray")
AHEAD = 4
"""Games handed to a Ray worker ahead of its results."""
GRACE = 10.0
"""Seconds after which a process is ended whose bot should have been stopped and was not."""
GLANCE = 1.0
"""Seconds between two looks at processes that send nothing."""


def run(games: list[Game], backend: str = "processes", jobs: int = 1) -> Generator[Row, None, None]:
    """Play games and yield their rows as they finish, in any order."""
    if backend not in BACKENDS:
        msg = f"there is no backend {backend!r}; there are {', '.join(BACKENDS)}"
        raise ValueError(msg)
    for game in games:
        rules_of(game)  # options that do not fit are refused here, before any game
    if backend == "ray":
        yield from _ray(games, jobs)
    elif any(is_class(name) for game in games for name in game.bots) or (jobs > 1 and len(games) > 1):
        yield from _processes(games, jobs)
    else:
        for game in games:
            yield play(game)


def _serve(line: Connection) -> None:
    """Play the games that come down the line. A row goes back before the bots are closed, so nothing can lose it."""

    def watch(seat: int | None, seconds: float) -> None:
        line.send(("asked", seat, seconds))

    while True:
        game, lost = line.recv()
        try:
            with closing(Seating(game, lost, watch)) as seating:
                line.send(("row", seating.play()))
        except Exception:  # noqa: BLE001 - raised at the other end
            line.send(("failed", format_exc()))
        line.send(("ready",))


class _Player:
    """A process that plays, the game it was given, and which external bot it is asking."""

    def __init__(self) -> None:
        self.worker = Worker(_serve)
        self.game: Game | None = None
        self.lost: dict[int, str] = {}
        self.ready = True
        self.alive = True
        self.seat: int | None = None
        """The seat of the external bot that was asked last."""
        self.until: float | None = None
        """When that bot must have answered."""
        self.wrong = ""

    def give(self, game: Game, lost: dict[int, str]) -> None:
        """Hand over a game, with the seats that have forfeited it already."""
        self.game, self.lost, self.ready, self.seat = game, lost, False, None
        try:
            self.worker.line.send((game, lost))
        except OSError:
            self.alive = False

    def news(self) -> list[Row]:
        """Read its messages, and notice when it is gone or stuck."""
        rows: list[Row] = []
        while self.alive and self.worker.line.poll():
            try:
                kind, *rest = self.worker.line.recv()
            except (EOFError, OSError):
                self._gone()
                return rows
            if kind == "asked":
                seat, seconds = rest
                self.seat = self.seat if seat is None else seat
                self.until = None if seat is None else monotonic() + seconds + GRACE
            elif kind == "row":
                rows += rest
                self.game = None
            elif kind == "ready":
                self.ready = True
            else:
                msg = f"a game could not be played:\n{rest[0]}"
                raise RuntimeError(msg)
        if self.until is not None and monotonic() > self.until:
            self.alive = False
            self.wrong = "no answer in time, and its process had to be ended"
        elif not self.worker.process.is_alive() and not self.worker.line.poll():
            self._gone()
        return rows

    def _gone(self) -> None:
        self.alive = False
        self.wrong = f"ended its process ({self.worker.how_it_ended()})"

    def blame(self, game: Game) -> dict[int, str]:
        """Return who forfeits the game in which the process ended: the bot asked last, or all external ones."""
        external = [seat for seat, name in enumerate(game.bots) if is_external(name) and seat not in self.lost]
        blamed = [self.seat] if self.seat is not None and self.seat in external else external
        if not blamed:
            msg = f"a process {self.wrong} while it played {game.key}; finished games are kept: run the arena again"
            raise RuntimeError(msg)
        return self.lost | dict.fromkeys(blamed, self.wrong)


def _processes(games: list[Game], jobs: int) -> Iterator[Row]:
    """Play in processes. One that a bot has ended is replaced, and its game played again without that bot."""
    left: deque[tuple[Game, dict[int, str]]] = deque([(game, {}) for game in games])
    crew: list[_Player] = []
    try:
        while left or not all(player.ready for player in crew):
            idle = [player for player in crew if player.ready]
            for _ in range(min(jobs - len(crew), len(left) - len(idle))):
                crew.append(_Player())
                idle.append(crew[-1])
            for player in idle[: len(left)]:
                player.give(*left.popleft())
            wait([player.worker.line for player in crew], GLANCE)
            for player in list(crew):
                yield from player.news()
                if not player.alive:
                    crew.remove(player)
                    player.worker.stop()
                    if player.game is not None:
                        left.appendleft((player.game, player.blame(player.game)))
    finally:
        for player in crew:
            player.worker.stop()


def _play_there(game: Game, folders: list[Path]) -> Row:
    """Play one game in a process of Ray's, which knows no user-supplied data until it is told."""
    for folder in folders:
        registry.add_data(folder)
    return play(game)


def _ray(games: list[Game], jobs: int) -> Iterator[Row]:
    try:
        # by name, for Ray is an extra and only partly typed: the checks must not depend on its being there
        ray: Any = import_module("ray")
    except ImportError:
        msg = "the ray backend needs Ray: install kilowatt[ray]"
        raise RuntimeError(msg) from None

    ours = not ray.is_initialized()
    if ours:
        # with RAY_ADDRESS set this joins a cluster; otherwise it starts one of `jobs` workers here
        ray.init(num_cpus=max(1, jobs), include_dashboard=False, log_to_driver=False)
    try:
        remote: Any = ray.remote(max_retries=0)(_play_there)
        waiting: dict[Any, Game] = {}
        left = list(games)
        most = max(1, int(ray.cluster_resources().get("CPU", 1))) * AHEAD
        while left or waiting:
            while left and len(waiting) < most:
                game = left.pop(0)
                waiting[remote.remote(game, registry.added())] = game
            done, _ = ray.wait(list(waiting), num_returns=1)
            game = waiting.pop(done[0])
            try:
                row: Row = ray.get(done[0])
            except ray.exceptions.WorkerCrashedError:
                # a bot has ended Ray's process: played here, where it is found out which
                yield from _processes([game], 1)
            else:
                yield row
    finally:
        if ours:
            ray.shutdown()
