"""What members see of their groups: members, tables, finished games and the league table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import func, select

from kilowatt.host import timekeeping
from kilowatt.host.errors import Denied
from kilowatt.host.heads import table_view
from kilowatt.host.timekeeping import iso
from kilowatt.protocol import (
    GroupGames,
    GroupList,
    GroupRow,
    GroupView,
    League,
    LeagueRow,
    MemberRow,
    StandingPlan,
    StandingRow,
    TableView,
)
from kilowatt.server import identity
from kilowatt.server.groups import group_chat, league, seasons, wishes
from kilowatt.server.groups.groups import groups, members, of_member, standing, titles, visit
from kilowatt.server.store import days_off, rows, shape
from kilowatt.server.store.memberships import people, unwanted

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

    from kilowatt.server.groups.league import Game, Season, Standing
    from kilowatt.server.store.store import Store

TABLES_MOST = 20
"""Tables of a group in its list."""
FINISHED_SHOWN = 5
"""Finished games that the group's page shows at first."""
RUNNING = ("waiting", "playing")


class GroupViews:
    """What members see of all groups."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def mine(self, device: str) -> GroupList:
        """List a person's groups."""
        tables = shape.tables
        size = select(func.count()).select_from(members).where(members.c.id == groups.c.id).scalar_subquery()
        running = (tables.c.group_id == groups.c.id) & tables.c.state.in_(RUNNING)
        busy = select(func.count()).select_from(tables).where(running).scalar_subquery()
        mine = select(members.c.id).where(members.c.device == device)
        query = select(groups.c.id, groups.c.name, size, busy).where(groups.c.id.in_(mine)).order_by(groups.c.name)
        async with self.store.reading() as connection:
            listed = list(await connection.execute(query))
            new = await group_chat.unread(connection, [row.id for row in listed], device)
        return GroupList([GroupRow(*row, new.get(row.id, 0)) for row in listed])

    async def view(self, number: str, device: str) -> GroupView:
        """Return a group as a member sees it."""
        now = timekeeping.now()
        async with self.store.reading() as connection:
            group = await of_member(connection, number, device)
            there = await people(connection, number)
            kept = await _standing(connection, number)
            listed = await seasons.listed(connection, number)
            games = await seasons.played(connection, number)
            finished = await seasons.finished(connection, number, device, FINISHED_SHOWN)
            count = await seasons.count(connection, number)
            unread = (await group_chat.unread(connection, [number], device)).get(number, 0)
            off = await days_off.next_of(connection, [one.device for one in there], now)
        await visit(self.store, number, group.visited)
        running, busy = await self._running(number, device, listed[0] if listed else None)
        names = {one.device: one.name for one in there}
        shown = [
            MemberRow(
                place,
                one.name,
                iso(one.at),
                one.device == group.owner,
                one.device == device,
                identity.person_mark(number, one.device),
                iso(one.seen) if one.seen is not None else None,
                one.seen is not None and one.seen > now - group_chat.HERE,
                *(iso(moment) for moment in off.get(one.device, ())),
            )
            for place, one in enumerate(there)
        ]
        return GroupView(
            number,
            group.name,
            group.owner == device,
            group.link,
            iso(group.made),
            shown,
            kept,
            running,
            finished,
            count,
            _league(games, names, listed[0] if listed else None, device, busy),
            [seasons.shown(season, now) for season in listed],
            unread,
            wishes.usual(group.usual),
            wishes.votes(there, listed[0] if listed else None, device, now),
            next((unwanted(one.off) for one in there if one.device == device), []),
        )

    async def season(self, number: str, which: int, device: str) -> League:
        """Return the league table of a season."""
        async with self.store.reading() as connection:
            await of_member(connection, number, device)
            names = {one.device: one.name for one in await people(connection, number)}
            listed = {season.number: season for season in await seasons.listed(connection, number)}
            games = await seasons.played(connection, number)
        if which not in listed:
            raise Denied("no_season")
        return _league(games, names, listed[which], device, set())

    async def games(self, number: str, device: str) -> GroupGames:
        """List the finished games of a group."""
        async with self.store.reading() as connection:
            await of_member(connection, number, device)
            return GroupGames(await seasons.finished(connection, number, device, seasons.GAMES_MOST))

    async def _running(self, number: str, device: str, season: Season | None) -> tuple[list[TableView], set[str]]:
        """Read the tables that wait or are played, and who sits at one of the season's running round."""
        tables = shape.tables
        query = select(tables).where(tables.c.group_id == number, tables.c.state.in_(RUNNING))
        async with self.store.reading() as connection:
            active = (await connection.execute(query.order_by(tables.c.touched.desc()).limit(TABLES_MOST))).mappings()
            running = [rows.table_row(row) for row in active]
        codes = [row.code for row in running]
        seats, holders = await self.store.seats_of(codes), await self.store.holders_of(codes)
        now = timekeeping.now()
        busy = {
            device
            for row in running
            if season is not None and season.round_at(now) is not None
            if season.round_at(row.created) == season.round_at(now)
            for devices in holders.get(row.code, {}).values()
            for device in devices
        }
        shown = [
            table_view(row, seats.get(row.code, []), holders.get(row.code, {}), device, set(), 0) for row in running
        ]
        return shown, busy


def _league(games: list[Game], names: dict[str, str], season: Season | None, device: str, busy: set[str]) -> League:
    now = timekeeping.now()
    ranked, count = league.table(games, names, season)
    listed = dict(ranked)
    # who plays in the running round is shown, also before a first result
    for other in busy & names.keys() - listed.keys():
        listed[other] = league.Standing(rounds={}, won=set(), rank=len(ranked) + 1)
    at = season.round_at(now) if season is not None else None
    so_far = 0 if season is None else season.rounds if at is None else at + 1

    def row(who: str, standing: Standing) -> LeagueRow:
        return LeagueRow(
            standing.rank,
            names[who],
            who == device,
            standing.games,
            standing.wins,
            standing.points,
            [standing.rounds.get(number) for number in range(so_far)],
            sorted(number + 1 for number in standing.won) if season is not None else [],
            who in busy,
        )

    shown = seasons.shown(season, now) if season is not None else None
    return League(shown, [row(who, standing) for who, standing in listed.items()], count)


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
