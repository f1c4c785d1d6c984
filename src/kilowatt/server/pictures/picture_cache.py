"""Pictures that were drawn lately, kept in memory."""

from __future__ import annotations

from collections import OrderedDict
from typing import Generic, TypeVar

MOST = 64
"""About 120 kB each."""
Which = TypeVar("Which")
"""What a picture shows: a table, an entry and the version of its seats; or the link that is drawn as a code."""


class PictureCache(Generic[Which]):
    """The last pictures of a kind that anybody asked for."""

    def __init__(self) -> None:
        self._bodies: OrderedDict[Which, bytes] = OrderedDict()

    def get(self, which: Which) -> bytes | None:
        """Return a picture that is kept."""
        if which in self._bodies:
            self._bodies.move_to_end(which)
        return self._bodies.get(which)

    def put(self, which: Which, body: bytes) -> None:
        """Keep a picture; the one that was not asked for longest goes."""
        self._bodies[which] = body
        while len(self._bodies) > MOST:
            self._bodies.popitem(last=False)
