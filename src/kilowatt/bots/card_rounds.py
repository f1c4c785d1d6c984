"""Guesses about the rounds to come where plants print their income: how many, and what fuel will cost in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.engine.ids import FUELS

if TYPE_CHECKING:
    from kilowatt.bots.fuelling import Shelf
    from kilowatt.engine.state import State

HORIZON = 3
"""Rounds a plant is expected to stay: so many plants are kept, and one may be bought per round."""
FADING = 3
"""How fast the chance that a plant counts at the end falls with the rounds still to come."""
SCARCITY = 0.15
"""By what share a fuel gets dearer for each unit that the columns lack, up to MOST_LACKING of them."""
MOST_LACKING = 4.0
FEW_UNITS = 2
"""A fuel is priced by so many units at least."""
POINT = 10.0
"""Elektro that a point at the end is worth."""
STORED = 0.6
"""What share of its expected price a unit of fuel is worth that is left over for later rounds."""


def rounds_left(s: State) -> int:
    """Guess how many rounds are still to come, this one included."""
    if s.last_round:
        return 1
    left = s.deck[0].size() if s.deck else 0
    return max(2, 2 + left // (s.rules.seats + 1))


def unit_prices(s: State, shelf: Shelf, wanted: list[float]) -> list[float]:
    """Guess what a unit of each fuel will cost: the mean over what everybody wants, more where there is too little."""
    prices: list[float] = []
    for fuel in range(FUELS):
        row = shelf[fuel]
        units = len(row) - 1
        depth = min(units, max(FEW_UNITS, int(wanted[fuel]) + 1))
        price = row[depth] / depth if depth else float(s.rules.column_prices[-1])
        prices.append(price * (1.0 + SCARCITY * min(MOST_LACKING, max(0.0, wanted[fuel] - units))))
    return prices


def later_rounds(s: State) -> tuple[float, float]:
    """Guess in how many rounds after this one a plant pays its income, and with what chance it counts at the end."""
    rounds = rounds_left(s)
    if rounds == 1:
        return 0.0, 0.0
    return float(min(rounds - 2, HORIZON)), (2 / rounds) ** FADING


def stored_worth(prices: list[float]) -> list[float]:
    """Return what a unit of each fuel in store is worth."""
    return [STORED * price for price in prices]
