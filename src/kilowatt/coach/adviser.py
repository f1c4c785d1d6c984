"""`adviser`: plays whatever the adviser recommends. Its games show what following the advice is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.bots.advice import Advice, Reason
from kilowatt.coach.advise import advise

if TYPE_CHECKING:
    from kilowatt.bots.advice import Budget
    from kilowatt.engine.state import State


class AdviserBot:
    """Plays what the adviser recommends."""

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def advise(self, state: State, seat: int, budget: Budget) -> Advice:
        """Play the first move of the recommended choice."""
        choices = advise(state, seat).choices
        best, rest = choices[0], choices[1:]
        shares = {"share": round(100 * best.chance), "rival": round(100 * max([one.chance for one in rest], default=0))}
        return Advice(best.actions[0], Reason("estimate", shares), best.chance)
