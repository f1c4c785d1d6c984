"""Ratings as people read them: the list of a season and edition, and those of one person."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import select

from kilowatt.bots import LEVELS
from kilowatt.editions import registry
from kilowatt.host.errors import Denied
from kilowatt.host.timekeeping import iso
from kilowatt.protocol import OwnRating, RatingChange, RatingList, RatingRow, SeasonRow
from kilowatt.server.ratings import seasons, skill
from kilowatt.server.store import people_shape, shape

if TYPE_CHECKING:
    from collections.abc import Collection

    from sqlalchemy.ext.asyncio import AsyncConnection

    from kilowatt.server.store.store import Store

MOST = 200
"""People in one list."""


def editions() -> dict[str, str]:
    """Return the editions that ratings are kept for, with their titles."""
    return {row.edition: registry.edition(row.edition).title for row in registry.rulesets().values()}


async def season_list(store: Store, season: int | None, edition: str | None) -> RatingList:
    """Read the ratings of a season, by default the present one, and an edition, by default the most played."""
    ratings, profiles = people_shape.ratings, shape.profiles
    async with store.reading() as connection:
        known = await seasons.listed(connection)
        chosen = known[0] if season is None else next((row for row in known if row.number == season), None)
        if chosen is None:
            raise Denied("not_found")
        kind = edition if edition is not None else await _most_played(connection, chosen.number)
        query = (
            select(profiles.c.name, profiles.c.public, ratings.c.mu, ratings.c.sigma, ratings.c.games)
            .join(profiles, profiles.c.main == ratings.c.main)
            .where(ratings.c.season == chosen.number, ratings.c.edition == kind, ratings.c.games > 0)
            .where(profiles.c.rated.is_(True))
            .order_by(ratings.c.mu.desc(), profiles.c.name)
            .limit(MOST)
        )
        rows = (await connection.execute(query)).all()
    people = [RatingRow(row.name, skill.points(row.mu), skill.spread(row.sigma), row.games, row.public) for row in rows]
    shown = [SeasonRow(row.number, row.name, iso(row.began) if row.began else None) for row in known]
    bots = {level: round(skill.BOTS[level]) for level in LEVELS}
    return RatingList(shown, chosen.number, editions(), kind, people, bots)


async def _most_played(connection: AsyncConnection, season: int) -> str:
    ratings = people_shape.ratings
    query = select(ratings.c.edition, ratings.c.games).where(ratings.c.season == season)
    played: dict[str, int] = {}
    for row in await connection.execute(query):
        played[row.edition] = played.get(row.edition, 0) + row.games
    return max(played, key=lambda edition: played[edition]) if played else next(iter(editions()))


async def of_person(connection: AsyncConnection, main: str) -> list[OwnRating]:
    """Read a person's ratings, of all seasons, the present one first."""
    ratings = people_shape.ratings
    names = {row.number: row.name for row in await seasons.listed(connection)}
    query = select(ratings).where(ratings.c.main == main, ratings.c.games > 0)
    rows = await connection.execute(query.order_by(ratings.c.season.desc(), ratings.c.edition))
    titles = editions()
    return [
        OwnRating(
            row.season,
            names.get(row.season, ""),
            row.edition,
            titles.get(row.edition, row.edition),
            skill.points(row.mu),
            skill.spread(row.sigma),
            row.games,
        )
        for row in rows
    ]


async def changes(connection: AsyncConnection, main: str, codes: Collection[str]) -> dict[str, RatingChange]:
    """Read what games have changed a person's rating, by table."""
    table = people_shape.rating_changes
    query = select(table.c.code, table.c.mu_before, table.c.mu_after).where(
        table.c.main == main, table.c.code.in_(codes)
    )
    return {
        row.code: RatingChange(skill.points(row.mu_before), skill.points(row.mu_after))
        for row in await connection.execute(query)
    }
