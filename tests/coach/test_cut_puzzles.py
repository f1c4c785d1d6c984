"""Puzzles are proved in games that strong bots play on, and the tool that cuts them keeps only those that hold."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

import pytest

from kilowatt.coach import puzzles
from kilowatt.engine.houses import end_at
from kilowatt.engine.ids import BUILD, CHANCE, POWER
from tools import cut_puzzles
from tools.coach_proofs.games import after, won_by
from tools.coach_proofs.played_on import Gain, PlayedOn, gain_of

if TYPE_CHECKING:
    from pathlib import Path

    from kilowatt.engine.state import State

SHIPPED = puzzles.shipped()


def position_of_a_last_round() -> tuple[State, int]:
    """Return a position that no card changes any more, and its best answer."""
    for puzzle in SHIPPED.puzzles:
        state = puzzles.position(SHIPPED, puzzle)
        if state.phase in (BUILD, POWER) and state.most_cities() >= end_at(state) > 0:
            return state, puzzle.best
    raise AssertionError("there is no such puzzle")


@pytest.mark.thorough
def test_games_that_share_their_cards_are_played_once_and_end_as_if_played_alone() -> None:
    """Shared or not, a game with the same cards has the same winner; a second time costs no move."""
    state = puzzles.position(
        SHIPPED, max(SHIPPED.puzzles, key=lambda one: puzzles.position(SHIPPED, one).most_cities())
    )
    shared = PlayedOn(state, "simple")
    for deals in ("a", "b", "c"):
        assert shared.won(deals) == won_by(state, "simple", deals)
    moves = shared.played
    shared.won("a")
    assert shared.played == moves


def test_a_gain_below_the_margin_ends_early_and_fails() -> None:
    """A choice gains nothing over itself; what was always the same is sure."""
    state = puzzles.position(SHIPPED, SHIPPED.puzzles[0])
    way = PlayedOn(state, "simple")
    gain = gain_of(way, way, 0, 400, "x", least=0.05, looks=(4,))
    assert gain.mean == 0
    assert gain.games == (400 if way.decided() else 4)
    assert not gain.holds(0.05)
    assert Gain(0.06, 0.01, 400).holds(0.05)
    assert not Gain(0.06, 0.04, 400).holds(0.05)
    assert not Gain(0.04, 0.001, 400).holds(0.05)
    assert Gain(0.4, 0.0, 25).certain(0.05)
    assert not Gain(0.15, 0.0, 25).certain(0.05)
    assert not Gain(0.4, 0.12, 25).certain(0.05)


def test_only_the_best_answer_is_proved(tmp_path: Path) -> None:
    """Another answer of a proved puzzle does not hold; one that fails is dropped with its game."""
    proved = [puzzle for puzzle in SHIPPED.puzzles if puzzle.games]
    for puzzle in proved[:: max(1, len(proved) // 3)]:
        state = puzzles.position(SHIPPED, puzzle)
        assert state.actor != CHANCE
        wrong = next(place for place in range(len(puzzle.chances)) if place != puzzle.best)
        assert cut_puzzles.holds(state, wrong, 4, kept=True) == 0
    games = [puzzles.Source("recharged/germany", 2, 3, {}, []) for _ in range(2)]
    rows = [puzzles.Puzzle(game, 0, "fuel", 0, [0.5, 0.1], []) for game in (0, 1, 1)]
    few = puzzles.Collection(games, rows)
    cut_puzzles.drop(few, rows[0])
    assert len(few.games) == 1
    assert [puzzle.game for puzzle in few.puzzles] == [0, 0]
    (tmp_path / "a").write_bytes(puzzles.pack(few))
    asked = Namespace(out=tmp_path / "a", add=tmp_path / "a")
    cut_puzzles.add(asked)
    assert [puzzle.game for puzzle in cut_puzzles.opened(tmp_path / "a").puzzles] == [0, 0, 1, 1]


@pytest.mark.slow
def test_a_board_gets_its_puzzles(tmp_path: Path) -> None:
    """One command cuts a puzzle for a board, and a second one finds that it has enough."""
    out = tmp_path / "some.json.xz"
    asked = Namespace(out=out, each=1, replays=20, first=0)
    cut_puzzles.cut_for(["germany"], asked)
    first = cut_puzzles.opened(out)
    assert [puzzle.games for puzzle in first.puzzles] == [20]
    cut_puzzles.cut_for(["germany"], asked)
    assert len(cut_puzzles.opened(out).puzzles) == 1


def test_all_games_of_a_decided_position_are_one() -> None:
    """After the last card one game says what all of them would."""
    state, best = position_of_a_last_round()
    answers = puzzles.answers_of(state)
    ways = [PlayedOn(after(state, list(answers[place].option.actions)), "expert") for place in (best, 1 - min(best, 1))]
    assert all(way.decided() for way in ways)
    assert gain_of(ways[0], ways[1], state.actor, 400, "x", least=0.05).games == 400
