"""Mines that sell to a market of their own, and fuel that gets dearer in Step 3."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.engine.emitting import EXPORTED, SHIPPED, emit
from kilowatt.engine.ids import FUELS, bits
from kilowatt.engine.policies import FuelSupply
from kilowatt.engine.rows import Cards, Fuel, Mask

if TYPE_CHECKING:
    from kilowatt.engine.state import State


class ExportMarket(FuelSupply):
    """The last market buys from the mines and sells to nobody; the others charge more in Step 3 [AT-AU-05, AT-AU-09].

    A mine lies beside its owner's plants: no limit counts it, and it is never scrapped [AT-AU-03].
    """

    cites = "AT-AU-03 AT-AU-06 AT-AU-09"
    mining = True
    seat_slots = 1
    """The mines of each seat: bits in the order of the cards."""

    mined: Fuel
    all_mines: Cards
    dearer: int

    def __init__(self, fuel: Fuel, plants: Cards, dearer: int) -> None:
        super().__init__()
        self.mined = fuel
        self.all_mines = plants
        self.dearer = dearer

    def surcharge(self, s: State, market: int) -> int:
        """Charge more in Step 3 where fuel is sold [AT-AU-09]."""
        return self.dearer if s.step == 3 and market < s.rules.track_size - 1 else 0

    def price(self, s: State, seat: int, market: int, fuel: int) -> int:
        """Sell nothing from the export market."""
        if market == s.rules.track_size - 1:
            return 0
        price = super().price(s, seat, market, fuel)
        return price + self.surcharge(s, market) if price else 0

    def on_sale(self, s: State, seat: int, market: int, fuel: int) -> Mask:
        """Leave out what is there for export."""
        return 0 if market == s.rules.track_size - 1 else s.fuel[market * FUELS + fuel]

    def closed(self, s: State, seat: int, market: int, fuel: int) -> str:
        """Return another code for the export market than for a market without tokens."""
        if market == s.rules.track_size - 1:
            return "fuel_not_sold_here"
        return super().closed(s, seat, market, fuel)

    def is_mine(self, plant: int) -> bool:
        """Return whether a card is one of the mines [AT-AU-03]."""
        return (self.all_mines >> plant & 1) != 0

    def mines(self, s: State, seat: int) -> Mask:
        """Return the mines of a seat as cards."""
        own: Mask = 0
        place = 0
        for plant in bits(self.all_mines):
            if s.slots[self.base + seat] >> place & 1:
                own |= 1 << plant
            place += 1  # noqa: SIM113 - the compiler knows a plain loop only
        return own

    def take_mine(self, s: State, seat: int, plant: int) -> None:
        """Add a mine to those of a seat."""
        place = 0
        for mine in bits(self.all_mines):
            if mine == plant:
                s.slots[self.base + seat] |= 1 << place
            place += 1  # noqa: SIM113 - the compiler knows a plain loop only

    def export(self, s: State) -> None:
        """Sell in reverse turn order: one price for all mines of a seat, then a token of each mine [AT-AU-06]."""
        for at in range(len(s.order)):
            seat = s.order[len(s.order) - 1 - at]
            if seat < s.rules.seats and self.mines(s, seat):
                self._sell(s, seat)

    def _sell(self, s: State, seat: int) -> None:
        """Pay the highest price with an empty space for each city on the mines; put tokens on the dearest spaces."""
        rules = s.rules
        track = (rules.track_size - 1) * FUELS + self.mined
        own: Mask = self.mines(s, seat)
        cities = 0
        wanted = 0
        for mine in bits(own):
            cities += rules.incomes[mine]
            wanted += 1
        empty: Mask = rules.full[track] & ~s.fuel[track]
        price = rules.prices[track][empty.bit_length()]
        wanted = min(wanted, s.supply[self.mined])
        placed = 0
        while placed < wanted and empty:
            empty ^= 1 << (empty.bit_length() - 1)
            placed += 1
        s.fuel[track] = rules.full[track] & ~empty
        s.supply[self.mined] -= placed
        s.money[seat] += price * cities
        emit(s, EXPORTED, seat, self.mined, price, cities, placed)

    def refill_market(self, s: State, market: int) -> None:
        """Take tokens off the cheapest spaces of the export market; refill the others as usual [AT-AU-07]."""
        if market < s.rules.track_size - 1:
            super().refill_market(s, market)
            return
        track = market * FUELS + self.mined
        gone = 0
        while gone < s.rules.refill[s.step - 1][track] and s.fuel[track]:
            s.fuel[track] &= s.fuel[track] - 1
            gone += 1
        s.supply[self.mined] += gone
        emit(s, SHIPPED, self.mined, gone)
