"""Tables as people ask for them: from a plan, against bots at once, for a lesson or for a challenge."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from kilowatt.host import timekeeping
from kilowatt.host.errors import Denied
from kilowatt.host.game import challenges, lessons, moments
from kilowatt.host.game.stored import rules_for
from kilowatt.host.names import clean
from kilowatt.host.rows import Plan, SeatRow, Stretch, TableRow
from kilowatt.host.seating import check_real, checked_clock, new_row, rules_of, seat_rows
from kilowatt.protocol import ClockPlan, CreateTable, QuickTable, SeatPlan
from kilowatt.table.dealer import commitment
from kilowatt.table.record import Fork, Header, Record, lines_hash

if TYPE_CHECKING:
    from kilowatt.host.game.live import LiveGame
    from kilowatt.host.room import Room
    from kilowatt.protocol.table_messages import LessonName


class Draft(NamedTuple):
    """A table that is not kept anywhere yet: its row, its seats, and the lines of a game that has begun elsewhere."""

    row: TableRow
    seats: list[SeatRow]
    lines: list[str]

    @property
    def size(self) -> int:
        """How many characters its lines have."""
        return sum(map(len, self.lines))


def forked_header(old: Header, seats: list[SeatRow], seed: str, fork: Fork) -> str:
    """Write the first line of a record that goes on from another one, dealt by a seed of its own."""
    names = [seat.name for seat in seats]
    deal = commitment(bytes.fromhex(seed))
    header = Header(old.ruleset, old.seats, old.options, names, old.revision, deal=deal, fork=fork)
    return Record(header).lines()[0]


def created(asked: CreateTable, options: dict[str, Any], device: str, group: str | None = None) -> Draft:
    """Make a table of a plan; `options` are the plan's with boards and cards in the place of their names."""
    rules = rules_of(asked.ruleset, len(asked.seats), options)
    seats = seat_rows(asked.seats)
    clock = checked_clock(asked.clock)
    if asked.real:
        check_real(asked)
    plan = Plan(rules.id, rules.seats, rules.options, clock, asked.hints, clean(asked.name), rules.title)
    plan.rated = asked.rated
    plan.real = asked.real
    return Draft(new_row(plan, asked.visibility, device, group), seats, [])


def quick_plan(asked: QuickTable) -> CreateTable:
    """Return the plan of a table against bots."""
    bots = [SeatPlan("bot", asked.level)] * (asked.seats - 1)
    return CreateTable(asked.ruleset, [SeatPlan("person", None, asked.name), *bots], asked.options)


def taught(name: LessonName, player: str, device: str) -> Draft:
    """Make the table of a lesson."""
    header = lessons.lesson(name).record.header
    rules = rules_of(header.ruleset, header.seats, header.options)
    bots = [SeatPlan("bot", lessons.LEVEL)] * (header.seats - 1)
    seats = seat_rows([SeatPlan("person", None, player), *bots])
    plan = Plan(rules.id, rules.seats, rules.options, ClockPlan(), True, "", rules.title, lesson=name)  # noqa: FBT003
    return Draft(new_row(plan, "private", device), seats, [])


def challenged(name: str, player: str, device: str) -> Draft:
    """Make the table of a challenge: it goes on from the position of a record, on a deal of its own."""
    if name not in challenges.by_name():
        raise Denied("not_found")
    challenge, record = challenges.task(name)
    old = record.header
    lines = record.lines()
    plans = [SeatPlan("bot", challenge.level) for _ in range(old.seats)]
    plans[challenge.seat] = SeatPlan("person", None, player)
    seats = seat_rows(plans)
    rules = rules_for(old.ruleset, old.seats, old.options, old.revision)
    plan = Plan(rules.id, rules.seats, rules.options, ClockPlan(), True, "", rules.title, challenge=name)  # noqa: FBT003
    row = new_row(plan, "private", device)
    row.seed = challenge.seed
    count = len(lines) - 1
    row.header = forked_header(old, seats, row.seed, Fork(count, lines_hash(lines, count), count))
    return Draft(row, seats, lines[1:])


def plan_again(room: Room) -> Plan:
    """Return the plan of a rematch: a lesson or challenge is played once."""
    return msgspec.structs.replace(room.row.plan, lesson=None, challenge=None, alone=False)


def begun(draft: Draft) -> LiveGame:
    """Play the lines of a draft; what led here is not the player's to undo."""
    game = moments.resume(draft.row.header or "", draft.row.seed, Stretch(None, draft.lines, {}))
    game.window = game.window.closed()
    return game


def go_on(room: Room, device: str) -> list[tuple[int, str]]:
    """Let a game go on at a new table: people sit down, and what is due is dealt; return the new lines."""
    assert room.game is not None  # noqa: S101 - made from a record
    plan = room.game.plan_start()
    numbers = room.live_after(plan, timekeeping.now())
    room.game.take(plan)
    room.row.live, room.row.seq = numbers, room.game.seq
    room.row.state = "over" if numbers.actor is None else "playing"
    room.holders = {seat.seat: {device} for seat in room.seats if seat.kind == "person"}
    for seat in room.seats:
        if seat.kind == "open":
            # the game is on already: a new player takes the seat over from a bot
            seat.away, seat.level = "left", "normal"
    return plan.rows()
