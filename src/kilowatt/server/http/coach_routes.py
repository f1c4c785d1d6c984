"""The REST API of the coach: reviews of finished games, the lines behind them, and puzzles."""

from __future__ import annotations

from typing import Annotated

from litestar.params import JSONBody, PathParameter

from kilowatt import protocol as wire
from kilowatt.host import puzzles
from kilowatt.server.http.requests import (
    Asked,
    Spoken,
    TableCode,
    charge,
    get_route,
    post_route,
    room_of,
    server_of,
    who_of,
)

REVIEW_COST = 5.0
"""Milliseconds that writing a finished review takes; it is made in the thinking processes."""
PUZZLE_COST = 20.0
"""Milliseconds that replaying the game of a puzzle may take, beside the loop."""
ANSWER_COST = 150.0
"""Milliseconds that judging an answer to a puzzle may take, beside the loop."""
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
    """Return a puzzle with its position and what may be done there."""
    charge(request, PUZZLE_COST)
    who = who_of(request)
    return await server_of(request).workers.do(who.address, puzzles.puzzle, number, lang or who.language)


@post_route("/api/puzzles/{number:int}/quote", status_code=200)
async def quote_in_puzzle(
    request: Asked, number: PuzzleNumber, data: JSONBody[wire.AskQuote], lang: Spoken = None
) -> wire.Quoted:
    """Price a plan in a puzzle's position, as `quote` does at a table."""
    charge(request, PUZZLE_COST)
    who = who_of(request)
    return await server_of(request).workers.do(who.address, puzzles.quote, number, data, lang or who.language)


@post_route("/api/puzzles/{number:int}/answer", status_code=200)
async def answer_puzzle(
    request: Asked, number: PuzzleNumber, data: JSONBody[wire.PuzzleAnswer], lang: Spoken = None
) -> wire.PuzzleVerdict:
    """Return what an answer to a puzzle is worth, beside the best."""
    charge(request, ANSWER_COST)
    who = who_of(request)
    return await server_of(request).workers.do(
        who.address, puzzles.answered, number, data.actions, lang or who.language
    )


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
