"""The rater: counts every finished game of a rated table once, whichever process sees it first.

It looks for finished games by itself, so that a server killed between the last move and the rating makes up for it.
A game is counted in one transaction, under its code: a second one finds the code taken and changes nothing.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from sqlalchemy import insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from kilowatt.host import timekeeping
from kilowatt.server.ratings import seasons, skill
from kilowatt.server.ratings.skill import Skill
from kilowatt.server.store import people_shape, rows, shape
from kilowatt.server.store.writer import Conflict, StoreDown

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

    from kilowatt.host.rows import SeatRow, TableRow
    from kilowatt.server.store.store import Store

log = logging.getLogger("kilowatt.rater")
MARGIN = 60.0
"""Seconds before the last look from which games are looked at again: a commit may come late, a clock may differ."""


class Rater:
    """Counts finished games of rated tables."""

    def __init__(self, store: Store, every: float) -> None:
        self.store = store
        self.every = every
        self._looked = 0.0
        self._known: set[str] = set()
        """Games since the last look that need no second one."""

    async def run(self) -> None:
        """Look again and again; the first look is at all games there are."""
        while True:
            await asyncio.sleep(max(0.02, self.every))
            try:
                await self.look()
            except StoreDown:
                continue
            except Exception:
                log.exception("rating failed")

    async def look(self) -> int:
        """Count the rated games that have ended since the last look; return how many."""
        now, since = timekeeping.now(), self._looked - MARGIN
        tables, done = shape.tables, people_shape.rated_games
        ended = select(tables).where(
            tables.c.archived.in_((False, True)),  # named, as the index begins with these
            tables.c.visibility.in_(("public", "private")),
            tables.c.state == "over",
            tables.c.touched >= since,
            people_shape.IS_RATED,
            tables.c.code.not_in(select(done.c.code)),
        )
        async with self.store.reading() as connection:
            ended_rows = (await connection.execute(ended.order_by(tables.c.touched))).mappings()
            ready = [rows.table_row(row) for row in ended_rows]
        count = 0
        for row in ready:
            if row.code not in self._known and row.plan.rated and row.live.result is not None:
                count += await self._count_or_name(row)
        self._known = {row.code for row in ready}
        self._looked = now
        return count

    async def _count_or_name(self, row: TableRow) -> bool:
        try:
            return await self.count(row)
        except StoreDown:
            raise
        except Exception:
            # one game that cannot be rated must not keep the others waiting
            log.exception("a game cannot be rated", extra={"fields": {"table": row.code}})
            return False

    async def count(self, row: TableRow) -> bool:
        """Count one finished game; return whether it was counted now, and not before or by another process."""
        seats = (await self.store.seats_of([row.code])).get(row.code, [])
        holders = (await self.store.holders_of([row.code])).get(row.code, {})
        try:
            return await self.store.writer.call(lambda connection: _count(connection, row, seats, holders))
        except Conflict:
            return False


async def _count(
    connection: AsyncConnection, row: TableRow, seats: list[SeatRow], holders: dict[int, set[str]]
) -> bool:
    assert row.live.result is not None  # noqa: S101 - asked for by look
    season = await seasons.at(connection, row.touched)
    edition = row.plan.ruleset.partition("/")[0]
    game = {"code": row.code, "at": row.touched, "season": season, "edition": edition}
    # first of all: a second process fails here
    await connection.execute(insert(people_shape.rated_games), game)
    mains = await _mains(connection, seats, holders)
    if len(set(mains.values())) < len(mains):
        return False
    resigned = {seat.seat for seat in seats if seat.away == "resigned"}
    ranks = skill.places(row.live.result, resigned)
    known = await _skills(connection, season, edition, sorted(mains.values()))
    bots = {seat.seat: skill.bot_skill(seat.level or "") for seat in seats if seat.kind == "bot"}
    people = {seat: known[main] for seat, main in mains.items()}
    playing = bots | people
    order = sorted(playing)
    new = skill.after([playing[seat] for seat in order], [ranks[seat] for seat in order])
    for seat, gained in zip(order, new, strict=True):
        if seat in mains:
            await _write(connection, game, mains[seat], ranks[seat], known[mains[seat]], gained)
    return bool(mains)


async def _mains(connection: AsyncConnection, seats: list[SeatRow], holders: dict[int, set[str]]) -> dict[int, str]:
    """Return the profiles of the people at a table, by seat; people who have deleted theirs are left out."""
    profiles = shape.profiles
    devices = {device for held in holders.values() for device in held}
    query = select(profiles.c.main).where(profiles.c.main.in_(devices), profiles.c.rated.is_(True))
    agreed = set((await connection.execute(query)).scalars())
    by_seat = {seat.seat: sorted(holders.get(seat.seat, set()) & agreed) for seat in seats if seat.kind == "person"}
    return {seat: devices[0] for seat, devices in by_seat.items() if devices}


async def _skills(connection: AsyncConnection, season: int, edition: str, mains: list[str]) -> dict[str, Skill]:
    """Read the skill of people, locked in one order; people without one start with that of a new player."""
    if not mains:
        return {}
    ratings = people_shape.ratings
    make = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    start = {"season": season, "edition": edition, "mu": skill.MU, "sigma": skill.SIGMA, "games": 0}
    await connection.execute(make(ratings).on_conflict_do_nothing(), [{**start, "main": main} for main in mains])
    here = (ratings.c.season == season) & (ratings.c.edition == edition) & ratings.c.main.in_(mains)
    query = select(ratings.c.main, ratings.c.mu, ratings.c.sigma).where(here).order_by(ratings.c.main)
    return {row.main: Skill(row.mu, row.sigma) for row in await connection.execute(query.with_for_update())}


async def _write(
    connection: AsyncConnection, game: dict[str, object], main: str, place: int, old: Skill, new: Skill
) -> None:
    ratings = people_shape.ratings
    here = (ratings.c.season == game["season"]) & (ratings.c.edition == game["edition"]) & (ratings.c.main == main)
    values = {"mu": new.mu, "sigma": new.sigma, "games": ratings.c.games + 1}
    await connection.execute(update(ratings).where(here).values(values))
    change = {"code": game["code"], "main": main, "place": place, "mu_before": old.mu, "mu_after": new.mu}
    await connection.execute(insert(people_shape.rating_changes), change)
