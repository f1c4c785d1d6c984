"""What positions are worth, by a network that was fitted to the results of games of its own players.

For every seat of a position it returns the chance to win and the expected score; no game is imagined.
"""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from kilowatt.bots.chances import shipped as chances_beneath
from kilowatt.bots.chances import softmax
from kilowatt.bots.lookahead import bent, deal
from kilowatt.bots.turns import SHADING, take_turn
from kilowatt.bots.value_features import BEGINS, CHOSEN, ENCODING, SIZE, encoded, position_of, seen
from kilowatt.bots.weights import unpack
from kilowatt.engine.asks import ASK_BID
from kilowatt.engine.game import advance, clone
from kilowatt.engine.ids import CHANCE, OVER, POWER, SETUP

if TYPE_CHECKING:
    from kilowatt.bots.lookahead import Choice
    from kilowatt.bots.turns import Cast
    from kilowatt.bots.weights import Weights
    from kilowatt.engine.state import State

WIN_HEAD, SCORE_HEAD = 0, 1
FILE = "values.weights"


class Value(NamedTuple):
    """What a position is worth to each seat."""

    chances: list[float]
    """To win, adding up to 1."""
    scores: list[float]


def read_values(data: bytes, name: str) -> Weights:
    """Read a file of the network's weights; `BadWeights` says what is wrong with it."""
    return unpack(data, name, encoding=ENCODING, inputs=SIZE)


@cache
def shipped() -> Weights:
    """Return the network that comes with the package, if the one that it corrects can be read too."""
    chances_beneath()
    return read_values((resources.files("kilowatt.bots") / FILE).read_bytes(), FILE)


def chances(state: State) -> list[float]:
    """Return each seat's chance to win, adding up to 1.

    Shared among the winners once the game is over, equal during the preparation.
    """
    seats = state.rules.seats
    if state.result is not None:
        winners = state.result.winners
        return [1 / len(winners) if seat in winners else 0.0 for seat in range(seats)]
    if state.phase == SETUP:
        return [1 / seats] * seats
    end = settled(state)
    return chances(end) if end.result is not None else values(shipped(), [end])[0].chances


def settled(s: State) -> State:
    """Return a position as the network knows it: a lot that is up is sold, and a power phase that has begun is over.

    Everybody bids and runs plants as an economist that shades its bids.
    """
    if s.result is not None or (s.phase != POWER and s.ask != ASK_BID):
        return s
    end, cast = clone(s), (SHADING,) * s.rules.seats
    if s.ask == ASK_BID and s.actor >= 0:
        take_turn(end, cast)
        return end
    while end.actor != OVER and (end.phase == POWER or end.actor == CHANCE):
        if end.actor == CHANCE:
            advance(end, deal(end, "settled"))
        else:
            take_turn(end, cast)
    return end


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
