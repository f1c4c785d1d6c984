"""The requests that a device answers by itself: the server's paths, bodies and answers. Others need a server."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import parse_qsl, unquote, urlsplit

import msgspec

from kilowatt import protocol as wire
from kilowatt.engine.faults import fault_of, full_path
from kilowatt.host import offers, puzzles, workshop
from kilowatt.host.answers import shown_seats
from kilowatt.host.curves import Follower
from kilowatt.host.errors import Denied
from kilowatt.host.export import shown_record
from kilowatt.host.game import challenges
from kilowatt.host.local.kept import DEVICE
from kilowatt.host.played import MOST, played_game
from kilowatt.host.review_summary import summary_of
from kilowatt.host.rules_panel import panel
from kilowatt.host.seating import rules_at, rules_of
from kilowatt.host.thinking import levels
from kilowatt.host.workshop_info import workshop_info
from kilowatt.protocol import views

if TYPE_CHECKING:
    from collections.abc import Callable

    from kilowatt.host.local.kept import Kept
    from kilowatt.host.local.reviewing import Reviews, Trials
    from kilowatt.host.local.tables import Tables

SEATS, SEATS_LEAST, SEATS_MOST = 4, 2, 6
BODY_BYTES = 3_000_000
"""The longest body: a record with what is around it."""
CREATED = 201


class Home(NamedTuple):
    """What the requests of a device are about."""

    tables: Tables
    reviews: Reviews
    trials: Trials


class Call(NamedTuple):
    """A request: the parts of its path, its query, its body, and the language of the answer."""

    home: Home
    parts: dict[str, str]
    query: dict[str, str]
    body: Any
    language: str

    @property
    def table(self) -> Kept:
        """The table of the path."""
        return self.home.tables.find(self.parts["code"])

    @property
    def lang(self) -> str:
        """The language that the query asks for, else the request's."""
        asked = self.query.get("lang", self.language)
        if asked not in ("en", "de"):
            raise Denied("bad_request", field="lang", reason=f"Invalid enum value {asked!r}")
        return asked

    def number(self, name: str) -> int:
        """Read a number of the path."""
        if not self.parts[name].isascii() or not self.parts[name].isdigit():
            raise Denied("not_found")
        return int(self.parts[name])

    def seats(self) -> int:
        """Read the number of seats of the query."""
        asked = self.query.get("seats", str(SEATS))
        if not asked.isdigit() or not SEATS_LEAST <= int(asked) <= SEATS_MOST:
            raise Denied("bad_request", field="seats", reason=f"expected a number from {SEATS_LEAST} to {SEATS_MOST}")
        return int(asked)


class Route(NamedTuple):
    """A request that is answered here."""

    answer: Callable[[Call], Any]
    body: Any = None
    status: int = 200


# --- games and rules --------------------------------------------------------------------------------------------------


def _ruleset(call: Call) -> Any:  # noqa: ANN401 - rules
    name = "/".join([call.parts[part] for part in ("edition", "board") if part in call.parts])
    return rules_of(name, call.seats(), {})


def _puzzle_answer(call: Call) -> wire.PuzzleVerdict:
    return puzzles.answered(call.number("number"), call.body.actions, call.lang)


# --- tables -----------------------------------------------------------------------------------------------------------


def _list(call: Call) -> wire.TableList:
    if call.query.get("filter", "mine") != "mine":
        return wire.TableList([])
    rooms = [kept.room for kept in call.home.tables.kept.values()]
    return wire.TableList([room.table_view(DEVICE) for room in sorted(rooms, key=lambda room: -room.row.touched)])


def _history(call: Call) -> wire.PlayedGames:
    over = [kept for kept in call.home.tables.kept.values() if kept.room.row.state == "over"]
    games: list[wire.PlayedGame] = []
    for kept in sorted(over, key=lambda kept: -kept.room.row.touched)[:MOST]:
        room = kept.room
        summary = summary_of(kept.rows) if kept.rows else None
        game = played_game(room.row, room.seats, room.holders, DEVICE, summary)
        games += [] if game is None else [game]
    return wire.PlayedGames(games, [])


def _record(call: Call) -> bytes:
    kept = call.table
    return ("\n".join(shown_record(kept.room, kept.lines)) + "\n").encode()


def _curves(call: Call) -> wire.Curves:
    kept = call.table
    if kept.room.game is None:
        raise Denied("waiting")
    follower = Follower(kept.header, shown_seats(kept.room, kept.room.seats_of(DEVICE)))
    follower.read(kept.lines)
    while follower.left:
        follower.play()
    return wire.Curves(follower.points)


def _view(call: Call) -> wire.TableView:
    return call.table.room.table_view(DEVICE)


def _leave(call: Call) -> wire.TableView:
    call.home.tables.leave(call.table, call.body.seat)
    return _view(call)


def _resign(call: Call) -> wire.TableView:
    call.home.tables.resign(call.table, call.body.seat)
    return _view(call)


def _agree(call: Call) -> wire.TableView:
    call.home.tables.agree(call.table, call.body.seat, agree=call.body.agree)
    return _view(call)


def _delete(call: Call) -> None:
    call.home.tables.delete(call.table)


