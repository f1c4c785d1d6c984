"""Notices for the members of a group: of its new tables, until they look or no seat is free, its results, its chat."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import select

from kilowatt.host.rows import Live, Plan
from kilowatt.server import identity
from kilowatt.server.notifications.events import OPENED, RESULT, TALK
from kilowatt.server.notifications.noticing import FRESH, Notice
from kilowatt.server.store import people_shape, shape
from kilowatt.server.store.memberships import unwanted

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

NOTED = 120.0
"""Seconds after which a member who has the group's page open is surely noted as looking: it is noted once a minute."""
members, hides = people_shape.members, people_shape.group_hides
lines = people_shape.group_chats
tables, seats, holders, further = shape.tables, shape.seats, shape.holders, shape.devices


async def opened(connection: AsyncConnection, since: float, after: float, now: float) -> list[Notice]:
    """List the tables with a free seat that were opened since then, each with the other members of its group."""
    free = select(seats.c.code).where(seats.c.kind == "open")
    query = (
        select(tables.c.code, tables.c.created, members.c.device)
        .join(members, members.c.id == tables.c.group_id)
        .where(
            tables.c.state == "waiting",
            tables.c.created >= max(since, now - FRESH),
            tables.c.owner != members.c.device,
            members.c.at <= tables.c.created,
            tables.c.code.in_(free),
        )
    )
    found: dict[tuple[str, float], list[str]] = {}
    for row in await connection.execute(query):
        found.setdefault((row.code, row.created), []).append(row.device)
    return [
        Notice(code, OPENED, 0, (), created + max(after, NOTED), tuple(people))
        for (code, created), people in found.items()
    ]


async def results(connection: AsyncConnection, since: float, after: float, now: float) -> list[Notice]:
    """List the games of groups that ended since then, each with the members who have not played it."""
    query = select(tables.c.code, tables.c.group_id, tables.c.live).where(
        tables.c.state == "over", tables.c.group_id.is_not(None), tables.c.touched >= max(since, now - FRESH)
    )
    found = []
    for row in (await connection.execute(query)).all():
        live = msgspec.json.decode(row.live, type=Live)
        if live.result is None or live.ended < now - FRESH:
            continue
        played = select(holders.c.device).where(holders.c.code == row.code)
        others = select(members.c.device).where(
            members.c.id == row.group_id, members.c.at <= live.ended, members.c.device.not_in(played)
        )
        people = tuple((await connection.execute(others)).scalars())
        found.append(Notice(row.code, RESULT, 0, (), live.ended + max(after, NOTED), people, hook=False))
    return [notice for notice in found if notice.members]


async def talk(connection: AsyncConnection, since: float, after: float, now: float) -> list[Notice]:
    """List the lines that were written in the chats of groups, each with the members who want to learn of it."""
    query = (
        select(lines.c.id, lines.c.code, lines.c.at, members.c.device, members.c.off)
        .join(members, members.c.id == lines.c.code)
        .where(
            lines.c.at >= max(since, now - FRESH),
            members.c.at <= lines.c.at,
            members.c.off.is_not(None),
            members.c.device != lines.c.device,
        )
        .order_by(lines.c.id)
    )
    made: dict[tuple[str, int, float], list[str]] = {}
    for row in await connection.execute(query):
        if TALK not in unwanted(row.off):
            made.setdefault((row.code, row.id, row.at), []).append(row.device)
    return [
        Notice(code, TALK, line, (), at + max(after, NOTED), tuple(people), hook=False)
        for (code, line, at), people in made.items()
    ]


async def is_talk(connection: AsyncConnection, group: str, line: int, device: str) -> bool:
    """Return whether a line is still news to a member, who has not read it and does not hide its author."""
    said = (await connection.execute(select(lines.c.at, lines.c.who).where(lines.c.id == line))).first()
    if said is None:
        return False
    main = await _main(connection, device)
    here = (members.c.id == group) & (members.c.device == main)
    read = (await connection.execute(select(members.c.read).where(here))).scalar_one_or_none() or 0
    hidden = (hides.c.device == main) & (hides.c.code == group) & (hides.c.who == said.who)
    return (
        read < line
        and await _wants(connection, group, main, TALK, said.at)
        and not await _any(connection, select(hides.c.who).where(hidden))
    )


async def _main(connection: AsyncConnection, device: str) -> str:
    """Return the device that a person's further device belongs to."""
    person = select(further.c.main).where(further.c.device == device)
    main: str = (await connection.execute(person)).scalar_one_or_none() or device
    return main


async def _wants(connection: AsyncConnection, group: str, main: str, event: str, since: float) -> bool:
    """Return whether somebody is a member who wants this kind of message and has not looked at the group since."""
    here = (members.c.id == group) & (members.c.device == main)
    member = (await connection.execute(select(members.c.seen, members.c.off).where(here))).first()
    return member is not None and event not in unwanted(member.off) and (member.seen or 0.0) <= since


async def is_result(connection: AsyncConnection, code: str, device: str, ended: float) -> bool:
    """Return whether the result of a group's game is still news to a member."""
    group = (await connection.execute(select(tables.c.group_id).where(tables.c.code == code))).scalar_one_or_none()
    return group is not None and await _wants(connection, group, await _main(connection, device), RESULT, ended)


async def is_news(connection: AsyncConnection, code: str, device: str) -> bool:
    """Return whether a table is still news to a member: there is room, and the member may come and has not looked.

    Nor is it news to a member who hides the person who opened it, whom the owner has removed, or who has a seat there.
    """
    columns = (tables.c.state, tables.c.group_id, tables.c.owner, tables.c.created, tables.c.plan)
    table = (await connection.execute(select(*columns).where(tables.c.code == code))).first()
    if table is None or table.state != "waiting" or table.group_id is None:
        return False
    main = await _main(connection, device)
    plan = msgspec.json.decode(table.plan, type=Plan)
    if any(row.who == identity.person_mark(code, main) for row in plan.moderation.removed):
        return False
    if not await _wants(connection, table.group_id, main, OPENED, table.created):
        return False
    opener = identity.person_mark(table.group_id, table.owner)
    hidden = (hides.c.device == main) & (hides.c.code == table.group_id) & (hides.c.who == opener)
    seated = (holders.c.code == code) & holders.c.device.in_((device, main))
    free = (seats.c.code == code) & (seats.c.kind == "open")
    return (
        await _any(connection, select(seats.c.seat).where(free))
        and not await _any(connection, select(holders.c.seat).where(seated))
        and not await _any(connection, select(hides.c.who).where(hidden))
    )


async def _any(connection: AsyncConnection, query: Any) -> bool:  # noqa: ANN401 - a query
    return (await connection.execute(query.limit(1))).first() is not None


def of_same_group(code: str) -> Any:  # noqa: ANN401 - a query
    """Return the query for the tables of a table's group."""
    group = select(tables.c.group_id).where(tables.c.code == code).scalar_subquery()
    return select(tables.c.code).where(tables.c.group_id == group)
