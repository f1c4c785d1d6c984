"""Viewers: the sockets that look at a table. What each is shown is the room's to say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import msgspec

if TYPE_CHECKING:
    from kilowatt.protocol import ServerMessage

REMOVED = 4410
"""The code of a close when the table's owner has removed a watcher."""
GOING_AWAY = 1001
"""The code of a close when the server stops or the viewer leaves."""

_write = msgspec.json.Encoder()


class Line(Protocol):
    """A way to a client."""

    def write(self, *messages: bytes) -> bool:
        """Write a message; False when the client had to be cut off, or has gone."""

    def close(self, code: int, reason: str) -> None:
        """Close with a code."""


class Viewer:
    """One connected socket: whose it is, and the line to it."""

    __slots__ = (
        "address",
        "device",
        "gone",
        "hidden",
        "lang",
        "line",
        "mark",
        "own",
        "ready",
        "seats",
        "visible",
        "who",
    )

    def __init__(self, device: str, lang: str, address: str = "", line: Line | None = None) -> None:
        self.device = device
        self.own = device
        """This very device; `device` is the main one of its person, where that has several."""
        self.address = address
        self.mark = ""
        """The hash of the address, as it is stored."""
        self.who = ""
        """What this person is called at the table while without a seat."""
        self.hidden: set[str] = set()
        """Whose chat this viewer does not want to see."""
        self.lang = lang
        self.line = line
        self.seats: tuple[int, ...] = ()
        self.ready = False
        """Has said hello and gets updates."""
        self.gone = False
        self.visible = True
        """Whether its player can see the page."""

    def send(self, *messages: bytes) -> None:
        """Send messages in one go; a viewer that does not keep up is disconnected, and comes back with what it has."""
        if not self.gone and (self.line is None or not self.line.write(*messages)):
            self.gone = True

    def send_message(self, message: ServerMessage) -> None:
        """Send a message to this viewer alone."""
        self.send(_write.encode(message))

    def close(self, code: int = GOING_AWAY, reason: str = "") -> None:
        """Disconnect this viewer, with the code and the reason of whoever wanted that first."""
        if not self.gone and self.line is not None:
            self.line.close(code, reason)
        self.gone = True