ROUTES: dict[str, Route] = {
    "GET /api/rulesets": Route(lambda _: offers.rulesets()),
    "GET /api/rulesets/{edition}/board": Route(lambda call: views.board_view(_ruleset(call))),
    "GET /api/rulesets/{edition}/{board}/board": Route(lambda call: views.board_view(_ruleset(call))),
    "GET /api/rules/{edition}": Route(lambda call: panel(_ruleset(call), call.lang)),
    "GET /api/rules/{edition}/{board}": Route(lambda call: panel(_ruleset(call), call.lang)),
    "GET /api/catalogue/{language}": Route(lambda call: offers.sentences(call.parts["language"])),
    "GET /api/levels": Route(lambda _: levels()),
    "GET /api/challenges": Route(lambda _: challenges.listed()),
    "GET /api/puzzles": Route(lambda _: puzzles.rows()),
    "GET /api/puzzles/{number}": Route(lambda call: puzzles.puzzle(call.number("number"), call.lang)),
    "POST /api/puzzles/{number}/quote": Route(
        lambda call: puzzles.quote(call.number("number"), call.body, call.lang), wire.AskQuote
    ),
    "POST /api/puzzles/{number}/answer": Route(_puzzle_answer, wire.PuzzleAnswer),
    "GET /api/history": Route(_history),
    "GET /api/tables": Route(_list),
    "POST /api/tables": Route(lambda call: call.home.tables.create(call.body), wire.CreateTable, CREATED),
    "POST /api/quick": Route(lambda call: call.home.tables.quick(call.body), wire.QuickTable, CREATED),
    "POST /api/import": Route(lambda call: call.home.tables.take_in(call.body), wire.ImportRecord, CREATED),
    "POST /api/unpack": Route(lambda call: call.home.tables.unpack(call.body), wire.MovedGame, CREATED),
    "GET /api/tables/{code}": Route(_view),
    "GET /api/tables/{code}/board": Route(lambda call: views.board_view(rules_at(call.table.room))),
    "GET /api/tables/{code}/rules": Route(lambda call: panel(rules_at(call.table.room), call.lang)),
    "GET /api/tables/{code}/record": Route(_record),
    "GET /api/tables/{code}/curves": Route(_curves),
    "GET /api/tables/{code}/review": Route(lambda call: call.home.reviews.look(call.table, call.lang)),
    "GET /api/tables/{code}/review/{row}/line": Route(
        lambda call: call.home.reviews.line(call.table, call.number("row"), call.lang)
    ),
    "POST /api/tables/{code}/leave": Route(_leave, wire.OfSeat),
    "POST /api/tables/{code}/resign": Route(_resign, wire.OfSeat),
    "POST /api/tables/{code}/agree": Route(_agree, wire.Agree),
    "POST /api/tables/{code}/rematch": Route(lambda call: call.home.tables.rematch(call.table)),
    "POST /api/tables/{code}/fork": Route(
        lambda call: call.home.tables.fork(call.table, call.body), wire.ForkTable, CREATED
    ),
    "POST /api/tables/{code}/pack": Route(lambda call: call.home.tables.pack(call.table)),
    "POST /api/tables/{code}/delete": Route(_delete, None, 204),
    "GET /api/workshop": Route(lambda _: workshop_info("off")),
    "GET /api/workshop/copy": Route(lambda call: workshop.copy_of(call.query.get("ruleset", ""))),
    "POST /api/workshop/check": Route(
        lambda call: workshop.check_view(workshop.checked_board(call.body.board), call.language), wire.OfBoard
    ),
    "POST /api/workshop/board": Route(lambda call: workshop.viewed(call.body.board, call.body.seats), wire.TryBoard),
    "POST /api/workshop/open": Route(lambda call: wire.PlainBoard(workshop.opened(call.body)), wire.OpenFile),
    "POST /api/workshop/file": Route(lambda call: workshop.written(call.body.board), wire.OfBoard),
    "GET /api/boards": Route(lambda _: wire.SharedBoards([])),
    "GET /api/gallery": Route(lambda _: wire.GalleryView([])),
    "POST /api/trials": Route(lambda call: call.home.trials.start(call.body), wire.TryOut, CREATED),
    "GET /api/trials/{trial}": Route(lambda call: call.home.trials.find(call.parts["trial"]).view()),
    "POST /api/trials/{trial}/stop": Route(lambda call: call.home.trials.stop(call.parts["trial"])),
}
"""Every request that is answered without a server."""

_PATTERNS = [
    (method, re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", path)), route)
    for method, _, path, route in [(*name.partition(" "), route) for name, route in ROUTES.items()]
]


def answered(home: Home, method: str, path: str, body: bytes, language: str) -> tuple[int, bytes]:
    """Answer a request as a server does: its status, and its body as bytes."""
    try:
        status, answer = _answer(home, method, path, body, language)
    except Denied as error:
        return error.status, msgspec.json.encode(error.problem(language))
    if answer is None:
        return status, b""
    return status, answer if isinstance(answer, bytes) else msgspec.json.encode(answer)


def _answer(home: Home, method: str, path: str, body: bytes, language: str) -> tuple[int, Any]:
    split = urlsplit(path)
    for known, pattern, route in _PATTERNS:
        found = pattern.fullmatch(split.path)
        if found is not None and known == method:
            parts = {name: unquote(part) for name, part in found.groupdict().items()}
            call = Call(home, parts, dict(parse_qsl(split.query)), read(body, route.body), language)
            return route.status, route.answer(call)
    raise Denied("needs_server")


def read(body: bytes, kind: Any) -> Any:  # noqa: ANN401 - a message of the protocol
    """Read a body; `Denied` names the field that is wrong."""
    if kind is None:
        return None
    if len(body) > BODY_BYTES:
        raise Denied("too_long", most=BODY_BYTES)
    try:
        return msgspec.json.decode(body, type=kind)
    except msgspec.ValidationError as error:
        path, reason = fault_of(error)
        raise Denied("bad_request", field=full_path(path, reason) or "body", reason=reason) from None
    except RecursionError:
        raise Denied("bad_request", field="body", reason="nested too deeply") from None
    except (msgspec.DecodeError, UnicodeError):
        raise Denied("bad_request", field="body", reason="expected a JSON object") from None
