"""`adviser`: plays whatever the adviser recommends. Its games show what following the advice is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.bots.advice import Advice, Reason
from kilowatt.coach.case import Case
from kilowatt.coach.options import weighed
from kilowatt.engine.game import clone

if TYPE_CHECKING:
    from kilowatt.bots.advice import Budget
    from kilowatt.engine.state import State


class AdviserBot:
    """Plays what the adviser recommends, whole turns as it recommends them."""

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed
        self._earlier: list[State] = []
        """The positions in which it decided last."""

    def advise(self, state: State, seat: int, budget: Budget) -> Advice:
        """Play the first move of the recommended choice."""
        case = Case(state, seat, self._earlier)
        self._earlier = [*case.earlier, clone(state)]
        best, *rest = weighed(case)
        shares = {"share": round(100 * best.chance), "rival": round(100 * max([one.chance for one in rest], default=0))}
        return Advice(best.option.actions[0], Reason("estimate", shares), best.chance)
