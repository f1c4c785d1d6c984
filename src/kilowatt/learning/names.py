"""What a fact and an id mean, by name: equal names share one row of weights over all rulesets.

A plant is named by its card's numbers, a city by its board: so the cards of two editions share what they have in
common, and so do Germany of 2004 and of 2018. Knows no NumPy and no torch.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kilowatt.engine.rules import Plant, Rules
    from kilowatt.envs.encoding import Encoding
    from kilowatt.envs.layout import Layout

MOST = 4.0
"""A scaled fact enters the network as at most this, so that a missing connection does not outweigh everything."""
OF_PLANTS = {
    *("lot", "newest", "said_plants", "current", "future", "discount", "unseen", "next", "under", "removed"),
    *("trust_plants", "plants"),
}
OF_CITIES = {
    *("areas", "zone", "marks", "space1", "space2", "space3", "trust_space1", "trust_space2", "trust_space3"),
    *("cities", "connection"),
}


def card_name(plant: Plant) -> str:
    """Return what two equal cards have in common."""
    fuels = "+".join(str(fuel) for fuel in plant.fuels)
    return f"{plant.number}/{fuels}/{plant.need}/{plant.cities}/{plant.income}"


def _members(rules: Rules, block: str, members: list[str]) -> list[str]:
    kind = block.rpartition("/")[2]
    if kind in OF_PLANTS:
        cards = {plant.id: card_name(plant) for plant in rules.plants}
        return [cards.get(member, "end") for member in members]
    if kind in OF_CITIES:
        return [f"{board_name(rules)}/{member}" for member in members]
    return members


def board_name(rules: Rules) -> str:
    """Return the board's name, one for both printings of a board."""
    return rules.board.id.removesuffix("_classic")


def fact_names(rules: Rules, layout: Layout) -> list[str]:
    """Name the facts of the flat observation, then the constants: the ruleset and the number of seats."""
    found = [""] * layout.size
    for name, (first, block, _) in layout.blocks.items():
        for place, member in enumerate(_members(rules, name, block.members)):
            found[first + place] = f"{name}:{member}"
    return [*found, f"ruleset:{rules.id}", f"seats:{rules.seats}"]


def id_names(rules: Rules, encoding: Encoding) -> list[tuple[str, str]]:
    """Name the two rows that add up to each id's score; the second is empty where there is one row only.

    A city and the number of houses have a row each: 42 and 8 rather than 336.
    """
    cards = {plant.id: card_name(plant) for plant in rules.plants}
    board = board_name(rules)
    found: list[tuple[str, str]] = []
    for family, members in encoding.vocabulary.families:
        for member in members:
            if family == "build":
                city, _, houses = member.partition(":")
                found.append((f"build:{board}/{city}", f"houses:{houses or 1}"))
            elif family in {"place_trust", "mark_start", "choose_area"}:
                found.append((f"{family}:{board}/{member}", ""))
            elif family in {"open", "scrap"}:
                found.append((f"{family}:{cards[member]}", ""))
            else:
                found.append((f"{family}:{member}", ""))
    return found
