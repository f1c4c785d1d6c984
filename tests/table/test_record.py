"""Records: written, read, replayed; a damaged one keeps its good prefix and says where it stops."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

import kilowatt
from kilowatt.editions.registry import REVISION
from kilowatt.engine.actions import Open, Pass
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
    assert (header["version"], header["revision"], header["seats"]) == (1, REVISION, 3)
    assert header["ruleset"] == "recharged/germany"
    assert header["options"]["contractor"] is False
    assert header["players"] == ["Anna", "Bob", "Cleo"]
    entry = json.loads(lines[-1])
    assert set(entry) <= {"seq", "action", "at", "by"}


def test_a_record_is_replayed_by_the_rules_of_its_revision(lines: list[str]) -> None:
    """The revision of the header decides which rulings hold; the newest is the default, an unknown one is refused."""
    assert kilowatt.ruleset("recharged/germany", 3).revision == REVISION
    old = [lines[0].replace(f'"revision":{REVISION}', '"revision":1'), *lines[1:]]
    for text, revision, may in ((lines, REVISION, True), (old, 1, False)):
        rules = kilowatt.replay(kilowatt.read_record(text)).rules
        assert (rules.revision, rules.may_give_up_fuel) == (revision, may)
    assert kilowatt.replay(kilowatt.read_record(old)).record().lines() == old
    for unknown in (0, REVISION + 1, True):
        with pytest.raises(kilowatt.BadOption, match="revision"):
            kilowatt.ruleset("recharged/germany", 3, revision=unknown)


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
    assert (caught.value.entry, caught.value.line) == (20, 21)
    assert str(caught.value).startswith("line 21: ")
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
        ({"seats": 9, "players": []}, "seats"),
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
    assert caught.value.entry == 0


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


def test_an_undo_goes_back_to_what_stands_alone() -> None:
    """What an undo took back, and the undo itself, can no longer be gone back to; what stands before it can."""
    table = some_table(10)
    stands = table.seq
    table.play(random_action(table.state, Random(1)))
    gone = table.seq
    table.undo()
    lines = table.record().lines()
    number = table.seq + 1
    for undo in (gone, table.seq, -1):
        with pytest.raises(kilowatt.BadRecord, match=f"undo: expected an entry that stands, or 0, not {undo}"):
            kilowatt.read_record([*lines, json.dumps({"seq": number, "undo": undo})])
    for undo in (stands, 0):
        assert kilowatt.read_record([*lines, json.dumps({"seq": number, "undo": undo})]).entries[-1].undo == undo


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


def test_undo_again_and_again() -> None:
    """A move taken back, played again and taken back again leads to the same state; a draw comes again by itself."""
    table = some_table(6)
    before = kilowatt.snapshot(table.state)
    for _ in range(3):
        table.play(random_action(table.state, Random(1)))
        table.undo()
        assert kilowatt.snapshot(table.state) == before
    table.undo(0)
    assert isinstance(table.actor, int)
    again = kilowatt.replay(kilowatt.read_record(table.record().lines()))
    assert kilowatt.snapshot(again.state) == kilowatt.snapshot(table.state)
    with pytest.raises(ValueError, match="not one the game can go back to"):
        table.undo(10_000)


def test_an_undo_of_something_undone_is_refused(lines: list[str]) -> None:
    """Only entries that stand can be gone back to."""
    count = len(lines)
    lines += [f'{{"seq":{count},"undo":12}}', f'{{"seq":{count + 1},"undo":14}}']
    with pytest.raises(kilowatt.BadRecord, match="entry that stands") as caught:
        kilowatt.read_record(lines)
    assert caught.value.entry == count + 1


def test_the_first_of_two_mistakes_counts(lines: list[str]) -> None:
    """An illegal move before a damaged line is the one that is named, and the prefix before it is good."""
    lines[15] = '{"seq":15,"action":{"type":"bid","seat":0,"amount":99999}}'
    lines[16] = "garbage"
    with pytest.raises(kilowatt.BadRecord) as caught:
        kilowatt.read_record(lines)
    assert caught.value.entry == 15
    assert caught.value.prefix is not None
    assert kilowatt.replay(caught.value.prefix).seq == 14


def test_names_with_odd_separators_come_back(tmp_path: Path) -> None:
    """A name may hold a line separator that is no newline."""
    table = kilowatt.Table(kilowatt.ruleset("card-game", 3), seed=1, players=["A\u2028B", "C\u0085D", "E"])
    path = tmp_path / "game.jsonl"
    table.record().write(path)
    assert kilowatt.read_record(path).header.players == ["A\u2028B", "C\u0085D", "E"]


def test_a_header_with_the_wrong_number_of_names_is_refused(lines: list[str]) -> None:
    """There are as many names as seats, or none."""
    lines[0] = lines[0].replace('"Anna",', "")
    with pytest.raises(kilowatt.BadRecord, match="players: expected 3"):
        kilowatt.read_record(lines)


def test_a_hand_made_action_of_the_wrong_type_is_refused() -> None:
    """A bid of one and a half is no bid, however it was made."""
    table = kilowatt.Table(kilowatt.ruleset("card-game", 3, {"order": [0, 1, 2]}), seed=1)
    with pytest.raises(kilowatt.BadAction, match="bid"):
        table.play(Open(0, kilowatt.snapshot(table.state)["plants"]["current"][0], 1.5))  # type: ignore[arg-type]


def test_the_log_tells_the_opening_too() -> None:
    """With a given order and zone nothing is dealt first, and still the log says order, zone, round and phase."""
    options = {"order": [0, 1, 2], "zone": ["northwest", "southwest", "midwest"]}
    table = kilowatt.Table(kilowatt.ruleset("original/usa", 3, options), seed=1)
    assert [type(event).__name__ for event in table.log] == ["OrderSet", "ZoneSet", "RoundBegan", "PhaseBegan"]


@pytest.mark.parametrize("upto", [-1, "x", 1.5, True])
def test_replay_up_to_nothing_sensible_is_refused(lines: list[str], upto: object) -> None:
    """Only the number of an entry can be replayed up to."""
    with pytest.raises(ValueError, match="upto: expected the number of an entry"):
        kilowatt.replay(kilowatt.read_record(lines), upto=upto)  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", [1.5, True, [1]])
def test_a_seed_is_a_number_a_text_or_bytes(seed: object) -> None:
    """Anything else is refused before a card is dealt."""
    with pytest.raises(TypeError, match="seed: expected"):
        kilowatt.Table(kilowatt.ruleset("card-game", 3), seed=seed)  # type: ignore[arg-type]
