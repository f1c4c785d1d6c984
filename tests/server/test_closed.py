"""A closed server: without the host's invitation nothing is shown and nothing is done."""

import re
from pathlib import Path

import pytest
from sqlalchemy import select

from kilowatt.client import Client, Gone, ServerSaidNo
from kilowatt.protocol import CreateTable, MakeBotToken, SeatPlan
from kilowatt.server.admission import GUARDED, OPEN
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
                    if where.startswith(OPEN) or where.endswith("/bot") or not where.startswith(GUARDED):
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


def test_a_bot_needs_its_token_only(tmp_path: Path) -> None:
    """A token leads a program to its own seat of a closed server and to nothing else; strangers learn of no table."""

    async def check() -> None:
        async with (
            serving(sqlite(tmp_path), **CLOSED) as server,
            Client(server.url) as ann,
            Client(server.url) as bot,
            Client(server.url) as eve,
        ):
            await ann.show_invitation("amber-volt")
            seats = [SeatPlan("open"), SeatPlan("person", name="Ann")]
            code = (await ann.create(CreateTable("recharged/germany", seats))).table.code
            other = (await ann.quick()).table.code
            made = await ann.make_bot_token(MakeBotToken("Robo", table=code))
            for where in (code, "K7M2QXR9"):
                with pytest.raises(ServerSaidNo, match="bad_bot_token"):
                    await eve.connect_bot(where, "kwb_" + "x" * 40)
            await bot.connect_bot(code, made.token)
            async with bot.sit(code) as seat:
                assert seat.table is not None
            for where in (code, other):
                with pytest.raises(ServerSaidNo, match="closed"):
                    await bot.table(where)
            for client, where in ((bot, other), (eve, code)):
                with pytest.raises(Gone):
                    async with client.sit(where):
                        pass
            await ann.request("POST", f"/api/bots/{made.made.id}/revoke", {})
            with pytest.raises(Gone):
                async with bot.sit(code):
                    pass

    run(check())
