"""Floods: one address sends one kind of message as fast as it can, and a bystander's pings are timed meanwhile.

    python -m bench.flood --seconds 5 --sockets 12

The server runs with its limits on. The flooder comes from 127.0.0.2, the bystander from 127.0.0.1, so that each has its
own address, and each has its own process, so that the bystander does not time the flooder. A row per kind: the
bystander's p50 and p99, what was answered and refused per second, and the server's share of a core. `silent` are
connections that send nothing, `stalled` sockets that read nothing, `routes` requests for every route of
`http/route_table.py` in turn, 32 at a time, some without a cookie, some with an odd Host. `everything` is
all of this at once. The server has 100 open tables, a finished game and a group.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import secrets
import socket
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection

from bench import every_route
from bench.driving import at, cpu, free_port, open_socket, scrape, start, stop

FLOODER = "127.0.0.2"
MESSAGES = every_route.messages()
ROUTES, EVERYTHING = "routes", "everything"
REQUESTS_AT_ONCE = 32
ODD_HOSTS, NO_COOKIE = 0.2, 0.33
TABLES = 100
TABLE = {"ruleset": "recharged/germany", "seats": [{"kind": "person", "name": name} for name in "ABC"]}


async def from_elsewhere(url: str, code: str, token: str) -> ClientConnection:
    """Open a socket from the flooder's address."""
    host, port = url.removeprefix("http://").split(":")
    plain = socket.socket()
    plain.settimeout(0)
    plain.bind((FLOODER, 0))
    await asyncio.get_running_loop().sock_connect(plain, (host, int(port)))
    return await open_socket(url, code, token, sock=plain)


async def pings(one: ClientConnection, until: float) -> list[float]:
    """Time a bystander's pings, twenty per second."""
    times: list[float] = []
    while time.perf_counter() < until:
        began = time.perf_counter()
        name = secrets.token_hex(4)
        await one.send(json.dumps({"type": "ping", "id": name}))
        while json.loads(await one.recv()).get("id") != name:
            pass
        times.append(time.perf_counter() - began)
        await asyncio.sleep(0.05)
    return times


async def flood(one: ClientConnection, message: dict[str, Any], until: float, counts: dict[str, int]) -> None:
    """Send a message over and over."""

    async def read() -> None:
        with contextlib.suppress(Exception):
            async for raw in one:
                counts["refused" if b'"refused"' in raw[:24].encode() else "answered"] += 1  # type: ignore[union-attr]

    reading = asyncio.create_task(read())
    number = 0
    with contextlib.suppress(Exception):
        while time.perf_counter() < until:
            number += 1
            named = dict(message)
            if message["type"] in ("quote", "history", "entries", "hint", "ping"):
                named["id"] = str(number)
            if message["type"] in ("act", "undo"):
                named["key"] = str(number)
            async with asyncio.timeout(max(0.01, until - time.perf_counter())):
                await one.send(json.dumps(named))
            if number % 20 == 0:
                await asyncio.sleep(0)
    reading.cancel()


async def ask_everything(url: str, place: every_route.Place, until: float, counts: dict[str, int]) -> None:
    """Ask for every route in turn, many at a time."""
    made = list(every_route.requests(place).values())
    chance = random.Random(1)
    limits = httpx.Limits(max_connections=REQUESTS_AT_ONCE)
    transport = httpx.AsyncHTTPTransport(local_address=FLOODER, limits=limits)

    async def ask(http: httpx.AsyncClient) -> None:
        while time.perf_counter() < until:
            request = chance.choice(made)
            headers = {name: value for name, value in request.headers.items() if name != "host"}
            if chance.random() < ODD_HOSTS:
                headers["host"] = f"localhost:{'1' * 2300}"
            if chance.random() < NO_COOKIE:
                http.cookies.clear()
            with contextlib.suppress(httpx.HTTPError):
                answer = await http.request(
                    request.method, request.url.raw_path.decode(), content=request.content, headers=headers
                )
                counts["refused" if answer.status_code == httpx.codes.TOO_MANY_REQUESTS else "answered"] += 1

    async with httpx.AsyncClient(base_url=url, transport=transport, timeout=60) as http:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(until - time.perf_counter() + 1):
                await asyncio.gather(*(ask(http) for _ in range(REQUESTS_AT_ONCE)))


