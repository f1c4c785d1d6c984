"""A plant market that offers a fifth plant if it is ecological, and loses its smallest and its largest every round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.engine import deck, tasks
from kilowatt.engine.emitting import END_OF_ROUND, PLANT_CYCLED, emit
from kilowatt.engine.plants import remove_smallest
from kilowatt.engine.policies import PlantMarket
from kilowatt.engine.rows import Cards

if TYPE_CHECKING:
    from kilowatt.engine.state import State


class GreenOffer(PlantMarket):
    """While the first plant of the future market is one of these, it may be opened too [AT-BX-01, AT-BX-02]."""

    cites = "AT-BX-01 AT-BX-04"
    slot_count = 1
    """Whether an unsold plant with the discount token left in this round."""

    green: Cards

    def __init__(self, plants: Cards) -> None:
        super().__init__()
        self.green = plants

    def current(self, s: State) -> int:
        """Offer one plant more where the next one is ecological."""
        size = super().current(s)
        if s.step < 3 and size < len(s.market) and self.green >> s.market[size] & 1:
            return size + 1
        return size

    def unsold(self, s: State) -> None:
        """Remember that a plant left unsold: the smallest stays at the end of this round [AT-BX-05]."""
        s.slots[self.base] = 1

    def update(self, s: State) -> None:
        """Let the smallest leave and the largest go under the stack, both before two are drawn [AT-BX-04, AT-BX-05]."""
        left = s.slots[self.base]
        s.slots[self.base] = 0
        if s.step == 3 or left or not s.market:
            super().update(s)
            return
        remove_smallest(s, END_OF_ROUND)
        if s.market:
            highest = s.market[-1]
            s.market = s.market[:-1]
            deck.under(s, highest)
            emit(s, PLANT_CYCLED, highest)
            s.agenda.append(tasks.DRAW)
        s.agenda.append(tasks.DRAW)
