"""`expert`: the values of a network, and imagined games from the best of its choices that the same network judges.

Knows nothing that is hidden from its seat.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.bots.lookahead import appraised, margin_error
from kilowatt.bots.search import SURE, Looker
from kilowatt.bots.values import ValuesBot, values

if TYPE_CHECKING:
    from kilowatt.bots.advice import Budget
    from kilowatt.bots.bot_memory import Limit
    from kilowatt.bots.lookahead import Choice
    from kilowatt.bots.weights import Weights
    from kilowatt.engine.state import State


class ExpertBot(ValuesBot):
    """Begins with the values of the choices, then imagines games of the best, rivals as they have bid."""

    horizons = (0, 1)
    because = "weighed"
    work = 18_000
    counts = 4
    """As how many imagined games a value counts."""
    width = 4
    """Of so many choices, the best by their values, games are imagined."""

    def __init__(self, network: Weights | None, seed: int = 0) -> None:
        super().__init__(network, seed)
        self.leaf = self._leaf

    def _leaf(self, s: State, seat: int) -> tuple[float, float]:
        """Return a seat's score by the network, and its chance to win."""
        if s.result is not None or self.network is None:
            return appraised(s, seat)
        value = values(self.network, [s])[0]
        return value.scores[seat], value.chances[seat]

    def _compare(self, s: State, seat: int, choices: list[Choice], budget: Budget) -> None:
        """Value the choices and imagine games of them; in the last round games alone, which are exact."""
        super()._compare(s, seat, choices, budget)
        self._imagine_on(s, seat, choices, budget)

    def _imagine_on(self, s: State, seat: int, choices: list[Choice], budget: Budget) -> None:
        for choice in choices:
            choice.scores = choice.scores[:1] * self.counts
            choice.chances.clear()
        self._imagine(s, seat, choices, budget)

    def _look(self, s: State, seat: int, choices: list[Choice], budget: Budget) -> Choice:
        """Imagine games of the choices with the best values; return the one to play."""
        super()._compare(s, seat, choices, budget)
        prior = choices[0]
        best = sorted(choices, key=lambda choice: -choice.mean())[: self.width] if prior.scores else choices
        if prior not in best:
            best.append(prior)
        self._imagine_on(s, seat, best, budget)
        chosen = max(best, key=lambda choice: (choice.mean(), choice is prior))
        if chosen is prior:
            return prior
        ahead, error = margin_error(chosen, prior)
        return chosen if ahead > max(SURE * error, self.trifle) else prior

    def _limit(self, s: State, seat: int, prior: int, budget: Budget) -> Limit:
        """Find a limit as a bot does that imagines games: from few prices."""
        return Looker._limit(self, s, seat, prior, budget)  # noqa: SLF001 - its own
