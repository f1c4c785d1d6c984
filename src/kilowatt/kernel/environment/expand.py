"""From the compact observation to the flat one: bits and numbers, block by block, each divided by its scale."""

from __future__ import annotations

from typing import Final

from kilowatt.kernel.bits import put_facts
from kilowatt.kernel.environment.facts import UNREACHABLE
from kilowatt.kernel.environment.records import Floats, Octets

BITS: Final = 0
NUMBERS: Final = 1
COSTS: Final = 2
"""Kinds of block: eight facts per byte, two bytes per number, one byte per connection."""
NO_CONNECTION: Final = 999


def expand(blocks: list[int], many: int, row: Octets, flat: Floats) -> None:
    """Write the flat observation; `blocks` has kind, members and scale of each block."""
    at = 0
    out = 0
    for block in range(many):
        kind = blocks[3 * block]
        size = blocks[3 * block + 1]
        scale = blocks[3 * block + 2]
        if kind == BITS:
            # whole bytes: the next block writes over what is too much
            for place in range((size + 7) // 8):
                put_facts(flat, out + 8 * place, row[at + place])
            at += (size + 7) // 8
        elif kind == NUMBERS:
            for place in range(size):
                flat[out + place] = 1.0 * (row[at + 2 * place] + 256 * row[at + 2 * place + 1]) / scale
            at += 2 * size
        else:
            for place in range(size):
                flat[out + place] = 1.0 * (NO_CONNECTION if row[at + place] == UNREACHABLE else row[at + place]) / scale
            at += size
        out += size
