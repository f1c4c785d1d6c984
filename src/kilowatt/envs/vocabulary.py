"""The list of action ids of a ruleset: what each number says, in families, with a hash that a checkpoint can store.

It depends on the cards, the board and the fuels of a ruleset and on nothing else, so it is the same for 2 to 6 seats.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from kilowatt.engine.ids import FUELS

if TYPE_CHECKING:
    from kilowatt.engine.rules import Plant, Rules

VERSION = 1
"""Raised whenever the meaning of an id changes although its name does not."""

RAISES = 200
"""Raises over the least bid that are one id each; a wider one begins with the id of +200."""
CARD_COLUMNS = (1, 2, 3, 4)
KINDS = 4
"""Kinds of card of a fuel: a single, and cards of one to three units."""


class Vocabulary:
    """Numbered names in families: `first["build"]` is the id of the first city's name."""

    def __init__(self, grain: str, families: list[tuple[str, list[str]]]) -> None:
        self.grain = grain
        self.families = families
        self.first: dict[str, int] = {}
        self.names: list[str] = []
        for family, members in families:
            self.first[family] = len(self.names)
            self.names += [f"{family}:{member}" if member else family for member in members]
        self.ids = {name: number for number, name in enumerate(self.names)}
        text = "\n".join([f"kilowatt {grain} {VERSION}", *self.names])
        self.hash = hashlib.sha256(text.encode()).hexdigest()[:16]

    def __len__(self) -> int:
        """Count the ids."""
        return len(self.names)

    def family(self, number: int) -> str:
        """Give the family of an id."""
        found = ""
        for name, first in self.first.items():
            if first <= number:
                found = name
        return found


def places(rules: Rules) -> list[tuple[str, list[str]]]:
    """Give the families both grains share: ending a turn and everything said in preparation."""
    cities = [city.id for city in rules.board.cities]
    return [
        ("pass", [""]),
        ("choose_area", [area.id for area in rules.board.areas]),
        ("place_trust", cities),
        ("mark_start", cities),
    ]


def cards(rules: Rules) -> list[tuple[str, list[str]]]:
    """Give the families both grains share in the auctions and for fuel cards."""
    plants = [plant.id for plant in rules.plants]
    kinds = rules.kind_names if rules.columns else []
    return [
        ("open", plants),
        ("scrap", plants),
        ("discard_fuel", list(rules.fuels)),
        ("buy_card", [f"{column}:{kind}" for column in CARD_COLUMNS for kind in kinds]),
    ]


def goods(rules: Rules) -> list[str]:
    """Name every fuel on every market, market by market."""
    return [f"{market}:{fuel}" for market in rules.markets for fuel in rules.fuels]


def burns(rules: Rules, plant: Plant) -> list[str]:
    """Name each way to run one plant: a hybrid says how many units of its first fuel it burns."""
    if len(plant.fuels) < 2:  # noqa: PLR2004 - two fuels make a hybrid
        return [plant.id]
    return [f"{plant.id}:{units}-{rules.fuels[plant.fuels[0]]}" for units in range(plant.need + 1)]


def first_units(rules: Rules, plant: Plant, burn: dict[str, int]) -> int:
    """Count the units of its first fuel that a hybrid burns; 0 for any other plant."""
    return burn.get(rules.fuels[plant.fuels[0]], 0) if len(plant.fuels) > 1 else 0


def burn_of(rules: Rules, plant: Plant, units: int) -> dict[str, int]:
    """Write what a plant burns as an action says it; `units` counts a hybrid's first fuel."""
    amounts = [0] * FUELS
    if len(plant.fuels) == 1:
        amounts[plant.fuels[0]] = plant.need
    elif plant.fuels:
        amounts[plant.fuels[0]] = units
        amounts[plant.fuels[1]] = plant.need - units
    return {rules.fuels[fuel]: amounts[fuel] for fuel in range(FUELS) if amounts[fuel]}
