"""Fuel that comes as cards: units turn cards down, used-up cards go to the discard pile, singles back to their pool."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.engine.fuel_held import fuel_of, turn_down, units_of
from kilowatt.engine.ids import FUELS, NOBODY
from kilowatt.engine.phases.card_market import LAST, SINGLES, hand_over, kinds_in
from kilowatt.engine.policies import FuelSupply
from kilowatt.engine.rows import Room
from kilowatt.engine.storage import capacity, room

if TYPE_CHECKING:
    from kilowatt.engine.state import State


class FuelCards(FuelSupply):
    """The supply counts the singles in their pool, up to the printed number (AMB-98)."""

    cites = "C-RES-02 C-RES-04"

    def storage(self, s: State, seat: int) -> Room:
        """In the last round only what one production needs may be filled up [C-RES-09, AMB-08]."""
        full = capacity(s.rules, s.plants[seat])
        if not s.last_round:
            return full
        half = [0] * (FUELS + 1)
        for fuel in range(FUELS + 1):
            half[fuel] = full[fuel] // 2
        return half

    def buy_cheapest(self, s: State, seat: int, fuel: int, wanted: int = 1, only: int = NOBODY) -> int:
        """Take the card of a fuel that costs least per unit that is wanted and can be kept; return its price or 0."""
        free = room(s, seat, fuel)
        prices = s.rules.column_prices
        best = (0, 0, 0)
        for column in range(SINGLES, LAST + 1):
            for card in kinds_in(s, column):
                use = min(units_of(card), free, wanted) if fuel_of(card) == fuel else 0
                if use and (not best[2] or prices[column] * best[2] < prices[best[0]] * use):
                    best = (column, card, use)
        column, card, use = best
        if not use:
            return 0
        hand_over(s, seat, column, card, min(units_of(card), free))
        return prices[column]

    def returns(self, s: State, chair: int, fuel: int, count: int) -> None:
        """Turn cards down by so many units [C-CRD-01, C-CRD-02]."""
        s.held[chair * FUELS + fuel] -= count
        singles = turn_down(s, chair, fuel, count)
        s.supply[fuel] = min(s.rules.tokens[fuel], s.supply[fuel] + singles)
