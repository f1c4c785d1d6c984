"""Making tables: from a plan, against bots at once, or for a lesson."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.protocol import ClockPlan, CreateTable, QuickTable, Seated, SeatPlan
from kilowatt.server.game import lessons
from kilowatt.server.game.installed_cards import with_installed
from kilowatt.server.names import clean
from kilowatt.server.store.rows import Plan
from kilowatt.server.tables.actions.seating import checked_clock, new_row, rules_of, seat_rows

if TYPE_CHECKING:
    from kilowatt.protocol.table_messages import LessonName
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
        rules = rules_of(asked.ruleset, len(asked.seats), options)
        seats = seat_rows(asked.seats)
        clock = checked_clock(asked.clock)
        plan = Plan(rules.id, rules.seats, rules.options, clock, asked.hints, clean(asked.name), rules.title)
        plan.rated = asked.rated
        return await self.tables.make(new_row(plan, asked.visibility, maker.device, group), seats, maker)

    async def quick(self, asked: QuickTable, maker: Maker) -> Seated:
        """Make a table against bots and start it."""
        if asked.lesson is not None:
            return await self._teach(asked.lesson, asked.name, maker)
        bots = [SeatPlan("bot", asked.level)] * (asked.seats - 1)
        seats = [SeatPlan("person", None, asked.name), *bots]
        return await self.create(CreateTable(asked.ruleset, seats, asked.options), maker)

    async def _teach(self, name: LessonName, player: str, maker: Maker) -> Seated:
        """Make the table of a lesson and start it."""
        await self.tables.check_quota(maker)
        header = lessons.lesson(name).record.header
        rules = rules_of(header.ruleset, header.seats, header.options)
        bots = [SeatPlan("bot", lessons.LEVEL)] * (header.seats - 1)
        seats = seat_rows([SeatPlan("person", None, player), *bots])
        plan = Plan(rules.id, rules.seats, rules.options, ClockPlan(), True, "", rules.title, lesson=name)  # noqa: FBT003
        return await self.tables.make(new_row(plan, "private", maker.device), seats, maker)
