"""The server's time: seconds since 1970 that never jump while a process runs.

Players' clocks must not run out because somebody set the machine's clock. The wall clock is read once; from then on a
monotonic clock counts.
"""

from __future__ import annotations

import time
from datetime import UTC, datetime
from functools import lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

DAY = 86400.0


class Timekeeper:
    """Counts from the wall clock's time at its start."""

    def __init__(self) -> None:
        self._base = time.time() - time.monotonic()

    def now(self) -> float:
        """Return the time."""
        return self._base + time.monotonic()

    def not_before(self, moment: float) -> None:
        """Go on from `moment` if the wall clock was set back since then, so that stored times stay in the past."""
        behind = moment - self.now()
        if behind > 0:
            self._base += behind


TIME = Timekeeper()
"""The time of this process."""


def now() -> float:
    """Return the time of this process."""
    return TIME.now()


def known_zone(name: str) -> bool:
    """Return whether this machine knows a time zone."""
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return False
    return True


def iso(moment: float) -> str:
    """Write a time."""
    second, thousandth = divmod(round(moment * 1e6) // 1000, 1000)
    return f"{_second(second)}.{thousandth:03d}Z"


@lru_cache(64)
def _second(moment: int) -> str:
    """Write a time without its thousandths: all moves of a second share it."""
    return datetime.fromtimestamp(moment, UTC).isoformat(timespec="seconds").removesuffix("+00:00")
