"""Importing: a record becomes a table for reading and forking."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kilowatt.engine import knowledge
from kilowatt.host.deciding import UNDOS_MOST
from kilowatt.host.errors import Denied
from kilowatt.host.making import Draft
from kilowatt.host.names import clean, make_distinct, plain_name
from kilowatt.host.rows import Live, Plan, SeatRow
from kilowatt.host.seating import checked_record, new_row
from kilowatt.protocol import ClockPlan, ImportRecord

if TYPE_CHECKING:
    from kilowatt.host.game.live import LiveGame
    from kilowatt.host.rows import Written
    from kilowatt.table.record import Record

LINES_MOST = 20_000


class Taken(NamedTuple):
    """A record from outside, checked: its game after the last entry, and its snapshots."""

    record: Record
    game: LiveGame
    states: list[Written]


def lines_of(asked: ImportRecord) -> list[str]:
    """Return the lines of a record from outside; `Denied` if there are too many."""
    text = asked.record.split("\n")
    if len(text) > LINES_MOST:
        raise Denied("too_many_lines", most=LINES_MOST)
    return text


def checked(text: list[str]) -> Taken:
    """Replay a record from outside, every move checked; `Denied` if it is wrong, or still hides something."""
    record, game, states = checked_record(text, UNDOS_MOST)
    if not game.over and knowledge.hides_money(game.state):
        # an imported game shows everything to everybody
        raise Denied("record_hides_money")
    return Taken(record, game, states)


def imported(asked: ImportRecord, taken: Taken, device: str) -> Draft:
    """Make the table of a record."""
    header, game = taken.record.header, taken.game
    title = game.rules.title
    plan = Plan(header.ruleset, header.seats, header.options, ClockPlan(), True, clean(asked.name), title)  # noqa: FBT003
    row = new_row(plan, "private", device)
    lines = taken.record.lines()
    row.header, row.state = lines[0], "review"
    given = [plain_name(name) for name in header.players] or [""] * header.seats
    names = make_distinct([name or f"Seat {seat + 1}" for seat, name in enumerate(given)])
    seats = [SeatRow(seat, "bot", name, None) for seat, name in enumerate(names)]
    row.seq = game.seq
    row.live = Live(round=game.state.round, phase=game.phase, actor=None, result=game.state.result, end=game.end)
    return Draft(row, seats, lines[1:])
