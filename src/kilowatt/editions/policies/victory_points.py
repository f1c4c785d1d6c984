"""The end by the announced last round, and victory points."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kilowatt.engine.plants import largest
from kilowatt.engine.policies import Score
from kilowatt.engine.storage import best_income

if TYPE_CHECKING:
    from kilowatt.engine.rules import Rules
    from kilowatt.engine.state import State

MONEY_PER_POINT: Final = 10


class VictoryPoints(Score):
    """Printed incomes of the plants a player can fuel, and a point for every ten Elektro [C-END-02]."""

    cites = "C-END-02 C-END-03"
    reason = "last_round"

    def reached(self, s: State) -> bool:
        """End after the fuel phase of the last round [C-END-01]."""
        return s.last_round

    def names(self, rules: Rules) -> tuple[str, ...]:
        """Name points, the money left over and the biggest plant."""
        return ("points", "money", "plant")

    def mark(self, s: State, seat: int, place: int) -> int:
        """Points, then the money left over, then the biggest plant [C-END-03]."""
        if place == 0:
            return best_income(s, seat) + s.money[seat] // MONEY_PER_POINT
        return s.money[seat] % MONEY_PER_POINT if place == 1 else largest(s, seat)
