"""Finished games of one person, read from the tables they had a seat at."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from sqlalchemy import select

from kilowatt.protocol import PlayedGame, PlayedGames, PlayedSeat
from kilowatt.server.ratings import lists
from kilowatt.server.store import rows, shape
from kilowatt.server.tables.reading.review_summary import summary_at
from kilowatt.server.timekeeping import iso

if TYPE_CHECKING:
    from kilowatt.engine.results import Result
    from kilowatt.server.store.rows import SeatRow, TableRow
    from kilowatt.server.store.store import Store

MOST = 500
"""Games in one list; older ones are not shown."""


def rival_mark(viewer: str, rival: str) -> str:
    """Return what a person is called in the history of another: the same in all their games, unknown elsewhere."""
    return hashlib.sha256(f"kilowatt rival/{viewer}/{rival}".encode()).hexdigest()[:12]


def places(result: Result, seats: int) -> list[int]:
    """Return the place of every seat; seats that share a rank share the better place."""
    by_seat = [seats] * seats
    place = 1
    for group in result.ranking:
        for seat in group:
            by_seat[seat] = place
        place += len(group)
    return by_seat


def measure_of(result: Result) -> str:
    """Return what the first number that decides counts, as the game's rules name it."""
    return next(iter(result.scores[0]), "")


def score_of(result: Result, seat: int) -> int:
    """Return the first number that decides, of a seat."""
    return next(iter(result.scores[seat].values()), 0)


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
    games = [_game(row, seats[row.code], devices.get(row.code, {}), main, summaries[row.code]) for row in tables_read]
    shown = [game for game in games if game is not None]
    async with store.reading() as connection:
        changed = await lists.changes(connection, main, codes)
        ratings = await lists.of_person(connection, main)
    for game in shown:
        game.rating = changed.get(game.code)
    return PlayedGames(shown, ratings)


def _game(
    row: TableRow, seats: list[SeatRow], devices: dict[int, set[str]], main: str, summary: str | None
) -> PlayedGame | None:
    result = row.live.result
    own = [seat for seat in range(len(seats)) if main in devices.get(seat, ())]
    if result is None or not own or row.plan.challenge is not None:
        return None
    ranks = places(result, len(seats))
    best = min(own, key=lambda seat: ranks[seat])
    left = seats[best].away == "resigned"
    shown = [
        PlayedSeat(
            seat.name,
            "person" if seat.kind == "person" else "bot",
            _who(seat, devices.get(seat.seat, set()), main),
            ranks[seat.seat],
            score_of(result, seat.seat),
            seat.seat in own,
        )
        for seat in seats
    ]
    return PlayedGame(
        row.code,
        row.plan.name,
        row.plan.ruleset,
        row.plan.title,
        iso(row.touched),
        ranks[best],
        score_of(result, best),
        measure_of(result),
        left,
        shown,
        # a bot played the rest of a game that was left: its review is not of this person alone
        review=None if left else summary_at(summary, best),
    )


def _who(seat: SeatRow, devices: set[str], main: str) -> str:
    if seat.kind != "person":
        return seat.level or "bot"
    return rival_mark(main, min(devices)) if devices else ""
