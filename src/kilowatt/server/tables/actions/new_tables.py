"""New tables: what they may cost a device and an address, and how they come into the store and into memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.host import codes, making
from kilowatt.host.errors import Denied
from kilowatt.host.starting import begin
from kilowatt.protocol import Seated
from kilowatt.server.store import quotas
from kilowatt.server.store.writer import Conflict, Taken
from kilowatt.server.tables.actions.issuing import issue
from kilowatt.server.tables.room.room import Room

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kilowatt.host.game.live import LiveGame
    from kilowatt.host.making import Draft
    from kilowatt.host.rows import SeatRow, TableRow, Written
    from kilowatt.server.store.quotas import Maker
    from kilowatt.server.tables.room.registry import Registry

TRIES = 5


class NewTables:
    """Puts tables that were just made where they are played."""

    def __init__(self, registry: Registry) -> None:
        self.registry = registry
        self.store = registry.store

    async def check_quota(self, maker: Maker, *, size: int = 0, imported: bool = False) -> None:
        """Check that device and address have room for one more table, and for so many bytes of a record."""
        settings = self.registry.settings
        if settings.limits <= 0:
            return
        for held, most in zip(await quotas.held(self.store, maker), (settings.device, settings.address), strict=True):
            if held.tables >= most.tables:
                raise Denied("quota_tables", most=most.tables)
            if imported and held.imports >= most.imports:
                raise Denied("quota_imports", most=most.imports)
            if held.bytes + size > most.bytes:
                raise Denied("quota_bytes", most=most.bytes)

    async def make(self, row: TableRow, seats: list[SeatRow], maker: Maker) -> Seated:
        """Make a table whose person seats belong to its maker, and start it if no seat is open."""
        restore = issue(seats, [seat.seat for seat in seats if seat.kind == "person"])
        holders: dict[int, set[str]] = {seat.seat: {maker.device} for seat in seats if seat.kind == "person"}
        room = Room(row, seats, holders, {}, None)
        lines: list[tuple[int, str]] = []
        if all(seat.kind != "open" for seat in seats):
            planned, room.game = begin(room)
            lines = planned.rows()
        return await self.put(room, lines, maker, restore)

    async def go_on(self, draft: Draft, game: LiveGame, maker: Maker, states: Sequence[Written] = ()) -> Seated:
        """Make a table whose game has begun elsewhere; its person seats belong to its maker."""
        room = Room(draft.row, draft.seats, {}, {}, game)
        lines = [*enumerate(draft.lines, start=1), *making.go_on(room, maker.device)]
        restore = issue(draft.seats, [seat.seat for seat in draft.seats if seat.kind == "person"])
        return await self.put(room, lines, maker, restore, states=states)

    async def put(
        self,
        room: Room,
        lines: list[tuple[int, str]],
        maker: Maker,
        restore: dict[str, str],
        again: TableRow | None = None,
        states: Sequence[Written] = (),
    ) -> Seated:
        """Store a new table with its first lines and snapshots, and hold it; it may be a rematch of `again`."""
        row = room.row
        if room.game is not None and row.state == "playing":
            row.wake = room.wake_after(room.game.state, row.live, row.created)
        for _ in range(TRIES):
            try:
                await self.store.create(row, room.seats, room.holders, lines, again, states, maker.address)
                break
            except Taken:
                raise
            except Conflict:
                row.code = codes.new_code()
        else:
            raise Denied("store_unavailable")
        self.registry.metrics.count("tables_made")
        self.registry.add(room)
        return Seated(room.table_view(maker.device), restore)
