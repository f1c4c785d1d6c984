"""Rounds: their beginning, the turn order and the end of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.engine import tasks
from kilowatt.engine.emitting import GAME_ENDED, ROUND_BEGAN, SHORT, emit, packed
from kilowatt.engine.ids import END, OVER, SETUP
from kilowatt.engine.phases.setup import set_order

if TYPE_CHECKING:
    from kilowatt.engine.state import State


def new_round(s: State, arg: int) -> None:
    """Begin a round and put its tasks and the next round on the agenda [R18-ORD-01]."""
    s.round += 1
    s.rules.fuel_supply.round_begins(s)
    s.last_round = s.rules.end_card_announces_last_round and (s.step3_due or s.step == 3)
    if s.log is not None:
        emit(s, ROUND_BEGAN, s.round, packed(s.order, SHORT))
    s.agenda.append(tasks.ROUND)
    tasks.push(s, s.rules.round_tasks)


def order(s: State, arg: int) -> None:
    """Set the turn order; where it opens the round, the first round keeps the drawn one [R18-ORD-05]."""
    if s.round > 1 or s.phase != SETUP:
        set_order(s, s.rules.turn_order.ranked(s))


def first_order(s: State, arg: int) -> None:
    """After the first round's auctions, once, set the order again [R18-ORD-05]."""
    if s.round == 1:
        set_order(s, s.rules.turn_order.ranked(s))


def end_check(s: State, arg: int) -> None:
    """End the game if its end has been reached [R18-END-01]."""
    if s.rules.score.reached(s):
        s.phase = END
        s.agenda.clear()
        s.actor = OVER
        s.result = s.rules.score.result(s)
        emit(s, GAME_ENDED)
