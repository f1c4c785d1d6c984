"""Downtime: while no server ran, nobody's clock ran. Judged at a start, by the last sign of life of a server."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import select, text, update

from kilowatt.host import timekeeping
from kilowatt.server.store import facts, rows, shape

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

ALIVE = "alive"
BEAT = 20.0
"""Seconds between two signs of life."""
LEAST = 30.0
"""Shorter gaps are no downtime: a process that was killed gave its last sign of life up to `BEAT` seconds before."""
APPLICATION = "kilowatt"
"""What a server's connections call themselves."""
LOCK = 0x4B58
"""Advisory lock, so that of several processes that start together one judges the gap."""


async def beat(connection: AsyncConnection) -> None:
    """Write that a server is alive."""
    await facts.put(connection, ALIVE, timekeeping.TIME.now())


async def excuse(engine: AsyncEngine) -> float:
    """Move the running clocks by the time in which no server ran; return how long that was, 0 for none.

    A wall clock that was set back does not make time run twice: the server goes on from its last sign of life.
    """
    async with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            await connection.execute(text("select pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
        last = await facts.get(connection, ALIVE)
        gap = 0.0
        if last is not None and not await _others(connection):
            timekeeping.TIME.not_before(last[0])
            gap = timekeeping.TIME.now() - last[0]
            if gap > LEAST:
                await _shift(connection, last[0])
        await beat(connection)
    return gap if gap > LEAST else 0.0


async def _others(connection: AsyncConnection) -> bool:
    """Return whether another process serves this database, whatever its clock says; a file has one server only."""
    if connection.dialect.name != "postgresql":
        return False
    query = (
        "select count(*) from pg_stat_activity where application_name = :name "
        "and datname = current_database() and pid <> pg_backend_pid()"
    )
    return bool((await connection.execute(text(query), {"name": APPLICATION})).scalar_one())


async def _shift(connection: AsyncConnection, alive: float) -> None:
    table = shape.tables
    query = select(table).where(table.c.state == "playing").order_by(table.c.code).with_for_update()
    playing = (await connection.execute(query)).mappings().all()
    for row in map(rows.table_row, playing):
        clock = row.live.clock
        if clock.running is None:
            continue
        late = timekeeping.TIME.now() - max(alive, clock.since)
        clock.since += late
        clock.rests = [(start + late, _moved(end, alive, late)) for start, end in clock.rests]
        wake = row.wake + late if row.wake is not None and row.wake > alive else row.wake
        values = {"live": rows.text(row.live), "wake": wake}
        await connection.execute(update(table).where(table.c.code == row.code).values(values))


def _moved(end: float | None, alive: float, late: float) -> float | None:
    """Move the end of a pause with the turn that it was in; one that was still to come stays."""
    return end + late if end is not None and end <= alive else end
