"""A review in the making on a server: for whom, and how the thinking processes answer its questions."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from kilowatt.host import review_making
from kilowatt.host.review_making import Told, questions
from kilowatt.host.thinking import CheckAnswer, CheckQuestion
from kilowatt.server.helper_process import Stuck
from kilowatt.server.thinking.pool import LOOK_SECONDS

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from kilowatt.host.thinking import ReviewQuestion
    from kilowatt.server.thinking.pool import Asker, Thinker

TRIES = 3
T = TypeVar("T")


class Job(review_making.Job):
    """A review in the making: for whom, whether they played, and whose decisions come first and are checked."""

    def __init__(self, asker: Asker, *, player: bool, own: Sequence[int] = (), people: Sequence[int] = ()) -> None:
        super().__init__(own, people, thorough=True)
        self.asker = asker
        """Whose time it takes; another one once somebody asks for a review that the end of the game began."""
        self.player = player
        self.failed = False
        self.stored = False
        """Whether it was written as it can be read first."""


async def make(job: Job, thinker: Thinker, on_readable: Callable[[], Awaitable[None]] | None = None) -> bool:
    """Make a review; `Stuck` if a process fails again and again. Return whether it was made, not dropped.

    `on_readable` is called when all is judged and only more trials follow.
    """
    making = questions(job)
    told: Told | None = None
    while True:
        try:
            question = making.send(told) if told is not None else next(making)
        except StopIteration:
            return not job.dropped
        if job.only_trials and on_readable is not None:
            await on_readable()
            on_readable = None
        told = await _told(question, job, thinker)


async def _told(question: ReviewQuestion | CheckQuestion, job: Job, thinker: Thinker) -> Told:
    if not isinstance(question, CheckQuestion):
        return Told(await _tried(partial(thinker.review, question, job.asker)))
    try:
        trial, took = await thinker.check(question, job.asker)
    except Stuck:
        return Told(None, LOOK_SECONDS)
    return Told(CheckAnswer(trial), took)


async def _tried(ask: Callable[[], Awaitable[T]]) -> T:
    for attempt in range(TRIES):
        try:
            return await ask()
        except Stuck:
            if attempt + 1 == TRIES:
                raise
            await asyncio.sleep(0)
    raise Stuck("no answer")
