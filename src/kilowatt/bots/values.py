"""`values`: the choices of an economist, judged by a network that was fitted to the results of its own games.

For the position that a choice leads to the network returns every seat's chance to win and its expected score; no game
is imagined. Knows nothing that is hidden from its seat.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from kilowatt.bots.beliefs import Beliefs
from kilowatt.bots.chances import softmax
from kilowatt.bots.lookahead import appraised, bent
from kilowatt.bots.search import Looker
from kilowatt.bots.turns import SHADING, take_turn
from kilowatt.bots.value_features import BEGINS, CHOSEN, ENCODING, SIZE, chosen, encoded, position_of, seen
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

WIN_HEAD, SCORE_HEAD = 0, 1


class Value(NamedTuple):
    """What a position is worth to each seat."""

    chances: list[float]
    """To win, adding up to 1."""
    scores: list[float]


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


def values(
    network: Weights, states: list[State], seat: int = 0, choices: list[list[float]] | None = None
) -> list[Value]:
    """Value positions of one game for every seat; `choices` are those that the seat has just made, none by default."""
    if not states:
        return []
    rows, tables = encoded([position_of(s) for s in states])
    many, seats, _ = rows.shape
    place = np.repeat(np.arange(many), seats)
    who = np.tile(np.arange(seats), many)
    made = np.zeros((many * seats, CHOSEN))
    if choices is not None:
        made[seat::seats] = choices
    inputs = seen(rows[place], tables[place], who, made)
    outputs = (network.outputs(inputs) + inputs[:, BEGINS]).reshape(many, seats, 2)
    wins, scores = outputs[:, :, WIN_HEAD].tolist(), outputs[:, :, SCORE_HEAD].tolist()
    return [Value(softmax(win), [bent(x) for x in score]) for win, score in zip(wins, scores, strict=True)]


def scores(network: Weights, states: list[State], seat: int, choices: list[list[float]]) -> list[float]:
    """Return the same scores of one seat, which has just made these choices: without the rest, in half of the time."""
    if not states:
        return []
    rows, tables = encoded([position_of(s) for s in states])
    inputs = seen(rows, tables, np.full(len(states), seat), np.array(choices))
    logits = network.outputs(inputs)[:, SCORE_HEAD] + inputs[:, BEGINS[SCORE_HEAD]]
    return [bent(x) for x in logits.tolist()]


class ValuesBot(Looker):
    """Takes the choice with the best value; without a network, always that of an economist that shades its bids."""

    role = SHADING
    trifle = 0.0005
    because = "estimate"
    win = 0.0
    """How much of a choice's value is the chance to win; the rest is the expected score, which counts wins too."""

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
        open_ = [place for place, end in enumerate(ends) if end.result is None]
        made = [chosen(s.ask, prior=place == 0, choices=len(choices)) for place in open_]
        judged = dict(zip(open_, self._judged(self.network, [ends[place] for place in open_], seat, made), strict=True))
        for place, (choice, end) in enumerate(zip(choices, ends, strict=True)):
            score, chance = judged[place] if place in judged else appraised(end, seat)
            value = self.win * chance + (1 - self.win) * score
            # two equal ones: a single score cannot be compared
            choice.scores += [value, value]
            choice.chances.append(chance)

    def _judged(
        self, network: Weights, states: list[State], seat: int, made: list[list[float]]
    ) -> list[tuple[float, float]]:
        """Return the seat's score and its chance to win where these choices lead to."""
        return [(value.scores[seat], value.chances[seat]) for value in values(network, states, seat, made)]
