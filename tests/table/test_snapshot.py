"""The snapshot: documented key by key, and read back with every key checked and named."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

import kilowatt
from kilowatt.bots.advice import fingerprint
from kilowatt.table.playout import random_action

if TYPE_CHECKING:
    from collections.abc import Iterator

PAGE = (Path(__file__).parents[2] / "docs" / "reference" / "snapshot.md").read_text(encoding="utf-8")
ODD: tuple[Any, ...] = ("a", -1, None, 10**9, 1.5, True, [], {}, [0], {"zz": 1})


def states(ruleset: str, seats: int, **options: Any) -> Iterator[kilowatt.State]:
    """The first state of each kind of question in a random game, and its end."""
    rules = kilowatt.ruleset(ruleset, seats, options)
    rng = Random(3)
    state = kilowatt.new_game(rules)
    asked: set[int] = set()
    while kilowatt.actor(state) is not None:
        if state.ask not in asked and (state.round == 0 or state.round > 2):
            asked.add(state.ask)
            yield state
        state, _ = kilowatt.play(state, random_action(state, rng))
    yield state


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of every value inside a snapshot."""
    if path:
        yield path
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield from places(inner, (*path, key))


def changed(taken: dict[str, Any], path: tuple[Any, ...], value: Any) -> dict[str, Any]:
    """A copy of a snapshot with another value at this path."""
    copy: dict[str, Any] = json.loads(json.dumps(taken))
    part: Any = copy
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = value
    return copy


def restore_or_name(state: kilowatt.State, taken: dict[str, Any]) -> None:
    """Restore a snapshot to a sound state, or fail with the field or the broken rule named."""
    caught: kilowatt.BadSnapshot | None = None
    try:
        state = kilowatt.restore(state.rules, taken)
    except kilowatt.BadSnapshot as error:
        caught = error
    if caught is None:
        assert kilowatt.check(state) == []
        legal = kilowatt.legal_actions(state)
        assert len(legal) == 0 or legal[0] is not None
    else:
        assert ": :" not in str(caught)
        assert caught.field or "the rules allow" in caught.reason


@pytest.mark.parametrize(
    ("ruleset", "seats", "options"),
    [("recharged/germany", 2, {}), ("original/korea", 3, {"contractor": True}), ("card-game", 3, {})],
)
def test_a_changed_value_is_refused_with_its_field_or_is_a_sound_state(
    ruleset: str, seats: int, options: dict[str, Any]
) -> None:
    """Whatever stands in a snapshot, `restore` gives a sound state or names the field; it never stumbles."""
    rng = Random(1)
    for state in states(ruleset, seats, **options):
        taken = json.loads(json.dumps(kilowatt.snapshot(state)))
        every = list(places(taken))
        for path in rng.sample(every, min(40, len(every))):
            for odd in ODD:
                restore_or_name(state, changed(taken, path, odd))


@pytest.mark.parametrize(
    ("path", "value", "field"),
    [
        (("round",), "a", "round"),
        (("order",), [0], "order"),
        (("order",), [0, 1, 1], "order"),
        (("step",), 4, "step"),
        (("phase",), "lunch", "phase"),
        (("actor",), 7, "actor"),
        (("areas",), ["zz"], "areas[0]"),
        (("seats", 1, "money"), "lots", "seats[1].money"),
        (("seats", 1, "money"), -1, "seats[1].money"),
        (("seats", 1, "cities"), ["essen"], "seats[1].cities"),
        (("seats", 0, "plants"), ["zz"], "seats[0].plants[0]"),
        (("seats", 0, "out"), 1, "seats[0].out"),
        (("plants", "current", 2), "zz", "plants.current[2]"),
        (("plants", "stack"), 3, "plants.stack"),
        (("fuel", "main", "coal", "prices", 0), 99, "fuel.main.coal.prices[0]"),
        (("fuel", "main", "coal", "tokens"), 1, "fuel.main.coal.tokens"),
        (("supply", "oil"), 1.5, "supply.oil"),
        (("houses",), {"zz": [0, None, None]}, "houses.zz"),
        (("auction",), {"plant": "zz"}, "auction.plant"),
        (("more", "agenda"), ["lunch"], "more.agenda[0]"),
        (("more", "agenda"), ["round:99999"], "more.agenda[0]"),
        (("more", "agenda"), [], "more.agenda"),
        (("more", "agenda"), ["power"], "more.agenda"),
        (("round",), 0, "round"),
        (("supply", "coal"), 2**70, "supply.coal"),
        (("seats", 0, "money"), 2**70, "seats[0].money"),
        (("more", "slots"), [], "more.slots"),
        (("more", "deck"), [[[0]]], "more.deck[0]"),
        (("result",), {"ranking": 1}, "result"),
    ],
)
def test_a_wrong_value_is_named_by_its_field(path: tuple[Any, ...], value: Any, field: str) -> None:
    """The field of the error is the path of the value in the snapshot."""
    rules = kilowatt.ruleset("recharged/germany", 3)
    taken = json.loads(json.dumps(kilowatt.snapshot(kilowatt.Table(rules, seed=1).state)))
    with pytest.raises(kilowatt.BadSnapshot) as caught:
        kilowatt.restore(rules, changed(taken, path, value))
    assert caught.value.field == field
    assert str(caught.value).startswith(f"snapshot: {field}: ")


