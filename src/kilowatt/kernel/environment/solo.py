"""One episode as plain Python; the compiled kernel has a class of the same name with the same methods."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kilowatt.kernel.environment import expand, facts, legal, steps
from kilowatt.kernel.environment.records import Ids, Legal, Taken
from kilowatt.kernel.plain_core import Core

if TYPE_CHECKING:
    from collections.abc import Sequence

COMPACT = 8192
"""Bytes of the largest compact observation."""


class Solo:
    """One episode on a core of its own; its caller deals. Nothing here checks an argument."""

    def __init__(self, core: Core, ids: Ids, blocks: list[int]) -> None:
        self.core = Core(core, 1)
        self.ids = ids
        self.blocks = blocks
        self.taken = Taken()

    def twin(self) -> Solo:
        """Copy the episode."""
        other = Solo(self.core, self.ids, self.blocks)
        other.core.load(0, self.core.values(0))
        other.taken.load(self.taken.values())
        return other

    def new(self) -> None:
        """Begin a new game, up to its first draw or decision."""
        self.core.new(0, 1)
        self.taken = Taken()
        self.follow()

    def follow(self) -> None:
        """Play what follows from earlier ids until a seat must choose or a card must be dealt."""
        core = self.core
        steps.follow(core.games[0], core.tables, core.menu, self.ids, self.taken, Legal())

    def take(self, number: int) -> None:
        """Take a legal id."""
        core = self.core
        steps.take(core.games[0], core.tables, core.menu, self.ids, self.taken, number)
        self.follow()

    def apply(self, action: int) -> None:
        """Play an action of the acting seat that is known to be legal."""
        core = self.core
        steps.play(core.games[0], core.tables, core.menu, self.taken, action, 0)
        self.follow()

    def deal(self, action: int) -> None:
        """Deal what is known to be possible."""
        self.core.step(0, action)
        self.follow()

    def _legal(self) -> Legal:
        core, allowed = self.core, Legal()
        legal.legal_ids(core.games[0], core.tables, core.menu, self.ids, self.taken, allowed)
        return allowed

    def legal(self) -> tuple[list[int], int, int]:
        """Return the legal ids: single ones, and the ends of a span."""
        allowed = self._legal()
        return allowed.ids[: allowed.count], allowed.first, allowed.stop

    def write_mask(self, row: Any) -> None:  # noqa: ANN401 - a list or an array of bytes
        """Write 1 for each legal id and 0 for the others."""
        legal.write_mask(self.ids, self._legal(), row)

    def write(self, seat: int, row: Any) -> None:  # noqa: ANN401 - a list or an array of float32
        """Write the observation of a seat, each number divided by the scale of its block."""
        core, compact = self.core, [0] * COMPACT
        facts.observe(core.games[0], core.tables, self.ids, self.taken, seat, compact)
        expand.expand(self.blocks, len(self.blocks) // 3, compact, row)

    def taken_values(self) -> Sequence[int]:
        """Return the numbers of the episode's record."""
        return self.taken.values()

    def load_taken(self, values: Sequence[int]) -> None:
        """Fill the episode's record from its numbers."""
        self.taken.load(list(values))
