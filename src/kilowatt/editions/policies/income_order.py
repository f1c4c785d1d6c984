"""Turn order by this round's income."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.engine.ids import LAST_NUMBER
from kilowatt.engine.plants import largest
from kilowatt.engine.policies import TurnOrder

if TYPE_CHECKING:
    from kilowatt.engine.state import State


class IncomeOrder(TurnOrder):
    """Highest income first, then the larger plant; those still tied change places [C-ORD-03..06, AMB-09]."""

    cites = "C-ORD-04 C-ORD-05"

    def mark(self, s: State, seat: int) -> int:
        """Compare the income, then the largest plant."""
        return s.income[seat] * LAST_NUMBER + largest(s, seat)

    def tied_swap(self) -> bool:
        """Let those still tied change places."""
        return True
