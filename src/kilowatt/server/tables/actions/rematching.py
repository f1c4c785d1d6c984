"""Rematches: the same people play again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.host.errors import Denied
from kilowatt.host.making import plan_again
from kilowatt.host.rows import SeatRow
from kilowatt.host.seating import bot_name, new_row
from kilowatt.host.starting import begin
from kilowatt.protocol import Seated
from kilowatt.server.store.writer import StoreDown, Taken
from kilowatt.server.tables.actions import moderation
from kilowatt.server.tables.actions.issuing import issue
from kilowatt.server.tables.room.room import Room

if TYPE_CHECKING:
    from kilowatt.server.store.quotas import Maker
    from kilowatt.server.tables.actions.new_tables import NewTables
    from kilowatt.server.tables.actions.steps import Steps


class Rematching:
    """Makes rematches, one for each table."""

    def __init__(self, tables: NewTables, steps: Steps) -> None:
        self.tables = tables
        self.steps = steps
        self.registry = tables.registry
        self.store = tables.store

    async def rematch(self, room: Room, maker: Maker) -> Seated:
        """Agree to play again with the same people; once all of them do, the new table is made, and it is one.

        Until then the answer is the old table. A person who has resigned need not agree: a bot takes that seat.
        """
        device = maker.device
        if not room.has_person(device):
            raise Denied("no_seat")
        async with self.registry.changing(room):
            if room.row.rematch is not None:
                return await self._rematched(room, device)
            if room.row.state != "over":
                raise Denied("not_begun" if room.game is None else "begun")
            await self.tables.check_quota(maker)
            agreed = {*room.row.live.again, *(seat for seat, held in room.holders.items() if device in held)}
            if not {old.seat for old in room.persons() if old.away != "resigned"} <= agreed:
                room.row.live.again = sorted(agreed)
                await self.steps.save(room)
                return Seated(room.table_view(device))
            # a seat that nobody had taken in the end goes to the bot that played it
            seats = [
                SeatRow(old.seat, "person", old.name)
                if old.kind == "person" and old.seat in agreed
                else SeatRow(old.seat, "bot", old.name or bot_name(old.seat, room.players), old.level or "normal")
                for old in room.seats
            ]
            plan = plan_again(room)
            row = new_row(plan, room.row.visibility, room.row.owner, room.row.group_id)
            row.plan.moderation = await moderation.carried(self.store, room, row, same_seats=True)
            holders = {seat: set(devices) for seat, devices in room.holders.items() if seats[seat].kind == "person"}
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
