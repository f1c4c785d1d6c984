"""Finished games of one person, read from the tables they had a seat at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import select

from kilowatt.host.played import MOST, played_game
from kilowatt.protocol import PlayedGames
from kilowatt.server.ratings import lists
from kilowatt.server.store import rows, shape

if TYPE_CHECKING:
    from kilowatt.host.rows import TableRow
    from kilowatt.server.store.store import Store


async def played(store: Store, main: str) -> PlayedGames:
    """Read the finished games of a person, the last one first."""
    tables, holders, reviews = shape.tables, shape.holders, shape.reviews
    held = select(holders.c.code).where(holders.c.device == main)
    query = select(tables, reviews.c.summary).outerjoin(reviews, reviews.c.code == tables.c.code)
    query = query.where(tables.c.state == "over", tables.c.code.in_(held))
    summaries: dict[str, str | None] = {}
    tables_read: list[TableRow] = []
    async with store.reading() as connection:
        for row in (await connection.execute(query.order_by(tables.c.touched.desc()).limit(MOST))).mappings():
            values = dict(row)
            summaries[values["code"]] = values.pop("summary")
            tables_read.append(rows.table_row(values))
    codes = list(summaries)
    seats, devices = await store.seats_of(codes), await store.holders_of(codes)
    games = [
        played_game(row, seats[row.code], devices.get(row.code, {}), main, summaries[row.code]) for row in tables_read
    ]
    shown = [game for game in games if game is not None]
    async with store.reading() as connection:
        changed = await lists.changes(connection, main, codes)
        ratings = await lists.of_person(connection, main)
    for game in shown:
        game.rating = changed.get(game.code)
    return PlayedGames(shown, ratings)
