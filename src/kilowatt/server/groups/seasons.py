"""Seasons of a group's league, and the group's finished games: rows of the database."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import func, insert, select, update

from kilowatt.host import timekeeping
from kilowatt.host.errors import Denied
from kilowatt.host.names import clean
from kilowatt.host.timekeeping import iso
from kilowatt.protocol import GroupGame, GroupPlace, GroupSeason, NewSeason
from kilowatt.server.groups.league import DAY, Game, Placed, Season
from kilowatt.server.store import people_shape, rows

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

SEASONS_MOST = 40
GAMES_MOST = 500
"""Finished games that a league table counts, and that a list shows, the last ones."""
seasons, games, places = people_shape.group_seasons, people_shape.group_games, people_shape.group_places


async def listed(connection: AsyncConnection, group: str) -> list[Season]:
    """Read the seasons of a group, the last one first."""
    query = select(seasons).where(seasons.c.id == group).order_by(seasons.c.number.desc())
    return [
        Season(row.number, row.name, row.began, row.days, row.rounds, msgspec.json.decode(row.points), row.ended)
        for row in await connection.execute(query)
    ]


async def begin(connection: AsyncConnection, group: str, asked: NewSeason) -> None:
    """Begin a season now; one that runs ends."""
    name, now = clean(asked.name), timekeeping.now()
    if not name:
        raise Denied("bad_request", field="name", reason="expected at least one visible character")
    if any(later > earlier for earlier, later in zip(asked.points, asked.points[1:], strict=False)):
        raise Denied("bad_request", field="points", reason="expected no place to have more points than a better one")
    last = (await connection.execute(select(func.max(seasons.c.number)).where(seasons.c.id == group))).scalar() or 0
    if last >= SEASONS_MOST:
        raise Denied("too_many_seasons", most=SEASONS_MOST)
    open_ = (seasons.c.id == group) & seasons.c.ended.is_(None)
    await connection.execute(update(seasons).where(open_).values(ended=now))
    values = {"name": name, "began": now, "days": asked.days, "rounds": asked.rounds, "points": rows.text(asked.points)}
    await connection.execute(insert(seasons), {"id": group, "number": last + 1, **values})


def shown(season: Season, now: float) -> GroupSeason:
    """Return a season as people see it."""
    at = season.round_at(now)
    begins = None if at is None else season.began + (at + 1) * season.days * DAY
    return GroupSeason(
        season.number,
        season.name,
        iso(season.began),
        iso(season.until),
        season.days,
        season.rounds,
        season.points,
        None if at is None else at + 1,
        iso(begins) if begins is not None and begins < season.until else None,
    )


async def played(connection: AsyncConnection, group: str) -> list[Game]:
    """Read the finished games of a group for its league table."""
    last = select(games.c.code).where(games.c.id == group).order_by(games.c.ended.desc()).limit(GAMES_MOST)
    query = select(games.c.code, games.c.made, games.c.ended).where(games.c.code.in_(last)).order_by(games.c.ended)
    by_code = {row.code: Game(row.made, row.ended, []) for row in await connection.execute(query)}
    there = select(places).where(places.c.code.in_(last)).order_by(places.c.code, places.c.seat)
    for row in await connection.execute(there):
        by_code[row.code].seats.append(Placed(row.device, row.place, row.resigned))
    return list(by_code.values())


async def finished(connection: AsyncConnection, group: str, device: str, most: int) -> list[GroupGame]:
    """Read the last finished games of a group as a member sees them."""
    last = select(games.c.code).where(games.c.id == group).order_by(games.c.ended.desc()).limit(most)
    query = select(games).where(games.c.code.in_(last)).order_by(games.c.ended.desc())
    listing = {
        row.code: GroupGame(row.code, row.name, row.ruleset, row.title, iso(row.ended), 0, row.measure, [])
        for row in await connection.execute(query)
    }
    there = select(places).where(places.c.code.in_(last)).order_by(places.c.place, places.c.seat)
    for row in await connection.execute(there):
        game = listing[row.code]
        if not game.places:
            game.score = row.score
        game.places.append(GroupPlace(row.name, row.place, row.device == device, row.resigned))
    return list(listing.values())


async def count(connection: AsyncConnection, group: str) -> int:
    """Count the finished games of a group."""
    query = select(func.count()).select_from(games).where(games.c.id == group)
    return int((await connection.execute(query)).scalar_one())
