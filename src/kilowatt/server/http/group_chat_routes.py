"""The REST API about the chat of groups, for their members."""

from __future__ import annotations

from typing import Annotated

from litestar.params import JSONBody, QueryParameter

from kilowatt import protocol as wire
from kilowatt.host import codes
from kilowatt.server.http.group_routes import GroupId, guessing
from kilowatt.server.http.requests import Asked, charge, get_route, limited, maker_of, post_route, who_of
from kilowatt.server.tables.actions.retrying import shielded

COST = 3.0
"""Milliseconds that reading a group's chat takes."""
After = Annotated[int, QueryParameter(ge=0, le=2_147_483_647, description="Only lines after this one.")]


@get_route("/api/groups/{group:str}/chat")
async def read_group_chat(request: Asked, group: GroupId, after: After = 0) -> wire.GroupChat:
    """Return the group's chat."""
    server = charge(request, COST)
    async with guessing(request):
        return await shielded(server.group_chats.read(codes.clean_code(group), who_of(request).device, after))


@post_route("/api/groups/{group:str}/chat", status_code=200)
async def say_in_group(request: Asked, group: GroupId, data: JSONBody[wire.GroupLine]) -> wire.GroupChat:
    """Write a line in the group's chat; returns the chat."""
    server, number, maker = limited(request, "chat"), codes.clean_code(group), maker_of(request)
    async with guessing(request):
        await shielded(server.group_chats.say(number, maker.device, maker.address or "", data.text))
    return await server.group_chats.read(number, maker.device)


@post_route("/api/groups/{group:str}/chat/read", status_code=204)
async def mark_group_chat(request: Asked, group: GroupId, data: JSONBody[wire.ReadUpto]) -> None:
    """Note how far you have read the group's chat."""
    server = charge(request, COST)
    async with guessing(request):
        await shielded(server.group_chats.mark_read(codes.clean_code(group), who_of(request).device, data.upto))


@post_route("/api/groups/{group:str}/chat/hide", status_code=200)
async def hide_in_group(request: Asked, group: GroupId, data: JSONBody[wire.HideMember]) -> wire.GroupChat:
    """Hide a person's lines in the group's chat from yourself, or show them again; returns the chat."""
    server, number, device = charge(request, COST), codes.clean_code(group), who_of(request).device
    async with guessing(request):
        await shielded(server.group_chats.hide(number, device, data.who, hide=data.hide))
    return await server.group_chats.read(number, device)


@post_route("/api/groups/{group:str}/chat/report")
async def report_in_group(request: Asked, group: GroupId, data: JSONBody[wire.Report]) -> wire.Reported:
    """Report lines of the group's chat to the server's host."""
    server, number = limited(request, "report"), codes.clean_code(group)
    async with guessing(request):
        return wire.Reported(await shielded(server.group_chats.report(number, who_of(request).device, data)))
