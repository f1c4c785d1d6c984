"""`learned`: the imagined games of `search`, stopped sooner, between economists that bid as self-play has taught them.

Knows nothing that is hidden from its seat.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.bots.search import Looker
from kilowatt.bots.secrecy import as_known_to
from kilowatt.bots.turns import SHADING

if TYPE_CHECKING:
    from kilowatt.bots.advice import Advice, Budget
    from kilowatt.engine.state import State


class LearnedBot(Looker):
    """Imagines itself and its rivals to shade their bids."""

    role = SHADING
    rival_role = SHADING
    horizons = (0, 1)

    def advise(self, state: State, seat: int, budget: Budget) -> Advice:
        """Choose by imagined games, without the money of others where the table hides it."""
        return super().advise(as_known_to(state, seat), seat, budget)
