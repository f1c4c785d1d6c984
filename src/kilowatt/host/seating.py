"""Making seats, rows and names of what was asked for, and checking what comes from outside. No store, no rooms."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from kilowatt.editions.board_file import board_of, check_labels
from kilowatt.editions.options import BadOption
from kilowatt.editions.parts import BOARD, CUSTOM
from kilowatt.editions.registry import rulesets
from kilowatt.editions.schema import BadData
from kilowatt.host import codes, timekeeping
from kilowatt.host.errors import Denied
from kilowatt.host.game import live, moments
from kilowatt.host.game.live import LiveGame
from kilowatt.host.game.stored import rules_for, stored_entries
from kilowatt.host.names import check_seats, checked_name, skeleton
from kilowatt.host.rows import Live, Plan, SeatRow, TableRow
from kilowatt.host.thinking import levels
from kilowatt.table.record import BadRecord, Entry, Record
from kilowatt.table.replay import read_record
from kilowatt.table.undo import Standing

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kilowatt.engine.rules import Rules
    from kilowatt.host.room import Room
    from kilowatt.host.rows import Written
    from kilowatt.protocol import ClockPlan, CreateTable, SeatPlan

BOT_NAMES = (
    "Volta",
    "Ampère",
    "Faraday",
    "Curie",
    "Ohm",
    "Siemens",
    "Galvani",
    "Meitner",
    "Tesla",
    "Hertz",
    "Joule",
    "Watt",
)
"""More than a table has seats, so that one is always free."""


def checked_record(text: list[str], undos_most: int) -> tuple[Record, LiveGame, list[Written]]:
    """Read a record from outside and replay it, every move checked; `Denied` names the line that is wrong.

    Its snapshots are taken on the way.
    """
    try:
        record = read_record(text)
        lines = record.lines()
        "".join(lines).encode()
    except BadRecord as error:
        raise Denied("bad_record", entry=error.line, reason=error.reason) from None
    except UnicodeEncodeError:
        raise Denied("bad_record", entry=1, reason="not text in UTF-8") from None
    _check_labels(record.header.options)
    if sum(entry.undo is not None for entry in record.entries) > undos_most:
        raise Denied("bad_record", entry=1, reason=f"expected at most {undos_most} undos")
    return record, live.load(lines[0], None, lines[1:]), moments.snapshots_of(lines[0], None, lines[1:])


def _check_labels(options: dict[str, Any]) -> None:
    """Refuse the labels of a board from outside as of any other; those of games up to revision 2 were not checked."""
    if not isinstance(options.get(BOARD), dict):
        return
    try:
        check_labels(BOARD, board_of(BOARD, options[BOARD], strict=False))
    except BadData as error:
        raise Denied("bad_record", entry=1, reason=str(error)) from None


def rules_of(ruleset: str, seats: int, options: dict[str, Any]) -> Rules:
    """Compose rules for a request; `Denied` names what is wrong."""
    if ruleset != CUSTOM and ruleset not in rulesets():
        raise Denied("no_ruleset", ruleset=ruleset)
    try:
        return rules_for(ruleset, seats, options)
    except BadOption as error:
        raise Denied("bad_option", option=error.option, reason=error.reason) from None
    except BadData as error:
        raise Denied("bad_option", option=error.file, reason=error.reason) from None


def rules_at(room: Room) -> Rules:
    """Return the rules of a table: those its game is played by, or those it would begin with now."""
    if room.game is not None:
        return room.game.rules
    return rules_of(room.row.plan.ruleset, room.row.plan.seats, room.row.plan.options)


def seat_row(number: int, plan: SeatPlan) -> SeatRow:
    """Make a seat of what was asked for."""
    if plan.kind == "open":
        return SeatRow(number, "open", "")
    name = checked_name(plan.name) if plan.name else ""
    if plan.kind == "bot":
        return SeatRow(number, "bot", name, checked_level(plan.level or "normal"))
    return SeatRow(number, "person", name or f"Player {number + 1}")


def seat_rows(plans: list[SeatPlan]) -> list[SeatRow]:
    """Make the seats of a table; `Denied` if two of their names look alike."""
    seats = [seat_row(number, plan) for number, plan in enumerate(plans)]
    for row in seats:
        if row.kind == "bot" and not row.name:
            row.name = bot_name(row.seat, [other.name for other in seats])
    check_seats(seats)
    return seats


def checked_clock(clock: ClockPlan) -> ClockPlan:
    """Check that a clock gives time for the first turn: one that is up at once would hand every seat to a bot."""
    if clock.kind == "bank" and clock.bank < 1:
        raise Denied("bad_request", field="clock.bank", reason="expected at least 1 second for the kind bank, not 0")
    if clock.kind == "days" and clock.days + clock.hours < 1:
        raise Denied("bad_request", field="clock.days", reason="expected at least 1 hour for the kind days, not 0")
    return clock


def check_real(asked: CreateTable) -> None:
    """Check that only people sit at a real table; it has no clock and no rating."""
    if any(seat.kind != "person" for seat in asked.seats) or asked.clock.kind != "none" or asked.rated:
        raise Denied("real_people")


def checked_level(level: str) -> str:
    """Check that there is such a bot."""
    known = levels()
    if level not in known:
        raise Denied("bad_level", level=level, levels=", ".join(known))
    return level


def bot_name(seat: int, taken: Iterable[str] = ()) -> str:
    """Choose a bot's name that looks like none at its table."""
    known = {skeleton(name) for name in taken}
    free = [name for name in (*BOT_NAMES[seat:], *BOT_NAMES[:seat]) if skeleton(name) not in known]
    return free[0] if free else f"Bot {seat + 1}"


def new_row(plan: Plan, visibility: str, device: str, group: str | None = None) -> TableRow:
    """Make a table that waits for its players."""
    now = timekeeping.now()
    row = TableRow(codes.new_code(), "waiting", visibility, device, plan, None, None, 0, 0, Live(), None, now, now)
    row.group_id = group
    return row


def renumbered(stored: list[str]) -> tuple[list[tuple[int, str]], dict[int, int]]:
    """Take the entries that stand and number them again, since a fork starts with a clean record.

    Returns the lines, and the new number of each old one.
    """
    standing: Standing[Entry] = Standing()
    for entry in stored_entries(stored):
        standing.read(entry)
    lines: list[tuple[int, str]] = []
    for seq, entry in enumerate(standing.entries, start=1):
        line = Entry(seq, entry.action, at=entry.at, by=entry.by)
        lines.append((seq, msgspec.json.encode(line).decode()))
    return lines, {entry.seq: seq for seq, entry in enumerate(standing.entries, start=1)}
