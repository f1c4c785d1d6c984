"""Fuel tables: from checked data to the engine's tracks and cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kilowatt.editions.schema import BadData, DeckData, FuelCardSet, FuelData, MarketData, at_seats, shaped
from kilowatt.engine.fuel_held import kind
from kilowatt.engine.ids import FUELS
from kilowatt.engine.rules import Rules, Track

if TYPE_CHECKING:
    from collections.abc import Sequence

STEPS = 3
KINDS = 4 * FUELS
MOST_UNITS = 3
FROM_SEATS = "from_seats"


def put_fuel(rules: Rules, data: FuelData, seats: int, *, strict: bool = True) -> None:
    """Take over the fuels, their tokens and their markets; records up to revision 2 may hold tables refused now."""
    file = f"{data.id}.toml"
    rules.fuels = data.fuels
    for name in data.hybrid:
        if name not in data.fuels:
            raise BadData(file, "hybrid", "", f"there is no fuel {name!r}")
    if strict and data.hybrid[0] == data.hybrid[1]:
        raise BadData(file, "hybrid", "", f"expected two different fuels, not {data.hybrid[0]!r} twice")
    rules.mix = (data.fuels.index(data.hybrid[0]), data.fuels.index(data.hybrid[1]))
    rules.tokens = [shaped(file, data.tokens.get(name), int, f"tokens.{name}") for name in data.fuels]
    rules.tracks = [_track(file, market, data.fuels, seats) for market in data.market]
    rules.markets = tuple(track.name for track in rules.tracks)
    for fuel, name in enumerate(data.fuels):
        start = sum(track.start[fuel].bit_count() for track in rules.tracks)
        if start > rules.tokens[fuel]:
            raise BadData(
                file, "market.start", name, f"{start} tokens at the start, but there are {rules.tokens[fuel]}"
            )


def put_refill(rules: Rules, data: FuelData, seats: int, why: str) -> None:
    """Take over the refill for so many players in place of the one for the seats at the table; `why` is for errors."""
    for track, market in zip(rules.tracks, data.market, strict=True):
        track.refill = _refill(f"{data.id}.toml", market, data.fuels, seats, why)


def _track(file: str, data: MarketData, fuels: Sequence[str], seats: int) -> Track:
    table = f"market.{data.name}"
    prices: list[list[int]] = []
    start: list[int] = []
    for name in fuels:
        spaces = shaped(file, data.spaces.get(name, []), list[tuple[int, int]], f"{table}.spaces.{name}")
        row = [price for price, count in spaces for _ in range(count)]
        if row != sorted(row):
            raise BadData(file, f"{table}.spaces", name, "expected ascending prices")
        prices.append(row)
        start.append(_filled(file, f"{table}.start", name, data.start.get(name), row))
    return Track(data.name, prices, start, _refill(file, data, fuels, seats))


def _refill(file: str, data: MarketData, fuels: Sequence[str], seats: int, why: str = "") -> list[list[int]]:
    """Read what each fuel gets in each step."""
    table = f"market.{data.name}.refill.{seats}"
    if str(seats) not in data.refill:
        reason = f"missing: {why}, so the row of {seats} players is used" if why else "missing: the refill for them"
        raise BadData(file, f"market.{data.name}.refill", str(seats), reason)
    refill = shaped(file, data.refill.get(str(seats)), dict[str, list[int]], table)
    for name in refill:
        if name not in fuels:
            raise BadData(file, table, name, "there is no such fuel")
        if len(refill[name]) != STEPS:
            raise BadData(file, table, name, "expected three numbers, one for each step")
    return [[refill.get(name, [0] * STEPS)[step] for name in fuels] for step in range(STEPS)]


def _filled(file: str, table: str, name: str, span: Any, row: list[int]) -> int:  # noqa: ANN401 - raw data
    if span is None:
        return 0
    low, high = shaped(file, span, tuple[int, int], f"{table}.{name}")
    if low not in row or high not in row:
        raise BadData(file, table, name, f"there is no space at price {low if low not in row else high}")
    mask = 0
    for space, price in enumerate(row):
        if low <= price <= high:
            mask |= 1 << space
    return mask


def put_cards(rules: Rules, data: FuelData, deck: DeckData, seats: int) -> None:
    """Take over the fuel cards, where fuel comes as cards; a deck may bring its own."""
    if data.cards is None or data.extra is None or data.columns is None or data.column_prices is None:
        return
    file = f"{data.id}.toml"
    rules.columns = at_seats(file, "columns", data.columns, str(seats), int)
    rules.column_prices = (0, *data.column_prices.values)
    counts = [0] * KINDS
    for cards in deck.fuel_cards or data.cards.set:
        if seats >= least_seats(cards):
            counts = [a + b for a, b in zip(counts, _counts(rules, file, cards), strict=True)]
    rules.fuel_cards = tuple(counts)
    stack = bool(deck.fuel_cards) or data.cards.printed
    rules.fuel_cards_printed = stack and (bool(deck.extra_cards) or data.extra.printed)
    rules.extra_cards = [tuple(_counts(rules, file, cards)) for cards in deck.extra_cards or data.extra.set]


def check_set(file: str, table: str, cards: FuelCardSet, fuels: Sequence[str]) -> None:
    """Refuse a set of fuel cards with a fuel that is not one of these, or a card that cannot be."""
    for name, units in cards.items():
        if name == FROM_SEATS:
            if type(units) is not int:
                raise BadData(file, table, name, f"expected a number of players, not {units!r}")
        elif units and name not in fuels:
            raise BadData(file, table, name, f"this game has no {name}; there are {', '.join(fuels)}")
        elif not isinstance(units, list) or not all(type(n) is int and 1 <= n <= MOST_UNITS for n in units):
            raise BadData(file, table, name, f"a card has 1 to {MOST_UNITS} units; expected a list, not {units!r}")


def units_on(cards: FuelCardSet, fuel: str) -> list[int]:
    """Return the units on each card of a fuel."""
    units: list[int] = cards.get(fuel, [])
    return units


def least_seats(cards: FuelCardSet) -> int:
    """Return from how many players on a set is used."""
    seats: int = cards.get(FROM_SEATS, 0)
    return seats


def _counts(rules: Rules, file: str, cards: FuelCardSet) -> list[int]:
    check_set(file, "cards.set", cards, rules.fuels)
    counts = [0] * KINDS
    for fuel, name in enumerate(rules.fuels):
        for units in units_on(cards, name):
            counts[kind(fuel, units)] += 1
    return counts
