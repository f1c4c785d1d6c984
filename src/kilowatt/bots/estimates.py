"""What imagined games would give for a choice, as a network estimates it: no game is imagined.

The network was fitted to comparisons that `learned` made; it corrects what the network of win chances says of the
position that a choice leads to.
"""

from __future__ import annotations

from functools import cache
from importlib import resources
from math import log
from typing import TYPE_CHECKING, NamedTuple

from kilowatt.bots.chances import outputs_of, shares_of, softmax
from kilowatt.bots.choice_features import ENCODING, SIZE, numbers
from kilowatt.bots.features import features
from kilowatt.bots.lookahead import appraised, bent
from kilowatt.bots.turns import take_turn
from kilowatt.bots.weights import Weights, unpack
from kilowatt.engine.asks import ASK_BID
from kilowatt.engine.game import clone
from kilowatt.engine.ids import CHANCE, OVER

if TYPE_CHECKING:
    from kilowatt.bots.lookahead import Choice
    from kilowatt.bots.turns import Cast
    from kilowatt.engine.state import State

FILE = "student.weights"
SURE = 0.999
"""No estimate begins above this, or as far below."""


class Outcome(NamedTuple):
    """What a choice leads to: the numbers of it, or the score where it ends the game; and the chance to win."""

    numbers: list[float] | None
    score: float
    chance: float


def outcomes_of(s: State, seat: int, choices: list[Choice], cast: Cast) -> list[Outcome]:
    """Look at the positions right after the choices, the prior first. A lot that is up is sold, as `cast` values it."""
    return [_outcome(s, seat, choice, cast, prior=choice is choices[0], many=len(choices)) for choice in choices]


def _outcome(s: State, seat: int, choice: Choice, cast: Cast, *, prior: bool, many: int) -> Outcome:
    trial = clone(s)
    choice.enter(trial)
    if trial.actor not in {CHANCE, OVER} and trial.ask == ASK_BID:
        take_turn(trial, cast)
    if trial.result is not None:
        return Outcome(None, *appraised(trial, seat))
    rows = features(trial)
    wins, scores = outputs_of(*rows)
    win, score = softmax(wins)[seat], bent(scores[seat])
    both = min(SURE, max(1 - SURE, (win + score) / 2))
    judged = (win, score, log(both / (1 - both)))
    row = numbers(trial, seat, s.ask, rows, prior=prior, choices=many, judged=judged)
    return Outcome(row, both, shares_of(trial, wins)[seat])


def estimated(outcomes: list[Outcome]) -> list[float]:
    """Return the score of every choice."""
    rows = [row.numbers for row in outcomes if row.numbers is not None]
    logits = iter([head[0] for head in shipped().outputs_of(rows)] if rows else [])
    return [row.score if row.numbers is None else bent(next(logits) + row.numbers[-1]) for row in outcomes]


@cache
def shipped() -> Weights:
    """Return the network that comes with the package."""
    data = (resources.files("kilowatt.bots") / FILE).read_bytes()
    return unpack(data, FILE, encoding=ENCODING, inputs=SIZE)
