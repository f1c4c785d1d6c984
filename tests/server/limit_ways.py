"""Ways to exceed every limit over a real server, and the numbers that each limit must have."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from kilowatt.host.errors import Denied
from tests.server.kit import Clock, Running, plain_http, until

Once = Callable[[int], Awaitable[bool]]
"""Does what a limit counts, for the first, second, ... time; returns whether it was allowed."""
TABLE = {"ruleset": "recharged/germany", "seats": [{"kind": "person", "name": name} for name in "AB"]}
WAITING = {"ruleset": "recharged/germany", "seats": [{"kind": "person", "name": "A"}, {"kind": "open"}]}
KEY = "k" * 32
WRITTEN = {"type": "write", "key": "k", "expect": 0, "lines": 0, "changes": [{"at": 0}]}
GOLDEN = Path(__file__).parents[1] / "golden"


class Stage:
    """A server with limits and a clock that stands still, and the devices at one address that exceed them."""

    def __init__(self, server: Running, clock: Clock, stack: AsyncExitStack) -> None:
        self.server = server
        self.clock = clock
        self.stack = stack
        self.devices: list[httpx.AsyncClient] = []
        self.sockets: dict[int, ClientConnection] = {}
        self.free: Callable[[], Awaitable[None]] | None = None
        """Gives one back, where a limit counts what there is at once."""

    async def device(self, number: int) -> httpx.AsyncClient:
        """Return a device, with its cookie."""
        while len(self.devices) <= number:
            http = await self.stack.enter_async_context(plain_http(self.server.url))
            assert (await http.get("/api/levels")).status_code == 200
            self.devices.append(http)
        return self.devices[number]

    async def table(self, plan: dict[str, Any]) -> str:
        """Make a table of the first device."""
        answer = await (await self.device(0)).post("/api/tables", json=plan)
        return str(answer.json()["table"]["code"])

    def post(self, path: str, body: Any = None, each: int = 1_000_000, **fields: str) -> Once:
        """Post the same again and again; the next device takes over after each so many."""

        async def once(number: int) -> bool:
            sent = {**(body or {}), **{name: text.format(number) for name, text in fields.items()}} or None
            return await allowed((await self.device(number // each)).post(path, json=sent))

        return once

    def url(self, code: str) -> str:
        """Return the address of a table's socket."""
        return f"{self.server.url.replace('http', 'ws', 1)}/api/tables/{code}/socket"

    def send(self, code: str, message: dict[str, Any], each: int = 1_000_000) -> Once:
        """Send the same message over a socket again and again; the next device takes over after each so many."""

        async def once(number: int) -> bool:
            device = number // each
            if device not in self.sockets:
                http = await self.device(device)
                headers = {"cookie": "; ".join(f"{name}={value}" for name, value in http.cookies.items())}
                opened = connect(self.url(code), proxy=None, additional_headers=headers, max_queue=None)
                self.sockets[device] = await self.stack.enter_async_context(opened)
                await self.sockets[device].send('{"type":"hello"}')
            socket = self.sockets[device]
            await socket.send(json.dumps(message))
            await socket.send(json.dumps({"type": "ping", "id": str(number)}))
            refused = False
            while True:
                answer = json.loads(await socket.recv())
                refused = refused or answer.get("code") == "too_many"
                if answer == {"type": "pong", "id": str(number)}:
                    return not refused

        return once


async def allowed(asked: Awaitable[httpx.Response]) -> bool:
    """Return whether a request was not refused for its number; what else is wrong with it does not count."""
    answer = await asked
    if answer.status_code != 429:
        return True
    assert (answer.json()["code"], answer.headers["retry-after"]) == ("too_many", "2")
    return False


# --- ways to exceed a limit ------------------------------------------------------------------------------------------


async def requests(stage: Stage) -> Once:
    """Ask for the same page with a cookie."""

    async def once(_: int) -> bool:
        return await allowed((await stage.device(0)).get("/api/levels"))

    return once


async def new_devices(stage: Stage) -> Once:
    """Ask without a cookie, so that every request is a new device."""
    http = await stage.stack.enter_async_context(plain_http(stage.server.url))

    async def once(_: int) -> bool:
        http.cookies.clear()
        return await allowed(http.get("/api/levels"))

    return once


