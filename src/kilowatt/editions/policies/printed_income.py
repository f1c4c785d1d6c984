"""Income printed on the plants."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.engine.policies import Income

if TYPE_CHECKING:
    from kilowatt.engine.rules import Rules


class PrintedIncome(Income):
    """The plants that run pay what is printed on them; a player who runs none gets the least income [C-BUR-03]."""

    cites = "C-BUR-03"

    def pay(self, rules: Rules, cities: int, printed: int) -> int:
        """Return the printed income."""
        return printed or rules.least_income
