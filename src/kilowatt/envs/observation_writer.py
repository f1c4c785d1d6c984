"""How the facts of an observation become bytes. Knows layouts, and nothing of states."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, final

from kilowatt.envs.observation_layout import MOST

if TYPE_CHECKING:
    from kilowatt.envs.observation_layout import Facts, Group


@final
class Writer:
    """Turns facts into bytes: as scaled float32 numbers, or as raw int16 ones."""

    def __init__(self, *, scaled: bool) -> None:
        self.scaled = scaled
        self.code = "f" if scaled else "h"
        self.width = array(self.code).itemsize
        zero, one = array(self.code, [0]).tobytes(), array(self.code, [1]).tobytes()
        self.octets: list[bytes] = [
            b"".join([one if octet >> bit & 1 else zero for bit in range(8)]) for octet in range(256)
        ]
        """Eight yes-or-no facts at a time."""
        self._tables: dict[float, list[bytes]] = {}

    def tables(self, scales: list[float]) -> list[list[bytes]]:
        """Return, for each place with its scale, every possible number as it is written there."""
        return [self._table(scale if self.scaled else 1) for scale in scales]

    def _table(self, scale: float) -> list[bytes]:
        if scale not in self._tables:
            numbers = [number / scale for number in range(MOST + 1)] if self.scaled else list(range(MOST + 1))
            written = array(self.code, numbers).tobytes()
            self._tables[scale] = [written[i : i + self.width] for i in range(0, len(written), self.width)]
        return self._tables[scale]

    def bits(self, mask: int, count: int) -> bytes:
        """Write the lowest bits of a mask, the lowest first."""
        octets = self.octets
        written = b"".join([octets[octet] for octet in mask.to_bytes((count + 7) // 8, "little")])
        return written if count & 7 == 0 else written[: count * self.width]

    def group(self, group: Group, facts: Facts, tables: list[list[bytes]]) -> bytes:
        """Read and write a group: its bits, block by block, then its numbers, each by the table of its place."""
        written = b""
        if group.width:
            packed = 0
            shifts = group.shifts
            for block, mask in enumerate(group.masks(facts)):
                packed |= mask << shifts[block]
            written = self.bits(packed, group.width)
        if tables:
            values = group.values(facts)
            # by index: that is quicker than a strict `zip`
            written += b"".join([table[values[place]] for place, table in enumerate(tables)])
        return written


SCALED = Writer(scaled=True)
RAW = Writer(scaled=False)
