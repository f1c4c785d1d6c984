"""A planned plant market: no future market, filled in bulk once a round, four plants at the last."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.engine import tasks
from kilowatt.engine.emitting import END_OF_ROUND, TRIMMED
from kilowatt.engine.ids import POWER
from kilowatt.engine.plants import GONE, remove_smallest
from kilowatt.engine.policies import PlantMarket

if TYPE_CHECKING:
    from kilowatt.engine.state import State


class PlannedMarket(PlantMarket):
    """Every plant may be opened; new ones come at the beginning of the last phase [Ch-AUC-01, Ch-BUR-01]."""

    cites = "Ch-AUC-01 Ch-AUC-04 Ch-BUR-01"
    size: int
    minimum: int
    last_size: int

    def __init__(self, size: int, minimum: int, last_size: int) -> None:
        super().__init__()
        self.size = size
        self.minimum = minimum
        self.last_size = last_size

    def current(self, s: State) -> int:
        """Offer the whole market."""
        return len(s.market)

    def replaces_sold(self, s: State) -> bool:
        """Replace a sold plant only in Step 3 [Ch-AUC-04, Ch-AUC-07]."""
        return s.step == 3

    def full_size(self, s: State) -> int:
        """Count the plants after the fill; before it they are as many as nobody bought."""
        if s.end_card == GONE:
            return self.last_size
        return self.size if s.phase == POWER else 0

    def update(self, s: State) -> None:
        """Fill the market; in Step 3 the smallest plant goes first [Ch-STP-04]."""
        if s.step == 3:
            remove_smallest(s, END_OF_ROUND)
        s.agenda.append(tasks.PLANT_FILL)

    def fill(self, s: State, added: int) -> None:
        """Add the minimum, then up to the size, then trim the smallest; once the end card is out, to the last size.

        [Ch-BUR-02, Ch-BUR-03, Ch-BUR-04, Ch-STP-02, AMB-57]
        """
        ended = s.end_card == GONE
        size = self.last_size if ended else self.size
        wanted = len(s.market) < size or (not ended and added < self.minimum)
        if wanted and s.layers:
            tasks.push(s, (tasks.DRAW, tasks.PLANT_FILL + tasks.ARG * (added + 1)))
            return
        while len(s.market) > size:
            remove_smallest(s, TRIMMED)
