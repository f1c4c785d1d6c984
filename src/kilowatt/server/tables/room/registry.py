"""The registry: which tables are in memory. Brings them in, evicts idle ones, wakes those that need it.

Other processes may play the same tables: what the store has is the truth, and a room that missed something reads it.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from typing import TYPE_CHECKING

from kilowatt.engine.snapshot import BadSnapshot
from kilowatt.server import identity, timekeeping
from kilowatt.server.errors import Denied
from kilowatt.server.store import chats, presence, retention
from kilowatt.server.store.chats import SAID
from kilowatt.server.store.news import News
from kilowatt.server.store.store import ORDERED
from kilowatt.server.store.writer import StoreDown
from kilowatt.server.tables.actions.chat import said
from kilowatt.server.tables.game import live, moments
from kilowatt.server.tables.game.stored import header_of
from kilowatt.server.tables.room.room import LAPSE, Room

if TYPE_CHECKING:
    from collections.abc import Callable

    from kilowatt.server.monitoring.metrics import Metrics
    from kilowatt.server.settings import Settings
    from kilowatt.server.store.rows import TableRow
    from kilowatt.server.store.snapshots import Stretch, Written
    from kilowatt.server.store.store import Store
    from kilowatt.server.tables.game.live import LiveGame
    from kilowatt.server.thinking.pool import Thinker
    from kilowatt.server.workers import Workers

log = logging.getLogger("kilowatt.registry")

WAKE_GRACE = 3.0
"""Seconds the process that has a table in memory is given before another takes care of it."""
LOOKED_AT_ONCE = 500
"""Tables compared with the store in one go: the loop does nothing else for as long as that takes."""
ARCHIVE_EVERY = 3600.0
NO_TABLE = 4404
"""Close code of a socket whose table does not exist."""


class Registry:
    """All tables that are in memory, and how they come and go."""

    def __init__(self, store: Store, thinker: Thinker, workers: Workers, metrics: Metrics, settings: Settings) -> None:
        self.store = store
        self.workers = workers
        self.thinker = thinker
        self.metrics = metrics
        self.settings = settings
        self.rooms: dict[str, Room] = {}
        self.address_key = b""
        """Keys the hashes of addresses; set at the start."""
        self.kick: Callable[[Room], None] = lambda _: None
        """Set by the driver: lets a room's bots, orders and clocks act."""
        self._loading: dict[str, asyncio.Future[Room]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._archived = 0.0
        self._broken: set[str] = set()
        """Tables that could not be read, named in the log once."""
        metrics.gauges["rooms"] = lambda: len(self.rooms)
        metrics.gauges["sockets"] = lambda: sum(len(room.viewers) for room in self.rooms.values())

    def start(self) -> None:
        """Begin to sweep."""
        self.spawn(self._sweep(), "sweep")

    async def stop(self) -> None:
        """End what runs by itself."""
        for room in list(self.rooms.values()):
            self._release(room)
            for viewer in list(room.viewers):
                viewer.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def spawn(self, work: object, name: str) -> asyncio.Task[None]:
        """Run something beside everything else, and keep hold of it."""
        task: asyncio.Task[None] = asyncio.create_task(work, name=name)  # type: ignore[arg-type]
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def address_mark(self, address: str) -> str:
        """Return what is stored of an address."""
        return identity.address_hash(self.address_key, address)

    # --- bringing in --------------------------------------------------------------------------------------------------

    async def open(self, code: str) -> Room:
        """Return a table, from memory or from the store; `Denied` if there is none."""
        room = self.rooms.get(code)
        if room is None:
            waiting = self._loading.get(code)
            if waiting is None:
                waiting = asyncio.get_running_loop().create_future()
                self._loading[code] = waiting
                try:
                    room = await self._load(code)
                    self.rooms[code] = room
                    waiting.set_result(room)
                except BaseException as error:
                    waiting.set_exception(error)
                    waiting.exception()
                    raise
                finally:
                    del self._loading[code]
                self.kick(room)
            else:
                room = await asyncio.shield(waiting)
        room.used = time.monotonic()
        if room.stale:
            async with room.lock:
                await self.refresh(room)
        return room

    async def _load(self, code: str) -> Room:
        began = time.perf_counter()
        room = await self._read(code)
        self.metrics.observe("load_seconds", time.perf_counter() - began)
        return room

    async def _read(self, code: str) -> Room:
        found = await self.store.load(code) if code else None
        if found is None and code and await retention.unpack(self.store, code, timekeeping.now()):
            found = await self.store.load(code)
        if found is None:
            raise Denied("no_table", code=code)
        row, seats, holders, orders, record = found
        game = None
        if row.header is not None:
            game = await self._resume(row, record)
            row.seq = game.seq
        room = Room(row, seats, holders, orders, game)
        room.elsewhere = (await self.elsewhere([code])).get(code, {})
        return room

    async def elsewhere(self, codes: list[str]) -> dict[str, dict[int, float]]:
        """Read which seats' players are connected to other processes, as far as the database knows."""
        if not self.store.writer.notifies:
            # a file has one process, and whoever is connected to it is in its memory
            return {}
        return await presence.since(self.store, codes, timekeeping.now() - LAPSE)

    async def _resume(self, row: TableRow, record: Stretch) -> LiveGame:
        """Bring a game back from its last snapshot; one that has none yet is replayed once, and gets its snapshots."""
        header = row.header or ""
        first = record.snapshot[0] if record.snapshot is not None else 0
        far = moments.far_targets(record.lines, first)
        if far:
            record = record._replace(far=await self.store.snapshots_at(row.code, far))
        try:
            if record.snapshot is not None or len(record.lines) < moments.EVERY * 2:
                return await self.workers.do(row.owner, moments.resume, header, row.seed, record)
        except BadSnapshot:
            log.warning("a snapshot cannot be read", extra={"fields": {"table": row.code}})
        lines = await self.store.entries(row.code)
        game = await self.workers.do(row.owner, live.load, header, row.seed, lines)
        game.mark = await self.renew_snapshots(row, lines)
        return game

    async def renew_snapshots(self, row: TableRow, lines: list[str] | None = None) -> int:
        """Take all snapshots of a table again, and return the last entry that has one."""
        if lines is None:
            lines = await self.store.entries(row.code)
        written: list[Written] = await self.workers.do(
            row.owner, moments.snapshots_of, row.header or "", row.seed, lines
        )
        await self.store.keep_snapshots(row.code, written)
        return written[-1][0] if written else 0

    async def refresh(self, room: Room, *, orders: bool = False) -> None:
        """Read a table again, because another process changed it or a write failed; call with its lock held.

        Of the record only new entries are read: the game in memory is always a beginning of the one in the store. If
        secret orders have changed, only the seat's holder is told: others do not learn that there are any.
        """
        before, given = room.game.seq if room.game is not None else 0, room.orders
        found = await self.store.load(room.code, before)
        if found is None:
            raise Denied("no_table", code=room.code)
        room.row, room.seats, room.holders, room.orders, record = found
        lines: list[bytes] = []
        if room.game is None and room.row.header is not None:
            room.game = live.LiveGame(header_of(room.row.header), room.row.seed)
        if room.game is not None:
            lines = room.game.follow(record.lines)
            room.row.seq = room.game.seq
        room.stale = False
        self.metrics.count("reloads")
        if not (orders and not lines):
            room.send_table()
        if lines:
            room.send_update(lines)
        else:
            for viewer in list(room.viewers):
                if viewer.ready and (
                    not orders or any(given.get(seat) != room.orders.get(seat) for seat in viewer.seats)
                ):
                    room.send_to(viewer)
        self.kick(room)

    def has(self, code: str) -> bool:
        """Return whether a table is in memory or on its way there; others are read when somebody asks for them."""
        return code in self.rooms or code in self._loading

    def take_news(self, news: News) -> None:
        """Follow what another process has done: at once if the table is free, else as soon as it is."""
        if not self.has(news.code):
            return
        room = self.rooms.get(news.code)
        if room is not None and news.seq == presence.PRESENT:
            self._present(room, news)
            return
        if room is None or room.lock.locked() or room.stale or not self._apply(room, news):
            self.spawn(self._follow(news), f"news {news.code}")

    async def _follow(self, news: News) -> None:
        try:
            await self.apply_news(news)
        except StoreDown:
            log.warning("the database does not answer")
        except Exception:
            log.exception("news could not be followed", extra={"fields": {"table": news.code}})

    async def apply_news(self, news: News) -> None:
        """Follow what another process has done at a table, when the table is free."""
        waiting = self._loading.get(news.code)
        if waiting is not None:
            with contextlib.suppress(Exception):
                await asyncio.shield(waiting)
        room = self.rooms.get(news.code)
        if room is None:
            return
        if news.seq == presence.PRESENT:
            self._present(room, news)
            return
        if news.seq == SAID:
            line = await chats.one(self.store, news.version)
            if line is not None:
                room.send_chat(said(line))
            return
        async with room.lock:
            if room.is_at(news.seq, news.version):
                return
            if not room.stale and self._apply(room, news):
                return
            room.stale = True
            try:
                await self.refresh(room, orders=news.seq == ORDERED and news.version == room.row.version + 1)
            except StoreDown:
                pass
            except Denied as error:
                if error.code != "no_table":
                    raise
                self.drop(room)

    def _present(self, room: Room, news: News) -> None:
        """Show that a seat's player has connected to another process, or disconnected there."""
        before = room.present()
        if news.wake is None:
            room.elsewhere.pop(news.version, None)
        else:
            room.elsewhere[news.version] = news.wake
        if room.present() != before:
            room.send_table()

    def _apply(self, room: Room, news: News) -> bool:
        """Play a move of another process as it was announced; False when something before it has been missed."""
        game = room.game
        if (
            game is None
            or news.live is None
            or not news.entries
            or news.version != room.row.version
            or news.seq - len(news.entries) != game.seq
        ):
            return False
        lines = game.follow(news.entries)
        game.mark = max(game.mark, news.mark)
        row = room.row
        row.seq, row.live, row.wake, row.touched = game.seq, news.live, news.wake, news.touched
        row.state, row.archived = news.state, False
        for seat in news.spent:
            if seat in room.orders:
                room.orders[seat].proxy = None
        self.metrics.count("followed")
        room.send_update(lines)
        if news.state == "over":
            room.send_table()
        if room.viewers:
            # bots of a table that nobody watches here are the other process's to drive
            self.kick(room)
        return True

    async def look_again(self) -> None:
        """Check every table in memory against the store: news may have been missed while not listening."""
        codes = list(self.rooms)
        for start in range(0, len(codes), LOOKED_AT_ONCE):
            asked = codes[start : start + LOOKED_AT_ONCE]
            found = await self.store.versions(asked)
            for code in asked:
                room = self.rooms.get(code)
                if room is None:
                    continue
                if code not in found:
                    self.drop(room)
                elif not room.is_at(*found[code]):
                    await self.apply_news(News(code, *found[code]))

    # --- letting go ---------------------------------------------------------------------------------------------------

    def _release(self, room: Room) -> None:
        if room.timer is not None:
            room.timer.cancel()
            room.timer = None
        if room.driver is not None:
            room.driver.cancel()
        self.rooms.pop(room.code, None)

    def drop(self, room: Room) -> None:
        """Disconnect everybody from a table that no longer exists, and forget it."""
        for viewer in list(room.viewers):
            viewer.close(NO_TABLE, "the table was deleted")
        self._release(room)

    def let_go(self, before: float) -> int:
        """Let tables go that nobody watches and nobody has used since then; give how many."""
        idle = [
            room
            for room in self.rooms.values()
            if not room.viewers
            and room.used < before
            and not room.lock.locked()
            and (room.driver is None or room.driver.done())
        ]
        for room in idle:
            self._release(room)
        return len(idle)

    async def _wake(self, code: str) -> None:
        """Let a table act that nobody attends to; one that cannot be read is named and keeps no other waiting."""
        room = self.rooms.get(code)
        if room is not None:
            self.kick(room)
            return
        try:
            await self.open(code)
        except StoreDown:
            raise
        except Exception:
            if code not in self._broken:
                self._broken.add(code)
                log.exception("a table cannot be read", extra={"fields": {"table": code}})

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(self.settings.sweep)
            try:
                self.let_go(time.monotonic() - self.settings.idle)
                if not self.store.writer.notifies and await self.store.writer.changed_by_others():
                    # where no news come, this is how the host's commands are noticed
                    await self.look_again()
                for code in await self.store.due(timekeeping.now() - WAKE_GRACE):
                    await self._wake(code)
                now = timekeeping.now()
                if now - self._archived > ARCHIVE_EVERY:
                    self._archived = now
                    done = await self.store.archive(now - self.settings.archive, now - self.settings.archive_over)
                    self.metrics.count("archived", done)
            except StoreDown:
                log.warning("the database does not answer")
            except Exception:
                # a sweep that stops would leave bots and clocks standing
                log.exception("the sweep failed")
