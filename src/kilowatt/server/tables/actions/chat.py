"""Chat: who may say something at a table, and who gets it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from kilowatt.host import timekeeping
from kilowatt.host.errors import Denied
from kilowatt.host.names import clean
from kilowatt.server.store import chats
from kilowatt.server.store.chats import ChatRow
from kilowatt.server.tables.room.chat_lines import chat_message, seat_mark

if TYPE_CHECKING:
    from kilowatt.host.rows import Moderation
    from kilowatt.host.viewers import Viewer
    from kilowatt.protocol import Chat
    from kilowatt.server.tables.room.registry import Registry
    from kilowatt.server.tables.room.room import Room


async def say(registry: Registry, room: Room, viewer: Viewer, message: Chat) -> None:
    """Store what a viewer says and send it to everybody at the table."""
    text = clean(message.text)
    own = room.seats_of(viewer.device)
    seat = message.seat if message.seat in own else own[0] if own else None
    if message.seat is not None and seat != message.seat:
        raise Denied("not_your_seat", seat=message.seat)
    if not text:
        return
    who = seat_mark(seat) if seat is not None else viewer.who
    _check_allowed(room.row.plan.moderation, viewer, who, seat)
    now = timekeeping.now()
    if await chats.address_muted(registry.store, viewer.mark, now):
        raise Denied("muted")
    name = room.seats[seat].name if seat is not None else ""
    line = ChatRow(0, seat, name, text, now, who, viewer.device or None, viewer.mark)
    number = await chats.say(registry.store, room.code, line)
    room.send_chat(chat_message(msgspec.structs.replace(line, id=number)))


def _check_allowed(rules: Moderation, viewer: Viewer, who: str, seat: int | None) -> None:
    if who in rules.muted or viewer.who in rules.muted:
        # also somebody who was muted as a watcher and has taken a seat since
        raise Denied("muted")
    if seat is not None:
        return
    if not viewer.device:
        # a browser that keeps no cookie could be anybody, again and again
        raise Denied("no_device")
    if rules.watchers_muted:
        raise Denied("watchers_muted")
