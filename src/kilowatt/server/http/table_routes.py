"""The REST API of tables: one function per request. They read the request, call a use case, and answer; no more."""

from __future__ import annotations

from typing import Annotated, Literal

from litestar import Response
from litestar.params import JSONBody, PathParameter, QueryParameter

from kilowatt import protocol as wire
from kilowatt.host.errors import Denied
from kilowatt.host.export import shown_record
from kilowatt.host.rules_panel import panel
from kilowatt.host.seating import rules_at
from kilowatt.protocol import views
from kilowatt.server.http.requests import (
    Asked,
    Spoken,
    TableCode,
    charge,
    get_route,
    limited,
    maker_of,
    own_names,
    post_route,
    room_of,
    server_of,
    who_of,
)
from kilowatt.server.ratings import agreement
from kilowatt.server.tables.actions.retrying import retry_on_conflict, shielded
from kilowatt.server.tables.reading import curves, lists

RECORD_COST = 0.005
"""Milliseconds of processor time that an entry of a record costs which a client reads in whole."""
Seat = Annotated[int, PathParameter(ge=0, le=5)]


@get_route("/api/tables")
async def list_tables(
    request: Asked,
    filter: Annotated[Literal["open", "mine", "watch"], QueryParameter()] = "mine",  # noqa: A002 - its name in the query, which a refusal of it gives
) -> wire.TableList:
    """List open tables, your own, or those that anybody may watch."""
    return await lists.list_tables(server_of(request).registry, filter, who_of(request).device)


@post_route("/api/tables")
async def create_table(request: Asked, data: JSONBody[wire.CreateTable]) -> wire.Seated:
    """Make a table."""
    limited(request, "make")
    server, device = server_of(request), who_of(request).device
    if data.rated:
        data = await agreement.checked_plan(server.store, data, device)
    await own_names(request, *(seat.name for seat in data.seats))
    return await shielded(server.tables.making.create(data, maker_of(request)))


@post_route("/api/quick")
async def quick_table(request: Asked, data: JSONBody[wire.QuickTable]) -> wire.Seated:
    """Play against bots at once."""
    limited(request, "make")
    await own_names(request, data.name)
    return await shielded(server_of(request).tables.making.quick(data, maker_of(request)))


@post_route("/api/import")
async def import_record(request: Asked, data: JSONBody[wire.ImportRecord]) -> wire.Seated:
    """Make a table for reading of a record."""
    limited(request, "make")
    return await shielded(server_of(request).tables.importing.take_in(data, maker_of(request)))


@post_route("/api/unpack")
async def unpack_game(request: Asked, data: JSONBody[wire.MovedGame]) -> wire.Seated:
    """Go on with a game that was played elsewhere."""
    limited(request, "make")
    await own_names(request, *(seat.name for seat in data.seats))
    return await shielded(server_of(request).tables.moving.take_in(data, maker_of(request)))


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
    server, who = limited(request, "join" if data.restore is None else "guess"), who_of(request)
    if room.row.plan.rated:
        if data.restore is not None:
            raise Denied("rated_seat")
        data.name = await agreement.checked_join(server.store, room.seats_of(who.device), who.device)
    await own_names(request, data.name)
    mark = server.registry.address_mark(who.address)
    return await shielded(retry_on_conflict(lambda: server.tables.joining.join(room, data, who.device, mark)))


@post_route("/api/tables/{code:str}/change", status_code=200)
async def change_table(request: Asked, code: TableCode, data: JSONBody[wire.ChangeTable]) -> wire.TableView:
    """Change what a table plays that waits for players."""
    room = await room_of(request, code)
    server = limited(request, "make")
    return await shielded(
        retry_on_conflict(lambda: server.tables.replanning.change(room, data, who_of(request).device))
    )


