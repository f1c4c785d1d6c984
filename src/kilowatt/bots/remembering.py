"""A bot that keeps what it has found: of a comparison until its turn is over, of its rivals to the end of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from kilowatt.bots.bot_memory import BuildKey, BuildPlan, FuelKey, FuelPlan, Limit, LimitKey, Memory
from kilowatt.bots.rivals import Reader
from kilowatt.engine import asks
from kilowatt.engine.knowledge import known_to

if TYPE_CHECKING:
    from kilowatt.bots.rivals import Watcher
    from kilowatt.engine.state import State


class Keeper:
    """What bots that look ahead keep, and how another bot of the same kind takes it up."""

    def __init__(self, seed: int = 0, reader: Watcher | None = None) -> None:
        self.seed = seed
        self._reader: Watcher = reader or Reader()
        """Finds out how rivals bid."""
        self._round = 0
        self._left = 1.0
        """What is left of this round's budget, as a share."""
        self._limits: dict[LimitKey, Limit] = {}
        self._builds: dict[BuildKey, BuildPlan] = {}
        self._targets: dict[FuelKey, FuelPlan] = {}

    def look(self, state: State, seat: int) -> None:
        """Read how rivals bid in an auction of an earlier round; nothing else is kept that long."""
        if state.ask == asks.ASK_BID:
            self._reader.watch(known_to(state, seat), seat)

    def memory(self) -> str:
        """Return what is kept of the game and of this round."""
        kept = Memory(
            self._reader.evidence,
            self._round,
            self._left,
            [row for row in self._limits.items() if row[0][0] == self._round],
            [row for row in self._targets.items() if row[0][0] == self._round],
            [row for row in self._builds.items() if row[0][0] == self._round],
        )
        return msgspec.json.encode(kept).decode()

    def recall(self, memory: str) -> None:
        """Take up what another bot of this kind has kept."""
        kept = msgspec.json.decode(memory, type=Memory)
        self._reader.evidence = kept.evidence
        self._round, self._left = kept.round, kept.left
        self._limits, self._targets, self._builds = dict(kept.limits), dict(kept.fuels), dict(kept.builds)
