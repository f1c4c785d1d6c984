"""What requests and messages cost is measured and charged, and a few requests of an address are done at a time."""

import asyncio
import json
import time
from pathlib import Path

import pytest
from sqlalchemy import text
from websockets.asyncio.client import connect

from kilowatt import protocol as wire
from kilowatt.client import Client
from kilowatt.host import importing
from kilowatt.host.errors import Denied
from kilowatt.protocol import CreateTable
from kilowatt.server.http.request_turns import AT_ONCE, RequestTurns
from kilowatt.server.http.socket_handlers import HANDLED, Handled
from kilowatt.server.limits import LIMITS
from kilowatt.server.monitoring.meter import METER, UNSEEN, Meter, Metered
from kilowatt.server.tables.reading import lists
from tests.server.kit import Running, plain_http, run, serving, sqlite
from tests.server.seats import TWO

WORK = 0.06


def work_hard(seconds: float = WORK) -> None:
    """Use so much processor time of this thread."""
    until = time.thread_time() + seconds
    while time.thread_time() < until:
        pass


def left(server: Running) -> float:
    """Return what is left of the budget of this machine's address."""
    return server.server.limits._left(("work_address", "127.0.0.1"))


def stop_clock(server: Running) -> None:
    """Let no budget refill from now on."""
    now = time.monotonic()
    server.server.limits.clock = lambda: now


def test_steps_on_the_loop_and_work_in_threads_are_counted() -> None:
    """A meter has the time of a coroutine's own steps, of its threads, and nothing of what it waits for."""

    async def work() -> str:
        work_hard(0.02)
        await asyncio.sleep(0)
        meter = METER.get()
        assert meter is not None
        work_hard(0.02)
        try:
            await asyncio.wait_for(asyncio.sleep(10), 0.001)
        except TimeoutError:
            work_hard(0.02)
        return meter.address

    async def check() -> None:
        meter = Meter("here", 50.0)
        assert await Metered(meter, work()) == "here"
        assert 0.06 <= meter.seconds < 0.12
        assert meter.owed == meter.seconds * 1000 * UNSEEN - 50.0
        assert METER.get() is None

    run(check())


@pytest.mark.parametrize("beside", [False, True])
def test_a_list_that_takes_long_is_charged_what_it_takes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, beside: bool
) -> None:
    """A request is charged the time it used, whatever was taken for it beforehand."""
    real = lists.list_tables

    async def check() -> None:
        async with serving(sqlite(tmp_path), limits=1.0) as server, plain_http(server.url) as http:

            async def slow(*args: object) -> object:
                if beside:
                    await server.server.workers.do("127.0.0.1", work_hard)
                else:
                    work_hard()
                return await real(*args)  # type: ignore[arg-type]

            monkeypatch.setattr(lists, "list_tables", slow)
            stop_clock(server)
            for wanted in ("open", "mine", "watch"):
                before = left(server)
                assert (await http.get("/api/tables", params={"filter": wanted})).status_code == 200
                assert before - left(server) >= WORK * 1000

    run(check())


def test_work_beside_the_loop_that_ends_with_a_refusal_is_charged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A record that is refused at its end has cost as much as one that is accepted."""

    def refuse(*_: object) -> None:
        work_hard()
        raise Denied("bad_record", entry=1, reason="its last line")

    monkeypatch.setattr(importing, "checked_record", refuse)

    async def check() -> None:
        async with serving(sqlite(tmp_path), limits=1.0) as server, plain_http(server.url) as http:
            stop_clock(server)
            before = left(server)
            assert (await http.post("/api/import", json={"record": "{}"})).status_code == 400
            assert before - left(server) >= WORK * 1000

    run(check())


def test_what_the_thread_of_a_connection_does_is_charged(tmp_path: Path) -> None:
    """Statements of SQLite run in a thread; their time is that of the request that waits for them."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server:

            async def ask() -> None:
                async with server.server.store.reading() as connection:
                    raw = (await connection.get_raw_connection()).driver_connection
                    assert raw is not None
                    await raw.create_function("hard", 0, work_hard)
                    await connection.execute(text("select hard()"))

            meter = Meter()
            await Metered(meter, ask())
            assert meter.seconds >= WORK

    run(check())


def test_a_message_is_charged_what_it_takes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A message of a socket too, to its device and its address."""

    async def slow(*_: object) -> None:
        work_hard()

    monkeypatch.setitem(HANDLED, wire.Chat, Handled(slow, 2.0))

    async def check() -> None:
        async with serving(sqlite(tmp_path), limits=1.0) as server, Client(server.url) as ann:
            code = (await ann.create(CreateTable("recharged/germany", TWO))).table.code
            stop_clock(server)
            url = f"{server.url.replace('http', 'ws', 1)}/api/tables/{code}/socket"
            headers = {"cookie": f"kilowatt_device={ann.token}"}
            async with connect(url, proxy=None, additional_headers=headers) as socket:
                await socket.send('{"type":"hello"}')
                before = left(server)
                await socket.send('{"type":"chat","text":"la"}')
                await socket.send('{"type":"ping","id":"1"}')
                while json.loads(await socket.recv()) != {"type": "pong", "id": "1"}:
                    pass
                assert before - left(server) >= WORK * 1000

    run(check())


def test_requests_of_an_address_take_turns() -> None:
    """Only a few requests of one address are worked on at a time; others wait in order, other addresses do not."""

    async def check() -> None:
        turns = RequestTurns(unlimited=False)
        working: list[int] = []
        most = 0
        go_on = asyncio.Event()

        async def ask(number: int) -> None:
            nonlocal most
            async with turns.turn("one", complete=True) as turn:
                working.append(number)
                most = max(most, len(working))
                await go_on.wait()
                working.remove(number)
                turn.end()

        asked = [asyncio.create_task(ask(number)) for number in range(12)]
        await asyncio.sleep(0)
        assert working == list(range(AT_ONCE))
        async with asyncio.timeout(1), turns.turn("two", complete=True):
            pass
        asked[AT_ONCE].cancel()
        go_on.set()
        await asyncio.gather(*asked, return_exceptions=True)
        assert most == AT_ONCE
        assert (turns._working, turns._waiting) == ({}, {})

    run(check())


def test_a_slow_body_holds_no_turn(tmp_path: Path) -> None:
    """Clients that send their bodies slowly, or not at all, keep nobody at their address from being answered."""

    async def check() -> None:
        async with serving(sqlite(tmp_path), limits=1.0) as server, plain_http(server.url) as http:
            port = int(server.url.rsplit(":", 1)[1])
            head = (
                b"POST /api/quick HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{"
            )
            open_ones = [await asyncio.open_connection("127.0.0.1", port) for _ in range(AT_ONCE + 2)]
            for _, writer in open_ones:
                writer.write(head)
                await writer.drain()
            async with asyncio.timeout(5):
                assert (await http.get("/api/levels")).status_code == 200
            for _, writer in open_ones:
                writer.close()

    run(check())
    assert LIMITS["address"].burst > AT_ONCE
