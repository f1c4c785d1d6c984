"""The REST API about tournaments: a group's for its members, the host's for everybody."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from litestar import Response
from litestar.params import JSONBody, PathParameter

from kilowatt import protocol as wire
from kilowatt.host import codes
from kilowatt.server.http.group_routes import GroupId, guessing
from kilowatt.server.http.requests import Asked, charge, get_route, limited, own_names, post_route, who_of
from kilowatt.server.tables.actions.retrying import shielded

if TYPE_CHECKING:
    from collections.abc import Coroutine

COST = 10.0
"""Milliseconds that reading a tournament with its standing takes."""
START_COST = 100.0
"""Milliseconds that pairing a round and making its tables takes."""
TournamentId = Annotated[str, PathParameter(max_length=24, description="The tournament's id.")]


async def _view(request: Asked, number: str) -> wire.TournamentView:
    server = charge(request, COST)
    async with guessing(request):
        return await server.tournaments.view(number, who_of(request).device)


async def _done(request: Asked, number: str, work: Coroutine[Any, Any, object]) -> wire.TournamentView:
    """Do something about a tournament, even if the caller leaves, and return the tournament after it."""
    async with guessing(request):
        await shielded(work)
    return await _view(request, number)


@get_route("/api/tournaments")
async def list_tournaments(request: Asked) -> wire.TournamentList:
    """List the tournaments of the server's host."""
    return await charge(request, COST).tournaments.listed(who_of(request).device, None)


@get_route("/api/groups/{group:str}/tournaments")
async def list_group_tournaments(request: Asked, group: GroupId) -> wire.TournamentList:
    """List the group's tournaments."""
    server = charge(request, COST)
    async with guessing(request):
        return await server.tournaments.listed(who_of(request).device, codes.clean_code(group))


@post_route("/api/groups/{group:str}/tournaments")
async def make_tournament(request: Asked, group: GroupId, data: JSONBody[wire.MakeTournament]) -> wire.TournamentView:
    """Make a tournament of the group; for the group's owner."""
    server, number = limited(request, "group"), codes.clean_code(group)
    async with guessing(request):
        made = await shielded(server.tournaments.make(number, data, who_of(request).device))
    return await _view(request, made)


@get_route("/api/tournaments/{tournament:str}")
async def show_tournament(request: Asked, tournament: TournamentId) -> wire.TournamentView:
    """Return a tournament with its standing and its tables."""
    return await _view(request, codes.clean_code(tournament))


@get_route("/api/tournaments/{tournament:str}/csv")
async def tournament_csv(request: Asked, tournament: TournamentId) -> Response[str]:
    """Return the standing as CSV."""
    server, number = charge(request, COST), codes.clean_code(tournament)
    async with guessing(request):
        text = await server.tournaments.csv(number, who_of(request).device)
    headers = {"content-disposition": f'attachment; filename="tournament-{number}.csv"'}
    return Response(text, media_type="text/csv; charset=utf-8", headers=headers)


@post_route("/api/tournaments/{tournament:str}/enter", status_code=200)
async def enter_tournament(request: Asked, tournament: TournamentId, data: JSONBody[wire.Enter]) -> wire.TournamentView:
    """Take part in a tournament."""
    server, number = limited(request, "join"), codes.clean_code(tournament)
    await own_names(request, data.name)
    return await _done(request, number, server.tournaments.enter(number, data.name, who_of(request).device))


@post_route("/api/tournaments/{tournament:str}/leave", status_code=200)
async def leave_tournament(request: Asked, tournament: TournamentId) -> wire.TournamentView:
    """Leave a tournament: before its start without a trace, later from the next round on."""
    server, number = limited(request, "group"), codes.clean_code(tournament)
    return await _done(request, number, server.tournaments.leave(number, who_of(request).device))


@post_route("/api/tournaments/{tournament:str}/start", status_code=200)
async def start_tournament(request: Asked, tournament: TournamentId) -> wire.TournamentView:
    """Begin the first round; for the organiser."""
    server, number = limited(request, "make"), codes.clean_code(tournament)
    charge(request, START_COST)
    return await _done(request, number, server.tournaments.start(number, who_of(request).device))


@post_route("/api/tournaments/{tournament:str}/round", status_code=200)
async def next_round(request: Asked, tournament: TournamentId) -> wire.TournamentView:
    """Begin the next round, or end the tournament after the last; for the organiser."""
    server, number = limited(request, "make"), codes.clean_code(tournament)
    charge(request, START_COST)
    return await _done(request, number, server.tournaments.next_round(number, who_of(request).device))


@post_route("/api/tournaments/{tournament:str}/close", status_code=200)
async def close_tournament_table(
    request: Asked, tournament: TournamentId, data: JSONBody[wire.OfTable]
) -> wire.TournamentView:
    """Let a table count as abandoned; for the organiser."""
    server, number = limited(request, "make"), codes.clean_code(tournament)
    charge(request, START_COST)
    return await _done(request, number, server.tournaments.close_table(number, data, who_of(request).device))


@post_route("/api/tournaments/{tournament:str}/delete", status_code=204)
async def delete_tournament(request: Asked, tournament: TournamentId) -> None:
    """Delete a tournament; its tables stay. For the organiser."""
    server, number = limited(request, "group"), codes.clean_code(tournament)
    async with guessing(request):
        await shielded(server.tournaments.delete(number, who_of(request).device))
