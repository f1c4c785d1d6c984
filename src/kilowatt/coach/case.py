"""A decision as the coach sees it: the position without what rivals hide, and what plants are worth to the seat."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from kilowatt.coach.worth import stop, worths
from kilowatt.engine.game import clone
from kilowatt.engine.knowledge import hides_money, known_to
from kilowatt.engine.phases.auction import eligible

if TYPE_CHECKING:
    from kilowatt.engine.state import State


@final
class Case:
    """A position in which a seat decides."""

    def __init__(self, state: State, seat: int, deals: int, seed: int) -> None:
        self.state = clone(known_to(state, seat))
        self.seat = seat
        self.deals = deals
        """Imagined games of each choice."""
        self.seed = seed
        self.open_money = not hides_money(state)
        """Whether everybody sees what rivals can pay."""
        self._worths: dict[int, int] = {}

    def worth(self, plant: int) -> int:
        """Return what a plant is worth to the seat in this auction phase."""
        if plant not in self._worths:
            self._worths.update(worths(self.state, self.seat, (plant,)))
        return self._worths[plant]

    def stop(self, plant: int) -> int:
        """Return the highest bid for a plant that still gains something and can be paid."""
        return stop(self.state, self.seat, self.worth(plant))

    def rivals(self, plant: int) -> dict[int, int]:
        """Return how far each rival who may still bid for a plant may go: what it is worth there."""
        s = self.state
        who = s.bidders if s.lot == plant else eligible(s)
        return {
            rival: worths(s, rival, (plant,))[plant]
            for rival in range(s.rules.seats)
            if rival != self.seat and who >> rival & 1
        }
