"""Players of the training games: bots that sometimes play another choice than the best, and note what they weighed."""

from __future__ import annotations

from math import exp
from random import Random
from typing import TYPE_CHECKING, NamedTuple, final

from kilowatt.bots.values import after, scores
from kilowatt.bots.valuing import STEPS, Judged, Valuer
from kilowatt.engine.asks import ASK_BID

if TYPE_CHECKING:
    from kilowatt.bots.advice import Budget
    from kilowatt.bots.bot_memory import Limit
    from kilowatt.bots.lookahead import Choice
    from kilowatt.bots.weights import Weights
    from kilowatt.engine.state import State

USUAL = STEPS + 2
"""Choices compared to find a limit: to lose the lot, and to get it at some prices."""


class Habits(NamedTuple):
    """How a player of a training game explores."""

    astray: float
    """The share of comparisons after which it plays a choice at random."""
    spread: float
    """Its limits are multiplied by e to the power of a normal number of this size."""
    pairs: float
    """The share of close comparisons whose two best choices are both played on."""
    close: float
    """Choices whose values differ by less are close."""


class Weighed(NamedTuple):
    """A choice that was made after a comparison."""

    ask: int
    prior: bool | None
    """Whether it was the economist's; None for a limit, which the sale decides."""
    choices: int


class Fork(NamedTuple):
    """Two choices of a seat that are worth about the same, and the positions right after them."""

    seat: int
    first: State
    second: State
    made: tuple[Weighed, Weighed]


@final
class Explorer(Valuer):
    """Does not always play what it values most; forks where two choices are close."""

    def __init__(self, network: Weights | None, seed: int, habits: Habits) -> None:
        super().__init__(network, seed)
        self.habits = habits
        self.dice = Random(f"explorer/{seed}")  # noqa: S311 - chooses moves
        self.weighed: Weighed | None = None
        """What it chose last, until somebody takes note of it."""
        self.forks: list[Fork] = []

    def _compare(self, s: State, seat: int, choices: list[Choice], budget: Budget) -> None:
        super()._compare(s, seat, choices, budget)
        if self.dice.random() < self.habits.pairs and all(choice.scores for choice in choices):
            best, second = sorted(choices, key=lambda choice: -choice.mean())[:2]
            if best.mean() - second.mean() < self.habits.close:
                cast = (self.role,) * s.rules.seats
                made = [Weighed(s.ask, choice is choices[0], len(choices)) for choice in (best, second)]
                fork = Fork(seat, after(s, best, cast), after(s, second, cast), (made[0], made[1]))
                if fork.first.result is None and fork.second.result is None:
                    self.forks.append(fork)

    def _values(self, states: list[State], seat: int, made: list[list[float]]) -> list[Judged]:
        """Return scores alone: nobody asks a player of a training game for its chances."""
        assert self.network is not None  # noqa: S101 - without one nothing is compared
        return [Judged(score, 0.0) for score in scores(self.network, states, seat, made)]

    def _look(self, s: State, seat: int, choices: list[Choice], budget: Budget) -> Choice:
        best = super()._look(s, seat, choices, budget)
        if self.dice.random() < self.habits.astray:
            best = self.dice.choice(choices)
        self.weighed = Weighed(s.ask, best is choices[0], len(choices))
        return best

    def _limit(self, s: State, seat: int, prior: int, budget: Budget) -> Limit:
        limit = super()._limit(s, seat, prior, budget)
        self.weighed = Weighed(ASK_BID, None, USUAL)
        factor = exp(self.dice.gauss(0.0, self.habits.spread))
        return limit._replace(price=max(0, int(limit.price * factor + 0.5)))
