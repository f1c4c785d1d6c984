"""Bursts in the log: what happens a thousand times at once is one line, with how often and from where."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import logging

QUIET = 10.0
"""Seconds that are put into one line."""
SHOWN = 3


class Burst:
    """One thing that may happen often: the first is logged, the rest are counted and logged together."""

    def __init__(self, log: logging.Logger, what: str, seconds: float = QUIET) -> None:
        self._log = log
        self._what = what
        self._seconds = seconds
        self._from: Counter[str] = Counter()
        self._timer: asyncio.TimerHandle | None = None

    def note(self, where: str = "") -> None:
        """Note that it happened."""
        if self._timer is None:
            self._log.warning(self._what, extra={"fields": {"times": 1, "from": [where]}})
            self._timer = asyncio.get_running_loop().call_later(self._seconds, self._together)
        else:
            self._from[where] += 1

    def _together(self) -> None:
        self._timer = None
        if self._from:
            fields = {"times": self._from.total(), "from": [where for where, _ in self._from.most_common(SHOWN)]}
            self._log.warning(self._what, extra={"fields": fields})
            self._from.clear()
            self._timer = asyncio.get_running_loop().call_later(self._seconds, self._together)


class LoopErrors:
    """What asyncio itself reports, as a running out of file handles: one line per burst, without a traceback each."""

    def __init__(self, log: logging.Logger) -> None:
        self._log = log
        self._bursts: dict[str, Burst] = {}

    def __call__(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Log an error of the loop."""
        error = context.get("exception")
        if isinstance(error, OSError):
            what = f"{context.get('message', '')}: {type(error).__name__} {error.errno}"
            self._bursts.setdefault(what, Burst(self._log, what)).note()
        else:
            message = str(context.get("message", "an error of the event loop"))
            self._log.error(message, exc_info=error if isinstance(error, Exception) else None)
