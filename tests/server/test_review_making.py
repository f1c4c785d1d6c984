"""A review in the making: own turns first, trials of people's claims only, and a limit on what they cost."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from kilowatt.coach.check import Trial
from kilowatt.coach.judge import Verdict
from kilowatt.coach.review import Row
from kilowatt.coach.saying import Claim
from kilowatt.engine.actions import Pass
from kilowatt.server.helper_process import Stuck
from kilowatt.server.tables.reading import review_making as making
from kilowatt.server.thinking.pool import Asker
from kilowatt.server.thinking.worker import CheckQuestion, ReviewAnswer, ReviewQuestion

SEATS = [0, 1, -1, 1, 0, 1]


class Thinks:
    """Answers as a thinking process would: every decision is a mistake, and every trial gains as much as is given."""

    def __init__(self, gain: float = 0.2) -> None:
        self.gain = gain
        self.asked: list[list[int]] = []
        self.trials: list[int] = []

    async def review(self, question: ReviewQuestion, _asker: Asker) -> ReviewAnswer:
        """Give rows."""
        if question.judge:
            self.asked.append(question.places)
        places = [place for place in question.places if place < len(SEATS)]
        verdict = Verdict("fuel", 0.2, 0.3, 0.1, 0, 1, mistake=True, played=Claim("bought_none"), better=(Pass(0),))
        judged = verdict if question.judge else None
        rows = [Row(place + 1, place + 1, 1, "fuel", SEATS[place], (0.5, 0.5), judged) for place in places]
        return ReviewAnswer(rows, SEATS, [0.5, 0.5])

    async def check(self, question: CheckQuestion, _asker: Asker) -> Trial:
        """Give a trial."""
        self.trials.append(question.place)
        return Trial(0.2, 0.2 + self.gain)


def made(thinker: Any, people: tuple[int, ...] = (1,)) -> making.Job:
    """Make a review for the player of seat 1."""
    job = making.Job("here", player=True, own=(1,), people=people)
    job.record = [""]
    asyncio.run(making.make(job, thinker, Asker("ABC", "here")))
    return job


def test_own_turns_come_first_and_only_claims_on_people_are_checked() -> None:
    """The reader's own decisions are judged before others'; a bot's are judged and never played on."""
    thinker = Thinks()
    job = made(thinker)
    assert thinker.asked == [[1, 3, 5], [0, 4]]
    assert set(thinker.trials) == {1, 3, 5}
    assert [row.verdict.checked if row.verdict else None for row in job.rows] == [0, 8, None, 8, 0, 8]
    assert job.checking == set()


def test_a_claim_that_does_not_hold_leaves_the_review() -> None:
    """Its row is no mistake any more."""
    job = made(Thinks(gain=0.0))
    assert [row.verdict.mistake for row in job.rows if row.seat == 1 and row.verdict] == [False] * 3


def test_trials_cost_no_more_than_their_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """When it is spent, what is left stays unchecked, however many mistakes a record has."""
    monkeypatch.setattr(making, "CHECK_SECONDS", 0.0)
    thinker = Thinks()
    job = made(thinker)
    assert thinker.trials == []
    assert all(row.verdict is None or row.verdict.checked == 0 for row in job.rows)
    assert job.checking == set()


def test_a_process_that_sticks_costs_a_claim_its_check_alone() -> None:
    """The review is made all the same."""

    class Sticks(Thinks):
        async def check(self, question: CheckQuestion, _asker: Asker) -> Trial:
            raise Stuck("no answer")

    job = made(Sticks())
    assert all(row.verdict.mistake for row in job.rows if row.seat == 1 and row.verdict)


def test_whoever_is_dropped_costs_nothing_more() -> None:
    """A review whose place somebody else has asks for nothing."""
    thinker = Thinks()
    job = making.Job("here", player=False)
    job.dropped = True
    assert asyncio.run(making.make(job, _thinker(thinker), Asker("ABC", "here"))) is False
    assert thinker.asked == []


def _thinker(thinker: Any) -> Any:
    return thinker
