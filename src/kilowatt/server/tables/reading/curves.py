"""Curves: a game followed from round to round. The whole game is replayed, a few entries at a time.

Each piece is a turn of its own beside the loop, so that nobody waits for a whole replay, and the request costs its
client by the length of the game. Only entries that were not undone are played.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.host.answers import shown_seats
from kilowatt.host.curves import PIECE, Follower
from kilowatt.host.errors import Denied
from kilowatt.protocol import Curves

if TYPE_CHECKING:
    from kilowatt.server.tables.room.registry import Registry
    from kilowatt.server.tables.room.room import Room

ENTRY_COST = 0.02
"""Milliseconds of processor time that an entry costs: about what it takes to read and replay it."""
LEAST_COST = 5.0


def cost(room: Room) -> float:
    """Return what following a game costs in milliseconds of processor time."""
    return max(LEAST_COST, ENTRY_COST * (room.game.seq if room.game is not None else 0))


async def curves(registry: Registry, room: Room, device: str, address: str) -> Curves:
    """Follow a game from round to round."""
    if room.game is None or room.row.header is None:
        raise Denied("waiting")
    seats = shown_seats(room, room.seats_of(device))
    follower = Follower(room.row.header, seats)
    stored = await registry.store.entries(room.code)
    for start in range(0, len(stored), PIECE):
        await registry.workers.do(address, follower.read, stored[start : start + PIECE])
    while follower.left:
        await registry.workers.do(address, follower.play)
    return Curves(follower.points)
