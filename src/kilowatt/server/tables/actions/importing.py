"""Importing: a record becomes a table for reading and forking, within its maker's quota."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.host import importing
from kilowatt.server.game.installed_cards import check_installed
from kilowatt.server.monitoring.meter import asker
from kilowatt.server.tables.room.room import Room

if TYPE_CHECKING:
    from kilowatt.protocol import ImportRecord, Seated
    from kilowatt.server.store.quotas import Maker
    from kilowatt.server.tables.actions.new_tables import NewTables


class Importing:
    """Makes tables of records."""

    def __init__(self, tables: NewTables) -> None:
        self.tables = tables
        self.registry = tables.registry

    async def take_in(self, asked: ImportRecord, maker: Maker) -> Seated:
        """Make a table for reading and forking of a record; every move is checked."""
        await self.tables.check_quota(maker, size=len(asked.record), imported=True)
        text = importing.lines_of(asked)
        taken = await self.registry.workers.do(asker(maker.device), importing.checked, text)
        check_installed(self.registry.settings.cards, taken.record.header.options)
        draft = importing.imported(asked, taken, maker.device)
        room = Room(draft.row, draft.seats, {}, {}, taken.game)
        return await self.tables.put(room, [*enumerate(draft.lines, start=1)], maker, {}, states=taken.states)
