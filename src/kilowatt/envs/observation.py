"""Observations: every fact that a seat knows of a state, relative to it, as one vector of scaled or raw numbers.

A buffer keeps each group of blocks as bytes, and writes only the groups whose facts changed: from one decision to the
next most of an observation stays. The row is then filled in one go, with one call into NumPy's
memory.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, final

import numpy as np

from kilowatt.engine.ids import NOBODY
from kilowatt.engine.knowledge import known_to
from kilowatt.envs.blocks.board_block import Board
from kilowatt.envs.blocks.cards_block import Cards
from kilowatt.envs.blocks.fuel_block import Fuel
from kilowatt.envs.blocks.seat_block import Holdings, Reach, Standing
from kilowatt.envs.blocks.turn_block import Counters, Decision, Lots
from kilowatt.envs.encoding import NOTHING, Pending
from kilowatt.envs.observation_layout import Facts, Layout
from kilowatt.envs.observation_writer import RAW, SCALED

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kilowatt.engine.rules import Rules
    from kilowatt.engine.state import State
    from kilowatt.envs.observation_layout import Group
    from kilowatt.envs.observation_writer import Writer


def make_layout(rules: Rules) -> Layout:
    """Lay out the observation of a ruleset: the groups of the table, then those of each seat."""
    return Layout(
        [Decision(rules), Lots(rules), Counters(rules), Cards(rules), Board(rules), Fuel(rules)],
        [Standing(rules), Holdings(rules), Reach(rules)],
        rules.seats,
    )


class Observer:
    """Writes observations of one ruleset and number of seats."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.layout = make_layout(rules)
        self.size = self.layout.size

    def buffer(self, row: NDArray[Any] | None = None, *, scaled: bool = True) -> ObservationBuffer:
        """Make a buffer on a row: float32 numbers divided by their scale, or raw int16 ones if not `scaled`."""
        if row is None:
            row = np.zeros(self.size, np.float32 if scaled else np.int16)
        return ObservationBuffer(self.layout, row, scaled=scaled)

    def flat(self, s: State, seat: int, pending: Pending = NOTHING) -> NDArray[np.float32]:
        """Return the facts as one vector of float32, each number divided by the scale of its block."""
        buffer = self.buffer()
        buffer.write(s, seat, pending)
        return buffer.row

    def raw(self, s: State, seat: int, pending: Pending = NOTHING) -> NDArray[np.int16]:
        """Return the facts as one vector of int16, without scales."""
        buffer = self.buffer(scaled=False)
        buffer.write(s, seat, pending)
        return buffer.row

    def arrays(self, s: State, seat: int, pending: Pending = NOTHING) -> dict[str, NDArray[np.int16]]:
        """Return the facts as a dict of int16 arrays, block by block."""
        return self.split(self.raw(s, seat, pending))

    def split(self, row: NDArray[Any]) -> dict[str, NDArray[Any]]:
        """Cut a vector into its blocks; empty blocks are left out."""
        return {name: row[first : first + len(block.members)] for name, (first, block, _) in self.layout.blocks.items()}


@final
class Part:
    """One group as it was last written. `seat` is -1 for the table."""

    def __init__(self, group: Group, writer: Writer, seat: int) -> None:
        self.group = group
        self.seat = seat
        self.watch = group.watch()
        self.tables = writer.tables(group.scales)
        self.octets = b""


@final
class ObservationBuffer:
    """One observation in a row that it changes in place. Any state of the same rules may be written next."""

    def __init__(self, layout: Layout, row: NDArray[Any], *, scaled: bool) -> None:
        self.row = row
        self.octets = row.data.cast("B")
        self.writer = SCALED if scaled else RAW
        table = [Part(group, self.writer, NOBODY) for group in layout.table_groups]
        seats = [[Part(group, self.writer, seat) for group in layout.seat_groups] for seat in range(layout.seats)]
        self.parts = [
            table + [part for row in seats[seat:] + seats[:seat] for part in row] for seat in range(len(seats))
        ]
        """By observer: the parts of the table, then those of the seats, the observer's own first."""

    def write(self, s: State, seat: int, pending: Pending = NOTHING) -> None:
        """Bring the row up to date for a seat: with what it knows, a guess in place of rivals' hidden money."""
        facts = Facts(known_to(s, seat), seat, pending)
        written: list[bytes] = []
        for part in self.parts[seat]:
            if part.seat >= 0:
                facts.seat = part.seat
            if part.watch.changed(facts):
                part.octets = self.writer.group(part.group, facts, part.tables)
            written.append(part.octets)
        self.octets[:] = b"".join(written)
