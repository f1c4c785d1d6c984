"""Floods and stalls on real sockets: what one client sends or does not read holds up nobody else."""

import asyncio
import contextlib
import json
import logging
import resource
from pathlib import Path
from typing import get_args

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from kilowatt.client import Client
from kilowatt.protocol import ClientMessage
from kilowatt.server.http import connections, gate, sockets
from kilowatt.server.http.socket_handlers import HANDLED
from kilowatt.server.limits import LIMITS, Limits
from kilowatt.server.monitoring import bursts, meter
from tests.server.kit import Clock, port_of, run, serving, sqlite, until
from tests.server.seats import THREE


def test_every_kind_of_message_has_a_handler_and_a_cost() -> None:
    """Every message is handled, and none is free: each takes time from the budgets of its device and its address."""
    assert set(HANDLED) == set(get_args(ClientMessage))
    assert min(handled.cost for handled in HANDLED.values()) > 0


def test_a_budget_is_of_a_device_and_of_its_address() -> None:
    """A device that has used its time up is refused while others are served, until their address has used its own."""
    clock = Clock()
    limits = Limits(1.0, clock=clock)
    rate, most, *_ = LIMITS["work"]
    assert limits.work("ann", "home", most)
    assert not limits.work("ann", "home", 2.0)
    assert limits.work("bob", "home", 2.0)
    clock.now += 10.0 / rate
    assert limits.work("ann", "home", 9.0)
    limits.worked("bob", "home", LIMITS["work_address"].burst)
    assert not limits.work("carl", "home", 2.0)
    assert limits.work("dora", "elsewhere", 2.0)


def test_what_was_taken_elsewhere_counts_here() -> None:
    """A process that hears what another gave takes it from its own bucket, and does not report it again."""
    clock = Clock()
    here, there = Limits(1.0, clock=clock), Limits(1.0, clock=clock)
    while there.take("make", "ann"):
        pass
    for kind, who, amount in there.taken():
        here.charge(kind, who, amount, here=False)
    assert not here.take("make", "ann")
    assert here.taken() == []
    assert there.taken() == []


def test_a_flood_is_read_in_turn_with_everybody_else(tmp_path: Path) -> None:
    """A bystander's ping is answered while most of a flood that came before it still waits."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann, Client(server.url) as bob:
            code = (await ann.create(THREE)).table.code
            answers = 0

            def counted(message: object, _: bytes) -> None:
                nonlocal answers
                answers += type(message).__name__ == "Quoted"

            async with ann.sit(code) as flood, bob.sit(code) as bystander:
                flood.on_message = counted
                quote = {"type": "quote", "seat": 0, "fills": True, "why": True}
                for number in range(300):
                    await flood.send_raw(json.dumps({**quote, "id": str(number)}))
                await bystander.ping()
                assert answers < 150
                await flood.until(lambda: answers == 300)

    run(check())


def test_a_socket_beyond_its_budget_is_refused_and_read_slowly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond the budget every message is refused by code, the socket rests, and later the client is served again."""
    monkeypatch.setattr(sockets, "PAUSES", (0.01,))
    # hardly refilled, so that it does not matter how long the test takes
    monkeypatch.setitem(LIMITS, "work", LIMITS["work"]._replace(rate=0.001, burst=20.0))
    monkeypatch.setattr(meter, "UNSEEN", 0.0)

    async def check() -> None:
        async with serving(sqlite(tmp_path), limits=1.0) as server, Client(server.url) as ann:
            code = (await ann.create(THREE)).table.code
            async with ann.sit(code) as seat:
                refused: list[str] = []
                seat.on_message = lambda message, _: refused.append(getattr(message, "code", ""))
                for number in range(200):
                    await seat.send_raw(json.dumps({"type": "ping", "id": str(number)}))
                await seat.until(lambda: len(refused) == 200)
                assert "too_many" in refused
                assert server.server.metrics.counts['refused{limit="work"}'] == refused.count("too_many")
                monkeypatch.setitem(LIMITS, "work", LIMITS["work"]._replace(rate=1_000_000.0, burst=20.0))
                await seat.ping()

    run(check())


@pytest.mark.thorough
def test_a_reader_that_takes_nothing_is_cut_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A client that reads nothing is disconnected when too many bytes wait for it, and its viewer is gone."""
    monkeypatch.setattr(connections, "WAITING_BYTES", 200_000)

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann:
            code = (await ann.create(THREE)).table.code
            address = f"{server.url.replace('http', 'ws', 1)}/api/tables/{code}/socket"
            async with connect(address, proxy=None) as stalled:
                await stalled.send('{"type":"hello"}')
                await stalled.recv()
                stalled.transport.pause_reading()
                room = server.server.registry.rooms[code]
                (viewer,) = room.viewers
                for _ in range(1_000):
                    viewer.send(b"x" * 50_000)
                assert viewer.gone
                await until(lambda: not room.viewers)
                assert server.server.metrics.counts['viewers_cut{why="bytes"}'] == 1

    run(check())


@pytest.mark.thorough
def test_a_stalled_reader_is_cut_off_after_a_while(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A client that takes nothing for long is disconnected, however little waits for it."""
    monkeypatch.setattr(connections, "STALLED_SECONDS", 0.2)
    monkeypatch.setattr(connections, "WAITING_BYTES", 100_000_000)

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann:
            code = (await ann.create(THREE)).table.code
            address = f"{server.url.replace('http', 'ws', 1)}/api/tables/{code}/socket"
            async with connect(address, proxy=None) as stalled:
                await stalled.send('{"type":"hello"}')
                await stalled.recv()
                stalled.transport.pause_reading()
                room = server.server.registry.rooms[code]
                (viewer,) = room.viewers
                viewer.send(b"x" * 20_000_000)
                await until(lambda: not room.viewers)
                assert server.server.metrics.counts['viewers_cut{why="time"}'] == 1

    run(check())


