"""Connections below HTTP: how many an address may have, how long each may be silent, and what may wait to be sent.

uvicorn's protocols with limits added. A socket gets a `Line`, by which the server writes frames without a queue and a
task for each viewer: what the client has not taken yet waits in the transport, with a cap on its bytes and its time.
Knows no tables.
"""

from __future__ import annotations

import asyncio
import logging
import resource
from collections import Counter
from typing import TYPE_CHECKING, Any

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

from kilowatt.server.limits import LIMITS
from kilowatt.server.monitoring.bursts import Burst

if TYPE_CHECKING:
    from kilowatt.server.monitoring.metrics import Metrics

log = logging.getLogger("kilowatt.connections")

LINE = "kilowatt.line"
"""Where a socket's line is in the state of its scope."""
ABORT = "kilowatt.abort"
"""Where a request's scope has the function that cuts its connection."""
COUNTED = "kilowatt.counted"
"""Where a socket finds the address that its connection was counted for."""
SPARE_FILES = 128
"""File handles that connections leave for the database, bots and files."""
FILES_LEAST = 4_096
HEADER_SECONDS = 10.0
"""From the connection to the end of the first request's head."""
STALLED_SECONDS = 20.0
"""How long a client may take nothing of what is sent."""
WAITING_BYTES = 1024 * 1024
"""Bytes that may wait for a client: a view is tens of kilobytes. A single message may be longer."""
TEXT = 0x81
"""The first byte of a text frame that is a whole message (RFC 6455)."""
LONG, LONGEST = 126, 127
"""Sizes that mean that the real one follows, in two bytes or in eight."""
READ_AT_ONCE = 4_096
"""Bytes read from a socket in one go: thousands of small frames at once would hold up everybody."""
UNREAD_MOST = 8
"""Messages of a socket that may wait for their answers before reading from it stops."""
PINGS_MOST = 60
"""Ping frames from a client before its connection is cut; each answer to one of our messages resets the count."""
UNASKED_MOST = 3
"""Pings in a row that a client is spared because it has just said something: it might still read nothing."""


def raise_file_limit() -> int:
    """Raise the number of file handles as far as the system lets us, and return it; a low one is logged."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = hard if hard != resource.RLIM_INFINITY else max(soft, 65_536)
    if soft < wanted:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
        except (ValueError, OSError):
            pass
    if soft < FILES_LEAST:
        log.warning("few file handles; raise the limit of open files (nofile)", extra={"fields": {"nofile": soft}})
    return soft


class Connections:
    """All connections of a process, counted by address."""

    def __init__(self, metrics: Metrics, *, proxied: bool, unlimited: bool = False) -> None:
        self.metrics = metrics
        self.by_address: Counter[str] = Counter()
        self.total = 0
        files = raise_file_limit()
        self.most = max(64, files - SPARE_FILES)
        self.of_one_address = self.most if proxied or unlimited else min(int(LIMITS["connections"].burst), self.most)
        """Behind a proxy all connections come from its address: the proxy limits its own clients."""
        self.refused = Burst(log, "connections refused")
        self.silent = Burst(log, "connections closed: no request came")
        metrics.gauges["connections"] = lambda: self.total

    def admit(self, address: str) -> bool:
        """Count a connection, unless there are too many."""
        if self.total >= self.most or self.by_address[address] >= self.of_one_address:
            if not self.by_address[address]:
                del self.by_address[address]
            self.metrics.count("refused", limit="connections")
            self.refused.note(address)
            return False
        self.total += 1
        self.by_address[address] += 1
        return True

    def release(self, address: str) -> None:
        """Count a connection that has ended."""
        self.total -= 1
        self.by_address[address] -= 1
        if not self.by_address[address]:
            del self.by_address[address]


class HttpConnection(H11Protocol):
    """A connection until its end, or until it becomes a socket."""

    _counted = ""
    _head_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Admit a connection, and wait a while for its first request."""
        super().connection_made(transport)
        connections: Connections = self.config.app.connections  # type: ignore[union-attr]
        address = self.client[0] if self.client else "?"
        if not connections.admit(address):
            transport.abort()
            return
        self._counted = address
        self.app_state = {**self.app_state, ABORT: transport.abort}
        self._head_timer = self.loop.call_later(HEADER_SECONDS, self._no_request)

    def _no_request(self) -> None:
        self._head_timer = None
        self.config.app.connections.silent.note(self._counted)  # type: ignore[union-attr]
        self.transport.abort()

    def _release(self) -> None:
        if self._counted:
            self.config.app.connections.release(self._counted)  # type: ignore[union-attr]
            self._counted = ""

    def handle_events(self) -> None:
        """Read what has come; a request whose head is complete stops the clock, and its body is timed by the gate."""
        super().handle_events()
        if self._head_timer is not None and self.scope is not None:
            self._head_timer.cancel()
            self._head_timer = None

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        if self._head_timer is not None:
            self._head_timer.cancel()
        self._release()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: Any) -> None:  # noqa: ANN401 - a request
        """Hand the connection over to a socket, which is counted in place of this one."""
        self.app_state = {COUNTED: self._counted}
        self._counted = ""
        super().handle_websocket_upgrade(event)


