"""A request for every route and a message of every kind, for floods and for measuring what each costs."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, NamedTuple

import httpx

from kilowatt.server.http.route_table import ROUTE_TABLE

GOLDEN = Path(__file__).parents[1] / "tests" / "golden" / "original-korea-2-step3.jsonl"
SEATS = [{"kind": "person", "name": "P0"}, {"kind": "open"}, {"kind": "open"}]
AGAINST_BOTS = [{"kind": "person", "name": "P0"}, {"kind": "bot", "level": "random"}]
OPEN_TABLE = {"ruleset": "recharged/germany", "seats": SEATS, "visibility": "public"}
STANDING = {"name": "Club", "ruleset": "recharged/germany", "seats": [{"kind": "open"}, {"kind": "open"}]}
KEY = "k" * 32


class Place(NamedTuple):
    """What requests are about: tables, a group and a board on the server that is measured."""

    waiting: str
    finished: str
    group: str
    link: str
    board: dict[str, Any]


def messages() -> dict[str, dict[str, Any]]:
    """Return a message of every kind, as far as it can be sent again and again."""
    quote = {"type": "quote", "seat": 0, "fills": True, "why": True, "cities": ["berlin", "hamburg", "essen"]}
    return {
        "ping": {"type": "ping"},
        "hello": {"type": "hello", "have": 0},
        "quote": quote,
        "history": {"type": "history", "upto": 5},
        "entries": {"type": "entries", "before": 100},
        "hint": {"type": "hint"},
        "chat": {"type": "chat", "text": "la la la"},
        "hide": {"type": "hide", "who": "seat-1", "hide": True},
        "proxy": {"type": "proxy", "order": {"limit": 5, "then": "pass", "plant": "3"}, "seat": 1},
        "auto": {"type": "auto", "orders": {"run_best": True}, "seat": 1},
        "act": {"type": "act", "expect": 0, "action": {"type": "pass", "seat": 0}},
        "undo": {"type": "undo", "expect": 0, "seat": 0},
        "back": {"type": "back", "seat": 0},
        "nonsense": {"type": "nonsense"},
    }


def _bodies(place: Place) -> dict[str, Any]:
    board = {"board": place.board}
    return {
        "/api/tables": OPEN_TABLE,
        "/api/quick": {"level": "random"},
        "/api/import": {"record": GOLDEN.read_text(encoding="utf-8")},
        "/api/profile": {"name": "Squatter"},
        "/api/profile/switches": {"public": True},
        "/api/profile/enter": {"code": "ABCDEFGH"},
        "/api/profile/end": {"id": "a" * 16},
        "/api/profile/passkey": {"credential": {"id": "AAAA", "rawId": "AAAA", "type": "public-key", "response": {}}},
        "/api/profile/enter/passkey": {"credential": {"id": "AAAA", "type": "public-key", "response": {}}},
        "/api/groups": {"name": "Friday", "member": "P0"},
        "/api/groups/invitation": {"link": place.link},
        "/api/groups/join": {"link": place.link, "member": "P0"},
        "/api/groups/{group}/remove": {"number": 1, "name": "P1"},
        "/api/groups/{group}/standing": STANDING,
        "/api/groups/{group}/standing/delete": {"number": 1},
        "/api/groups/{group}/start": {"number": 1},
        "/api/notifications": {"language": "en", "zone": "Europe/Berlin"},
        "/api/notifications/push": {"endpoint": "https://push.example.org/x", "p256dh": "A" * 87, "auth": "A" * 22},
        "/api/notifications/mail": {"mail": "p0@example.org"},
        "/api/notifications/mail/confirm": {"key": KEY},
        "/api/notifications/mail/stop": {"key": KEY},
        "/api/tables/{code}/join": {"name": "P0"},
        "/api/tables/{code}/leave": {"seat": 0},
        "/api/tables/{code}/resign": {"seat": 0},
        "/api/tables/{code}/agree": {"seat": 0, "agree": True},
        "/api/tables/{code}/fork": {"seq": 5},
        "/api/tables/{code}/seats/{seat}": {"do": "bot", "level": "random"},
        "/api/tables/{code}/moderate": {"do": "close_chat"},
        "/api/tables/{code}/report": {"lines": [1]},
        "/api/tables/{code}/hook": {"kind": "discord", "url": "https://hooks.example.org/x"},
        "/api/workshop/check": board,
        "/api/workshop/board": {**board, "seats": 4},
        "/api/workshop/file": board,
        "/api/workshop/open": {"kind": "toml", "text": "format = 1\n", "title": ""},
        "/api/boards": board,
        "/api/trials": {**board, "seats": 4},
    }


ABOUT_FINISHED = ("curves", "record", "review", "line", "fork", "rematch")
QUERIES = {"/api/tables": {"filter": "open"}, "/api/workshop/copy": {"ruleset": "recharged/germany"}}


def requests(place: Place) -> dict[str, httpx.Request]:
    """Return a request for every route of the table, by the route's name."""
    bodies, made = _bodies(place), {}
    for name in ROUTE_TABLE:
        method, pattern = name.split()
        last = pattern.rsplit("/", 1)[-1]
        values = {
            "code": place.finished if last in ABOUT_FINISHED or pattern.startswith("/embed") else place.waiting,
            "name": f"{place.finished}.png" if pattern.startswith("/picture") else "Squatter",
            "group": place.group,
            "edition": "recharged",
            "board": "germany",
            "language": "en",
            "path": "ways",
            "key": KEY,
            "trial": "a" * 24,
        }
        path = re.sub(r"\{(\w+)\}", lambda match, values=values: values.get(match[1], "1"), pattern)  # type: ignore[misc]
        body = bodies.get(pattern, {}) if method == "POST" else None
        query = QUERIES.get(pattern) if method == "GET" else None
        made[name] = httpx.Request(method, f"http://server{path}", json=body, params=query)
    return made


async def prepare(http: httpx.AsyncClient, tables: int) -> Place:
    """Fill a server without limits: open tables, a finished game and a group."""
    code = ""
    for _ in range(tables):
        code = (await http.post("/api/tables", json=OPEN_TABLE)).raise_for_status().json()["table"]["code"]
    record = {"record": GOLDEN.read_text(encoding="utf-8")}
    finished = (await http.post("/api/import", json=record)).raise_for_status().json()["table"]["code"]
    group = (await http.post("/api/groups", json={"name": "Friday", "member": "P0"})).raise_for_status().json()
    copied = (await http.get("/api/workshop/copy", params=QUERIES["/api/workshop/copy"])).raise_for_status()
    return Place(code, finished, group["id"], group["link"], copied.json()["board"])
