"""A review in the making: own turns first, trials of people's claims only, and a limit on what they cost."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

import kilowatt
from kilowatt.coach.check import PROVED, Trial
from kilowatt.coach.judge import Verdict
from kilowatt.coach.review import Row
from kilowatt.coach.saying import Claim
from kilowatt.engine.actions import Pass
from kilowatt.host.review_making import CHECK_SECONDS, THOROUGH_SECONDS
from kilowatt.host.review_views import Reader, view_so_far
from kilowatt.host.thinking import CheckQuestion, ReviewAnswer, ReviewQuestion
from kilowatt.server.helper_process import Stuck
from kilowatt.server.tables.reading import review_making as making
from kilowatt.server.thinking.pool import LOOK_SECONDS, Asker

SEATS = [0, 1, -1, 1, 0, 1]


class Thinks:
    """Answers as a thinking process would: every decision is a mistake, and every trial gains as much as is given."""

    def __init__(self, gain: float = 0.2, took: float = 0.0) -> None:
        self.gain = gain
        self.took = took
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

    async def check(self, question: CheckQuestion, _asker: Asker) -> tuple[Trial, float]:
        """Give a trial, after some waiting."""
        self.trials.append(question.place)
        return Trial(0.2, 0.2 + self.gain), self.took


def made(thinker: Any, people: tuple[int, ...] = (1,)) -> making.Job:
    """Make a review for the player of seat 1."""
    job = making.Job(Asker("ABC", "here"), player=True, own=(1,), people=people)
    job.record = [""]
    asyncio.run(making.make(job, thinker))
    return job


def test_own_turns_come_first_and_only_claims_on_people_are_checked() -> None:
    """The reader's own decisions are judged before others'; a bot's are judged and never played on."""
    thinker = Thinks()
    job = made(thinker)
    assert thinker.asked == [[1, 3, 5], [0, 4]]
    assert set(thinker.trials) == {1, 3, 5}
    assert [row.verdict.checked if row.verdict else None for row in job.rows] == [0, 200, None, 200, 0, 200]
    assert job.checking == set()


def test_a_claim_that_does_not_hold_leaves_the_review() -> None:
    """Its row is no mistake any more."""
    job = made(Thinks(gain=0.0))
    assert [row.verdict.mistake for row in job.rows if row.seat == 1 and row.verdict] == [False] * 3


def test_trials_cost_no_more_than_their_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """When it is spent, what is left stays unchecked, however many mistakes a record has."""
    monkeypatch.setattr("kilowatt.host.review_making.CHECK_SECONDS", 0.0)
    thinker = Thinks()
    job = made(thinker)
    assert thinker.trials == []
    assert all(row.verdict is None or row.verdict.checked == 0 for row in job.rows)
    assert job.checking == set()


def test_more_trials_have_a_limit_of_their_own_and_the_first_are_kept() -> None:
    """All claims get their few trials before any gets more; when the time is spent, each says how many it had."""
    thinker = Thinks(took=THOROUGH_SECONDS / 80)
    job = made(thinker)
    assert thinker.trials[:12] == [1] * 4 + [3] * 4 + [5] * 4
    assert len(thinker.trials) == 12 + 80
    assert [row.verdict.checked for row in job.rows if row.seat == 1 and row.verdict] == [168, 8, 8]
    assert job.checking == set()


def test_a_review_can_be_read_before_its_claims_are_surer() -> None:
    """It is stored once all is judged, and ends at once where its place is needed; no trial is lost."""
    thinker, stored = Thinks(), list[int]()
    job = making.Job(Asker("ABC", "here"), player=True, own=(1,), people=(1,))
    job.record = [""]

    async def store() -> None:
        stored.append(len(thinker.trials))
        job.thorough = False

    assert asyncio.run(making.make(job, _thinker(thinker), store))
    assert stored == [12]
    assert [row.verdict.checked for row in job.rows if row.seat == 1 and row.verdict] == [10, 8, 8]
    assert job.checking == set()


def test_a_claim_shows_its_cost_only_once_enough_games_proved_it() -> None:
    """After the few first trials it is listed without one; a claim about a bot, which nobody checks, is shown."""
    rules, reader = kilowatt.ruleset("recharged/germany", 2), Reader("en", ["Ann", "Ben"], (1,))
    job = making.Job(Asker("ABC", "here"), player=True, own=(1,), people=(1,))
    job.record = list(kilowatt.Table(rules, seed=1).record().lines())[:1]

    async def store() -> None:
        rows = view_so_far(job, rules, reader, PROVED).rows
        assert [row.verdict.checking for row in rows if row.seat == 1 and row.verdict] == [True] * 3
        assert not any(row.verdict.checking for row in rows if row.seat == 0 and row.verdict)

    thinker = Thinks(took=THOROUGH_SECONDS / 120)
    asyncio.run(making.make(job, _thinker(thinker), store))
    rows = view_so_far(job, rules, reader, PROVED).rows
    assert [(row.verdict.checking, row.verdict.checked) for row in rows if row.seat == 1 and row.verdict] == [
        (False, 200),
        (True, 56),
        (True, 8),
    ]


def test_a_review_says_how_long_it_goes_on_growing_surer() -> None:
    """It can be read, and names the number of games while more trials follow; 0 once they are given up."""
    rules, reader = kilowatt.ruleset("recharged/germany", 2), Reader("en", ["Ann", "Ben"], (1,))
    job = making.Job(Asker("ABC", "here"), player=True, own=(1,), people=(1,))
    assert (view_so_far(job, rules, reader).ready, view_so_far(job, rules, reader).aim) == (False, 0)
    job.only_trials = True
    assert (view_so_far(job, rules, reader).ready, view_so_far(job, rules, reader).aim) == (True, 200)
    job.thorough = False
    assert view_so_far(job, rules, reader).aim == 0


def test_only_the_time_of_a_process_counts_against_the_limit() -> None:
    """Trials that took a third of it each are made until it is spent; waiting for a process costs nothing."""
    thinker = Thinks(took=CHECK_SECONDS / 3)
    made(thinker)
    assert len(thinker.trials) == 3


def test_a_process_that_sticks_costs_a_claim_its_check_alone() -> None:
    """The review is made all the same."""

    class Sticks(Thinks):
        async def check(self, question: CheckQuestion, _asker: Asker) -> tuple[Trial, float]:
            self.trials.append(question.place)
            raise Stuck("no answer")

    sticks = Sticks()
    job = made(sticks)
    assert len(sticks.trials) <= CHECK_SECONDS / LOOK_SECONDS + 1
    assert all(row.verdict.mistake for row in job.rows if row.seat == 1 and row.verdict)


def test_whoever_is_dropped_costs_nothing_more() -> None:
    """A review whose place somebody else has asks for nothing."""
    thinker = Thinks()
    job = making.Job(Asker("ABC", "here"), player=False)
    job.dropped = True
    assert asyncio.run(making.make(job, _thinker(thinker))) is False
    assert thinker.asked == []


def _thinker(thinker: Any) -> Any:
    return thinker
