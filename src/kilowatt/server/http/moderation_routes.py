"""The REST API about people: what a table's owner decides about them, reports to the host, how long data is kept."""

from __future__ import annotations

from litestar.params import JSONBody

from kilowatt import protocol as wire
from kilowatt.server.http.requests import Asked, TableCode, get_route, limited, post_route, room_of, server_of, who_of
from kilowatt.server.tables.actions.removal import delete_table
from kilowatt.server.tables.actions.retrying import retry_on_conflict, shielded


@post_route("/api/tables/{code:str}/moderate", status_code=200)
async def moderate(request: Asked, code: TableCode, data: JSONBody[wire.Moderate]) -> wire.TableView:
    """Mute a person, remove a watcher, or close the chat to watchers; for the table's owner."""
    room = await room_of(request, code)
    server, who = limited(request, "moderate"), who_of(request)
    return await shielded(retry_on_conflict(lambda: server.tables.moderation.moderate(room, data, who.device)))


@post_route("/api/tables/{code:str}/report")
async def report(request: Asked, code: TableCode, data: JSONBody[wire.Report]) -> wire.Reported:
    """Report lines of chat to the server's host."""
    room = await room_of(request, code)
    server, who = limited(request, "report"), who_of(request)
    return wire.Reported(await shielded(server.tables.moderation.report(room, data, who.device)))


@post_route("/api/tables/{code:str}/delete", status_code=204)
async def delete(request: Asked, code: TableCode) -> None:
    """Delete your own table that has not started, is for reading, or has no other people's seats."""
    server, who = server_of(request), who_of(request)
    room = await room_of(request, code)
    await shielded(retry_on_conflict(lambda: delete_table(server.registry, room, who.device)))


@get_route("/api/retention", sync_to_thread=False)
def show_retention(request: Asked) -> wire.Retention:
    """Return how many days this server keeps what nobody visits."""
    settings = server_of(request).settings
    return wire.Retention(settings.keep_unfinished, settings.keep_finished, settings.keep_packed, settings.keep_reports)
