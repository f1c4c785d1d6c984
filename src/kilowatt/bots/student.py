"""`student`: the choices of `learned`, judged by a network that was taught by it; it imagines no games.

Knows nothing that is hidden from its seat.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.bots import chances, estimates
from kilowatt.bots.beliefs import Beliefs
from kilowatt.bots.estimates import estimated, outcomes_of
from kilowatt.bots.search import Looker
from kilowatt.bots.turns import SHADING
from kilowatt.engine.houses import end_at

if TYPE_CHECKING:
    from kilowatt.bots.advice import Budget
    from kilowatt.bots.estimates import Outcome
    from kilowatt.bots.lookahead import Choice
    from kilowatt.engine.state import State


class StudentBot(Looker):
    """Takes the choice with the best estimate; the economist's where that is no worse."""

    role = SHADING
    trifle = 0.0005
    counts = 2
    """As how many imagined games an estimate counts; two are the fewest that can be compared."""
    because = "estimate"

    def __init__(self, seed: int = 0) -> None:
        self._beliefs = Beliefs()
        super().__init__(seed, self._beliefs)
        self._check_weights()

    def _check_weights(self) -> None:
        """Let weights that cannot be used be an error now, not in the middle of a game."""
        chances.shipped()
        estimates.shipped()

    def late(self, s: State) -> bool:
        """Return whether this round is the last: then everything can be calculated."""
        return s.last_round or 0 < end_at(s) <= s.most_cities()

    def _compare(self, s: State, seat: int, choices: list[Choice], budget: Budget) -> None:
        """Estimate the choices; none in the last round, which the economist calculates."""
        if self.late(s):
            return
        for choice, outcome in zip(choices, self._estimate(s, seat, choices), strict=True):
            choice.chances.append(outcome.chance)

    def _estimate(self, s: State, seat: int, choices: list[Choice]) -> list[Outcome]:
        """Count the estimates as imagined games."""
        outcomes = outcomes_of(s, seat, choices, self._beliefs.likeliest(s, seat, self.role))
        for choice, score in zip(choices, estimated(outcomes), strict=True):
            choice.scores += [score] * self.counts
        return outcomes
