"""A plant market whose first step bars plants of some fuels, and whose second lets two plants go under the stack."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.engine import deck, tasks
from kilowatt.engine.emitting import BARRED_PLANT, PLANT_CYCLED, emit
from kilowatt.engine.ids import SETUP
from kilowatt.engine.plants import IN_STACK, remove, take_out
from kilowatt.engine.policies import PlantMarket
from kilowatt.engine.rows import Cards, Mask

if TYPE_CHECKING:
    from kilowatt.engine.state import State


class LateFuels(PlantMarket):
    """In Step 1 these plants are never on offer: some leave the game, the others go under the stack [AT-ME-03]."""

    cites = "AT-ME-03 AT-ME-06"
    late: Cards
    leave: Cards

    def __init__(self, plants: Cards, leave: Cards) -> None:
        super().__init__()
        self.late = plants
        self.leave = leave

    def arrived(self, s: State) -> None:
        """Look at what is on offer now; the opening market is laid out first."""
        if s.phase != SETUP:
            s.agenda.append(tasks.BARRED)

    def barred(self, s: State, still: int) -> None:
        """Let the smallest of them on offer go and draw a card for it, as long as another one can come [AT-ME-03]."""
        if s.step != 1 and not still:
            return
        for place in range(self.current(s)):
            card = s.market[place]
            if self.late >> card & 1:
                if not self._another(s):
                    return
                if self.leave >> card & 1:
                    remove(s, card, BARRED_PLANT)
                else:
                    take_out(s, card)
                    deck.under(s, card)
                    emit(s, PLANT_CYCLED, card)
                tasks.push(s, (tasks.DRAW, tasks.BARRED + tasks.ARG * still))
                return

    def _another(self, s: State) -> bool:
        """Return whether a card may come that is none of these."""
        coming: Mask = deck.unseen_below(s)
        for layer in range(s.layers):
            for card in s.seq[layer]:
                coming |= 1 << card
        return (coming & ~self.late) != 0

    def update(self, s: State) -> None:
        """In Step 2 two plants go under the stack, one after the other, each with a draw [AT-ME-06]."""
        if s.step == 2:
            s.agenda.append(tasks.PLANT_FILL)
        super().update(s)

    def fill(self, s: State, added: int) -> None:
        """Let the second one go, unless the card of Step 3 has come meanwhile."""
        if s.step == 2 and s.end_card == IN_STACK:
            super().update(s)
