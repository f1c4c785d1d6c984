"""Sockets: one per table and viewer. Reads messages, charges them to the client's budget, and hands them on."""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections import Counter
from typing import TYPE_CHECKING, Any

import msgspec

from kilowatt import protocol as wire
from kilowatt.engine import game
from kilowatt.protocol import coding
from kilowatt.protocol.planning import quoted
from kilowatt.server import identity
from kilowatt.server.errors import Denied
from kilowatt.server.http.connections import LINE
from kilowatt.server.http.gate import WHO, Who
from kilowatt.server.http.table_lookup import find_table
from kilowatt.server.limits import COSTS, NONSENSE_COST, RATES, SOCKETS_MOST
from kilowatt.server.monitoring.metrics import labelled
from kilowatt.server.store import chats, reports
from kilowatt.server.store.writer import StoreDown
from kilowatt.server.tables.actions import chat
from kilowatt.server.tables.actions.handover import ABSENT
from kilowatt.server.tables.actions.play import shielded
from kilowatt.server.tables.reading import past
from kilowatt.server.tables.room.viewers import REMOVED, Viewer

if TYPE_CHECKING:
    from kilowatt.engine.state import State
    from kilowatt.server.http.gate import Receive, Send
    from kilowatt.server.limits import Limits
    from kilowatt.server.tables.actions.moderation import Moderator
    from kilowatt.server.tables.actions.play import Play
    from kilowatt.server.tables.room.presence import Presence
    from kilowatt.server.tables.room.registry import Registry
    from kilowatt.server.tables.room.room import Room

log = logging.getLogger("kilowatt.sockets")

PATH = re.compile(r"^/api/tables/([A-Za-z0-9-]{1,24})/socket$")
FAILED = 1011
NO_TABLE = 4404
STORE_DOWN = 4503
TOO_MANY = 4429
TOO_SLOW = 4408
NONSENSE_MOST = 50
"""Messages that are no messages before a socket is closed."""
HINTS_WAITING = 8
"""Hints one address may be waiting for at once."""
HELLO_SECONDS = 30.0
"""How long a socket may take to say hello."""
PAUSES = (0.1, 0.25, 0.5, 1.0, 2.0)
"""Seconds a socket is not read after the first, second, ... message in a row that was beyond its budget."""
HELLO_TRIES = 5
TIMES: dict[type, str] = {
    kind: labelled("message_seconds", kind=str(kind.__struct_config__.tag))  # type: ignore[attr-defined]
    for kind in COSTS
}
"""Under which name each kind of message is measured."""


