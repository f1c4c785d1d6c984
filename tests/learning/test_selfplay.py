"""Training games: each follows from its number, all kinds come up, and what is noted is what the bot sees."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

import kilowatt
from kilowatt.bots.value_features import FIELDS, SIZE, numbers_of, position_of
from kilowatt.learning import kinds as choosing
from kilowatt.learning.exploring import Fork
from kilowatt.learning.kinds import kind_of, kinds, rules_of
from kilowatt.learning.selfplay import STUDENT, Table, difference, play, seated
from tests import kit

PLAIN = Table(astray=(0.1,), ladder=(), older=0.0)


def number_of(ruleset: str, seats: int, seed: str) -> int:
    """Return the first game of a kind."""
    return next(number for number in range(65) if kind_of(number, seed) == (ruleset, seats))


def test_all_kinds_come_up_equally_often() -> None:
    """In as many games as there are rulesets and numbers of seats, each comes once."""
    assert sorted(kind_of(number, "x") for number in range(65, 130)) == sorted(kinds())
    assert len(kinds()) == 65


def test_some_boards_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """A drawn board has the cities of ours and other costs; the card game has no board to draw."""
    monkeypatch.setattr(choosing, "DRAWN", 1.0)
    drawn = rules_of(number_of("recharged/usa", 3, "x"), "x", Random(1))
    ours = kilowatt.ruleset("recharged/usa", 3)
    assert sorted(city.id for city in drawn.board.cities) == sorted(city.id for city in ours.board.cities)
    assert sorted(drawn.board.links) != sorted(ours.board.links)
    assert rules_of(number_of("card-game", 3, "x"), "x", Random(1)).id == "card-game"


def test_a_game_follows_from_its_number() -> None:
    """The same number and seed give the same notes, another seed others."""
    number = number_of("recharged/germany", 2, "a")
    first, again = (play(number, seed="a", table=PLAIN, current="") for _ in range(2))
    assert all(np.array_equal(first[name], again[name], equal_nan=True) for name in first)
    other = play(number, seed="b", table=PLAIN, current="")
    assert first["numbers"].shape != other["numbers"].shape or not np.array_equal(first["numbers"], other["numbers"])
    assert first["numbers"].shape == (len(first["wins"]), SIZE)
    assert set(first["phases"].tolist()) >= {1, 3}
    won = {seat: float(first["wins"][first["seat"] == seat][0]) for seat in range(2)}
    assert sum(won.values()) == 1
    assert np.isnan(first["lessons"]).all()


def test_student_judges_the_positions_of_a_first_round() -> None:
    """Where the first round is played by `student`, each position has what it says of winning and of the score."""
    data = play(number_of("recharged/germany", 2, "a"), seed="a", table=PLAIN, current=STUDENT)
    assert ((data["lessons"] > 0) & (data["lessons"] < 1)).all()
    assert np.corrcoef(data["lessons"][:, 0], data["wins"])[0, 1] > 0


def test_older_selves_and_rungs_take_seats() -> None:
    """Some games have others at the table: the names and the share of them are those asked for."""
    table = Table(older=0.0, rungs=1.0, others=1.0, ladder=(("simple", 1.0),))
    assert [type(bot).__name__ for bot in seated(table, 3, "", (), 1, Random(1))] == ["SimpleBot"] * 3
    table = Table(older=1.0, rungs=0.0, others=1.0)
    assert [type(bot).__name__ for bot in seated(table, 3, "", ("",), 1, Random(1))] == ["ValuesBot"] * 3
    assert [type(bot).__name__ for bot in seated(PLAIN, 2, "", (), 1, Random(1))] == ["Explorer"] * 2


def test_the_same_position_played_on_twice_makes_no_difference() -> None:
    """Both sides of a pair get the same cards, so that only the choice makes a difference."""
    state = kit.fresh("recharged/germany", 2, 1)
    fork = Fork(0, state, kilowatt.clone(state))
    ((first, second, win, score),) = difference(fork, "", "x")
    assert first == second
    assert (win, score) == (0, 0)
    richer = kilowatt.clone(state)
    richer.money[0] += 300
    ((_, _, win, score),) = difference(Fork(0, richer, state), "", "x")
    assert score > 0


def test_a_seat_is_seen_by_name() -> None:
    """Each number has a name; the seat's own row comes first, and rivals are a mean, a maximum and the strongest."""
    state = kit.fresh("original/korea", 3, 1)
    state.money[:] = [50, 100, 30]
    row = dict(zip(FIELDS, numbers_of(position_of(state), 1), strict=True))
    assert row["own money"] == 1.0
    assert row["mean money"] == pytest.approx(0.4)
    assert row["most money"] == pytest.approx(0.5)
    assert row["strongest money"] == pytest.approx(0.5)
    assert row["fuel markets"] == 1.0
    assert row["three seats"] == 1.0
