"""Frames of a socket: read alike however they come, and no ping for a client that has just said something."""

import asyncio
import gc
import json
import weakref
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from websockets.frames import Frame, Opcode

from kilowatt.client import Client
from kilowatt.server.http.connections import PINGS_MOST, UNASKED_MOST, SocketConnection, head_of
from tests.server.kit import Running, port_of, run, serving, sqlite, until
from tests.server.seats import THREE

HEAD = (
    "GET /api/tables/{code}/socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


def frame(text: str, opcode: Opcode = Opcode.TEXT, *, fin: bool = True) -> bytes:
    """Write a frame of a client."""
    return Frame(opcode, text.encode(), fin).serialize(mask=True)


def ping(name: str) -> str:
    """Write a message that is answered by its id."""
    return json.dumps({"type": "ping", "id": name})


class Wire:
    """A socket: the server's end, to which a test gives packets as they are to come, and the client's reader."""

    def __init__(self, connection: SocketConnection, reader: asyncio.StreamReader) -> None:
        self.connection = connection
        self.reader = reader

    def come(self, *packets: bytes) -> None:
        """Let packets come, one after another."""
        for packet in packets:
            self.connection.data_received(packet)

    async def answer(self) -> dict[str, object]:
        """Read the next text frame of the server."""
        async with asyncio.timeout(20):
            first, size = await self.reader.readexactly(2)
            if size == 126:
                size = int.from_bytes(await self.reader.readexactly(2), "big")
            body = await self.reader.readexactly(size)
        assert first == 0x81
        answer: dict[str, object] = json.loads(body)
        return answer


def sockets_of(server: Running) -> list[SocketConnection]:
    """List the server's ends of all open sockets."""
    return [one for one in server.uvicorn_server.server_state.connections if isinstance(one, SocketConnection)]


@asynccontextmanager
async def wire(server: Running, code: str) -> AsyncIterator[Wire]:
    """Open a socket."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port_of(server.url))
    writer.write(HEAD.format(code=code).encode())
    assert b"101" in await reader.readuntil(b"\r\n\r\n")
    port = writer.get_extra_info("sockname")[1]
    (connection,) = [one for one in sockets_of(server) if one.client is not None and one.client[1] == port]
    yield Wire(connection, reader)
    writer.close()


@pytest.mark.parametrize("size", [0, 1, 125, 126, 4_000, 65_535, 65_536])
def test_the_head_of_a_frame_is_as_the_library_writes_it(size: int) -> None:
    """What the server writes by itself is what the library would write, for every length of a size."""
    assert head_of(size) + b"x" * size == Frame(Opcode.TEXT, b"x" * size).serialize(mask=False)


def test_a_message_is_answered_however_its_bytes_come(tmp_path: Path) -> None:
    """Whole, in several packets, in fragments with a pong between, or two at once: every message has its answer."""
    split = frame(ping("split"))
    rest = frame(ping("rest"))
    middle = len(ping("parts")) // 2
    packets = [
        frame(ping("whole")),
        frame("", Opcode.PONG),
        frame(ping("parts")[:middle], fin=False),
        frame("", Opcode.PONG),
        frame(ping("parts")[middle:], Opcode.CONT),
        frame(ping("again")),
        frame(ping("one")) + frame(ping("two")),
        split[:2],
        split[2:9],
        split[9:],
        rest,
    ]

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann:
            code = (await ann.create(THREE)).table.code
            async with wire(server, code) as socket:
                socket.come(*packets)
                ids = [(await socket.answer())["id"] for _ in range(7)]
                assert ids == ["whole", "parts", "again", "one", "two", "split", "rest"]
            # the first two bytes of a frame alone leave nothing behind by which one could tell
            async with wire(server, code) as socket:
                socket.come(split[:2], split[2:], rest)
                assert [(await socket.answer())["id"] for _ in range(2)] == ["split", "rest"]

    run(check())


def test_a_text_frame_within_a_fragmented_message_ends_the_connection(tmp_path: Path) -> None:
    """What the protocol forbids is refused by its name."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann:
            code = (await ann.create(THREE)).table.code
            async with wire(server, code) as socket:
                socket.come(frame("{", fin=False), frame(ping("late")))
                async with asyncio.timeout(20):
                    first, size = await socket.reader.readexactly(2)
                    body = await socket.reader.readexactly(size)
                assert (first, int.from_bytes(body[:2], "big")) == (0x88, 1002)

    run(check())


def test_only_a_silent_client_is_pinged(tmp_path: Path) -> None:
    """When a ping is due, a client that has said something since the last one gets none; a silent one does."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann:
            code = (await ann.create(THREE)).table.code
            async with wire(server, code) as socket:
                socket.come(frame(ping("here")))
                assert (await socket.answer())["id"] == "here"
                connection = socket.connection
                waits = []
                for _ in range(2):
                    assert connection.ping_timer is not None
                    connection.ping_timer.cancel()
                    connection.send_keepalive_ping()
                    waits.append(connection.pong_timer is not None)
                assert waits == [False, True]
                async with asyncio.timeout(20):
                    assert (await socket.reader.readexactly(2))[0] == 0x89

    run(check())


def test_a_busy_client_may_send_pings_of_its_own(tmp_path: Path) -> None:
    """A client that talks all the time is not cut for its pings, and is asked now and then whether it reads too."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann:
            code = (await ann.create(THREE)).table.code
            async with wire(server, code) as socket:
                connection = socket.connection
                asked = []
                for number in range(8):
                    for _ in range(PINGS_MOST // 2):
                        connection.handle_ping()
                    socket.come(frame(ping(str(number))))
                    assert connection.ping_timer is not None
                    connection.ping_timer.cancel()
                    connection.send_keepalive_ping()
                    asked.append(connection.pong_timer is not None)
                    if connection.pong_timer is not None:
                        connection.pong_timer.cancel()
                        connection.pong_timer = None
                        connection._pings = 0
                        connection.schedule_ping()
                assert asked == [False] * UNASKED_MOST + [True] + [False] * UNASKED_MOST + [True]
                assert not connection.transport.is_closing()

    run(check())


def test_a_closed_socket_waits_for_no_garbage_collection(tmp_path: Path) -> None:
    """Without any collection, connections that have closed are gone."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann:
            code = (await ann.create(THREE)).table.code
            made: list[weakref.ref[SocketConnection]] = []
            gc.collect()
            gc.disable()
            try:
                for _ in range(5):
                    async with ann.sit(code) as seat:
                        await seat.hint()
                        made += [weakref.ref(socket) for socket in sockets_of(server)]
                await until(lambda: all(socket() is None for socket in made))
            finally:
                gc.enable()
            assert len(made) >= 5

    run(check())