class Sockets:
    """The ASGI application behind `/api/tables/{code}/socket`."""

    def __init__(
        self, registry: Registry, play: Play, presence: Presence, moderator: Moderator, limits: Limits
    ) -> None:
        self.registry = registry
        self.play = play
        self.presence = presence
        self.moderator = moderator
        self.limits = limits
        self._open: Counter[str] = Counter()
        """Sockets of each address."""
        self._advising: Counter[str] = Counter()
        """Hints that each address waits for."""

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """Serve one socket until it closes."""
        await receive()
        address = scope[WHO].address
        if self._open[address] >= SOCKETS_MOST and self.limits.factor > 0:
            self.registry.metrics.count("refused", limit="sockets")
            await send({"type": "websocket.accept"})
            await _farewell(send, Denied("too_many"), TOO_MANY)
            return
        self._open[address] += 1
        try:
            await self._serve(scope, receive, send)
        finally:
            self._open[address] -= 1
            if not self._open[address]:
                del self._open[address]

    async def _serve(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        found = PATH.match(scope["path"])
        code = found[1] if found else ""
        await send({"type": "websocket.accept"})
        try:
            room = await find_table(self.registry, self.limits, scope[WHO], code)
        except Denied as error:
            await _farewell(send, error, TOO_MANY if error.code == "too_many" else NO_TABLE)
            return
        except StoreDown:
            await _farewell(send, Denied("store_unavailable"), STORE_DOWN)
            return
        except Exception:
            log.exception("a table cannot be read", extra={"fields": {"table": identity.clean_code(code)}})
            await _farewell(send, Denied("failed"), FAILED)
            return
        who: Who = scope[WHO]
        viewer = Viewer(who.device, who.language, who.address, scope["state"][LINE])
        # of the request nothing else is needed, and the socket may stay for days
        scope.clear()
        viewer.mark = self.registry.address_mark(who.address)
        viewer.who = identity.person_mark(room.code, viewer.device or viewer.mark)
        if room.removed(viewer):
            await _farewell(send, Denied("removed"), REMOVED)
            return
        room.viewers.add(viewer)
        try:
            await self._read(room, viewer, receive)
        finally:
            room.viewers.discard(viewer)
            room.used = time.monotonic()
            viewer.close()
            if viewer.ready:
                room.send_table()
                await shielded(self.presence.departed(room, viewer))

    async def _read(self, room: Room, viewer: Viewer, receive: Receive) -> None:
        nonsense = beyond = 0
        device = viewer.device or f"{id(viewer)}"
        while not viewer.gone:
            if viewer.ready:
                frame = await receive()
            else:
                try:
                    async with asyncio.timeout(HELLO_SECONDS):
                        frame = await receive()
                except TimeoutError:
                    viewer.close(TOO_SLOW, "no hello came")
                    return
            if frame["type"] != "websocket.receive":
                return
            raw = frame.get("text")
            if raw is None:
                raw = frame.get("bytes") or b""
            try:
                message = coding.read(raw)
            except coding.BadMessage as error:
                self.registry.metrics.count("nonsense")
                self.limits.worked(device, viewer.address, NONSENSE_COST)
                nonsense += 1
                viewer.send_message(error.refused)
                if nonsense > NONSENSE_MOST:
                    viewer.close(TOO_MANY, "too much that is no message")
                    return
                continue
            if self.limits.work(device, viewer.address, COSTS[type(message)]):
                beyond = 0
                await self._answer(room, viewer, message)
            else:
                viewer.send_message(Denied("too_many").refused(_key(message), viewer.lang))
                # a flood is answered by reading it slowly: what is refused costs something too
                await asyncio.sleep(PAUSES[min(beyond, len(PAUSES) - 1)])
                beyond += 1

    async def _answer(self, room: Room, viewer: Viewer, message: wire.ClientMessage) -> None:
        """Do what a message asks for; whatever goes wrong is answered by its code."""
        began = time.perf_counter()
        key = _key(message)
        try:
            await self._take(room, viewer, message)
        except Denied as error:
            viewer.send_message(error.refused(key, viewer.lang))
        except StoreDown:
            room.stale = True
            viewer.send_message(Denied("store_unavailable").refused(key, viewer.lang))
        except Exception:
            log.exception("a message failed", extra={"fields": {"table": room.code, "type": type(message).__name__}})
            viewer.send_message(Denied("failed").refused(key, viewer.lang))
        self.registry.metrics.observe(TIMES[type(message)], time.perf_counter() - began)

    async def _take(self, room: Room, viewer: Viewer, message: wire.ClientMessage) -> None:
        if isinstance(message, wire.Ping):
            viewer.send_message(wire.Pong(message.id))
        elif isinstance(message, wire.Hello):
            await self._hello(room, viewer, message)
        elif not viewer.ready:
            raise Denied("hello_first")
        elif isinstance(message, wire.Act):
            await self.play.act(room, viewer, message.key, message.expect, message.action)
        elif isinstance(message, wire.Undo):
            await shielded(self.play.undo(room, viewer, message.key, message.expect, message.seat))
        elif isinstance(message, wire.Proxy):
            await self._ordered(room, viewer, message.seat, proxy=message.order)
        elif isinstance(message, wire.Auto):
            await self._ordered(room, viewer, message.seat, auto=message.orders)
        elif isinstance(message, wire.Back):
            await shielded(self.play.back(room, viewer.device, message.seat))
        elif isinstance(message, wire.Chat):
            self._limit("chat", viewer)
            await chat.say(self.registry, room, viewer, message)
        elif isinstance(message, wire.Hide):
            viewer.send_message(wire.Hidden(await self.moderator.hide(room, viewer, message.who, hide=message.hide)))
        else:
            await self._ask(room, viewer, message)

    async def _ask(
        self, room: Room, viewer: Viewer, message: wire.AskQuote | wire.AskHint | wire.AskHistory | wire.AskEntries
    ) -> None:
        if isinstance(message, wire.AskQuote):
            await self._quote(room, viewer, message)
        elif isinstance(message, wire.AskHint):
            self._limit("hint", viewer)
            if self._advising[viewer.address] >= HINTS_WAITING and self.limits.factor > 0:
                # the bots of all tables would wait behind them
                self.registry.metrics.count("refused", limit="hints_waiting")
                raise Denied("too_many")
            # beside the reading, so that the player may go on meanwhile
            self.registry.spawn(self._hint(room, viewer, message), "hint")
        elif isinstance(message, wire.AskHistory):
            written, seconds = await past.moment(self.registry, room, viewer, message.id, message.upto)
            self._worked(viewer, seconds)
            viewer.send(written)
        else:
            lines, more = await past.earlier(self.registry, room, message.before, viewer.address)
            shown = {"type": "entries", "id": message.id, "entries": _raw(lines), "earlier": more}
            viewer.send(coding.write(shown))

    def _worked(self, viewer: Viewer, seconds: float) -> None:
        """Charge a viewer what its question took beside the loop."""
        self.limits.worked(viewer.device or f"{id(viewer)}", viewer.address, seconds * 1000)

    def _limit(self, kind: str, viewer: Viewer) -> None:
        """Count against the device and, where the server must think, its address: devices are easily made."""
        shared = f"{kind}_address"
        if not self.limits.take(kind, viewer.device or viewer.address) or (
            shared in RATES and not self.limits.take(shared, viewer.address)
        ):
            raise Denied("too_many")

    async def _hello(self, room: Room, viewer: Viewer, message: wire.Hello) -> None:
        viewer.lang = message.lang
        late = [seat for seat in room.seats_of(viewer.device) if room.seats[seat].away in ("late", ABSENT)]
        for seat in late:
            await shielded(self.play.back(room, viewer.device, seat))
        if viewer.device:
            viewer.hidden = await reports.hidden(self.registry.store, room.code, viewer.device)
        said = [chat.said(row) for row in await chats.recent(self.registry.store, room.code)]
        said = [line for line in said if line.who not in viewer.hidden]
        first = not viewer.ready
        for _ in range(HELLO_TRIES):
            if await self._welcome(room, viewer, message.have, said):
                break
        else:
            raise Denied("too_many")
        self.presence.arrived(room, viewer)
        if first:
            for other in list(room.viewers):
                if other is not viewer and other.ready:
                    other.send_message(wire.TableChanged(room.table_view(other.device)))
            # a table of bots alone goes on when somebody watches
            self.registry.kick(room)

    async def _welcome(self, room: Room, viewer: Viewer, have: int, said: list[wire.ChatMessage]) -> bool:
        """Send the table with the last page of entries; False when it has moved on too far in the meantime."""
        if room.stale:
            async with room.lock:
                if room.stale:
                    await self.registry.refresh(room)
        # the lines are replayed without the lock: the table is played on meanwhile
        at = room.game.seq if room.game is not None else 0
        lines = await past.lines_after(self.registry, room, have, viewer.address)
        now = room.game.seq if room.game is not None else 0
        if room.game is not None and now > at:
            newer = [line for seq, line in room.game.tail if seq > max(at, have)]
            if len(newer) != now - max(at, have):
                return False
            lines = [*lines, *newer]
        viewer.seats = room.seats_of(viewer.device)
        viewer.ready = True
        welcome = {
            "type": "welcome",
            "table": room.table_view(viewer.device),
            "entries": _raw(lines),
            "chat": said,
            "hidden": sorted(viewer.hidden),
            "view": room.view(viewer),
            "earlier": len(lines) < now - have,
        }
        viewer.send(coding.write(welcome))
        return True

    async def _ordered(
        self,
        room: Room,
        viewer: Viewer,
        seat: int | None,
        proxy: wire.ProxyOrder | None = None,
        auto: wire.AutoOrders | None = None,
    ) -> None:
        own, orders = await shielded(self.play.order(room, viewer.device, seat, proxy, auto))
        for other in room.viewers:
            if other.ready and own in other.seats:
                other.send_message(wire.Ordered(own, orders.proxy, orders.auto))

    async def _quote(self, room: Room, viewer: Viewer, message: wire.AskQuote) -> None:
        if room.game is None:
            raise Denied("waiting")
        seat = room.own_seat(viewer.device, _acting(room, viewer, message.seat))
        state = game.clone(room.game.state)
        try:
            written, seconds = await self.registry.workers.measured(
                viewer.address, _quoted, state, seat, message, viewer.lang, room.players
            )
        except ValueError as error:
            raise Denied("bad_option", option="quote", reason=str(error)) from None
        self._worked(viewer, seconds)
        viewer.send(written)

    async def _hint(self, room: Room, viewer: Viewer, message: wire.AskHint) -> None:
        self._advising[viewer.address] += 1
        try:
            viewer.send_message(await past.hint(self.registry, room, viewer, message.id, message.seat))
        except Denied as error:
            viewer.send_message(error.refused(message.id, viewer.lang))
        except Exception:
            log.exception("a hint failed", extra={"fields": {"table": room.code}})
            viewer.send_message(Denied("failed").refused(message.id, viewer.lang))
        finally:
            self._advising[viewer.address] -= 1
            if not self._advising[viewer.address]:
                del self._advising[viewer.address]


def _acting(room: Room, viewer: Viewer, seat: int | None) -> int | None:
    """Take the acting seat where a viewer with several has not said which."""
    if seat is None and room.game is not None and isinstance(room.game.actor, int) and room.game.actor in viewer.seats:
        return room.game.actor
    return seat


def _quoted(state: State, seat: int, asked: wire.AskQuote, lang: str, players: list[str]) -> bytes:
    return coding.write(quoted(state, seat, asked, lang, players))


def _raw(lines: list[bytes]) -> list[msgspec.Raw]:
    return [msgspec.Raw(line) for line in lines]


def _key(message: wire.ClientMessage) -> str | None:
    """Return what a message is answered by."""
    return getattr(message, "key", None) or getattr(message, "id", None)


async def _farewell(send: Send, error: Denied, code: int) -> None:
    await send({"type": "websocket.send", "text": coding.write(error.refused(None)).decode()})
    await send({"type": "websocket.close", "code": code})
