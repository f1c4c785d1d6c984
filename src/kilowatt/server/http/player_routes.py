"""The public page of a player: as data, and the page at its address with a title of its own."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Annotated

from litestar import Response, get
from litestar.params import PathParameter

from kilowatt import protocol as wire
from kilowatt.host.errors import Denied
from kilowatt.server.http.requests import Asked, charge, get_route
from kilowatt.server.http.static import tagged
from kilowatt.server.profiles import public

if TYPE_CHECKING:
    from litestar.handlers import HTTPRouteHandler

    from kilowatt.server.http.static import Page

COST = 25.0
"""Milliseconds that reading a player's games takes."""

PlayerName = Annotated[str, PathParameter(max_length=64, description="The player's reserved name.")]


async def _page(request: Asked, name: str) -> wire.PlayerPage:
    return await public.page_of(charge(request, COST).store, name)


@get_route("/api/players/{name:str}")
async def show_player(request: Asked, name: PlayerName) -> wire.PlayerPage:
    """Return the public page of a player who wants one."""
    return await _page(request, name)


def player_page(page: Page) -> HTTPRouteHandler:
    """Make the handler of a player's address: the page, with the player's name as its title."""

    @get("/player/{name:str}", include_in_schema=False)
    async def show_player_page(request: Asked, name: PlayerName) -> Response[bytes]:
        """Return the page of a player; where there is none, the plain page, which says so, as not found."""
        plain = page.files["/index.html"].body
        try:
            player = await _page(request, name)
        except Denied as error:
            headers = {"cache-control": "no-cache"}
            return Response(plain, status_code=error.status, media_type="text/html", headers=headers)
        start, _, rest = plain.decode().partition("<title>")
        title = escape(f"{player.name} · Kilowatt")
        end = rest[rest.find("</title>") :]
        return tagged(request, f"{start}<title>{title}{end}")

    return show_player_page
