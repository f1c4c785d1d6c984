"""How the facts of an observation become bytes. Knows layouts, and nothing of states."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, final

from kilowatt.envs.layout import MOST

if TYPE_CHECKING:
    from kilowatt.envs.layout import Group


@final
class Script:
    """How facts become bytes: as float32 fractions, or as int16 whole numbers."""

    def __init__(self, *, whole: bool) -> None:
        self.whole = whole
        self.code = "h" if whole else "f"
        self.width = array(self.code).itemsize
        zero, one = array(self.code, [0]).tobytes(), array(self.code, [1]).tobytes()
        self.octets: list[bytes] = [
            b"".join([one if octet >> bit & 1 else zero for bit in range(8)]) for octet in range(256)
        ]
        """Eight yes-or-no facts at a time."""
        self._tables: dict[float, list[bytes]] = {}

    def bits(self, mask: int, count: int) -> bytes:
        """Write the lowest bits of a mask, the lowest first."""
        octets = self.octets
        found = b"".join([octets[octet] for octet in mask.to_bytes((count + 7) // 8, "little")])
        return found if count & 7 == 0 else found[: count * self.width]

    def tables(self, scales: list[float]) -> list[list[bytes]]:
        """Give, for each place with its scale, every number there can be as it is written there."""
        return [self._table(1 if self.whole else scale) for scale in scales]

    def _table(self, scale: float) -> list[bytes]:
        if scale not in self._tables:
            written = array(
                self.code, [number if self.whole else number / scale for number in range(MOST + 1)]
            ).tobytes()
            self._tables[scale] = [written[i : i + self.width] for i in range(0, len(written), self.width)]
        return self._tables[scale]

    def numbers(self, values: list[int], tables: list[list[bytes]]) -> bytes:
        """Write numbers, each by the table of its place."""
        return b"".join([table[values[i]] for i, table in enumerate(tables)])

    def group(self, group: Group, masks: list[int], values: list[int], tables: list[list[bytes]]) -> bytes:
        """Write a group: its bits, block by block, then its numbers."""
        packed = 0
        for i, shift in enumerate(group.shifts):
            packed |= masks[i] << shift
        written = self.bits(packed, group.bits)
        return written + self.numbers(values, tables) if values else written


FRACTIONS = Script(whole=False)
NUMBERS = Script(whole=True)
