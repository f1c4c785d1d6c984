"""Turn order by this round's income."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.engine.policies import TurnOrder

if TYPE_CHECKING:
    from kilowatt.engine.state import State


class IncomeOrder(TurnOrder):
    """Highest income first, then the larger plant; those still tied change places [C-ORD-03..06, AMB-09]."""

    def ranked(self, s: State) -> list[int]:
        """Rank the seats."""
        numbers = s.rules.numbers
        seats = [seat for seat in reversed(s.order) if seat < s.rules.seats]
        key = [
            (-s.income[seat], -max([numbers[p] for p in s.plants[seat]], default=0)) for seat in range(s.rules.seats)
        ]
        return sorted(seats, key=key.__getitem__)
