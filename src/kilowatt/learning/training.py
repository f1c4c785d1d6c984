"""Self-play of values: rounds of games, a fit, matches that keep or drop it, and a report; a stopped run continues.

The folder holds everything: `state.json`, `log.jsonl`, `report.md`, `best.weights`, the weights of every round and the
games of the last ones. With limits that are counts, the same seed gives the same weights.
"""

from __future__ import annotations

import json
import time
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from contextlib import ExitStack
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, final

import msgspec
import numpy as np

from kilowatt.learning.beginning import student_network
from kilowatt.learning.fitting import Setting, fit
from kilowatt.learning.matches import Match, Result, alone, by_group, mirrored, summary
from kilowatt.learning.network import Network, pack
from kilowatt.learning.notes import joined
from kilowatt.learning.reporting import report_of
from kilowatt.learning.selfplay import Table, load, play

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from kilowatt.learning.notes import Data

Given = TypeVar("Given")
Answer = TypeVar("Answer")
Log = dict[str, Any]

AHEAD = 3
"""Pieces of work per process that wait."""
STUDENT = "student"
"""Where a run may start from: the network of this bot."""
OLDER = 8
"""So many kept versions at most play on as older selves."""


class Plan(msgspec.Struct, frozen=True):
    """What a run does."""

    rounds: int = 100
    games: int = 8_000
    """Games of a round."""
    round_seconds: float = 0.0
    """A round's games also end after so many seconds; 0: by their number alone."""
    deals: int = 200
    """Deals of a match against the last kept version, each played twice."""
    yardsticks: tuple[str, ...] = ("simple", "student")
    """Bots that never change, alone against three of each."""
    yardstick_deals: int = 20
    """Deals against each of these, each played from four seats."""
    window: int = 3
    """Rounds whose games are fitted to."""
    patience: int = 3
    """After so many rounds in a row that bring nothing, the run ends."""
    margin: float = 1.0
    """Standard errors above a half that a round must win to be kept; from nothing the first is kept in any case."""
    chunk: int = 10
    """Games that a process plays at once."""
    seconds: float = 0.0
    """No round begins that would end later than this, as long as the last one took; 0: no limit."""
    seed: str = "values"
    jobs: int = 1
    start: str = ""
    """The first network: nothing for none, so that economists explore; `student`; or a file of weights."""
    first_astray: tuple[float, ...] = (0.1, 0.2, 0.3)
    """Shares of random choices in the first round, in which players have no network."""
    table: Table = Table()
    setting: Setting = Setting()
    commit: str = ""
    """Of this code, for the card of the weights."""


class Progress(msgspec.Struct):
    """How far a run has come."""

    seed: str
    round: int = 0
    """Rounds that are finished."""
    kept: list[int] = msgspec.field(default_factory=list)
    """Rounds whose network was kept."""
    idle: int = 0
    games: int = 0
    seconds: float = 0.0


class Chunk(NamedTuple):
    """Games that a process plays at once."""

    file: str
    first: int
    many: int
    seed: str
    table: Table
    current: str
    older: tuple[str, ...]


def play_chunk(chunk: Chunk) -> str:
    """Play games and write their notes; return the file."""
    numbers = range(chunk.first, chunk.first + chunk.many)
    data = joined(
        [play(n, seed=chunk.seed, table=chunk.table, current=chunk.current, older=chunk.older) for n in numbers]
    )
    part = Path(f"{chunk.file}.part")
    with part.open("wb") as opened:
        np.savez_compressed(opened, **data)  # type: ignore[arg-type]  # its stubs take arrays only by position
    part.replace(chunk.file)
    return chunk.file


