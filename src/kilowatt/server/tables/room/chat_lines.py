"""Lines of chat as everybody at a table gets them, and what their authors are called there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.host.timekeeping import iso
from kilowatt.protocol import ChatMessage

if TYPE_CHECKING:
    from kilowatt.server.store.chats import ChatRow

SEAT = "seat-"


def seat_mark(seat: int) -> str:
    """Return what a seat's player is called in chat lines, mutes and reports."""
    return f"{SEAT}{seat}"


def chat_message(row: ChatRow) -> ChatMessage:
    """Write a stored line as the message that everybody gets."""
    return ChatMessage(row.seat, row.name, row.text, iso(row.at), row.id, row.who or "")
