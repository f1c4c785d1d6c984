"""The line behind a better plan: the plan itself, then the rest of the round, everybody playing as the strongest bot.

The cards are imagined, always the same ones. Judges nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from kilowatt.coach.check import step_on
from kilowatt.coach.happened import changed, owned
from kilowatt.coach.saying import Claim
from kilowatt.engine import asks
from kilowatt.engine.actions import Bid, Build, Jump, Pass
from kilowatt.engine.game import advance, clone, refusal
from kilowatt.engine.ids import CHANCE, OVER
from kilowatt.engine.state import State

if TYPE_CHECKING:
    from kilowatt.coach.judge import Verdict

MOST = 40
"""Steps of a line at most: a round of six seats has fewer."""
DEALS = "line"
"""Seed of the cards."""
SHOWN = (asks.ASK_OPEN, asks.ASK_BID, asks.ASK_FUEL, asks.ASK_CARD, asks.ASK_BUILD)
"""Decisions of others that a line shows."""


class LineStep(msgspec.Struct):
    """A step of a line: the position after it, and what happened."""

    state: State
    claim: Claim


def best_line(before: State, verdict: Verdict) -> list[LineStep]:
    """Return the better plan of a mistake and how its round may go on; nothing where there was no mistake."""
    if not verdict.mistake or before.actor < 0:
        return []
    seat = before.actor
    steps: list[LineStep] = []
    s = _planned(before, verdict, seat, steps)
    while s.actor != OVER and s.round == before.round and len(steps) < MOST:
        last, who = clone(s), s.actor
        step_on(s, DEALS)
        bids = last.ask == asks.ASK_BID and all(owned(s, chair) == owned(last, chair) for chair in range(s.rules.seats))
        if last.ask in SHOWN and who != CHANCE and not bids:
            steps.append(LineStep(clone(s), changed(last, s, who)))
    steps.append(LineStep(clone(s), _ending(s, seat)))
    return steps


def _planned(before: State, verdict: Verdict, seat: int, steps: list[LineStep]) -> State:
    """Play the better plan: each city is a step of its own, a lot is sold, anything else is one step."""
    s = clone(before)
    for action in verdict.better:
        if s.actor != seat or refusal(s, action) is not None:
            break
        last = clone(s)
        advance(s, action)
        if isinstance(action, Build | Jump):
            steps.append(LineStep(clone(s), changed(last, s, seat)))
    lot = s.lot
    while lot >= 0 and s.lot == lot and s.ask == asks.ASK_BID:
        if s.actor != seat:
            step_on(s, DEALS)
        else:
            raises = s.bid < verdict.limit
            advance(s, Bid(seat, s.bid + 1) if raises else Pass(seat))
    if not steps:
        steps.append(LineStep(clone(s), changed(before, s, seat)))
    return s


def _ending(s: State, seat: int) -> Claim:
    """Return how the seat stands at the end of a line."""
    args = {"money": s.money[seat], "cities": s.count(seat)}
    return Claim("line_end", args) if s.rules.board.cities else Claim("line_end_cards", {"money": s.money[seat]})
