"""Seasons: with each one that the host starts, ratings begin again; those of earlier ones stay readable."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import func, insert, select

from kilowatt.server.store import people_shape

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

    from kilowatt.server.store.store import Store

NAME_LONGEST = 40


class Season(msgspec.Struct):
    """A season. Ratings before the first one that the host started are those of season 0, which has no name."""

    number: int
    name: str
    began: float


async def at(connection: AsyncConnection, time: float) -> int:
    """Return the number of the season at a time: a game counts for the season in which it ended."""
    seasons = people_shape.seasons
    query = select(func.max(seasons.c.number)).where(seasons.c.began <= time)
    return (await connection.execute(query)).scalar_one_or_none() or 0


async def listed(connection: AsyncConnection) -> list[Season]:
    """Read the seasons, the present one first."""
    seasons = people_shape.seasons
    rows = (await connection.execute(select(seasons).order_by(seasons.c.number.desc()))).mappings()
    return [*(Season(**row) for row in rows), Season(0, "", 0.0)]


async def start(store: Store, name: str, now: float) -> Season:
    """Start a season now."""
    seasons = people_shape.seasons

    async def work(connection: AsyncConnection) -> Season:
        last = (await connection.execute(select(func.max(seasons.c.number)))).scalar_one_or_none() or 0
        made = Season(last + 1, name, now)
        await connection.execute(insert(seasons), msgspec.structs.asdict(made))
        return made

    return await store.writer.call(work)
