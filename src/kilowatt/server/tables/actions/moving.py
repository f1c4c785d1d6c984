"""Moving a running game: packed for a device without a server, or taken in from one, within its maker's quota."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from kilowatt.host import moving
from kilowatt.server.game.installed_cards import check_installed
from kilowatt.server.monitoring.meter import asker

if TYPE_CHECKING:
    from kilowatt.protocol import MovedGame, Seated
    from kilowatt.server.store.quotas import Maker
    from kilowatt.server.tables.actions.new_tables import NewTables
    from kilowatt.server.tables.actions.steps import Steps
    from kilowatt.server.tables.room.room import Room


class Moving:
    """Hands games out and takes them in."""

    def __init__(self, tables: NewTables, steps: Steps) -> None:
        self.tables = tables
        self.registry = tables.registry
        self.steps = steps

    async def pack(self, room: Room, device: str) -> MovedGame:
        """Return a game with its seed; from then on nobody else may sit down at its table."""
        async with self.registry.changing(room):
            moving.check_movable(room, device)
            if not room.row.plan.alone:
                room.row.plan = msgspec.structs.replace(room.row.plan, alone=True)
                await self.steps.save(room)
            return moving.packed(room, await self.tables.store.entries(room.code))

    async def take_in(self, asked: MovedGame, maker: Maker) -> Seated:
        """Let a game from another home go on here."""
        await self.tables.check_quota(maker, size=len(asked.record), imported=True)
        taken = await self.registry.workers.do(asker(maker.device), moving.arrived, asked, maker.device)
        check_installed(self.registry.settings.cards, taken.draft.row.plan.options)
        return await self.tables.go_on(taken.draft, taken.game, maker, taken.states)
