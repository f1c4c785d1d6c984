"""The lessons and the adviser agree: what a lesson asks for is what the adviser recommends in that position."""

from __future__ import annotations

import pytest

from kilowatt.coach.case import Case
from kilowatt.coach.judge import place_of
from kilowatt.coach.options import option_of, weighed
from kilowatt.coach.record_turns import Turn, turns_of
from kilowatt.engine.ids import NOBODY, SETUP
from kilowatt.host.game.lessons import FOLDER, lesson


def own_turns(name: str) -> list[Turn]:
    """List what the lesson's player decides."""
    turns = turns_of(lesson(name).record)
    return [turn for turn in turns if turn.seat == 0 and turn.seat != NOBODY and turn.before.phase != SETUP]


@pytest.mark.parametrize("name", sorted(path.stem for path in FOLDER.glob("*.jsonl")))
def test_a_lesson_asks_for_what_the_adviser_recommends(name: str) -> None:
    """Every decision of a lesson's player, whole turns, is the recommended one."""
    turns = own_turns(name)
    assert len(turns) >= 4
    for turn in turns:
        case = Case(turn.before, 0)
        rows = weighed(case)
        place = place_of(case, option_of(case, tuple(turn.actions)), [row.option for row in rows])
        assert place == 0, (turn.round, turn.phase, turn.actions, rows[0].option.actions)
