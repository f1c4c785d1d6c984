"""`learned`: what `student` estimates, and imagined games that the network of win chances judges where they stop.

In these games all bid as self-play has taught, or as they were seen to bid.

Knows nothing that is hidden from its seat.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.bots.chances import outputs, shares_of, softmax
from kilowatt.bots.lookahead import appraised, bent
from kilowatt.bots.student import StudentBot

if TYPE_CHECKING:
    from kilowatt.bots.advice import Budget
    from kilowatt.bots.lookahead import Choice
    from kilowatt.engine.state import State

WIN = 0.5
"""How much of the score is the chance to win; the rest is the score that the network expects at the end."""


def judged(s: State, seat: int) -> tuple[float, float]:
    """Return a seat's score by the network, and its chance to win."""
    if s.result is not None:
        return appraised(s, seat)
    wins, scores = outputs(s)
    return WIN * softmax(wins)[seat] + (1 - WIN) * bent(scores[seat]), shares_of(s, wins)[seat]


class LearnedBot(StudentBot):
    """Begins with the estimates of `student`, then imagines games, rivals as they have bid; the network judges soon."""

    horizons = (0, 1)
    leaf = staticmethod(judged)
    counts = 4
    because = "weighed"
    work = 18_000

    def _compare(self, s: State, seat: int, choices: list[Choice], budget: Budget) -> None:
        """Estimate the choices and imagine games of them; in the last round games alone, which are exact."""
        if not self.late(s):
            self._estimate(s, seat, choices)
        self._imagine(s, seat, choices, budget)
