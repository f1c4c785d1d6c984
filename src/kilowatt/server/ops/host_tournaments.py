"""Tournaments of a server's host from the command line: made, started, ended and read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.editions.options import BadOption
from kilowatt.host import codes
from kilowatt.host.errors import Denied
from kilowatt.server.tournaments import stored, views
from kilowatt.server.tournaments.standing import ABANDONED
from kilowatt.server.tournaments.tournaments import begin, check_plan, rows_of

if TYPE_CHECKING:
    from kilowatt.protocol import MakeTournament
    from kilowatt.server.store.store import Store
    from kilowatt.server.tournaments.stored import Tournament


async def make(store: Store, plan: MakeTournament) -> str:
    """Make a tournament that anyone on the server can enter; return its id."""
    try:
        name = check_plan(plan)
    except Denied as error:
        raise BadOption("--make", error.text()) from None
    return await store.writer.call(lambda connection: stored.add(connection, None, "", name, plan))


async def start(store: Store, number: str) -> None:
    """Let a tournament begin; the server pairs its first round within seconds."""
    tournament = await _host(store, number)
    try:
        await store.writer.call(lambda connection: begin(connection, tournament))
    except Denied as error:
        raise BadOption("--start", error.text()) from None


async def abandon(store: Store, place: str) -> None:
    """Let a table, as ID/ROUND/TABLE, count as abandoned."""
    number, *where = place.split("/")
    tournament = await _host(store, number)
    for table in tournament.tables:
        if [str(table.round), str(table.number)] == where and not table.settled:
            table.state = ABANDONED
            await store.writer.call(lambda connection: stored.put_table(connection, tournament.id, table))  # noqa: B023 - called at once
            return
    raise BadOption("--abandon", f"there is no table {place} without a result")


async def delete(store: Store, number: str) -> None:
    """Delete a tournament; its tables stay."""
    await stored.remove(store, (await _host(store, number)).id)


async def csv(store: Store, number: str) -> str:
    """Return the standing of a tournament as CSV."""
    return views.csv_of(await _host(store, number))


async def listed(store: Store) -> list[str]:
    """Describe the host's tournaments, a line each, the newest first."""
    async with store.reading() as connection:
        rows = await rows_of(connection, None)
    return [
        f"{row.id}  {row.state:8}  round {row.round} of {row.rounds or '?'}  {row.players:3} players  "
        f"{row.ruleset}  {row.name}"
        for row in rows
    ]


async def _host(store: Store, number: str) -> Tournament:
    async with store.reading() as connection:
        tournament = await stored.read(connection, codes.clean_code(number))
    if tournament is None or tournament.group_id is not None:
        raise BadOption("ID", f"there is no tournament {number} of the host")
    return tournament
