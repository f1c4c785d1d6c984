"""Loading: tables as the store has them become rooms, and rooms that missed something catch up."""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING

from kilowatt.engine.snapshot import BadSnapshot
from kilowatt.host import timekeeping
from kilowatt.host.errors import Denied
from kilowatt.host.game import live, moments
from kilowatt.host.game.stored import header_of
from kilowatt.server.monitoring.meter import asker
from kilowatt.server.store import days_off, presence, retention
from kilowatt.server.tables.room.room import LAPSE, Room
from kilowatt.table.undo import UndoTooFar

if TYPE_CHECKING:
    from kilowatt.engine.state import State
    from kilowatt.host.game.live import LiveGame
    from kilowatt.host.rows import Stretch, TableRow, Written
    from kilowatt.server.monitoring.metrics import Metrics
    from kilowatt.server.store.store import Store
    from kilowatt.server.workers import Workers

log = logging.getLogger("kilowatt.loading")


class Loader:
    """Reads tables from the store; which of them are in memory is the registry's to know."""

    def __init__(self, store: Store, workers: Workers, metrics: Metrics) -> None:
        self.store = store
        self.workers = workers
        self.metrics = metrics

    async def load(self, code: str) -> Room:
        """Read a table, from the archive if it is there; `Denied` if there is none."""
        began = time.perf_counter()
        rows = await self.store.load(code) if code else None
        if rows is None and code and await retention.unpack(self.store, code, timekeeping.now()):
            rows = await self.store.load(code)
        if rows is None:
            raise Denied("no_table", code=code)
        row, seats, holders, orders, record = rows
        game = None
        if row.header is not None:
            game = await self._resume(row, record)
            row.seq = game.seq
        room = Room(row, seats, holders, orders, game)
        await self.read_days_off(room)
        room.elsewhere = (await self.elsewhere([code])).get(code, {})
        self.metrics.observe("load_seconds", time.perf_counter() - began)
        return room

    async def elsewhere(self, codes: list[str]) -> dict[str, dict[int, float]]:
        """Read which seats' players are connected to other processes, as far as the database knows."""
        if not self.store.writer.notifies:
            # a file has one process, and whoever is connected to it is in its memory
            return {}
        return await presence.since(self.store, codes, timekeeping.now() - LAPSE)

    async def read_days_off(self, room: Room) -> None:
        """Read the days off of a table's people, where they matter."""
        if room.row.plan.clock.kind == "days" and room.row.state == "playing":
            async with self.store.reading() as connection:
                off = await days_off.of_tables(connection, [room.code], timekeeping.now())
            room.off = off.get(room.code, {})

    async def _resume(self, row: TableRow, record: Stretch) -> LiveGame:
        """Bring a game back from its last snapshot; one that has none yet is replayed once, and gets its snapshots."""
        header = row.header or ""
        if row.plan.real and row.state == "playing":
            # it has no snapshots: an undo may go back to any entry
            return await self._replay(row)
        record = await self._with_far(row.code, record)
        try:
            if record.snapshot is not None or len(record.lines) < moments.EVERY * 2:
                return await self.workers.do(asker(row.owner), moments.resume, header, row.seed, record)
        except BadSnapshot:
            log.warning("a snapshot cannot be read", extra={"fields": {"table": row.code}})
        lines = await self.store.entries(row.code)
        game = await self._replay(row, lines)
        game.mark = await self.renew_snapshots(row, lines)
        return game

    async def stretch(self, code: str, start: int, upto: int) -> Stretch:
        """Read the lines up to an entry from the snapshot before `start`, with all states that they go back to."""
        return await self._with_far(code, await self.store.stretch(code, start, upto))

    async def _with_far(self, code: str, stretch: Stretch) -> Stretch:
        far = moments.far_targets(stretch.lines, stretch.snapshot[0] if stretch.snapshot is not None else 0)
        return stretch._replace(far=await self.store.snapshots_at(code, far)) if far else stretch

    async def state_at(self, room: Room, upto: int, address: str) -> State:
        """Return the state after an entry; if a snapshot is damaged all are taken again."""

        async def read() -> State:
            stretch = await self.stretch(room.code, upto, upto)
            return await self.workers.do(address, _state_at, room.row.header or "", stretch)

        try:
            return await read()
        except BadSnapshot:
            await self.renew_snapshots(room.row)
            return await read()

    async def _replay(self, row: TableRow, lines: list[str] | None = None) -> LiveGame:
        """Bring a game back by replaying all of it."""
        if lines is None:
            lines = await self.store.entries(row.code)
        return await self.workers.do(asker(row.owner), live.load, row.header or "", row.seed, lines)

    async def renew_snapshots(self, row: TableRow, lines: list[str] | None = None) -> int:
        """Take all snapshots of a table again, and return the last entry that has one."""
        if lines is None:
            lines = await self.store.entries(row.code)
        written: list[Written] = await self.workers.do(
            asker(row.owner), moments.snapshots_of, row.header or "", row.seed, lines
        )
        await self.store.keep_snapshots(row.code, written)
        return written[-1][0] if written else 0

    async def refresh(self, room: Room, *, orders: bool = False) -> None:
        """Read a table again, because another process changed it or a write failed; call with its lock held.

        Where only secret `orders` have changed, only the seat's holder gets a view: others do not learn of them.
        """
        given = room.orders
        lines = await self._read_again(room)
        self.metrics.count("reloads")
        if lines or not orders:
            room.send_table()
        if lines:
            room.send_update(lines)
            return
        for viewer in list(room.viewers):
            if viewer.ready and (not orders or any(given.get(seat) != room.orders.get(seat) for seat in viewer.seats)):
                room.send_to(viewer)

    async def _follow(self, room: Room, game: LiveGame, lines: list[str]) -> list[bytes]:
        """Take the next lines; where everybody went back further than a player may, the game is resumed there."""
        before = game.seq
        try:
            return game.follow(lines)
        except UndoTooFar:
            code, header = room.code, room.row.header or ""
            room.game = await self._resume(room.row, await self.stretch(code, room.row.seq, room.row.seq))
            shown = await self.stretch(code, before, room.row.seq)
            return await self.workers.do(asker(room.row.owner), moments.page, header, shown, before + 1)

    async def _read_again(self, room: Room) -> list[bytes]:
        """Take over what the store has, and return the lines that were missing.

        Of the record only new entries are read: the game in memory is always a beginning of the one in the store.
        """
        rows = await self.store.load(room.code, room.game.seq if room.game is not None else 0)
        if rows is None:
            raise Denied("no_table", code=room.code)
        room.row, room.seats, room.holders, room.orders, record = rows
        lines: list[bytes] = []
        if room.game is None and room.row.header is not None:
            room.game = live.LiveGame(header_of(room.row.header), room.row.seed)
        if room.game is not None:
            lines = await self._follow(room, room.game, record.lines)
            room.row.seq = room.game.seq
        await self.read_days_off(room)
        room.stale = False
        return lines


def _state_at(header: str, stretch: Stretch) -> State:
    return moments.game_at(header, stretch).state
