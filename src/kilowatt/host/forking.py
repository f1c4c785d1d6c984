"""Forking: playing on from any moment of a table on a new one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from kilowatt.engine import knowledge
from kilowatt.host import codes
from kilowatt.host.errors import Denied
from kilowatt.host.game.stored import header_of
from kilowatt.host.making import Draft, forked_header
from kilowatt.host.rows import Moderation
from kilowatt.host.seating import new_row, seat_rows
from kilowatt.protocol import ClockPlan, ForkTable, SeatPlan
from kilowatt.table.record import Fork, lines_hash

if TYPE_CHECKING:
    from kilowatt.host.room import Room
    from kilowatt.host.rows import SeatRow


def fork_seats(room: Room, asked: ForkTable, device: str) -> list[SeatRow]:
    """Return the seats of a fork; `Denied` says why a device may not make it."""
    row = room.row
    if row.header is None or room.game is None:
        raise Denied("waiting")
    if asked.seq > room.game.seq:
        raise Denied("no_moment", seq=asked.seq, last=room.game.seq)
    at_the_board = row.plan.real and bool(room.seats_of(device))
    if row.state == "playing" and knowledge.hides_money(room.game.state) and not at_the_board:
        # a fork has its maker sit where a rival sits, and would show there what is hidden
        raise Denied("money_hidden")
    own = room.seats_of(device) or (0,)
    plans = asked.seats or [
        SeatPlan("person", None, seat.name) if seat.seat in own else SeatPlan("bot", seat.level or "normal")
        for seat in room.seats
    ]
    if len(plans) != row.plan.seats:
        raise Denied("bad_option", option="seats", reason=f"expected {row.plan.seats}, not {len(plans)}")
    return seat_rows(plans)


def forked(
    room: Room, asked: ForkTable, device: str, seats: list[SeatRow], stored: list[str], kept: list[str]
) -> Draft:
    """Make the table of a fork, dealt by a seed of its own; `kept` are the stored lines that stand, numbered again."""
    row = room.row
    old = header_of(row.header or "")
    plan = msgspec.structs.replace(row.plan, clock=ClockPlan(), name="", lesson=None, challenge=None, rated=False)
    plan.real = plan.alone = False
    plan.moderation = Moderation()
    made = new_row(plan, "private", device)
    made.seed = codes.new_seed()
    fork = Fork(asked.seq, lines_hash([row.header or "", *stored], asked.seq), len(kept))
    made.header = forked_header(old, seats, made.seed, fork)
    made.fork_code, made.fork_seq = room.code, asked.seq
    return Draft(made, seats, kept)
