"""Custom cards from a file: a deck of plants or the contractor's cards, as data for the options."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from kilowatt.editions import registry
from kilowatt.editions.fuel_tables import FROM_SEATS, check_set, least_seats, units_on
from kilowatt.editions.list_shapes import ContractorCard
from kilowatt.editions.schema import (
    SEATS,
    BadData,
    DeckData,
    FuelCardSet,
    FuelData,
    PlantData,
    at_seats,
    read_toml,
    shaped,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

NO_FUEL = ("eco", "fusion")
MOST_NEED = 9
MOST_OUTPUT = 99
MOST_NUMBER = 99
"""Bounds for custom cards, far beyond any printed one."""
COLUMNS = 3
"""Columns of the fuel market that are filled from the stack."""
OUTPUTS = {"income": "what the plant earns", "cities": "how many the plant supplies"}
"""What a plant card shows in addition to its fuel: one of these, the same on every card of a deck."""
OTHER = {"income": "cities", "cities": "income"}
_PLACE = re.compile(r"(plants|fuel_cards|extra_cards)\[(\d+)\]")


def read_deck(path: str | Path) -> dict[str, Any]:
    """Read a deck of plants (the shape of our own deck files) as data for the option `deck`."""
    file = Path(path)
    deck = deck_of(file.name, read_toml(file))
    check_deck(file.name, deck, registry.fuel_names())
    plain: dict[str, Any] = msgspec.to_builtins(deck)
    return plain


def deck_of(file: str, raw: Any) -> DeckData:  # noqa: ANN401 - raw data
    """Read plain data as a deck; a mistake is reported with the card's id, not with its place in the list."""
    try:
        return shaped(file, raw, DeckData)
    except BadData as error:
        place = _PLACE.match(error.table)
        if place is None:
            raise
        number = int(place[2])
        card = raw["plants"][number] if place[1] == "plants" else None
        name = card.get("id") if isinstance(card, dict) else None
        table = _set_name(place[1], number) if card is None else _plant_name(name or f"{number + 1} of the list")
        raise BadData(file, table, error.field, error.reason) from None


def check_deck(file: str, deck: DeckData, fuels: Sequence[str], *, strict: bool = True) -> None:
    """Refuse a deck with a card that cannot be, named with file, card and field; `fuels` are those there are.

    Decks of games of revision 1 were checked less; for those `strict` is false.
    """
    seen = {deck.end_card}
    last = 0
    for plant in deck.plants:
        table = _plant_name(plant.id)
        if plant.id in seen:
            raise BadData(file, table, "id", "this card id is used twice")
        seen.add(plant.id)
        field, reason = _fault(plant, deck, fuels)
        if not reason and strict:
            field, reason = _strict_fault(plant)
        if reason:
            raise BadData(file, table, field, reason)
        if plant.number < last:
            raise BadData(file, table, "number", "expected numbers in ascending order")
        last = plant.number
    if strict:
        earning = sum(plant.income > 0 for plant in deck.plants)
        supplying = sum(plant.cities > 0 for plant in deck.plants)
        if deck.plants and not earning and not supplying:
            reason = f"expected 1 to {MOST_OUTPUT} cities or, in the card game, income; no plant of the deck has either"
            raise BadData(file, _plant_name(deck.plants[0].id), "cities", reason)
        check_output(file, deck, "income" if earning >= supplying else "cities")
    for name, sets in (("fuel_cards", deck.fuel_cards), ("extra_cards", deck.extra_cards)):
        for number, cards in enumerate(sets):
            _check_set(file, _set_name(name, number), cards, fuels, strict=strict)


def check_output(file: str, deck: DeckData, output: str) -> None:
    """Refuse a deck with a plant that does not show this output: `income` in the card game, else `cities`."""
    other = OTHER[output]
    for plant in deck.plants:
        table = _plant_name(plant.id)
        value = getattr(plant, output)
        if not 1 <= value <= MOST_OUTPUT:
            missing = f"but only {other} is there" if getattr(plant, other) else "but it is missing"
            instead = f"not {value}" if value else missing
            raise BadData(file, table, output, f"expected 1 to {MOST_OUTPUT}, {OUTPUTS[output]}, {instead}")
        if getattr(plant, other):
            raise BadData(file, table, other, f"expected none: the plants of this game have {output}")


