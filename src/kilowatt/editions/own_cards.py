"""Custom cards from a file: a deck of plants or the contractor's cards, as data for the options."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from kilowatt.editions import registry
from kilowatt.editions.fuel import check_set
from kilowatt.editions.schema import BadData, ContractorCard, DeckData, PlantData, read_toml, shaped

if TYPE_CHECKING:
    from collections.abc import Sequence

NO_FUEL = ("eco", "fusion")
MOST_NEED = 9
MOST_OUTPUT = 99
"""Bounds for custom cards, far beyond any printed one."""


def read_deck(path: str | Path) -> dict[str, Any]:
    """Read a deck of plants (the shape of our own deck files) as data for the option `deck`."""
    file = Path(path)
    deck = shaped(file.name, read_toml(file), DeckData)
    check_deck(file.name, deck, registry.fuel_names())
    plain: dict[str, Any] = msgspec.to_builtins(deck)
    return plain


def check_deck(file: str, deck: DeckData, fuels: Sequence[str]) -> None:
    """Refuse a deck with a card that cannot be, named with file, table and field; `fuels` are those there are."""
    seen = {deck.end_card}
    last = 0
    for number, plant in enumerate(deck.plants):
        table = f"plants[{number}]"
        if plant.id in seen:
            raise BadData(file, table, "id", f"card {plant.id}: this card id is used twice")
        seen.add(plant.id)
        field, reason = _fault(plant, deck, fuels)
        if reason:
            raise BadData(file, table, field, f"card {plant.id}: {reason}")
        if plant.number < last:
            raise BadData(file, table, "number", f"card {plant.id}: expected numbers in ascending order")
        last = plant.number
    for name, sets in (("fuel_cards", deck.fuel_cards), ("extra_cards", deck.extra_cards)):
        for number, cards in enumerate(sets):
            check_set(file, f"{name}[{number}]", cards, fuels)


def _fault(plant: PlantData, deck: DeckData, fuels: Sequence[str]) -> tuple[str, str]:
    """Return the field of a card that is wrong and what was expected; nothing if it is right."""
    known = (*fuels, "hybrid", *NO_FUEL)
    if plant.fuel not in known:
        return "fuel", f"expected one of {', '.join(known)}, not {plant.fuel!r}"
    if plant.back not in deck.backs:
        return "back", f"expected one of {', '.join(deck.backs)}, not {plant.back!r}"
    if plant.number < 1:
        return "number", f"expected 1 or more, not {plant.number}"
    if (plant.need == 0) != (plant.fuel in NO_FUEL) or not 0 <= plant.need <= MOST_NEED:
        return "need", f"expected 0 for eco and fusion, 1 to {MOST_NEED} for the others, not {plant.need}"
    for field, output in (("cities", plant.cities), ("income", plant.income)):
        if not 0 <= output <= MOST_OUTPUT:
            return field, f"expected 0 to {MOST_OUTPUT}, not {output}"
    return "", ""


def read_contractor_cards(path: str | Path) -> list[dict[str, Any]]:
    """Read contractor cards (a list `cards` of first and others) as data for the option `contractor_cards`."""
    file = Path(path)
    raw = read_toml(file)
    if "cards" not in raw:
        raise BadData(file.name, "", "cards", "missing: expected a list of cards with first and others")
    cards = shaped(file.name, raw["cards"], list[ContractorCard], "cards")
    check_contractor_cards(file.name, "cards", cards)
    plain: list[dict[str, Any]] = msgspec.to_builtins(cards)
    return plain


def check_contractor_cards(file: str, table: str, cards: list[ContractorCard]) -> None:
    """Refuse cards that pay less than nothing."""
    for number, card in enumerate(cards):
        for field, amount in (("first", card.first), ("others", card.others)):
            if amount < 0:
                raise BadData(file, f"{table}[{number}]", field, f"expected 0 or more, not {amount}")