class _Inbox:
    """What has come and was not read yet; asyncio's own queue takes three kilobytes of every socket."""

    __slots__ = ("_messages", "_waiter")

    def __init__(self) -> None:
        self._messages: list[Any] = []
        self._waiter: asyncio.Future[None] | None = None

    def put_nowait(self, message: Any) -> None:  # noqa: ANN401 - any message of ASGI
        self._messages.append(message)
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    async def get(self) -> Any:  # noqa: ANN401
        if self._messages:
            # messages that have come together are read in turn with everybody else's
            await asyncio.sleep(0)
        while not self._messages:
            self._waiter = asyncio.get_running_loop().create_future()
            try:
                await self._waiter
            finally:
                self._waiter = None
        return self._messages.pop(0)

    def empty(self) -> bool:
        return not self._messages

    def __len__(self) -> int:
        return len(self._messages)


class _Flag:
    """Whether the transport takes more; waited for by nobody but a close that comes while it does not."""

    __slots__ = ("_raised", "_waiter")

    def __init__(self) -> None:
        self._raised = True
        self._waiter: asyncio.Future[None] | None = None

    def set(self) -> None:
        self._raised = True
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    def clear(self) -> None:
        self._raised = False

    async def wait(self) -> None:
        while not self._raised:
            if self._waiter is None or self._waiter.done():
                self._waiter = asyncio.get_running_loop().create_future()
            await asyncio.shield(self._waiter)


def head_of(size: int) -> bytes:
    """Return the head of a text frame of the server."""
    if size < LONG:
        return bytes((TEXT, size))
    if size < 1 << 16:
        return bytes((TEXT, LONG)) + size.to_bytes(2, "big")
    return bytes((TEXT, LONGEST)) + size.to_bytes(8, "big")


class Line:
    """A way to a client: writes frames, and cuts the connection of one that does not take them."""

    __slots__ = ("_protocol",)

    def __init__(self, protocol: SocketConnection) -> None:
        self._protocol = protocol

    def write(self, *messages: bytes) -> bool:
        """Write each message as a text frame; False when the client had to be cut off, or has gone."""
        return self._protocol.write_text(*messages)

    def close(self, code: int, reason: str) -> None:
        """Close with a code, politely: the client has a few seconds to answer."""
        self._protocol.close_with(code, reason)

    def abort(self) -> None:
        """Cut the connection."""
        self._protocol.transport.abort()


