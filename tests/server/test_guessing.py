"""Guessing: an address that has tried too many codes learns nothing from trying more."""

import json
from pathlib import Path

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from kilowatt.client import Client
from kilowatt.protocol import CreateTable
from kilowatt.server.http.sockets import TOO_MANY
from kilowatt.server.limits import Limits
from tests.server.kit import plain_http, run, serving, sqlite
from tests.server.seats import TWO, refused


async def first_word(url: str, code: str, token: str | None = None) -> tuple[str, int | None]:
    """Open a socket and return the code of its first refusal, if any, and of its close."""
    headers = {"cookie": f"kilowatt_device={token}"} if token else {}
    socket = f"{url.replace('http', 'ws', 1)}/api/tables/{code}/socket"
    async with connect(socket, proxy=None, additional_headers=headers) as opened:
        await opened.send('{"type":"ping"}')
        said = json.loads(await opened.recv())
        try:
            if said["type"] == "refused":
                await opened.recv()
        except ConnectionClosed:
            pass
        return said.get("code", said["type"]), opened.close_code


def test_an_address_that_guessed_too_often_learns_nothing_more(tmp_path: Path) -> None:
    """Beyond the limit a right code is answered like a wrong one; the table's own people still get in."""

    async def check() -> None:
        async with serving(sqlite(tmp_path), limits=0.1) as server, Client(server.url) as ann:
            code = (await ann.create(CreateTable("recharged/germany", TWO))).table.code
            async with plain_http(server.url) as http:
                assert (await http.get(f"/api/tables/{code}")).status_code == 200
                wrong = [(await http.get("/api/tables/ZZZZZZZZ")).status_code for _ in range(5)]
                assert wrong[0] == 404
                assert wrong[-1] == 429
                for asked in (code, "ZZZZZZZZ"):
                    answer = await http.get(f"/api/tables/{asked}")
                    assert (answer.status_code, answer.json()["code"]) == (429, "too_many")
                    assert await first_word(server.url, asked) == ("too_many", TOO_MANY)
            assert (await ann.table(code)).yours == [0]
            assert (await first_word(server.url, code, ann.token))[0] == "pong"

    run(check())


def test_sockets_count_as_guesses(tmp_path: Path) -> None:
    """Wrong codes tried over sockets use up the same limit."""

    async def check() -> None:
        async with serving(sqlite(tmp_path), limits=0.1) as server, Client(server.url) as ann:
            code = (await ann.create(CreateTable("recharged/germany", TWO))).table.code
            said = [(await first_word(server.url, "ZZZZZZZZ"))[0] for _ in range(5)]
            assert said[0] == "no_table"
            assert said[-1] == "too_many"
            async with Client(server.url) as eve:
                assert (await refused(eve.table(code))).code == "too_many"

    run(check())


def test_a_limit_is_looked_at_without_taking() -> None:
    """Asking whether something is left takes nothing, and answers as taking would."""
    limits = Limits(1.0)
    for _ in range(100):
        assert limits.has("guess", "someone")
    for _ in range(30):
        assert limits.take("guess", "someone")
    assert not limits.has("guess", "someone")
    assert limits.has("guess", "somebody else")
