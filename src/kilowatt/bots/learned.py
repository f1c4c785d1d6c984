"""`learned`: imagined games of economists that bid as self-play has taught, judged by the network of win chances.

Knows nothing that is hidden from its seat.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.bots.beliefs import Beliefs
from kilowatt.bots.chances import outputs, shares_of, shipped, softmax
from kilowatt.bots.lookahead import appraised, bent
from kilowatt.bots.search import Looker
from kilowatt.bots.secrecy import as_known_to
from kilowatt.bots.turns import SHADING

if TYPE_CHECKING:
    from kilowatt.bots.advice import Advice, Budget
    from kilowatt.engine.state import State

WIN = 0.5
"""How much of the score is the chance to win; the rest is the score that the network expects at the end."""


def judged(s: State, seat: int) -> tuple[float, float]:
    """Return a seat's score by the network, and its chance to win."""
    if s.result is not None:
        return appraised(s, seat)
    wins, scores = outputs(s)
    return WIN * softmax(wins)[seat] + (1 - WIN) * bent(scores[seat]), shares_of(s, wins)[seat]


class LearnedBot(Looker):
    """Imagines itself to shade its bids, its rivals as they have bid, and asks the network soon."""

    role = SHADING
    horizons = (0, 1)
    trifle = 0.0005
    leaf = staticmethod(judged)
    reader = Beliefs

    def __init__(self, seed: int = 0) -> None:
        shipped()  # weights that cannot be used are an error now, not in the middle of a game
        super().__init__(seed)

    def late(self, s: State) -> bool:
        """Return whether this round is the last: then imagined games are played to their end, for exact results."""
        return s.last_round or 0 < s.rules.end_at <= s.most_cities()

    def look(self, state: State, seat: int) -> None:
        """Read how rivals bid, without the money of others where the table hides it."""
        super().look(as_known_to(state, seat), seat)

    def advise(self, state: State, seat: int, budget: Budget) -> Advice:
        """Choose by imagined games, without the money of others where the table hides it."""
        return super().advise(as_known_to(state, seat), seat, budget)
