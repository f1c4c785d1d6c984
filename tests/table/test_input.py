"""Bad input gets a clear error that names the field, and nothing is lost."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import kilowatt
from kilowatt.engine.actions import Bid, Run, Running, Scrap
from kilowatt.table import notation


@pytest.mark.parametrize(
    ("obj", "field"),
    [
        ({"type": "bid", "seat": 0}, "amount"),
        ({"type": "bid", "seat": "0", "amount": 1}, "seat"),
        ({"type": "bid", "seat": 0, "amount": 1.5}, "amount"),
        ({"type": "bid", "seat": 0, "amount": 1, "colour": "red"}, "colour"),
        ({"type": "run", "seat": 0, "plants": [{"plant": "7"}]}, "burn"),
        ({"type": "run", "seat": 0, "plants": [{"plant": "7", "burn": {"oil": "3"}}]}, "burn"),
        ({"type": "scrap", "seat": 0, "plant": "5", "give_up": {"coal": "2"}}, "give_up"),
        ({"type": "dance", "seat": 0}, "type"),
        ({"seat": 0}, "type"),
        ("not json", ""),
        (b"\xff\xfe", ""),
        (17, ""),
        (None, ""),
        ([], ""),
    ],
)
def test_what_is_no_action_is_refused_with_the_field(obj: object, field: str) -> None:
    """Ill-typed input is refused by `kilowatt.action`, which names the field."""
    with pytest.raises(kilowatt.BadAction) as caught:
        kilowatt.action(obj)
    assert field in caught.value.field
    assert caught.value.reason


def test_actions_come_from_dicts_json_and_actions() -> None:
    """A dict, JSON text, JSON bytes and an action itself give the same action."""
    move = Run(1, (Running("5", {"coal": 1, "oil": 1}), Running("13", {})))
    plain = kilowatt.to_dict(move)
    assert plain["type"] == "run"
    for form in (plain, json.dumps(plain), json.dumps(plain).encode(), move):
        assert kilowatt.action(form) == move


def test_what_is_given_up_with_a_plant_is_written_only_if_there_is_something() -> None:
    """A scrap that keeps all fuel is written as it always was; one that gives up some says how much."""
    plain = {"type": "scrap", "seat": 0, "plant": "5"}
    assert kilowatt.to_dict(kilowatt.action(plain)) == plain
    assert kilowatt.action(plain) == Scrap(0, "5")
    more = {**plain, "give_up": {"coal": 2}}
    assert kilowatt.to_dict(kilowatt.action(more)) == more
    assert [notation.write(kilowatt.action(each)) for each in (plain, more)] == ["scrap 5", "scrap 5 coal2"]
    assert notation.read("scrap 5 coal2 oil1", 0) == Scrap(0, "5", {"coal": 2, "oil": 1})
    for line in ("scrap 5 coal", "scrap 5 2", "scrap 5 coal1 coal1", "scrap"):
        with pytest.raises(notation.BadNotation, match="scrap PLANT"):
            notation.read(line, 0)


def test_actions_are_values() -> None:
    """Actions are frozen and compare by value."""
    assert Bid(0, 5) == Bid(0, 5)
    assert hash(Bid(0, 5)) == hash(Bid(0, 5))
    with pytest.raises(AttributeError):
        Bid(0, 5).amount = 6  # type: ignore[misc]


@pytest.mark.parametrize(
    ("ruleset", "seats", "options", "name"),
    [
        ("recharged/moon", 3, {}, "ruleset"),
        ("recharged/germany", 1, {}, "seats"),
        ("recharged/germany", 7, {}, "seats"),
        ("recharged/germany", "3", {}, "seats"),
        ("recharged/germany", True, {}, "seats"),
        ("recharged/germany", 3, {"weather": "fine"}, "weather"),
        ("recharged/germany", 3, {"trust": True}, "trust"),
        ("recharged/germany", 3, {"contractor": 1}, "contractor"),
        ("recharged/germany", 3, {"money": "secret"}, "money"),
        ("recharged/germany", 3, {"order": [0, 1]}, "order"),
        ("recharged/germany", 3, {"order": [0, 1, 1]}, "order"),
        ("recharged/germany", 3, {"order": ["0", "1", "2"]}, "order"),
        ("recharged/germany", 3, {"zone": ["west", "east"]}, "zone"),
        ("recharged/germany", 3, {"zone": ["west", "west", "east"]}, "zone"),
        ("recharged/germany", 3, {"zone": ["west", "mars", "east"]}, "zone"),
        ("recharged/germany", 3, {"zone": ["north_west", "north_east", "south"]}, "zone"),
        ("recharged/germany", 3, {"zone": 7}, "zone"),
        ("card-game", 3, {"zone": "draft"}, "zone"),
        ("card-game", 3, {"starting_cities": True}, "starting_cities"),
        ("recharged/germany", 3, {"contractor_cards": []}, "contractor_cards"),
        ("recharged/germany", 3, {"contractor": True, "contractor_cards": [{"first": 1}]}, "contractor_cards"),
        (
            "recharged/germany",
            3,
            {"contractor": True, "contractor_cards": [{"first": 1, "others": 0}]},
            "contractor_cards",
        ),
        ("card-game", 3, {"deck": {"id": "mine"}}, "deck"),
        ("recharged/germany", 3, [], "options"),
    ],
)
def test_a_request_that_cannot_be_met_names_the_option(ruleset: str, seats: object, options: object, name: str) -> None:
    """`BadOption` says which option and what was expected."""
    with pytest.raises(kilowatt.BadOption) as caught:
        kilowatt.ruleset(ruleset, seats, options)  # type: ignore[arg-type]
    assert caught.value.option.startswith(name)
    assert len(caught.value.reason) > 10


def test_a_snapshot_of_another_game_is_refused() -> None:
    """A snapshot restores only under its own rules, and a damaged one says so."""
    rules = kilowatt.ruleset("recharged/germany", 3)
    taken = kilowatt.snapshot(kilowatt.Table(rules, seed=1).state)
    with pytest.raises(kilowatt.BadSnapshot, match="ruleset"):
        kilowatt.restore(kilowatt.ruleset("recharged/usa", 3), taken)
    with pytest.raises(kilowatt.BadSnapshot, match="seats"):
        kilowatt.restore(kilowatt.ruleset("recharged/germany", 4), taken)
    with pytest.raises(kilowatt.BadSnapshot, match="version"):
        kilowatt.restore(rules, {**taken, "version": 2})
    broken = json.loads(json.dumps(taken))
    for money in ("lots", -1):
        broken["seats"][0]["money"] = money
        with pytest.raises(kilowatt.BadSnapshot):
            kilowatt.restore(rules, broken)
    two = kilowatt.snapshot(kilowatt.Table(kilowatt.ruleset("recharged/germany", 2), seed=1).state)
    with pytest.raises(kilowatt.BadSnapshot, match="trust"):
        kilowatt.restore(kilowatt.ruleset("recharged/germany", 2, {"trust": False}), two)
    for key in taken:
        with pytest.raises(kilowatt.BadSnapshot):
            kilowatt.restore(rules, {name: value for name, value in taken.items() if name != key})


def test_a_bad_folder_of_data_leaves_nothing_behind(tmp_path: Path) -> None:
    """After a folder was refused the rulesets are what they were."""
    before = [row.id for row in kilowatt.rulesets()]
    (tmp_path / "rulesets.toml").write_text('[[ruleset]]\nid = "x"\nedition = "lost"\nfuel = "none"\n')
    with pytest.raises(kilowatt.BadData):
        kilowatt.add_data(tmp_path)
    assert [row.id for row in kilowatt.rulesets()] == before


def test_the_engine_takes_actions_only() -> None:
    """A dict is refused with a hint how to make an action of it; a table reads it by itself."""
    table = kilowatt.Table(kilowatt.ruleset("recharged/germany", 3), seed=1)
    move = kilowatt.legal_actions(table.state)[0]
    for call in (kilowatt.refusal, kilowatt.play):
        with pytest.raises(TypeError, match=r"expected an action, .* make one with kilowatt\.action"):
            call(table.state, kilowatt.to_dict(move))  # type: ignore[arg-type]
    assert table.refusal(kilowatt.to_dict(move)) is None
    table.play(kilowatt.to_dict(move))


def test_the_doors_take_their_arguments_by_name() -> None:
    """State, action, rules, seat and snapshot may be given by these names."""
    rules = kilowatt.ruleset(id="recharged/germany", seats=3, options={})
    state = kilowatt.new_game(rules=rules)
    while kilowatt.actor(state=state) == "chance":
        state, _ = kilowatt.play(state=state, action=kilowatt.outcomes(state=state)[0][0])
    move = kilowatt.legal_actions(state=state)[0]
    assert kilowatt.refusal(state=state, action=move) is None
    assert kilowatt.options(state=state).choices
    kilowatt.advance(state=kilowatt.clone(state=state), action=move, events=None)
    assert kilowatt.why_not(state=state, seat=0) or kilowatt.reach(state=state, seat=0)
    assert kilowatt.check(state=state) == []
    again = kilowatt.restore(rules=rules, snapshot=kilowatt.snapshot(state=state))
    assert kilowatt.result(state=again) is None
    assert kilowatt.action(obj=kilowatt.to_dict(action=move)) == move
    table = kilowatt.Table(rules=rules, seed=7)
    table.play(action=table.legal_actions()[0])
    kilowatt.replay(record=kilowatt.read_record(path=table.record().lines()), upto=None)


@pytest.mark.parametrize("seat", [9, 3, -1])
def test_a_seat_that_is_not_at_the_table_is_refused(seat: int) -> None:
    """Whatever is asked of a seat, it must be one of the table's."""
    state = kilowatt.Table(kilowatt.ruleset("recharged/germany", 3), seed=1).state
    for ask in (kilowatt.reach, kilowatt.why_not, kilowatt.quote):
        with pytest.raises(ValueError, match="seat: expected 0 to 2"):
            ask(state, seat)
