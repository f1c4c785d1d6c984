"""Days off: whole days on which a person's clock rests at every table where a turn may last days."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import delete, func, select

from kilowatt.host.errors import Denied
from kilowatt.host.game import clocks
from kilowatt.host.rows import Live
from kilowatt.host.timekeeping import DAY
from kilowatt.server.store import people_shape, shape
from kilowatt.server.store.upserting import upsert

if TYPE_CHECKING:
    from collections.abc import Collection

    from sqlalchemy.ext.asyncio import AsyncConnection

    from kilowatt.server.store.store import Store

KEPT = 400 * DAY
"""Seconds after which a day off is forgotten: it counts for its year, and for turns that began before it."""
MATTERS = 61 * DAY
"""Seconds for which a past day off can still matter to a running turn."""
SOON = 7 * DAY
"""Seconds ahead for which days off are shown to the members of a group."""
Off = dict[int, list[tuple[float, float | None]]]
"""Seat -> the days off of its player, from and until."""


async def of_tables(connection: AsyncConnection, codes: Collection[str], now: float) -> dict[str, Off]:
    """Read the days off of the people at some tables."""
    days, holders = people_shape.days_off, shape.holders
    query = (
        select(holders.c.code, holders.c.seat, days.c.begins, days.c.ends)
        .join(days, days.c.device == holders.c.device)
        .where(holders.c.code.in_(codes), days.c.ends > now - MATTERS)
    )
    off: dict[str, Off] = {}
    for row in await connection.execute(query):
        off.setdefault(row.code, {}).setdefault(row.seat, []).append((row.begins, row.ends))
    return off


async def next_of(connection: AsyncConnection, devices: Collection[str], now: float) -> dict[str, tuple[float, float]]:
    """Read the days off that people have now, or that begin within a week: from, and until they are over."""
    days = people_shape.days_off
    query = select(days.c.device, days.c.begins, days.c.ends).where(days.c.device.in_(devices), days.c.ends > now)
    rests: dict[str, list[clocks.Rest]] = {}
    for row in await connection.execute(query):
        rests.setdefault(row.device, []).append((row.begins, row.ends))
    first = {device: clocks.joined(rows)[0] for device, rows in rests.items()}
    return {
        device: (begins, ends) for device, (begins, ends) in first.items() if ends is not None and begins < now + SOON
    }


async def days_of(store: Store, device: str) -> list[str]:
    """List the days off of a person, in order."""
    days = people_shape.days_off
    async with store.reading() as connection:
        query = select(days.c.day).where(days.c.device == device).order_by(days.c.day)
        return list((await connection.execute(query)).scalars())


async def take(store: Store, device: str, wanted: dict[str, tuple[float, float]], most: int, now: float) -> None:
    """Write days off; `Denied` where a year would then have more than so many."""
    days = people_shape.days_off

    async def work(connection: AsyncConnection) -> None:
        await connection.execute(delete(days).where(days.c.device == device, days.c.ends < now - KEPT))
        values = [{"device": device, "day": day, "begins": a, "ends": b} for day, (a, b) in wanted.items()]
        await upsert(connection, days, values)
        for year in {day[:4] for day in wanted}:
            here = (days.c.device == device) & days.c.day.like(f"{year}-%")
            count = (await connection.execute(select(func.count()).select_from(days).where(here))).scalar_one()
            if count > most:
                # what this call has added goes with the transaction
                raise Denied("too_many_days", most=most, year=year)

    await store.writer.call(work)


async def give_back(store: Store, device: str, wanted: Collection[str], now: float) -> None:
    """Delete days off that have not begun."""
    days = people_shape.days_off
    later = (days.c.device == device) & days.c.day.in_(wanted) & (days.c.begins > now)

    async def work(connection: AsyncConnection) -> None:
        await connection.execute(delete(days).where(later))

    await store.writer.call(work)


async def tables_running(store: Store, device: str) -> list[str]:
    """List the tables with a clock of days where the turn of a device's person runs."""
    table, holders = shape.tables, shape.holders
    query = (
        select(table.c.code, table.c.live, holders.c.seat)
        .join(holders, holders.c.code == table.c.code)
        .where(holders.c.device == device, table.c.state == "playing", table.c.plan.like('%"kind":"days"%'))
    )
    async with store.reading() as connection:
        held = (await connection.execute(query)).all()
    return [row.code for row in held if msgspec.json.decode(row.live, type=Live).clock.running == row.seat]
