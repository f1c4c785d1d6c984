"""`values`: the choices of an economist, judged by a network that was fitted to the results of its own games.

The network returns a seat's chance to win and its expected score for the position that a choice leads to; no game is
imagined. Knows nothing that is hidden from its seat.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kilowatt.bots.beliefs import Beliefs
from kilowatt.bots.lookahead import appraised, bent
from kilowatt.bots.search import Looker
from kilowatt.bots.turns import SHADING, take_turn
from kilowatt.bots.value_features import ENCODING, SIZE, numbers_of, position_of
from kilowatt.bots.weights import unpack
from kilowatt.engine.asks import ASK_BID
from kilowatt.engine.game import clone
from kilowatt.engine.ids import CHANCE, OVER

if TYPE_CHECKING:
    from kilowatt.bots.advice import Budget
    from kilowatt.bots.lookahead import Choice
    from kilowatt.bots.turns import Cast
    from kilowatt.bots.weights import Weights
    from kilowatt.engine.state import State

WIN = 0.5
"""How much of a choice's value is the chance to win; the rest is the expected score."""
WIN_HEAD, SCORE_HEAD = 0, 1


def read_values(data: bytes, name: str) -> Weights:
    """Read a file of the network's weights; `BadWeights` says what is wrong with it."""
    return unpack(data, name, encoding=ENCODING, inputs=SIZE)


def after(s: State, choice: Choice, cast: Cast) -> State:
    """Return the position right after a choice; a lot that is up is sold, as `cast` values it."""
    trial = clone(s)
    choice.enter(trial)
    if trial.actor not in {CHANCE, OVER} and trial.ask == ASK_BID:
        take_turn(trial, cast)
    return trial


class ValuesBot(Looker):
    """Takes the choice with the best value; without a network, always that of an economist that shades its bids."""

    role = SHADING
    trifle = 0.0005
    because = "estimate"

    def __init__(self, network: Weights | None, seed: int = 0) -> None:
        self._beliefs = Beliefs()
        super().__init__(seed, self._beliefs)
        self.network = network

    def late(self, s: State) -> bool:
        """Return whether this round is the last: then everything can be calculated."""
        return s.last_round or 0 < s.rules.end_at <= s.most_cities()

    def _compare(self, s: State, seat: int, choices: list[Choice], budget: Budget) -> None:
        """Judge the choices; none in the last round, which the economist calculates."""
        if self.network is None or self.late(s):
            return
        cast = self._beliefs.likeliest(s, seat, self.role)
        ends = [after(s, choice, cast) for choice in choices]
        rows = [numbers_of(position_of(end), seat) for end in ends if end.result is None]
        outputs = iter(self.network.outputs(np.array(rows)).tolist() if rows else [])
        for choice, end in zip(choices, ends, strict=True):
            if end.result is not None:
                score, chance = appraised(end, seat)
            else:
                logits = next(outputs)
                score, chance = bent(logits[SCORE_HEAD]), bent(logits[WIN_HEAD])
            value = WIN * chance + (1 - WIN) * score
            # two equal ones: a single score cannot be compared
            choice.scores += [value, value]
            choice.chances.append(chance)
