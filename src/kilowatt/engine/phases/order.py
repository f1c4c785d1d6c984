"""Rounds: their beginning, the turn order and the end of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.engine import tasks
from kilowatt.engine.emitting import GAME_ENDED, ROUND_BEGAN, SHORT, emit, packed
from kilowatt.engine.ids import END, OVER, SEATS, SETUP
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
        rank(s)


def first_order(s: State, arg: int) -> None:
    """After the first round's auctions, once, set the order again [R18-ORD-05]."""
    if s.round == 1:
        rank(s)


def rank(s: State) -> None:
    """Set the order by the marks of the seats, the highest first."""
    rules = s.rules
    ranked = [0] * SEATS
    marks = [0] * SEATS
    size = 0
    swap = rules.turn_order.tied_swap()
    for at in range(len(s.order)):
        seat = s.order[len(s.order) - 1 - at if swap else at]
        if seat < rules.seats:
            mark = rules.turn_order.mark(s, seat)
            place = size
            while place and marks[place - 1] < mark:
                ranked[place] = ranked[place - 1]
                marks[place] = marks[place - 1]
                place -= 1
            ranked[place] = seat
            marks[place] = mark
            size += 1
    set_order(s, ranked)


def finish(s: State) -> None:
    """Work out the standing."""
    s.result = s.rules.score.result(s)


def end_check(s: State, arg: int) -> None:
    """End the game if its end has been reached [R18-END-01]; mines sell once more before that [AT-AU-10]."""
    if s.rules.score.reached(s):
        s.rules.fuel_supply.export(s)
        s.phase = END
        s.agenda.clear()
        s.actor = OVER
        finish(s)
        emit(s, GAME_ENDED)
