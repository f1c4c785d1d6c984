"""The REST API of the workshop: boards are checked, read and written as files, shared, deleted and tried."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, ParamSpec, TypeVar

from litestar.params import JSONBody, PathParameter, QueryParameter

from kilowatt import protocol as wire
from kilowatt.editions.board_checks import Checked, checked
from kilowatt.editions.board_file import board_of_text, plain
from kilowatt.editions.board_new import board_of_cities, copied
from kilowatt.editions.board_writing import board_text
from kilowatt.editions.options import BadOption
from kilowatt.editions.parts import BOARD, CUSTOM
from kilowatt.editions.schema import BadData
from kilowatt.protocol.views import board_view
from kilowatt.server.errors import Denied
from kilowatt.server.http.requests import Asked, charge, get_route, limited, maker_of, post_route, server_of, who_of
from kilowatt.server.tables.actions.retrying import shielded
from kilowatt.server.tables.actions.seating import rules_of
from kilowatt.server.tables.actions.shared_boards import read
from kilowatt.server.workshop_info import workshop_info
from kilowatt.table.board_texts import found_text, remedy_text

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


def _checked(data: dict[str, Any]) -> Checked:
    return checked(read(data))


def check_view(checks: Checked, language: str) -> wire.BoardCheck:
    """Return what the checks found, with sentences in a language."""
    rows = [
        wire.FindingRow(
            one.code,
            one.level,
            one.field,
            found_text(one, language),
            remedy_text(one, language),
            one.cities,
            one.areas,
            one.links,
        )
        for one in checks.findings
    ]
    return wire.BoardCheck(rows, checks.seats, checks.starts, checks.per_length, checks.proposed)


def _viewed(data: dict[str, Any], seats: int) -> wire.BoardView:
    return board_view(rules_of(CUSTOM, seats, {BOARD: data}))


def _opened(data: wire.OpenFile) -> dict[str, Any]:
    try:
        if data.kind == "csv":
            return plain(board_of_cities("cities.csv", data.text, data.title.strip() or "My board"))
        return plain(board_of_text("board.toml", data.text))
    except BadData as error:
        raise Denied("bad_board", field=error.place, reason=error.place_and_reason()) from None


def _written(data: dict[str, Any]) -> wire.BoardText:
    board = read(data)
    return wire.BoardText(f"{board.id}.toml", board_text(board))


def _plain(data: dict[str, Any]) -> dict[str, Any]:
    return plain(read(data))


async def _beside(request: Asked, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Do work on a board beside the loop, charged to the request."""
    return await charge(request, CHECK_COST).registry.workers.do(who_of(request).address, work, *args, **kwargs)


@post_route("/api/workshop/check", status_code=200)
async def check_board(request: Asked, data: JSONBody[wire.OfBoard]) -> wire.BoardCheck:
    """Check a board: what must be fixed, what is worth a look, what is fine."""
    return check_view(await _beside(request, _checked, data.board), who_of(request).language)


@post_route("/api/workshop/board", status_code=200)
async def show_custom(request: Asked, data: JSONBody[wire.TryBoard]) -> wire.BoardView:
    """Return a board, its cards and tables as so many players would play it."""
    return await _beside(request, _viewed, data.board, data.seats)


@post_route("/api/workshop/open", status_code=200)
async def open_file(request: Asked, data: JSONBody[wire.OpenFile]) -> wire.PlainBoard:
    """Read a board file, or make a board of a list of cities."""
    return wire.PlainBoard(await _beside(request, _opened, data))


@post_route("/api/workshop/file", status_code=200)
async def write_file(request: Asked, data: JSONBody[wire.OfBoard]) -> wire.BoardText:
    """Write a board as a file."""
    return await _beside(request, _written, data.board)


@get_route("/api/workshop/copy", sync_to_thread=False)
def copy_board(ruleset: Annotated[str, QueryParameter(max_length=64)]) -> wire.PlainBoard:
    """Return the board of a ruleset of ours as a board file."""
    try:
        return wire.PlainBoard(plain(copied(ruleset)))
    except BadOption:
        raise Denied("no_ruleset", ruleset=ruleset) from None


@post_route("/api/boards")
async def share_board(request: Asked, data: JSONBody[wire.OfBoard]) -> wire.SharedBoard:
    """Share a board under the hash of its data."""
    server = limited(request, "board")
    return await shielded(server.boards.share(data.board, maker_of(request)))


@get_route("/api/boards")
async def list_boards(request: Asked) -> wire.SharedBoards:
    """List the boards this device has shared."""
    return await server_of(request).boards.mine(who_of(request).device)


@get_route("/api/boards/{board:str}")
async def show_shared(request: Asked, board: Board) -> wire.SharedBoardView:
    """Return a shared board."""
    return await server_of(request).boards.show(board, who_of(request).device)


@post_route("/api/boards/{board:str}/delete", status_code=204)
async def delete_board(request: Asked, board: Board) -> None:
    """Delete a board that you have shared."""
    await shielded(server_of(request).boards.delete(board, who_of(request).device))


@post_route("/api/trials")
async def start_trial(request: Asked, data: JSONBody[wire.TryBoard]) -> wire.TrialView:
    """Let bots play a board in the background."""
    server, who = limited(request, "trial"), who_of(request)
    board = await _beside(request, _plain, data.board)
    try:
        return server.trials.start(board, data.seats, who.device, who.address)
    except BadOption as error:
        raise Denied("bad_board", field=error.option, reason=error.reason) from None


@get_route("/api/trials/{trial:str}", sync_to_thread=False)
def show_trial(request: Asked, trial: TrialId) -> wire.TrialView:
    """Return how far a trial is and what it showed."""
    return server_of(request).trials.show(trial, who_of(request).device)
