"""Checks what a review claims: plays a decision on both ways, everybody as the strongest bot, with the same cards.

A whole game is too dear for a server in plain Python, so a trial ends with the round after the decision's, and what
the network says of that position counts; where the game ends before, its result does. Says nothing in words.
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from kilowatt.bots.lookahead import deal
from kilowatt.bots.values import chances
from kilowatt.coach.estimates import MISTAKE
from kilowatt.coach.thinking import Thinking
from kilowatt.engine.game import advance, clone, refusal
from kilowatt.engine.ids import CHANCE, OVER
from kilowatt.engine.knowledge import known_to
from kilowatt.statistics import mean, standard_error

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kilowatt.coach.judge import Verdict
    from kilowatt.coach.record_turns import Turn
    from kilowatt.engine.actions import Action
    from kilowatt.engine.state import State

ROUNDS = 2
"""Rounds that a trial lasts, the decision's own among them."""
FEWEST = 4
"""Trials each way before a claim may be clear."""
MOST = 12
"""Trials each way at most."""
SURE = 1.5
"""Standard errors from which on a claim is clear."""


class Trial(NamedTuple):
    """A seat's chance at the end of one trial each way."""

    played: float
    better: float


def trial(turn: Turn, verdict: Verdict, number: int) -> Trial:
    """Play a decision on once as it was and once with the better plan; the number decides the cards."""
    cards = f"check/{turn.first}/{number}"
    ways = (turn.actions, verdict.better)
    return Trial(*[_end(_after(turn.before, way), turn.before.round + ROUNDS, turn.seat, cards) for way in ways])


def settled(trials: Sequence[Trial]) -> bool:
    """Return whether no further trial is needed: the claim is clear either way, or there were enough."""
    if len(trials) < FEWEST:
        return False
    gains = [one.better - one.played for one in trials]
    off = abs(mean(gains) - MISTAKE)
    return len(trials) >= MOST or off > SURE * max(standard_error(gains), 1 / sqrt(len(gains)) / 100)


def checked(verdict: Verdict, trials: Sequence[Trial]) -> Verdict:
    """Return a verdict after its trials: it costs no more than they show, and a mistake they do not show is none."""
    gain = mean([one.better - one.played for one in trials])
    games = 2 * len(trials)
    if gain < MISTAKE:
        return msgspec.structs.replace(
            verdict, best=verdict.chance, loss=0.0, mistake=False, better=(), limit=0, claims=(), checked=games
        )
    loss = round(min(verdict.loss, gain), 4)
    return msgspec.structs.replace(verdict, chance=round(verdict.best - loss, 4), loss=loss, checked=games)


def step_on(s: State, cards: str) -> None:
    """Deal a card, or let the acting seat take its turn as the strongest bot would."""
    if s.actor == CHANCE:
        advance(s, deal(s, cards))
        return
    seat = s.actor
    for action in Thinking().turn(known_to(s, seat), seat):
        if s.actor == seat:
            advance(s, action)


def _after(before: State, actions: Sequence[Action]) -> State:
    s = clone(before)
    for action in actions:
        if s.actor == before.actor and refusal(s, action) is None:
            advance(s, action)
    return s


def _end(s: State, stop: int, seat: int, cards: str) -> float:
    while s.actor != OVER and s.round < stop:
        step_on(s, cards)
    return chances(s)[seat]
