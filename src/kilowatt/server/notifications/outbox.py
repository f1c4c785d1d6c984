"""The outbox: one row per event and target. Filled from the tables, so that it is noticed whatever process made it.

A row is written once per event (the database's unique index), claimed before it is sent and settled after. A process
that dies in between leaves it claimed: the next one sends it again under the same id, so that receivers can drop the
repeat.
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import delete, select, tuple_, update
from sqlalchemy.dialects import postgresql, sqlite

from kilowatt.server.notifications import group_notices, noticing, preferences
from kilowatt.server.notifications.events import OPENED, URGENT, WRITTEN, switched_off
from kilowatt.server.notifications.judging import (
    FAILED,
    SENDING,
    SENT,
    WAITING,
    WITHDRAWN,
    Item,
    is_together,
    judge,
)
from kilowatt.server.notifications.preferences import HOOK, MAIL, PUSH
from kilowatt.server.notifications.quiet import after_quiet
from kilowatt.server.store import shape

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

    from kilowatt.server.notifications.noticing import Notice
    from kilowatt.server.notifications.preferences import Preference

TRIES_MOST = 8
BACKOFF_FIRST, BACKOFF_MOST = 30.0, 6 * 3600.0
KEEP = 61 * 86400.0
"""Seconds after which a finished row is deleted: longer than the longest turn, so that no turn is notified twice."""
AT_ONCE = 16
"""Rows that are claimed and sent together."""
TOGETHER_MOST = 40
"""Rows in one message."""


def backoff(tries: int) -> float:
    """Return how long to wait after so many tries."""
    return min(BACKOFF_MOST, BACKOFF_FIRST * 4.0 ** max(0, tries - 1))


# --- filling ----------------------------------------------------------------------------------------------------------


class _People(msgspec.Struct):
    """Who is to be notified at some tables."""

    hooks: dict[str, str]
    """Table -> the events that its webhook does not want."""
    wishes: dict[tuple[str, int], list[Preference]]
    """Table and seat -> how the devices of its player want to be notified."""
    members: dict[str, list[Preference]]
    """Device -> how it and its person's further devices want to be notified."""

    def of(self, notice: Notice) -> list[tuple[int, Preference]]:
        """List whom something concerns: the seat, 0 for people without one, and how a device wants to be notified."""
        seated = [(seat, wish) for seat in notice.seats for wish in self.wishes.get((notice.code, seat), [])]
        return seated + [(0, wish) for device in notice.members for wish in self.members.get(device, [])]


async def fill(connection: AsyncConnection, since: float, after: float, now: float) -> int:
    """Write a row per target for everything that happened at tables changed `since` then; return how many."""
    made = await noticing.notices(connection, since, after, now)
    made += await group_notices.opened(connection, since, after, now)
    made += await group_notices.results(connection, since, after, now)
    made += await group_notices.talk(connection, since, after, now)
    people = await _people(connection, made)
    values: list[dict[str, Any]] = []
    for notice in made:
        shared = {"code": notice.code, "event": notice.event, "turn": notice.number}
        shared |= {"made": now, "state": WAITING, "tries": 0}
        off = people.hooks.get(notice.code)
        if off is not None and notice.hook and notice.event not in (OPENED, *switched_off(off)):
            seat = notice.seats[0] if notice.seats else 0
            values.append({**shared, "seat": seat, "kind": HOOK, "target": "", "due": notice.due})
        for seat, wish in people.of(notice):
            if notice.event in switched_off(wish.off):
                continue
            at = after_quiet(notice.due, wish.zone, wish.quiet_from, wish.quiet_to)
            kinds = [PUSH] * (wish.push is not None) + [MAIL] * wish.mail_on
            values += [{**shared, "seat": seat, "kind": kind, "target": wish.device, "due": at} for kind in kinds]
    if values:
        make = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
        await connection.execute(make(shape.outbox).on_conflict_do_nothing(), values)
    return len(values)


async def _people(connection: AsyncConnection, made: list[Notice]) -> _People:
    holders, further, hooks = shape.holders, shape.devices, shape.hooks
    codes = {notice.code for notice in made}
    query = select(hooks.c.code, hooks.c.off).where(hooks.c.code.in_(codes))
    hooked = {row.code: row.off for row in await connection.execute(query)}
    here = holders.c.code.in_(codes)
    own = select(holders.c.code, holders.c.seat, holders.c.device).where(here)
    others = select(holders.c.code, holders.c.seat, further.c.device).where(here)
    others = others.join(further, further.c.main == holders.c.device)
    held = [*await connection.execute(own), *await connection.execute(others)]
    mains = {device for notice in made for device in notice.members}
    theirs = select(further.c.main, further.c.device).where(further.c.main.in_(mains))
    members = [*((main, main) for main in mains), *(await connection.execute(theirs) if mains else ())]
    known = await preferences.read(connection, [*(row.device for row in held), *(device for _, device in members)])
    wishes: dict[tuple[str, int], list[Preference]] = {}
    for row in held:
        if row.device in known:
            wishes.setdefault((row.code, row.seat), []).append(known[row.device])
    grouped: dict[str, list[Preference]] = {}
    for main, device in members:
        if device in known:
            grouped.setdefault(main, []).append(known[device])
    return _People(hooked, wishes, grouped)


