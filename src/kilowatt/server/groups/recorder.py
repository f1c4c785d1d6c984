"""The recorder: keeps the result of every finished game of a group, whichever process sees it first.

It looks for finished games by itself, as the rater does. What it keeps stays in the league also when the table itself
is packed or deleted.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from sqlalchemy import insert, select

from kilowatt.host import timekeeping
from kilowatt.host.game.final_scores import measure_of, score_of
from kilowatt.server.ratings.skill import places
from kilowatt.server.store import people_shape, rows, shape
from kilowatt.server.store.writer import Conflict, StoreDown

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

    from kilowatt.host.rows import SeatRow, TableRow
    from kilowatt.server.store.store import Store

log = logging.getLogger("kilowatt.recorder")
MARGIN = 60.0
"""Seconds before the last look from which games are looked at again: a commit may come late, a clock may differ."""
groups, games, places_of = people_shape.groups, people_shape.group_games, people_shape.group_places


class Recorder:
    """Keeps the results of groups' games."""

    def __init__(self, store: Store, every: float) -> None:
        self.store = store
        self.every = every
        self._looked = 0.0

    async def run(self) -> None:
        """Look again and again; the first look is at all games there are."""
        while True:
            await asyncio.sleep(max(0.02, self.every))
            try:
                await self.look()
            except StoreDown:
                continue
            except Exception:
                log.exception("recording a group's game failed")

    async def look(self) -> int:
        """Keep the games that have ended since the last look; return how many."""
        now, tables = timekeeping.now(), shape.tables
        ended = select(tables).where(
            tables.c.group_id.in_(select(groups.c.id)),
            tables.c.state == "over",
            tables.c.touched >= self._looked - MARGIN,
            tables.c.code.not_in(select(games.c.code)),
        )
        async with self.store.reading() as connection:
            ready = [rows.table_row(row) for row in (await connection.execute(ended)).mappings()]
        count = 0
        for row in ready:
            count += row.live.result is not None and await self.record(row)
        self._looked = now
        return count

    async def record(self, row: TableRow) -> bool:
        """Keep one finished game; return whether it was kept now, and not before or by another process."""
        seats = (await self.store.seats_of([row.code])).get(row.code, [])
        holders = (await self.store.holders_of([row.code])).get(row.code, {})
        try:
            await self.store.writer.call(lambda connection: _record(connection, row, seats, holders))
        except Conflict:
            # by another process, or the group was deleted meanwhile
            return False
        return True


async def _record(
    connection: AsyncConnection, row: TableRow, seats: list[SeatRow], holders: dict[int, set[str]]
) -> None:
    result = row.live.result
    assert result is not None  # noqa: S101 - asked for by look
    game = {
        "code": row.code,
        "id": row.group_id,
        "made": row.created,
        "ended": row.live.ended or row.touched,
        "name": row.plan.name,
        "ruleset": row.plan.ruleset,
        "title": row.plan.title,
        "measure": measure_of(result),
    }
    await connection.execute(insert(games), game)
    members = people_shape.members
    query = select(members.c.device).where(members.c.id == row.group_id)
    inside = set((await connection.execute(query)).scalars())
    ranks = places(result, {seat.seat for seat in seats if seat.away == "resigned"})
    there = [
        {
            "code": row.code,
            "seat": seat.seat,
            "device": _holder(holders.get(seat.seat, set()), inside),
            "name": seat.name,
            "place": ranks[seat.seat],
            "score": score_of(result, seat.seat),
            "resigned": seat.away == "resigned",
        }
        for seat in seats
    ]
    await connection.execute(insert(places_of), there)


def _holder(devices: set[str], members: set[str]) -> str:
    """Return whose seat it was; where several devices hold it, a member's."""
    return min(devices & members or devices, default="")