@final
class Run:
    """A run in its folder."""

    def __init__(self, plan: Plan, folder: Path, report: Callable[[Log], None]) -> None:
        self.plan, self.folder, self.report = plan, folder, report
        folder.mkdir(parents=True, exist_ok=True)
        state = folder / "state.json"
        self.progress = (
            msgspec.json.decode(state.read_bytes(), type=Progress) if state.exists() else Progress(plan.seed)
        )
        if self.progress.seed != plan.seed:
            raise ValueError(f"{folder} holds a run with the seed {self.progress.seed!r}, not {plan.seed!r}")
        if plan.start == STUDENT and not self.weights(0).exists():
            for path in (folder / "best.weights", self.weights(0)):
                _write(path, pack(student_network(), {"start": STUDENT}))
        self.begun = time.monotonic()
        self.pool: ProcessPoolExecutor | None = None

    def weights(self, number: int) -> Path:
        """Return the file of a round's network."""
        return self.folder / f"round-{number:03}.weights"

    @property
    def current(self) -> str:
        """Return the file of the last kept network; where the run starts from before there is one."""
        if self.progress.kept:
            return str(self.weights(self.progress.kept[-1]))
        return str(self.weights(0)) if self.plan.start == STUDENT else self.plan.start

    def run(self) -> Progress:
        """Go on until the rounds, the time or the patience are at an end."""
        with ExitStack() as stack:
            if self.plan.jobs > 1:
                self.pool = stack.enter_context(ProcessPoolExecutor(self.plan.jobs, mp_context=get_context("spawn")))
            last = 0.0
            while self.progress.round < self.plan.rounds and self.progress.idle < self.plan.patience:
                begun = time.monotonic()
                if self.plan.seconds and begun - self.begun + last > self.plan.seconds:
                    break
                self._round(self.progress.round + 1)
                last = time.monotonic() - begun
        return self.progress

    def _round(self, number: int) -> None:
        begun = time.monotonic()
        games = self._play(number)
        played = time.monotonic()
        data = self._data(number)
        setting = self.plan.setting
        weights = load(self.current)
        network = Network.of(weights) if weights else Network.fresh(setting.width, setting.depth, seed=1)
        rate = setting.later_rate if weights else setting.rate
        said = fit(network, data, setting, rate=rate, seed=number, jobs=self.plan.jobs, known=bool(self.progress.kept))
        card = {
            "commit": self.plan.commit,
            "config": msgspec.to_builtins(_named(self.plan)),
            "round": number,
            "games": self.progress.games + games,
            "held_out": {name: said[name] for name in ("win_loss", "score_loss", "off_by_seats", "off_by_phase")},
        }
        _write(self.weights(number), pack(network, card))
        fitted = time.monotonic()
        matches = self._matches(number)
        share = matches["last"]
        # a first network is kept in any case: only games of its own can improve it
        keep = weights is None or share["share"] - 0.5 > self.plan.margin * share["error"]
        seconds = {
            "games": round(played - begun, 1),
            "fit": round(fitted - played, 1),
            "matches": round(time.monotonic() - fitted, 1),
        }
        self._finish(number, games, time.monotonic() - begun, keep=keep)
        self._note({"round": number, "games": games, "kept": keep, "fit": said, "matches": matches, "seconds": seconds})

    def _finish(self, number: int, games: int, seconds: float, *, keep: bool) -> None:
        progress = self.progress
        progress.round = number
        progress.games += games
        progress.idle = 0 if keep else progress.idle + 1
        if keep:
            progress.kept.append(number)
            _write(self.folder / "best.weights", self.weights(number).read_bytes())
        progress.seconds += seconds
        _write(self.folder / "state.json", msgspec.json.encode(progress))
        for old in self.folder.glob("games-*"):
            if int(old.name.removeprefix("games-")) <= number - self.plan.window:
                for file in old.iterdir():
                    file.unlink()
                old.rmdir()

    def _note(self, line: Log) -> None:
        with (self.folder / "log.jsonl").open("a", encoding="utf-8") as log:
            log.write(json.dumps(line) + "\n")
        lines = (self.folder / "log.jsonl").read_text(encoding="utf-8").splitlines()
        _write(self.folder / "report.md", report_of([json.loads(each) for each in lines]).encode())
        self.report(line)

    def _play(self, number: int) -> int:
        """Play the games of a round that are not there yet; return how many there are."""
        plan = self.plan
        folder = self.folder / f"games-{number:03}"
        folder.mkdir(exist_ok=True)
        table = plan.table
        if not self.current:
            # players without a network would play the same again and again
            table = msgspec.structs.replace(table, astray=plan.first_astray)
        older = tuple(str(self.weights(each)) for each in self.progress.kept[-OLDER - 1 : -1])
        chunks = [
            Chunk(
                str(folder / f"{first:06}.npz"),
                first,
                min(plan.chunk, plan.games - first),
                f"{plan.seed}/{number}",
                table,
                self.current,
                older,
            )
            for first in range(0, plan.games, plan.chunk)
        ]
        missing = [chunk for chunk in chunks if not Path(chunk.file).exists()]
        until = time.monotonic() + plan.round_seconds if plan.round_seconds else None
        for _ in self._each(play_chunk, missing, until):
            pass
        return sum(chunk.many for chunk in chunks if Path(chunk.file).exists())

    def _each(
        self, work: Callable[[Given], Answer], given: Iterable[Given], until: float | None = None
    ) -> Iterator[Answer]:
        """Do pieces of work, in processes where there are several; begin none after a time."""
        waiting = iter(given)
        if self.pool is None:
            for each in waiting:
                if until is not None and time.monotonic() > until:
                    return
                yield work(each)
            return
        running = {self.pool.submit(work, each) for each in islice(waiting, AHEAD * self.plan.jobs)}
        while running:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()
                if until is None or time.monotonic() < until:
                    running |= {self.pool.submit(work, each) for each in islice(waiting, 1)}
                else:
                    running = {each for each in running if not each.cancel()}

    def _data(self, number: int) -> Data:
        """Read the games of the last rounds."""
        parts: list[Data] = []
        for each in range(max(1, number - self.plan.window + 1), number + 1):
            for file in sorted((self.folder / f"games-{each:03}").glob("*.npz")):
                with np.load(file) as opened:
                    part = {name: opened[name] for name in opened.files}
                if part:
                    # games of two rounds have different numbers
                    parts.append(part | {"games": part["games"] + each * 10_000_000})
        return joined(parts)

    def _matches(self, number: int) -> dict[str, Any]:
        plan = self.plan
        new = str(self.weights(number))
        seed = f"{plan.seed}/{number}/match"
        work = [Match(deal, seed, new, self.current, plan.table.ruleset) for deal in range(plan.deals)]
        last = self._sorted(mirrored, work)
        shares: dict[str, Any] = {"last": {**summary(last), "groups": by_group(last)}}
        for name in plan.yardsticks:
            deals = range(plan.yardstick_deals)
            work = [Match(deal, f"{seed}/{name}", new, f":{name}", plan.table.ruleset) for deal in deals]
            if work:
                shares[name] = summary(self._sorted(alone, work))
        return shares

    def _sorted(self, work: Callable[[Match], Result], given: list[Match]) -> list[Result]:
        return sorted(self._each(work, given))


def _named(plan: Plan) -> Plan:
    """Return what of a plan decides the weights: not how long it runs, nor on what machine."""
    return msgspec.structs.replace(plan, jobs=0, rounds=0, seconds=0.0, commit="", start=Path(plan.start).name)


def _write(path: Path, data: bytes) -> None:
    """Write a file so that a killed run leaves the old one or the new one."""
    part = path.with_name(path.name + ".part")
    part.write_bytes(data)
    part.replace(path)
