"""Pictures that were drawn lately, kept in memory."""

from __future__ import annotations

from collections import OrderedDict

MOST = 64
"""About 120 kB each."""
Which = tuple[str, int, int]
"""A table, an entry, and the version of its seats."""


class PictureCache:
    """The last pictures that anybody asked for."""

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
