"""What a notification may know of its table, read when it is sent."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import select

from kilowatt.host import timekeeping
from kilowatt.host.game import clocks
from kilowatt.server.notifications.events import BACK, OPENED, PAUSE, RESULT, TALK, WRITTEN
from kilowatt.server.notifications.message import Fact
from kilowatt.server.store import days_off, people_shape, rows, shape

if TYPE_CHECKING:
    from kilowatt.server.notifications.judging import Item
    from kilowatt.server.store.store import Store


async def facts_of(store: Store, items: list[Item]) -> list[Fact]:
    """Read what a message may know of its tables; lines that were written in one chat are one event."""
    facts: dict[tuple[str, str, int], Fact] = {}
    for item in items:
        key = (item.code, item.event, 0 if item.event in WRITTEN else item.turn)
        if key in facts:
            facts[key] = msgspec.structs.replace(facts[key], count=facts[key].count + (item.event in WRITTEN))
        elif (fact := await _fact(store, item)) is not None:
            facts[key] = fact
    return list(facts.values())


async def _fact(store: Store, item: Item) -> Fact | None:
    if item.event == TALK:
        return await _talk(store, item)
    async with store.reading() as connection:
        query = select(shape.tables).where(shape.tables.c.code == item.code)
        values = (await connection.execute(query)).mappings().first()
        if values is None:
            return None
        groups = people_shape.groups
        called = select(groups.c.name).where(groups.c.id == values["group_id"])
        group = (await connection.execute(called)).scalar_one_or_none() if item.event in (OPENED, RESULT) else ""
        if group is None:
            return None
        names = select(shape.seats.c.name).where(shape.seats.c.code == item.code).order_by(shape.seats.c.seat)
        players = tuple((await connection.execute(names)).scalars())
        off = (await days_off.of_tables(connection, [item.code], timekeeping.now())).get(item.code, {})
    row = rows.table_row(values)
    live, plan = row.live, row.plan
    asked = {PAUSE: live.pause, BACK: live.back}.get(item.event)
    seat = asked.by if asked is not None else item.seat
    return Fact(
        item.code,
        plan.name,
        plan.ruleset,
        plan.title,
        live.round,
        live.phase,
        players[seat] if seat < len(players) else "",
        clocks.deadline(plan.clock, live.clock, off.get(item.seat, [])) if live.clock.running == item.seat else None,
        item.turn,
        item.event,
        item.seat,
        players,
        tuple(tuple(places) for places in live.result.ranking) if live.result is not None else (),
        row.state == "waiting",
        group=group,
    )


async def _talk(store: Store, item: Item) -> Fact | None:
    """Read what a message about a group's chat may know: the group's name."""
    groups = people_shape.groups
    async with store.reading() as connection:
        name = (await connection.execute(select(groups.c.name).where(groups.c.id == item.code))).scalar_one_or_none()
    if name is None:
        return None
    return Fact(item.code, "", "", "", 0, "", "", number=item.turn, event=TALK, group=name)
