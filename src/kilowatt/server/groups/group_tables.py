"""The tables of a group: standing ones, those that are played, and the finished ones that make the league table."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import delete, func, insert, select

import kilowatt
from kilowatt.protocol import (
    CreateTable,
    GroupList,
    GroupRow,
    GroupView,
    LeagueRow,
    MemberRow,
    SeatPlan,
    StandingPlan,
    StandingRow,
)
from kilowatt.server import timekeeping
from kilowatt.server.errors import Denied
from kilowatt.server.groups import league
from kilowatt.server.groups.groups import groups, members, of_member, standing, visit
from kilowatt.server.groups.league import Standing
from kilowatt.server.names import clean
from kilowatt.server.ratings.agreement import checked_plan
from kilowatt.server.store import rows, shape
from kilowatt.server.store.memberships import people
from kilowatt.server.tables.actions.seating import rules_of, seat_rows
from kilowatt.server.tables.room.heads import table_view
from kilowatt.server.timekeeping import iso

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

    from kilowatt.protocol import Seated
    from kilowatt.server.store.quotas import Maker
    from kilowatt.server.store.store import Store
    from kilowatt.server.tables.actions.making import Making

STANDING_MOST = 8
TABLES_MOST = 20
"""Tables of a group in its list."""
LEAGUE_MOST = 500
"""Finished games that the league table counts, the last ones."""
RUNNING = ("waiting", "playing")


@cache
def titles() -> dict[str, str]:
    """Return the titles of the published games."""
    return {row.id: row.title for row in kilowatt.rulesets()}


class GroupTables:
    """The tables of all groups."""

    def __init__(self, store: Store, making: Making) -> None:
        self.store = store
        self.making = making

    async def mine(self, device: str) -> GroupList:
        """List a person's groups."""
        tables = shape.tables
        size = select(func.count()).select_from(members).where(members.c.id == groups.c.id).scalar_subquery()
        running = (tables.c.group_id == groups.c.id) & tables.c.state.in_(RUNNING)
        busy = select(func.count()).select_from(tables).where(running).scalar_subquery()
        mine = select(members.c.id).where(members.c.device == device)
        query = select(groups.c.id, groups.c.name, size, busy).where(groups.c.id.in_(mine)).order_by(groups.c.name)
        async with self.store.reading() as connection:
            return GroupList([GroupRow(*row) for row in await connection.execute(query)])

    async def view(self, number: str, device: str) -> GroupView:
        """Return a group as a member sees it."""
        async with self.store.reading() as connection:
            group = await of_member(connection, number, device)
            there = await people(connection, number)
            kept = await _standing(connection, number)
        await visit(self.store, number, group.visited)
        shown = await self._running(number, device)
        table, games = await self._league(number, [one.device for one in there])
        listed = [
            MemberRow(place, one.name, iso(one.at), one.device == group.owner, one.device == device)
            for place, one in enumerate(there)
        ]
        league_rows = [
            LeagueRow(one.name, one.device == device, standing_row.games, standing_row.wins, standing_row.points)
            for one in there
            if (standing_row := table[one.device]).games
        ]
        league_rows.sort(key=lambda row: (-row.points, -row.wins, row.games, row.name))
        return GroupView(number, group.name, group.owner == device, group.link, listed, kept, shown, league_rows, games)

    async def _running(self, number: str, device: str) -> list[Any]:
        tables = shape.tables
        query = select(tables).where(tables.c.group_id == number, tables.c.state.in_(RUNNING))
        async with self.store.reading() as connection:
            active = (await connection.execute(query.order_by(tables.c.touched.desc()).limit(TABLES_MOST))).mappings()
            running = [rows.table_row(row) for row in active]
        codes = [row.code for row in running]
        seats, holders = await self.store.seats_of(codes), await self.store.holders_of(codes)
        return [
            table_view(row, seats.get(row.code, []), holders.get(row.code, {}), device, set(), 0) for row in running
        ]

    async def _league(self, number: str, devices: list[str]) -> tuple[dict[str, Standing], int]:
        tables = shape.tables
        query = select(tables).where(tables.c.group_id == number, tables.c.state == "over")
        async with self.store.reading() as connection:
            finished = (await connection.execute(query.order_by(tables.c.touched.desc()).limit(LEAGUE_MOST))).mappings()
            over = [row for row in map(rows.table_row, finished) if row.live.result is not None]
        codes = [row.code for row in over]
        seats, holders = await self.store.seats_of(codes), await self.store.holders_of(codes)
        table = {device: Standing() for device in devices}
        for row in over:
            assert row.live.result is not None  # noqa: S101 - chosen above
            league.add(table, row.live.result, seats.get(row.code, []), holders.get(row.code, {}))
        return table, len(over)

    async def keep(self, number: str, plan: StandingPlan, device: str) -> None:
        """Keep the settings of a table that the group plays again and again."""
        if plan.ruleset not in titles():
            raise Denied("group_data")
        rules_of(plan.ruleset, len(plan.seats), plan.options)
        seat_rows(plan.seats)
        if all(seat.kind == "bot" for seat in plan.seats):
            raise Denied("bad_request", field="seats", reason="expected a seat that is not a bot's")
        name = clean(plan.name) or titles()[plan.ruleset]

        async def work(connection: AsyncConnection) -> None:
            await of_member(connection, number, device)
            held = select(func.count()).select_from(standing).where(standing.c.id == number)
            if (await connection.execute(held)).scalar_one() >= STANDING_MOST:
                raise Denied("too_many_standing", most=STANDING_MOST)
            row = {"id": number, "name": name, "body": rows.text(plan), "at": timekeeping.now()}
            await connection.execute(insert(standing), row)

        await self.store.writer.call(work)

    async def drop(self, number: str, which: int, device: str) -> None:
        """Delete a standing table."""

        async def work(connection: AsyncConnection) -> None:
            await of_member(connection, number, device)
            gone = await connection.execute(delete(standing).where(standing.c.id == number, standing.c.number == which))
            if gone.rowcount != 1:
                raise Denied("no_standing")

        await self.store.writer.call(work)

    async def start(self, number: str, which: int, maker: Maker) -> Seated:
        """Make a table with the settings of a standing one; whoever starts it has the first seat."""
        async with self.store.reading() as connection:
            await of_member(connection, number, maker.device)
            own = (members.c.id == number) & (members.c.device == maker.device)
            name = (await connection.execute(select(members.c.name).where(own))).scalar_one()
            here = (standing.c.id == number) & (standing.c.number == which)
            row = (await connection.execute(select(standing.c.name, standing.c.body).where(here))).first()
        if row is None:
            raise Denied("no_standing")
        plan = msgspec.json.decode(row.body, type=StandingPlan)
        seats = _seated(plan.seats, name)
        asked = CreateTable(
            plan.ruleset, seats, plan.options, plan.clock, hints=plan.hints, name=row.name, rated=plan.rated
        )
        if plan.rated:
            asked = await checked_plan(self.store, asked, maker.device)
        return await self.making.create(asked, maker, number)


async def _standing(connection: AsyncConnection, number: str) -> list[StandingRow]:
    query = select(standing).where(standing.c.id == number).order_by(standing.c.number)
    plans = []
    for row in await connection.execute(query):
        plan = msgspec.json.decode(row.body, type=StandingPlan)
        title = titles().get(plan.ruleset, plan.ruleset)
        bots = sum(seat.kind == "bot" for seat in plan.seats)
        plans.append(
            StandingRow(row.number, row.name, plan.ruleset, title, len(plan.seats), bots, plan.clock, plan.rated)
        )
    return plans


def _seated(plans: list[SeatPlan], name: str) -> list[SeatPlan]:
    """Return the seats of a standing table with somebody in the first that is not a bot's, the others open."""
    first = next(seat for seat, kept in enumerate(plans) if kept.kind != "bot")
    mine, free = SeatPlan("person", None, name), SeatPlan("open")
    return [kept if kept.kind == "bot" else mine if seat == first else free for seat, kept in enumerate(plans)]
