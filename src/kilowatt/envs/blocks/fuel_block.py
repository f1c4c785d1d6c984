"""Blocks about fuel that no seat owns: markets, supply, cards on sale, and what the Trust holds."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from kilowatt.engine.ids import FUELS, KINDS
from kilowatt.envs.observation_layout import CARD_COLUMNS, Bits, Facts, Group, Numbers, Watch

if TYPE_CHECKING:
    from kilowatt.engine.rules import Rules
    from kilowatt.engine.state import State

NO_FUEL = [0] * FUELS


@final
class FuelWatch(Watch):
    """Remembers tokens, supply, the Trust's fuel and the step that prices depend on; where cards are sold, these."""

    def __init__(self) -> None:
        self.tokens: list[int] = []
        self.supply: list[int] = []
        self.held: list[int] = []
        self.step = 0
        self.columns: list[int] = []
        self.bag: tuple[int, ...] | None = None
        self.discard: tuple[int, ...] | None = None

    def changed(self, f: Facts) -> bool:
        """Compare and remember."""
        s = f.state
        held = _trust_fuel(s)
        if (
            s.fuel == self.tokens
            and s.supply == self.supply
            and held == self.held
            and s.step == self.step
            and s.fuel_bag is self.bag
            and s.fuel_discard is self.discard
            and s.columns == self.columns
        ):
            return False
        self.tokens, self.supply, self.held = s.fuel[:], s.supply[:], held[:]
        self.step = s.step
        self.columns, self.bag, self.discard = s.columns[:], s.fuel_bag, s.fuel_discard
        return True


@final
class Fuel(Group):
    """The blocks about fuel."""

    def __init__(self, rules: Rules) -> None:
        goods = [f"{market}:{name}" for market in rules.markets for name in rules.fuels]
        kinds = rules.kind_names if rules.columns else []
        fuels = list(rules.fuels)
        spaces = [
            f"{track.name}:{name}:{space + 1}:{price}"
            for track in rules.tracks
            for slot, name in enumerate(rules.fuels)
            for space, price in enumerate(track.prices[slot])
        ]
        super().__init__(
            [Bits("fuel_spaces", spaces, "occupied spaces of the fuel markets: market, fuel, space, price")],
            [
                Numbers("tokens", goods, "tokens on sale", 24),
                Numbers("price", goods, "price of the next token, 0 if sold out", 20),
                Numbers("supply", fuels, "tokens in the supply", 24),
                Numbers("trust_fuel", fuels, "fuel of the Trust", 12),
                Numbers("columns", [f"{c}:{kind}" for c in CARD_COLUMNS for kind in kinds], "fuel cards on sale", 4),
                Numbers("fuel_stack", kinds, "fuel cards in the draw stack", 8),
                Numbers("fuel_discard", kinds, "fuel cards in the discard pile", 8),
            ],
        )

    def watch(self) -> Watch:
        """Return a new memory."""
        return FuelWatch()

    def masks(self, f: Facts) -> list[int]:
        """Return the occupied spaces of all markets as one mask."""
        s = f.state
        packed = 0
        place = 0
        for market, track in enumerate(s.rules.tracks):
            for slot in range(FUELS):
                packed |= s.fuel[market * FUELS + slot] << place
                place += len(track.prices[slot])
        return [packed]

    def values(self, f: Facts) -> list[int]:
        """Return the numbers."""
        s = f.state
        numbers = _on_sale(s) + s.supply + _trust_fuel(s)
        if s.rules.columns:
            numbers += [*s.columns[KINDS:], *s.fuel_bag, *s.fuel_discard]
        return numbers


def _trust_fuel(s: State) -> list[int]:
    return s.held[-FUELS:] if s.rules.trust_plays else NO_FUEL


def _on_sale(s: State) -> list[int]:
    """Return the tokens on every market, then the prices of the next ones."""
    rules = s.rules
    tokens: list[int] = []
    prices: list[int] = []
    for market, track in enumerate(rules.tracks):
        for slot in range(FUELS):
            mask = s.fuel[market * FUELS + slot]
            tokens.append(mask.bit_count())
            more = rules.fuel_supply.surcharge(s, market)
            prices.append(track.prices[slot][(mask & -mask).bit_length() - 1] + more if mask else 0)
    if len(rules.markets) > len(rules.tracks):
        for slot in range(FUELS):
            price = rules.fuel_supply.stored_price(slot)
            tokens.append(s.supply[slot] if price else 0)
            prices.append(price if s.supply[slot] else 0)
    return tokens + prices
