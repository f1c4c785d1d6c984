"""Rate limits: budgets that refill over time, for a device or an address.

Two kinds: so many of something (tables made, guesses, chat), and processor time, for everything a client may ask for.
Each process keeps its own buckets; on PostgreSQL the processes report to each other once per second what was taken, so
that a client has one budget at all of them together.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

    from kilowatt.server.monitoring.metrics import Metrics

DEVICE, ADDRESS, MAIL = "device", "address", "mail address"
"""What a budget belongs to; of IPv6 an address is a /64."""


class Limit(NamedTuple):
    """A row of the table of limits."""

    rate: float
    """How many per second; 0 for what is counted at once and not by time."""
    burst: float
    """How many at once."""
    per: str
    protects: str
    unit: str = ""
    """What is counted, where that is neither a request nor what the name says."""


LIMITS: dict[str, Limit] = {
    "request": Limit(20.0, 120.0, DEVICE, "the server from one browser's requests"),
    "address": Limit(60.0, 400.0, ADDRESS, "the server from requests without a cookie, each of which is a new device"),
    "work": Limit(100.0, 1500.0, DEVICE, "other players' answers: it counts processor time", "ms"),
    "work_address": Limit(250.0, 4000.0, ADDRESS, "the same from many devices at one address", "ms"),
    "socket": Limit(5.0, 60.0, ADDRESS, "the server from sockets that are opened and closed"),
    "make": Limit(0.2, 20.0, DEVICE, "the database from new tables: made, imported, forked, played again"),
    "make_address": Limit(1.0, 60.0, ADDRESS, "the same from many devices at one address"),
    "guess": Limit(0.5, 30.0, ADDRESS, "codes of tables, seats and profiles and keys of links from guessing"),
    "join": Limit(0.1, 6.0, DEVICE, "public seats from one device"),
    "join_address": Limit(0.2, 12.0, ADDRESS, "public seats from many devices at one address"),
    "chat": Limit(0.5, 8.0, DEVICE, "a table's readers from one talker"),
    "chat_address": Limit(1.0, 20.0, ADDRESS, "the same from many devices at one address"),
    # one line per action at the quickest, and corrections in between
    "write": Limit(2.0, 40.0, DEVICE, "the database and a real table's viewers from lines that are written down"),
    "write_address": Limit(6.0, 120.0, ADDRESS, "the same from many devices at one address"),
    "moderate": Limit(1.0, 30.0, DEVICE, "a table's viewers from changes sent to all of them"),
    "report": Limit(0.02, 5.0, DEVICE, "the host from reports"),
    "report_address": Limit(0.05, 10.0, ADDRESS, "the same from many devices at one address"),
    "notify": Limit(0.2, 20.0, DEVICE, "the database from changed notification settings"),
    "notify_address": Limit(1.0, 60.0, ADDRESS, "the same from many devices at one address"),
    "mail": Limit(0.001, 3.0, DEVICE, "other people's mailboxes from mails that ask whether an address is right"),
    "mail_address": Limit(0.005, 10.0, ADDRESS, "the same from many devices at one address"),
    "mail_to": Limit(0.0002, 2.0, MAIL, "one mailbox from mails that ask whether its address is right"),
    "profile": Limit(0.2, 30.0, ADDRESS, "the database from changed profiles"),
    # a club that meets for the first time
    "name": Limit(1 / 600, 20.0, ADDRESS, "names from being reserved in bulk"),
    "group": Limit(0.1, 20.0, DEVICE, "the database from changed groups"),
    "group_address": Limit(0.5, 60.0, ADDRESS, "the same from many devices at one address"),
    "bot": Limit(0.1, 20.0, DEVICE, "the database from bot tokens, and tables from bots that connect again and again"),
    "bot_address": Limit(0.5, 60.0, ADDRESS, "the same from many devices at one address"),
    "picture": Limit(0.5, 12.0, DEVICE, "the process that paints pictures of tables"),
    "picture_address": Limit(2.0, 40.0, ADDRESS, "the same from many devices at one address"),
    "board": Limit(0.02, 10.0, DEVICE, "the database from shared boards"),
    "board_address": Limit(0.1, 30.0, ADDRESS, "the same from many devices at one address"),
    "trial": Limit(0.005, 3.0, DEVICE, "the thinking processes from trial games of boards"),
    "trial_address": Limit(0.02, 10.0, ADDRESS, "the same from many devices at one address"),
    # a turn may take a dozen decisions, and a player who follows the advice asks at each
    "hint": Limit(1.0, 30.0, DEVICE, "the thinking processes from hints"),
    "hint_address": Limit(2.0, 60.0, ADDRESS, "the same from many devices at one address"),
    "hints_waiting": Limit(0.0, 8.0, ADDRESS, "the bots of all tables, which would wait behind hints"),
    "reviews_waiting": Limit(0.0, 8.0, ADDRESS, "everybody else's reviews of games, which wait for a place"),
    "trials_waiting": Limit(0.0, 2.0, ADDRESS, "everybody else's trial games of boards, which wait for a place"),
    # a club behind one line, each with a few tabs
    "sockets": Limit(0.0, 250.0, ADDRESS, "memory from sockets that stay open"),
    "connections": Limit(0.0, 400.0, ADDRESS, "file handles from connections: of sockets and of requests"),
}
"""Every limit there is. `docs/reference/limits.md` shows it, and a test exceeds each of them."""
NONSENSE_COST = 0.5
"""What a message costs that is none, in milliseconds."""
GET_COST, POST_COST = 1.5, 5.0
"""What a request costs in milliseconds, before anything that is measured."""
KEPT = 20_000
"""Buckets kept at once; the longest unused goes first."""
SWEPT_AFTER = 1_000
"""So many times buckets are written before full ones are dropped, which are as good as none; more where more stayed."""
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
        self.clock = clock
        self.charged = 0.0
        """Milliseconds of processor time that addresses were charged."""
        if metrics is not None:
            metrics.gauges["work_charged_ms"] = lambda: self.charged
        self._buckets: dict[tuple[str, str], tuple[float, float]] = {}
        self._sweep_in = SWEPT_AFTER
        """How many more buckets are written before full ones are dropped."""
        self.shared = True
        """Whether other processes are told what was taken; where nobody asks for it, it would only grow."""
        self._taken: dict[tuple[str, str], float] = {}
        """Taken here since the last report to other processes."""

    def has(self, kind: str, who: str) -> bool:
        """Return whether there is one left, without taking it."""
        return self.factor <= 0 or self._left((kind, who[:NAME_LONGEST])) >= 1

    def take(self, kind: str, who: str, cost: float = 1.0) -> bool:
        """Take one, or so much; False when there is not enough left, and then nothing is taken."""
        if self.factor <= 0:
            return True
        most = LIMITS[kind].burst * self.factor
        key = (kind, who[:NAME_LONGEST])
        left = self._left(key)
        allowed = left >= min(cost, most)
        self._put(key, left - cost if allowed else left)
        if allowed:
            self._note(key, cost)
        elif self.metrics is not None:
            self.metrics.count("refused", limit=kind)
        return allowed

    def spend(self, kind: str, device: str, address: str) -> bool:
        """Take one from what the limit is per, and of a device's address too where that has a limit of its own."""
        shared = f"{kind}_address"
        who = device if device and LIMITS[kind].per == DEVICE else address
        return self.take(kind, who) and (shared not in LIMITS or self.take(shared, address))

    def fits(self, kind: str, count: int) -> bool:
        """Return whether there may be one more of what is counted at once; a refusal is counted."""
        if self.factor <= 0 or count < LIMITS[kind].burst:
            return True
        if self.metrics is not None:
            self.metrics.count("refused", limit=kind)
        return False

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
        self._put(key, max(-LIMITS[kind].burst * self.factor, self._left(key) - amount))
        if here:
            self._note(key, amount)

    def _note(self, key: tuple[str, str], amount: float) -> None:
        """Note what was taken here, for other processes if there are any; load tests compare charges with costs."""
        if key[0] == "work_address":
            self.charged += amount
        if self.shared and (key in self._taken or len(self._taken) < KEPT):
            self._taken[key] = self._taken.get(key, 0.0) + amount

    def taken(self) -> list[tuple[str, str, float]]:
        """Return what was taken here since the last call, largest shares first: other processes take it too."""
        ordered = sorted(self._taken.items(), key=lambda row: -row[1] / LIMITS[row[0][0]].burst)
        self._taken.clear()
        return [(kind, who, round(amount, 2)) for (kind, who), amount in ordered[:SHARED_MOST]]

    def _left(self, key: tuple[str, str]) -> float:
        limit = LIMITS[key[0]]
        now, most = self.clock(), limit.burst * self.factor
        left, at = self._buckets.get(key, (most, now))
        return min(most, left + (now - at) * limit.rate * self.factor)

    def _put(self, key: tuple[str, str], left: float) -> None:
        # put back last, so that the first in the dict is the longest unused
        self._buckets.pop(key, None)
        self._buckets[key] = (left, self.clock())
        self._sweep_in -= 1
        if self._sweep_in <= 0:
            self._buckets = {key: row for key, row in self._buckets.items() if not self._full(key)}
            self._sweep_in = max(SWEPT_AFTER, len(self._buckets))
        if len(self._buckets) > KEPT:
            del self._buckets[next(iter(self._buckets))]

    def _full(self, key: tuple[str, str]) -> bool:
        return self._left(key) >= LIMITS[key[0]].burst * self.factor
