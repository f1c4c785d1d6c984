"""Deleting a table: by its owner, while nobody else's game is at stake."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.host.errors import Changed, Denied
from kilowatt.server.store import retention
from kilowatt.server.store.writer import Conflict, StoreDown

if TYPE_CHECKING:
    from kilowatt.server.tables.room.registry import Registry
    from kilowatt.server.tables.room.room import Room


async def delete_table(registry: Registry, room: Room, device: str) -> None:
    """Delete a table that waits, is for reading, or has no other people's seats; only its owner can."""
    async with registry.changing(room):
        if not device or room.row.owner != device:
            raise Denied("not_owner")
        others = [seat for seat, devices in room.holders.items() if devices - {device}]
        if others and room.row.state not in ("waiting", "review"):
            raise Denied("others_play", seat=others[0])
        await remove(registry, room)


async def remove(registry: Registry, room: Room) -> None:
    """Delete a table; call with its lock held."""
    try:
        await retention.delete_table(registry.store, room.row)
    except Conflict:
        room.stale = True
        await registry.refresh(room)
        raise Changed(room.row.seq, room.row.seq) from None
    except StoreDown:
        room.stale = True
        raise Denied("store_unavailable") from None
    registry.drop(room)
