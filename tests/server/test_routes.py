"""The table of routes: complete, shown in the documents, and true: strangers are refused, GET answers to HEAD."""

import re
from pathlib import Path

import pytest
from litestar import Litestar

from kilowatt.client import Client
from kilowatt.protocol import CreateTable, MakeGroup, SeatPlan
from kilowatt.server.app import make_litestar
from kilowatt.server.http import route_table
from kilowatt.server.http.requests import limited
from kilowatt.server.http.route_table import (
    GROUP_OWNER,
    MEMBER,
    OWNER,
    ROUTE_TABLE,
    SEAT,
    check_routes,
)
from kilowatt.server.http.static import Page
from kilowatt.server.limits import LIMITS
from tests.server.kit import plain_http, run, serving, sqlite
from tests.server.people import told
from tools import server_docs

TABLE = CreateTable("recharged/germany", [SeatPlan("person", name="Ann"), SeatPlan("bot", "random")])
BODIES = {
    "agree": {"agree": True, "seat": 0},
    "leave": {"seat": 0},
    "pause": {"do": "ask", "seat": 0},
    "back": {"do": "ask", "seat": 0},
    "resign": {"seat": 0},
    "moderate": {"do": "close_chat"},
    "hook": {"kind": "discord", "url": None},
    "remove": {"number": 0, "name": "Ann"},
    "standing": {
        "name": "Club",
        "ruleset": "recharged/germany",
        "seats": [{"kind": "open"}, {"kind": "bot", "level": "random"}],
    },
    "change": {"ruleset": "recharged/germany"},
    "standing/delete": {"number": 1},
    "start": {"number": 1},
    "rename": {"name": "Mine"},
    "owner": {"number": 0, "name": "Ann"},
    "season": {"name": "Autumn", "days": 7, "rounds": 10},
    "tables": {"ruleset": "recharged/germany", "seats": [{"kind": "person"}, {"kind": "open"}]},
    "tournaments": {"name": "Cup", "ruleset": "card-game", "seats": 2},
    "chat": {"text": "hello"},
    "chat/read": {"upto": 1},
    "chat/hide": {"who": "0" * 12},
    "chat/report": {"lines": [1]},
}
REFUSALS = {OWNER: {"not_owner"}, SEAT: {"no_seat", "not_your_seat"}, MEMBER: {"no_group"}, GROUP_OWNER: {"no_group"}}
"""What a stranger with the right code is answered."""


def test_a_route_without_a_row_stops_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """A route that nobody has written down is named when the server is made; so is a row without a route."""
    make_litestar(Page(""))
    short = {name: row for name, row in ROUTE_TABLE.items() if name != "POST /api/profile/end"}
    monkeypatch.setattr(route_table, "ROUTE_TABLE", short)
    with pytest.raises(RuntimeError, match=r"no row for \['POST /api/profile/end'\]"):
        make_litestar(Page(""))
    with pytest.raises(RuntimeError, match="no route for"):
        check_routes([("POST", "/api/profile/end")])


def test_every_limit_that_is_named_exists() -> None:
    """Rows name limits of the table of limits."""
    assert {kind for row in ROUTE_TABLE.values() for kind in row.limits} <= set(LIMITS)


def test_a_route_spends_only_limits_of_its_row() -> None:
    """A limit that a route's row does not name cannot be spent there."""

    class Asked:
        method, scope = "GET", {"path_template": "/api/levels", "kilowatt.who": None}
        app = Litestar()

    Asked.app.state.server = None
    with pytest.raises(RuntimeError, match="does not name make"):
        limited(Asked(), "make")  # type: ignore[arg-type]


def test_every_route_is_in_the_documents() -> None:
    """The page of limits lists every route and every message, as `make docs` writes them."""
    text = server_docs.LIMITS_PAGE.read_text(encoding="utf-8")
    assert text == server_docs.limits_page(), "run make docs"
    for name in ROUTE_TABLE:
        assert f"| `{name}` |" in text


def test_strangers_are_refused_where_the_table_says_so(tmp_path: Path) -> None:
    """Every route of an owner, a seat's player or a group's members refuses a device that is none of them."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann, plain_http(server.url) as stranger:
            code = (await ann.create(TABLE)).table.code
            group = await told(ann, "", MakeGroup("Friday", "Ann"))
            tried = 0
            for name, row in ROUTE_TABLE.items():
                if row.who not in REFUSALS:
                    continue
                method, path = name.split()
                last = re.split(r"\{\w+\}/?", path)[-1]
                where = path.format(code=code, group=group.id, number=1)
                body = BODIES.get(last, {}) if method == "POST" else None
                answer = await stranger.request(method, where, json=body)
                assert answer.json()["code"] in REFUSALS[row.who], (name, answer.text)
                tried += 1
            assert tried >= 14

    run(check())


def test_every_get_route_answers_to_head(tmp_path: Path) -> None:
    """HEAD gets the status and headers of GET without its body, so that monitors can ask."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann, plain_http(server.url) as http:
            code = (await ann.create(TABLE)).table.code
            values = {"code": code, "name": f"{code}.png", "edition": "recharged", "board": "germany", "language": "en"}
            for route in ROUTE_TABLE:
                method, path = route.split()
                if method != "GET":
                    continue
                where = re.sub(r"\{(\w+)\}", lambda match: values.get(match[1], "1"), path)
                whole, head = await http.get(where), await http.head(where)
                assert head.status_code == whole.status_code != 405, where
                assert head.content == b""
                assert head.headers.get("content-type") == whole.headers.get("content-type")

    run(check())
