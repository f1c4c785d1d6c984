"""A review in the making: first everybody's chances, then the verdicts, own turns first, then trials of the claims.

Each question is short, so that a game never waits long for whoever thinks; what a review may cost in all is limited
here. Knows no words and no viewers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from kilowatt.coach import check
from kilowatt.coach.review import Review, Row, largest_mistakes, summed
from kilowatt.engine.ids import NOBODY
from kilowatt.host.thinking import CheckAnswer, CheckQuestion, ReviewAnswer, ReviewQuestion
from kilowatt.table.record import parse

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from kilowatt.coach.judge import Verdict

CHANCES = 120
"""Turns whose chances are worked out per question."""
TURNS = 6
"""Turns that are judged per question."""
CHECK_SECONDS = 90.0
"""Seconds of thinking that the first trials of one review may take; what is left then stays unchecked."""
THOROUGH_SECONDS = 600.0
"""Seconds that trials may take after them, until what still counts as a mistake was played on often each way."""


class Job:
    """A review in the making: whose decisions come first, whose are checked, and whether thoroughly."""

    def __init__(self, own: Sequence[int] = (), people: Sequence[int] = (), *, thorough: bool = False) -> None:
        self.own = tuple(own)
        self.people = tuple(people)
        self.thorough = thorough
        """Whether mistakes are played on as often as time does not matter; it may be given up at any time."""
        self.record: list[str] = []
        self.rows: list[Row] = []
        self.start: tuple[float, ...] = ()
        self.seats: list[int] = []
        """Whose each turn is; -1 for cards."""
        self.judged: set[int] = set()
        self.checking: set[int] = set()
        """Rows whose claims wait for trials."""
        self.trials: dict[int, list[check.Trial]] = {}
        self.claims: dict[int, Verdict] = {}
        """What was claimed of rows before their trials."""
        self.only_trials = False
        """All is judged and checked by a few trials: more of them only make it surer."""
        self.dropped = False
        """Somebody who played another game has its place."""

    def decisions(self, seats: Sequence[int] | None = None) -> list[int]:
        """List the turns that are decisions, of some seats or of all."""
        return [place for place, seat in enumerate(self.seats) if seat != NOBODY and (seats is None or seat in seats)]

    def so_far(self) -> Review:
        """Sum up what there is."""
        return summed(parse(self.record[:1]), self.rows, self.start)


class Told(NamedTuple):
    """The answer to a question and the seconds that it took; None where nobody could answer a trial."""

    answer: ReviewAnswer | CheckAnswer | None
    seconds: float = 0.0


def questions(job: Job) -> Generator[ReviewQuestion | CheckQuestion, Told, None]:
    """Ask what is needed for a review, one question after another, and take the answers into the job."""
    yield from _look(job)
    yield from _judge(job, job.decisions(job.own))
    _claim(job)
    yield from _judge(job, [place for place in job.decisions() if place not in job.judged])
    _claim(job)
    yield from _check(job)


def _look(job: Job) -> Generator[ReviewQuestion | CheckQuestion, Told, None]:
    while not job.dropped and (not job.seats or len(job.rows) < len(job.seats)):
        first = len(job.rows)
        told = yield ReviewQuestion(job.record, list(range(first, first + CHANCES)), judge=False)
        part = told.answer
        assert isinstance(part, ReviewAnswer)  # noqa: S101 - whoever asks gives up where there is none
        job.seats, job.start = part.seats, tuple(part.start)
        job.rows += part.rows
        if not part.rows:
            return


def _judge(job: Job, places: Sequence[int]) -> Generator[ReviewQuestion | CheckQuestion, Told, None]:
    for at in range(0, len(places), TURNS):
        if job.dropped:
            return
        some = list(places[at : at + TURNS])
        told = yield ReviewQuestion(job.record, some, judge=True)
        assert isinstance(told.answer, ReviewAnswer)  # noqa: S101 - as above
        for place, row in zip(some, told.answer.rows, strict=True):
            job.rows[place] = row
            job.judged.add(place)


def _claim(job: Job) -> None:
    """Note which claims are to be checked: the largest of each person."""
    job.checking = {place for seat in job.people for place in largest_mistakes(seat, job.rows)}


def _loss(job: Job, place: int) -> float:
    verdict = job.rows[place].verdict
    return verdict.loss if verdict is not None else 0.0


def _check(job: Job) -> Generator[ReviewQuestion | CheckQuestion, Told, None]:
    mine = [place for place in job.checking if job.rows[place].seat in job.own]
    others = [place for place in job.checking if place not in mine]
    places = [*sorted(mine, key=lambda at: -_loss(job, at)), *sorted(others, key=lambda at: -_loss(job, at))]
    spent = 0.0
    for place in places:
        spent += yield from _tried(job, place, check.FEWEST, CHECK_SECONDS - spent)
        job.checking.discard(place)
    job.only_trials = True
    spent = 0.0
    for place in [place for place in places if check.settled(job.trials[place]) and _loss(job, place)]:
        if job.thorough:
            spent += yield from _tried(job, place, check.THOROUGH, THOROUGH_SECONDS - spent)


def _tried(job: Job, place: int, fewest: int, seconds: float) -> Generator[ReviewQuestion | CheckQuestion, Told, float]:
    """Play a claim on until it is clear after so many trials each way; return the seconds that it took."""
    verdict = job.claims.setdefault(place, _claimed(job, place))
    trials, spent = job.trials.setdefault(place, []), 0.0
    while not job.dropped and spent < seconds and not check.settled(trials, fewest):
        if job.only_trials and not job.thorough:
            break
        told = yield CheckQuestion(job.record, place, verdict, len(trials))
        spent += told.seconds
        if not isinstance(told.answer, CheckAnswer) or told.answer.trial is None:
            break
        trials.append(told.answer.trial)
        if job.only_trials:
            job.rows[place] = replace(job.rows[place], verdict=replace(_claimed(job, place), checked=2 * len(trials)))
    if check.settled(trials):
        job.rows[place] = replace(job.rows[place], verdict=check.checked(verdict, trials))
    return spent


def _claimed(job: Job, place: int) -> Verdict:
    verdict = job.rows[place].verdict
    assert verdict is not None  # noqa: S101 - a claim
    return verdict
