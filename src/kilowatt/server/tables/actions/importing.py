"""Importing: a record becomes a table for reading and forking."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.engine import knowledge
from kilowatt.protocol import ClockPlan, ImportRecord, Seated
from kilowatt.server.errors import Denied
from kilowatt.server.game.installed_cards import check_installed
from kilowatt.server.monitoring.meter import asker
from kilowatt.server.names import clean, make_distinct, plain_name
from kilowatt.server.store.rows import Live, Plan, SeatRow
from kilowatt.server.tables.actions.seating import checked_record, new_row
from kilowatt.server.tables.actions.undos import UNDOS_MOST
from kilowatt.server.tables.room.room import Room

if TYPE_CHECKING:
    from kilowatt.server.game.live import LiveGame
    from kilowatt.server.store.quotas import Maker
    from kilowatt.server.tables.actions.new_tables import NewTables

LINES_MOST = 20_000


class Importing:
    """Makes tables of records."""

    def __init__(self, tables: NewTables) -> None:
        self.tables = tables
        self.registry = tables.registry

    async def take_in(self, asked: ImportRecord, maker: Maker) -> Seated:
        """Make a table for reading and forking of a record; every move is checked."""
        await self.tables.check_quota(maker, size=len(asked.record), imported=True)
        text = asked.record.split("\n")
        if len(text) > LINES_MOST:
            raise Denied("too_many_lines", most=LINES_MOST)
        record, game, states = await self.registry.workers.do(asker(maker.device), checked_record, text, UNDOS_MOST)
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
        return await self.tables.put(room, body, maker, {}, states=states)


def check_importable(game: LiveGame) -> None:
    """Check that a record hides nothing any more: an imported game shows everything to everybody."""
    if not game.over and knowledge.hides_money(game.state):
        raise Denied("record_hides_money")
