"""Rate limits: budgets that refill over time, for a device, an address or a socket.

Two kinds: so many of something (tables made, guesses, chat), and processor time, for everything a client may ask for.
Each process keeps its own buckets; on PostgreSQL the processes tell each other once per second what was taken, so that
a client has one budget at all of them together.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from kilowatt import protocol as wire

if TYPE_CHECKING:
    from collections.abc import Callable

    from kilowatt.server.monitoring.metrics import Metrics

RATES: dict[str, tuple[float, float]] = {
    # kind: (how many per second, how many at once)
    "request": (20.0, 120.0),
    "address": (60.0, 400.0),
    "make": (0.2, 20.0),
    "make_address": (1.0, 60.0),
    "guess": (0.5, 30.0),
    "socket": (5.0, 60.0),
    "chat": (0.5, 8.0),
    "chat_address": (1.0, 20.0),
    "join": (0.1, 6.0),
    "join_address": (0.2, 12.0),
    "moderate": (1.0, 30.0),
    "report": (0.02, 5.0),
    "report_address": (0.05, 10.0),
    "notify": (0.2, 20.0),
    "notify_address": (1.0, 60.0),
    # mails that ask whether an address is right: from a device, from an address of the network, to a mail address
    "mail": (0.001, 3.0),
    "mail_address": (0.005, 10.0),
    "mail_to": (0.0002, 2.0),
    "profile": (0.2, 30.0),
    "group": (0.1, 20.0),
    "group_address": (0.5, 60.0),
    "picture": (0.5, 12.0),
    "picture_address": (2.0, 40.0),
    "board": (0.02, 10.0),
    "board_address": (0.1, 30.0),
    "trial": (0.005, 3.0),
    "trial_address": (0.02, 10.0),
    # a turn may take a dozen decisions, and a player who follows the advice asks at each
    "hint": (1.0, 30.0),
    "hint_address": (2.0, 60.0),
    # milliseconds of processor time per second, and at once
    "work": (100.0, 1500.0),
    "work_address": (250.0, 4000.0),
}
COSTS: dict[type, float] = {
    # milliseconds of processor time that a message takes at least; what a replay or a quote takes beyond is measured
    wire.Hello: 2.0,
    wire.Act: 2.0,
    wire.Undo: 2.0,
    wire.Proxy: 1.5,
    wire.Auto: 1.5,
    wire.AskQuote: 0.5,
    wire.AskHint: 0.5,
    wire.AskHistory: 1.0,
    wire.AskEntries: 1.0,
    wire.Chat: 2.0,
    wire.Hide: 2.0,
    wire.Back: 1.5,
    wire.Ping: 0.2,
}
NONSENSE_COST = 0.5
"""What a message costs that is none."""
GET_COST, POST_COST = 1.5, 5.0
"""What a request costs, before anything that is measured."""
KEPT = 20_000
SOCKETS_MOST = 250
"""Sockets one address may have open at once: a club behind one line, each with a few tabs."""
NAME_LONGEST = 32
SHARED_MOST = 100
"""Buckets named in one report to other processes."""


class Limits:
    """Buckets that fill by themselves."""

    def __init__(
        self, factor: float, metrics: Metrics | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.factor = factor
        self.metrics = metrics
        self._clock = clock
        self._buckets: dict[tuple[str, str], tuple[float, float]] = {}
        self._taken: dict[tuple[str, str], float] = {}
        """Taken here since the last report to other processes."""

    def has(self, kind: str, who: str) -> bool:
        """Return whether there is one left, without taking it."""
        return self.factor <= 0 or self._left((kind, who[:NAME_LONGEST])) >= 1

    def take(self, kind: str, who: str, cost: float = 1.0) -> bool:
        """Take one, or so much; False when there is not enough left, and then nothing is taken."""
        if self.factor <= 0:
            return True
        most = RATES[kind][1] * self.factor
        key = (kind, who[:NAME_LONGEST])
        left = self._left(key)
        allowed = left >= min(cost, most)
        self._put(key, left - cost if allowed else left)
        if allowed:
            self._taken[key] = self._taken.get(key, 0.0) + cost
        elif self.metrics is not None:
            self.metrics.count("refused", limit=kind)
        return allowed

    def work(self, device: str, address: str, cost: float) -> bool:
        """Take milliseconds of processor time from a device and its address; False when either has used up its own."""
        return self.take("work_address", address, cost) and self.take("work", device, cost)

    def worked(self, device: str, address: str, milliseconds: float) -> None:
        """Charge what something took beyond its cost; a bucket may so fall below nothing."""
        if self.factor > 0 and milliseconds > 0:
            self.charge("work_address", address, milliseconds)
            self.charge("work", device, milliseconds)

    def charge(self, kind: str, who: str, amount: float, *, here: bool = True) -> None:
        """Take so much without asking; if not `here`, another process has reported it."""
        if self.factor <= 0:
            return
        key = (kind, who[:NAME_LONGEST])
        self._put(key, max(-RATES[kind][1] * self.factor, self._left(key) - amount))
        if here:
            self._taken[key] = self._taken.get(key, 0.0) + amount

    def taken(self) -> list[tuple[str, str, float]]:
        """Return what was taken here since the last call, largest shares first: other processes take it too."""
        ordered = sorted(self._taken.items(), key=lambda row: -row[1] / RATES[row[0][0]][1])
        self._taken.clear()
        return [(kind, who, round(amount, 2)) for (kind, who), amount in ordered[:SHARED_MOST]]

    def _left(self, key: tuple[str, str]) -> float:
        rate, most = RATES[key[0]]
        now = self._clock()
        left, at = self._buckets.get(key, (most * self.factor, now))
        return min(most * self.factor, left + (now - at) * rate * self.factor)

    def _put(self, key: tuple[str, str], left: float) -> None:
        # put back last, so that the first in the dict is the longest unused
        self._buckets.pop(key, None)
        self._buckets[key] = (left, self._clock())
        if len(self._buckets) > KEPT:
            del self._buckets[next(iter(self._buckets))]
