"""Following: what other processes do at tables that are in memory here too."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from kilowatt.host.errors import Denied
from kilowatt.server.store import chats
from kilowatt.server.store.chats import SAID
from kilowatt.server.store.news import PRESENT, News
from kilowatt.server.store.store import ORDERED
from kilowatt.server.store.writer import StoreDown
from kilowatt.server.tables.room.chat_lines import chat_message
from kilowatt.table.undo import UndoTooFar

if TYPE_CHECKING:
    from kilowatt.server.tables.room.registry import Registry
    from kilowatt.server.tables.room.room import Room

log = logging.getLogger("kilowatt.following")

LOOKED_AT_ONCE = 500
"""Tables compared with the store in one go: the loop does nothing else for as long as that takes."""


class Follower:
    """Brings the tables in memory up to date with the news of other processes."""

    def __init__(self, registry: Registry) -> None:
        self.registry = registry
        self.store = registry.store
        self.metrics = registry.metrics

    def has(self, code: str) -> bool:
        """Return whether news of a table matter here; other tables are read when somebody asks for them."""
        return self.registry.has(code)

    def take_news(self, news: News) -> None:
        """Follow what another process has done: at once if the table is free, else as soon as it is."""
        if not self.has(news.code):
            return
        room = self.registry.rooms.get(news.code)
        if room is not None and news.seq == PRESENT:
            self._present(room, news)
            return
        if room is None or room.lock.locked() or room.stale or not self._apply(room, news):
            self.registry.tasks.spawn(self._follow(news), f"news {news.code}")

    async def _follow(self, news: News) -> None:
        try:
            await self.apply_news(news)
        except StoreDown:
            log.warning("the database does not answer")
        except Exception:
            log.exception("news could not be followed", extra={"fields": {"table": news.code}})

    async def apply_news(self, news: News) -> None:
        """Follow what another process has done at a table, when the table is free."""
        room = await self.registry.loaded(news.code)
        if room is None:
            return
        if news.seq == PRESENT:
            self._present(room, news)
            return
        if news.seq == SAID:
            line = await chats.one(self.store, news.version)
            if line is not None:
                room.send_chat(chat_message(line))
            return
        async with room.lock:
            if room.is_at(news.seq, news.version):
                return
            if not room.stale and self._apply(room, news):
                return
            room.stale = True
            orders = news.seq == ORDERED and news.version == room.row.version + 1
            try:
                await self.registry.refresh(room, orders=orders)
            except StoreDown:
                pass
            except Denied as error:
                if error.code != "no_table":
                    raise
                self.registry.drop(room)

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
            or room.row.plan.real
            or news.live is None
            or not news.entries
            or news.version != room.row.version
            or news.seq - len(news.entries) != game.seq
        ):
            return False
        try:
            lines = game.follow(news.entries)
        except UndoTooFar:
            return False
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
            self.registry.kick(room)
        return True

    async def look_again(self) -> None:
        """Check every table in memory against the store: news may have been missed while not listening."""
        codes = list(self.registry.rooms)
        for start in range(0, len(codes), LOOKED_AT_ONCE):
            asked = codes[start : start + LOOKED_AT_ONCE]
            versions = await self.store.versions(asked)
            for code in asked:
                room = self.registry.rooms.get(code)
                if room is None:
                    continue
                if code not in versions:
                    self.registry.drop(room)
                elif not room.is_at(*versions[code]):
                    await self.apply_news(News(code, *versions[code]))
