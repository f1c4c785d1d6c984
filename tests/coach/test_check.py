"""Claims of a review are checked by playing on: what the trials do not show is no mistake."""

from __future__ import annotations

import pytest

from kilowatt.coach import check
from kilowatt.coach.check import MOST, Trial
from kilowatt.coach.judge import Verdict, judge
from kilowatt.coach.record_turns import Turn, turns_of
from kilowatt.coach.saying import Claim
from kilowatt.engine.actions import Pass
from tools.coach_proofs import played

CLAIM = Verdict("fuel", 0.2, 0.3, 0.1, 0.2, 0.4, mistake=True, played=Claim("bought_none"), better=(Pass(0),))


def test_a_claim_that_the_trials_do_not_show_is_no_mistake() -> None:
    """It costs nothing then, has no better plan, and the number of games is kept."""
    verdict = check.checked(CLAIM, [Trial(0.2, 0.22)] * 4)
    assert (verdict.mistake, verdict.loss, verdict.better, verdict.checked) == (False, 0.0, (), 8)
    assert verdict.best == verdict.chance


def test_a_claim_costs_no_more_than_the_trials_show() -> None:
    """A loss that was claimed too high becomes what they show; one that they exceed stays as it was claimed."""
    verdict = check.checked(CLAIM, [Trial(0.2, 0.25)] * 4)
    assert (verdict.mistake, verdict.loss, verdict.chance) == (True, 0.05, 0.25)
    assert check.checked(CLAIM, [Trial(0.2, 0.6)] * 4).loss == CLAIM.loss


def test_trials_end_when_the_claim_is_clear() -> None:
    """A few that agree are enough; where they do not, there are more, but no more than the limit."""
    assert not check.settled([Trial(0.2, 0.6)] * 3)
    assert check.settled([Trial(0.2, 0.6)] * 4)
    unclear = [Trial(0.2, 0.6), Trial(0.6, 0.2)] * 6
    assert not check.settled(unclear[:6])
    assert len(unclear) == MOST
    assert check.settled(unclear)


@pytest.fixture(scope="module")
def mistake() -> tuple[Turn, Verdict]:
    """Find a mistake late in a game of weak bots."""
    for turn in reversed(turns_of(played("recharged/germany", 3, ["simple"] * 3, 3))):
        verdict = judge(turn) if turn.seat >= 0 and turn.round else None
        if verdict is not None and verdict.mistake:
            return turn, verdict
    raise AssertionError("a game of weak bots without a mistake")


def test_a_trial_is_the_same_each_time(mistake: tuple[Turn, Verdict]) -> None:
    """The number decides the cards, and both ways end with a chance."""
    trial = check.trial(*mistake, 0)
    assert trial == check.trial(*mistake, 0)
    assert all(0 <= chance <= 1 for chance in trial)
