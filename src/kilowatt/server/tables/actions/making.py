"""Making tables: from a plan, a lesson, a moment of another table, a record, or the same people again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from kilowatt.engine import knowledge
from kilowatt.protocol import (
    ClockPlan,
    CreateTable,
    ForkTable,
    ImportRecord,
    QuickTable,
    Seated,
    SeatPlan,
)
from kilowatt.server import identity, timekeeping
from kilowatt.server.errors import Denied
from kilowatt.server.names import clean, make_distinct, plain_name
from kilowatt.server.store import quotas
from kilowatt.server.store.quotas import Maker
from kilowatt.server.store.rows import Live, Plan, SeatRow, TableRow
from kilowatt.server.store.snapshots import Stretch
from kilowatt.server.store.writer import Conflict, StoreDown, Taken
from kilowatt.server.tables.actions import moderation
from kilowatt.server.tables.actions.play import UNDOS_MOST
from kilowatt.server.tables.actions.seating import (
    bot_name,
    checked_clock,
    checked_record,
    issue,
    new_row,
    renumbered,
    rules_of,
    seat_rows,
)
from kilowatt.server.tables.actions.starting import begin
from kilowatt.server.tables.game import lessons, moments
from kilowatt.server.tables.game.installed_cards import check_installed, with_installed
from kilowatt.server.tables.game.stored import header_of
from kilowatt.server.tables.reading.export import check_importable
from kilowatt.server.tables.room.room import Room
from kilowatt.table.dealer import commitment
from kilowatt.table.record import Fork, Header, Record, lines_hash

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kilowatt.protocol.table_messages import LessonName
    from kilowatt.server.store.snapshots import Written
    from kilowatt.server.tables.actions.play import Play
    from kilowatt.server.tables.actions.shared_boards import Boards
    from kilowatt.server.tables.room.registry import Registry

TRIES = 5
LINES_MOST = 20_000


class Making:
    """Makes every table; what it may cost device and address is checked first."""

    def __init__(self, registry: Registry, play: Play, boards: Boards) -> None:
        self.registry = registry
        self.play = play
        self.boards = boards
        self.store = registry.store

    async def create(self, asked: CreateTable, maker: Maker, group: str | None = None) -> Seated:
        """Make a table; its person seats belong to the asking device."""
        await self._check_quota(maker)
        options = with_installed(self.registry.settings.cards, asked.options)
        options = await self.boards.with_board(options, maker.device, public=asked.visibility == "public")
        rules = rules_of(asked.ruleset, len(asked.seats), options)
        seats = seat_rows(asked.seats)
        clock = checked_clock(asked.clock)
        plan = Plan(rules.id, rules.seats, rules.options, clock, asked.hints, clean(asked.name), rules.title)
        plan.rated = asked.rated
        return await self._make(new_row(plan, asked.visibility, maker.device, group), seats, maker)

    async def quick(self, asked: QuickTable, maker: Maker) -> Seated:
        """Make a table against bots and start it."""
        if asked.lesson is not None:
            return await self._teach(asked.lesson, asked.name, maker)
        bots = [SeatPlan("bot", asked.level)] * (asked.seats - 1)
        seats = [SeatPlan("person", None, asked.name), *bots]
        return await self.create(CreateTable(asked.ruleset, seats, asked.options), maker)

    async def _teach(self, name: LessonName, player: str, maker: Maker) -> Seated:
        """Make the table of a lesson and start it."""
        await self._check_quota(maker)
        header = lessons.lesson(name).record.header
        rules = rules_of(header.ruleset, header.seats, header.options)
        bots = [SeatPlan("bot", lessons.LEVEL)] * (header.seats - 1)
        seats = seat_rows([SeatPlan("person", None, player), *bots])
        plan = Plan(rules.id, rules.seats, rules.options, ClockPlan(), True, "", rules.title, lesson=name)  # noqa: FBT003
        return await self._make(new_row(plan, "private", maker.device), seats, maker)

    async def _check_quota(self, maker: Maker, *, size: int = 0, imported: bool = False) -> None:
        """Check that device and address have room for one more table, and for so many bytes of a record."""
        settings = self.registry.settings
        if settings.limits <= 0:
            return
        for found, most in zip(await quotas.held(self.store, maker), (settings.device, settings.address), strict=True):
            if found.tables >= most.tables:
                raise Denied("quota_tables", most=most.tables)
            if imported and found.imports >= most.imports:
                raise Denied("quota_imports", most=most.imports)
            if found.bytes + size > most.bytes:
                raise Denied("quota_bytes", most=most.bytes)

    async def _make(self, row: TableRow, seats: list[SeatRow], maker: Maker) -> Seated:
        restore = issue(seats, [seat.seat for seat in seats if seat.kind == "person"])
        holders: dict[int, set[str]] = {seat.seat: {maker.device} for seat in seats if seat.kind == "person"}
        room = Room(row, seats, holders, {}, None)
        lines: list[tuple[int, str]] = []
        if all(seat.kind != "open" for seat in seats):
            planned, room.game = begin(room)
            lines = planned.rows()
        return await self._put(room, lines, maker, restore)

    async def _put(
        self,
        room: Room,
        lines: list[tuple[int, str]],
        maker: Maker,
        restore: dict[str, str],
        again: TableRow | None = None,
        states: Sequence[Written] = (),
    ) -> Seated:
        row = room.row
        if room.game is not None and row.state == "playing":
            row.wake = room.wake_after(room.game.state, row.live, row.created)
        for _ in range(TRIES):
            try:
                await self.store.create(row, room.seats, room.holders, lines, again, states, maker.address)
                break
            except Taken:
                raise
            except Conflict:
                row.code = identity.new_code()
        else:
            raise Denied("store_unavailable")
        self.registry.metrics.count("tables_made")
        self.registry.rooms[row.code] = room
        self.registry.kick(room)
        return Seated(room.table_view(maker.device), restore)

    async def fork(self, room: Room, asked: ForkTable, maker: Maker) -> Seated:
        """Play on from any moment of a table on a new one, dealt by a seed of its own."""
        row, device = room.row, maker.device
        if row.header is None or room.game is None:
            raise Denied("waiting")
        if asked.seq > room.game.seq:
            raise Denied("no_moment", seq=asked.seq, last=room.game.seq)
        if row.state == "playing" and knowledge.hides_money(room.game.state):
            # a fork has its maker sit where a rival sits, and would show there what is hidden
            raise Denied("money_hidden")
        old = header_of(row.header)
        own = room.seats_of(device) or (0,)
        plans = asked.seats or [
            SeatPlan("person", None, seat.name) if seat.seat in own else SeatPlan("bot", seat.level or "normal")
            for seat in room.seats
        ]
        if len(plans) != old.seats:
            raise Denied("bad_option", option="seats", reason=f"expected {old.seats}, not {len(plans)}")
        seats = seat_rows(plans)
        stored = await self.store.entries(room.code, 0, asked.seq)
        lines, numbers = await self.registry.workers.do(device, renumbered, stored)
        await self._check_quota(maker, size=sum(len(body) for _, body in lines))
        kept = await self.store.snapshots_at(room.code)
        states = [(numbers[seq], body) for seq, body in sorted(kept.items()) if seq in numbers]
        plan = msgspec.structs.replace(row.plan, clock=ClockPlan(), name="", lesson=None, rated=False)
        made = new_row(plan, "private", device)
        made.plan.moderation = await moderation.carried(self.store, room, made, same_seats=False)
        made.seed = identity.new_seed()
        header = Header(
            old.ruleset,
            old.seats,
            old.options,
            [seat.name for seat in seats],
            old.revision,
            deal=commitment(bytes.fromhex(made.seed)),
            fork=Fork(asked.seq, lines_hash([row.header, *stored], asked.seq), len(lines)),
        )
        made.header = Record(header).lines()[0]
        made.fork_code, made.fork_seq = room.code, asked.seq
        last = states[-1] if states else None
        rest = Stretch(last, [body for _, body in lines[last[0] if last is not None else 0 :]], {})
        game = await self.registry.workers.do(device, moments.resume, made.header, made.seed, rest)
        new = Room(made, seats, {}, {}, game)
        lines += self._resume(new)
        restore = issue(seats, [seat.seat for seat in seats if seat.kind == "person"])
        new.holders = {seat.seat: {device} for seat in seats if seat.kind == "person"}
        for seat in seats:
            if seat.kind == "open":
                # the game is on already: a new player takes the seat over from a bot
                seat.away, seat.level = "left", "normal"
        return await self._put(new, lines, maker, restore, states=states)

    def _resume(self, room: Room) -> list[tuple[int, str]]:
        """Deal what is due at a fork, and say how the table stands; give the new lines."""
        assert room.game is not None  # noqa: S101 - made from a record
        now = timekeeping.now()
        plan = room.game.plan_start()
        numbers = room.live_after(plan, now)
        room.game.take(plan)
        room.row.live, room.row.seq = numbers, room.game.seq
        room.row.state = "over" if numbers.actor is None else "playing"
        return plan.rows()

    async def take_in(self, asked: ImportRecord, maker: Maker) -> Seated:
        """Make a table for reading and forking of a record; every move is checked."""
        await self._check_quota(maker, size=len(asked.record), imported=True)
        text = asked.record.split("\n")
        if len(text) > LINES_MOST:
            raise Denied("too_many_lines", most=LINES_MOST)
        record, game, states = await self.registry.workers.do(maker.device, checked_record, text, UNDOS_MOST)
        check_importable(game)
        check_installed(self.registry.settings.cards, record.header.options)
        title = game.rules.title
        header = record.header
        plan = Plan(header.ruleset, header.seats, header.options, ClockPlan(), True, clean(asked.name), title)  # noqa: FBT003
        row = new_row(plan, "private", maker.device)
        lines = record.lines()
        row.header, row.state = lines[0], "review"
        body = list(enumerate(lines[1:], start=1))
        given = [plain_name(name) for name in header.players] or [""] * header.seats
        names = make_distinct([name or f"Seat {seat + 1}" for seat, name in enumerate(given)])
        seats = [SeatRow(seat, "bot", name, None) for seat, name in enumerate(names)]
        room = Room(row, seats, {}, {}, game)
        row.seq = game.seq
        row.live = Live(round=game.state.round, phase=game.phase, actor=None, result=game.state.result, end=game.end)
        return await self._put(room, body, maker, {}, states=states)

    async def rematch(self, room: Room, maker: Maker) -> Seated:
        """Let the same people play again; asked twice it is the same new table."""
        device = maker.device
        if not room.seats_of(device):
            raise Denied("no_seat")
        async with room.lock:
            await self.play.fresh(room)
            if room.row.rematch is not None:
                return await self._rematched(room, device)
            if room.row.state != "over":
                raise Denied("not_begun" if room.game is None else "begun")
            await self._check_quota(maker)
            # a seat that nobody had taken in the end goes to the bot that played it
            seats = [
                SeatRow(old.seat, "person", old.name)
                if old.kind == "person"
                else SeatRow(old.seat, "bot", old.name or bot_name(old.seat, room.players), old.level or "normal")
                for old in room.seats
            ]
            plan = msgspec.structs.replace(room.row.plan, lesson=None)
            row = new_row(plan, room.row.visibility, room.row.owner, room.row.group_id)
            row.plan.moderation = await moderation.carried(self.store, room, row, same_seats=True)
            holders = {seat: set(devices) for seat, devices in room.holders.items()}
            new = Room(row, seats, holders, {}, None)
            planned, new.game = begin(new)
            restore = issue(seats, [seat for seat in range(len(seats)) if device in holders.get(seat, ())])
            try:
                made = await self._put(new, planned.rows(), maker, restore, room.row)
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