class SocketConnection(WebSocketsSansIOProtocol):
    """A socket that is written to by its line."""

    _stalled: asyncio.TimerHandle | None = None
    _pings = 0
    _counted = ""
    _heard = False
    """Whether a message has come since the last ping was due."""
    _unasked = 0
    """Pings in a row that were left out."""
    _answered = False
    """Whether the application has ended."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take the connection over from HTTP."""
        super().connection_made(transport)
        self._counted = self.app_state[COUNTED]
        self.app_state = {LINE: Line(self)}
        self.queue = _Inbox()  # type: ignore[assignment]
        self.writable = _Flag()  # type: ignore[assignment]
        # how much asyncio reads at once is an attribute of its transport
        transport.max_size = READ_AT_ONCE  # type: ignore[attr-defined]

    def start_keepalive(self) -> None:
        """Begin with pings, once the socket is open; the request that opened it is no longer needed."""
        super().start_keepalive()
        # the library's parser holds on to the request for as long as the socket is open
        for head in (self.request, self.response):
            head.headers.clear()
        self.request = self.response = None  # type: ignore[assignment]

    def write_text(self, *messages: bytes) -> bool:
        """Write text frames in one call of the system, as `Line.write` says."""
        if self.close_sent or self.disconnected or self.conn.state is not State.OPEN:
            return False
        frames = b"".join([part for message in messages for part in (head_of(len(message)), message)])
        waiting = self.transport.get_write_buffer_size()
        if waiting and waiting + len(frames) > WAITING_BYTES:
            self._cut("bytes")
            return False
        self.transport.write(frames)
        return True

    def send_receive_event_to_app(self) -> None:
        """Queue a message. The library stops reading after each one, and begins again: here only if several wait."""
        self._heard = True
        wait_for_more = not self.read_paused and len(self.queue) < UNREAD_MOST  # type: ignore[arg-type]
        if wait_for_more:
            self.read_paused = True
        super().send_receive_event_to_app()
        if wait_for_more:
            self.read_paused = False

    def close_with(self, code: int, reason: str) -> None:
        """Close with a code, as `Line.close` says."""
        if self.close_sent or self.disconnected or self.transport.is_closing():
            return
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
        self.conn.send_close(code, reason)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()
        self.close_timer = self.loop.call_later(self.close_timeout, self.transport.abort)

    def pause_writing(self) -> None:
        """Note that the client takes nothing; one that goes on so is cut off."""
        super().pause_writing()
        if self._stalled is None:
            self._stalled = self.loop.call_later(STALLED_SECONDS, self._cut, "time")

    def resume_writing(self) -> None:
        """Note that the client has taken what was waiting."""
        super().resume_writing()
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None

    def _cut(self, why: str) -> None:
        if self.transport.is_closing():
            return
        self.config.app.connections.metrics.count("viewers_cut", why=why)  # type: ignore[union-attr]
        self.transport.abort()

    def send_keepalive_ping(self) -> None:
        """Ask whether the client is still there, unless it has just said something."""
        if self._heard and self._unasked < UNASKED_MOST:
            self._unasked += 1
            self._pings = 0  # what a pong does for those that are asked
            self.schedule_ping()
        else:
            self._unasked = 0
            super().send_keepalive_ping()
        self._heard = False

    def handle_ping(self) -> None:
        """Answer a ping, unless they come in a flood."""
        self._pings += 1
        if self._pings > PINGS_MOST:
            self._cut("pings")
            return
        super().handle_ping()

    def handle_pong(self, event: Any) -> None:  # noqa: ANN401 - a frame
        """Note that the client is alive."""
        self._pings = 0
        super().handle_pong(event)

    def keepalive_timeout(self) -> None:
        """Cut a client that no longer answers: a polite close would wait for it."""
        super().keepalive_timeout()
        self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        if self._stalled is not None:
            self._stalled.cancel()
        if self._counted:
            self.config.app.connections.release(self._counted)  # type: ignore[union-attr]
            self._counted = ""
        super().connection_lost(exc)
        if self._answered:
            self._forget()

    async def run_asgi(self) -> None:
        """Run the application for this socket."""
        try:
            await super().run_asgi()
        finally:
            self._answered = True
            if self.disconnected:
                self._forget()

    def _forget(self) -> None:
        """Break the circles of references, so that a closed socket waits for no garbage collection."""
        self.app_state = {}
        self.scope = {}  # type: ignore[typeddict-item]
        self.conn.parser.close()