def test_a_socket_without_hello_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A socket that never says hello is closed with a code that says so."""
    monkeypatch.setattr(sockets, "HELLO_SECONDS", 0.2)

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann:
            code = (await ann.create(THREE)).table.code
            address = f"{server.url.replace('http', 'ws', 1)}/api/tables/{code}/socket"
            async with connect(address, proxy=None) as silent:
                with pytest.raises(ConnectionClosed):
                    await asyncio.wait_for(silent.recv(), 20)
                assert silent.close_code == sockets.TOO_SLOW

    run(check())


async def ended(reader: asyncio.StreamReader) -> bool:
    """Return whether the other end has closed a connection."""
    with contextlib.suppress(ConnectionError):
        return await asyncio.wait_for(reader.read(), 20) == b""
    return True


def test_a_silent_connection_is_closed_soon(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A connection that sends no request, or only the beginning of one, is closed after a few seconds."""
    monkeypatch.setattr(connections, "HEADER_SECONDS", 0.2)

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server:
            for sent in (b"", b"GET /healthz HTTP/1.1\r\nHost: x\r\nX-A: "):
                reader, writer = await asyncio.open_connection("127.0.0.1", port_of(server.url))
                writer.write(sent)
                assert await ended(reader)
                writer.close()

    run(check())


def test_a_body_that_does_not_come_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A request whose body never arrives is answered with a code, and its connection does not wait forever."""
    monkeypatch.setattr(gate, "BODY_SECONDS", 0.2)

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server:
            reader, writer = await asyncio.open_connection("127.0.0.1", port_of(server.url))
            head = (
                "POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n"
            )
            writer.write(head.encode())
            assert b"408" in await asyncio.wait_for(reader.readline(), 20)
            writer.close()

    run(check())


def test_an_address_has_only_so_many_connections(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Connections beyond the limit are cut at once, with one line in the log; when others end there is room again."""
    monkeypatch.setitem(LIMITS, "connections", LIMITS["connections"]._replace(burst=5.0))
    monkeypatch.setattr(bursts, "QUIET", 0.1)

    async def check() -> None:
        async with serving(sqlite(tmp_path), limits=1.0) as server:
            silent = [await asyncio.open_connection("127.0.0.1", port_of(server.url)) for _ in range(5)]
            beyond = [await asyncio.open_connection("127.0.0.1", port_of(server.url)) for _ in range(30)]
            assert all(await asyncio.gather(*[ended(reader) for reader, _ in beyond]))
            for _, writer in [*silent, *beyond]:
                writer.close()
            gate_ = server.uvicorn_server.config.app
            await until(lambda: not gate_.connections.total)  # type: ignore[union-attr]
            async with Client(server.url) as ann:
                assert await ann.rulesets()

    with caplog.at_level(logging.WARNING):
        run(check())
    lines = [row for row in caplog.records if row.getMessage() == "connections refused"]
    assert 1 <= len(lines) <= 3
    assert sum(row.fields["times"] for row in lines) <= 30  # type: ignore[attr-defined]


def test_running_out_of_file_handles_is_one_line(caplog: pytest.LogCaptureFixture) -> None:
    """Errors that asyncio repeats for every connection it cannot accept are logged once per burst, without traces."""

    async def check() -> None:
        errors = bursts.LoopErrors(logging.getLogger("test"))
        context = {"message": "socket.accept() out of system resource", "exception": OSError(24, "too many")}
        for _ in range(2_000):
            errors(asyncio.get_running_loop(), context)

    with caplog.at_level(logging.WARNING):
        run(check())
    (line,) = caplog.records
    assert line.exc_info is None


def test_the_limit_of_open_files_is_raised(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    """The server raises its file handles to what the system allows, and says so when that is little."""
    asked: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "getrlimit", lambda _: (256, 1024))
    monkeypatch.setattr(resource, "setrlimit", lambda _, wanted: asked.append(wanted))
    assert connections.raise_file_limit() == 1024
    assert asked == [(1024, 1024)]
    assert "nofile" in caplog.text


def test_a_flood_of_ping_frames_is_cut_off(tmp_path: Path) -> None:
    """Ping frames, which no budget of messages sees, end the connection when they come in a flood."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann:
            code = (await ann.create(THREE)).table.code
            key = "GET /api/tables/%s/socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            more = "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
            reader, writer = await asyncio.open_connection("127.0.0.1", port_of(server.url))
            writer.write((key % code + more).encode())
            assert b"101" in await reader.readline()
            ping = b"\x89\x80\x00\x00\x00\x00"
            with contextlib.suppress(ConnectionError):
                for _ in range(1_000):
                    writer.write(ping * 100)
                    await writer.drain()
            assert await ended(reader)
            writer.close()
            assert server.server.metrics.counts['viewers_cut{why="pings"}'] == 1

    run(check())
