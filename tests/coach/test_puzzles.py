"""Puzzles: enough of them, small, proved, and the same for everybody on a day."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest
from typer.testing import CliRunner

import kilowatt
from kilowatt import coach
from kilowatt.cli import app
from kilowatt.coach import puzzles

if TYPE_CHECKING:
    from pathlib import Path

SHIPPED = puzzles.shipped()


def test_there_are_enough_puzzles_over_all_rulesets_in_little_room() -> None:
    """At least 400 puzzles are shipped, some for every ruleset, in less than 300 kB."""
    assert len(SHIPPED.puzzles) >= 400
    by_game = Counter(SHIPPED.games[puzzle.game].ruleset for puzzle in SHIPPED.puzzles)
    assert set(by_game) == {info.id for info in kilowatt.rulesets()}
    assert puzzles.FILE.stat().st_size < 300_000


def test_every_puzzle_has_a_question_answers_and_reasons() -> None:
    """Each puzzle's position asks its kind of question, has its answers, and facts that speak for the best."""
    for puzzle in SHIPPED.puzzles[::15]:
        state = puzzles.position(SHIPPED, puzzle)
        answers = [row.option for row in puzzles.answers_of(state)]
        assert puzzles.question_kind(state, answers) == puzzle.kind
        assert len(answers) == len(puzzle.chances)
        assert puzzle.chances[puzzle.best] >= max(
            chance + puzzles.MARGIN for place, chance in enumerate(puzzle.chances) if place != puzzle.best
        )
        assert all(kilowatt.refusal(state, answer.actions[0]) is None for answer in answers)
        facts = puzzles.reasons(state)[puzzle.best]
        assert facts
        assert all(coach.claim_text(fact, "de", state.rules) for fact in facts)


def test_a_sample_is_proved_again() -> None:
    """The search that found a puzzle finds the same best answer again."""
    for puzzle in SHIPPED.puzzles[5::60]:
        proof = puzzles.proved(puzzles.position(SHIPPED, puzzle))
        assert proof is not None
        assert proof[0] == puzzle.best


@pytest.mark.thorough
def test_every_puzzle_is_proved_again() -> None:
    """Every shipped puzzle is proved by the search that found it."""
    for puzzle in SHIPPED.puzzles:
        proof = puzzles.proved(puzzles.position(SHIPPED, puzzle))
        assert proof is not None
        assert proof[0] == puzzle.best


def test_a_day_has_one_puzzle() -> None:
    """The puzzle of a day depends on the date alone, and a month repeats none."""
    month = [puzzles.daily(SHIPPED, f"2026-11-{day:02}") for day in range(1, 31)]
    assert len(set(month)) == 30
    assert month == [puzzles.daily(SHIPPED, f"2026-11-{day:02}") for day in range(1, 31)]
    shown = CliRunner().invoke(app, ["puzzles", "--day", "2026-11-16"])
    assert shown.stdout.strip() == str(month[15])


def test_difficulty_follows_the_bots() -> None:
    """A puzzle that every bot finds has difficulty 1, one that none finds 5."""
    for puzzle in SHIPPED.puzzles:
        assert puzzle.difficulty == 5 - len(puzzle.found)


def test_puzzles_are_made_and_added(tmp_path: Path) -> None:
    """`kilowatt puzzles --make` cuts puzzles from a game and adds to a file it finds."""
    out = tmp_path / "mine.json.xz"
    runner = CliRunner()
    for count in (1, 2):
        made = runner.invoke(
            app, ["puzzles", "--make", "1", "--ruleset", "original/usa", "--seed", str(count), "-o", str(out)]
        )
        assert made.exit_code == 0, made.output
        assert len(puzzles.unpack(out.read_bytes()).puzzles) == count
    out.write_bytes(b"no such thing")
    broken = runner.invoke(app, ["puzzles", "--make", "1", "-o", str(out)])
    assert "puzzles:" in str(broken.exception)
