"""The REST API about what a group and its members wish for: usual game, votes, messages."""

from __future__ import annotations

from litestar.params import JSONBody

from kilowatt import protocol as wire
from kilowatt.host import codes
from kilowatt.server.http.group_routes import GroupId, guessing, show_group_to
from kilowatt.server.http.requests import Asked, limited, post_route, who_of
from kilowatt.server.tables.actions.retrying import shielded


@post_route("/api/groups/{group:str}/usual", status_code=200)
async def set_usual_game(request: Asked, group: GroupId, data: JSONBody[wire.SetUsual]) -> wire.GroupView:
    """Set what new tables of the group are filled in with; for the group's owner."""
    server, number = limited(request, "group"), codes.clean_code(group)
    async with guessing(request):
        await shielded(server.group_wishes.set_usual(number, data.game, who_of(request).device))
    return await show_group_to(request, number)


@post_route("/api/groups/{group:str}/vote", status_code=200)
async def vote_in_group(request: Asked, group: GroupId, data: JSONBody[wire.GroupVote]) -> wire.GroupView:
    """Vote for the game of the next round of the league."""
    server, number = limited(request, "group"), codes.clean_code(group)
    async with guessing(request):
        await shielded(server.group_wishes.vote(number, data.ruleset, who_of(request).device))
    return await show_group_to(request, number)


@post_route("/api/groups/{group:str}/messages", status_code=200)
async def choose_group_messages(request: Asked, group: GroupId, data: JSONBody[wire.GroupMessages]) -> wire.GroupView:
    """Switch messages about the group on or off for yourself."""
    server, number = limited(request, "group"), codes.clean_code(group)
    async with guessing(request):
        await shielded(server.group_wishes.choose_messages(number, data.off, who_of(request).device))
    return await show_group_to(request, number)
