"""Income printed on the plants."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.engine.policies import Income

if TYPE_CHECKING:
    from kilowatt.engine.state import State


class PrintedIncome(Income):
    """The plants that run pay what is printed on them; who runs none gets the least income [C-BUR-03]."""

    def pay(self, s: State, cities: int, printed: int) -> int:
        """Give the printed income."""
        return printed or s.rules.least_income
