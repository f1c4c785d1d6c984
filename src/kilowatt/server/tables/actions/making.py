"""Making tables: what the host of games drafts is put where it is played, within its maker's quota."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.host import making
from kilowatt.protocol import CreateTable, QuickTable, Seated
from kilowatt.server.game.installed_cards import with_installed
from kilowatt.server.monitoring.meter import asker

if TYPE_CHECKING:
    from kilowatt.server.store.quotas import Maker
    from kilowatt.server.tables.actions.new_tables import NewTables
    from kilowatt.server.tables.actions.shared_boards import Boards


class Making:
    """Makes tables as people ask for them."""

    def __init__(self, tables: NewTables, boards: Boards) -> None:
        self.tables = tables
        self.boards = boards
        self.cards = tables.registry.settings.cards

    async def create(self, asked: CreateTable, maker: Maker, group: str | None = None) -> Seated:
        """Make a table; its person seats belong to the asking device."""
        await self.tables.check_quota(maker)
        options = with_installed(self.cards, asked.options)
        options = await self.boards.with_board(options, maker.device, public=asked.visibility == "public")
        draft = making.created(asked, options, maker.device, group)
        return await self.tables.make(draft.row, draft.seats, maker)

    async def quick(self, asked: QuickTable, maker: Maker) -> Seated:
        """Make a table against bots, of a lesson or of a challenge, and start it."""
        if asked.lesson is not None:
            await self.tables.check_quota(maker)
            draft = making.taught(asked.lesson, asked.name, maker.device)
            return await self.tables.make(draft.row, draft.seats, maker)
        if asked.challenge is not None:
            draft = making.challenged(asked.challenge, asked.name, maker.device)
            await self.tables.check_quota(maker, size=draft.size)
            game = await self.tables.registry.workers.do(asker(maker.device), making.begun, draft)
            return await self.tables.go_on(draft, game, maker)
        return await self.create(making.quick_plan(asked), maker)
