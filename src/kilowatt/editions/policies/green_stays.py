"""A plant market in which ecological plants never go under the stack."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.engine import deck, tasks
from kilowatt.engine.emitting import PLANT_CYCLED, emit
from kilowatt.engine.policies import PlantMarket
from kilowatt.engine.rows import Cards, without

if TYPE_CHECKING:
    from kilowatt.engine.state import State


class GreenStays(PlantMarket):
    """At the end of a round the largest plant that is none of these goes under the stack [AT-QC-03, AT-QC-05]."""

    cites = "AT-QC-03"
    green: Cards

    def __init__(self, plants: Cards) -> None:
        super().__init__()
        self.green = plants

    def update(self, s: State) -> None:
        """Let the largest other plant go under; with none, nothing goes and nothing comes. Step 3 as usual."""
        if s.step == 3:
            super().update(s)
            return
        place = len(s.market)
        while place and self.green >> s.market[place - 1] & 1:
            place -= 1
        if place:
            card = s.market[place - 1]
            s.market = without(s.market, place - 1)
            deck.under(s, card)
            emit(s, PLANT_CYCLED, card)
            s.agenda.append(tasks.DRAW)
