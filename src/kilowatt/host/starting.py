"""Starting a game: the seed is chosen, its hash goes into the record, and the first cards are dealt."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.editions.registry import REVISION
from kilowatt.host import codes, timekeeping
from kilowatt.host.game import clocks, lessons
from kilowatt.host.game.live import LiveGame
from kilowatt.host.game.stored import header_of
from kilowatt.host.seating import rules_of
from kilowatt.host.timekeeping import iso
from kilowatt.table.dealer import commitment
from kilowatt.table.record import Header, Record

if TYPE_CHECKING:
    from kilowatt.host.game.live import Planned
    from kilowatt.host.room import Room
    from kilowatt.host.rows import Plan


def _seed(plan: Plan) -> str | None:
    """Choose the seed of a game; at a real table people deal."""
    if plan.real:
        return None
    return codes.new_seed() if plan.lesson is None else lessons.lesson(plan.lesson).seed


def begin(room: Room) -> tuple[Planned, LiveGame]:
    """Seat everybody, choose the secret seed, commit to it and deal what comes before the first decision.

    `Denied` says why where a newer version of the rules refuses what the table was made with.
    """
    row = room.row
    plan = row.plan
    rules_of(plan.ruleset, plan.seats, plan.options)
    row.seed = _seed(plan)
    header = Header(
        plan.ruleset,
        plan.seats,
        plan.options,
        [seat.name for seat in room.seats],
        REVISION,
        deal=None if row.seed is None else commitment(bytes.fromhex(row.seed)),
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