def check_fits(
    file: str, deck: DeckData, printed: DeckData, fuel: FuelData, seats: int, *, strict: bool = True
) -> None:
    """Refuse a deck that cannot take the place of the printed one in a game of so many players."""
    if deck.backs != printed.backs or deck.end_card != printed.end_card:
        reason = f"expected the backs {printed.backs} and the end card {printed.end_card!r} of this edition"
        raise BadData(file, "backs", "", reason)
    for name, sets in (("fuel_cards", deck.fuel_cards), ("extra_cards", deck.extra_cards)):
        if sets and fuel.cards is None:
            raise BadData(file, name, "", "this game has no fuel cards")
    if not strict:
        return
    check_output(file, deck, "income" if any(plant.income for plant in printed.plants) else "cities")
    for back in printed.backs:
        wanted = sum(plant.back == back for plant in printed.plants)
        many = sum(plant.back == back for plant in deck.plants)
        if many != wanted:
            raise BadData(file, "plants", "", f"expected {wanted} plants with the back {back!r}, not {many}")
    if deck.fuel_cards:
        columns = COLUMNS * at_seats(file, "columns", fuel.columns, str(seats), int)
        sets = [cards for cards in deck.fuel_cards if seats >= least_seats(cards)]
        laid = sum(len(units_on(cards, name)) for cards in sets for name in fuel.fuels)
        if laid < columns:
            reason = f"expected at least {columns} cards for {seats} players, to fill the columns, not {laid}"
            raise BadData(file, "fuel_cards", "", reason)


def _plant_name(card: object) -> str:
    return f"plant {card}"


def _set_name(name: str, number: int) -> str:
    return f"{name}, set {number + 1}"


def _fault(plant: PlantData, deck: DeckData, fuels: Sequence[str]) -> tuple[str, str]:
    """Return the field of a card that is wrong and what was expected; nothing if it is right."""
    known = (*fuels, "hybrid", *NO_FUEL)
    if plant.fuel not in known:
        return "fuel", f"expected one of {', '.join(known)}, not {plant.fuel!r}"
    if plant.back not in deck.backs:
        return "back", f"expected one of {', '.join(deck.backs)}, not {plant.back!r}"
    if plant.number < 1:
        return "number", f"expected 1 to {MOST_NUMBER}, not {plant.number}"
    if (plant.need == 0) != (plant.fuel in NO_FUEL) or not 0 <= plant.need <= MOST_NEED:
        return "need", f"expected 0 for eco and fusion, 1 to {MOST_NEED} for the others, not {plant.need}"
    for field, output in (("cities", plant.cities), ("income", plant.income)):
        if not 0 <= output <= MOST_OUTPUT:
            return field, f"expected 1 to {MOST_OUTPUT}, {OUTPUTS[field]}, not {output}"
    return "", ""


def _strict_fault(plant: PlantData) -> tuple[str, str]:
    if plant.number > MOST_NUMBER:
        return "number", f"expected 1 to {MOST_NUMBER}, not {plant.number}"
    if not re.fullmatch(rf"{plant.number}[a-z]?", plant.id):
        return "id", f"expected its number, {plant.number}, or that with a letter, as in {plant.number}a"
    return "", ""


def _check_set(file: str, table: str, cards: FuelCardSet, fuels: Sequence[str], *, strict: bool) -> None:
    check_set(file, table, cards, fuels)
    seats = cards.get(FROM_SEATS, SEATS[0])
    if strict and seats not in SEATS:
        raise BadData(file, table, FROM_SEATS, f"expected {SEATS[0]} to {SEATS[-1]}, not {seats}")


def read_contractor_cards(path: str | Path) -> list[dict[str, Any]]:
    """Read contractor cards (a list `cards` of first and others) as data for the option `contractor_cards`."""
    file = Path(path)
    raw = read_toml(file)
    if "cards" not in raw:
        raise BadData(file.name, "", "cards", "missing: expected a list of cards with first and others")
    cards = contractor_cards_of(file.name, raw["cards"])
    plain: list[dict[str, Any]] = msgspec.to_builtins(cards)
    return plain


def contractor_cards_of(file: str, raw: Any) -> list[ContractorCard]:  # noqa: ANN401 - raw data
    """Read plain data as contractor cards; a mistake is reported with the card's number from 1, and field."""
    try:
        cards = shaped(file, raw, list[ContractorCard], "cards")
    except BadData as error:
        whole = error.field.startswith("[")  # the card itself is of the wrong kind, not one of its fields
        place = re.match(r"cards\[(\d+)\]", f"{error.table}{error.field}" if whole else error.table)
        if place is None:
            raise
        raise BadData(file, f"card {int(place[1]) + 1}", "" if whole else error.field, error.reason) from None
    for number, card in enumerate(cards, start=1):
        for field, amount in (("first", card.first), ("others", card.others)):
            if amount < 0:
                raise BadData(file, f"card {number}", field, f"expected 0 or more, not {amount}")
    return cards
