"""Rate limits: so many of a kind, refilled over time, for a device, an address or a socket. Of one process only."""

from __future__ import annotations

import time

RATES: dict[str, tuple[float, float]] = {
    # kind: (how many a second, how many at once)
    "request": (20.0, 120.0),
    "address": (60.0, 400.0),
    "make": (0.2, 20.0),
    "make_address": (1.0, 60.0),
    "guess": (0.5, 30.0),
    "socket": (5.0, 60.0),
    "message": (20.0, 80.0),
    "chat": (0.5, 8.0),
    "hint": (0.5, 6.0),
    "replay": (10.0, 40.0),
    "replay_address": (40.0, 240.0),
    "hint_address": (2.0, 40.0),
}
KEPT = 20_000
SOCKETS_MOST = 250
"""Sockets one address may have open at once: a club behind one line, each with a few tabs."""


class Limits:
    """Buckets that fill by themselves."""

    def __init__(self, factor: float) -> None:
        self.factor = factor
        self._buckets: dict[tuple[str, str], tuple[float, float]] = {}

    def take(self, kind: str, who: str) -> bool:
        """Take one; False when there is none left."""
        if self.factor <= 0:
            return True
        rate, most = RATES[kind]
        rate, most = rate * self.factor, most * self.factor
        now = time.monotonic()
        left, at = self._buckets.pop((kind, who), (most, now))
        left = min(most, left + (now - at) * rate)
        allowed = left >= 1
        # put back last, so that the first in the dict is the longest unused
        self._buckets[kind, who] = (left - 1 if allowed else left, now)
        if len(self._buckets) > KEPT:
            del self._buckets[next(iter(self._buckets))]
        return allowed
