"""The tables of a group: standing ones, and those that members open."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import delete, func, insert, select

from kilowatt.host import timekeeping
from kilowatt.host.errors import Denied
from kilowatt.host.names import clean
from kilowatt.host.seating import rules_of, seat_rows
from kilowatt.protocol import (
    CreateTable,
    SeatPlan,
    StandingPlan,
)
from kilowatt.server.groups.groups import members, of_member, standing, titles
from kilowatt.server.ratings.agreement import checked_plan
from kilowatt.server.store import rows

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

    from kilowatt.protocol import Seated
    from kilowatt.server.store.quotas import Maker
    from kilowatt.server.store.store import Store
    from kilowatt.server.tables.actions.making import Making

STANDING_MOST = 8


class GroupTables:
    """The tables of all groups."""

    def __init__(self, store: Store, making: Making) -> None:
        self.store = store
        self.making = making

    async def keep(self, number: str, plan: StandingPlan, device: str) -> None:
        """Keep the settings of a table that the group plays again and again."""
        if plan.ruleset not in titles():
            raise Denied("group_data")
        rules_of(plan.ruleset, len(plan.seats), plan.options)
        seat_rows(plan.seats)
        if all(seat.kind == "bot" for seat in plan.seats):
            raise Denied("bad_request", field="seats", reason="expected a seat that is not a bot's")
        name = clean(plan.name) or titles()[plan.ruleset]

        async def work(connection: AsyncConnection) -> None:
            await of_member(connection, number, device)
            held = select(func.count()).select_from(standing).where(standing.c.id == number)
            if (await connection.execute(held)).scalar_one() >= STANDING_MOST:
                raise Denied("too_many_standing", most=STANDING_MOST)
            row = {"id": number, "name": name, "body": rows.text(plan), "at": timekeeping.now()}
            await connection.execute(insert(standing), row)

        await self.store.writer.call(work)

    async def open(self, number: str, asked: CreateTable, maker: Maker) -> Seated:
        """Make a table for the group; only members find it, whatever else was asked for."""
        async with self.store.reading() as connection:
            await of_member(connection, number, maker.device)
        if all(seat.kind == "bot" for seat in asked.seats):
            raise Denied("bad_request", field="seats", reason="expected a seat that is not a bot's")
        asked = msgspec.structs.replace(asked, visibility="private")
        if asked.rated:
            asked = await checked_plan(self.store, asked, maker.device)
        return await self.making.create(asked, maker, number)

    async def drop(self, number: str, which: int, device: str) -> None:
        """Delete a standing table."""

        async def work(connection: AsyncConnection) -> None:
            await of_member(connection, number, device)
            gone = await connection.execute(delete(standing).where(standing.c.id == number, standing.c.number == which))
            if gone.rowcount != 1:
                raise Denied("no_standing")

        await self.store.writer.call(work)

    async def start(self, number: str, which: int, maker: Maker) -> Seated:
        """Make a table with the settings of a standing one; whoever starts it has the first seat."""
        async with self.store.reading() as connection:
            await of_member(connection, number, maker.device)
            own = (members.c.id == number) & (members.c.device == maker.device)
            name = (await connection.execute(select(members.c.name).where(own))).scalar_one()
            here = (standing.c.id == number) & (standing.c.number == which)
            row = (await connection.execute(select(standing.c.name, standing.c.body).where(here))).first()
        if row is None:
            raise Denied("no_standing")
        plan = msgspec.json.decode(row.body, type=StandingPlan)
        seats = _seated(plan.seats, name)
        asked = CreateTable(
            plan.ruleset, seats, plan.options, plan.clock, hints=plan.hints, name=row.name, rated=plan.rated
        )
        if plan.rated:
            asked = await checked_plan(self.store, asked, maker.device)
        return await self.making.create(asked, maker, number)


def _seated(plans: list[SeatPlan], name: str) -> list[SeatPlan]:
    """Return the seats of a standing table with somebody in the first that is not a bot's, the others open."""
    first = next(seat for seat, kept in enumerate(plans) if kept.kind != "bot")
    mine, free = SeatPlan("person", None, name), SeatPlan("open")
    return [kept if kept.kind == "bot" else mine if seat == first else free for seat, kept in enumerate(plans)]
