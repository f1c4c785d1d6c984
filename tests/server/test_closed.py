"""A closed server: without the host's invitation nothing is shown and nothing is done."""

import re
from pathlib import Path

import pytest
from sqlalchemy import select

from kilowatt.client import Client, Gone, ServerSaidNo
from kilowatt.server.admission import OPEN
from kilowatt.server.http.route_table import ROUTE_TABLE
from kilowatt.server.store import shape
from tests.server.kit import plain_http, run, serving, sqlite

CLOSED = {"closed": True, "invitation": "amber-volt"}


def test_a_stranger_sees_nothing_of_a_closed_server(tmp_path: Path) -> None:
    """Every route but those that ask for the invitation or end mails refuses a device without it; sockets too."""

    async def check() -> None:
        async with serving(sqlite(tmp_path), **CLOSED) as server, Client(server.url) as ann:
            await ann.show_invitation("amber-volt")
            code = (await ann.quick()).table.code
            async with plain_http(server.url) as stranger:
                tried = 0
                for name in ROUTE_TABLE:
                    method, path = name.split()
                    where = re.sub(r"\{\w+\}", "x", path.replace("{code}", code).replace("{name}", f"{code}.png"))
                    if where.startswith(OPEN) or not where.startswith(("/api/", "/embed/", "/picture/")):
                        continue
                    answer = await stranger.request(method, where, json={} if method == "POST" else None)
                    assert (answer.status_code, answer.json()["code"]) == (403, "closed"), name
                    tried += 1
                assert tried > 70
                for path in (
                    "//api/tables",
                    "/%2Fapi/tables",
                    "/api//tables",
                    f"//embed/{code}",
                    f"///picture/{code}.png",
                ):
                    answer = await stranger.get(f"{server.url}{path}")
                    assert (answer.status_code, answer.json()["code"]) == (403, "closed"), path
                for page in (f"/t/{code}", "/player/Ann"):
                    answer = await stranger.get(page)
                    assert answer.status_code in (200, 404)
                    assert code not in answer.text, "the plain page names no table"
            async with Client(server.url) as eve:
                with pytest.raises(Gone):
                    async with eve.sit(code):
                        pass

    run(check())


def test_an_invitation_is_shown_once_per_device(tmp_path: Path) -> None:
    """A wrong word is refused, the right one lets the device in for good, and another invitation ends it."""

    async def check() -> None:
        url = sqlite(tmp_path)
        async with serving(url, **CLOSED) as server, Client(server.url) as ann:
            for wrong in ("", "Amber-volt", "x" * 200, "\u00e4mber"):
                with pytest.raises(ServerSaidNo, match=r"bad_invitation|bad_request"):
                    await ann.show_invitation(wrong)
            with pytest.raises(ServerSaidNo, match="closed"):
                await ann.tables()
            await ann.show_invitation("amber-volt")
            code = (await ann.quick()).table.code
            token = ann.token
        async with serving(url, **CLOSED) as server, Client(server.url, token) as ann:
            async with ann.sit(code) as seat:
                assert seat.table is not None
            await ann.request("POST", "/api/profile", {"name": "Ann"})
        async with serving(url, **{**CLOSED, "invitation": "another"}) as server, Client(server.url, token) as ann:
            with pytest.raises(ServerSaidNo, match="closed"):
                await ann.table(code)
            async with server.server.engine.connect() as connection:
                admitted = (await connection.execute(select(shape.admitted))).all()
            assert admitted == [], "devices that showed an earlier invitation are forgotten"
        async with serving(url) as server, Client(server.url) as anybody:
            assert (await anybody.table(code)).code == code

    run(check())


def test_invitations_cannot_be_guessed(tmp_path: Path) -> None:
    """Wrong words are counted like wrong codes."""

    async def check() -> None:
        async with serving(sqlite(tmp_path), limits=1.0, **CLOSED) as server, Client(server.url) as eve:
            refused = set()
            for number in range(60):
                with pytest.raises(ServerSaidNo) as error:
                    await eve.show_invitation(f"word-{number}")
                refused.add(error.value.code)
                if "too_many" in refused:
                    break
            assert refused == {"bad_invitation", "too_many"}

    run(check())
