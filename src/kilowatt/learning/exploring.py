"""Players of the training games: bots that sometimes play another choice than the best, and note what they weighed."""

from __future__ import annotations

from math import exp
from random import Random
from typing import TYPE_CHECKING, NamedTuple, final

from kilowatt.bots.search import Looker
from kilowatt.bots.student import StudentBot
from kilowatt.bots.values import ValuesBot, after
from kilowatt.engine import asks

if TYPE_CHECKING:
    from kilowatt.bots.advice import Budget
    from kilowatt.bots.bot_memory import Limit
    from kilowatt.bots.lookahead import Choice
    from kilowatt.bots.weights import Weights
    from kilowatt.engine.state import State

AUCTIONS = (asks.ASK_OPEN, asks.ASK_BID)


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


class Fork(NamedTuple):
    """Two choices of a seat that are worth about the same: the positions right after them."""

    seat: int
    first: State
    second: State


class Exploring(Looker):
    """Does not always play what it thinks best; `weighed` is what it weighed last, until somebody takes note of it."""

    def explore(self, habits: Habits) -> None:
        """Begin to explore."""
        self.habits = habits
        self.dice = Random(f"explorer/{self.seed}")  # noqa: S311 - chooses moves
        self.weighed: int | None = None
        self.forks: list[Fork] = []

    def _compare(self, s: State, seat: int, choices: list[Choice], budget: Budget) -> None:
        super()._compare(s, seat, choices, budget)
        self.weighed = s.ask

    def _look(self, s: State, seat: int, choices: list[Choice], budget: Budget) -> Choice:
        best = super()._look(s, seat, choices, budget)
        return self.dice.choice(choices) if self.dice.random() < self.habits.astray else best

    def _limit(self, s: State, seat: int, prior: int, budget: Budget) -> Limit:
        limit = super()._limit(s, seat, prior, budget)
        factor = exp(self.dice.gauss(0.0, self.habits.spread))
        return limit._replace(price=max(0, int(limit.price * factor + 0.5)))


@final
class Explorer(Exploring, ValuesBot):
    """Explores by values; forks where two choices are close."""

    def __init__(self, network: Weights | None, seed: int, habits: Habits) -> None:
        super().__init__(network, seed)
        self.explore(habits)

    def _compare(self, s: State, seat: int, choices: list[Choice], budget: Budget) -> None:
        super()._compare(s, seat, choices, budget)
        if self.dice.random() < self.habits.pairs and all(choice.scores for choice in choices):
            best, second = sorted(choices, key=lambda choice: -choice.mean())[:2]
            if best.mean() - second.mean() < self.habits.close:
                cast = self._beliefs.likeliest(s, seat, self.role)
                fork = Fork(seat, after(s, best, cast), after(s, second, cast))
                if fork.first.result is None and fork.second.result is None:
                    self.forks.append(fork)


@final
class ExploringStudent(Exploring, StudentBot):
    """Explores as `student`: the games of a run's first round, where it does not begin from nothing."""

    def __init__(self, seed: int, habits: Habits) -> None:
        super().__init__(seed)
        self.explore(habits)
