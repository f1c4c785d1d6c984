"""What people may do with tournaments: make, enter, leave, start, close a table, delete; and what they see of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import delete, func, insert, select, update

from kilowatt.host import timekeeping
from kilowatt.host.errors import Denied
from kilowatt.host.names import check_distinct, checked_name, clean
from kilowatt.host.seating import checked_clock
from kilowatt.protocol import MakeTournament, OfTable, TournamentList, TournamentRow, TournamentView
from kilowatt.server.groups.groups import groups, members, of_member, titles
from kilowatt.server.ratings import agreement
from kilowatt.server.store.writer import Conflict
from kilowatt.server.tournaments import stored, views
from kilowatt.server.tournaments.rounds import PLAYERS_LEAST, least_seats
from kilowatt.server.tournaments.standing import ABANDONED
from kilowatt.server.tournaments.stored import OPEN, PLAYING, STARTING, Tournament, entrants, tournaments

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from sqlalchemy.ext.asyncio import AsyncConnection

    from kilowatt.server.store.store import Store
    from kilowatt.server.tournaments.rounds import Rounds

ENTRANTS_MOST = 40
UNFINISHED_MOST = 3
"""Tournaments of one group that are not over."""
LISTED_MOST = 50


def check_plan(plan: MakeTournament) -> str:
    """Check what a tournament is played with; return its name."""
    name = clean(plan.name)
    if not name:
        raise Denied("bad_request", field="name", reason="expected at least one visible character")
    if plan.ruleset not in titles():
        raise Denied("group_data")
    agreement.check_data(plan.ruleset, plan.options)
    checked_clock(plan.clock)
    least_seats(plan.ruleset, plan.seats, plan.options)
    if plan.rated and plan.clock.kind == "none":
        raise Denied("rated_clock")
    if any(later > earlier for earlier, later in zip(plan.points, plan.points[1:], strict=False)):
        raise Denied("bad_request", field="points", reason="expected no place to have more points than a better one")
    return name


class Tournaments:
    """The tournaments of a server."""

    def __init__(self, store: Store, rounds: Rounds) -> None:
        self.store = store
        self.rounds = rounds

    async def _seen(self, connection: AsyncConnection, number: str, device: str) -> Tournament:
        """Read a tournament that a device may see: the host's, or of a group that it is a member of."""
        tournament = await stored.read(connection, number)
        if tournament is None:
            raise Denied("no_tournament")
        if tournament.group_id is not None:
            here = (members.c.id == tournament.group_id) & (members.c.device == device)
            if (await connection.execute(select(members.c.id).where(here))).first() is None:
                raise Denied("no_tournament")
        return tournament

    async def _organised(self, connection: AsyncConnection, number: str, device: str) -> Tournament:
        tournament = await self._seen(connection, number, device)
        if not await self._organises(connection, tournament, device):
            raise Denied("not_organiser")
        return tournament

    async def _organises(self, connection: AsyncConnection, tournament: Tournament, device: str) -> bool:
        if not device or tournament.group_id is None:
            return False
        query = select(groups.c.owner).where(groups.c.id == tournament.group_id)
        return device in (tournament.owner, (await connection.execute(query)).scalar_one_or_none())

    async def _write(self, work: Callable[[AsyncConnection], Awaitable[str]]) -> str:
        try:
            return await self.store.writer.call(work)
        except Conflict:
            return await self.store.writer.call(work)

    async def make(self, group: str, plan: MakeTournament, device: str) -> str:
        """Make a tournament of a group; for the group's owner. Return its id."""

        async def work(connection: AsyncConnection) -> str:
            row = await of_member(connection, group, device)
            if row.owner != device:
                raise Denied("not_group_owner")
            name = check_plan(plan)
            unfinished = (tournaments.c.group_id == group) & (tournaments.c.state != stored.OVER)
            count = select(func.count()).select_from(tournaments).where(unfinished)
            if (await connection.execute(count)).scalar_one() >= UNFINISHED_MOST:
                raise Denied("too_many_tournaments", most=UNFINISHED_MOST)
            return await stored.add(connection, group, device, name, plan)

        return await self._write(work)

    async def enter(self, number: str, name: str, device: str) -> None:
        """Take part in a tournament that has not begun; in a group's under the name of the member."""
        if not device:
            raise Denied("no_device")
        shown = checked_name(name)

        async def work(connection: AsyncConnection) -> str:
            tournament = await self._seen(connection, number, device)
            if tournament.state != OPEN:
                raise Denied("tournament_begun")
            if any(one.device == device for one in tournament.entrants):
                return number
            if len(tournament.entrants) >= ENTRANTS_MOST:
                raise Denied("tournament_full", most=ENTRANTS_MOST)
            called = shown
            if tournament.group_id is not None:
                here = (members.c.id == tournament.group_id) & (members.c.device == device)
                called = (await connection.execute(select(members.c.name).where(here))).scalar_one()
            check_distinct(called, [one.name for one in tournament.entrants])
            taken = max((one.number for one in tournament.entrants), default=0)
            values = {"id": number, "number": taken + 1, "device": device, "name": called, "at": timekeeping.now()}
            await connection.execute(insert(entrants), values)
            return number

        async with self.store.reading() as connection:
            tournament = await self._seen(connection, number, device)
        if tournament.plan.rated:
            await agreement.agreed_name(self.store, device)
        await self._write(work)

    async def leave(self, number: str, device: str) -> None:
        """Leave a tournament: before its start without a trace, later from the next round on."""

        async def work(connection: AsyncConnection) -> str:
            tournament = await self._seen(connection, number, device)
            here = (entrants.c.id == number) & (entrants.c.device == device) & entrants.c.left.is_(None)
            if tournament.state == OPEN:
                gone = await connection.execute(delete(entrants).where(here))
            else:
                gone = await connection.execute(update(entrants).where(here).values(left=timekeeping.now()))
            if not gone.rowcount:
                raise Denied("not_entered")
            return number

        await self._write(work)

    async def start(self, number: str, device: str) -> None:
        """Begin the first round; for the organiser."""

        async def work(connection: AsyncConnection) -> str:
            tournament = await self._organised(connection, number, device)
            await begin(connection, tournament)
            return number

        await self._write(work)
        await self.rounds.advance(number)

    async def next_round(self, number: str, device: str) -> None:
        """Begin the next round, or end the tournament after the last; for the organiser."""
        async with self.store.reading() as connection:
            tournament = await self._organised(connection, number, device)
        if tournament.state != PLAYING:
            raise Denied("tournament_not_playing")
        await self.rounds.noted(number)
        async with self.store.reading() as connection:
            tournament = await self._organised(connection, number, device)
        if not tournament.settled:
            raise Denied("tournament_plays")
        await self.rounds.advance(number, now=True)

    async def close_table(self, number: str, asked: OfTable, device: str) -> None:
        """Let a table count as abandoned, whatever happens there later; for the organiser."""

        async def work(connection: AsyncConnection) -> str:
            tournament = await self._organised(connection, number, device)
            for table in tournament.tables:
                if (table.round, table.number) == (asked.round, asked.number) and not table.settled:
                    table.state = ABANDONED
                    await stored.put_table(connection, number, table)
                    return number
            raise Denied("no_open_table")

        await self._write(work)
        await self.rounds.advance(number)

    async def delete(self, number: str, device: str) -> None:
        """Delete a tournament; its tables stay. For the organiser."""
        async with self.store.reading() as connection:
            await self._organised(connection, number, device)
        await stored.remove(self.store, number)

    # --- reading ------------------------------------------------------------------------------------------------------

    async def view(self, number: str, device: str) -> TournamentView:
        """Return a tournament as a device sees it."""
        async with self.store.reading() as connection:
            tournament = await self._seen(connection, number, device)
            organises = await self._organises(connection, tournament, device)
        return views.view(tournament, device, organiser=organises)

    async def csv(self, number: str, device: str) -> str:
        """Return the standing of a tournament as CSV."""
        async with self.store.reading() as connection:
            return views.csv_of(await self._seen(connection, number, device))

    async def listed(self, device: str, group: str | None) -> TournamentList:
        """List the tournaments of a group, for its members, or the host's."""
        async with self.store.reading() as connection:
            if group is not None:
                await of_member(connection, group, device)
            return TournamentList(await rows_of(connection, group))


async def begin(connection: AsyncConnection, tournament: Tournament) -> None:
    """Let a tournament begin; the first process that looks pairs its first round."""
    if len(tournament.there) < PLAYERS_LEAST:
        raise Denied("too_few_entrants", least=PLAYERS_LEAST)
    if not await stored.set_state(connection, tournament.id, [OPEN], STARTING):
        raise Denied("tournament_begun")


async def rows_of(connection: AsyncConnection, group: str | None) -> list[TournamentRow]:
    """List the tournaments of a group, or the host's, the newest first."""
    players = select(func.count()).select_from(entrants).where(entrants.c.id == tournaments.c.id).scalar_subquery()
    mine = tournaments.c.group_id.is_(None) if group is None else tournaments.c.group_id == group
    query = select(tournaments, players.label("players")).where(mine).order_by(tournaments.c.made.desc())
    return [views.row(row) for row in await connection.execute(query.limit(LISTED_MOST))]
