"""Several fuel markets, of which each player uses only one per round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.engine.policies import FuelSupply

if TYPE_CHECKING:
    from kilowatt.engine.state import State


class TwinMarkets(FuelSupply):
    """The first token of a round binds a seat to its market for that round [K-RES-02, AMB-96].

    The markets are refilled in the order of the data: the north first [K-BUR-02].
    """

    cites = "K-RES-02 K-BUR-02"
    seat_slots = 1
    one_market = True

    def round_begins(self, s: State) -> None:
        """Nobody has chosen yet."""
        for seat in range(s.rules.seats):
            s.slots[self.base + seat] = 0

    def market_of(self, s: State, seat: int) -> int:
        """Return the market a seat has chosen this round."""
        return s.slots[self.base + seat] - 1

    def price(self, s: State, seat: int, market: int, fuel: int) -> int:
        """Sell nothing to a seat that has chosen the other market."""
        return 0 if self._elsewhere(s, seat, market) else super().price(s, seat, market, fuel)

    def closed(self, s: State, seat: int, market: int, fuel: int) -> str:
        """Return another code for the other market than for a fuel that is sold out."""
        return "other_market" if self._elsewhere(s, seat, market) else super().closed(s, seat, market, fuel)

    def take(self, s: State, chair: int, market: int, fuel: int) -> None:
        """Take the token and bind the seat; the Trust is not bound (AMB-100)."""
        super().take(s, chair, market, fuel)
        if chair < s.rules.seats:
            s.slots[self.base + chair] = market + 1

    def _elsewhere(self, s: State, seat: int, market: int) -> bool:
        if seat >= s.rules.seats:
            return False
        chosen = s.slots[self.base + seat]
        return chosen != 0 and chosen != market + 1
