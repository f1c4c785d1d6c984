"""The REST API: one function a request. They read the request, ask the lobby, and answer; no more."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any, Literal

from litestar import MediaType, Request, Response, get, post
from litestar.datastructures import State
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.spec import Example
from litestar.params import JSONBody, PathParameter, QueryParameter

import kilowatt
from kilowatt import protocol as wire
from kilowatt.protocol import views
from kilowatt.server.errors import Denied, texts
from kilowatt.server.http.finding import find_table
from kilowatt.server.http.gate import WHO, Who
from kilowatt.server.http.rules_panel import panel
from kilowatt.server.ratings import agreement
from kilowatt.server.server import Server
from kilowatt.server.store.quotas import Maker
from kilowatt.server.tables import curves
from kilowatt.server.tables.play import retry_on_conflict, shielded
from kilowatt.server.tables.rooms import Room
from kilowatt.server.tables.seating import rules_at, rules_of
from kilowatt.server.tables.secrecy import shown_record
from kilowatt.server.thinking.pool import levels
from kilowatt.table.messages import LANGUAGES, catalogue

RECORD_COST = 0.005
"""Milliseconds of processor time that an entry of a record costs which a client reads in whole."""
PROBLEMS = {
    status: ResponseSpec(wire.Problem, description=what, generate_examples=False)
    for status, what in {
        400: "The request is not what it should be; `args` name the field.",
        403: "Not yours to do.",
        404: "There is no such thing.",
        409: "Not as the table stands now.",
        413: "Too long.",
        415: "The body is not marked as JSON.",
        429: "Too much at once.",
        503: "The database does not answer; try again.",
    }.items()
}
get_route = partial(get, responses=PROBLEMS)
post_route = partial(post, responses=PROBLEMS)

Asked = Request[Any, Any, State]
Part = Annotated[str, PathParameter(max_length=64)]
TableCode = Annotated[
    str, PathParameter(max_length=24, description="The table's code.", examples=[Example(value="K7M2QXR9")])
]
Seats = Annotated[int, QueryParameter(ge=2, le=6)]
Seat = Annotated[int, PathParameter(ge=0, le=5)]
Spoken = Annotated[wire.Language | None, QueryParameter(description="Language of the sentences; else Accept-Language.")]


def server_of(request: Asked) -> Server:
    """Find the server's parts."""
    found: Server = request.app.state.server
    return found


def who_of(request: Asked) -> Who:
    """Find who is asking."""
    found: Who = request.scope[WHO]  # type: ignore[literal-required]
    return found


def charge(request: Asked, cost: float) -> Server:
    """Count the milliseconds a request costs, `Denied` if its device or address spent too much; return the server."""
    server, who = server_of(request), who_of(request)
    if not server.limits.work(who.device, who.address, cost):
        raise Denied("too_many")
    return server


def maker_of(request: Asked) -> Maker:
    """Return who would own a new table."""
    who = who_of(request)
    return Maker(who.device, server_of(request).registry.address_mark(who.address))


async def room_of(request: Asked, code: str) -> Room:
    """Return the table that is asked for; wrong guesses are counted."""
    server = server_of(request)
    return await find_table(server.registry, server.limits, who_of(request), code)


def may_make(request: Asked) -> None:
    """Hold off who makes too many tables."""
    server, who = server_of(request), who_of(request)
    if not server.limits.take("make", who.device) or not server.limits.take("make_address", who.address):
        raise Denied("too_many")


# --- what there is to play -------------------------------------------------------------------------------------------


@get_route("/api/rulesets", sync_to_thread=False)
def list_rulesets() -> list[wire.RulesetRow]:
    """List every ruleset with its options."""
    return [
        wire.RulesetRow(
            row.id,
            row.title,
            row.edition,
            row.board,
            list(row.seats),
            dict(row.options),
            row.composed,
            row.revision,
        )
        for row in kilowatt.rulesets()
    ]


@get_route("/api/rulesets/{edition:str}/board", sync_to_thread=False)
def show_plain_board(edition: Part, seats: Seats = 4) -> wire.BoardView:
    """Return the cards and tables of a ruleset that is an edition alone."""
    return views.board_view(rules_of(edition, seats, {}))


@get_route("/api/rulesets/{edition:str}/{board:str}/board", sync_to_thread=False)
def show_board(edition: Part, board: Part, seats: Seats = 4) -> wire.BoardView:
    """Return the board, cards and tables of a ruleset with its default options."""
    return views.board_view(rules_of(f"{edition}/{board}", seats, {}))


