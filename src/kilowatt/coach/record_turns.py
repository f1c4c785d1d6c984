"""A record cut into turns: what one seat decided in one go, and the cards that were turned up between."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from kilowatt.coach.happened import owned
from kilowatt.engine import asks
from kilowatt.engine.actions import Action, Bid, Open
from kilowatt.engine.game import advance, clone, new_game
from kilowatt.engine.ids import CHANCE, NOBODY, PHASE_NAMES
from kilowatt.engine.state import State

if TYPE_CHECKING:
    from kilowatt.table.record import Record

WHOLE = (asks.ASK_FUEL, asks.ASK_CARD, asks.ASK_BUILD)
"""Decisions whose actions of one turn belong together."""
AUCTIONS = (asks.ASK_OPEN, asks.ASK_BID)


class Turn(msgspec.Struct):
    """Actions that belong together; `seat` is `NOBODY` where cards are dealt."""

    seat: int
    ask: int
    round: int
    phase: str
    first: int
    """The number of its first entry in the record."""
    last: int
    before: State
    actions: list[Action]
    after: State
    bought: bool = False
    """Whether this bid is the one that bought the plant."""


def turns_of(record: Record) -> list[Turn]:
    """Replay a record's standing actions, turn by turn."""
    state = new_game(record.rules_of())
    turns: list[Turn] = []
    leading: Turn | None = None
    for entry in record.standing():
        if entry.action is None:
            continue
        seat = NOBODY if state.actor == CHANCE else state.actor
        ask = NOBODY if seat == NOBODY else state.ask
        last = turns[-1] if turns else None
        joins = (
            last is not None
            and (last.seat, last.ask, last.round) == (seat, ask, state.round)
            and (seat == NOBODY or ask in WHOLE)
        )
        if not joins or last is None:
            last = Turn(seat, ask, state.round, PHASE_NAMES[state.phase], entry.seq, entry.seq, clone(state), [], state)
            turns.append(last)
        before = [owned(state, chair) for chair in range(state.rules.seats)]
        advance(state, entry.action)
        last.actions.append(entry.action)
        if isinstance(entry.action, Open | Bid):
            leading = last
        after = [owned(state, chair) for chair in range(state.rules.seats)]
        if leading is not None and ask in AUCTIONS and after != before:
            leading.bought = True
        last.last = entry.seq
        last.after = clone(state)
    return turns
