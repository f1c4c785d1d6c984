"""What today's `student` says of a position: lessons for a network that shall begin where it stands."""

from __future__ import annotations

from math import log
from typing import TYPE_CHECKING

from kilowatt.bots.chances import outputs_of, shares_of, softmax
from kilowatt.bots.choice_features import numbers
from kilowatt.bots.estimates import SURE, Outcome, estimated
from kilowatt.bots.features import features
from kilowatt.bots.lookahead import bent

if TYPE_CHECKING:
    from kilowatt.engine.state import State

USUAL = 4
"""Choices of a comparison."""


def taught(s: State, seat: int, ask: int) -> tuple[float, float]:
    """Return a seat's chance to win and its score, as if it had just chosen what an economist would."""
    rows = features(s)
    wins, scores = outputs_of(*rows)
    win, score = softmax(wins)[seat], bent(scores[seat])
    both = min(SURE, max(1 - SURE, (win + score) / 2))
    judged = (win, score, log(both / (1 - both)))
    row = numbers(s, seat, ask, rows, prior=True, choices=USUAL, judged=judged)
    return shares_of(s, wins)[seat], estimated([Outcome(row, both, win)])[0]
