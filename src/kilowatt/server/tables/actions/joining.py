"""Taking a seat: an open one, or your own on another device."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.host import timekeeping
from kilowatt.host.errors import Denied
from kilowatt.host.names import check_distinct, checked_name
from kilowatt.protocol import JoinTable, Seated
from kilowatt.server import identity
from kilowatt.server.store import quotas
from kilowatt.server.tables.actions import moderation
from kilowatt.server.tables.actions.issuing import issue
from kilowatt.server.tables.room.room import Room

if TYPE_CHECKING:
    from kilowatt.server.tables.actions.steps import Steps
    from kilowatt.server.tables.room.registry import Registry

SEATS_PER_DEVICE = 6
SEATS_PER_ADDRESS = 15
"""Seats at public tables that have not started, which one device or one address may hold."""


class Joining:
    """How people take their seats."""

    def __init__(self, registry: Registry, steps: Steps) -> None:
        self.registry = registry
        self.steps = steps
        self.store = registry.store

    async def join(self, room: Room, asked: JoinTable, device: str, address: str) -> Seated:
        """Take an open seat, or your own on another device; `address` is the stored form of the client's."""
        async with self.registry.changing(room):
            if asked.restore is not None:
                await self._restore(room, asked.restore, device, address)
                return Seated(room.table_view(device))
            if room.row.state in ("over", "review"):
                raise Denied(room.row.state)
            if any(row.who == identity.person_mark(room.code, device) for row in room.row.plan.moderation.removed):
                raise Denied("removed")
            name = checked_name(asked.name or "")
            seat = free_seat(room, asked.seat)
            row = room.seats[seat]
            check_distinct(name, [other.name for other in room.seats if other is not row])
            if room.row.state == "waiting" and room.row.visibility == "public":
                await self._check_public(room, device, address)
            moderation.release_seat(room, seat)
            row.kind, row.name, row.level, row.agreed = "person", name, None, False
            room.holders[seat] = {device}
            restore = issue(room.seats, [seat])
            begun = room.row.state == "playing"
            if begun:
                room.seated(seat, timekeeping.now())
            await self.steps.start(room, forget=[seat], seen={seat: address})
            if begun:
                room.send_view()
        return Seated(room.table_view(device), restore)

    async def _check_public(self, room: Room, device: str, address: str) -> None:
        """Keep one person or one address from taking all the seats that strangers wait for."""
        if room.seats_of(device):
            raise Denied("already_seated")
        if self.registry.settings.limits > 0:
            own, near = await quotas.public_seats(self.store, device, address)
            if own >= SEATS_PER_DEVICE:
                raise Denied("too_many_seats", most=SEATS_PER_DEVICE)
            if near >= SEATS_PER_ADDRESS:
                raise Denied("too_many_seats", most=SEATS_PER_ADDRESS)

    async def _restore(self, room: Room, code: str, device: str, address: str) -> None:
        wanted = identity.restore_hash(code)
        for seat in room.seats:
            if seat.kind == "person" and seat.restore is not None and seat.restore == wanted:
                room.holders.setdefault(seat.seat, set()).add(device)
                await self.steps.save(room, seen={seat.seat: address})
                room.send_view()
                return
        raise Denied("bad_restore")


def free_seat(room: Room, wanted: int | None) -> int:
    """Return an open seat, the wanted one if there is such a wish; `Denied` says why there is none."""
    if wanted is None:
        free = [seat.seat for seat in room.seats if seat.kind == "open"]
        if not free:
            raise Denied("no_free_seat")
        return free[0]
    if wanted >= len(room.seats):
        raise Denied("no_such_seat", seat=wanted)
    if room.seats[wanted].kind != "open":
        raise Denied("seat_taken", seat=wanted)
    return wanted
