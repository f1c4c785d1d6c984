"""Errors of the database: counted, and logged once per burst by kind, without the values their text may quote."""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kilowatt.server.monitoring.metrics import Metrics

log = logging.getLogger("kilowatt.store")
EVERY = 10.0
"""Seconds between two log lines about the same kind of error."""


class Trouble:
    """Reports errors of one database."""

    def __init__(self, metrics: Metrics) -> None:
        self.metrics = metrics
        self._last: dict[tuple[str, str], float] = {}
        self._unlogged: dict[tuple[str, str], int] = {}

    def report(self, doing: str, error: BaseException) -> None:
        """Count an error met while `doing` something, and log it unless the same was logged just before."""
        self.metrics.count("store_errors")
        kind = (doing, kind_of(error))
        now = time.monotonic()
        if now - self._last.get(kind, -EVERY) < EVERY:
            self._unlogged[kind] = self._unlogged.get(kind, 0) + 1
            return
        self._last[kind] = now
        fields = {"doing": doing, "why": kind[1], "unlogged": self._unlogged.pop(kind, 0)}
        log.error("the database failed", extra={"fields": fields})


def kind_of(error: BaseException) -> str:
    """Return the kind of a database error; its text may quote what players sent."""
    inner = getattr(error, "orig", None) or error.__cause__ or error
    name: str | None = getattr(inner, "sqlite_errorname", None)
    return name or type(inner).__name__
