"""Reviews: the same each time, resumable, and honest about noise."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import msgspec
import pytest
from typer.testing import CliRunner

import kilowatt
from kilowatt import coach
from kilowatt.bots import Budget, make_bot
from kilowatt.cli import app
from kilowatt.coach.line import best_line
from kilowatt.coach.record_turns import turns_of
from kilowatt.coach.review import SWINGS, Row
from kilowatt.editions.options import BadOption
from kilowatt.engine.actions import Bid, Build
from kilowatt.engine.asks import ASK_BID
from kilowatt.engine.game import clone
from kilowatt.table.messages import catalogue
from kilowatt.table.record import Record

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def record() -> Record:
    """The first three rounds of a game between a beginner and economists."""
    table = kilowatt.Table(kilowatt.ruleset("recharged/germany", 3), seed=6, players=["Ann", "Ben", "Cem"])
    bots = [make_bot("easy", 1), make_bot("economist"), make_bot("economist")]
    while isinstance(table.actor, int) and table.state.round < 4:
        table.play(bots[table.actor].advise(clone(table.state), table.actor, Budget()).action)
    return table.record()


@pytest.fixture(scope="module")
def reviewed(record: Record) -> coach.Review:
    """Its review."""
    return coach.review(record)


def test_rows_cover_every_entry_once(record: Record, reviewed: coach.Review) -> None:
    """Every action of the record belongs to one row, in order."""
    covered = [seq for row in reviewed.rows for seq in range(row.first, row.last + 1)]
    assert covered == [entry.seq for entry in record.standing() if entry.action is not None]


def test_chances_after_each_turn_are_shares(reviewed: coach.Review) -> None:
    """The chances of all seats together are 1 after every turn."""
    assert all(sum(row.chances) == pytest.approx(1, abs=1e-3) for row in reviewed.rows)


def test_small_differences_are_no_mistakes(reviewed: coach.Review) -> None:
    """A loss below one point counts as none; from three points on it is a mistake, with a better plan and reasons."""
    verdicts = [row.verdict for row in reviewed.rows if row.verdict is not None]
    assert verdicts
    for verdict in verdicts:
        assert verdict.loss == 0 or verdict.loss >= 0.01
        assert verdict.mistake == (verdict.loss >= 0.03) == bool(verdict.claims)
        assert verdict.best == pytest.approx(verdict.chance + verdict.loss, abs=1e-3)


def test_what_the_adviser_recommends_is_never_blamed() -> None:
    """In a game of which every move is the adviser's, the review calls nothing a mistake and takes nothing off."""
    table = kilowatt.Table(kilowatt.ruleset("recharged/germany", 3), seed=9)
    while isinstance(table.actor, int) and table.state.round < 4:
        for action in coach.advise(table.state, table.actor).best.actions:
            table.play(action)
    review = coach.review(table.record())
    assert [report.mistakes for report in review.reports] == [0, 0, 0]
    assert [report.accuracy for report in review.reports] == [100, 100, 100]
    assert sum(row.verdict is not None for row in review.rows) > 30


def test_a_bid_that_was_raised_costs_nothing(record: Record, reviewed: coach.Review) -> None:
    """Only the bid that bought a plant is judged."""
    for turn, row in zip(turns_of(record), reviewed.rows, strict=True):
        if isinstance(turn.actions[0], Bid) and turn.ask == ASK_BID:
            assert row.verdict is None or turn.bought


def test_what_was_better_is_compared_with_what_was_played(reviewed: coach.Review) -> None:
    """No reason of a mistake speaks of a next best plan."""
    verdicts = [row.verdict for row in reviewed.rows if row.verdict is not None and row.verdict.mistake]
    texts = [coach.claim_text(claim) for verdict in verdicts for claim in verdict.claims if "seat" not in claim.args]
    assert any("than as played" in text for text in texts)
    assert not any("next best" in text for text in texts)