@get_route("/api/rules/{edition:str}", sync_to_thread=False)
def show_plain_rules(request: Asked, edition: Part, seats: Seats = 4, lang: Spoken = None) -> wire.RulesPanel:
    """Return the rules panel of a ruleset that is an edition alone."""
    return panel(rules_of(edition, seats, {}), lang or who_of(request).language)


@get_route("/api/rules/{edition:str}/{board:str}", sync_to_thread=False)
def show_rules(request: Asked, edition: Part, board: Part, seats: Seats = 4, lang: Spoken = None) -> wire.RulesPanel:
    """Return the rules panel of a ruleset with its default options."""
    return panel(rules_of(f"{edition}/{board}", seats, {}), lang or who_of(request).language)


@get_route("/api/catalogue/{language:str}", sync_to_thread=False)
def show_catalogue(language: Part) -> dict[str, dict[str, Any]]:
    """Return the sentences of a language by section and code; `server` are the server's own refusals."""
    if language not in LANGUAGES:
        raise Denied("no_language", language=language)
    shown = {name: section for name, section in catalogue(language).items() if name != "terminal"}
    return {**shown, "server": texts(language)}


@get_route("/api/levels", sync_to_thread=False)
def list_levels() -> list[str]:
    """List the bots there are, those for people first."""
    return levels()


# --- tables ----------------------------------------------------------------------------------------------------------


@get_route("/api/tables")
async def list_tables(
    request: Asked,
    filter: Annotated[Literal["open", "mine", "watch"], QueryParameter()] = "mine",  # noqa: A002 - its name in the query, which a refusal of it gives
) -> wire.TableList:
    """List open tables, one's own, or those one may watch."""
    return await server_of(request).lobby.lists(filter, who_of(request).device)


@post_route("/api/tables")
async def create_table(request: Asked, data: JSONBody[wire.CreateTable]) -> wire.Seated:
    """Make a table."""
    may_make(request)
    server, device = server_of(request), who_of(request).device
    if data.rated:
        data = await agreement.checked_plan(server.store, data, device)
    await server.profiles.check_names([seat.name for seat in data.seats], device)
    return await shielded(server.making.create(data, maker_of(request)))


@post_route("/api/quick")
async def quick_table(request: Asked, data: JSONBody[wire.QuickTable]) -> wire.Seated:
    """Play against bots at once."""
    may_make(request)
    return await shielded(server_of(request).making.quick(data, maker_of(request)))


@post_route("/api/import")
async def import_record(request: Asked, data: JSONBody[wire.ImportRecord]) -> wire.Seated:
    """Make a table for reading of a record."""
    may_make(request)
    return await shielded(server_of(request).making.take_in(data, maker_of(request)))


@get_route("/api/tables/{code:str}")
async def show_table(request: Asked, code: TableCode) -> wire.TableView:
    """Return a table's head."""
    return (await room_of(request, code)).table_view(who_of(request).device)


@get_route("/api/tables/{code:str}/board")
async def show_table_board(request: Asked, code: TableCode) -> wire.BoardView:
    """Return the board, cards and tables with the table's own options."""
    return views.board_view(rules_at(await room_of(request, code)))


@get_route("/api/tables/{code:str}/rules")
async def show_table_rules(request: Asked, code: TableCode, lang: Spoken = None) -> wire.RulesPanel:
    """Return the rules panel with the table's own options."""
    return panel(rules_at(await room_of(request, code)), lang or who_of(request).language)


@get_route("/api/tables/{code:str}/record", media_type="application/x-ndjson")
async def export_record(request: Asked, code: TableCode) -> Response[str]:
    """Return the record as JSON lines."""
    room = await room_of(request, code)
    charge(request, RECORD_COST * room.row.seq)
    lines = shown_record(room, await server_of(request).store.entries(room.code))
    name = f"kilowatt-{room.code}.jsonl"
    return Response(
        "\n".join(lines) + "\n",
        media_type="application/x-ndjson",
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )


@get_route("/api/tables/{code:str}/curves")
async def show_curves(request: Asked, code: TableCode) -> wire.Curves:
    """Follow the game from round to round."""
    room = await room_of(request, code)
    who = who_of(request)
    charge(request, curves.cost(room))
    return await curves.curves(server_of(request).registry, room, who.device, who.address)


