"""The REST API of the workshop: boards are checked, read and written as files, shared, deleted and tried."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, ParamSpec, TypeVar

from litestar.params import JSONBody, PathParameter, QueryParameter

from kilowatt import protocol as wire
from kilowatt.editions.options import BadOption
from kilowatt.host.errors import Denied
from kilowatt.host.workshop import check_view, checked_board, copy_of, opened, plain_board, viewed, written
from kilowatt.host.workshop_info import workshop_info
from kilowatt.server.http.requests import Asked, charge, get_route, limited, maker_of, post_route, server_of, who_of
from kilowatt.server.tables.actions.retrying import shielded

P = ParamSpec("P")
T = TypeVar("T")
CHECK_COST = 60.0
"""Milliseconds that the checks of a board take, beside the loop."""
Board = Annotated[str, PathParameter(max_length=64, description="The board's address: the hash of its data.")]
TrialId = Annotated[str, PathParameter(max_length=64)]


@get_route("/api/workshop", sync_to_thread=False)
def show_workshop(request: Asked) -> wire.WorkshopInfo:
    """Return what a board may be made of."""
    return workshop_info(server_of(request).settings.boards)


async def _beside(request: Asked, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Do work on a board beside the loop, charged to the request."""
    return await charge(request, CHECK_COST).registry.workers.do(who_of(request).address, work, *args, **kwargs)


@post_route("/api/workshop/check", status_code=200)
async def check_board(request: Asked, data: JSONBody[wire.OfBoard]) -> wire.BoardCheck:
    """Check a board: what must be fixed, what is worth a look, what is fine."""
    return check_view(await _beside(request, checked_board, data.board), who_of(request).language)


@post_route("/api/workshop/board", status_code=200)
async def show_custom(request: Asked, data: JSONBody[wire.TryBoard]) -> wire.BoardView:
    """Return a board, its cards and tables as so many players would play it."""
    return await _beside(request, viewed, data.board, data.seats)


@post_route("/api/workshop/open", status_code=200)
async def open_file(request: Asked, data: JSONBody[wire.OpenFile]) -> wire.PlainBoard:
    """Read a board file, or make a board of a list of cities."""
    return wire.PlainBoard(await _beside(request, opened, data))


@post_route("/api/workshop/file", status_code=200)
async def write_file(request: Asked, data: JSONBody[wire.OfBoard]) -> wire.BoardText:
    """Write a board as a file."""
    return await _beside(request, written, data.board)


@get_route("/api/workshop/copy", sync_to_thread=False)
def copy_board(ruleset: Annotated[str, QueryParameter(max_length=64)]) -> wire.PlainBoard:
    """Return the board of a ruleset of ours as a board file."""
    return copy_of(ruleset)


@post_route("/api/boards")
async def share_board(request: Asked, data: JSONBody[wire.OfBoard]) -> wire.SharedBoard:
    """Share a board under the hash of its data."""
    server = limited(request, "board")
    return await shielded(server.boards.share(data.board, maker_of(request)))


@get_route("/api/boards")
async def list_boards(request: Asked) -> wire.SharedBoards:
    """List the boards this device has shared."""
    return await server_of(request).boards.mine(who_of(request).device)


@get_route("/api/gallery")
async def show_gallery(request: Asked) -> wire.GalleryView:
    """List the newest boards that their makers show to everybody."""
    return await server_of(request).boards.gallery(who_of(request).device)


@post_route("/api/boards/{board:str}/list", status_code=200)
async def list_board(request: Asked, board: Board, data: JSONBody[wire.ListBoard]) -> wire.SharedBoard:
    """Show a board that you have shared in the gallery, or take it out."""
    server = limited(request, "board")
    return await shielded(server.boards.list_in_gallery(board, who_of(request).device, listed=data.listed))


@post_route("/api/boards/{board:str}/report")
async def report_board(request: Asked, board: Board, data: JSONBody[wire.ReportBoard]) -> wire.Reported:
    """Report a board of the gallery to the server's host."""
    server = limited(request, "report")
    return wire.Reported(await shielded(server.boards.report(board, data.reason, who_of(request).device)))


@get_route("/api/boards/{board:str}")
async def show_shared(request: Asked, board: Board) -> wire.SharedBoardView:
    """Return a shared board."""
    return await server_of(request).boards.show(board, who_of(request).device)


@post_route("/api/boards/{board:str}/delete", status_code=204)
async def delete_board(request: Asked, board: Board) -> None:
    """Delete a board that you have shared."""
    await shielded(server_of(request).boards.delete(board, who_of(request).device))


@post_route("/api/trials")
async def start_trial(request: Asked, data: JSONBody[wire.TryOut]) -> wire.TrialView:
    """Let bots play a board in the background."""
    server, who = limited(request, "trial"), who_of(request)
    board = await _beside(request, plain_board, data.board)
    try:
        return server.trials.start(board, data, who.device, who.address)
    except BadOption as error:
        raise Denied("bad_board", field=error.option, reason=error.reason) from None


@get_route("/api/trials/{trial:str}", sync_to_thread=False)
def show_trial(request: Asked, trial: TrialId) -> wire.TrialView:
    """Return how far a trial is and what it showed."""
    return server_of(request).trials.show(trial, who_of(request).device)


@post_route("/api/trials/{trial:str}/stop", status_code=200, sync_to_thread=False)
def stop_trial(request: Asked, trial: TrialId) -> wire.TrialView:
    """End a trial early; what it showed so far stays."""
    return server_of(request).trials.stop(trial, who_of(request).device)
