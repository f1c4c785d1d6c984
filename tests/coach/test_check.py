"""Claims of a review are checked by playing on: what the trials do not show is no mistake."""

from __future__ import annotations

from math import inf

import pytest

from kilowatt import coach
from kilowatt.coach import check
from kilowatt.coach.check import MOST, Trial
from kilowatt.coach.judge import Verdict, judge
from kilowatt.coach.record_turns import Turn, turns_of
from kilowatt.coach.review import largest_mistakes
from kilowatt.coach.saying import Claim
from kilowatt.engine.actions import Pass
from tools.coach_proofs.games import played

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
    assert not check.settled([Trial(0.2, 0.6)] * 99, check.THOROUGH)
    assert check.settled([Trial(0.2, 0.6)] * 100, check.THOROUGH)


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


def test_a_late_decision_is_played_on_to_the_end(mistake: tuple[Turn, Verdict]) -> None:
    """Where the leader lacks a few cities a trial ends with the game; before that after two rounds."""
    turn, verdict = mistake
    assert check.until(turn.before) == inf
    assert all(chance in (0, 0.5, 1) for chance in check.trial(turn, verdict, 1))
    early = turns_of(played("recharged/germany", 3, ["simple"] * 3, 3))[12].before
    assert check.until(early) == early.round + check.ROUNDS


def test_a_claim_that_more_trials_refute_ends_early() -> None:
    """Where a gain below 3 % is sure, a hundred trials are not made; what may hold is played on."""
    nothing = [Trial(0.2, 0.2), Trial(0.2, 0.21)] * 10
    assert check.settled(nothing, check.THOROUGH)
    assert not check.checked(CLAIM, nothing).mistake
    assert not check.settled([Trial(0.2, 0.3)] * 20, check.THOROUGH)


def test_only_the_claims_of_the_seats_asked_for_are_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    """A claim that holds keeps its number of games, one that does not is no mistake, and other seats' rows stay."""
    record = played("card-game", 2, ["simple"] * 2, 3)
    rows = coach.review(record).rows
    wrong = largest_mistakes(0, rows)
    assert wrong
    assert largest_mistakes(1, rows)
    asked: list[tuple[int, int]] = []
    gains = iter([0.4] * 4)
    monkeypatch.setattr(check, "trial", lambda *_: Trial(0.2, 0.2 + next(gains, 0.0)))
    after = check.checked_rows(record, rows, [0], lambda number, many: asked.append((number, many)))
    assert asked == [(number, len(wrong)) for number in range(len(wrong))]
    first = after[wrong[0]].verdict
    assert first is not None
    assert (first.mistake, first.checked) == (True, 8)
    assert all(row.verdict is None or not row.verdict.mistake for row in [after[place] for place in wrong[1:]])
    assert [row for row in after if row.seat == 1] == [row for row in rows if row.seat == 1]
    monkeypatch.setattr(check, "trial", lambda *_: Trial(0.2, 0.6))
    more = check.checked_rows(record, rows, [0], fewest=100)[wrong[0]].verdict
    assert more is not None
    assert more.checked == 200
