"""The REST API about groups, of their members and by their links."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Annotated

from litestar.params import JSONBody, PathParameter

from kilowatt import protocol as wire
from kilowatt.host import codes
from kilowatt.host.errors import Denied
from kilowatt.server.http.requests import (
    Asked,
    charge,
    get_route,
    limited,
    maker_of,
    own_names,
    post_route,
    server_of,
    who_of,
)
from kilowatt.server.store.memberships import people
from kilowatt.server.tables.actions.retrying import shielded

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

COST = 20.0
"""Milliseconds that reading a group with its league table takes."""

GroupId = Annotated[str, PathParameter(max_length=24, description="The group's id.")]
SeasonNumber = Annotated[int, PathParameter(ge=1, le=2_147_483_647, description="The season's number.")]


@asynccontextmanager
async def guessing(request: Asked) -> AsyncIterator[None]:
    """Count wrong ids and links as guesses; `Denied` where the address has guessed too often."""
    limits, address = server_of(request).limits, who_of(request).address
    if not limits.has("guess", address):
        raise Denied("too_many")
    try:
        yield
    except Denied as error:
        if error.code in ("no_group", "no_tournament", "bad_link"):
            limits.take("guess", address)
        raise


async def show_group_to(request: Asked, group: str) -> wire.GroupView:
    """Return a group to one of its members; `Denied` where the device is none."""
    server = charge(request, COST)
    async with guessing(request):
        return await server.group_views.view(codes.clean_code(group), who_of(request).device)


@get_route("/api/groups")
async def list_groups(request: Asked) -> wire.GroupList:
    """List your groups."""
    return await server_of(request).group_views.mine(who_of(request).device)


@post_route("/api/groups")
async def make_group(request: Asked, data: JSONBody[wire.MakeGroup]) -> wire.GroupView:
    """Make a group."""
    server, who = limited(request, "group"), who_of(request)
    await own_names(request, data.member)
    return await show_group_to(request, await shielded(server.groups.make(data.name, data.member, who.device)))


@post_route("/api/groups/invitation", status_code=200)
async def show_invitation(request: Asked, data: JSONBody[wire.OfLink]) -> wire.GroupInvitation:
    """Return what a group's link leads to."""
    server, who = server_of(request), who_of(request)
    async with guessing(request), server.store.reading() as connection:
        row = await server.groups.by_link(connection, data.link)
        there = await people(connection, row.id)
    known = any(one.device == who.device for one in there)
    return wire.GroupInvitation(row.name, len(there), row.id if known else None)


@post_route("/api/groups/join", status_code=200)
async def join_group(request: Asked, data: JSONBody[wire.JoinGroup]) -> wire.GroupView:
    """Join a group by its link."""
    server, who = limited(request, "group"), who_of(request)
    await own_names(request, data.member)
    async with guessing(request):
        group = await shielded(server.groups.join(data.link, data.member, who.device))
    return await show_group_to(request, group)


@get_route("/api/groups/{group:str}")
async def show_group(request: Asked, group: GroupId) -> wire.GroupView:
    """Return a group with its members, tables and league table; for members."""
    return await show_group_to(request, group)


@post_route("/api/groups/{group:str}/leave", status_code=204)
async def leave_group(request: Asked, group: GroupId) -> None:
    """Leave a group."""
    server = limited(request, "group")
    await shielded(server.groups.leave(codes.clean_code(group), who_of(request).device))


@post_route("/api/groups/{group:str}/remove", status_code=200)
async def remove_member(request: Asked, group: GroupId, data: JSONBody[wire.OfMember]) -> wire.GroupView:
    """Remove a member; for the group's owner."""
    server, number = limited(request, "group"), codes.clean_code(group)
    await shielded(server.groups.remove(number, data.number, data.name, who_of(request).device))
    return await show_group_to(request, number)


