"""The line behind a better plan: the plan itself, then the rest of the round as the coach imagines it, step by step.

Everybody else plays as `economist`, and cards come as in the first imagined game of the review. Judges nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from kilowatt.bots.lookahead import deal
from kilowatt.bots.turns import take_turn
from kilowatt.coach.claims import Claim
from kilowatt.coach.happened import changed
from kilowatt.coach.options import Option, enter
from kilowatt.coach.win_chances import seed_of
from kilowatt.engine import asks
from kilowatt.engine.actions import Build
from kilowatt.engine.game import advance, clone, refusal
from kilowatt.engine.ids import CHANCE, OVER
from kilowatt.engine.state import State

if TYPE_CHECKING:
    from kilowatt.coach.judge import Verdict

MOST = 40
"""Steps of a line at most: a round of six seats has fewer."""
SHOWN = (asks.ASK_OPEN, asks.ASK_BID, asks.ASK_FUEL, asks.ASK_CARD, asks.ASK_BUILD)
"""Decisions of others that a line shows."""


class LineStep(msgspec.Struct):
    """A step of a line: the position after it, and what happened."""

    state: State
    claim: Claim


def best_line(before: State, verdict: Verdict, seed: int = 0) -> list[LineStep]:
    """Return the better plan of a mistake and how its round may go on; nothing where there was no mistake."""
    if not verdict.mistake or before.actor < 0:
        return []
    seat = before.actor
    steps: list[LineStep] = []
    s = _planned(before, verdict, seat, steps)
    deals = f"{seed_of(before, seed)}/0"
    while s.actor != OVER and s.round == before.round and len(steps) < MOST:
        if s.actor == CHANCE:
            advance(s, deal(s, deals))
            continue
        last, who = clone(s), s.actor
        take_turn(s, (0,) * s.rules.seats)
        if last.ask in SHOWN:
            steps.append(LineStep(clone(s), changed(last, s, who)))
    steps.append(LineStep(clone(s), _ending(s, seat)))
    return steps


def _planned(before: State, verdict: Verdict, seat: int, steps: list[LineStep]) -> State:
    """Play the better plan: each city is a step of its own, anything else is one step."""
    s = clone(before)
    if not (verdict.limit and s.ask == asks.ASK_BID):
        for action in verdict.better:
            if s.actor != seat or refusal(s, action) is not None:
                break
            last = clone(s)
            advance(s, action)
            if isinstance(action, Build):
                steps.append(LineStep(clone(s), changed(last, s, seat)))
    if verdict.limit and s.ask == asks.ASK_BID:
        enter(Option("bid", verdict.better, limit=verdict.limit), seat)(s)
    if not steps:
        steps.append(LineStep(clone(s), changed(before, s, seat)))
    return s


def _ending(s: State, seat: int) -> Claim:
    """Return how the seat stands at the end of a line."""
    args = {"money": s.money[seat], "cities": s.count(seat)}
    return Claim("line_end", args) if s.rules.board.cities else Claim("line_end_cards", {"money": s.money[seat]})
