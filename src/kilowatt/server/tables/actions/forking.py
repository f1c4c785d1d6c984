"""Forking: playing on from any moment of a table on a new one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from kilowatt.engine import knowledge
from kilowatt.protocol import ClockPlan, ForkTable, Seated, SeatPlan
from kilowatt.server import identity
from kilowatt.server.errors import Denied
from kilowatt.server.game import moments
from kilowatt.server.game.stored import header_of
from kilowatt.server.monitoring.meter import asker
from kilowatt.server.store.snapshots import Stretch
from kilowatt.server.tables.actions import moderation
from kilowatt.server.tables.actions.seating import new_row, renumbered, seat_rows
from kilowatt.table.dealer import commitment
from kilowatt.table.record import Fork, Header, Record, lines_hash

if TYPE_CHECKING:
    from kilowatt.server.store.quotas import Maker
    from kilowatt.server.tables.actions.new_tables import NewTables
    from kilowatt.server.tables.room.room import Room


class Forking:
    """Makes tables from moments of others."""

    def __init__(self, tables: NewTables) -> None:
        self.tables = tables
        self.store = tables.store
        self.workers = tables.registry.workers

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
        lines, numbers = await self.workers.do(asker(device), renumbered, stored)
        await self.tables.check_quota(maker, size=sum(len(body) for _, body in lines))
        kept = await self.store.snapshots_at(room.code)
        states = [(numbers[seq], body) for seq, body in sorted(kept.items()) if seq in numbers]
        plan = msgspec.structs.replace(row.plan, clock=ClockPlan(), name="", lesson=None, challenge=None, rated=False)
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
        game = await self.workers.do(asker(device), moments.resume, made.header, made.seed, rest)
        return await self.tables.go_on(made, seats, game, lines, maker, states)
