"""The end by the announced last round, and victory points."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.engine.policies import Score
from kilowatt.engine.storage import best_income

if TYPE_CHECKING:
    from kilowatt.engine.state import State

MONEY_PER_POINT = 10


class VictoryPoints(Score):
    """Printed incomes of the plants a player can fuel, and a point for every ten Elektro [C-END-02]."""

    reason = "last_round"

    def reached(self, s: State) -> bool:
        """End after the fuel phase of the last round [C-END-01]."""
        return s.last_round

    def marks(self, s: State, seat: int) -> dict[str, int]:
        """Points, then the money left over, then the biggest plant [C-END-03]."""
        points, rest = divmod(s.money[seat], MONEY_PER_POINT)
        biggest = max([s.rules.numbers[p] for p in s.plants[seat]], default=0)
        return {"points": best_income(s, seat) + points, "money": rest, "plant": biggest}