@post_route("/api/groups/{group:str}/rename", status_code=200)
async def rename_group(request: Asked, group: GroupId, data: JSONBody[wire.RenameGroup]) -> wire.GroupView:
    """Rename the group; for the group's owner."""
    server, number = limited(request, "group"), codes.clean_code(group)
    await shielded(server.groups.rename(number, data.name, who_of(request).device))
    return await show_group_to(request, number)


@post_route("/api/groups/{group:str}/owner", status_code=200)
async def hand_over_group(request: Asked, group: GroupId, data: JSONBody[wire.OfMember]) -> wire.GroupView:
    """Let another member look after the group; for the group's owner."""
    server, number = limited(request, "group"), codes.clean_code(group)
    await shielded(server.groups.hand_over(number, data.number, data.name, who_of(request).device))
    return await show_group_to(request, number)


@post_route("/api/groups/{group:str}/season", status_code=200)
async def begin_season(request: Asked, group: GroupId, data: JSONBody[wire.NewSeason]) -> wire.GroupView:
    """Begin a season of the league; for the group's owner."""
    server, number = limited(request, "group"), codes.clean_code(group)
    await shielded(server.groups.begin_season(number, data, who_of(request).device))
    return await show_group_to(request, number)


@get_route("/api/groups/{group:str}/seasons/{number:int}")
async def show_season(request: Asked, group: GroupId, number: SeasonNumber) -> wire.League:
    """Return the league table of a season."""
    server = charge(request, COST)
    async with guessing(request):
        return await server.group_views.season(codes.clean_code(group), number, who_of(request).device)


@get_route("/api/groups/{group:str}/games")
async def list_group_games(request: Asked, group: GroupId) -> wire.GroupGames:
    """List the group's finished games."""
    server = charge(request, COST)
    async with guessing(request):
        return await server.group_views.games(codes.clean_code(group), who_of(request).device)


@post_route("/api/groups/{group:str}/tables")
async def open_group_table(request: Asked, group: GroupId, data: JSONBody[wire.CreateTable]) -> wire.Seated:
    """Make a table for the group."""
    limited(request, "make")
    await own_names(request, *(seat.name for seat in data.seats))
    number = codes.clean_code(group)
    return await shielded(server_of(request).group_tables.open(number, data, maker_of(request)))


@post_route("/api/groups/{group:str}/link", status_code=200)
async def renew_link(request: Asked, group: GroupId) -> wire.GroupView:
    """Renew the group's link, which ends the old one; for the group's owner."""
    server, number = limited(request, "group"), codes.clean_code(group)
    await shielded(server.groups.renew(number, who_of(request).device))
    return await show_group_to(request, number)


@post_route("/api/groups/{group:str}/delete", status_code=204)
async def delete_group(request: Asked, group: GroupId) -> None:
    """Delete a group; for the group's owner."""
    server = limited(request, "group")
    await shielded(server.groups.delete(codes.clean_code(group), who_of(request).device))


@post_route("/api/groups/{group:str}/standing", status_code=200)
async def keep_standing(request: Asked, group: GroupId, data: JSONBody[wire.StandingPlan]) -> wire.GroupView:
    """Keep the settings of a table that the group plays again and again."""
    server, number = limited(request, "group"), codes.clean_code(group)
    await own_names(request, *(seat.name for seat in data.seats))
    await shielded(server.group_tables.keep(number, data, who_of(request).device))
    return await show_group_to(request, number)


@post_route("/api/groups/{group:str}/standing/delete", status_code=200)
async def drop_standing(request: Asked, group: GroupId, data: JSONBody[wire.OfStanding]) -> wire.GroupView:
    """Delete a standing table."""
    server, number = limited(request, "group"), codes.clean_code(group)
    await shielded(server.group_tables.drop(number, data.number, who_of(request).device))
    return await show_group_to(request, number)


@post_route("/api/groups/{group:str}/start")
async def start_standing(request: Asked, group: GroupId, data: JSONBody[wire.OfStanding]) -> wire.Seated:
    """Start a table for the group with the settings of a standing one."""
    limited(request, "make")
    number = codes.clean_code(group)
    return await shielded(server_of(request).group_tables.start(number, data.number, maker_of(request)))
