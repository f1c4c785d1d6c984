"""What may be done with a group: make, join and leave it, remove a member, renew its link, delete it."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from sqlalchemy import func, insert, select, update

import kilowatt
from kilowatt.host import codes, timekeeping
from kilowatt.host.errors import Denied
from kilowatt.host.names import check_distinct, checked_name, clean
from kilowatt.server.groups import seasons
from kilowatt.server.store import people_shape
from kilowatt.server.store.memberships import left, people, remove
from kilowatt.server.store.writer import Conflict

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from sqlalchemy.ext.asyncio import AsyncConnection

    from kilowatt.protocol import NewSeason
    from kilowatt.server.store.store import Store

MEMBERS_MOST = 30
GROUPS_MOST = 10
"""Groups one person may be a member of."""
DAY = 86400.0

groups, members, standing = people_shape.groups, people_shape.members, people_shape.standing_tables


@cache
def titles() -> dict[str, str]:
    """Return the titles of the published games."""
    return {row.id: row.title for row in kilowatt.rulesets()}


async def of_member(connection: AsyncConnection, number: str, device: str) -> Any:  # noqa: ANN401 - a row of the driver
    """Read a group; `Denied` if there is none, and the same if the asking device is no member."""
    query = (
        select(groups)
        .join(members, members.c.id == groups.c.id)
        .where(groups.c.id == number, members.c.device == device)
    )
    row = (await connection.execute(query)).first()
    if row is None:
        raise Denied("no_group")
    return row


async def owned(connection: AsyncConnection, number: str, device: str) -> Any:  # noqa: ANN401 - a row of the driver
    """Read a group of which the asking device is the owner; `Denied` otherwise."""
    row = await of_member(connection, number, device)
    if row.owner != device:
        raise Denied("not_group_owner")
    return row


class Groups:
    """The groups of a server."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def _write(self, work: Callable[[AsyncConnection], Awaitable[str]]) -> str:
        try:
            return await self.store.writer.call(work)
        except Conflict:
            # the same person joined twice at the same moment: the second time they are found to be a member
            return await self.store.writer.call(work)

    async def make(self, name: str, member: str, device: str) -> str:
        """Make a group with one member, who looks after it; return its id."""
        shown, own = clean(name), checked_name(member)
        if not shown:
            raise Denied("bad_request", field="name", reason="expected at least one visible character")
        now = timekeeping.now()
        made = {"id": codes.new_code(), "name": shown, "owner": device, "link": codes.new_link()}

        async def work(connection: AsyncConnection) -> str:
            await _check_count(connection, device)
            await connection.execute(insert(groups), {**made, "made": now, "visited": now})
            await connection.execute(insert(members), {"id": made["id"], "device": device, "name": own, "at": now})
            return made["id"]

        return await self._write(work)

    async def by_link(self, connection: AsyncConnection, link: str) -> Any:  # noqa: ANN401 - a row of the driver
        """Read the group that a link leads to; `Denied` if it leads nowhere, or no longer."""
        typed = {link, codes.clean_code(link)}
        row = (await connection.execute(select(groups).where(groups.c.link.in_(typed)))).first()
        if row is None:
            raise Denied("bad_link")
        return row

    async def join(self, link: str, member: str, device: str) -> str:
        """Join by the group's link; return its id. A member stays what they are."""
        name, now = checked_name(member), timekeeping.now()

        async def work(connection: AsyncConnection) -> str:
            row = await self.by_link(connection, link)
            # one joins after another: the numbers below hold
            await connection.execute(update(groups).where(groups.c.id == row.id).values(visited=now))
            there = await people(connection, row.id)
            if not any(one.device == device for one in there):
                await _check_count(connection, device)
                if len(there) >= MEMBERS_MOST:
                    raise Denied("group_full", most=MEMBERS_MOST)
                check_distinct(name, [one.name for one in there])
                await connection.execute(insert(members), {"id": row.id, "device": device, "name": name, "at": now})
            return str(row.id)

        return await self._write(work)

    async def leave(self, number: str, device: str) -> None:
        """Leave a group. The longest member looks after it from then on; without members it is deleted."""

        async def work(connection: AsyncConnection) -> str:
            await of_member(connection, number, device)
            await left(connection, number, [device])
            return number

        await self._write(work)

    async def remove(self, number: str, member: int, name: str, device: str) -> None:
        """Remove a member, by the place in the list and the name there, and end the link; for the group's owner."""

        async def work(connection: AsyncConnection) -> str:
            await owned(connection, number, device)
            there = await people(connection, number)
            if member >= len(there) or there[member].name != name:
                raise Denied("no_member", name=name)
            if there[member].device == device:
                raise Denied("group_owner_stays")
            await left(connection, number, [there[member].device])
            # who is removed knows the link
            await connection.execute(update(groups).where(groups.c.id == number).values(link=codes.new_link()))
            return number

        await self._write(work)

    async def renew(self, number: str, device: str) -> None:
        """Renew the link of a group, which ends the old one; for the group's owner."""

        async def work(connection: AsyncConnection) -> str:
            await owned(connection, number, device)
            changed = {"link": codes.new_link()}
            await connection.execute(update(groups).where(groups.c.id == number).values(changed))
            return number

        await self._write(work)

    async def rename(self, number: str, name: str, device: str) -> None:
        """Rename a group; for the group's owner."""
        shown = clean(name)
        if not shown:
            raise Denied("bad_request", field="name", reason="expected at least one visible character")

        async def work(connection: AsyncConnection) -> str:
            await owned(connection, number, device)
            await connection.execute(update(groups).where(groups.c.id == number).values(name=shown))
            return number

        await self._write(work)

    async def hand_over(self, number: str, member: int, name: str, device: str) -> None:
        """Let another member look after a group, by the place in the list and the name there; for its owner."""

        async def work(connection: AsyncConnection) -> str:
            await owned(connection, number, device)
            there = await people(connection, number)
            if member >= len(there) or there[member].name != name:
                raise Denied("no_member", name=name)
            await connection.execute(update(groups).where(groups.c.id == number).values(owner=there[member].device))
            return number

        await self._write(work)

    async def begin_season(self, number: str, asked: NewSeason, device: str) -> None:
        """Begin a season of the league; for the group's owner."""

        async def work(connection: AsyncConnection) -> str:
            await owned(connection, number, device)
            await seasons.begin(connection, number, asked)
            return number

        await self._write(work)

    async def delete(self, number: str, device: str) -> None:
        """Delete a group; its tables stay with the people who sit there. For the group's owner."""

        async def work(connection: AsyncConnection) -> str:
            await owned(connection, number, device)
            await remove(connection, [number])
            return number

        await self._write(work)


async def _check_count(connection: AsyncConnection, device: str) -> None:
    held = select(func.count()).select_from(members).where(members.c.device == device)
    if (await connection.execute(held)).scalar_one() >= GROUPS_MOST:
        raise Denied("too_many_groups", most=GROUPS_MOST)


async def visit(store: Store, number: str, visited: float) -> None:
    """Note that a member has opened a group, once per day."""
    now = timekeeping.now()
    if now - visited > DAY:
        changed = update(groups).where(groups.c.id == number).values(visited=now)
        await store.writer.call(lambda connection: connection.execute(changed))
