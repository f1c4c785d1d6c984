"""What positions are worth, by a network that was fitted to the results of games of its own players.

For every seat of a position it returns the chance to win and the expected score; no game is imagined.
"""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, NamedTuple

from kilowatt.bots.chances import shipped as chances_beneath
from kilowatt.bots.chances import softmax
from kilowatt.bots.ending import ends_now, surely_ahead
from kilowatt.bots.lookahead import bent, deal
from kilowatt.bots.products import numpy
from kilowatt.bots.turns import SHADING, take_turn
from kilowatt.bots.value_features import (
    BEGINS,
    CHOSEN,
    ENCODING,
    SIZE,
    encoded,
    plain_rows,
    plain_seen,
    position_of,
    seen,
)
from kilowatt.bots.weights import unpack
from kilowatt.engine.asks import ASK_BID, ASK_OPEN, ASK_SCRAP
from kilowatt.engine.game import advance, clone
from kilowatt.engine.ids import AUCTION, CHANCE, NOBODY, OVER, POWER, SETUP

if TYPE_CHECKING:
    from kilowatt.bots.lookahead import Choice
    from kilowatt.bots.turns import Cast
    from kilowatt.bots.weights import Weights
    from kilowatt.engine.state import State

WIN_HEAD, SCORE_HEAD = 0, 1
FILE = "values.weights"
SOME = 0.5
"""How much the next round's position counts beside this one."""
LIKELY = 0.8
"""How much the end of the game counts that comes when everybody plays this round on (docs/lab/bots.md)."""
SURE = 0.95
"""The same in a round that is the last whatever is played."""


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

    Shared among the winners once the game is over, equal during the preparation. It changes only when something
    happens: a lot that is up counts as not put up yet, until it is sold. While fuel is bought and cities are built it
    is the mean of what the position and the next round's first one are worth, which fits results better than either;
    where the game ends before that, the result of playing on counts for more.
    """
    seats = state.rules.seats
    if state.result is not None:
        winners = state.result.winners
        return [1 / len(winners) if seat in winners else 0.0 for seat in range(seats)]
    if state.phase == SETUP:
        return [1 / seats] * seats
    if state.phase == AUCTION:
        return _valued(_at_rest(state))
    begins = next_round(state)
    later = _valued(begins) if begins.result is None else chances(begins)
    if state.phase == POWER:
        return later
    sure = SOME if begins.result is None else SURE if ends_now(state) else LIKELY
    return _possible(state, [(1 - sure) * here + sure * then for here, then in zip(_valued(state), later, strict=True)])


def _possible(s: State, chances: list[float]) -> list[float]:
    """Leave no chance to seats that a rival is ahead of whatever they build."""
    left = [0.0 if surely_ahead(s, seat) else chance for seat, chance in enumerate(chances)]
    return [chance / sum(left) for chance in left]


def _valued(s: State) -> list[float]:
    return values(shipped(), [s])[0].chances


def _at_rest(s: State) -> State:
    """Return a position before its lot was put up, or after its buyer has scrapped a plant.

    Who bids how much says little of who buys, and a plant too many is worth nothing.
    """
    if s.ask not in (ASK_BID, ASK_SCRAP) or s.actor < 0:
        return s
    rest = clone(s)
    if s.ask == ASK_SCRAP:
        take_turn(rest, (SHADING,) * s.rules.seats)
    else:
        rest.lot, rest.actor, rest.ask = NOBODY, s.opener, ASK_OPEN
    return rest


def next_round(s: State) -> State:
    """Return how the next round begins, or the game ends, if everybody goes on as an economist that shades its bids."""
    end, cast = clone(s), (SHADING,) * s.rules.seats
    while end.actor != OVER and (end.round == s.round or end.actor == CHANCE):
        if end.actor == CHANCE:
            advance(end, deal(end, "next round"))
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
    if numpy is None:
        return _plain_values(network, states, seat, choices)
    rows, tables = encoded([position_of(s) for s in states])
    many, seats, _ = rows.shape
    place = numpy.repeat(numpy.arange(many), seats)
    who = numpy.tile(numpy.arange(seats), many)
    made = numpy.zeros((many * seats, CHOSEN))
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
    if numpy is None:
        return [row.scores[seat] for row in _plain_values(network, states, seat, choices)]
    rows, tables = encoded([position_of(s) for s in states])
    inputs = seen(rows, tables, numpy.full(len(states), seat), numpy.array(choices))
    logits = network.outputs(inputs)[:, SCORE_HEAD] + inputs[:, BEGINS[SCORE_HEAD]]
    return [bent(x) for x in logits.tolist()]


def _plain_values(network: Weights, states: list[State], seat: int, choices: list[list[float]] | None) -> list[Value]:
    """Value positions without NumPy: the same numbers."""
    inputs: list[list[float]] = []
    for number, s in enumerate(states):
        position = position_of(s)
        rows = plain_rows(position)
        for who in range(len(rows)):
            made = choices[number] if choices is not None and who == seat else [0.0] * CHOSEN
            inputs.append(plain_seen(rows, position.table, who, made))
    outputs = [
        [head + row[begins] for head, begins in zip(heads, BEGINS, strict=True)]
        for heads, row in zip(network.outputs_of(inputs), inputs, strict=True)
    ]
    seats = len(outputs) // len(states)
    valued = [outputs[at : at + seats] for at in range(0, len(outputs), seats)]
    return [Value(softmax([row[WIN_HEAD] for row in rows]), [bent(row[SCORE_HEAD]) for row in rows]) for rows in valued]