def history(each: int) -> Callable[[Stage], Awaitable[Once]]:
    """Ask for what costs 20 ms of a device and 21.5 ms of its address."""

    async def prepare(stage: Stage) -> Once:
        async def once(number: int) -> bool:
            return await allowed((await stage.device(number // each)).get("/api/history"))

        return once

    return prepare


async def opened_sockets(stage: Stage) -> Once:
    """Open and close a socket."""
    url = stage.url(await stage.table(TABLE))

    async def once(_: int) -> bool:
        try:
            async with connect(url, proxy=None):
                return True
        except InvalidStatus:
            return False

    return once


async def open_sockets(stage: Stage) -> Once:
    """Open sockets that stay, slowly enough for the limit on opening them."""
    url = stage.url(await stage.table(TABLE))
    opened: list[ClientConnection] = []
    app: Any = stage.server.uvicorn_server.config.app

    async def free() -> None:
        await opened.pop(0).close()
        await until(lambda: sum(app.sockets._open.values()) == 249)

    async def once(_: int) -> bool:
        stage.clock.now += 1.0
        socket = await stage.stack.enter_async_context(connect(url, proxy=None))
        with contextlib.suppress(ConnectionClosed):
            await socket.send('{"type":"ping"}')
        answer = json.loads(await socket.recv())
        if answer["type"] == "pong":
            opened.append(socket)
            return True
        assert answer["code"] == "too_many"
        return False

    stage.free = free
    return once


async def open_connections(stage: Stage) -> Once:
    """Open connections that stay, slowly enough for the limit on requests."""
    stage.server.uvicorn_server.config.timeout_keep_alive = 3600
    port = int(stage.server.url.rsplit(":", 1)[1])
    opened: list[asyncio.StreamWriter] = []
    app: Any = stage.server.uvicorn_server.config.app

    async def free() -> None:
        opened.pop(0).close()
        await until(lambda: app.connections.total == 399)

    async def once(_: int) -> bool:
        stage.clock.now += 1.0
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        stage.stack.callback(writer.close)
        try:
            writer.write(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
            line = await reader.readline()
        except ConnectionError:
            return False
        if line:
            opened.append(writer)
        return bool(line)

    stage.free = free
    return once


def pictures(each: int) -> Callable[[Stage], Awaitable[Once]]:
    """Ask for pictures of moments that nobody has asked for."""

    async def prepare(stage: Stage) -> Once:
        code = await stage.table(WAITING)

        async def once(number: int) -> bool:
            return await allowed((await stage.device(number // each)).get(f"/picture/{code}.png?at={number}"))

        return once

    return prepare


def at_table(path: str, body: dict[str, Any], each: int = 1_000_000) -> Callable[[Stage], Awaitable[Once]]:
    """Post to a table."""

    async def prepare(stage: Stage) -> Once:
        return stage.post(f"/api/tables/{await stage.table(TABLE)}/{path}", body, each)

    return prepare


def posted(path: str, body: Any = None, each: int = 1_000_000, **fields: str) -> Callable[[Stage], Awaitable[Once]]:
    """Post to the server; a field may contain the number of the time."""

    async def prepare(stage: Stage) -> Once:
        return stage.post(path, body, each, **fields)

    return prepare


def sent(message: dict[str, Any], each: int = 1_000_000) -> Callable[[Stage], Awaitable[Once]]:
    """Send a message to a table that waits for players, where a hint is answered at once."""

    async def prepare(stage: Stage) -> Once:
        return stage.send(await stage.table(WAITING), message, each)

    return prepare


async def hints_that_wait(stage: Stage) -> Once:
    """Ask for hints while the adviser thinks about the first."""
    ends: list[asyncio.Event] = []

    async def slow(*_: object) -> None:
        ends.append(asyncio.Event())
        await ends[-1].wait()
        raise Denied("waiting")

    patch = stage.stack.enter_context(pytest.MonkeyPatch.context())
    patch.setattr("kilowatt.server.tables.reading.hints.Hints.hint", slow)
    app: Any = stage.server.uvicorn_server.config.app

    async def free() -> None:
        ends[0].set()
        await until(lambda: sum(app.sockets.handlers._advising.values()) == 7)

    async def release() -> None:
        for end in ends:
            end.set()

    stage.stack.push_async_callback(release)
    stage.free = free
    return stage.send(await stage.table(WAITING), {"type": "hint", "id": "1"})


async def trials(stage: Stage) -> Once:
    """Ask for trials of a board; the bots that would play it are not started."""
    return await trials_by(1_000_000)(stage)


def trials_by(each: int) -> Callable[[Stage], Awaitable[Once]]:
    """Ask for trials of a board from devices that take turns."""

    async def prepare(stage: Stage) -> Once:
        def start(*_: object) -> None:
            raise Denied("trial_runs")

        stage.server.server.trials.start = start  # type: ignore[method-assign,assignment]
        board = (await (await stage.device(0)).get("/api/workshop/copy?ruleset=recharged/germany")).json()["board"]
        return stage.post("/api/trials", {"board": board, "seats": 4}, each)

    return prepare


async def trials_at_once(stage: Stage) -> Once:
    """Begin trials from many devices; the bots never move."""
    running = stage.server.server.trials
    patch = stage.stack.enter_context(pytest.MonkeyPatch.context())
    end = asyncio.Event()

    async def wait(*_: object) -> None:
        await end.wait()

    patch.setattr("kilowatt.server.thinking.trials.Trials._run", wait)
    stage.stack.callback(end.set)
    board = (await (await stage.device(0)).get("/api/workshop/copy?ruleset=recharged/germany")).json()["board"]

    async def free() -> None:
        del running._trials[next(iter(running._trials))]

    stage.free = free
    return stage.post("/api/trials", {"board": board, "seats": 4}, 1)


async def reviews_at_once(stage: Stage) -> Once:
    """Ask for reviews of finished games, which are never ready."""
    patch = stage.stack.enter_context(pytest.MonkeyPatch.context())
    end = asyncio.Event()

    async def wait(*_: object) -> None:
        await end.wait()

    patch.setattr("kilowatt.server.tables.reading.reviews.Reviews._make", wait)
    stage.stack.callback(end.set)
    record = (GOLDEN / "original-korea-2-step3.jsonl").read_text(encoding="utf-8")
    device = await stage.device(0)
    made = [await device.post("/api/import", json={"record": record}) for _ in range(11)]
    codes = [answer.json()["table"]["code"] for answer in made]
    reviews = stage.server.server.tables.reviews

    async def free() -> None:
        del reviews.jobs[next(iter(reviews.jobs))]

    async def once(number: int) -> bool:
        return await allowed(device.get(f"/api/tables/{codes[number]}/review"))

    stage.free = free
    return once


class Way(NamedTuple):
    """How a limit is exceeded, and its numbers."""

    allowed: int
    wait: float
    """Seconds after which a few more are allowed; 0 where one must be given back."""
    prepare: Callable[[Stage], Awaitable[Once]]
    more: int = 1


RECORD = {"record": "nonsense"}
NOWHERE = {"language": "en", "zone": "Nowhere"}
LINES = {"lines": [1]}
MAIL = "/api/notifications/mail"
LEAVE = "/api/groups/ABCDEFGH/leave"
WAYS = {
    "request": Way(120, 0.051, requests),
    "address": Way(400, 1 / 60 + 0.0001, new_devices),
    "work": Way(75, 0.21, history(1_000)),
    # each of three devices has made a request before, and each request costs 1.5 ms before its own 20 ms
    "work_address": Way(185, 1.0, history(75), 12),
    "socket": Way(60, 0.21, opened_sockets),
    "make": Way(20, 5.1, posted("/api/import", RECORD)),
    "make_address": Way(60, 1.1, posted("/api/import", RECORD, 20)),
    "guess": Way(30, 2.1, posted("/api/notifications/mail/stop", {"key": KEY})),
    "join": Way(6, 10.1, at_table("join", {"name": "Eve"})),
    "join_address": Way(12, 5.1, at_table("join", {"name": "Eve"}, 6)),
    "chat": Way(8, 2.1, sent({"type": "chat", "text": "hi"})),
    "chat_address": Way(20, 1.1, sent({"type": "chat", "text": "hi"}, 8)),
    "write": Way(40, 0.6, sent(WRITTEN)),
    "write_address": Way(120, 0.2, sent(WRITTEN, 40)),
    "moderate": Way(30, 1.1, at_table("moderate", {"do": "remove", "who": "seat-1"})),
    "report": Way(5, 51.0, at_table("report", LINES)),
    "report_address": Way(10, 20.1, at_table("report", LINES, 5)),
    "notify": Way(20, 5.1, posted("/api/notifications", NOWHERE)),
    "notify_address": Way(60, 1.1, posted("/api/notifications", NOWHERE, 20)),
    "mail": Way(3, 1001.0, posted(MAIL, mail="n{}@example.org")),
    "mail_address": Way(10, 201.0, posted(MAIL, None, 3, mail="n{}@example.org")),
    "mail_to": Way(2, 5001.0, posted(MAIL, {"mail": "anna@example.org"})),
    "profile": Way(30, 5.1, posted("/api/profile/code")),
    "name": Way(20, 601.0, posted("/api/profile", {"name": "You"})),
    "group": Way(20, 10.1, posted(LEAVE)),
    "group_address": Way(60, 2.1, posted(LEAVE, None, 20)),
    "bot": Way(20, 10.1, posted("/api/bots/ABCDEFGH/revoke")),
    "bot_address": Way(60, 2.1, posted("/api/bots/ABCDEFGH/revoke", None, 20)),
    "picture": Way(12, 2.1, pictures(1_000)),
    "picture_address": Way(40, 0.51, pictures(12)),
    "board": Way(10, 51.0, posted("/api/boards", {"board": {}})),
    "board_address": Way(30, 10.1, posted("/api/boards", {"board": {}}, 10)),
    "trial": Way(3, 201.0, trials),
    "trial_address": Way(10, 51.0, trials_by(3)),
    "hint": Way(30, 1.1, sent({"type": "hint", "id": "1"})),
    "hint_address": Way(60, 0.51, sent({"type": "hint", "id": "1"}, 30)),
    "hints_waiting": Way(8, 0.0, hints_that_wait),
    "reviews_waiting": Way(8, 0.0, reviews_at_once),
    "trials_waiting": Way(2, 0.0, trials_at_once),
    "sockets": Way(250, 0.0, open_sockets),
    "connections": Way(400, 0.0, open_connections),
}
