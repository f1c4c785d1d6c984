"""The rounds of tournaments: noting results, pairing the next round and making its tables.

Everything follows from what is stored: a round is written with the codes of its tables in one transaction, and tables
that are missing afterwards are made by whichever process looks next. So a server may be killed at any moment.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from sqlalchemy import select

from kilowatt.host import codes
from kilowatt.host.errors import Denied
from kilowatt.host.rows import Plan, SeatRow
from kilowatt.host.seating import new_row, rules_of
from kilowatt.host.starting import begin
from kilowatt.server.ratings import agreement
from kilowatt.server.ratings.skill import places
from kilowatt.server.store.writer import Conflict, StoreDown
from kilowatt.server.tables.room.room import Room
from kilowatt.server.tournaments import pairing, standing, stored
from kilowatt.server.tournaments.standing import ABANDONED, BYE, DONE, PLANNED, Sat, Table
from kilowatt.server.tournaments.stored import OVER, PLAYING, STARTING, Tournament

if TYPE_CHECKING:
    from kilowatt.server.store.store import Store
    from kilowatt.server.tables.room.registry import Registry

log = logging.getLogger("kilowatt.tournaments")
SWISS_ROUNDS = 4
"""Rounds of a Swiss tournament where its organiser has chosen none."""
PLAYERS_LEAST = 2


class Rounds:
    """Moves tournaments on."""

    def __init__(self, registry: Registry) -> None:
        self.registry = registry
        self.store: Store = registry.store

    async def run(self) -> None:
        """Look again and again."""
        while True:
            await asyncio.sleep(max(0.02, self.registry.settings.sweep))
            try:
                await self.look()
            except StoreDown:
                continue
            except Exception:
                log.exception("moving tournaments on failed")

    async def look(self) -> None:
        """Note results, and begin rounds that are due, of all tournaments that go on."""
        table = stored.tournaments
        query = select(table.c.id).where(table.c.state.in_((STARTING, PLAYING)))
        async with self.store.reading() as connection:
            numbers = list((await connection.execute(query)).scalars())
        for number in numbers:
            try:
                await self.advance(number)
            except Denied as error:
                # one that cannot go on must not keep the others waiting
                log.warning("a tournament cannot go on", extra={"fields": {"id": number, "why": error.code}})

    async def advance(self, number: str, *, now: bool = False) -> None:
        """Note results; begin the next round where it is due. With `now` its organiser asks for it."""
        tournament = await self.noted(number)
        if tournament is None or tournament.state not in (STARTING, PLAYING):
            return
        await self._make_missing(tournament)
        if not tournament.settled:
            return
        if tournament.round and tournament.round >= tournament.rounds:
            await self._end(tournament)
        elif tournament.state == STARTING or now or tournament.plan.clock.kind == "days":
            await self._begin(tournament)

    async def _end(self, tournament: Tournament) -> None:
        await self.store.writer.call(
            lambda connection: stored.set_state(connection, tournament.id, [STARTING, PLAYING], OVER)
        )

    async def noted(self, number: str) -> Tournament | None:
        """Read a tournament, and write the results of its tables that have ended."""
        async with self.store.reading() as connection:
            tournament = await stored.read(connection, number)
        if tournament is None:
            return None
        for table in tournament.tables:
            if table.state == standing.PLAYING and table.code is not None and await self._over(table):
                await self.store.writer.call(
                    lambda connection: stored.put_table(connection, number, table)  # noqa: B023 - called at once
                )
        return tournament

    async def _over(self, table: Table) -> bool:
        """Write the places of a table whose game is over; one without a result, or that is gone, is abandoned."""
        code = table.code or ""
        row = await self.store.table(code)
        if row is None:
            # deleted, or packed because nobody has been there for months
            table.state = ABANDONED
            return True
        if row.state != "over":
            return False
        if row.live.result is None:
            table.state = ABANDONED
            return True
        seats = (await self.store.seats_of([code])).get(code, [])
        resigned = {seat.seat for seat in seats if seat.away == "resigned"}
        ranks = places(row.live.result, resigned)
        table.sat = [Sat(sat.entrant, ranks[seat], seat in resigned) for seat, sat in enumerate(table.sat)]
        table.state = DONE
        return True

    # --- the next round -----------------------------------------------------------------------------------------------

    async def _begin(self, tournament: Tournament) -> None:
        if len(tournament.there) < PLAYERS_LEAST:
            await self._end(tournament)
            return
        rounds = tournament.rounds or self._rounds(tournament)
        made = await asyncio.to_thread(paired, tournament)
        begun = await self.store.writer.call(
            lambda connection: stored.begin_round(connection, tournament, made, rounds)
        )
        if begun:
            tournament.round += 1
            tournament.tables += made
            await self._make_missing(tournament)

    def _rounds(self, tournament: Tournament) -> int:
        if tournament.plan.system == "swiss":
            return SWISS_ROUNDS
        return pairing.robin_rounds(len(tournament.entrants), tournament.plan.seats)

    async def _make_missing(self, tournament: Tournament) -> None:
        """Make the tables that are planned: each once, whichever process comes first."""
        for table in tournament.tables:
            if table.state == PLANNED:
                await self._make(tournament, table)
                table.state = standing.PLAYING
                await self.store.writer.call(
                    lambda connection: stored.put_table(connection, tournament.id, table)  # noqa: B023 - called at once
                )

    async def _make(self, tournament: Tournament, table: Table) -> None:
        players = {one.number: one for one in tournament.entrants}
        seats = [SeatRow(seat, "person", players[sat.entrant].name) for seat, sat in enumerate(table.sat)]
        asked, count = tournament.plan, len(seats)
        rules = rules_of(asked.ruleset, count, asked.options)
        name = f"{tournament.name} {table.round}.{table.number}"
        plan = Plan(rules.id, rules.seats, rules.options, asked.clock, asked.hints, name[:48], rules.title)
        plan.rated = asked.rated and await self._agree([players[sat.entrant].device for sat in table.sat])
        # nobody owns it: an organiser who plays must not decide about the seats of others
        row = new_row(plan, "private", "", tournament.group_id)
        row.code = table.code or row.code
        holders = {seat: {players[sat.entrant].device} for seat, sat in enumerate(table.sat)}
        for seat, sat in enumerate(table.sat):
            if not players[sat.entrant].device:
                # who has deleted everything between pairing and start
                seats[seat] = SeatRow(seat, "bot", f"Bot {seat + 1}", agreement.STAND_IN)
                del holders[seat]
        room = Room(row, seats, holders, {}, None)
        planned, room.game = begin(room)
        row.wake = room.wake_after(room.game.state, row.live, row.created)
        try:
            await self.store.create(row, seats, holders, planned.rows())
        except Conflict:
            # another process was faster
            return
        self.registry.metrics.count("tables_made")
        self.registry.add(room)

    async def _agree(self, devices: list[str]) -> bool:
        """Return whether all of these still agree to be rated: without all the table is not rated."""
        try:
            await agreement.check_again(self.store, devices)
        except Denied:
            return False
        return True


def paired(tournament: Tournament) -> list[Table]:
    """Pair the next round of a tournament."""
    number = tournament.round + 1
    met, byes = standing.meetings(tournament.tables), standing.byes(tournament.tables)
    plan, seed = tournament.plan, f"{tournament.seed}/{number}"
    gone = [one.number for one in tournament.entrants if one.left is not None]
    everybody = [one.number for one in tournament.entrants]
    least = least_seats(plan.ruleset, plan.seats, plan.options)
    if plan.system == "swiss":
        ranked = standing.standings(everybody, tournament.tables, plan.points)
        order = [row.entrant for row in ranked if row.entrant not in gone]
        drawn = pairing.swiss(order, met, byes, plan.seats, least, seed)
    else:
        # the circle of a round robin is drawn once
        seed = tournament.seed if plan.seats == pairing.PAIR else seed
        drawn = pairing.round_robin(everybody, tournament.round, met, byes, plan.seats, least, seed, gone)
    tables = [
        Table(number, at, PLANNED, codes.new_code(), [Sat(one) for one in table])
        for at, table in enumerate(drawn.tables, start=1)
    ]
    free = [Table(number, len(tables) + at, BYE, None, [Sat(one)]) for at, one in enumerate(drawn.byes, start=1)]
    return tables + free


def least_seats(ruleset: str, seats: int, options: dict[str, object]) -> int:
    """Return the smallest table that can play a game with these options; `Denied` if `seats` cannot."""
    rules_of(ruleset, seats, options)
    least = seats
    while least > PLAYERS_LEAST:
        try:
            rules_of(ruleset, least - 1, options)
        except Denied:
            break
        least -= 1
    return least
