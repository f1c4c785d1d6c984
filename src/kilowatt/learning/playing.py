"""A bot of a trained network alone, without a look ahead: the most likely id, and the median of the prices it draws.

Within a turn it goes on with the purchase, the houses or the price it has chosen, as games in training do. Knows
nothing that is hidden from its seat.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from kilowatt.bots.advice import Advice, Budget
from kilowatt.bots.simple import plain_reason
from kilowatt.engine.actions import Open
from kilowatt.engine.ids import NOBODY
from kilowatt.engine.knowledge import known_to
from kilowatt.envs.grains import make_encoding
from kilowatt.envs.observation import Observer

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kilowatt.engine.rules import Rules
    from kilowatt.engine.state import State
    from kilowatt.envs.encoding import Decoded, Encoding, Partial
    from kilowatt.learning.policy import Game, Policy

MIDDLE = 0.5
KEPT = 8
"""Kinds of game whose encodings are remembered."""


class Evaluation(NamedTuple):
    """What the network makes of a decision: legal ids, the chance to take each, and what it expects of each seat."""

    legal: list[int]
    likely: NDArray[np.float64]
    chances: NDArray[np.float64]
    """To win, from the observer's seat on."""
    places: NDArray[np.float64]
    """The expected place of each seat, likewise: 1 is the first, ties are averaged. Each is a guess of its own, so they
    add up to all places only nearly."""


class Evaluator:
    """A network with the encodings of the games it was asked about."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy
        self._games: dict[tuple[str, int, str], tuple[Encoding, Observer, Game]] = {}
        self._last: tuple[Rules, tuple[Encoding, Observer, Game]] | None = None

    def game(self, rules: Rules) -> tuple[Encoding, Observer, Game]:
        """Return encoding, observer and rows for these rules; `BadWeights` says why the network cannot play them."""
        if self._last is None or self._last[0] is not rules:  # the options of a drawn board are long
            self._last = (rules, self._found(rules))
        return self._last[1]

    def _found(self, rules: Rules) -> tuple[Encoding, Observer, Game]:
        key = (rules.id, rules.seats, str(sorted(rules.options.items())))
        if key not in self._games:
            if len(self._games) >= KEPT:
                self._games.clear()
            encoding, observer = make_encoding(rules, "whole"), Observer(rules)
            self._games[key] = (encoding, observer, self.policy.game(rules, observer.layout, encoding))
        return self._games[key]

    def evaluate(self, s: State, seat: int, partial: Partial = ()) -> Evaluation:
        """Return what the network makes of a decision of the acting seat."""
        encoding, observer, game = self.game(s.rules)
        legal = encoding.legal_ids(s, partial).to_list()
        scores, seats, ranks = self.policy.run(observer.flat(s, seat, encoding.pending(partial)), game, legal)
        return Evaluation(legal, softmax(scores), softmax(seats), 1 + (s.rules.seats - 1) * logistic(ranks))


def softmax(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return shares that add up to 1."""
    raised: NDArray[np.float64] = np.exp(scores - scores.max())
    found: NDArray[np.float64] = raised / raised.sum()
    return found


def logistic(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return numbers between 0 and 1."""
    found: NDArray[np.float64] = (1 + np.tanh(scores / 2)) / 2
    return found


class PolicyBot:
    """Plays what the network finds most likely."""

    def __init__(self, policy: Policy) -> None:
        self.evaluator = Evaluator(policy)
        self._turn: tuple[int, int] = (0, 0)
        self._partial: Partial = ()
        self._lot: tuple[int, int, int] = (0, NOBODY, 0)
        self._price = 0

    def advise(self, state: State, seat: int, budget: Budget) -> Advice:
        """Go on with what was chosen, or choose; the value is the chance to win."""
        s = known_to(state, seat)
        encoding = self.evaluator.game(s.rules)[0]
        turn = (s.round, s.ask)
        partial = self._partial if turn == self._turn else ()
        price = self._price if self._lot == (s.round, s.lot, s.drawn) and s.lot != NOBODY else 0
        found = encoding.resume(s, partial, price)
        if found is not None and found.action is None:
            partial = found.partial
        chance = 0.0
        while found is None or found.action is None:
            found, chance = self._choose(s, seat, partial)
            partial = found.partial
        self._turn, self._partial = turn, found.partial
        action = found.action
        if found.reserve:
            lot = s.rules.plant_ids[action.plant] if isinstance(action, Open) else s.lot
            self._lot, self._price = (s.round, lot, s.drawn), found.reserve
        return Advice(action, plain_reason(state, seat, action), chance)

    def _choose(self, s: State, seat: int, partial: Partial) -> tuple[Decoded, float]:
        encoding = self.evaluator.game(s.rules)[0]
        found = self.evaluator.evaluate(s, seat, partial)
        if encoding.name(found.legal[-1]).startswith("reserve"):
            place = int((found.likely.cumsum() < MIDDLE).sum())
        else:
            place = int(found.likely.argmax())
        chosen = found.legal[min(place, len(found.legal) - 1)]
        return encoding.decode(s, partial, chosen), float(found.chances[0])
