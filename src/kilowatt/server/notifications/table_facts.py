"""What a notification may know of its table, read when it is sent."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import select

from kilowatt.server.game import clocks
from kilowatt.server.notifications.events import CHAT
from kilowatt.server.notifications.message import Fact
from kilowatt.server.store import rows, shape

if TYPE_CHECKING:
    from kilowatt.server.notifications.judging import Item
    from kilowatt.server.store.store import Store


async def facts_of(store: Store, items: list[Item]) -> list[Fact]:
    """Read what a message may know of its tables; lines that were written at one table are one event."""
    facts: dict[tuple[str, str, int], Fact] = {}
    for item in items:
        key = (item.code, item.event, 0 if item.event == CHAT else item.turn)
        if key in facts:
            facts[key] = msgspec.structs.replace(facts[key], count=facts[key].count + (item.event == CHAT))
        elif (fact := await _fact(store, item)) is not None:
            facts[key] = fact
    return list(facts.values())


async def _fact(store: Store, item: Item) -> Fact | None:
    async with store.reading() as connection:
        query = select(shape.tables).where(shape.tables.c.code == item.code)
        values = (await connection.execute(query)).mappings().first()
        if values is None:
            return None
        names = select(shape.seats.c.name).where(shape.seats.c.code == item.code).order_by(shape.seats.c.seat)
        players = tuple((await connection.execute(names)).scalars())
    row = rows.table_row(values)
    live, plan = row.live, row.plan
    return Fact(
        item.code,
        plan.name,
        plan.ruleset,
        plan.title,
        live.round,
        live.phase,
        players[item.seat] if item.seat < len(players) else "",
        clocks.deadline(plan.clock, live.clock),
        item.turn,
        item.event,
        item.seat,
        players,
        tuple(tuple(places) for places in live.result.ranking) if live.result is not None else (),
        row.state == "waiting",
    )
