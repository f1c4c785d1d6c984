"""Undo: what an undo leaves standing, and how far back a player may go."""

from __future__ import annotations

from typing import Any

import pytest

from kilowatt.engine.actions import Pass
from kilowatt.engine.ids import NOBODY
from kilowatt.table.record import Entry
from kilowatt.table.undo import SEQ, Standing, UndoTooFar, Window, place_of, stands, take_back

ROWS = [0, 2, 5, 9]
A: Any = "a"
"""States are stand-ins here: a window keeps them and reads nothing of them."""
B: Any = "b"
C: Any = "c"
NOW: Any = "now"


@pytest.mark.parametrize(("seq", "place"), [(-1, -1), (0, 0), (1, 0), (2, 1), (5, 2), (8, 2), (9, 3), (100, 3)])
def test_a_number_has_the_place_of_the_last_row_up_to_it(seq: int, place: int) -> None:
    """The row at a place has the greatest number that does not exceed the one asked for."""
    assert place_of(ROWS, seq, int) == place


def test_only_numbers_of_rows_stand() -> None:
    """An undo can go back to the rows that are there and to nothing else, whatever is asked for."""
    assert [seq for seq in range(-12, 12) if stands(ROWS, seq, int)] == ROWS
    for wrong in (True, False, 2.0, "2", None, 5.0):
        assert not stands(ROWS, wrong, int)
    assert not stands([], 0, int)
    assert not stands([4], 9, int)
    assert not stands([4, 9], 0, int)


@pytest.mark.parametrize(("to", "left"), [(-1, []), (0, [0]), (2, [0, 2]), (4, [0, 2]), (9, ROWS), (50, ROWS)])
def test_going_back_drops_what_came_later(to: int, left: list[int]) -> None:
    """The entry that is gone back to stays, and everything after it goes."""
    rows = list(ROWS)
    take_back(rows, to, int)
    assert rows == left


def test_rows_are_numbered_as_the_caller_says() -> None:
    """Rows that are no numbers are compared by what the caller reads of them."""
    rows = [("a", 1), ("b", 4), ("c", 6)]
    assert place_of(rows, 5, lambda row: row[1]) == 1
    assert stands(rows, 4, lambda row: row[1])
    take_back(rows, 4, lambda row: row[1])
    assert rows == [("a", 1), ("b", 4)]
    assert SEQ(Entry(7)) == 7


def read(base: int, *entries: Entry) -> Standing[Entry]:
    """Read entries in order."""
    standing: Standing[Entry] = Standing(base)
    for entry in entries:
        standing.read(entry)
    return standing


def test_actions_stand_until_an_undo_takes_them_back() -> None:
    """Actions stand in order, those after the target of an undo are gone, and seeds and ends are not among them."""
    played = [Entry(seq, Pass(0)) for seq in range(1, 4)]
    rows = read(0, *played, Entry(4, undo=1), Entry(5, Pass(1)), Entry(6, end="agreed"), Entry(7, seed="00"))
    assert [entry.seq for entry in rows.entries] == [1, 5]
    assert (rows.base, rows.last) == (0, 5)


def test_an_undo_behind_the_first_action_moves_the_base() -> None:
    """When nothing that was read stands any more, the game goes on after the target of the undo."""
    assert Standing().base == 0
    assert (read(64).base, read(64).last) == (64, 64)
    rows = read(64, Entry(65, Pass(0)), Entry(66, Pass(0)), Entry(67, undo=64))
    assert (rows.entries, rows.base, rows.last) == ([], 64, 64)
    rows = read(64, Entry(65, Pass(0)), Entry(66, undo=30), Entry(67, Pass(1)))
    assert ([entry.seq for entry in rows.entries], rows.base, rows.last) == ([67], 30, 67)
    rows = read(64, Entry(65, Pass(0)), Entry(66, Pass(0)), Entry(67, undo=65))
    assert ([entry.seq for entry in rows.entries], rows.base, rows.last) == ([65], 64, 65)


def test_a_new_game_has_nothing_to_take_back() -> None:
    """Before the first decision no seat may undo, and the turn begins where the game is."""
    window = Window()
    assert window == Window(0, NOBODY, (), 0)
    assert [window.depth(seat) for seat in (NOBODY, 0, 1)] == [0, 0, 0]
    assert window.turn_start(NOW) == (0, NOW)


def test_a_turn_collects_the_decisions_of_one_seat() -> None:
    """Each decision adds the entry and the state before it; only the seat that made them may take them back."""
    window = Window(7).decided(8, 1, A).decided(9, 1, B)
    assert window == Window(9, 1, ((7, A), (8, B)), 0)
    assert [window.depth(seat) for seat in range(3)] == [0, 2, 0]
    assert window.turn_start(NOW) == (7, A)


def test_another_seat_begins_a_new_turn() -> None:
    """A decision of another seat leaves nothing of the turn before it: no place to go back to, no undo counted."""
    window = Window(7, 1, ((5, A),), 3).decided(8, 2, B)
    assert window == Window(8, 2, ((7, B),), 0)
    assert Window(7, 1, ((5, A),), 3).decided(8, 1, B).undone == 3


def test_nobody_goes_back_behind_a_card() -> None:
    """A dealt card closes the window and restarts the count of undos; the next decision is the first of its turn."""
    dealt = Window(8, 1, ((7, A),), 2).dealt(9)
    assert dealt == Window(9, 1, (), 0)
    assert dealt.depth(1) == 0
    assert dealt.turn_start(NOW) == (9, NOW)
    assert dealt.decided(10, 1, B).places == ((9, B),)


def test_going_back_returns_the_state_and_counts() -> None:
    """An undo returns to the state before a decision, keeps the places before that one, and is counted."""
    window = Window(7).decided(8, 1, A).decided(9, 1, B).decided(10, 1, C)
    assert window.back(9, NOW) == (Window(9, 1, ((7, A), (8, B)), 1), C)
    assert window.back(7, NOW) == (Window(7, 1, (), 1), A)
    again, there = window.back(8, NOW)
    assert again.back(7, there) == (Window(7, 1, (), 2), A)
    assert again.decided(12, 1, there) == Window(12, 1, ((7, A), (8, B)), 1)


def test_a_record_may_go_back_to_where_it_is() -> None:
    """An undo to the last entry that stands takes nothing back, keeps the state, and is counted."""
    window = Window(7).decided(8, 1, A)
    assert window.back(8, NOW) == (Window(8, 1, ((7, A),), 1), NOW)


def test_an_undo_that_goes_too_far_is_refused() -> None:
    """An entry that is no place of the window raises an error that names it."""
    window = Window(7).decided(8, 1, A)
    for to in (0, 6, 9):
        with pytest.raises(UndoTooFar) as raised:
            window.back(to, NOW)
        assert (raised.value.to, raised.value.args) == (to, (to,))


def test_an_ended_game_takes_nothing_back() -> None:
    """A closed window has no place to go back to; what it knows of the turn stays."""
    assert Window(8, 1, ((7, A),), 2).closed() == Window(8, 1, (), 2)


def test_a_window_never_changes() -> None:
    """Whatever follows, the window before it is what it was, so that a plan that fails has changed nothing."""
    window = Window(7).decided(8, 1, A)
    before = tuple(window)
    window.decided(9, 1, B)
    window.decided(9, 2, B)
    window.dealt(9)
    window.back(7, NOW)
    window.closed()
    assert tuple(window) == before
