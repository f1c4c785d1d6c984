"""A table in the memory of a server: a room with its lock, its bots' task, and players at other processes.

A room changes only under its lock, and only after the store has the change. `tables/actions` changes it.
"""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

import msgspec

from kilowatt.host import room, timekeeping
from kilowatt.host.game import clocks, standing_orders
from kilowatt.host.viewers import REMOVED
from kilowatt.server.thinking.pool import ABSENT, PLAYER, WATCHER, Asker

if TYPE_CHECKING:
    from kilowatt.engine.state import State
    from kilowatt.host.game.live import LiveGame
    from kilowatt.host.rows import Live, Orders, SeatRow, TableRow
    from kilowatt.host.viewers import Viewer
    from kilowatt.protocol import ChatMessage

BEAT = 60.0
"""Seconds between two writes about a player who stays connected."""
LAPSE = 1.5 * BEAT
"""Seconds after which a player at another process counts as absent if that process is silent: it may have died."""

_write = msgspec.json.Encoder()


class Room(room.Room):
    """One table."""

    def __init__(
        self,
        row: TableRow,
        seats: list[SeatRow],
        holders: dict[int, set[str]],
        orders: dict[int, Orders],
        live: LiveGame | None,
    ) -> None:
        super().__init__(row, seats, holders, orders, live)
        self.lock = asyncio.Lock()
        self.stale = False
        """A write failed half-way: read everything again before going on."""
        self.used = time.monotonic()
        self.driver: asyncio.Task[None] | None = None
        self.again = False
        self.timer: asyncio.TimerHandle | None = None
        self.asked: tuple[int, float] = (-1, 0.0)
        """The entry after which a bot from outside is to move, and since when."""
        self.elsewhere: dict[int, float] = {}
        """When another process last said that a seat's player is connected there."""
        self.noted: dict[int, float] = {}
        """When this process last wrote that a seat's player is here."""

    def is_at(self, seq: int, version: int) -> bool:
        """Return whether the room knows an entry and a change of its table."""
        at = self.game.seq if self.game is not None else 0
        return seq <= at and version <= self.row.version

    def removed(self, viewer: Viewer) -> bool:
        """Return whether the table's owner has removed a viewer; nobody with a seat and not the owner."""
        listed = self.row.plan.moderation.removed
        if not listed or self.seats_of(viewer.device) or (viewer.device and viewer.device == self.row.owner):
            return False
        return any(row.who == viewer.who or (row.address and row.address == viewer.mark) for row in listed)

    def attended(self) -> bool:
        """Return whether anybody would see what bots do here: somebody plays, or somebody watches."""
        return self.has_player() or any(viewer.ready for viewer in self.viewers)

    def asker(self) -> Asker:
        """Return for whom bots think here: a player who is connected, players who are away, or somebody who watches."""
        ready = [viewer for viewer in self.viewers if viewer.ready]
        players = [viewer for viewer in ready if viewer.seats]
        if players:
            return Asker(self.code, players[0].address, PLAYER)
        if self.has_player() or not ready:
            return Asker(self.code, self.row.owner, ABSENT)
        return Asker(self.code, ready[0].address, WATCHER)

    def looking(self) -> set[int]:
        """Return the seats whose players can see a page of this process."""
        return {seat for viewer in self.viewers if viewer.ready and viewer.visible for seat in viewer.seats}

    def present(self) -> set[int]:
        """Return the seats whose players are connected to any process."""
        lapsed = timekeeping.now() - LAPSE
        return self.connected() | {seat for seat, at in self.elsewhere.items() if at > lapsed}

    def send_table(self) -> None:
        """Send everybody the table's head; watchers whom the owner has removed are disconnected."""
        for viewer in [viewer for viewer in self.viewers if self.removed(viewer)]:
            viewer.close(REMOVED, "removed by the table's owner")
        super().send_table()

    def send_chat(self, message: ChatMessage) -> None:
        """Send a line of chat to everybody who does not hide its author."""
        raw = _write.encode(message)
        for viewer in list(self.viewers):
            if viewer.ready and message.who not in viewer.hidden:
                viewer.send(raw)

    def wake_after(self, state: State, live: Live, now: float) -> float | None:
        """Work out when the server itself must act next: at once for a bot or an order, else when a clock is up."""
        if not isinstance(live.actor, int):
            return None
        orders = self.orders_of(live.actor)
        if self.played_by_bot(live.actor):
            return now if self.has_player() else None
        if orders is not None and standing_orders.decide(state, live.actor, orders)[0]:
            return now
        if self.outside(live.actor):
            return now if self.has_player() else None
        return clocks.deadline(self.row.plan.clock, live.clock, self.days_off(live.clock.running))
