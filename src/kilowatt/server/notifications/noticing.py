"""What has happened at tables with a day clock that players are notified of, read from the database.

Everything follows from what is stored, so it is noticed whatever process made it happen, and also after a kill.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import or_, select

from kilowatt.host.game import clocks
from kilowatt.host.rows import Live, Pause, TableRow, TakeBack
from kilowatt.server.notifications.events import AGREED, BACK, BEGAN, CHAT, ENDED, HALF, PAUSE, STAND_IN, TURN
from kilowatt.server.store import rows, shape

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sqlalchemy.ext.asyncio import AsyncConnection

DAYS = '%"kind":"days"%'
FRESH = 7 * 86400.0
"""Seconds after which something that happened once is no news any more; less than a row of the outbox is kept."""
STOOD_IN = ("late", "absent")
"""Why a bot plays for a player who has not asked for it."""


class Notice(msgspec.Struct, frozen=True):
    """One thing that happened at a table: its number among the same events, to whom it matters, and when it is due."""

    code: str
    event: str
    number: int
    seats: tuple[int, ...]
    due: float
    members: tuple[str, ...] = ()
    """Devices of people who have no seat there."""
    hook: bool = True
    """Whether the table's webhook reports it too."""


async def notices(connection: AsyncConnection, since: float, after: float, now: float) -> list[Notice]:
    """Read what has happened at tables that were changed `since` then; it is sent `after` some seconds."""
    fresh = max(since, now - FRESH)
    table, seats = shape.tables, shape.seats
    read = await connection.execute(
        select(table).where(
            table.c.state.in_(("playing", "over")),
            table.c.touched >= since,
            or_(table.c.state == "playing", table.c.touched >= fresh),
            table.c.plan.like(DAYS),
            _watched(),
        )
    )
    tables = [row for row in map(rows.table_row, read.mappings()) if row.plan.clock.kind == "days"]
    people: dict[str, list[Any]] = {}
    query = select(seats).where(seats.c.code.in_([row.code for row in tables]), seats.c.kind == "person")
    for seat in await connection.execute(query):
        people.setdefault(seat.code, []).append(seat)
    of_tables = [notice for row in tables for notice in of_table(row, people.get(row.code, []), fresh, after)]
    return of_tables + await _of_chats(connection, fresh, after)


def _watched() -> Any:  # noqa: ANN401 - a condition
    """Restrict tables to those where somebody is notified at all."""
    table, holders, calls = shape.tables, shape.holders, shape.calls
    wanted = select(holders.c.code).join(calls, calls.c.device == holders.c.device)
    further = (
        select(holders.c.code)
        .join(shape.devices, shape.devices.c.main == holders.c.device)
        .join(calls, calls.c.device == shape.devices.c.device)
    )
    return or_(table.c.code.in_(wanted), table.c.code.in_(further), table.c.code.in_(select(shape.hooks.c.code)))


def of_table(row: TableRow, people: Iterable[Any], fresh: float, after: float) -> list[Notice]:
    """List what has happened at a table since a `fresh` moment, and the turn that runs; with its people's seats."""
    live = row.live
    persons = [seat for seat in people if seat.away != "resigned"]
    everybody = tuple(seat.seat for seat in persons)
    made: list[Notice] = []
    if row.state == "playing":
        if live.clock.running is not None:
            seats = (live.clock.running,)
            for event in (TURN, HALF):
                at = due(live, event, after)
                made.append(Notice(row.code, event, live.clock.turn, seats, fresh + after if at is None else at))
        if live.early:
            at = due(live, TURN, after)
            early = tuple(seat for seat in live.early if seat in everybody)
            made.append(
                Notice(row.code, TURN, early_number(live), early, fresh + after if at is None else at, hook=False)
            )
        if live.began >= fresh:
            made.append(Notice(row.code, BEGAN, 0, everybody, live.began + after))
        made += [
            Notice(row.code, STAND_IN, int(seat.away_since), (seat.seat,), seat.away_since + after)
            for seat in persons
            if seat.away in STOOD_IN and (seat.away_since or 0.0) >= fresh
        ]
        for event, asked in ((PAUSE, live.pause), (BACK, live.back)):
            if asked is not None and is_open(asked) and asked.at >= fresh:
                seats = tuple(seat for seat in everybody if seat not in asked.agreed)
                made.append(Notice(row.code, event, int(asked.at), seats, asked.at + after))
        missing = last_to_agree(persons)
        if missing is not None:
            made.append(Notice(row.code, AGREED, 0, (missing,), row.touched + after))
    elif live.ended >= fresh:
        made.append(Notice(row.code, ENDED, 0, everybody, live.ended + after))
    return made


def last_to_agree(persons: Iterable[Any]) -> int | None:
    """Return the seat whose player alone has not agreed to end the game; the seats are those of people."""
    people = [seat for seat in persons if seat.away != "resigned"]
    missing = [seat.seat for seat in people if not seat.agreed]
    return missing[0] if len(missing) == 1 and len(people) > 1 else None


def early_number(live: Live) -> int:
    """Return the number under which all are asked at once what they run: below those of turns, one per round."""
    return -live.round


def is_open(asked: Pause | TakeBack) -> bool:
    """Return whether a request still waits for somebody's answer."""
    return not isinstance(asked, Pause) or asked.since is None


def due(live: Live, event: str, after: float, off: Iterable[clocks.Rest] = ()) -> float | None:
    """Return when a running turn is announced: a while after its beginning, and when half of its time is gone.

    Time in which the clock rests does not count; None while nobody knows when it goes on.
    """
    clock = live.clock
    half = clock.left[clock.running] / 2 if event == HALF and clock.running is not None else 0.0
    return clocks.reached(clock, max(after, half), off)


async def _of_chats(connection: AsyncConnection, since: float, after: float) -> list[Notice]:
    """List the lines that players wrote, for the people of the other seats; also before the game begins."""
    chats, table, seats = shape.chats, shape.tables, shape.seats
    wrote = (chats.c.at >= since) & chats.c.seat.is_not(None)
    query = (
        select(chats.c.id, chats.c.code, chats.c.seat, chats.c.at)
        .join(table, table.c.code == chats.c.code)
        .where(wrote, table.c.plan.like(DAYS), _watched())
        .order_by(chats.c.id)
    )
    lines = list(await connection.execute(query))
    people: dict[str, list[int]] = {}
    codes = {line.code for line in lines}
    held = select(seats.c.code, seats.c.seat).where(seats.c.code.in_(codes), seats.c.kind == "person")
    for seat in await connection.execute(held):
        people.setdefault(seat.code, []).append(seat.seat)
    return [
        Notice(
            line.code,
            CHAT,
            line.id,
            tuple(seat for seat in people.get(line.code, []) if seat != line.seat),
            line.at + after,
        )
        for line in lines
    ]
