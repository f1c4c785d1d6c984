"""Sockets: one per table and viewer. Reads messages, charges them to the client's budget, and hands them on."""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections import Counter
from typing import TYPE_CHECKING, Any

from kilowatt import protocol as wire
from kilowatt.host import codes
from kilowatt.host.answers import key_of
from kilowatt.host.errors import Denied
from kilowatt.host.viewers import REMOVED, Viewer
from kilowatt.protocol import coding
from kilowatt.server import identity
from kilowatt.server.http.connections import LINE
from kilowatt.server.http.gate import WHO, Who
from kilowatt.server.http.socket_handlers import HANDLED, Handlers
from kilowatt.server.http.table_lookup import find_table
from kilowatt.server.limits import NONSENSE_COST
from kilowatt.server.monitoring.meter import Meter, Metered
from kilowatt.server.monitoring.metrics import labelled
from kilowatt.server.store.writer import StoreDown
from kilowatt.server.tables.actions.retrying import shielded

if TYPE_CHECKING:
    from kilowatt.server.http.gate import Receive, Send
    from kilowatt.server.limits import Limits
    from kilowatt.server.tables.room.presence import Presence
    from kilowatt.server.tables.room.registry import Registry
    from kilowatt.server.tables.room.room import Room
    from kilowatt.server.tables.use_cases import UseCases

log = logging.getLogger("kilowatt.sockets")

PATH = re.compile(r"^/api/tables/([A-Za-z0-9-]{1,24})/socket$")
FAILED = 1011
NO_TABLE = 4404
STORE_DOWN = 4503
TOO_MANY = 4429
TOO_SLOW = 4408
NONSENSE_MOST = 50
"""Messages that are no messages before a socket is closed."""
HELLO_SECONDS = 30.0
"""How long a socket may take to send hello."""
PAUSES = (0.1, 0.25, 0.5, 1.0, 2.0)
"""Seconds a socket is not read after the first, second, ... message in a row that was beyond its budget."""
TIMES: dict[type, str] = {
    kind: labelled("message_seconds", kind=str(kind.__struct_config__.tag))  # type: ignore[attr-defined]
    for kind in HANDLED
}
"""Under which name each kind of message is measured."""


class Sockets:
    """The ASGI application behind `/api/tables/{code}/socket`."""

    def __init__(self, registry: Registry, tables: UseCases, presence: Presence, limits: Limits) -> None:
        self.registry = registry
        self.presence = presence
        self.limits = limits
        self.handlers = Handlers(registry, tables, presence, limits)
        self._open: Counter[str] = Counter()
        """Sockets of each address."""

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """Serve one socket until it closes."""
        await receive()
        address = scope[WHO].address
        if not self.limits.fits("sockets", self._open[address]):
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
        path = PATH.match(scope["path"])
        code = path[1] if path else ""
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
            log.exception("a table cannot be read", extra={"fields": {"table": codes.clean_code(code)}})
            await _farewell(send, Denied("failed"), FAILED)
            return
        who: Who = scope[WHO]
        viewer = Viewer(who.device, who.language, who.address, scope["state"][LINE])
        viewer.own = who.own
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
            if self.limits.work(device, viewer.address, HANDLED[type(message)].cost):
                beyond = 0
                meter = Meter(viewer.address, HANDLED[type(message)].cost)
                await Metered(meter, self._answer(room, viewer, message))
                self.limits.worked(device, viewer.address, meter.owed)
            else:
                viewer.send_message(Denied("too_many").refused(key_of(message), viewer.lang))
                # a flood is answered by reading it slowly: what is refused costs something too
                await asyncio.sleep(PAUSES[min(beyond, len(PAUSES) - 1)])
                beyond += 1

    async def _answer(self, room: Room, viewer: Viewer, message: wire.ClientMessage) -> None:
        """Do what a message asks for; whatever goes wrong is answered by its code."""
        began = time.perf_counter()
        key = key_of(message)
        try:
            await self.handlers.take(room, viewer, message)
        except Denied as error:
            viewer.send_message(error.refused(key, viewer.lang))
        except StoreDown:
            room.stale = True
            viewer.send_message(Denied("store_unavailable").refused(key, viewer.lang))
        except Exception:
            log.exception("a message failed", extra={"fields": {"table": room.code, "type": type(message).__name__}})
            viewer.send_message(Denied("failed").refused(key, viewer.lang))
        self.registry.metrics.observe(TIMES[type(message)], time.perf_counter() - began)


async def _farewell(send: Send, error: Denied, code: int) -> None:
    await send({"type": "websocket.send", "text": coding.write(error.refused(None)).decode()})
    await send({"type": "websocket.close", "code": code})
