"""Puzzles: enough of them, small, proved, and the same for everybody on a day."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner

import kilowatt
from kilowatt import coach
from kilowatt.cli import app
from kilowatt.coach import puzzles
from tools import puzzle_quality
from tools.special_moments import rule_of

SHIPPED = puzzles.shipped()
ATLAS = {info.id for info in kilowatt.rulesets() if info.chapter}
DOCS = Path(__file__).parents[2] / "docs"


BY_BOARD = Counter(
    SHIPPED.games[puzzle.game].ruleset.split("/")[-1]
    for puzzle in SHIPPED.puzzles
    if SHIPPED.games[puzzle.game].ruleset in ATLAS
)


def test_there_are_enough_puzzles_over_all_rulesets_in_little_room() -> None:
    """At least 400 puzzles are shipped, some for every ruleset outside the atlas, in less than 300 kB."""
    assert len(SHIPPED.puzzles) >= 400
    by_game = Counter(SHIPPED.games[puzzle.game].ruleset for puzzle in SHIPPED.puzzles)
    assert {info.id for info in kilowatt.rulesets()} - ATLAS <= set(by_game)
    assert puzzles.FILE.stat().st_size < 300_000


@pytest.mark.parametrize("board", sorted({name.split("/")[-1] for name in ATLAS}))
def test_every_board_of_the_atlas_has_five_puzzles(board: str) -> None:
    """At least five puzzles are of each board of the atlas, and a special rule of it matters in some of them."""
    rows = [
        one for one in SHIPPED.puzzles if SHIPPED.games[one.game].ruleset in {f"original/{board}", f"recharged/{board}"}
    ]
    assert len(rows) == BY_BOARD[board] >= 5
    assert any(rule_of(puzzles.position(SHIPPED, one)) for one in rows)


def test_the_documents_count_the_puzzles_that_are_shipped() -> None:
    """The sentences of the manual and of the lab, and the command that proves them all, have the file's numbers."""
    of = [SHIPPED.games[puzzle.game].ruleset for puzzle in SHIPPED.puzzles]
    published = Counter(name for name in of if name not in ATLAS)
    ours = [puzzle for name, puzzle in zip(of, SHIPPED.puzzles, strict=True) if name in ATLAS]
    others = [puzzle for name, puzzle in zip(of, SHIPPED.puzzles, strict=True) if name not in ATLAS]
    proved = [name for name, puzzle in zip(of, SHIPPED.puzzles, strict=True) if puzzle.games and name not in ATLAS]
    assert proved == ["card-game"]
    whole, some = sum(one.games == 400 for one in ours), [one for one in ours if 0 < one.games < 400]
    easy = sum(one.difficulty == 1 for one in SHIPPED.puzzles)
    every, special = len(SHIPPED.puzzles), sum(bool(rule_of(puzzles.position(SHIPPED, one))) for one in ours)
    page = (DOCS / "coach.md").read_text(encoding="utf-8").replace("\n", " ")
    boards = f"at least {min(BY_BOARD.values())} of each of the {len(BY_BOARD)} boards"
    held = [one.games for one in some]
    for said in (
        f"Kilowatt ships {every} puzzles, {easy} of them found by all four bots;",
        f"At least {min(published.values())} are of each of the {len(published)} published rulesets,",
        f"{len(ours)} of boards of the atlas, {boards}; in {special} of these {len(ours)} a special rule",
        f"{whole} of the atlas and one of the card game are [proved](lab/coach.md#puzzles-that-were-proved)",
        f"{len(held)} more of the atlas held in {min(held)} to {max(held)} games each way.",
        f"The other {len(ours) - whole - len(held)} of the atlas and {len(others) - 1} of the published rulesets",
        f"coach_proofs puzzles --games {every} --replays 400",
    ):
        assert said in page, said
    easy = sum(one.difficulty == 1 for one in ours if one.games == 400)
    lab = (DOCS / "lab" / "coach.md").read_text(encoding="utf-8").replace("\n", " ")
    assert f"{easy} of the {whole} of the atlas are found by every bot" in lab


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


def test_a_sample_still_holds_and_no_reason_speaks_against_it() -> None:
    """The coach finds the same best answer again, and says nothing that rather speaks for another."""
    for puzzle in SHIPPED.puzzles[5::60]:
        assert puzzle_quality.unclear(SHIPPED, puzzle) == ""


@pytest.mark.thorough
def test_every_puzzle_still_holds_and_no_reason_speaks_against_it() -> None:
    """The same of every shipped puzzle."""
    assert [puzzle_quality.unclear(SHIPPED, puzzle) for puzzle in SHIPPED.puzzles] == [""] * len(SHIPPED.puzzles)


def test_no_puzzle_is_trivial() -> None:
    """No shipped puzzle that all four bots find has one other answer only, unless it asks for a bid."""
    assert not [one for one in SHIPPED.puzzles if one.trivial]
    easy = puzzles.Puzzle(0, 0, "city", 0, [0.5, 0.1], list(puzzles.RUNGS))
    assert easy.trivial
    assert not msgspec.structs.replace(easy, chances=[0.5, 0.2, 0.1]).trivial
    assert not msgspec.structs.replace(easy, found=["easy", "normal", "hard"]).trivial
    assert not msgspec.structs.replace(easy, kind="worth").trivial


def test_no_puzzle_repeats_another() -> None:
    """No seat is asked the same twice in a round, and no plant is asked about twice."""
    assert list(puzzle_quality.repeats(SHIPPED)) == []
    twice = puzzles.Collection(SHIPPED.games, SHIPPED.puzzles[:1] * 2)
    assert len(list(puzzle_quality.repeats(twice))) == 1


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
