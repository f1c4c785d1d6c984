"""Rematches: the same people play again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from kilowatt.protocol import Seated
from kilowatt.server.errors import Denied
from kilowatt.server.store.rows import SeatRow
from kilowatt.server.store.writer import StoreDown, Taken
from kilowatt.server.tables.actions import moderation
from kilowatt.server.tables.actions.seating import bot_name, issue, new_row
from kilowatt.server.tables.actions.starting import begin
from kilowatt.server.tables.room.room import Room

if TYPE_CHECKING:
    from kilowatt.server.store.quotas import Maker
    from kilowatt.server.tables.actions.new_tables import NewTables


class Rematching:
    """Makes rematches, one for each table."""

    def __init__(self, tables: NewTables) -> None:
        self.tables = tables
        self.registry = tables.registry
        self.store = tables.store

    async def rematch(self, room: Room, maker: Maker) -> Seated:
        """Let the same people play again; asked twice it is the same new table."""
        device = maker.device
        if not room.seats_of(device):
            raise Denied("no_seat")
        async with self.registry.changing(room):
            if room.row.rematch is not None:
                return await self._rematched(room, device)
            if room.row.state != "over":
                raise Denied("not_begun" if room.game is None else "begun")
            await self.tables.check_quota(maker)
            # a seat that nobody had taken in the end goes to the bot that played it
            seats = [
                SeatRow(old.seat, "person", old.name)
                if old.kind == "person"
                else SeatRow(old.seat, "bot", old.name or bot_name(old.seat, room.players), old.level or "normal")
                for old in room.seats
            ]
            plan = msgspec.structs.replace(room.row.plan, lesson=None, challenge=None)
            row = new_row(plan, room.row.visibility, room.row.owner, room.row.group_id)
            row.plan.moderation = await moderation.carried(self.store, room, row, same_seats=True)
            holders = {seat: set(devices) for seat, devices in room.holders.items()}
            new = Room(row, seats, holders, {}, None)
            planned, new.game = begin(new)
            restore = issue(seats, [seat for seat in range(len(seats)) if device in holders.get(seat, ())])
            try:
                made = await self.tables.put(new, planned.rows(), maker, restore, room.row)
            except Taken:
                # another process was faster
                await self.registry.refresh(room)
                return await self._rematched(room, device)
            except StoreDown:
                room.stale = True
                raise
            room.send_table()
        return made

    async def _rematched(self, room: Room, device: str) -> Seated:
        return Seated((await self.registry.open(room.row.rematch or "")).table_view(device))
