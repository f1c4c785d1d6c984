"""The layout of an observation: blocks of facts, each with its place, its explanation and its reader.

Blocks are declared in `envs.blocks`; places, documents and the hash follow from the declarations. The groups of the
table come first, then one equal group of groups per seat, the observer's own first and the others clockwise. So a
ruleset has one table of indexes for every number of seats. Knows no NumPy.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, final

from kilowatt.engine.ids import NOBODY
from kilowatt.envs.encoding import NOTHING, Pending

if TYPE_CHECKING:
    from kilowatt.engine.state import State

VERSION = 1
"""Raised whenever the meaning of an index changes although its name does not."""
MOST = 2000
"""No number of an observation is greater; readers cut what could be."""
UNKNOWN = -9
"""What a memory holds before the first observation: no fact has this number."""
CARD_COLUMNS = (1, 2, 3, 4)
"""The price columns of the fuel cards."""


@final
class Facts:
    """What readers read: a state, a seat, and the contents of the partial action.

    The seat is the observer's for blocks of the table, and the seat described for blocks of a seat.
    """

    __slots__ = ("pending", "seat", "state")

    def __init__(self, state: State, seat: int, pending: Pending = NOTHING) -> None:
        self.state = state
        self.seat = seat
        self.pending = pending


class Block:
    """One named run of the vector. The flat vector holds each fact divided by `scale`."""

    def __init__(self, name: str, members: list[str], meaning: str, scale: float = 1) -> None:
        self.name = name
        self.members = members
        self.meaning = meaning
        self.scale = scale


@final
class Bits(Block):
    """Yes-or-no facts. Their group reads them as a mask, the first member in the lowest bit."""


@final
class Numbers(Block):
    """Numbers from 0 to `MOST`. Their group reads one per member."""

    def __init__(self, name: str, members: list[str], meaning: str, scale: float = 1, *, octets: bool = False) -> None:
        super().__init__(name, members, meaning, scale)
        self.octets = octets
        """The compact observation has one byte per number, not two."""


class Watch:
    """Remembers what the blocks of a group were last read from; compares in place, at every decision."""

    def changed(self, f: Facts) -> bool:
        """Return whether the blocks may have changed since the last call, and remember these facts."""
        raise NotImplementedError


class Group:
    """Blocks that change together: bits first, then numbers. A subclass reads them, in the order they are declared."""

    def __init__(self, bits: list[Bits], numbers: list[Numbers]) -> None:
        self.blocks: list[Block] = [*bits, *numbers]
        widths = [len(block.members) for block in bits]
        self.shifts = [sum(widths[:i]) for i in range(len(bits))]
        """Where each block of bits begins."""
        self.width = sum(widths)
        """How many bits there are."""
        self.size = sum([len(block.members) for block in self.blocks])
        self.scales = [block.scale for block in numbers for _ in block.members]
        """What a number of each place is divided by in the flat vector."""

    def watch(self) -> Watch:
        """Return a new memory for one place where this group is written."""
        raise NotImplementedError

    def masks(self, f: Facts) -> list[int]:
        """Return the mask of each block of bits."""
        return []

    def values(self, f: Facts) -> list[int]:
        """Return the numbers of all blocks of numbers, one after another."""
        return []


class Layout:
    """Where everything lies in the vector of one ruleset and number of seats."""

    def __init__(self, table: list[Group], seat: list[Group], seats: int) -> None:
        self.seats = seats
        self.table_groups = table
        self.seat_groups = seat
        self.table = sum([group.size for group in table])
        """How many places the table takes."""
        self.each = sum([group.size for group in seat])
        """How many places a seat takes."""
        self.size = self.table + seats * self.each
        self.blocks = self._place()
        lines = [
            f"{block.name} {first} {','.join(block.members)} {block.scale:g}" for first, block in self.documented()
        ]
        self.hash = hashlib.sha256("\n".join([f"kilowatt observation {VERSION}", *lines]).encode()).hexdigest()[:16]

    def groups(self) -> tuple[list[Group], list[Group]]:
        """Return the groups of the table and those of each seat."""
        return self.table_groups, self.seat_groups

    def documented(self) -> list[tuple[int, Block]]:
        """List the blocks of the table and of the first seat with their first index; seat k's lie k groups further."""
        blocks: list[tuple[int, Block]] = []
        place = 0
        for group in (*self.table_groups, *self.seat_groups):
            for block in group.blocks:
                blocks.append((place, block))
                place += len(block.members)
        return blocks

    def _place(self) -> dict[str, tuple[int, Block, int]]:
        """Return, for each name in the dict of arrays, first index, block and seat (-1 for the table)."""
        blocks: dict[str, tuple[int, Block, int]] = {}
        for first, block in self.documented():
            if first < self.table:
                blocks[block.name] = (first, block, NOBODY)
            else:
                for k in range(self.seats):
                    blocks[f"seat{k}/{block.name}"] = (first + k * self.each, block, k)
        return {name: row for name, row in blocks.items() if row[1].members}
