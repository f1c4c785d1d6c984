"""The bots are asked the positions that somebody laid out who had not seen them."""

from __future__ import annotations

import re

import pytest

import kilowatt
from kilowatt.bots import Budget, make_bot
from tests.bots.positions import page
from tests.bots.positions.test_positions import BOTS
from tests.bots.positions_independent import POSITIONS, Position

MISSED = {("student", "the last uranium")}
"""What a bot is known not to find; docs/bots.md says so."""


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("position", [pytest.param(position, id=position.name) for position in POSITIONS])
def test_finds_a_right_move(position: Position, name: str) -> None:
    """Whatever its seed, the bot plays one of the moves that the position's text derives."""
    state = position.lay()
    right = [kilowatt.action(answer) for answer in position.answers]
    for seed in (1, 2, 3):
        advice = make_bot(name, seed).advise(kilowatt.clone(state), position.seat, Budget(work=1500))
        assert advice.action in right or (name, position.name) in MISSED, (seed, advice)


def test_there_are_twenty_positions_and_their_page_is_current() -> None:
    """The page tells at least twenty positions, and is what the generator writes."""
    told = page.text()
    assert told == page.PAGE.read_text(encoding="utf-8"), "run python -m tests.bots.positions.page"
    assert len(re.findall(r"^(?:### )?\d+\. ", told, re.MULTILINE)) >= 20
