"""Changing what a table plays while it waits for players."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from kilowatt.host.errors import Denied
from kilowatt.host.names import clean
from kilowatt.host.seating import checked_clock, rules_of
from kilowatt.server.game.installed_cards import with_installed
from kilowatt.server.ratings.agreement import check_data, rated_clock

if TYPE_CHECKING:
    from kilowatt.protocol import ChangeTable, TableView
    from kilowatt.server.tables.actions.shared_boards import Boards
    from kilowatt.server.tables.actions.steps import Steps
    from kilowatt.server.tables.room.registry import Registry
    from kilowatt.server.tables.room.room import Room


class Replanning:
    """Changes the plan of a table that has not begun."""

    def __init__(self, registry: Registry, steps: Steps, boards: Boards) -> None:
        self.registry = registry
        self.steps = steps
        self.boards = boards

    async def change(self, room: Room, asked: ChangeTable, device: str) -> TableView:
        """Change ruleset, options, clock, hints, name and visibility; only the table's owner can, before the start."""
        async with self.registry.changing(room):
            if not device or room.row.owner != device:
                raise Denied("not_owner")
            if room.row.state != "waiting":
                raise Denied("begun")
            plan = room.row.plan
            if plan.rated:
                check_data(asked.ruleset, asked.options)
            clock = rated_clock(asked.clock) if plan.rated else asked.clock
            public = asked.visibility == "public"
            options = with_installed(self.registry.settings.cards, asked.options)
            options = await self.boards.with_board(options, device, public=public)
            rules = rules_of(asked.ruleset, plan.seats, options)
            room.row.plan = msgspec.structs.replace(
                plan,
                ruleset=rules.id,
                options=rules.options,
                clock=checked_clock(clock),
                hints=asked.hints and not plan.rated,
                name=clean(asked.name),
                title=rules.title,
            )
            room.row.visibility = asked.visibility
            await self.steps.save(room)
        return room.table_view(device)
