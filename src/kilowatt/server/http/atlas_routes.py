"""Links to boards: the page of a board with its own title and description, and a picture of its map."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Annotated

from litestar import Response, get
from litestar.params import PathParameter

import kilowatt
from kilowatt.host.errors import Denied
from kilowatt.host.seating import rules_of
from kilowatt.protocol import views
from kilowatt.server.http.requests import Asked, limited, server_of, who_of
from kilowatt.server.http.share_routes import DAY, PICTURE_SUFFIX, base_of, head_of, with_head
from kilowatt.server.http.static import tagged
from kilowatt.server.pictures import drawing

if TYPE_CHECKING:
    from litestar.handlers import HTTPRouteHandler

    from kilowatt.editions.registry import RulesetInfo
    from kilowatt.server.http.static import Page

BoardName = Annotated[str, PathParameter(max_length=64)]


def game_on(board: str) -> RulesetInfo:
    """Return the first game on a board, a published one if there is any."""
    rows = sorted(
        (row for row in kilowatt.rulesets() if row.board and row.board == board), key=lambda row: row.composed
    )
    if not rows:
        raise Denied("not_found")
    return rows[0]


def name_of(row: RulesetInfo) -> str:
    """Return the title of a game without its edition."""
    return row.title.rpartition(", ")[0] or row.title


def facts_of(row: RulesetInfo) -> list[str]:
    """Return how large a board is and how many can play on it."""
    board = views.board_view(rules_of(row.id, row.seats[-1], {}))
    return [
        f"{len(board.cities)} cities",
        f"{len(board.areas)} areas",
        f"{row.seats[0]} to {row.seats[-1]} players",
    ]


@get("/picture/board/{name:str}", include_in_schema=False)
async def show_board_picture(request: Asked, name: BoardName) -> Response[bytes]:
    """Return a picture of a board without a game on it."""
    if not name.endswith(PICTURE_SUFFIX):
        raise Denied("not_found")
    row = game_on(name.removesuffix(PICTURE_SUFFIX))
    server, who = server_of(request), who_of(request)
    # no table's code has a colon
    key = (f"board:{row.board}", 0, 0)
    body = server.pictures.get(key)
    if body is None:
        limited(request, "picture")
        rules, title, facts = rules_of(row.id, row.seats[-1], {}), name_of(row), facts_of(row)
        drawn = await server.workers.do(who.address, lambda: drawing.board_svg(rules, title, facts))
        body = await server.painter.png(who.address, drawn)
        server.pictures.put(key, body)
    return Response(body, media_type="image/png", headers={"cache-control": DAY})


def board_pages(page: Page) -> list[HTTPRouteHandler]:
    """Make the handlers of the boards' addresses: the page, of one board with a head that says which it is."""

    @get("/boards", include_in_schema=False, sync_to_thread=False)
    def show_boards_page(request: Asked) -> Response[bytes]:
        """Return the page of all boards."""
        return tagged(request, page.files["/index.html"].body.decode())

    @get("/boards/{board:str}", include_in_schema=False, sync_to_thread=False)
    def show_board_page(request: Asked, board: BoardName) -> Response[bytes]:
        """Return the page of a board; of one that does not exist, the plain page, which says so."""
        html = page.files["/index.html"].body.decode()
        try:
            row = game_on(board)
        except Denied:
            return tagged(request, html)
        base = base_of(request)
        about = f"{name_of(row)}: {', '.join(facts_of(row))}. Play it with friends and bots."
        head = head_of(
            escape(f"{name_of(row)} · Kilowatt"),
            escape(about),
            escape(f"{base}/boards/{row.board}"),
            escape(f"{base}/picture/board/{row.board}{PICTURE_SUFFIX}"),
        )
        return tagged(request, with_head(html, head))

    return [show_boards_page, show_board_page]
