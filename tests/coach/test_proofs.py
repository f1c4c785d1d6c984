"""Small versions of the measurements of tools.coach_proofs, with effects so large that they can fail."""

from __future__ import annotations

from argparse import Namespace

import pytest

from kilowatt.coach.puzzles import Puzzle, shipped
from kilowatt.statistics import mean
from tools.coach_proofs import chances, measuring, plans, puzzles
from tools.coach_proofs.games import played

BOTS = ("normal", "hard")
LOWEST = ("easy", "simple")
DUEL = {"ruleset": "recharged/germany", "seats": 2}
AHEAD = 0.95
"""By so much the best answer of a puzzle leads where it wins the game and the next best loses it."""


def lead(puzzle: Puzzle) -> float:
    """By how much the best answer is ahead of the next best."""
    return puzzle.chances[puzzle.best] - sorted(puzzle.chances)[-2]


def test_a_player_who_follows_the_adviser_beats_a_beginner() -> None:
    """Whoever does what the adviser says wins a game of two against `easy`."""
    (row,) = plans.follow_rows(0, Namespace(**DUEL, bots="easy"))
    assert row["won"] == 1


@pytest.mark.slow
def test_a_player_who_follows_the_adviser_beats_simple_bots() -> None:
    """Whoever does what the adviser says wins at least four of six games against three `simple`, mostly more."""
    asked = Namespace(ruleset="recharged/germany", seats=4, bots="simple")
    assert sum(row["won"] for number in range(6) for row in plans.follow_rows(number, asked)) >= 4


def test_accuracy_rises_with_the_bot(capsys: pytest.CaptureFixture[str]) -> None:
    """In a game of each bot the stronger one is the more accurate, and `expert` gives nothing away."""
    rows = [{"game": 0, **row} for row in plans.ladder_rows(0, Namespace(**DUEL, bots="simple,normal,expert"))]
    simple, normal, expert = [row["accuracy"] for row in rows]
    assert simple + 5 < normal < expert == 100
    plans.ladder_report([*rows, *[{**row, "game": 1} for row in rows]])
    assert f"normal - simple: {normal - simple:.1f} ± 0.0" in capsys.readouterr().out


def test_what_a_weak_player_gave_away_is_gained_by_the_better_plans() -> None:
    """The worst decisions of a `simple`, replaced by the better plan, gain 70 % of what was claimed, and more."""
    rows = plans.replace_rows(7, Namespace(**DUEL, bots="simple,normal", on="normal", replays=6))
    assert len(rows) == plans.WORST
    assert all(row["claimed"] >= 0.03 for row in rows)
    gained = mean([row["after"] - row["before"] for row in rows])
    assert gained >= 0.7 * mean([row["claimed"] for row in rows])


def test_a_missed_target_is_named() -> None:
    """Figures whose whole interval lies below a target miss it, others do not; the commands end with status 1 then."""
    lost = [{"game": game, "deal": game, "field": "expert", "won": 0.0} for game in range(40)]
    assert plans.follow_report(lost) == ["wins against expert"]
    assert plans.follow_report([{**row, "won": float(number % 2)} for number, row in enumerate(lost)]) == []
    fell = [{"game": game, "bot": bot, "accuracy": 50 - 9 * (bot == "hard")} for game in range(9) for bot in BOTS]
    assert plans.ladder_report(fell) == ["hard - normal"]
    beginner = [{"game": game, "bot": bot, "accuracy": 70 + (bot == "simple")} for game in range(9) for bot in LOWEST]
    assert plans.ladder_report(beginner) == ["easy - simple"]
    nothing = [{"game": game, "kind": "fuel", "claimed": 0.1, "before": 0.2, "after": 0.2} for game in range(9)]
    assert plans.replace_report(nothing) == ["gained beyond 0.7 of what was claimed, in points,"]
    assert plans.replace_report([{**row, "after": 0.3} for row in nothing]) == []


