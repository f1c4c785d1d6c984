"""Bots from outside: files and programs enter, and whatever they do wrong costs their game and nobody else's."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from kilowatt.arena.entrants import BadEntrant, check_entrants
from kilowatt.arena.game import play
from kilowatt.arena.rows import Row
from kilowatt.arena.schedule import Plan, games

EXAMPLES = Path(__file__).parents[2] / "examples"


def against_simple(name: str, limit: float = 20.0) -> Row:
    """One game of the card game against one `simple`."""
    plan = Plan((name,), rulesets=("card-game",), seats=2, deals=1, field="simple", limit=limit)
    return play(games(plan)[0])


def test_the_example_bot_plays() -> None:
    """The twenty-line bot of the docs plays a game without forfeiting."""
    row = against_simple(f"{EXAMPLES / 'my_bot.py'}:MyBot")
    assert row.forfeits == {}
    assert row.finished


def test_a_program_plays_by_lines() -> None:
    """The example program that knows nothing of Kilowatt plays a game by lines of JSON."""
    row = against_simple(f"exec:{sys.executable} {EXAMPLES / 'line_bot.py'}")
    assert row.forfeits == {}
    assert row.moves[0] > 5


@pytest.mark.parametrize(
    ("program", "reason"),
    [
        ("import sys; sys.exit(3)", "ended without an answer"),
        ("print('hello', flush=True); input()", "answered no JSON"),
        ("print('[]', flush=True); input()", "answered no object"),
        ('print(\'{"action": {"type": "dance"}}\', flush=True); input()', "answered no action"),
        ('print(\'{"action": {"type": "bid", "seat": 0, "amount": 99}}\', flush=True); input()', "illegal move"),
        ("import time; time.sleep(60)", "no answer within 0.5 seconds"),
    ],
)
def test_a_bad_program_forfeits(tmp_path: Path, program: str, reason: str) -> None:
    """A crash, nonsense, an illegal move or silence forfeits: `random` plays on, and the game is lost."""
    path = tmp_path / "bad.py"
    path.write_text(program, encoding="utf-8")
    row = against_simple(f"exec:{sys.executable} {path}", limit=0.5 if "sleep" in program else 20.0)
    assert reason in row.forfeits["0"]
    assert row.finished
    assert row.ranks == (2, 1)
    assert row.shares == (0.0, 1.0)


def bot_file(folder: Path, body: str) -> str:
    """Write a bot whose advise has this body."""
    path = folder / "bot.py"
    path.write_text(f"class Bot:\n    def advise(self, state, seat, budget):\n        {body}\n", encoding="utf-8")
    return f"{path}:Bot"


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("raise RuntimeError('lost my way')", "RuntimeError: lost my way"),
        ("return None", "AttributeError"),
        ("while True: pass", "no answer within"),
        ("state.money[:] = [999] * len(state.money); raise KeyError(1)", "KeyError"),
    ],
)
def test_a_bad_class_forfeits(tmp_path: Path, body: str, reason: str) -> None:
    """An exception, no advice or an endless loop of a class forfeits as well; what it did to its clone is its own."""
    row = against_simple(bot_file(tmp_path, body), limit=0.5)
    assert reason in row.forfeits["0"]
    assert row.ranks == (2, 1)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("deep-blue", "there is no bot 'deep-blue'"),
        ("nowhere.py:Bot", "there is no file nowhere.py"),
        ("exec: ", "no command"),
    ],
)
def test_unknown_entrants_are_refused_before_play(name: str, message: str) -> None:
    """A name that stands for no bot is told at once, with what there is."""
    with pytest.raises(BadEntrant, match=message):
        check_entrants([name])


def test_a_file_without_the_class_is_refused(tmp_path: Path) -> None:
    """A file that lacks the class, or a class without advise, is told before any game."""
    path = tmp_path / "empty.py"
    path.write_text("class Other: pass\n", encoding="utf-8")
    with pytest.raises(BadEntrant, match="has no Bot"):
        check_entrants([f"{path}:Bot"])
    with pytest.raises(BadEntrant, match="has no advise"):
        check_entrants([f"{path}:Other"])
