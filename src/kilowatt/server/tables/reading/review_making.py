"""A review in the making: first everybody's chances, then the verdicts, own turns first, then trials of the claims.

Each question to a thinking process is short, so that a game never waits long for one; what a review may cost in all is
limited here. Knows no words and no viewers.
"""

from __future__ import annotations

import asyncio
import time
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from msgspec.structs import replace

from kilowatt.coach import check
from kilowatt.coach.review import SWINGS, Review, Row, summed
from kilowatt.engine.ids import NOBODY
from kilowatt.server.helper_process import Stuck
from kilowatt.server.thinking.worker import CheckQuestion, ReviewQuestion
from kilowatt.table.record import parse

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from kilowatt.coach.check import Trial
    from kilowatt.server.thinking.pool import Asker, Thinker

CHANCES = 120
"""Turns whose chances are worked out per question."""
TURNS = 6
"""Turns that are judged per question."""
CHECK_SECONDS = 90.0
"""Seconds of a thinking process that the trials of one review may take; what is left then stays unchecked."""
TRIES = 3
T = TypeVar("T")


class Job:
    """A review in the making: for whom, whether they played, and whose decisions come first and are checked."""

    def __init__(self, address: str, *, player: bool, own: Sequence[int] = (), people: Sequence[int] = ()) -> None:
        self.address = address
        self.player = player
        self.own = tuple(own)
        self.people = tuple(people)
        self.record: list[str] = []
        self.rows: list[Row] = []
        self.start: tuple[float, ...] = ()
        self.seats: list[int] = []
        """Whose each turn is; -1 for cards."""
        self.judged: set[int] = set()
        self.checking: set[int] = set()
        """Rows whose claims wait for trials."""
        self.failed = False
        self.dropped = False
        """Somebody who played another game has its place."""

    def decisions(self, seats: Sequence[int] | None = None) -> list[int]:
        """List the turns that are decisions, of some seats or of all."""
        return [place for place, seat in enumerate(self.seats) if seat != NOBODY and (seats is None or seat in seats)]

    def so_far(self) -> Review:
        """Sum up what there is."""
        return summed(parse(self.record[:1]), self.rows, self.start)


async def make(job: Job, thinker: Thinker, asker: Asker) -> bool:
    """Make a review; `Stuck` if a process fails again and again. Return whether it was made, not dropped."""
    await _look(job, thinker, asker)
    own = job.decisions(job.own)
    await _judge(job, own, thinker, asker)
    _claim(job)
    rest = [place for place in job.decisions() if place not in job.judged]
    await _judge(job, rest, thinker, asker)
    _claim(job)
    await _check(job, thinker, asker)
    return not job.dropped


async def _look(job: Job, thinker: Thinker, asker: Asker) -> None:
    while not job.dropped and (not job.seats or len(job.rows) < len(job.seats)):
        first = len(job.rows)
        question = ReviewQuestion(job.record, list(range(first, first + CHANCES)), judge=False)
        part = await _tried(partial(thinker.review, question, asker))
        job.seats, job.start = part.seats, tuple(part.start)
        job.rows += part.rows
        if not part.rows:
            return


async def _judge(job: Job, places: Sequence[int], thinker: Thinker, asker: Asker) -> None:
    for at in range(0, len(places), TURNS):
        if job.dropped:
            return
        some = list(places[at : at + TURNS])
        question = ReviewQuestion(job.record, some, judge=True)
        part = await _tried(partial(thinker.review, question, asker))
        for place, row in zip(some, part.rows, strict=True):
            job.rows[place] = row
            job.judged.add(place)


def _claim(job: Job) -> None:
    """Note which claims are to be checked: the largest of each person."""
    job.checking = set()
    for seat in job.people:
        wrong = [
            place
            for place, row in enumerate(job.rows)
            if row.seat == seat and row.verdict is not None and row.verdict.mistake
        ]
        job.checking.update(sorted(wrong, key=lambda place: -_loss(job, place))[:SWINGS])


def _loss(job: Job, place: int) -> float:
    verdict = job.rows[place].verdict
    return verdict.loss if verdict is not None else 0.0


async def _check(job: Job, thinker: Thinker, asker: Asker) -> None:
    spent = 0.0
    mine = [place for place in job.checking if job.rows[place].seat in job.own]
    others = [place for place in job.checking if place not in mine]
    for place in [*sorted(mine, key=lambda at: -_loss(job, at)), *sorted(others, key=lambda at: -_loss(job, at))]:
        row, trials = job.rows[place], list[check.Trial]()
        verdict = row.verdict
        assert verdict is not None  # noqa: S101 - a claim
        while not job.dropped and spent < CHECK_SECONDS and not check.settled(trials):
            question = CheckQuestion(job.record, place, verdict, len(trials))
            began = time.perf_counter()
            try:
                trials.append(await thinker.check(question, asker))
            except Stuck:
                break
            finally:
                spent += time.perf_counter() - began
        if check.settled(trials):
            job.rows[place] = _checked(row, trials)
        job.checking.discard(place)


def _checked(row: Row, trials: Sequence[Trial]) -> Row:
    assert row.verdict is not None  # noqa: S101 - a claim
    return replace(row, verdict=check.checked(row.verdict, trials))


async def _tried(ask: Callable[[], Awaitable[T]]) -> T:
    for attempt in range(TRIES):
        try:
            return await ask()
        except Stuck:
            if attempt + 1 == TRIES:
                raise
            await asyncio.sleep(0)
    raise Stuck("no answer")