async def as_flooder(asked: argparse.Namespace) -> None:
    """Flood a server, and print what came back."""
    url, code, token, kind, written = asked.as_flooder
    place = every_route.Place(**json.loads(written))
    counts = {"answered": 0, "refused": 0}
    held: list[Any] = []
    if kind == ROUTES:
        print("ready", flush=True)
        await ask_everything(url, place, time.perf_counter() + asked.seconds, counts)
    elif kind == EVERYTHING:
        held = [await from_elsewhere(url, code, token) for _ in MESSAGES]
        for one in held:
            await one.send('{"type":"hello"}')
        print("ready", flush=True)
        until = time.perf_counter() + asked.seconds
        floods = [flood(one, message, until, counts) for one, message in zip(held, MESSAGES.values(), strict=True)]
        await asyncio.gather(ask_everything(url, place, until, counts), *floods)
    elif kind == "silent":
        print("ready", flush=True)
        port = int(url.rsplit(":", 1)[1])
        for _ in range(asked.sockets * 100):
            with contextlib.suppress(OSError):
                held.append(await asyncio.open_connection("127.0.0.1", port, local_addr=(FLOODER, 0)))
        await asyncio.sleep(asked.seconds)
    elif kind != "nothing":
        held = [await from_elsewhere(url, code, token) for _ in range(asked.sockets)]
        for one in held:
            await one.send('{"type":"hello"}')
        print("ready", flush=True)
        until = time.perf_counter() + asked.seconds
        if kind == "stalled":
            for one in held:
                one.transport.pause_reading()
            await flood(held[0], MESSAGES["chat"], until, counts)
        else:
            await asyncio.gather(*[flood(one, MESSAGES[kind], until, counts) for one in held])
    else:
        print("ready", flush=True)
    print(json.dumps(counts), flush=True)


async def make_table(url: str, token: str, address: str) -> str:
    """Make a table from an address."""
    transport = httpx.AsyncHTTPTransport(local_address=address)
    headers = {"cookie": f"kilowatt_device={token}"}
    async with httpx.AsyncClient(base_url=url, transport=transport, headers=headers, timeout=60) as http:
        made = await http.post("/api/tables", json=TABLE)
        made.raise_for_status()
        code: str = made.json()["table"]["code"]
        return code


async def one_kind(asked: argparse.Namespace, kind: str, folder: Path) -> str:
    """Measure one kind against a fresh server, and write its row."""
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    database = f"sqlite:///{folder / f'{kind}.db'}"
    server, _ = await start(database, port)
    try:
        async with httpx.AsyncClient(base_url=url, trust_env=False, timeout=60) as http:
            place = await every_route.prepare(http, TABLES)
    finally:
        await stop(server)
    server, _ = await start(database, port, KILOWATT_LIMITS="1", KILOWATT_IDLE="300")
    try:
        mine, other = secrets.token_urlsafe(16), secrets.token_urlsafe(16)
        bystander = await open_socket(url, await make_table(url, mine, "127.0.0.1"), mine)
        await bystander.send('{"type":"hello"}')
        code = await make_table(url, other, FLOODER)
        flooder = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bench.flood", "--seconds", str(asked.seconds), "--sockets", str(asked.sockets)),
            *("--as-flooder", url, code, other, kind, json.dumps(place._asdict())),
            stdout=asyncio.subprocess.PIPE,
        )
        assert flooder.stdout is not None  # noqa: S101 - it is a pipe
        await flooder.stdout.readline()
        busy = cpu(server.pid)
        times = await pings(bystander, time.perf_counter() + asked.seconds)
        counts = json.loads(await flooder.stdout.readline())
        await flooder.wait()
        cores = (cpu(server.pid) - busy) / asked.seconds
        refused = sum(value for name, value in (await scrape(url)).items() if name.startswith("kilowatt_refused"))
        row = (
            f"| {kind} | {at(times, 0.5):.1f} | {at(times, 0.99):.1f} | {counts['answered'] / asked.seconds:.0f} "
            f"| {refused / asked.seconds:.0f} | {cores:.2f} |"
        )
    finally:
        await stop(server)
    return row


async def measure(asked: argparse.Namespace, folder: Path) -> None:
    """Measure every kind, and print a table."""
    print(f"load {os.getloadavg()[0]:.1f}, {asked.sockets} sockets, {asked.seconds:g} s per kind")
    print("| flood | bystander p50 ms | p99 ms | answered/s | refused/s | server cores |")
    print("|:--|--:|--:|--:|--:|--:|", flush=True)
    for kind in asked.kinds or ["nothing", *MESSAGES, "silent", "stalled", ROUTES, EVERYTHING]:
        print(await one_kind(asked, kind, folder), flush=True)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=8.0)
    parser.add_argument("--sockets", type=int, default=12)
    parser.add_argument("kinds", nargs="*", help="kinds of flood; default: all")
    parser.add_argument("--as-flooder", nargs=5, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.as_flooder:
        asyncio.run(as_flooder(asked))
        return
    with tempfile.TemporaryDirectory(prefix="kilowatt-flood-", ignore_cleanup_errors=True) as folder:
        asyncio.run(measure(asked, Path(folder)))


if __name__ == "__main__":
    main()
