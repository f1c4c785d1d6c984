"""A plant market that the stack drives: a pile follows it, and after the pile everything is on offer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kilowatt.engine import deck, tasks
from kilowatt.engine.emitting import END_OF_ROUND, PILE_SHUFFLED, PLANT_CYCLED, PLANT_PILED, STACK_ENDED, emit
from kilowatt.engine.plants import remove_smallest
from kilowatt.engine.policies import PlantMarket

if TYPE_CHECKING:
    from kilowatt.engine.state import State

FIRST: Final = 0
SECOND: Final = 1
NONE: Final = 2
"""Which stack the market is filled from."""


class PileMarket(PlantMarket):
    """Every round the two largest plants go on a pile, which is the second stack when the first ends [AT-MH-06..08]."""

    cites = "AT-MH-06 AT-MH-07 AT-MH-08"
    slot_count = 2
    """Which stack lasts, and how many cards are on the pile."""

    def current(self, s: State) -> int:
        """Offer the whole market when no stack is left [AT-MH-08]."""
        return len(s.market) if s.slots[self.base] == NONE else min(len(s.market), s.rules.current_size)

    def full_size(self, s: State) -> int:
        """Count the plants of the opening: the market is filled while a stack lasts."""
        return len(s.rules.opening) + s.rules.opening_draws

    def card_left(self, s: State) -> None:
        """Shuffle the pile when the first stack has ended, at any moment, and see the second one end [AT-MH-07]."""
        if s.slots[self.base] == FIRST and s.layers == (1 if s.slots[self.base + 1] else 0):
            s.slots[self.base] = SECOND
            s.slots[self.base + 1] = 0
            s.shuffles += 1
            s.drawn = 0
            if s.log is not None:
                emit(s, PILE_SHUFFLED, deck.stack_size(s))
        if s.slots[self.base] == SECOND and s.layers == 0:
            s.slots[self.base] = NONE
            emit(s, STACK_ENDED)

    def piled(self, s: State) -> int:
        """Count the pile while the first stack lasts [AT-MH-06]."""
        return s.slots[self.base + 1]

    def update(self, s: State) -> None:
        """Move the largest plants of the future market, or the smallest when no stack is left [AT-MH-06..08]."""
        if s.slots[self.base] == NONE:
            remove_smallest(s, END_OF_ROUND)
            return
        moving = 1 if s.slots[self.base] == SECOND else 2
        for _ in range(moving):
            if len(s.market) > s.rules.current_size:
                highest = s.market[-1]
                s.market = s.market[:-1]
                if s.slots[self.base] == SECOND:
                    deck.under(s, highest)
                    emit(s, PLANT_CYCLED, highest)
                else:
                    deck.pile(s, highest, s.slots[self.base + 1] == 0)
                    s.slots[self.base + 1] += 1
                    emit(s, PLANT_PILED, highest)
                s.agenda.append(tasks.DRAW)