# --- taking out -------------------------------------------------------------------------------------------------------


async def claim(connection: AsyncConnection, sender: str, after: float, now: float) -> list[Item]:
    """Take the rows that are due; each is sent or put back by the process that took it.

    A player must not have looked for `after` seconds. Rows claimed by another sender are taken over: its lease has
    ended, so it no longer sends.
    """
    box = shape.outbox
    kept: list[Item] = []
    for item in await _ready(connection, sender, after, now):
        verdict = await judge(connection, item, kept, after, now)
        if not verdict.news:
            await settle(connection, item, WITHDRAWN)
            continue
        if verdict.wait is not None:
            await put_back(connection, item, verdict.wait)
            continue
        item.tries += 1
        item.batch = item.batch or await _batch(connection, item, kept)
        changed = {"state": SENDING, "sender": sender, "tries": item.tries, "batch": item.batch}
        await connection.execute(update(box).where(box.c.id == item.id).values(changed))
        kept.append(item)
    for mail in {item.target for item in kept if item.kind == MAIL}:
        await connection.execute(update(shape.calls).where(shape.calls.c.device == mail).values(mailed=now))
    return kept


async def _ready(connection: AsyncConnection, sender: str, after: float, now: float) -> list[Item]:
    """Read rows that are due, and with them what belongs to the same message: a mail has all of a person's rows.

    What waits for a player comes first: it decides whether a mail goes out, and the rest of the person's rows join it.
    """
    box = shape.outbox
    ready = ((box.c.state == WAITING) & (box.c.due <= now)) | ((box.c.state == SENDING) & (box.c.sender != sender))
    columns = [box.c[name] for name in Item.__struct_fields__]
    query = select(*columns).where(ready).order_by(box.c.due, box.c.id).limit(AT_ONCE)
    items = {row.id: Item(*row) for row in await connection.execute(query)}
    mailed = {item.target for item in items.values() if item.kind == MAIL}
    same_table = tuple_(box.c.code, box.c.kind, box.c.target)
    tables = {(item.code, item.kind, item.target) for item in items.values()}
    written = {(item.code, item.kind, item.target) for item in items.values() if item.event in WRITTEN}
    together = [
        # also what only waits for the hour of the last mail to be over
        (ready | ((box.c.state == WAITING) & box.c.batch.is_(None) & (box.c.made <= now - after)))
        & (box.c.kind == MAIL)
        & box.c.target.in_(mailed),
        ready & same_table.in_(tables),
        # also lines that are not due yet: what was said is one message
        (box.c.state == WAITING) & box.c.event.in_(WRITTEN) & same_table.in_(written),
    ]
    for more in together if items else ():
        rows = await connection.execute(select(*columns).where(more).order_by(box.c.id).limit(TOGETHER_MOST))
        for row in rows:
            items.setdefault(row.id, Item(*row))
    return sorted(items.values(), key=lambda item: item.event not in URGENT)


async def _batch(connection: AsyncConnection, item: Item, kept: list[Item]) -> str:
    """Name the message a row goes out with: one mail per address, else one message per table and target.

    A push service keeps the last message of a topic: what waits for a player is apart from other news.
    """
    fresh = [other for other in kept if other.kind == item.kind and other.tries == 1]
    if item.kind != MAIL:
        for other in fresh:
            apart = item.kind == PUSH and (item.event in URGENT) != (other.event in URGENT)
            if is_together(item, other) and not apart:
                return other.batch or ""
        return f"{item.kind}-{item.id}"
    mine = (await preferences.read(connection, [item.target])).get(item.target)
    for other in fresh:
        wish = (await preferences.read(connection, [other.target])).get(other.target)
        if mine is not None and wish is not None and wish.mail == mine.mail:
            return other.batch or ""
    return f"mail-{secrets.token_hex(16)}"


async def settle(connection: AsyncConnection, item: Item, state: str) -> None:
    """Write what became of a row."""
    await connection.execute(update(shape.outbox).where(shape.outbox.c.id == item.id).values(state=state, sender=None))


async def put_back(connection: AsyncConnection, item: Item, due: float, tries: int | None = None) -> None:
    """Let a row wait until later; with another number of tries where this one did not count."""
    changed: dict[str, Any] = {"state": WAITING, "sender": None, "due": due}
    if tries is not None:
        changed["tries"] = tries
    await connection.execute(update(shape.outbox).where(shape.outbox.c.id == item.id).values(changed))


async def tidy(connection: AsyncConnection, now: float) -> None:
    """Delete what was finished long ago."""
    box = shape.outbox
    old = (box.c.made < now - KEEP) & box.c.state.in_((SENT, WITHDRAWN, FAILED))
    await connection.execute(delete(box).where(old))
