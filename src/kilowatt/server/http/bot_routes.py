"""The REST API of bots that connect from outside: a person's tokens, and the seat a bot takes by one."""

from __future__ import annotations

from typing import Annotated

from litestar.params import JSONBody, PathParameter

from kilowatt import protocol as wire
from kilowatt.host import codes
from kilowatt.host.errors import Denied
from kilowatt.server.http.requests import (
    Asked,
    TableCode,
    get_route,
    limited,
    own_names,
    post_route,
    room_of,
    server_of,
    who_of,
)
from kilowatt.server.tables.actions.retrying import retry_on_conflict, shielded

TokenId = Annotated[str, PathParameter(max_length=24, description="The token's id, not its secret.")]


@get_route("/api/bots")
async def list_bot_tokens(request: Asked) -> wire.BotTokenList:
    """List your bot tokens."""
    return wire.BotTokenList(await server_of(request).tables.outside_bots.listed(who_of(request).device))


@post_route("/api/bots")
async def make_bot_token(request: Asked, data: JSONBody[wire.MakeBotToken]) -> wire.MadeBotToken:
    """Make a bot token, for a table as its owner or for a group as its member; its secret is shown this once."""
    server, who = limited(request, "bot"), who_of(request)
    await own_names(request, data.name)
    room = await room_of(request, data.table) if data.table is not None else None
    try:
        return await shielded(server.tables.outside_bots.make(data, room, who.device))
    except Denied as error:
        if error.code == "no_group":
            server.limits.take("guess", who.address)
        raise


@post_route("/api/bots/{token:str}/revoke", status_code=204)
async def revoke_bot_token(request: Asked, token: TokenId) -> None:
    """Revoke a bot token; where its bot plays, a bot of the server goes on."""
    server = limited(request, "bot")
    await shielded(server.tables.outside_bots.revoke(codes.clean_code(token), who_of(request).device))


@post_route("/api/tables/{code:str}/bot", status_code=200)
async def connect_bot(request: Asked, code: TableCode, data: JSONBody[wire.ConnectBot]) -> wire.Seated:
    """Take a seat for the bot of a token, or the one it has; wrong tokens are counted as guesses."""
    server, who = server_of(request), who_of(request)
    try:
        room = await room_of(request, code)
    except Denied as error:
        # a stranger does not learn which tables a closed server has
        if error.code == "no_table" and not await server.admission.admits(who.own):
            raise Denied("bad_bot_token") from None
        raise
    if not server.limits.has("guess", who.address):
        raise Denied("too_many")
    limited(request, "bot")
    bots, mark = server.tables.outside_bots, server.registry.address_mark(who.address)
    try:
        token = await bots.valid(room, data.token)
    except Denied:
        server.limits.take("guess", who.address)
        raise
    await server.profiles.check_names([data.name, token.name], token.device)
    return await shielded(retry_on_conflict(lambda: bots.connect(room, data, token, who.device, mark)))
