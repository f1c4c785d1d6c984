"""Records: written, read, replayed; a damaged one keeps its good prefix and says where it stops."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

import kilowatt
from kilowatt.engine.actions import Pass
from kilowatt.table.playout import random_action


def some_table(moves: int = 30, ruleset: str = "recharged/germany", seats: int = 3) -> kilowatt.Table:
    """A table with some moves played."""
    table = kilowatt.Table(kilowatt.ruleset(ruleset, seats), seed=7, players=["Anna", "Bob", "Cleo"][:seats])
    rng = Random(5)
    for _ in range(moves):
        table.play(random_action(table.state, rng), by="player")
    return table


@pytest.fixture
def lines() -> list[str]:
    """The lines of a record."""
    return some_table().record().lines()


def test_a_record_comes_back_from_its_file(tmp_path: Path) -> None:
    """Writing and reading a record loses nothing, and its replay is the game."""
    table = some_table()
    path = tmp_path / "game.jsonl"
    table.record().write(path)
    record = kilowatt.read_record(path)
    assert record.lines() == table.record().lines()
    assert kilowatt.snapshot(kilowatt.replay(record).state) == kilowatt.snapshot(table.state)


def test_the_header_has_its_fixed_fields(lines: list[str]) -> None:
    """Format, version, ruleset, revision, seats, resolved options and players stand in the first line."""
    header = json.loads(lines[0])
    assert header["format"] == "kilowatt"
    assert (header["version"], header["revision"], header["seats"]) == (1, 1, 3)
    assert header["ruleset"] == "recharged/germany"
    assert header["options"]["contractor"] is False
    assert header["players"] == ["Anna", "Bob", "Cleo"]
    entry = json.loads(lines[-1])
    assert set(entry) <= {"seq", "action", "at", "by"}


def test_replay_up_to_an_entry(lines: list[str]) -> None:
    """A prefix replays to the state the game had then."""
    table = some_table()
    record = kilowatt.read_record(lines)
    for upto in (0, 5, len(record.entries)):
        assert kilowatt.snapshot(kilowatt.replay(record, upto).state) == kilowatt.snapshot(table.state_at(upto))


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (lambda line: line[:-5], "not JSON"),
        (lambda _: "[1, 2]", "expected an object"),
        (lambda line: line.replace('"seq":20', '"seq":21'), "seq: expected 20"),
        (lambda _: '{"seq": 20, "action": {"type": "fly", "seat": 0}}', "action"),
        (lambda _: '{"seq": 20, "action": {"type": "bid", "seat": 0, "amount": "many"}}', "action.amount"),
        (lambda _: '{"seq": 20, "action": {"type": "bid", "seat": 0}}', "action.amount"),
        (lambda _: '{"seq": 20, "action": {"type": "bid", "seat": 0, "amount": 100000}}', "not allowed"),
        (lambda _: '{"seq": 20, "undo": 25}', "undo"),
        (lambda _: '{"seq": 20}', "one of action, undo"),
        (lambda _: '{"seq": 20, "undo": 3, "mood": "good"}', "mood"),
    ],
)
def test_a_damaged_line_keeps_the_good_prefix(lines: list[str], spoil: object, reason: str) -> None:
    """The error names line and reason, and what came before replays."""
    lines[20] = spoil(lines[20])  # type: ignore[operator]
    with pytest.raises(kilowatt.BadRecord) as caught:
        kilowatt.read_record(lines)
    assert caught.value.entry == 21
    assert reason in caught.value.reason
    assert caught.value.prefix is not None
    assert len(caught.value.prefix.entries) == 19
    assert kilowatt.replay(caught.value.prefix).seq == 19


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"format": "chess"}, "format"),
        ({"version": 2}, "newer"),
        ({"version": "1"}, "version"),
        ({"ruleset": "recharged/atlantis"}, "recharged/atlantis"),
        ({"seats": 9}, "seats"),
        ({"options": {"trust": "yes"}}, "trust"),
        ({"options": {"weather": 1}}, "weather"),
        ({"revision": 99}, "revision"),
    ],
)
def test_a_header_that_cannot_be_played_is_refused_with_its_field(
    lines: list[str], change: dict[str, object], reason: str
) -> None:
    """An unknown ruleset, a newer version or a bad option is named."""
    lines[0] = json.dumps({**json.loads(lines[0]), **change})
    with pytest.raises(kilowatt.BadRecord, match=reason) as caught:
        kilowatt.read_record(lines)
    assert caught.value.entry == 1


def test_an_empty_record_is_refused() -> None:
    """No line at all is no record."""
    with pytest.raises(kilowatt.BadRecord, match="empty"):
        kilowatt.read_record([])


def test_undo_is_an_entry_and_the_state_is_the_earlier_one() -> None:
    """After an undo the state is again that after the earlier entry, and the record replays to the same."""
    table = some_table(10)
    before = table.seq
    earlier = kilowatt.snapshot(table.state)
    table.play(random_action(table.state, Random(1)))
    table.undo()
    assert kilowatt.snapshot(table.state) == earlier
    assert table.entries[-1].undo == before
    again = kilowatt.replay(kilowatt.read_record(table.record().lines()))
    assert kilowatt.snapshot(again.state) == earlier
    assert again.seq == table.seq


def test_the_same_card_comes_again_after_an_undo() -> None:
    """A seeded dealer deals by seed and place alone, so taking a move back reveals nothing new."""
    table = kilowatt.Table(kilowatt.ruleset("recharged/germany", 2), seed=3)
    rng = Random(2)
    while kilowatt.options(table.state).choices.keys() != {"bid", "pass"}:
        table.play(random_action(table.state, rng))
    seat = table.actor
    assert isinstance(seat, int)
    first = table.play(Pass(seat))
    table.undo()
    assert table.play(Pass(seat)) == first


def test_there_is_nothing_to_undo_in_a_new_game() -> None:
    """An undo before the first decision says so."""
    table = kilowatt.Table(kilowatt.ruleset("card-game", 3), seed=1)
    with pytest.raises(ValueError, match="nothing to take back"):
        table.undo()


def test_a_refused_move_leaves_the_table_as_it_was() -> None:
    """Illegal and ill-typed moves change nothing."""
    table = some_table(8)
    before = table.record().lines()
    with pytest.raises(kilowatt.IllegalAction):
        table.play({"type": "bid", "seat": 0, "amount": 10**9})
    with pytest.raises(kilowatt.BadAction) as caught:
        table.play({"type": "bid", "seat": "zero", "amount": 1})
    assert caught.value.field == "seat"
    assert table.record().lines() == before


def test_a_fork_goes_its_own_way() -> None:
    """A fork has the same past and a deal of its own."""
    table = some_table(40)
    fork = table.fork(20, seed=99)
    assert [e.action for e in fork.entries[:20]] == [e.action for e in table.entries[:20]]
    assert fork.seq >= 20
    assert kilowatt.check(fork.state) == []
