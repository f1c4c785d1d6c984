"""Making tables: from a plan, against bots at once, for a lesson or for a challenge."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.protocol import ClockPlan, CreateTable, QuickTable, Seated, SeatPlan
from kilowatt.server.errors import Denied
from kilowatt.server.game import challenges, lessons, moments
from kilowatt.server.game.installed_cards import with_installed
from kilowatt.server.game.stored import rules_for
from kilowatt.server.monitoring.meter import asker
from kilowatt.server.names import clean
from kilowatt.server.store.rows import Plan
from kilowatt.server.store.snapshots import Stretch
from kilowatt.server.tables.actions.seating import checked_clock, new_row, rules_of, seat_rows
from kilowatt.table.dealer import commitment
from kilowatt.table.record import Fork, Header, Record, lines_hash

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
        if asked.challenge is not None:
            return await self._challenge(asked.challenge, asked.name, maker)
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

    async def _challenge(self, name: str, player: str, maker: Maker) -> Seated:
        """Make the table of a challenge: it goes on from the position of a record, on a deal of its own."""
        if name not in challenges.by_name():
            raise Denied("not_found")
        challenge, record = challenges.task(name)
        old = record.header
        lines = record.lines()
        await self.tables.check_quota(maker, size=sum(map(len, lines)))
        plans = [SeatPlan("bot", challenge.level) for _ in range(old.seats)]
        plans[challenge.seat] = SeatPlan("person", None, player)
        seats = seat_rows(plans)
        rules = rules_for(old.ruleset, old.seats, old.options, old.revision)
        plan = Plan(rules.id, rules.seats, rules.options, ClockPlan(), True, "", rules.title, challenge=name)  # noqa: FBT003
        row = new_row(plan, "private", maker.device)
        row.seed = challenge.seed
        header = Header(
            old.ruleset,
            old.seats,
            old.options,
            [seat.name for seat in seats],
            old.revision,
            deal=commitment(bytes.fromhex(row.seed)),
            fork=Fork(len(lines) - 1, lines_hash(lines, len(lines) - 1), len(lines) - 1),
        )
        row.header = Record(header).lines()[0]
        stretch = Stretch(None, lines[1:], {})
        workers = self.tables.registry.workers
        game = await workers.do(asker(maker.device), moments.resume, row.header, row.seed, stretch)
        # what led here is not the player's to undo
        game.window = game.window.closed()
        return await self.tables.go_on(row, seats, game, list(enumerate(lines[1:], start=1)), maker)