@post_route("/api/tables/{code:str}/join", status_code=200)
async def join_table(request: Asked, code: TableCode, data: JSONBody[wire.JoinTable]) -> wire.Seated:
    """Take a seat."""
    room = await room_of(request, code)
    server, who = server_of(request), who_of(request)
    limits = server.limits
    if data.restore is not None:
        allowed = limits.take("guess", who.address)
    else:
        allowed = limits.take("join", who.device) and limits.take("join_address", who.address)
    if not allowed:
        raise Denied("too_many")
    if room.row.plan.rated:
        if data.restore is not None:
            raise Denied("rated_seat")
        data.name = await agreement.checked_join(server.store, room, who.device)
    await server.profiles.check_names([data.name], who.device)
    mark = server.registry.address_mark(who.address)
    return await shielded(retry_on_conflict(lambda: server.lobby.join(room, data, who.device, mark)))


@post_route("/api/tables/{code:str}/leave", status_code=200)
async def leave_table(request: Asked, code: TableCode, data: JSONBody[wire.OfSeat]) -> wire.TableView:
    """Get up."""
    room = await room_of(request, code)
    return await shielded(
        retry_on_conflict(lambda: server_of(request).lobby.leave(room, data.seat, who_of(request).device))
    )


@post_route("/api/tables/{code:str}/resign", status_code=200)
async def resign_seat(request: Asked, code: TableCode, data: JSONBody[wire.OfSeat]) -> wire.TableView:
    """Resign for good."""
    room = await room_of(request, code)
    return await shielded(
        retry_on_conflict(lambda: server_of(request).lobby.resign(room, data.seat, who_of(request).device))
    )


@post_route("/api/tables/{code:str}/agree", status_code=200)
async def agree_to_end(request: Asked, code: TableCode, data: JSONBody[wire.Agree]) -> wire.TableView:
    """Agree to end the game now."""
    room = await room_of(request, code)
    return await shielded(
        retry_on_conflict(
            lambda: server_of(request).lobby.agree(room, data.seat, who_of(request).device, agree=data.agree)
        )
    )


@post_route("/api/tables/{code:str}/rematch", status_code=200)
async def rematch(request: Asked, code: TableCode) -> wire.Seated:
    """Play again with the same people."""
    room = await room_of(request, code)
    may_make(request)
    if room.row.plan.rated and room.row.rematch is None:
        await agreement.check_again(server_of(request).store, {min(held) for held in room.holders.values() if held})
    return await shielded(server_of(request).making.rematch(room, maker_of(request)))


@post_route("/api/tables/{code:str}/fork")
async def fork_table(request: Asked, code: TableCode, data: JSONBody[wire.ForkTable]) -> wire.Seated:
    """Play on from a moment."""
    room = await room_of(request, code)
    may_make(request)
    return await shielded(server_of(request).making.fork(room, data, maker_of(request)))


@post_route("/api/tables/{code:str}/seats/{seat:int}", status_code=200)
async def change_seat(request: Asked, code: TableCode, seat: Seat, data: JSONBody[wire.ChangeSeat]) -> wire.Seated:
    """Hand a seat over, or reissue its restore code."""
    room = await room_of(request, code)
    return await shielded(
        retry_on_conflict(lambda: server_of(request).handover.change_seat(room, seat, data, who_of(request).device))
    )


# --- how the server is ------------------------------------------------------------------------------------------------


@get("/healthz", media_type=MediaType.TEXT, sync_to_thread=False)
def healthy() -> str:
    """Say that the process is alive."""
    return "ok\n"


@get("/readyz", media_type=MediaType.TEXT)
async def ready(request: Asked) -> Response[str]:
    """Return whether the database answers, takes writes and is at this version's revision."""
    reason = await server_of(request).not_ready()
    return Response(
        "ok\n" if reason is None else f"{reason}\n",
        status_code=200 if reason is None else 503,
        media_type=MediaType.TEXT,
    )


@get("/metrics", media_type=MediaType.TEXT, sync_to_thread=False)
def metrics(request: Asked) -> str:
    """Return the metrics of this process for Prometheus."""
    return server_of(request).metrics.text()


ROUTES = [
    list_rulesets,
    show_plain_board,
    show_board,
    show_plain_rules,
    show_rules,
    show_catalogue,
    list_levels,
    list_tables,
    create_table,
    quick_table,
    import_record,
    show_table,
    show_table_board,
    show_table_rules,
    export_record,
    show_curves,
    join_table,
    leave_table,
    resign_seat,
    agree_to_end,
    rematch,
    fork_table,
    change_seat,
    healthy,
    ready,
    metrics,
]
