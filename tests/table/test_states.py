"""The states of a table: those a caller has seen never change, and any earlier one comes back."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest

import kilowatt
from kilowatt.engine.actions import Build, Open, Pass
from kilowatt.engine.ids import OVER
from kilowatt.engine.menu import LegalActions
from kilowatt.table.record import Entry
from kilowatt.table.states import EVERY

if TYPE_CHECKING:
    from collections.abc import Callable

    from kilowatt.engine.actions import Action
    from kilowatt.engine.state import State


def table_of(ruleset: str = "recharged/germany", seats: int = 3) -> kilowatt.Table:
    """A new table."""
    return kilowatt.Table(kilowatt.ruleset(ruleset, seats), seed=3)


@pytest.mark.parametrize("ruleset", ["recharged/germany", "card-game"])
def test_a_state_that_was_seen_does_not_change(ruleset: str) -> None:
    """States kept by a caller stay as they were, whether it looks after every entry or now and then."""
    table = table_of(ruleset)
    rng = Random(1)
    kept: list[tuple[int, State, dict[str, Any]]] = []
    while table.actor is not None:
        if rng.random() < 0.4:
            kept.append((table.seq, table.state, kilowatt.snapshot(table.state)))
        table.play(rng.choice(table.legal_actions()))
    for seq, state, snapshot in kept:
        assert kilowatt.snapshot(state) == snapshot
        assert kilowatt.snapshot(table.state_at(seq)) == snapshot


@pytest.mark.parametrize("ruleset", ["original/korea", "card-game"])
def test_any_entry_can_be_gone_back_to(ruleset: str) -> None:
    """After undos far and near the state, the log and the record are those of a replay."""
    table = table_of(ruleset)
    rng = Random(2)
    for _ in range(12):
        for _ in range(rng.randrange(3 * EVERY)):
            if table.actor is not None:
                table.play(rng.choice(table.legal_actions()))
        to = rng.choice([entry.seq for entry in table.record().standing()])
        before = kilowatt.snapshot(table.state_at(to))
        table.take(Entry(table.seq + 1, undo=to))
        assert kilowatt.snapshot(table.state) == before
        table.deal_cards()
        again = kilowatt.replay(table.record())
        assert kilowatt.snapshot(again.state) == kilowatt.snapshot(table.state)
        assert again.log == table.log


def test_an_undo_names_an_entry_that_stands() -> None:
    """Numbers of undone or unknown entries, and what is no number, are refused."""
    table = table_of()
    for _ in range(5):
        table.play(table.legal_actions()[0])
    last = table.seq
    table.undo()
    for wrong in (last, -1, 10_000, "1"):
        with pytest.raises(ValueError, match="not one the game can go back to"):
            table.undo(wrong)  # type: ignore[arg-type]


def test_an_offered_action_is_legal_in_its_own_position_only() -> None:
    """An action of `legal_actions()` is played; afterwards the same object is checked like any other."""
    table = table_of()
    while not isinstance(table.legal_actions()[-1], Pass):
        table.play(table.legal_actions()[0])
    stale = table.legal_actions()[-1]
    table.play(stale)
    while table.actor == stale.seat:  # type: ignore[attr-defined]
        table.play(table.legal_actions()[0])
    entries = table.seq
    with pytest.raises(kilowatt.IllegalAction):
        table.play(stale)
    with pytest.raises(kilowatt.BadAction, match="city"):
        table.play(Build(0, 5))  # type: ignore[arg-type]
    assert table.seq == entries


def test_only_the_action_made_last_is_taken_on_trust() -> None:
    """An equal action, an earlier one of the same list and one in a list of all are checked and played too."""
    for pick in range(3):
        table = table_of()
        offered = table.legal_actions()
        assert isinstance(offered, LegalActions)
        choices: list[Action] = [kilowatt.action(kilowatt.to_dict(offered[1])), offered[1], list(offered)[1]]
        assert offered[0] is offered.latest
        assert choices[pick] is not offered.latest
        table.play(choices[pick])
        assert choices[0] in table.record().actions()


def test_a_move_that_fails_halfway_leaves_the_table_as_it_was() -> None:
    """When an unchecked move breaks off in the middle, the state is the one before it."""
    table = table_of()
    while table.seq <= EVERY or not isinstance(table.legal_actions()[0], Open):
        table.play(table.legal_actions()[-1])
    before = kilowatt.snapshot(table.state_at(table.seq))
    seat = table.actor
    assert isinstance(seat, int)
    with pytest.raises(KeyError):
        table.take(Entry(table.seq + 1, Open(seat, "no such plant", 3)))
    assert kilowatt.snapshot(table.state) == before
    table.play(table.legal_actions()[0])


BREAKS: dict[str, Callable[[State], None]] = {
    "tokens": lambda s: s.supply.__setitem__(0, s.supply[0] + 1),
    "held": lambda s: s.held.__setitem__(1, -1),
    "marks": lambda s: setattr(s, "fuel", [s.fuel[0] ^ 1, *s.fuel[1:]]),
    "removed": lambda s: setattr(s, "removed", s.removed ^ 1),
    "market": lambda s: setattr(s, "market", s.market[::-1]),
    "discount": lambda s: setattr(s, "discount", s.market[1]),
    "cities": lambda s: s.cities.__setitem__(0, s.cities[0] ^ 1),
    "houses": lambda s: s.houses.__setitem__(3, s.houses[3] ^ 1),
    "spaces": lambda s: s.spaces.__setitem__(2, s.spaces[2] | 1),
    "plants": lambda s: s.plants.__setitem__(0, (1, 2, 3, 4, 5)),
    "money": lambda s: s.money.__setitem__(2, -5),
    "step": lambda s: setattr(s, "step", 4),
    "result": lambda s: setattr(s, "actor", OVER),
}


@pytest.mark.parametrize("name", BREAKS)
def test_a_broken_state_is_noticed_after_a_sound_one(name: str) -> None:
    """What was sound the last time hides nothing: each part broken afterwards is found, and the sound state passes."""
    table = table_of()
    rng = Random(4)
    while table.state.round < 3:
        table.play(rng.choice(table.legal_actions()))
    sound = table.state
    assert kilowatt.check(sound) == []
    broken = kilowatt.clone(sound)
    BREAKS[name](broken)
    assert kilowatt.check(broken) != []
    assert kilowatt.check(broken) != []
    assert kilowatt.check(sound) == []


@pytest.mark.parametrize("entry", [-1, 10**9, 2.5, True, None, "3"])
def test_only_an_entry_of_the_game_can_be_looked_at_or_forked(entry: Any) -> None:
    """A number that no entry has, and what is no number, is refused by `state_at` and `fork`."""
    table = kilowatt.Table(kilowatt.ruleset("recharged/germany", 3), seed=1)
    with pytest.raises(ValueError, match="entry: expected 0 to"):
        table.state_at(entry)
    with pytest.raises(ValueError, match="entry: expected 0 to"):
        table.fork(entry, seed=2)
    assert table.fork(0, seed=2).forked is not None
    assert kilowatt.snapshot(table.state_at(table.seq)) == kilowatt.snapshot(table.state)
