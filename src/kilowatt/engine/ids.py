"""The small vocabularies of the engine: plain ints behind names, and helpers for sets kept as bit masks."""

from __future__ import annotations

from typing import Final

Seat = int
"""A place at the table, numbered clockwise from 0. The Trust, where it plays, is the seat after the last."""

PlantId = int
"""A card, not its number: numbers may repeat. The index into `Rules.plants`; the end card is one past them."""

CityId = int
"""The index into `Board.cities`."""

Fuel = int
"""A slot 0-3; `Rules.fuels` has the names."""

NOBODY: Final = -1
"""No seat, no plant, no city: whatever an id may lack."""

CHANCE: Final = -2
"""The actor while a card is to be dealt."""

OVER: Final = -3
"""The actor once the game is over."""

FUELS: Final = 4
"""How many kinds of fuel every member of the family has."""

SETUP: Final = 0
AUCTION: Final = 1
FUEL: Final = 2
BUILD: Final = 3
POWER: Final = 4
END: Final = 5

PHASE_NAMES: Final = ("setup", "auction", "fuel", "build", "power", "over")


def bits(mask: int) -> list[int]:
    """List the members of a bit mask, lowest first."""
    found: list[int] = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def mask_of(members: list[int]) -> int:
    """Make the bit mask with these members."""
    mask = 0
    for member in members:
        mask |= 1 << member
    return mask
