"""The REST API about finished games of whoever asks."""

from __future__ import annotations

from kilowatt import protocol as wire
from kilowatt.server.errors import Denied
from kilowatt.server.http.routes import Asked, get_route, server_of, who_of
from kilowatt.server.profiles import history

COST = 20.0
"""Milliseconds that reading a long list takes."""


@get_route("/api/history")
async def show_history(request: Asked) -> wire.PlayedGames:
    """Return one's finished games, the last one first."""
    server, who = server_of(request), who_of(request)
    if not server.limits.work(who.device, who.address, COST):
        raise Denied("too_many")
    return await history.played(server.store, who.device)


HISTORY_ROUTES = [show_history]
