"""Does following the adviser win, and do better plans win more? Small versions of tools.coach_proofs that can fail."""

from __future__ import annotations

from argparse import Namespace

import pytest

from kilowatt.statistics import mean
from tools import coach_proofs
from tools.evaluate import Job, play


@pytest.mark.thorough
def test_a_player_who_follows_the_adviser_beats_simple_bots() -> None:
    """Whoever does what the adviser says wins at least four of six games against three `simple`, mostly more."""
    jobs = [Job("adviser", "simple", "recharged/germany", 4, number, "pupil", ()) for number in range(6)]
    assert sum(play(job)["won"] for job in jobs) >= 4


@pytest.mark.thorough
def test_better_plans_win_more() -> None:
    """In games of `simple`, its worst decisions replaced by the better plan win more often when experts play on."""
    asked = Namespace(ruleset="recharged/germany", seats=3, bots="simple,normal", on="normal", replays=6)
    rows = [row for number in range(4) for row in coach_proofs.replace_rows(number, asked)]
    assert len(rows) >= 6
    assert mean([row["after"] for row in rows]) > mean([row["before"] for row in rows])
    assert all(row["claimed"] >= 0.03 for row in rows)


def test_a_puzzle_is_played_on_both_ways() -> None:
    """The best answer of a late puzzle and the next best are played on to the end, with the same cards."""
    asked = Namespace(on="simple", replays=2)
    (row,) = coach_proofs.puzzle_rows(0, asked)
    assert row == {**row, **coach_proofs.puzzle_rows(0, asked)[0], "seconds": row["seconds"]}
    assert -1 <= row["gain"] <= 1
    assert row["claimed"] >= 0.05
    assert coach_proofs.puzzle_rows(10_000, asked) == []


def test_a_puzzle_holds_only_where_its_interval_is_above_the_margin(capsys: pytest.CaptureFixture[str]) -> None:
    """A gain that the noise may explain is open, one below the margin fails."""
    row = {"puzzle": 1, "kind": "fuel", "claimed": 0.1, "seconds": 1.0, "replays": 400}
    coach_proofs.puzzle_report([{**row, "gain": 0.2, "error": 0.01}, {**row, "gain": 0.06, "error": 0.05}])
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(": ")[1].split(";")[0] for line in lines[:2]] == ["holds", "open"]
    coach_proofs.puzzle_report([{**row, "gain": 0.0, "error": 0.01}])
    assert "fails" in capsys.readouterr().out


def test_a_spread_is_measured_without_the_noise_of_its_replays(capsys: pytest.CaptureFixture[str]) -> None:
    """Chances that are right to the point have no spread, those that are off by a fifth have one of about that."""
    exact = [{"chances": [0.5, 0.5], "won": [won, 1 - won], "replays": 2} for won in (0.0, 0.5, 0.5, 1.0)]
    coach_proofs.spread_report(exact)
    assert "SPREAD 0.000" in capsys.readouterr().out
    off = [{"chances": [0.5, 0.5], "won": [0.7, 0.3], "replays": 10_000}]
    coach_proofs.spread_report(off)
    assert "standard error 0.200, SPREAD 0.400" in capsys.readouterr().out
