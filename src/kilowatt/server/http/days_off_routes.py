"""The REST API of days off: a person's own, and nobody else's."""

from __future__ import annotations

from litestar.params import JSONBody

from kilowatt import protocol as wire
from kilowatt.server.http.requests import Asked, charge, get_route, limited, post_route, server_of, who_of
from kilowatt.server.tables.actions.retrying import shielded

COST = 25.0
"""Milliseconds that setting the clocks of a person's tables takes."""


@get_route("/api/days-off")
async def show_days_off(request: Asked) -> wire.DaysOffView:
    """Return your days off."""
    return await server_of(request).days_off.view(who_of(request).device)


@post_route("/api/days-off", status_code=200)
async def take_days_off(request: Asked, data: JSONBody[wire.TakeDaysOff]) -> wire.DaysOffView:
    """Take days off, or give back those that have not begun."""
    charge(request, COST)
    server = limited(request, "profile")
    return await shielded(server.days_off.change(who_of(request).device, data))
