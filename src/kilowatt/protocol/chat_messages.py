"""Chat of a table: what players and watchers write, read and hide."""

from __future__ import annotations

from typing import Annotated

import msgspec

from kilowatt.protocol.fields import CHAT_LENGTH, Person, SeatNumber, Wire


class Chat(Wire, tag="chat", tag_field="type"):
    """Send a chat line to the table."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=CHAT_LENGTH)]
    seat: SeatNumber | None = None


class Read(Wire, tag="read", tag_field="type"):
    """The player of the sender's seats has read the chat up to this line."""

    upto: Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]


class Hide(Wire, tag="hide", tag_field="type"):
    """Hide a person's chat from oneself, or show it again; answered by `hidden`."""

    who: Person
    hide: bool = True


class ChatMessage(msgspec.Struct, tag="chat", tag_field="type"):
    """Somebody said something; `seat` is null for a watcher."""

    seat: int | None
    name: str
    text: str
    at: str
    id: int = 0
    """The line's number, for reports."""
    who: str = ""
    """Its author within this table: `seat-N`, or a watcher's mark."""


class Hidden(msgspec.Struct, tag="hidden", tag_field="type"):
    """The people whose chat this device hides at this table."""

    who: list[str]
