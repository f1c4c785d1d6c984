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

SEATS: Final = 6
"""The most seats of a table."""

FUELS: Final = 4
"""How many kinds of fuel every member of the family has."""

KINDS: Final = 16
"""Kinds of fuel card: of each fuel a single, and cards of one, two and three units."""

COLUMNS: Final = 5
"""Columns of fuel cards, the first unused."""

SPACES: Final = 3
"""How many houses a city takes in Step 3 [R18-BLD-08]."""

LAST_NUMBER: Final = 1_000_000
"""The number of the end card: it lies above every plant."""

SETUP: Final = 0
AUCTION: Final = 1
FUEL: Final = 2
BUILD: Final = 3
POWER: Final = 4
END: Final = 5

PHASE_NAMES: Final = ("setup", "auction", "fuel", "build", "power", "over")


def _members(shift: int) -> list[tuple[int, ...]]:
    return [tuple([shift + bit for bit in range(8) if byte >> bit & 1]) for byte in range(256)]


_BYTE_0: Final = _members(0)
_BYTE_1: Final = _members(8)
_BYTE_2: Final = _members(16)
_BYTE_3: Final = _members(24)
_BYTE_4: Final = _members(32)
_BYTE_5: Final = _members(40)
_LOOKED_UP: Final = 48
"""Bits whose members are looked up byte by byte: cities and plants of most boxes. The few above are counted."""


def bits(mask: int) -> list[int]:
    """List the members of a bit mask, lowest first."""
    members = [
        *_BYTE_0[mask & 255],
        *_BYTE_1[mask >> 8 & 255],
        *_BYTE_2[mask >> 16 & 255],
        *_BYTE_3[mask >> 24 & 255],
        *_BYTE_4[mask >> 32 & 255],
        *_BYTE_5[mask >> 40 & 255],
    ]
    above = mask >> _LOOKED_UP
    while above:
        low = above & -above
        members.append(_LOOKED_UP - 1 + low.bit_length())
        above ^= low
    return members


def mask_of(members: list[int]) -> int:
    """Make the bit mask with these members."""
    mask = 0
    for member in members:
        mask |= 1 << member
    return mask
