"""The REST API about your own finished games."""

from __future__ import annotations

from kilowatt import protocol as wire
from kilowatt.server.http.requests import Asked, charge, get_route, who_of
from kilowatt.server.profiles import finished_games

COST = 20.0
"""Milliseconds that reading a long list takes."""


@get_route("/api/history")
async def show_history(request: Asked) -> wire.PlayedGames:
    """Return your finished games, the last one first."""
    return await finished_games.played(charge(request, COST).store, who_of(request).device)
