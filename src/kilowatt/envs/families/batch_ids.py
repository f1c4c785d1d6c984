"""Purchases and houses of the whole grain: one id buys several tokens or builds several houses.

The first action is played at once, the rest without asking the seat again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.engine.actions import Action, Build, BuyFuel, Pass
from kilowatt.engine.asks import ASK_BUILD, ASK_FUEL
from kilowatt.engine.game import options
from kilowatt.engine.ids import FUELS
from kilowatt.engine.menu import BuildChoice, BuyChoice
from kilowatt.envs.encoding import Decoded, Family, Partial

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kilowatt.engine.menu import Choice
    from kilowatt.engine.rules import Rules
    from kilowatt.engine.state import State

TOKENS = 12
"""Tokens of one fuel that one id can buy; more with another id."""
HOUSES = 8
"""Houses that one id can build; more with another id."""


class BuyTokens(Family):
    """`buy_fuel:MARKET:FUEL:N`: N tokens of one fuel on one market."""

    def __init__(self, rules: Rules) -> None:
        goods = [f"{market}:{fuel}" for market in rules.markets for fuel in rules.fuels]
        members = [f"{good}:{count}" for good in goods for count in range(1, TOKENS + 1)]
        super().__init__("buy_fuel", members, BuyFuel)
        self.rules = rules

    def legal(self, s: State, rows: Sequence[Choice]) -> list[int]:
        """Return, per good, as many ids as there are tokens that fit and can be paid."""
        numbers: list[int] = []
        for row in rows:
            assert isinstance(row, BuyChoice)  # noqa: S101 - the encoding chose this family by the type of row
            first = self._first_of(row.market, row.fuel)
            numbers += range(first, first + self._count(s, row))
        return numbers

    def _count(self, s: State, row: BuyChoice) -> int:
        rules = s.rules
        market, fuel = rules.market_ids[row.market], rules.fuel_ids[row.fuel]
        most = 1 if rules.fuel_goes_round else min(row.room, TOKENS)
        if market >= len(rules.tracks):
            return min(most, s.supply[fuel], s.money[s.actor] // row.price)
        prices = rules.tracks[market].prices[fuel]
        mask = rules.fuel_supply.on_sale(s, s.actor, market, fuel)
        more = rules.fuel_supply.surcharge(s, market)
        left = s.money[s.actor]
        count = 0
        while mask and count < most:
            left -= prices[(mask & -mask).bit_length() - 1] + more
            if left < 0:
                break
            mask &= mask - 1
            count += 1
        return count

    def _first_of(self, market: str, fuel: str) -> int:
        good = self.rules.market_ids[market] * FUELS + self.rules.fuel_ids[fuel]
        return self.first + good * TOKENS

    def decode(self, s: State, partial: Partial, number: int) -> Decoded:
        """Return the purchase of one token; the partial action is the id of the rest."""
        good, more = divmod(number - self.first, TOKENS)
        action = BuyFuel(s.actor, self.rules.fuels[good % FUELS], self.rules.markets[good // FUELS])
        return Decoded(action, (number - 1,) if more else ())

    def resume(self, s: State, partial: Partial, reserve: int) -> Decoded | None:
        """Buy the next token."""
        return self.decode(s, (), partial[0]) if s.ask == ASK_FUEL else Decoded(None)

    def encode(self, s: State, action: Action) -> list[int]:
        """Return the id that buys one token."""
        assert isinstance(action, BuyFuel)  # noqa: S101 - the encoding chose this family by the kind of action
        return [self._first_of(action.market, action.fuel)]


class BuildHouses(Family):
    """`build:CITY:N`: that city, then up to N - 1 more, each the cheapest at that moment."""

    def __init__(self, rules: Rules) -> None:
        members = [f"{city.id}:{count}" for city in rules.board.cities for count in range(1, HOUSES + 1)]
        super().__init__("build", members, Build)
        self.rules = rules

    def legal(self, s: State, rows: Sequence[Choice]) -> list[int]:
        """Return the city alone, and as many more houses as the money could pay at the lowest price."""
        numbers: list[int] = []
        for row in rows:
            assert isinstance(row, BuildChoice)  # noqa: S101 - the encoding chose this family by the type of row
            left = s.money[s.actor] - row.house - row.connection
            first = self.first + self.rules.city_ids[row.city] * HOUSES
            numbers += range(first, first + min(HOUSES, 1 + left // max(1, s.rules.least_house)))
        return numbers

    def decode(self, s: State, partial: Partial, number: int) -> Decoded:
        """Return the first house; the partial action is the id itself while more are to follow."""
        city, more = divmod(number - self.first, HOUSES)
        return Decoded(Build(s.actor, self.rules.board.cities[city].id), (number,) if more else ())

    def resume(self, s: State, partial: Partial, reserve: int) -> Decoded | None:
        """Build the cheapest house the seat can have now; end the turn if there is none."""
        if s.ask != ASK_BUILD:
            return Decoded(None)
        city, more = divmod(partial[0] - self.first, HOUSES)
        rows = [row for row in options(s).choices.get("build", []) if isinstance(row, BuildChoice)]
        if not rows:
            return Decoded(Pass(s.actor))
        best = min(rows, key=lambda row: row.house + row.connection)
        left = (self.first + city * HOUSES + more - 1,) if more > 1 else ()
        return Decoded(Build(s.actor, best.city), left)

    def encode(self, s: State, action: Action) -> list[int]:
        """Return the id that builds one house."""
        assert isinstance(action, Build)  # noqa: S101 - the encoding chose this family by the kind of action
        return [self.first + self.rules.city_ids[action.city] * HOUSES]
