"""Blocks about fuel that no seat owns: markets, supply, cards on sale, and what the Trust holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.engine.ids import FUELS
from kilowatt.envs.layout import CARD_COLUMNS, Bits, Facts, Group, Numbers

if TYPE_CHECKING:
    from kilowatt.engine.rules import Rules

NO_FUEL = [0] * FUELS


def fuel(rules: Rules) -> Group:
    """Return the blocks about fuel."""
    goods = [f"{market}:{name}" for market in rules.markets for name in rules.fuels]
    kinds = rules.kind_names if rules.columns else []
    fuels = list(rules.fuels)
    spaces = [
        f"{track.name}:{name}:{space + 1}:{price}"
        for track in rules.tracks
        for slot, name in enumerate(rules.fuels)
        for space, price in enumerate(track.prices[slot])
    ]
    return Group(
        _key,
        [Bits("fuel_spaces", spaces, "occupied spaces of the fuel markets: market, fuel, space, price", _spaces)],
        [
            Numbers("tokens", goods, "tokens on sale", _tokens, 24),
            Numbers("price", goods, "price of the next token, 0 if sold out", _prices, 20),
            Numbers("supply", fuels, "tokens in the supply", lambda f: f.state.supply, 24),
            Numbers("trust_fuel", fuels, "fuel of the Trust", _trust_fuel, 12),
            Numbers(
                "columns", [f"{c}:{kind}" for c in CARD_COLUMNS for kind in kinds], "fuel cards on sale", _cards, 4
            ),
            Numbers(
                "fuel_stack",
                kinds,
                "fuel cards in the draw stack",
                lambda f: list(f.state.fuel_bag) if f.state.rules.columns else [],
                8,
            ),
            Numbers(
                "fuel_discard",
                kinds,
                "fuel cards in the discard pile",
                lambda f: list(f.state.fuel_discard) if f.state.rules.columns else [],
                8,
            ),
        ],
    )


def _key(f: Facts) -> object:
    s = f.state
    cards = (s.columns[:], s.fuel_bag, s.fuel_discard) if s.rules.columns else None
    return (s.fuel[:], s.supply[:], _trust_fuel(f), cards)


def _trust_fuel(f: Facts) -> list[int]:
    return f.state.held[-FUELS:] if f.state.rules.trust_plays else NO_FUEL


def _spaces(f: Facts) -> int:
    s = f.state
    packed = 0
    place = 0
    for market, track in enumerate(s.rules.tracks):
        for slot in range(FUELS):
            packed |= s.fuel[market * FUELS + slot] << place
            place += len(track.prices[slot])
    return packed


def _tokens(f: Facts) -> list[int]:
    s = f.state
    found = [mask.bit_count() for mask in s.fuel]
    if len(s.rules.markets) > len(s.rules.tracks):
        found += [s.supply[slot] if s.rules.fuel_supply.stored_price(slot) else 0 for slot in range(FUELS)]
    return found


def _prices(f: Facts) -> list[int]:
    s = f.state
    rules = s.rules
    found: list[int] = []
    for market, track in enumerate(rules.tracks):
        for slot in range(FUELS):
            mask = s.fuel[market * FUELS + slot]
            found.append(track.prices[slot][(mask & -mask).bit_length() - 1] if mask else 0)
    if len(rules.markets) > len(rules.tracks):
        found += [rules.fuel_supply.stored_price(slot) if s.supply[slot] else 0 for slot in range(FUELS)]
    return found


def _cards(f: Facts) -> list[int]:
    s = f.state
    if not s.rules.columns:
        return []
    kinds = len(s.rules.kind_names)
    counts = [0] * (len(CARD_COLUMNS) * kinds)
    for column in CARD_COLUMNS:
        for card in s.columns[column]:
            counts[(column - 1) * kinds + card] += 1
    return counts
