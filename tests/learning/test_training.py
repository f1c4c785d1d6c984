"""A training run: rounds are kept or dropped, a stopped run continues, the same seed gives the same weights."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner

import kilowatt.cli
from kilowatt.bots.values import read_values
from kilowatt.editions.options import BadOption
from kilowatt.learning import training
from kilowatt.learning.fitting import Setting
from kilowatt.learning.matches import Match, Result, alone, by_group, mirrored, summary
from kilowatt.learning.selfplay import Table
from kilowatt.learning.training import Plan, Run

TINY = Plan(
    rounds=2,
    games=2,
    chunk=1,
    deals=2,
    yardsticks=("simple",),
    yardstick_deals=0,
    seed="tiny",
    table=Table(ladder=(("simple", 1.0),)),
    setting=Setting(width=16, depth=1, epochs=2, batch=64),
)


def ran(plan: Plan, folder: Path) -> list[dict[str, Any]]:
    """Run a plan; return its log."""
    Run(plan, folder, lambda _: None).run()
    return [json.loads(line) for line in (folder / "log.jsonl").read_text(encoding="utf-8").splitlines()]


@pytest.mark.thorough
def test_a_stopped_run_continues(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two rounds in one go and with a stop in the middle of the second give the same weights and the same log."""
    monkeypatch.setattr(training, "mirrored", lambda match: Result(match.number, "card-game:2", 1.0))
    whole = ran(TINY, tmp_path / "whole")
    assert whole[0]["kept"]
    assert (tmp_path / "whole" / "best.weights").exists()
    assert "| 2 | 2 |" in (tmp_path / "whole" / "report.md").read_text(encoding="utf-8")
    card = read_values((tmp_path / "whole" / "round-002.weights").read_bytes(), "x").card
    assert (card["round"], card["games"], card["config"]["seed"]) == (2, 4, "tiny")

    ran(msgspec.structs.replace(TINY, rounds=1), tmp_path / "parts")
    played = training.play_chunk

    def stops(chunk: training.Chunk) -> str:
        if chunk.first:
            raise KeyboardInterrupt
        return played(chunk)

    monkeypatch.setattr(training, "play_chunk", stops)
    with pytest.raises(KeyboardInterrupt):
        ran(TINY, tmp_path / "parts")
    monkeypatch.setattr(training, "play_chunk", played)
    parts = ran(TINY, tmp_path / "parts")
    for each in whole + parts:
        del each["seconds"]
    assert parts == whole
    for name in ("round-001.weights", "round-002.weights"):
        assert (tmp_path / "parts" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()


@pytest.mark.thorough
def test_a_run_ends_when_rounds_bring_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A round that does not win is dropped; after so many in a row as the patience allows the run ends."""
    monkeypatch.setattr(training, "mirrored", lambda match: Result(match.number, "card-game:2", 0.5))
    log = ran(msgspec.structs.replace(TINY, rounds=9, games=1, patience=2, window=1), tmp_path)
    assert [line["kept"] for line in log] == [True, False, False]
    assert sorted(path.name for path in tmp_path.glob("games-*")) == ["games-003"]


@pytest.mark.thorough
def test_a_run_starts_where_student_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From `student` on the first players have its network, and a first round that does not win is dropped."""
    rivals: list[str] = []

    def lost(match: Match) -> Result:
        rivals.append(match.rival)
        return Result(match.number, "card-game:2", 0.25)

    monkeypatch.setattr(training, "mirrored", lost)
    setting = Setting(epochs=1, batch=64)
    log = ran(msgspec.structs.replace(TINY, rounds=1, games=1, start="student", setting=setting), tmp_path)
    assert not log[0]["kept"]
    assert (tmp_path / "best.weights").read_bytes() == (tmp_path / "round-000.weights").read_bytes()
    assert rivals == [str(tmp_path / "round-000.weights")] * 2
    assert read_values((tmp_path / "round-000.weights").read_bytes(), "x").card["start"] == "student"


def test_another_seed_is_another_run(tmp_path: Path) -> None:
    """A folder of one run is not continued with another seed."""
    (tmp_path / "state.json").write_bytes(msgspec.json.encode(training.Progress("one")))
    with pytest.raises(ValueError, match="holds a run with the seed 'one'"):
        Run(TINY, tmp_path, lambda _: None)


def test_matches_are_fair() -> None:
    """A player against itself wins exactly its share: a half with seats exchanged, a quarter alone against three."""
    assert mirrored(Match(3, "x", "", "")).won == 0.5
    outcome = alone(Match(0, "x", "", ""))
    assert (outcome.won, outcome.kind) == (0.25, "recharged/germany:4")


def test_a_stronger_player_wins_its_match() -> None:
    """Economists win more than half against `random`, with the same deals and exchanged seats."""
    assert mirrored(Match(1, "x", "", ":random")).won == 1.0


def test_shares_have_errors_and_groups() -> None:
    """The error is that of the mean over deals, and shares are also given by ruleset and seats."""
    rows = [Result(0, "a/b:2", 1.0), Result(1, "a/b:3", 0.5), Result(2, "card-game:2", 0.0), Result(3, "a/b:2", 0.5)]
    said = summary(rows)
    assert said["share"] == 0.5
    assert said["error"] == pytest.approx(0.2041, abs=1e-4)
    assert by_group(rows) == {"2 seats": 0.5, "3 seats": 0.5, "a/b": 0.667, "card-game": 0.0}


def test_the_command_trains(tmp_path: Path) -> None:
    """`kilowatt train` runs from nothing to a network and a report, and refuses to continue another run."""
    command = ["train", f"--out={tmp_path}", "--rounds=1", "--games=2", "--deals=2", "--yardsticks=", "--seed=command"]
    done = CliRunner().invoke(kilowatt.cli.app, command)
    assert done.exit_code == 0, done.output
    assert "round 1: 2 games" in done.output
    assert (tmp_path / "best.weights").stat().st_size < 600_000
    again = CliRunner().invoke(kilowatt.cli.app, [*command, "--seed=other"])
    assert isinstance(again.exception, BadOption)
    assert "torch" not in sys.modules
