"""Chat of a group: the lines of `store/chats.py`, for members; how far each has read, and who is there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import func, select, update

from kilowatt.host import timekeeping
from kilowatt.host.errors import Denied
from kilowatt.host.names import clean
from kilowatt.protocol import GroupChat
from kilowatt.server import identity
from kilowatt.server.groups.groups import members, of_member
from kilowatt.server.store import chats, people_shape, reports
from kilowatt.server.store.chats import GROUPS, ChatRow
from kilowatt.server.tables.room.chat_lines import chat_message

if TYPE_CHECKING:
    from collections.abc import Collection

    from sqlalchemy.ext.asyncio import AsyncConnection

    from kilowatt.protocol import Report
    from kilowatt.server.store.store import Store

SEEN_EVERY = 60.0
"""Seconds between two notes that a member is there."""
HERE = 150.0
"""Seconds after such a note for which the member counts as there."""
lines, hides = people_shape.group_chats, people_shape.group_hides


class GroupChats:
    """The chats of all groups."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def read(self, number: str, device: str, after: int = 0) -> GroupChat:
        """Return the lines after one, and note that the member is there."""
        async with self.store.reading() as connection:
            await of_member(connection, number, device)
            own = (members.c.id == number) & (members.c.device == device)
            row = (await connection.execute(select(members.c.seen, members.c.read).where(own))).one()
        now = timekeeping.now()
        if now - (row.seen or 0.0) > SEEN_EVERY:
            seen = update(members).where(own).values(seen=now)
            await self.store.writer.call(lambda connection: connection.execute(seen))
        hidden = await reports.hidden(self.store, number, device, GROUPS)
        said = await chats.recent(self.store, number, GROUPS, after)
        shown = [chat_message(line) for line in said if line.who not in hidden]
        return GroupChat(shown, row.read or 0, sorted(hidden))

    async def say(self, number: str, device: str, mark: str, text: str) -> None:
        """Write a line for everybody in the group; `mark` is the address as a hash."""
        plain = clean(text)
        if not plain:
            raise Denied("bad_request", field="text", reason="expected at least one visible character")
        if await chats.address_muted(self.store, mark, timekeeping.now()):
            raise Denied("muted")

        async def work(connection: AsyncConnection) -> None:
            await of_member(connection, number, device)
            own = (members.c.id == number) & (members.c.device == device)
            name = (await connection.execute(select(members.c.name).where(own))).scalar_one()
            who = identity.person_mark(number, device)
            line = ChatRow(0, None, name, plain, timekeeping.now(), who, device, mark)
            await chats.say_in_group(connection, number, line)

        await self.store.writer.call(work)

    async def mark_read(self, number: str, device: str, upto: int) -> None:
        """Write how far a member has read; nobody unreads anything, or reads what is not written yet."""

        async def work(connection: AsyncConnection) -> None:
            await of_member(connection, number, device)
            newest = (await connection.execute(select(func.max(lines.c.id)).where(lines.c.code == number))).scalar()
            last = min(upto, newest or 0)
            own = (members.c.id == number) & (members.c.device == device)
            await connection.execute(
                update(members).where(own, func.coalesce(members.c.read, 0) < last).values(read=last)
            )

        await self.store.writer.call(work)

    async def hide(self, number: str, device: str, who: str, *, hide: bool) -> None:
        """Hide a person's lines from a member, or show them again."""
        async with self.store.reading() as connection:
            await of_member(connection, number, device)
        await reports.hide(self.store, number, device, who, hide=hide, kind=GROUPS)

    async def report(self, number: str, device: str, asked: Report) -> int:
        """Keep a report with copies of the lines it means; return its number."""
        async with self.store.reading() as connection:
            await of_member(connection, number, device)
        said = await chats.lines(self.store, number, asked.lines, GROUPS)
        missing = sorted(set(asked.lines) - {line.id for line in said})
        if missing:
            raise Denied("no_line", line=missing[0])
        return await reports.add(self.store, number, device, clean(asked.reason), said, timekeeping.now())


async def unread(connection: AsyncConnection, numbers: Collection[str], device: str) -> dict[str, int]:
    """Count, for each group, the lines that a member has not read, not written and not hidden."""
    own = (members.c.id == lines.c.code) & (members.c.device == device)
    hidden = select(hides.c.who).where(hides.c.code == lines.c.code, hides.c.device == device)
    query = (
        select(lines.c.code, func.count())
        .join(members, own)
        .where(
            lines.c.code.in_(numbers),
            lines.c.id > func.coalesce(members.c.read, 0),
            lines.c.at >= members.c.at,
            func.coalesce(lines.c.device, "") != device,
            lines.c.who.not_in(hidden),
        )
        .group_by(lines.c.code)
    )
    return {row[0]: row[1] for row in await connection.execute(query)}