def test_a_review_continues_where_it_stopped(record: Record, reviewed: coach.Review) -> None:
    """Given its first rows, a review works out only the others and is the same in the end."""
    half = reviewed.rows[: len(reviewed.rows) // 2]
    made: list[Row] = []
    again = coach.review(record, done=half, on_row=lambda row, _place, _total: made.append(row))
    assert again == reviewed
    assert len(made) == len(reviewed.rows) - len(half)


def test_rows_of_another_game_are_refused(record: Record, reviewed: coach.Review) -> None:
    """Rows that do not fit the record are not taken for its own."""
    with pytest.raises(ValueError, match="done: row 0 is not of this record"):
        coach.review(record, done=reviewed.rows[1:])


def test_accuracy_is_a_share_kept(reviewed: coach.Review) -> None:
    """Accuracy lies between 0 and 100, in all and by phase, and is 100 where a seat lost nothing."""
    for seat, report in enumerate(reviewed.reports):
        assert 0 <= report.accuracy <= 100
        assert all(0 <= value <= 100 for value in report.phases.values())
        lost = [row.verdict.loss for row in reviewed.rows if row.seat == seat and row.verdict is not None]
        assert (report.accuracy == 100) == (not any(lost))
        assert len(report.swings) <= SWINGS


def test_the_command_prints_and_writes(record: Record, tmp_path: Path) -> None:
    """`kilowatt review` prints accuracy and swings, writes a page, and takes up the rows it kept."""
    game = tmp_path / "game.jsonl"
    short = Record(record.header, record.entries[:60])
    short.write(game)
    kept, page = tmp_path / "kept.jsonl", tmp_path / "page.html"
    runner = CliRunner()
    first = runner.invoke(app, ["review", str(game), "--resume", str(kept), "-o", str(page)])
    assert first.exit_code == 0, first.output
    assert "Ann: accuracy" in first.stdout
    assert "<svg" in page.read_text(encoding="utf-8")
    rows = kept.read_text(encoding="utf-8").splitlines()
    kept.write_text("\n".join(rows[:5]) + "\n", encoding="utf-8")
    again = runner.invoke(app, ["review", str(game), "--resume", str(kept), "--json"])
    assert json.loads(again.stdout)["rows"][0]["first"] == 1
    assert kept.read_text(encoding="utf-8").splitlines() == rows
    kept.write_text("\n".join(rows[:5]) + "\n" + rows[5][:20], encoding="utf-8")
    runner.invoke(app, ["review", str(game), "--resume", str(kept)])
    assert kept.read_text(encoding="utf-8").splitlines() == rows


def test_a_seat_that_is_not_there_cannot_be_checked(record: Record, tmp_path: Path) -> None:
    """`--check` names the seats there are, before anything is worked out."""
    game = tmp_path / "game.jsonl"
    Record(record.header, record.entries[:20]).write(game)
    refused = CliRunner().invoke(app, ["review", str(game), "--check", "7"])
    assert refused.exit_code != 0
    assert f"1 to {record.header.seats}" in str(refused.exception or refused.output)


@pytest.mark.parametrize("content", [b'{"kilowatt":1}\n{}\n', b"my notes", b"\xff\x00\n", b'["normal",0,{}]\n'])
def test_a_file_that_keeps_no_turns_is_refused_and_stays(record: Record, tmp_path: Path, content: bytes) -> None:
    """`--resume` writes nothing over a record, notes, other bytes, or turns that another version kept."""
    game, other = tmp_path / "game.jsonl", tmp_path / "other"
    Record(record.header, record.entries[:60]).write(game)
    other.write_bytes(content)
    refused = CliRunner().invoke(app, ["review", str(game), "--resume", str(other)])
    assert isinstance(refused.exception, BadOption)
    assert "name a new file" in str(refused.exception)
    assert other.read_bytes() == content


def test_a_replay_marks_the_swings(record: Record, reviewed: coach.Review, tmp_path: Path) -> None:
    """`kilowatt replay --review` prints each swing below the last entry of its turn; a foreign review is refused."""
    game, marks = tmp_path / "game.jsonl", tmp_path / "review.json"
    record.write(game)
    marks.write_bytes(msgspec.json.encode(reviewed))
    runner = CliRunner()
    shown = runner.invoke(app, ["replay", str(game), "--review", str(marks)])
    assert shown.exit_code == 0, shown.output
    assert shown.stdout.count("       ^ ") == sum(len(report.swings) for report in reviewed.reports) > 0
    marks.write_bytes(msgspec.json.encode(msgspec.structs.replace(reviewed, ruleset="card-game")))
    other = runner.invoke(app, ["replay", str(game), "--review", str(marks)])
    assert "another game" in str(other.exception)


def test_a_better_line_plays_the_better_plan_and_ends_its_round(record: Record, reviewed: coach.Review) -> None:
    """The line of a mistake is the better plan, then the rest of its round, always the same; other rows have none."""
    turns = turns_of(record)
    lines = 0
    for turn, row in zip(turns, reviewed.rows, strict=True):
        if row.verdict is None:
            continue
        steps = best_line(turn.before, row.verdict)
        assert bool(steps) == row.verdict.mistake
        if steps:
            lines += 1
            again = best_line(turn.before, row.verdict)
            assert [kilowatt.snapshot(step.state) for step in again] == [
                kilowatt.snapshot(step.state) for step in steps
            ]
            assert steps[-1].state.round == row.round + 1 or steps[-1].state.result is not None
            assert steps[-1].claim.code == "line_end"
            first = row.verdict.better[0]
            if isinstance(first, Build):
                assert first.city in coach_cities(steps[0].state, row.seat)
                own = [step.claim.code for step in steps if step.claim.args.get("seat") == row.seat]
                assert own == ["did_build"] * sum([isinstance(action, Build) for action in row.verdict.better])
    assert lines


def coach_cities(state: kilowatt.State, seat: int) -> list[str]:
    """The cities of a seat."""
    return [city for city, number in state.rules.city_ids.items() if state.cities[seat] >> number & 1]


def test_a_better_bid_is_one_that_the_adviser_would_make(record: Record, reviewed: coach.Review) -> None:
    """A better plan of a mistake is the adviser's first choice in that position."""
    checked = 0
    for turn, row in zip(turns_of(record), reviewed.rows, strict=True):
        if row.verdict is not None and row.verdict.mistake:
            checked += 1
            assert row.verdict.better == coach.advise(turn.before, row.seat).best.actions
    assert checked


def test_what_the_reader_did_is_said_to_the_reader() -> None:
    """A claim about one's own turn speaks to "you", whatever the player is called; about others it uses their names."""
    claim = coach.Claim("did_build_none", {"seat": 1})
    names = ["Ann", "You"]
    assert coach.claim_text(claim, players=names, own=(1,)) == "You build nothing."
    assert coach.claim_text(claim, "de", players=names, own=(1,)) == "Du schließt nichts an."
    assert coach.claim_text(claim, players=["Ann", "Bob"], own=(0,)) == "Bob builds nothing."


def test_everything_done_can_be_said_to_the_reader() -> None:
    """Both languages have a sentence to the reader for every sentence about a seat."""
    for language in ("en", "de"):
        codes = catalogue(language)["coach"]
        told = {code.removeprefix("did_") for code in codes if code.startswith("did_")}
        assert told == {code.removeprefix("you_") for code in codes if code.startswith("you_")}
