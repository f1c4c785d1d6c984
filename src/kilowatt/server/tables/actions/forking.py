"""Forking: playing on from any moment of a table on a new one, within its maker's quota."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.host.forking import fork_seats, forked
from kilowatt.host.game import moments
from kilowatt.host.rows import Stretch
from kilowatt.host.seating import renumbered
from kilowatt.server.monitoring.meter import asker
from kilowatt.server.tables.actions import moderation

if TYPE_CHECKING:
    from kilowatt.protocol import ForkTable, Seated
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
        device = maker.device
        seats = fork_seats(room, asked, device)
        stored = await self.store.entries(room.code, 0, asked.seq)
        lines, numbers = await self.workers.do(asker(device), renumbered, stored)
        draft = forked(room, asked, device, seats, stored, [body for _, body in lines])
        await self.tables.check_quota(maker, size=draft.size)
        kept = await self.store.snapshots_at(room.code)
        states = [(numbers[seq], body) for seq, body in sorted(kept.items()) if seq in numbers]
        draft.row.plan.moderation = await moderation.carried(self.store, room, draft.row, same_seats=False)
        last = states[-1] if states else None
        rest = Stretch(last, draft.lines[last[0] if last is not None else 0 :], {})
        game = await self.workers.do(asker(device), moments.resume, draft.row.header or "", draft.row.seed, rest)
        return await self.tables.go_on(draft, game, maker, states)
