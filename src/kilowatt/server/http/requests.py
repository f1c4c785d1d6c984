"""What the functions of the REST API share: the client of a request, its table, and what it may cost."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any

from litestar import Request, get, post
from litestar.datastructures import State
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.spec import Example
from litestar.params import PathParameter, QueryParameter

from kilowatt import protocol as wire
from kilowatt.host.errors import Denied
from kilowatt.server.http.gate import METERED, WHO, Who
from kilowatt.server.http.route_table import row_of
from kilowatt.server.http.table_lookup import find_table
from kilowatt.server.monitoring.meter import Meter
from kilowatt.server.server import Server
from kilowatt.server.store.quotas import Maker
from kilowatt.server.tables.room.room import Room

PROBLEMS = {
    status: ResponseSpec(wire.Problem, description=what, generate_examples=False)
    for status, what in {
        400: "The request is not what it should be; `args` name the field.",
        403: "Not yours to do.",
        404: "There is no such thing.",
        409: "Not as the table stands now.",
        413: "Too long.",
        415: "The body is not marked as JSON.",
        429: "Too much at once.",
        503: "The database does not answer; try again.",
    }.items()
}
get_route = partial(get, responses=PROBLEMS)
post_route = partial(post, responses=PROBLEMS)

Asked = Request[Any, Any, State]
TableCode = Annotated[
    str, PathParameter(max_length=24, description="The table's code.", examples=[Example(value="K7M2QXR9")])
]
Spoken = Annotated[wire.Language | None, QueryParameter(description="Language of the sentences; else Accept-Language.")]


def server_of(request: Asked) -> Server:
    """Return the server that a request came to."""
    server: Server = request.app.state.server
    return server


def who_of(request: Asked) -> Who:
    """Return the client of a request."""
    who: Who = request.scope[WHO]  # type: ignore[literal-required]
    return who


def charge(request: Asked, cost: float) -> Server:
    """Count the milliseconds a request costs, `Denied` if its device or address spent too much; return the server."""
    server, who = server_of(request), who_of(request)
    if not server.limits.work(who.device, who.address, cost):
        raise Denied("too_many")
    meter: Meter = request.scope[METERED]  # type: ignore[literal-required]
    meter.paid += cost
    return server


def maker_of(request: Asked) -> Maker:
    """Return the owner of a table that a request would make."""
    who = who_of(request)
    return Maker(who.device, server_of(request).registry.address_mark(who.address))


async def own_names(request: Asked, *names: str | None) -> None:
    """Check the names that a request gives to people and bots; `Denied` if somebody else has reserved one of them."""
    await server_of(request).profiles.check_names(names, who_of(request).device)


async def room_of(request: Asked, code: str) -> Room:
    """Return the table that is asked for; wrong guesses are counted."""
    server = server_of(request)
    return await find_table(server.registry, server.limits, who_of(request), code)


def limited(request: Asked, kind: str) -> Server:
    """Count a request against a limit, `Denied` if its device or address did too much of it; return the server."""
    server, who = server_of(request), who_of(request)
    row = row_of(request.method, request.scope["path_template"])
    if row is None or kind not in row.limits:
        message = f"http/route_table.py: {request.method} {request.scope['path_template']} does not name {kind}"
        raise RuntimeError(message)
    if not server.limits.spend(kind, who.device, who.address):
        raise Denied("too_many")
    return server