def test_a_missing_key_is_named_wherever_it_is() -> None:
    """Each key of a snapshot is needed, and the error says which one is missing."""
    state = kilowatt.Table(kilowatt.ruleset("card-game", 2, {"contractor": True}), seed=1).state
    taken = json.loads(json.dumps(kilowatt.snapshot(state)))
    for key in taken:
        with pytest.raises(kilowatt.BadSnapshot) as caught:
            kilowatt.restore(state.rules, {name: value for name, value in taken.items() if name != key})
        assert caught.value.field == key
    for key in taken["seats"][0]:
        broken = json.loads(json.dumps(taken))
        del broken["seats"][0][key]
        with pytest.raises(kilowatt.BadSnapshot, match=rf"seats\[0\]\.{key}: missing"):
            kilowatt.restore(state.rules, broken)


def documented(title: str) -> set[str]:
    """The keys in the first column of the table after this title of the page."""
    assert title in PAGE, title
    table = PAGE.split(title, 1)[1].split("\n#", 1)[0]
    return {
        name
        for row in re.findall(r"^\| (`[^|]*) \|", table, re.MULTILINE)
        for name in re.findall(r"`([a-z_0-9]+)`", row)
    }


@pytest.mark.parametrize(("ruleset", "seats"), [("original/korea", 3), ("recharged/germany", 2), ("card-game", 2)])
def test_the_page_describes_exactly_the_keys_of_a_snapshot(ruleset: str, seats: int) -> None:
    """Every key of a real snapshot is in docs/reference/snapshot.md, and no other: of board games and the card game."""
    rules = kilowatt.ruleset(ruleset, seats, {"contractor": True, "trust": seats == 2})
    table = kilowatt.Table(rules, seed=1)
    rng = Random(2)
    while kilowatt.snapshot(table.state)["auction"] is None:
        table.play(random_action(table.state, rng))
    taken = kilowatt.snapshot(table.state)
    assert documented("# The snapshot\n") == set(taken)
    assert documented("## `seats`: one row per seat\n") == set(taken["seats"][0])
    assert documented("## `plants`\n") == set(taken["plants"])
    assert documented("## `fuel` and `fuel_stack`\n") == {
        *(key for market in taken["fuel"].values() for row in market.values() for key in row),
        *taken["fuel_stack"],
    } | {"tokens", "prices"}
    assert documented("## `auction`\n") == set(taken["auction"])
    assert documented("## `contractor`\n") == set(taken["contractor"])
    if taken["trust"] is not None:
        assert documented("## `trust`\n") == set(taken["trust"])
    while table.result is None:
        table.play(random_action(table.state, rng))
    assert documented("## `result`\n") == set(kilowatt.snapshot(table.state)["result"])


@pytest.mark.parametrize(("ruleset", "seats"), [("recharged/germany", 2), ("original/korea", 3), ("card-game", 3)])
def test_a_restored_state_is_the_same_position_to_a_bot(ruleset: str, seats: int) -> None:
    """A snapshot does not change the numbers that bots draw, outside auctions neither, where the last price stays."""
    left_over = 0
    for state in states(ruleset, seats):
        restored = kilowatt.restore(state.rules, json.loads(json.dumps(kilowatt.snapshot(state))))
        assert (restored.bid, restored.leader) == (state.bid, state.leader)
        assert fingerprint(restored) == fingerprint(state)
        left_over += state.lot < 0 < state.bid
    assert left_over


def test_a_snapshot_without_the_last_price_is_still_read() -> None:
    """Snapshots taken before the last price was kept are restored, without it."""
    for state in states("recharged/germany", 2):
        taken = json.loads(json.dumps(kilowatt.snapshot(state)))
        del taken["more"]["bid"]
        assert kilowatt.restore(state.rules, taken).bid == (state.bid if state.lot >= 0 else 0)
