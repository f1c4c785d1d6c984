"""What a fact and an id mean, by name: equal names share one row of weights over all rulesets.

A plant is named by its card's numbers: so the cards of two editions share what they have in common. Cities have no
names here: all of them share the same weights, and a row of their own is added (`city_names`), one for both printings
of a board. Not `named`, a board is seen as one that nobody knows: cities share one row, areas have their number for a
name, and of the ruleset only the edition is left. Knows no NumPy and no torch.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.editions.parts import BOARD, CUSTOM

if TYPE_CHECKING:
    from kilowatt.engine.rules import Rules
    from kilowatt.envs.encoding import Encoding
    from kilowatt.envs.observation_layout import Layout

MOST = 4.0
"""A scaled fact enters the network as at most this, so that a missing connection does not outweigh everything."""
MOST_OF_CITY = 2.0
"""The same for a fact of a city: 100 Elektro for a connection."""
SEATS = 6
HOUSES = 8
"""Houses that one id can build."""
OF_PLANTS = {
    *("lot", "newest", "said_plants", "current", "future", "discount", "unseen", "next", "under", "removed"),
    *("trust_plants", "plants"),
}
OF_CITIES = ("zone", "marks", "space1", "space2", "space3", "trust_space1", "trust_space2", "trust_space3")
"""Blocks of the table with one fact per city."""
OF_SEATS_CITIES = ("cities", "connection")
"""Blocks of a seat with one fact per city."""
CITY_FACTS = len(OF_CITIES) + SEATS * len(OF_SEATS_CITIES)
"""Facts of one city; those of seats that nobody sits in are 0."""
NO_ROW = ""
"""The name of what has no row of its own."""


def card_names(rules: Rules) -> dict[str, str]:
    """Name the plants by the numbers on their cards; a card that a deck has twice gets two names."""
    found: dict[str, str] = {}
    for plant in rules.plants:
        fuels = "+".join(str(fuel) for fuel in plant.fuels)
        name = f"{plant.number}/{fuels}/{plant.need}/{plant.cities}/{plant.income}"
        found[plant.id] = f"{name}/2" if name in found.values() else name
    return found


def board_name(rules: Rules) -> str:
    """Return the board's name, one for both printings of a board."""
    return rules.board.id.removesuffix("_classic")


def edition_name(rules: Rules) -> str:
    """Return the name of the edition, also of a board file's."""
    return str(rules.options[BOARD]["edition"]) if rules.id == CUSTOM else rules.id.partition("/")[0]


def city_names(rules: Rules, *, named: bool = True) -> list[str]:
    """Name the cities of the board."""
    return [f"{board_name(rules)}/{city.id}" if named else NO_ROW for city in rules.board.cities]


def area_names(rules: Rules, *, named: bool = True) -> list[str]:
    """Name the areas of the board."""
    return [f"{board_name(rules)}/{area.id}" if named else f"{n + 1}" for n, area in enumerate(rules.board.areas)]


def fact_names(rules: Rules, layout: Layout, *, named: bool = True) -> dict[int, str]:
    """Name the facts of the flat observation by their place; facts of cities are left out."""
    found: dict[int, str] = {}
    cards = card_names(rules)
    areas = area_names(rules, named=named)
    for name, (first, block, _) in layout.blocks.items():
        kind = name.rpartition("/")[2]
        if kind in OF_CITIES or kind in OF_SEATS_CITIES:
            continue
        for place, member in enumerate(block.members):
            known = cards.get(member, "end") if kind in OF_PLANTS else member
            found[first + place] = f"{name}:{areas[place]}" if kind == "areas" else f"{name}:{known}"
    return found


def constant_names(rules: Rules, *, named: bool = True) -> list[str]:
    """Name what holds in the whole game: the edition, the ruleset and the number of seats."""
    ruleset = [f"ruleset:{rules.id}"] if named else []
    return [f"edition:{edition_name(rules)}", *ruleset, f"seats:{rules.seats}"]


def city_places(rules: Rules, layout: Layout) -> list[list[int]]:
    """Return, for every city, the places of its facts in the flat observation; `layout.size` where there is none."""
    blocks = [*OF_CITIES, *[f"seat{seat}/{name}" for seat in range(SEATS) for name in OF_SEATS_CITIES]]
    firsts = [layout.blocks[name][0] if name in layout.blocks else layout.size for name in blocks]
    return [
        [first + city if first < layout.size else first for first in firsts] for city in range(len(rules.board.cities))
    ]


def id_names(rules: Rules, encoding: Encoding, *, named: bool = True) -> list[str]:
    """Name the row of each id; ids of cities have that of the number of houses, or none."""
    cards = card_names(rules)
    areas = area_names(rules, named=named)
    found: list[str] = []
    for family, members in encoding.vocabulary.families:
        for place, member in enumerate(members):
            if family == "build":
                found.append(f"houses:{member.partition(':')[2] or 1}")
            elif family in {"place_trust", "mark_start"}:
                found.append(NO_ROW)
            elif family == "choose_area":
                found.append(f"{family}:{areas[place]}")
            elif family in {"open", "scrap"}:
                found.append(f"{family}:{cards[member]}")
            else:
                found.append(f"{family}:{member}")
    return found
