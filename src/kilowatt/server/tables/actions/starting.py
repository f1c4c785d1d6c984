"""Starting a game: the seed is chosen, its hash goes into the record, and the first cards are dealt."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.editions.registry import REVISION
from kilowatt.server import identity, timekeeping
from kilowatt.server.errors import Denied
from kilowatt.server.game import clocks, lessons
from kilowatt.server.game.live import LiveGame
from kilowatt.server.game.stored import header_of
from kilowatt.server.tables.actions.seating import rules_of
from kilowatt.server.timekeeping import iso
from kilowatt.table.dealer import commitment
from kilowatt.table.record import Header, Record

if TYPE_CHECKING:
    from kilowatt.server.game.live import Planned
    from kilowatt.server.tables.room.room import Room


def begin(room: Room) -> tuple[Planned, LiveGame]:
    """Seat everybody, choose the secret seed, commit to it and deal what comes before the first decision.

    `Denied` says why where a newer version of the rules refuses what the table was made with. The seats may have been
    changed for this start, so the table is then read again from the store.
    """
    row = room.row
    plan = row.plan
    try:
        rules_of(plan.ruleset, plan.seats, plan.options)
    except Denied:
        room.stale = True
        raise
    row.seed = identity.new_seed() if plan.lesson is None else lessons.lesson(plan.lesson).seed
    header = Header(
        plan.ruleset,
        plan.seats,
        plan.options,
        [seat.name for seat in room.seats],
        REVISION,
        deal=commitment(bytes.fromhex(row.seed)),
    )
    row.header = Record(header).lines()[0]
    live = LiveGame(header_of(row.header), row.seed)
    now = timekeeping.now()
    planned = live.plan_start(iso(now))
    row.live.clock = clocks.fresh(plan.clock, plan.seats)
    row.live.began = now
    numbers = room.live_after(planned, now)
    live.take(planned)
    row.live, row.seq, row.state = numbers, planned.seq, "playing"
    return planned, live
