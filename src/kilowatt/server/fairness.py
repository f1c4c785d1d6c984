"""Fair turns at something scarce: shared by addresses, then by tables, so that nobody's many requests hold up others.

Every address has used so much of it; the next turn goes to the one that has used least among those that wait, and there
to the table that has used least. Someone who comes new starts level with the others, not ahead of them. Knows neither
bots nor replays; an event loop is all it needs.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class _Queue:
    """The waiting requests, by address and table, and how much each has used."""

    def __init__(self) -> None:
        self.waiting: dict[str, dict[str, deque[asyncio.Future[Any]]]] = {}
        self.used: dict[str, float] = {}
        self.used_at: dict[tuple[str, str], float] = {}

    def add(self, address: str, table: str, turn: asyncio.Future[Any]) -> None:
        tables = self.waiting.get(address)
        if tables is None:
            level = min((self.used.get(other, 0.0) for other in self.waiting), default=None)
            if level is None:
                # nobody else waits: what was used in the past no longer matters
                self.used.clear()
                self.used_at.clear()
            else:
                self.used[address] = max(self.used.get(address, 0.0), level)
            tables = self.waiting[address] = {}
        tables.setdefault(table, deque()).append(turn)

    def take(self) -> asyncio.Future[Any]:
        """Take out the one whose turn it is; call it only while somebody waits."""
        address = min(self.waiting, key=lambda one: self.used.get(one, 0.0))
        tables = self.waiting[address]
        table = min(tables, key=lambda one: self.used_at.get((address, one), 0.0))
        turn = tables[table].popleft()
        if not tables[table]:
            del tables[table]
        if not tables:
            del self.waiting[address]
        return turn

    def charge(self, address: str, table: str, cost: float) -> None:
        self.used[address] = self.used.get(address, 0.0) + cost
        self.used_at[address, table] = self.used_at.get((address, table), 0.0) + cost

    def __len__(self) -> int:
        return sum(len(turns) for tables in self.waiting.values() for turns in tables.values())


class FairTurns(Generic[T]):
    """Lends a few things, one per turn. Lower lanes go first; within a lane addresses and tables share."""

    def __init__(self, things: list[T], lanes: int = 1) -> None:
        self._free = list(things)
        self._lanes = [_Queue() for _ in range(lanes)]

    def waiting(self, lane: int) -> int:
        """Return how many wait in a lane."""
        return len(self._lanes[lane])

    def waiting_of(self, address: str) -> int:
        """Return for how many turns an address waits."""
        return sum(len(turns) for queue in self._lanes for turns in queue.waiting.get(address, {}).values())

    async def take(self, address: str, table: str, lane: int = 0) -> T:
        """Wait for a turn and return what is lent; it comes back by `give_back`."""
        turn: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._lanes[lane].add(address, table, turn)
        self._serve()
        try:
            return await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._free.append(turn.result())
                self._serve()
            raise

    def give_back(self, thing: T, address: str, table: str, cost: float, lane: int = 0) -> None:
        """End a turn that has cost so much, in seconds or anything else that is the same for all."""
        self._lanes[lane].charge(address, table, cost)
        self._free.append(thing)
        self._serve()

    def _serve(self) -> None:
        for queue in self._lanes:
            while self._free and len(queue):
                turn = queue.take()
                if not turn.done():
                    turn.set_result(self._free.pop())
