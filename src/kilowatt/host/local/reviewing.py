"""Reviews and trials on one device: their questions wait behind every game."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from kilowatt.editions.options import BadOption
from kilowatt.editions.parts import CUSTOM
from kilowatt.host.errors import Denied
from kilowatt.host.game import moments
from kilowatt.host.game.stored import rules_for
from kilowatt.host.local.jobs import REVIEW, TRIAL, Jobs, Source, Waiting
from kilowatt.host.local.kept import DEVICE
from kilowatt.host.review_making import Job, Told, questions
from kilowatt.host.review_views import Reader, line_view, people_at, view_of, view_so_far
from kilowatt.host.thinking import CheckAnswer, CheckQuestion, GameAnswer, Numbered, ReviewAnswer
from kilowatt.host.trials import Trial
from kilowatt.host.workshop import plain_board

if TYPE_CHECKING:
    from kilowatt.host.local.kept import Kept
    from kilowatt.protocol import LineView, ReviewView, TrialView, TryOut

SECONDS = 20.0
"""What a question about a review or a trial may take."""
TRIES = 3


class _Making:
    """A review in the making, and its question that nobody has answered."""

    def __init__(self, kept: Kept) -> None:
        self.kept = kept
        self.job = Job(kept.room.seats_of(DEVICE), people_at(kept.room))
        self.job.record = [kept.header, *kept.lines]
        self.asking = questions(self.job)
        self.open: Any = next(self.asking, None)
        self.failures = 0
        self.asked = False
        """Whether somebody thinks about it."""


class Reviews(Source):
    """The reviews of finished games."""

    def __init__(self, jobs: Jobs) -> None:
        self.jobs = jobs
        self.making: dict[str, _Making] = {}
        jobs.sources.append(self)

    def look(self, kept: Kept, language: str) -> ReviewView:
        """Return a table's review, or what there is of it so far; the first request starts it."""
        room = kept.room
        if room.game is None or room.game.state.result is None:
            raise Denied("waiting")
        reader = Reader(language, room.players, room.seats_of(DEVICE))
        review = kept.review
        if review is not None:
            return view_of(review, room.game.rules, reader)
        making = self.making.get(room.code)
        if making is None:
            making = self.making[room.code] = _Making(kept)
        elif making.failures >= TRIES:
            del self.making[room.code]
            raise Denied("failed")
        return view_so_far(making.job, room.game.rules, reader)

    def line(self, kept: Kept, row: int, language: str) -> LineView:
        """Return the better line of a mistake; `Denied` where the row is not judged yet or is no mistake."""
        self.look(kept, language)
        review, making = kept.review, self.making.get(kept.room.code)
        rows = review.rows if review is not None else making.job.rows if making is not None else ()
        if review is None and making is not None and row not in making.job.judged:
            raise Denied("waiting")
        verdict = rows[row].verdict if row < len(rows) else None
        if verdict is None or not verdict.mistake:
            raise Denied("not_found")
        before = moments.game_at(kept.header, kept.upto(rows[row].first - 1)).state
        return line_view(verdict, Reader(language, kept.room.players, kept.room.seats_of(DEVICE)), before)

    def next(self, jobs: Jobs) -> Numbered | None:
        """Return the next question of a review that is not thought about."""
        for code, making in self.making.items():
            if making.open is not None and not making.asked and making.failures < TRIES:
                making.asked = True
                waiting = Waiting(
                    f"review {code}",
                    partial(self._take, making),
                    partial(self._fail, making),
                    partial(self._again, making),
                )
                return jobs.numbered(code, REVIEW, SECONDS, making.open, waiting)
        return None

    def _take(self, making: _Making, raw: bytes, seconds: float) -> None:
        is_check = isinstance(making.open, CheckQuestion)
        kind: Any = CheckAnswer if is_check else ReviewAnswer
        answer = msgspec.json.decode(raw, type=kind)
        if answer.error is not None and not is_check:
            self._fail(making)
            return
        making.asked, making.failures = False, 0
        self._go_on(making, Told(answer, seconds))

    def _fail(self, making: _Making) -> None:
        making.asked = False
        if isinstance(making.open, CheckQuestion):
            self._go_on(making, Told(None))
        else:
            making.failures += 1

    def _again(self, making: _Making) -> None:
        making.asked = False

    def _go_on(self, making: _Making, told: Told) -> None:
        try:
            making.open = making.asking.send(told)
        except StopIteration:
            kept = making.kept
            kept.rows = making.job.rows
            self.making.pop(kept.room.code, None)
            self.jobs.tables.touch(kept)


class Trials(Source):
    """Trials of drawn boards: one at a time."""

    def __init__(self, jobs: Jobs) -> None:
        self.trial: Trial | None = None
        self._asked = False
        jobs.sources.append(self)

    def start(self, asked: TryOut) -> TrialView:
        """Begin a trial; an earlier one must be over."""
        if self.trial is not None and not self.trial.over:
            raise Denied("trial_runs")
        board = plain_board(asked.board)
        try:
            rules = rules_for(CUSTOM, asked.seats, {"board": board})
        except BadOption as error:
            raise Denied("bad_board", field=error.option, reason=error.reason) from None
        self.trial, self._asked = Trial(rules, asked, DEVICE), False
        return self.trial.view()

    def find(self, trial: str) -> Trial:
        """Return the trial with this id."""
        if self.trial is None or self.trial.id != trial:
            raise Denied("no_trial")
        return self.trial

    def stop(self, trial: str) -> TrialView:
        """End a trial early; it keeps the games it has."""
        own = self.find(trial)
        own.stopped = True
        return own.view()

    def next(self, jobs: Jobs) -> Numbered | None:
        """Return the next piece of the trial."""
        trial = self.trial
        if trial is None or trial.over or self._asked:
            return None
        self._asked = True
        waiting = Waiting("trial", partial(self._take, trial), partial(self._fail, trial), self._again)
        return jobs.numbered("", TRIAL, SECONDS, trial.question(), waiting)

    def _take(self, trial: Trial, raw: bytes, seconds: float) -> None:
        self._go_on(trial, msgspec.json.decode(raw, type=GameAnswer))

    def _again(self) -> None:
        self._asked = False

    def _fail(self, trial: Trial) -> None:
        self._go_on(trial, GameAnswer(error="stuck"))

    def _go_on(self, trial: Trial, answer: GameAnswer) -> None:
        if trial is self.trial:
            trial.take(answer)
            self._asked = False