@post_route("/api/tables/{code:str}/leave", status_code=200)
async def leave_table(request: Asked, code: TableCode, data: JSONBody[wire.OfSeat]) -> wire.TableView:
    """Get up."""
    room = await room_of(request, code)
    return await shielded(
        retry_on_conflict(lambda: server_of(request).tables.leaving.leave(room, data.seat, who_of(request).device))
    )


@post_route("/api/tables/{code:str}/resign", status_code=200)
async def resign_seat(request: Asked, code: TableCode, data: JSONBody[wire.OfSeat]) -> wire.TableView:
    """Resign for good."""
    room = await room_of(request, code)
    return await shielded(
        retry_on_conflict(lambda: server_of(request).tables.leaving.resign(room, data.seat, who_of(request).device))
    )


@post_route("/api/tables/{code:str}/agree", status_code=200)
async def agree_to_end(request: Asked, code: TableCode, data: JSONBody[wire.Agree]) -> wire.TableView:
    """Agree to end the game now."""
    room = await room_of(request, code)
    return await shielded(
        retry_on_conflict(
            lambda: server_of(request).tables.leaving.agree(room, data.seat, who_of(request).device, agree=data.agree)
        )
    )


@post_route("/api/tables/{code:str}/pause", status_code=200)
async def pause_table(request: Asked, code: TableCode, data: JSONBody[wire.AskPause]) -> wire.TableView:
    """Ask for a pause, agree to it, refuse it, or end it."""
    room = await room_of(request, code)
    server, device = limited(request, "moderate"), who_of(request).device
    return await shielded(retry_on_conflict(lambda: server.tables.agreements.pause(room, data, device)))


@post_route("/api/tables/{code:str}/back", status_code=200)
async def take_back(request: Asked, code: TableCode, data: JSONBody[wire.AskBack]) -> wire.TableView:
    """Ask to take back your last decision, agree to that, or refuse it."""
    room = await room_of(request, code)
    charge(request, RECORD_COST * room.row.seq)
    server, who = limited(request, "moderate"), who_of(request)
    return await shielded(
        retry_on_conflict(lambda: server.tables.agreements.take_back(room, data, who.device, who.address))
    )


@post_route("/api/tables/{code:str}/rematch", status_code=200)
async def rematch(request: Asked, code: TableCode) -> wire.Seated:
    """Agree to play again with the same people: the new table once all of them do, until then this one."""
    room = await room_of(request, code)
    limited(request, "make")
    if room.row.plan.rated and room.row.rematch is None:
        await agreement.check_again(server_of(request).store, {min(held) for held in room.holders.values() if held})
    tables, maker = server_of(request).tables, maker_of(request)
    return await shielded(retry_on_conflict(lambda: tables.rematching.rematch(room, maker)))


@post_route("/api/tables/{code:str}/fork")
async def fork_table(request: Asked, code: TableCode, data: JSONBody[wire.ForkTable]) -> wire.Seated:
    """Play on from a moment."""
    room = await room_of(request, code)
    limited(request, "make")
    await own_names(request, *(seat.name for seat in data.seats or ()))
    return await shielded(server_of(request).tables.forking.fork(room, data, maker_of(request)))


@post_route("/api/tables/{code:str}/pack", status_code=200)
async def pack_game(request: Asked, code: TableCode) -> wire.MovedGame:
    """Return all of a game that you play alone, to go on with it elsewhere."""
    room = await room_of(request, code)
    charge(request, RECORD_COST * room.row.seq)
    server, device = limited(request, "make"), who_of(request).device
    return await shielded(retry_on_conflict(lambda: server.tables.moving.pack(room, device)))


@post_route("/api/tables/{code:str}/seats/{seat:int}", status_code=200)
async def change_seat(request: Asked, code: TableCode, seat: Seat, data: JSONBody[wire.ChangeSeat]) -> wire.Seated:
    """Hand a seat over, or reissue its restore code."""
    room = await room_of(request, code)
    return await shielded(
        retry_on_conflict(
            lambda: server_of(request).tables.handover.change_seat(room, seat, data, who_of(request).device)
        )
    )
