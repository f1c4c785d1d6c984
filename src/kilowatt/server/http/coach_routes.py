"""The REST API of the coach: reviews of finished games, the lines behind them, and puzzles."""

from __future__ import annotations

from typing import Annotated

from litestar.params import PathParameter

from kilowatt import protocol as wire
from kilowatt.server import puzzles
from kilowatt.server.http.requests import Asked, Spoken, TableCode, charge, get_route, room_of, server_of, who_of

REVIEW_COST = 5.0
"""Milliseconds that writing a finished review takes; it is made in the thinking processes."""
PUZZLE_COST = 20.0
"""Milliseconds that replaying the game of a puzzle may take, beside the loop."""
LINE_COST = 60.0
"""Milliseconds that a line of a round may take, beside the loop."""

PuzzleNumber = Annotated[int, PathParameter(description="The number of a puzzle, from 0")]
RowNumber = Annotated[int, PathParameter(ge=0, description="The number of a row of the review, from 0")]


@get_route("/api/puzzles")
async def list_puzzles(request: Asked) -> list[wire.PuzzleRow]:
    """List the shipped puzzles."""
    return await server_of(request).workers.do(who_of(request).address, puzzles.rows)


@get_route("/api/puzzles/{number:int}")
async def show_puzzle(request: Asked, number: PuzzleNumber, lang: Spoken = None) -> wire.PuzzleView:
    """Return a puzzle with its position, its answers and the reasons."""
    charge(request, PUZZLE_COST)
    who = who_of(request)
    return await server_of(request).workers.do(who.address, puzzles.puzzle, number, lang or who.language)


@get_route("/api/tables/{code:str}/review")
async def show_review(request: Asked, code: TableCode, lang: Spoken = None) -> wire.ReviewView:
    """Return the coach's review of a finished game, or how far it has come."""
    room = await room_of(request, code)
    charge(request, REVIEW_COST)
    who = who_of(request)
    return await server_of(request).tables.reviews.look(room, lang or who.language, who.address, who.device)


@get_route("/api/tables/{code:str}/review/{row:int}/line")
async def show_line(request: Asked, code: TableCode, row: RowNumber, lang: Spoken = None) -> wire.LineView:
    """Return the better line of a mistake, step by step, once the review is ready."""
    room = await room_of(request, code)
    charge(request, LINE_COST)
    who = who_of(request)
    reviews = server_of(request).tables.reviews
    return await reviews.line(room, row, lang or who.language, who.address, who.device)
