"""The REST API about ratings: the list of a season and an edition, for everybody."""

from __future__ import annotations

from typing import Annotated

from litestar.params import QueryParameter

from kilowatt import protocol as wire
from kilowatt.server.http.requests import Asked, charge, get_route
from kilowatt.server.ratings import lists

COST = 10.0
"""Milliseconds that reading a list takes."""

Season = Annotated[int | None, QueryParameter(ge=0, le=100_000, description="The season's number; else the present.")]
Edition = Annotated[str | None, QueryParameter(max_length=64, description="The edition; else the most played.")]


@get_route("/api/ratings")
async def show_ratings(request: Asked, season: Season = None, edition: Edition = None) -> wire.RatingList:
    """Return the ratings of a season and an edition, the best first."""
    return await lists.season_list(charge(request, COST).store, season, edition)