def test_a_review_is_timed_as_a_host_makes_it() -> None:
    """A review has its first verdict before all of one seat, and these before the whole; what is too slow is named."""
    took = measuring.review_seconds(played("card-game", 2, ["simple", "simple"], 1))
    assert 0 < took["first verdict"] < took["own seat"] < took["whole review"]
    assert measuring.too_slow({"first verdict": 1.5, "own seat": 2.0, "whole review": 41.0}) == [
        "first verdict in 1 s",
        "whole review in 40 s",
    ]


@pytest.mark.thorough
def test_better_plans_win_more() -> None:
    """In games of `simple`, its worst decisions replaced by the better plan win more often when experts play on."""
    asked = Namespace(ruleset="recharged/germany", seats=3, bots="simple,normal", on="normal", replays=6)
    rows = [row for number in range(4) for row in plans.replace_rows(number, asked)]
    assert len(rows) >= 6
    assert mean([row["after"] for row in rows]) > mean([row["before"] for row in rows])
    assert all(row["claimed"] >= 0.03 for row in rows)


def test_nothing_is_claimed_of_an_expert() -> None:
    """No decision of `expert` is called a mistake, also where a plant is worth less than nothing to an economist."""
    asked = Namespace(ruleset="card-game", seats=2, bots="expert", on="expert", replays=1)
    assert plans.replace_rows(0, asked) == []


def test_experts_give_the_answers_of_puzzles() -> None:
    """`expert` gives the answers of the shipped puzzles, `simple` misses some."""
    asked = Namespace(bots="expert,simple")
    rows = [row for number in range(3, 420, 60) for row in puzzles.answer_rows(number, asked)]
    assert all(row["right"] for row in rows if row["bot"] == "expert")
    assert not all(row["right"] for row in rows if row["bot"] == "simple")
    assert puzzles.answer_rows(10_000, asked) == []


def test_answers_of_last_rounds_decide_their_games() -> None:
    """Played on by `expert` in all seats, the best answer wins every game and the next best none."""
    asked = Namespace(on="expert", replays=2)
    decided = [number for number, one in enumerate(shipped().puzzles) if one.kind == "city" and lead(one) > AHEAD][:5]
    assert [puzzles.puzzle_rows(number, asked)[0]["gain"] for number in decided] == [1.0] * 5


def test_a_puzzle_is_played_on_both_ways() -> None:
    """The best answer of a late puzzle and the next best are played on to the end, with the same cards."""
    asked = Namespace(on="simple", replays=2)
    (row,) = puzzles.puzzle_rows(0, asked)
    assert row == {**row, **puzzles.puzzle_rows(0, asked)[0], "seconds": row["seconds"]}
    assert -1 <= row["gain"] <= 1
    assert row["claimed"] >= 0.05
    assert puzzles.puzzle_rows(10_000, asked) == []


def test_a_puzzle_holds_only_where_its_interval_is_above_the_margin(capsys: pytest.CaptureFixture[str]) -> None:
    """A gain that the noise may explain is open, one below the margin fails."""
    row = {"puzzle": 1, "kind": "fuel", "claimed": 0.1, "seconds": 1.0, "replays": 400}
    puzzles.puzzle_report([{**row, "gain": 0.2, "error": 0.01}, {**row, "gain": 0.06, "error": 0.05}])
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(": ")[1].split(";")[0] for line in lines[:2]] == ["holds", "open"]
    puzzles.puzzle_report([{**row, "gain": 0.0, "error": 0.01}])
    assert "fails" in capsys.readouterr().out


def test_a_spread_is_measured_without_the_noise_of_its_replays(capsys: pytest.CaptureFixture[str]) -> None:
    """Chances that are right to the point have no spread, those that are off by a fifth have one of about that."""
    exact = [{"chances": [0.5, 0.5], "won": [won, 1 - won], "replays": 2} for won in (0.0, 0.5, 0.5, 1.0)]
    chances.spread_report(exact)
    assert "SPREAD 0.000" in capsys.readouterr().out
    off = [{"chances": [0.5, 0.5], "won": [0.7, 0.3], "replays": 10_000}]
    chances.spread_report(off)
    assert "standard error 0.200, SPREAD 0.400" in capsys.readouterr().out
