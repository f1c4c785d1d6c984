"""Undo on the boards of the atlas: every decision of a game can be taken back, also where a special rule follows it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import kilowatt
from kilowatt.bots import economist
from kilowatt.engine.actions import BuyFuel, Jump, Open
from kilowatt.engine.events import Event, Exported, PlantSold
from kilowatt.table.undo import Window
from tests.rulesets import ATLAS
from tests.tiers import some_quick

if TYPE_CHECKING:
    from kilowatt.engine.actions import Action

SPECIAL = {
    "original/india": "a token, then the next seat",
    "original/japan": "a jump",
    "recharged/manhattan": "a second purchase",
    "original/australia": "a sale of mines",
}
"""What must happen in the game of a board, so that its undo is looked at."""
GAMES = [*SPECIAL, *[name for name in ATLAS if name not in SPECIAL]]
SEATS = 4


def special(before: kilowatt.State, move: Action, after: kilowatt.State, events: list[Event]) -> set[str]:
    """Name what a decision did that only some boards know."""
    rows = set()
    if isinstance(move, BuyFuel) and after.phase == before.phase and after.actor != before.actor:
        rows.add("a token, then the next seat")
    if isinstance(move, Jump):
        rows.add("a jump")
    if any(isinstance(event, Exported) for event in events):
        rows.add("a sale of mines")
    sold = [event.seat for event in events if isinstance(event, PlantSold)]
    if after.actor in sold and isinstance(kilowatt.legal_actions(after)[0], Open):
        rows.add("a second purchase")
    return rows


@pytest.mark.parametrize("ruleset", [*SPECIAL, *some_quick(GAMES[len(SPECIAL) :], 16, 2)])
def test_every_decision_can_be_taken_back(ruleset: str) -> None:
    """After an undo the table is as before the decision; the same decision leads to where it led; the record replays.

    A player may go back over the own decisions of a turn, not past another seat or a card.
    """
    table = kilowatt.Table(kilowatt.ruleset(ruleset, SEATS), seed=5)
    window, happened = Window(table.seq), set[str]()
    while isinstance(seat := table.actor, int):
        before, said = kilowatt.clone(table.state), len(table.log)
        move, shown = economist.decide(before), kilowatt.snapshot(table.state)
        events = table.play(move)
        happened |= special(before, move, table.state, events)
        led, log = kilowatt.snapshot(table.state), table.log
        table.undo()
        assert kilowatt.snapshot(table.state) == shown
        assert len(table.log) == said
        assert table.actor == seat
        table.play(move)
        assert kilowatt.snapshot(table.state) == led
        assert table.log == log
        window = window.decided(table.seq, seat, before)
        back, state = window.back(window.places[-1][0], table.state)
        assert (back.depth(seat), kilowatt.snapshot(state)) == (window.depth(seat) - 1, shown)
    if ruleset in SPECIAL:
        assert SPECIAL[ruleset] in happened
    assert kilowatt.snapshot(kilowatt.replay(table.record()).state) == kilowatt.snapshot(table.state)
