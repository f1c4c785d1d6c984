"""Every route in one table: who may call it, and which limits it spends beyond those of every request.

`docs/reference/limits.md` shows it. The server does not start with a route that is missing here, and a route cannot
spend a limit that its row does not name.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from kilowatt.server.http.gate import BODY_BYTES, IMPORT_BYTES

if TYPE_CHECKING:
    from collections.abc import Iterable

ANYONE = "anyone"
WITH_CODE = "anyone with the table's code"
SEAT = "the seat's player"
OWNER = "the table's owner"
SELF = "anyone, about their own device and profile"
BOT = "anyone with a bot token for the table"
MEMBER = "members of the group"
GROUP_OWNER = "the group's owner"
IN_TOURNAMENT = "members of its group; of a host's tournament anyone"
ORGANISER = "the tournament's organiser"


class Route(NamedTuple):
    """A row of the table."""

    who: str
    """Who may call it."""
    limits: tuple[str, ...] = ()
    """Limits that it spends, by name; wrong codes are guesses."""
    bytes: int = BODY_BYTES
    """The longest body."""
    every: tuple[str, ...] = ("address", "request")
    """Limits that the gate spends before it."""


PAGE_ROUTES = {
    *("GET /", "GET /{path}", "GET /t/{code}", "GET /boards", "GET /boards/{board}", "GET /player/{name}"),
    *("GET /offline", "GET /offline/{path}"),
}
"""Routes that a server without a page does not have."""
TABLES = "/api/tables/{code}"
GROUP = "/api/groups/{group}"
TOURNAMENT = "/api/tournaments/{tournament}"
ROUTE_TABLE: dict[str, Route] = {
    # the server and its page
    "GET /healthz": Route("anyone; monitors"),
    "GET /readyz": Route("anyone; monitors"),
    "GET /metrics": Route("anyone on the server's own port; hide it in the proxy"),
    "GET /": Route(ANYONE),
    "GET /{path}": Route(ANYONE),
    "GET /offline": Route(ANYONE),
    "GET /offline/{path}": Route(ANYONE, every=("address",)),
    "GET /t/{code}": Route(ANYONE, ("guess",)),
    "GET /boards": Route(ANYONE),
    "GET /boards/{board}": Route(ANYONE),
    "GET /player/{name}": Route("anyone, of players who want a page"),
    "GET /embed/{code}": Route(WITH_CODE, ("guess",)),
    "GET /picture/{name}": Route(WITH_CODE, ("guess", "picture")),
    "GET /picture/board/{name}": Route(ANYONE, ("picture",)),
    "GET /api/retention": Route(ANYONE),
    "GET /api/invitation": Route(ANYONE),
    "POST /api/invitation": Route("anyone with the host's invitation", ("guess",)),
    # games and rules
    "GET /api/rulesets": Route(ANYONE),
    "GET /api/rulesets/{edition}/board": Route(ANYONE),
    "GET /api/rulesets/{edition}/{board}/board": Route(ANYONE),
    "GET /api/rules/{edition}": Route(ANYONE),
    "GET /api/rules/{edition}/{board}": Route(ANYONE),
    "GET /api/catalogue/{language}": Route(ANYONE),
    "GET /api/levels": Route(ANYONE),
    "GET /api/challenges": Route(ANYONE),
    "GET /api/puzzles": Route(ANYONE),
    "GET /api/puzzles/{number}": Route(ANYONE),
    "POST /api/puzzles/{number}/quote": Route(ANYONE),
    "POST /api/puzzles/{number}/answer": Route(ANYONE),
    # tables
    "GET /api/tables": Route(ANYONE),
    "POST /api/tables": Route(ANYONE, ("make",)),
    "POST /api/quick": Route(ANYONE, ("make",)),
    "POST /api/import": Route(ANYONE, ("make",), IMPORT_BYTES),
    "POST /api/unpack": Route(ANYONE, ("make",), IMPORT_BYTES),
    f"GET {TABLES}": Route(WITH_CODE, ("guess",)),
    f"GET {TABLES}/board": Route(WITH_CODE, ("guess",)),
    f"GET {TABLES}/rules": Route(WITH_CODE, ("guess",)),
    f"GET {TABLES}/record": Route(WITH_CODE, ("guess",)),
    f"GET {TABLES}/curves": Route(WITH_CODE, ("guess",)),
    f"GET {TABLES}/qr": Route(WITH_CODE, ("guess", "picture")),
    f"GET {TABLES}/review": Route(WITH_CODE, ("guess",)),
    f"GET {TABLES}/review/{{row}}/line": Route(WITH_CODE, ("guess",)),
    f"GET {TABLES}/hook": Route(OWNER, ("guess",)),
    f"POST {TABLES}/hook": Route(OWNER, ("guess", "notify")),
    f"POST {TABLES}/hook/test": Route(OWNER, ("guess", "notify")),
    f"POST {TABLES}/join": Route(WITH_CODE, ("guess", "join")),
    f"POST {TABLES}/bot": Route(BOT, ("guess", "bot")),
    f"POST {TABLES}/change": Route(OWNER, ("guess", "make")),
    f"POST {TABLES}/leave": Route(SEAT, ("guess",)),
    f"POST {TABLES}/resign": Route(SEAT, ("guess",)),
    f"POST {TABLES}/agree": Route(SEAT, ("guess",)),
    f"POST {TABLES}/pause": Route(SEAT, ("guess", "moderate")),
    f"POST {TABLES}/back": Route(SEAT, ("guess", "moderate")),
    f"POST {TABLES}/rematch": Route("the players of a finished table", ("guess", "make")),
    f"POST {TABLES}/fork": Route(WITH_CODE, ("guess", "make")),
    f"POST {TABLES}/pack": Route("the only player", ("guess", "make")),
    f"POST {TABLES}/seats/{{seat}}": Route("the table's owner, or the seat's player", ("guess",)),
    f"POST {TABLES}/moderate": Route(OWNER, ("guess", "moderate")),
    f"POST {TABLES}/report": Route(WITH_CODE, ("guess", "report")),
    f"POST {TABLES}/delete": Route(OWNER, ("guess",)),
    # people
    "GET /api/history": Route(SELF),
    "GET /api/players/{name}": Route("anyone, of players who want a page"),
    "GET /api/ratings": Route(ANYONE),
    "GET /api/profile": Route(SELF),
    "POST /api/profile": Route(SELF, ("profile", "name")),
    "POST /api/profile/switches": Route(SELF, ("profile",)),
    "POST /api/profile/code": Route(SELF, ("profile",)),
    "POST /api/profile/enter": Route("anyone with a code", ("guess",)),
    "POST /api/profile/enter/begin": Route(ANYONE, ("profile",)),
    "POST /api/profile/enter/passkey": Route("anyone with a passkey", ("guess",)),
    "POST /api/profile/passkey/begin": Route(SELF, ("profile",)),
    "POST /api/profile/passkey": Route(SELF, ("profile",)),
    "POST /api/profile/undo": Route("the device that signed in", ("profile",)),
    "POST /api/profile/end": Route(SELF, ("profile",)),
    "POST /api/profile/leave": Route(SELF, ("profile",)),
    "GET /api/days-off": Route(SELF),
    "POST /api/days-off": Route(SELF, ("profile",)),
    "GET /api/profile/export": Route(SELF, ("profile",)),
    "POST /api/profile/delete": Route(SELF, ("profile",)),
    # groups
    "GET /api/groups": Route(SELF),
    "POST /api/groups": Route(ANYONE, ("group",)),
    "POST /api/groups/invitation": Route("anyone with the group's link", ("guess",)),
    "POST /api/groups/join": Route("anyone with the group's link", ("guess", "group")),
    f"GET {GROUP}": Route(MEMBER, ("guess",)),
    f"GET {GROUP}/qr": Route(MEMBER, ("guess", "picture")),
    f"POST {GROUP}/leave": Route(MEMBER, ("group",)),
    f"POST {GROUP}/remove": Route(GROUP_OWNER, ("guess", "group")),
    f"POST {GROUP}/rename": Route(GROUP_OWNER, ("guess", "group")),
    f"POST {GROUP}/owner": Route(GROUP_OWNER, ("guess", "group")),
    f"POST {GROUP}/season": Route(GROUP_OWNER, ("guess", "group")),
    f"GET {GROUP}/seasons/{{number}}": Route(MEMBER, ("guess",)),
    f"GET {GROUP}/games": Route(MEMBER, ("guess",)),
    f"POST {GROUP}/tables": Route(MEMBER, ("make",)),
    f"GET {GROUP}/chat": Route(MEMBER, ("guess",)),
    f"POST {GROUP}/chat": Route(MEMBER, ("guess", "chat")),
    f"POST {GROUP}/chat/read": Route(MEMBER, ("guess",)),
    f"POST {GROUP}/chat/hide": Route(MEMBER, ("guess",)),
    f"POST {GROUP}/chat/report": Route(MEMBER, ("guess", "report")),
    f"POST {GROUP}/link": Route(GROUP_OWNER, ("guess", "group")),
    f"POST {GROUP}/delete": Route(GROUP_OWNER, ("group",)),
    f"POST {GROUP}/usual": Route(GROUP_OWNER, ("guess", "group")),
    f"POST {GROUP}/vote": Route(MEMBER, ("guess", "group")),
    f"POST {GROUP}/messages": Route(MEMBER, ("guess", "group")),
    f"POST {GROUP}/standing": Route(MEMBER, ("guess", "group")),
    f"POST {GROUP}/standing/delete": Route(MEMBER, ("guess", "group")),
    f"POST {GROUP}/start": Route(MEMBER, ("make",)),
    # bots that connect
    "GET /api/bots": Route(SELF),
    "POST /api/bots": Route("the table's owner, or members of the group", ("guess", "bot")),
    "POST /api/bots/{token}/revoke": Route(SELF, ("bot",)),
    # tournaments
    "GET /api/tournaments": Route(ANYONE),
    f"GET {GROUP}/tournaments": Route(MEMBER, ("guess",)),
    f"POST {GROUP}/tournaments": Route(GROUP_OWNER, ("guess", "group")),
    f"GET {TOURNAMENT}": Route(IN_TOURNAMENT, ("guess",)),
    f"GET {TOURNAMENT}/csv": Route(IN_TOURNAMENT, ("guess",)),
    f"POST {TOURNAMENT}/enter": Route(IN_TOURNAMENT, ("guess", "join")),
    f"POST {TOURNAMENT}/leave": Route(IN_TOURNAMENT, ("guess", "group")),
    f"POST {TOURNAMENT}/start": Route(ORGANISER, ("guess", "make")),
    f"POST {TOURNAMENT}/round": Route(ORGANISER, ("guess", "make")),
    f"POST {TOURNAMENT}/close": Route(ORGANISER, ("guess", "make")),
    f"POST {TOURNAMENT}/delete": Route(ORGANISER, ("guess", "group")),
    # notifications
    "GET /api/notifications": Route(SELF),
    "POST /api/notifications": Route(SELF, ("notify",)),
    "POST /api/notifications/test": Route(SELF, ("notify", "mail", "mail_to")),
    "POST /api/notifications/push": Route(SELF, ("notify",)),
    "POST /api/notifications/push/stop": Route(SELF, ("notify",)),
    "POST /api/notifications/mail": Route(SELF, ("notify", "mail", "mail_to")),
    "POST /api/notifications/mail/confirm": Route("anyone with the key of a mail", ("guess",)),
    "POST /api/notifications/mail/stop": Route("anyone with the key of a mail", ("guess",)),
    "POST /api/notifications/unsubscribe/{key}": Route("anyone with the key of a mail; a form", ("guess",)),
    # boards
    "GET /api/workshop": Route(ANYONE),
    "GET /api/workshop/copy": Route(ANYONE),
    "POST /api/workshop/check": Route(ANYONE),
    "POST /api/workshop/board": Route(ANYONE),
    "POST /api/workshop/open": Route(ANYONE),
    "POST /api/workshop/file": Route(ANYONE),
    "GET /api/boards": Route(SELF),
    "POST /api/boards": Route("anyone, where sharing is on", ("board",)),
    "GET /api/boards/{board}": Route("anyone with the board's id"),
    "POST /api/boards/{board}/delete": Route("the board's maker"),
    "POST /api/boards/{board}/report": Route("anyone, for a board of the gallery", ("report",)),
    "POST /api/boards/{board}/list": Route("the board's maker, where sharing is on", ("board",)),
    "GET /api/gallery": Route(ANYONE),
    "POST /api/trials": Route(ANYONE, ("trial",)),
    "GET /api/trials/{trial}": Route("the device that started the trial"),
    "POST /api/trials/{trial}/stop": Route("the device that started the trial"),
    # the description of this API
    "GET /api/schema/openapi.json": Route(ANYONE),
}
"""Every route there is."""


def row_of(method: str, path: str) -> Route | None:
    """Return the row of a route, by its method and the pattern of its path; HEAD is a GET without the body."""
    return ROUTE_TABLE.get(f"{'GET' if method == 'HEAD' else method} {path}")


def _pattern(path: str) -> str:
    """Return the pattern of a path without the kinds of its parts."""
    return re.sub(r":\w+\}", "}", path)


def check_routes(routes: Iterable[tuple[str, str]]) -> None:
    """Check that every route, by method and pattern, has its row, and every row its route."""
    there = {f"{method} {_pattern(path)}" for method, path in routes if method != "OPTIONS"}
    missing, idle = sorted(there - set(ROUTE_TABLE)), sorted(set(ROUTE_TABLE) - there - PAGE_ROUTES)
    if missing or idle:
        message = f"http/route_table.py: no row for {missing}, no route for {idle}"
        raise RuntimeError(message)
