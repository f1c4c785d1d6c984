"""Leaving a seat and coming back to it: for a while, for good, or because everybody agrees to end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.host.deciding import check_played_here, going
from kilowatt.host.room import STOOD_IN
from kilowatt.server.tables.actions import moderation, removal

if TYPE_CHECKING:
    from kilowatt.protocol import TableView
    from kilowatt.server.tables.actions.steps import Steps
    from kilowatt.server.tables.room.registry import Registry
    from kilowatt.server.tables.room.room import Room


class Leaving:
    """How people leave their seats, and come back."""

    def __init__(self, registry: Registry, steps: Steps) -> None:
        self.registry = registry
        self.steps = steps

    async def leave(self, room: Room, seat: int | None, device: str) -> TableView:
        """Get up: before the start the seat is open again, later a bot plays it until its player is back."""
        async with self.registry.changing(room):
            check_played_here(room)
            own = room.own_seat(device, seat)
            row = room.seats[own]
            if room.row.state == "waiting":
                row.kind, row.name, row.restore, row.agreed = "open", "", None, False
                moderation.release_seat(room, own)
                room.holders.pop(own, None)
                await self._after(room, device)
            elif room.row.state == "playing" and row.away != "resigned":
                await self.steps.hand_to_bot(room, own, "left")
        return room.table_view(device)

    async def _after(self, room: Room, device: str) -> None:
        """Delete a waiting table whose owner has left it empty; hand it to somebody who sits there if there is one."""
        people = [row.seat for row in room.seats if row.kind == "person"]
        held = [room.holders[seat] for seat in people if room.holders.get(seat)]
        if not held and room.row.owner == device:
            await removal.remove(self.registry, room)
            return
        if room.row.owner == device and not any(device in devices for devices in held):
            room.row.owner = min(held[0])
        await self.steps.save(room)

    async def back(self, room: Room, device: str, seat: int | None) -> None:
        """Return a seat to its player after a bot has played it."""
        async with self.registry.changing(room):
            own = room.own_seat(device, seat)
            if room.seats[own].away in STOOD_IN:
                await self.steps.give_back(room, own)

    async def resign(self, room: Room, seat: int | None, device: str) -> TableView:
        """Hand a seat to a bot for good; the game ends when no person is left, or all who are left agree to end."""
        async with self.registry.changing(room):
            own = room.persons_seat(device, seat)
            going(room)
            check_played_here(room)
            await self.steps.hand_to_bot(room, own, "resigned")
            persons = room.persons()
            if not persons:
                await self.steps.end(room, "resigned")
            elif all(row.agreed for row in persons):
                await self.steps.end(room, "agreed")
        return room.table_view(device)

    async def agree(self, room: Room, seat: int | None, device: str, *, agree: bool) -> TableView:
        """Agree to end the game, or withdraw that; it ends when all people agree."""
        async with self.registry.changing(room):
            own = room.persons_seat(device, seat)
            going(room)
            room.seats[own].agreed = agree
            await self.steps.save(room)
            if all(row.agreed for row in room.persons()):
                await self.steps.end(room, "agreed")
        return room.table_view(device)
