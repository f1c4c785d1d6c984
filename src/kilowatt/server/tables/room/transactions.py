"""Transactions: a change of a table is stored, and then it is the truth in memory. Nobody is notified here.

All are called with the room's lock held. A conflict means that another process was faster: the room catches up, and
`Changed` lets the caller try again.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import msgspec

from kilowatt.host import timekeeping
from kilowatt.host.errors import Changed, Denied
from kilowatt.host.room import state_after
from kilowatt.server.store.rows import Move
from kilowatt.server.store.writer import Conflict, StoreDown
from kilowatt.server.tables.room.move_writes import due_snapshot, touches_lists

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from kilowatt.engine.state import State
    from kilowatt.host.game.live import Planned
    from kilowatt.host.rows import Orders
    from kilowatt.server.tables.room.loading import Loader
    from kilowatt.server.tables.room.room import Room


class Transactions:
    """Stores what changes at tables."""

    def __init__(self, loader: Loader) -> None:
        self.loader = loader
        self.store = loader.store
        self.metrics = loader.metrics

    async def commit(
        self, room: Room, plan: Planned, now: float, key: tuple[str, str] | None = None, spent: Collection[int] = ()
    ) -> None:
        """Store a planned move with the key of its request, then make it the truth."""
        row = room.row
        before = row.seq
        live = room.live_after(plan, now)
        wake = room.wake_after(plan.state, live, now)
        state = state_after(live)
        touches = touches_lists(row, live, wake, state, now)
        touched = now if touches else row.touched
        # what is written down at a real table can be changed from its first line on
        snapshot = None if row.plan.real else due_snapshot(room.game, plan)
        move = Move(room.code, plan.rows(), live, wake, touched, state, row.version, key, [*spent], snapshot, touches)
        began = time.perf_counter()
        try:
            await self.store.writer.move(move)
        except Conflict:
            # another process was faster, or the key was used long ago
            self.metrics.count("conflicts")
            raise await self._changed(room, before) from None
        except StoreDown:
            raise _down(room) from None
        self.metrics.observe("store_seconds", time.perf_counter() - began)
        room.take(plan, live, key, spent)
        if snapshot is not None and room.game is not None:
            room.game.mark = max(room.game.mark, snapshot[0])
        row.wake, row.touched = wake, touched
        room.used = time.monotonic()
        self.metrics.count("moves")

    async def put_orders(self, room: Room, seat: int, orders: Orders, state: State) -> None:
        """Store the orders of a seat, then hold them."""
        before, seq = room.orders.get(seat), room.row.seq
        room.orders[seat] = orders
        live = msgspec.structs.replace(room.row.live, early=room.asked_early(state))
        wake = room.wake_after(state, live, timekeeping.now())
        try:
            await self.store.order(room.row, seat, orders, wake, live)
        except BaseException as error:
            if before is None:
                del room.orders[seat]
            else:
                room.orders[seat] = before
            if isinstance(error, Conflict):
                raise await self._changed(room, seq) from None
            if isinstance(error, StoreDown):
                raise _down(room) from None
            room.stale = True
            raise

    async def save(
        self,
        room: Room,
        lines: list[tuple[int, str]] | None = None,
        forget: Collection[int] = (),
        absent: Mapping[int, float] | None = None,
        seen: Mapping[int, str | None] | None = None,
    ) -> None:
        """Store seats and numbers of a table, which were changed in memory first.

        The orders of seats to `forget` end: they were their former player's, and no successor may read them. If a
        player of an `absent` seat was seen after the time given there, nothing is stored. Players of seats `seen` are
        here now; beside each is the stored form of the address, where it is known.
        """
        now = timekeeping.now()
        room.row.touched = now
        room.row.archived = False
        for seat in forget:
            room.orders.pop(seat, None)
        playing = room.game if room.row.state == "playing" else None
        if playing is not None:
            room.row.live = room.live_with_clock(now)
        room.row.wake = room.wake_after(playing.state, room.row.live, now) if playing is not None else None
        try:
            await self.store.change(room.row, room.seats, room.holders, lines, forget, absent, seen)
        except Conflict:
            raise await self._changed(room) from None
        except StoreDown:
            raise _down(room) from None
        room.used = time.monotonic()

    async def _changed(self, room: Room, before: int | None = None) -> Changed:
        """Catch up with another process, and return the refusal of what was meant for the table as it was."""
        room.stale = True
        await self.loader.refresh(room)
        return Changed(room.row.seq, room.row.seq if before is None else before)


def _down(room: Room) -> Denied:
    """Return the refusal of a change whose outcome is not known; the room is read again before it is used."""
    room.stale = True
    return Denied("store_unavailable")
