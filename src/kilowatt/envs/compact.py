"""The compact observation: the same facts as the flat one in about a third of a byte each.

Blocks come in the order of the layout. A block of yes-or-no facts is a row of bits, the first member in the lowest,
filled up to whole bytes. A number has two bytes, the lower first. The cost of a connection has one, 255 where there is
none.
`Unpacker` makes the flat observation again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from kilowatt.envs.blocks.seat_block import UNREACHABLE
from kilowatt.envs.observation_layout import Bits, Block, Numbers
from kilowatt.kernel.environment.expand import BITS, COSTS, NUMBERS
from kilowatt.kernel.environment.facts import UNREACHABLE as NO_CONNECTION

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kilowatt.envs.observation_layout import Layout


class Place(NamedTuple):
    """Where a fact lies: its byte, its lowest bit there, and its width in bits (1, 8 or 16)."""

    byte: int
    bit: int
    width: int


def kind_of(block: Block) -> int:
    """Return how a block is written."""
    if isinstance(block, Bits):
        return BITS
    return COSTS if isinstance(block, Numbers) and block.octets else NUMBERS


def all_blocks(layout: Layout) -> list[Block]:
    """List the blocks in order, those of every seat included."""
    table = [block for group in layout.table_groups for block in group.blocks]
    seat = [block for group in layout.seat_groups for block in group.blocks]
    return table + seat * layout.seats


def places(layout: Layout) -> list[Place]:
    """Return where each fact of the flat observation lies in the compact one."""
    rows: list[Place] = []
    at = 0
    for block in all_blocks(layout):
        many = len(block.members)
        kind = kind_of(block)
        if kind == BITS:
            rows += [Place(at + i // 8, i % 8, 1) for i in range(many)]
            at += (many + 7) // 8
        else:
            octets = 1 if kind == COSTS else 2
            rows += [Place(at + octets * i, 0, 8 * octets) for i in range(many)]
            at += octets * many
    return rows


def size_of(blocks: list[Block]) -> int:
    """Count the bytes of some blocks."""
    sizes = {BITS: lambda n: (n + 7) // 8, NUMBERS: lambda n: 2 * n, COSTS: lambda n: n}
    return sum([sizes[kind_of(block)](len(block.members)) for block in blocks])


def compact_size(layout: Layout) -> int:
    """Count the bytes of a compact observation."""
    return size_of(all_blocks(layout))


class Unpacker:
    """Makes flat observations of compact ones: `unpack(rows)`."""

    def __init__(self, layout: Layout) -> None:
        self.size = layout.size
        self.bytes = compact_size(layout)
        rows = places(layout)
        self._low = np.array([place.byte for place in rows], np.int64)
        self._high = np.array([place.byte + (place.width == 16) for place in rows], np.int64)  # noqa: PLR2004 - two bytes
        self._shift = np.array([place.bit for place in rows], np.int32)
        self._mask = np.array([1 if place.width == 1 else 255 for place in rows], np.int32)
        self._upper = np.array([256 if place.width == 16 else 0 for place in rows], np.int32)  # noqa: PLR2004
        self._costs = np.array([place.width == 8 for place in rows], np.bool_)  # noqa: PLR2004 - one byte
        self._scale = np.array([block.scale for block in all_blocks(layout) for _ in block.members], np.float64)

    def __call__(self, rows: NDArray[np.uint8]) -> NDArray[np.float32]:
        """Return the flat observations, float32, for compact ones of shape (..., bytes)."""
        if rows.shape[-1] != self.bytes:
            raise ValueError(f"expected rows of {self.bytes} bytes, not {rows.shape[-1]}")
        numbers = (rows[..., self._low].astype(np.int32) >> self._shift & self._mask) + rows[
            ..., self._high
        ] * self._upper
        numbers[self._costs & (numbers == NO_CONNECTION)] = UNREACHABLE
        return (numbers / self._scale).astype(np.float32)


def pack(layout: Layout, raw: NDArray[np.int16]) -> NDArray[np.uint8]:
    """Return the compact observation of a raw one; the reference for what the kernel writes."""
    parts: list[NDArray[np.uint8]] = []
    at = 0
    for block in all_blocks(layout):
        row = raw[at : at + len(block.members)]
        at += len(block.members)
        kind = kind_of(block)
        if kind == BITS:
            parts.append(np.packbits(row.astype(np.bool_), bitorder="little"))
        elif kind == COSTS:
            parts.append(np.where(row == UNREACHABLE, NO_CONNECTION, row).astype(np.uint8))
        else:
            parts.append(row.astype("<i2").view(np.uint8))
    return np.concatenate(parts)
