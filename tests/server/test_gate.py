"""The gate: who a request comes from, which hosts and bodies are accepted, and what every answer carries."""

import asyncio
import json
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from kilowatt.client import Client
from kilowatt.protocol import CreateTable
from kilowatt.server.http.hosts import host_name, is_host
from kilowatt.server.identity import COOKIE, SECURE_COOKIE, new_token
from tests.server.kit import plain_http, run, serving, sqlite
from tests.server.seats import TWO

JSON = {"content-type": "application/json"}


@pytest.mark.thorough
def test_a_forwarded_address_counts_only_behind_a_proxy(tmp_path: Path) -> None:
    """Without the setting `X-Forwarded-For` is ignored, also from loopback: its sender keeps one limit."""

    async def check() -> None:
        for proxied in (False, True):
            async with (
                serving(sqlite(tmp_path), limits=0.005, proxied=proxied) as server,
                plain_http(server.url) as http,
            ):
                statuses = set()
                for number in range(12):
                    http.cookies.clear()
                    answer = await http.get("/api/levels", headers={"x-forwarded-for": f"198.51.100.{number}"})
                    statuses.add(answer.status_code)
                assert statuses == ({200} if proxied else {200, 429})

    run(check())


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/quick", b'{"options":' + b"[" * 20_000 + b"]" * 20_000 + b"}"),
        ("/api/quick", b"[" * 30_000),
        ("/api/import", json.dumps({"record": "[" * 100_000}).encode()),
    ],
)
def test_deeply_nested_json_is_a_bad_request(tmp_path: Path, path: str, body: bytes) -> None:
    """A body nested deeper than the parser goes is refused by name, not answered as a fault of the server."""

    async def check() -> None:
        async with (
            serving(sqlite(tmp_path)) as server,
            plain_http(server.url) as http,
        ):
            answer = await http.post(path, content=body, headers=JSON)
            assert answer.status_code == 400
            assert "nested too deeply" in answer.json()["text"]

    run(check())


def test_only_listed_hosts_are_served(tmp_path: Path) -> None:
    """With a list of hosts a request by another name is refused, a socket too; health checks are not."""

    async def check() -> None:
        async with (
            serving(sqlite(tmp_path), hosts=("games.example", "127.0.0.1")) as server,
            plain_http(server.url) as http,
            Client(server.url) as ann,
        ):
            for host, status in (("games.example", 200), ("Games.Example:8443", 200), ("evil.example", 421)):
                assert (await http.get("/api/levels", headers={"host": host})).status_code == status
            assert (await http.get("/readyz", headers={"host": "evil.example"})).status_code == 200
            code = (await ann.create(CreateTable("recharged/germany", TWO))).table.code
            socket = f"{server.url.replace('http', 'ws', 1)}/api/tables/{code}/socket"
            port = int(server.url.rsplit(":", 1)[1])
            with pytest.raises(InvalidStatus):
                async with connect(
                    socket.replace("127.0.0.1", "evil.example"), host="127.0.0.1", port=port, proxy=None
                ):
                    pass
            async with connect(socket, proxy=None) as own:
                await own.send('{"type":"ping"}')
                assert "pong" in str(await own.recv())

    run(check())
    assert host_name("[::1]:8000") == "[::1]"


def test_answers_switch_off_what_the_page_does_not_use(tmp_path: Path) -> None:
    """Every answer forbids camera, microphone, location and the like to whatever runs in the page."""

    async def check() -> None:
        async with (
            serving(sqlite(tmp_path)) as server,
            plain_http(server.url) as http,
        ):
            for path in ("/", "/api/levels", "/api/tables/NOTABLE"):
                policy = (await http.get(path)).headers["permissions-policy"]
                assert {"camera=()", "microphone=()", "geolocation=()"} <= set(policy.split(", "))

    run(check())


def test_over_tls_the_cookie_belongs_to_the_host_alone(tmp_path: Path) -> None:
    """Over TLS the cookie is `__Host-` prefixed; a plain one counts and moves, but never beside a secure one."""
    secure = {"x-forwarded-proto": "https"}

    async def check() -> None:
        async with serving(sqlite(tmp_path), proxied=True) as server, Client(server.url) as ann:
            code = (await ann.create(CreateTable("recharged/germany", TWO))).table.code
            async with plain_http(server.url) as http:
                first = (await http.get("/api/levels", headers=secure)).headers["set-cookie"]
                assert first.startswith(f"{SECURE_COOKIE}=")
                assert {"Secure", "HttpOnly", "Path=/"} <= {part.strip() for part in first.split(";")}
                assert "Domain" not in first

                async def yours(cookie: str) -> tuple[list[int], str]:
                    http.cookies.clear()
                    answer = await http.get(f"/api/tables/{code}", headers={**secure, "cookie": cookie})
                    return answer.json()["yours"], answer.headers.get("set-cookie", "")

                seats, moved = await yours(f"{COOKIE}={ann.token}")
                assert seats == [0]
                assert moved.startswith(f"{SECURE_COOKIE}={ann.token};")
                assert await yours(f"{COOKIE}={new_token()}; {SECURE_COOKIE}={ann.token}") == ([0], "")

    run(check())


@pytest.mark.parametrize(
    "good", ["localhost", "a_b:8000", "games.example.org", "127.0.0.1:80", "[::1]:8000", "[fe80::1]"]
)
def test_a_host_is_a_name_and_a_port(good: str) -> None:
    """Names, addresses and ports as browsers send them are hosts."""
    assert is_host(good)


@pytest.mark.parametrize(
    "odd",
    ["", "a b", "localhost:" + "1" * 2300, "localhost:80/x", "x" * 254, "a:1:2", "user@host", "<b>", "[::1]x", "host:"],
)
def test_an_odd_host_is_refused_at_the_gate(tmp_path: Path, odd: str) -> None:
    """Whatever else a request names as its host reaches no route, with a list of hosts and without."""
    assert not is_host(odd)

    async def check() -> None:
        for hosts in ((), ("localhost",)):
            async with serving(sqlite(tmp_path), hosts=hosts) as server:
                port = int(server.url.rsplit(":", 1)[1])
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                head = f"GET /api/levels HTTP/1.1\r\nHost: {odd}\r\nConnection: close\r\n\r\n"
                writer.write(head.encode())
                assert (await reader.readline()).split()[1] == b"421"
                writer.close()

    run(check())


def test_a_body_with_two_lengths_is_refused_with_its_connection(tmp_path: Path) -> None:
    """A request that names its length twice is refused, and what follows it is not taken for another request."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server:
            port = int(server.url.rsplit(":", 1)[1])
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            hidden = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
            head = b"POST /api/quick HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
            lengths = b"Content-Length: %d\r\nTransfer-Encoding: chunked\r\n\r\n" % (len(hidden) + 5)
            writer.write(head + lengths + b"0\r\n\r\n" + hidden)
            answer = await reader.read()
            assert answer.startswith(b"HTTP/1.1 400 ")
            assert answer.count(b"HTTP/1.1 ") == 1, "nothing of the rest was answered"
            assert b"Transfer-Encoding" in answer
            writer.close()

    run(check())
