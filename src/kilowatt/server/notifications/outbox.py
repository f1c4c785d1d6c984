"""The outbox: one row per event and target. Filled from the tables, so that a turn is noticed whatever process made it.

A row is written once per event (the database's unique index), claimed before it is sent and settled after. A process
that dies in between leaves it claimed: the next one sends it again under the same id, so that receivers can drop the
repeat.
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import delete, func, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite

from kilowatt.server.notifications import preferences
from kilowatt.server.notifications.events import HALF, TURN
from kilowatt.server.notifications.mail import mailbox
from kilowatt.server.notifications.quiet import after_quiet
from kilowatt.server.store import rows, shape

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

    from kilowatt.server.notifications.preferences import Preference

WAITING, SENDING, SENT, WITHDRAWN, FAILED = "waiting", "sending", "sent", "withdrawn", "failed"
PUSH, MAIL, HOOK = "push", "mail", "hook"
TRIES_MOST = 8
BACKOFF_FIRST, BACKOFF_MOST = 30.0, 6 * 3600.0
DIGEST = 3600.0
"""Seconds between two mails to the same address."""
KEEP = 61 * 86400.0
"""Seconds after which a finished row is deleted: longer than the longest turn, so that no turn is notified twice."""
AT_ONCE = 16
"""Rows that are claimed and sent together."""
MAIL_MOST = 40
"""Turns in one mail."""


class Item(msgspec.Struct):
    """A row that is due."""

    id: int
    code: str
    seat: int
    event: str
    turn: int
    kind: str
    target: str
    due: float
    tries: int
    batch: str | None


def backoff(tries: int) -> float:
    """Return how long to wait after so many tries."""
    return min(BACKOFF_MOST, BACKOFF_FIRST * 4.0 ** max(0, tries - 1))


# --- filling ----------------------------------------------------------------------------------------------------------


async def fill(connection: AsyncConnection, since: float, after: float, now: float) -> int:
    """Write a row for every turn that began at tables changed `since` then; return how many tables were looked at."""
    tables, holders, calls = shape.tables, shape.holders, shape.calls
    wanted = select(holders.c.code).join(calls, calls.c.device == holders.c.device)
    further = (
        select(holders.c.code)
        .join(shape.devices, shape.devices.c.main == holders.c.device)
        .join(calls, calls.c.device == shape.devices.c.device)
    )
    query = select(tables).where(
        tables.c.state == "playing",
        tables.c.touched >= since,
        tables.c.plan.like('%"days"%'),
        or_(tables.c.code.in_(wanted), tables.c.code.in_(further), tables.c.code.in_(select(shape.hooks.c.code))),
    )
    playing = [rows.table_row(row) for row in (await connection.execute(query)).mappings()]
    running = [row for row in playing if row.plan.clock.kind == "days" and row.live.clock.running is not None]
    values: list[dict[str, Any]] = []
    for row in running:
        values += await _turn_rows(connection, row, after, now)
    if values:
        make = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
        await connection.execute(make(shape.outbox).on_conflict_do_nothing(), values)
    return len(running)


async def _turn_rows(connection: AsyncConnection, row: rows.TableRow, after: float, now: float) -> list[dict[str, Any]]:
    clock = row.live.clock
    here = (shape.holders.c.code == row.code) & (shape.holders.c.seat == clock.running)
    devices = list((await connection.execute(select(shape.holders.c.device).where(here))).scalars())
    further = select(shape.devices.c.device).where(shape.devices.c.main.in_(devices))
    devices += list((await connection.execute(further)).scalars())
    hooked = (await connection.execute(select(shape.hooks.c.code).where(shape.hooks.c.code == row.code))).first()
    targets: list[tuple[str, str, str, float]] = []
    for event in (TURN, HALF):
        due = _due(clock, event, after)
        targets += [(event, HOOK, "", due)] if hooked is not None else []
        for device, wish in (await preferences.read(connection, devices)).items():
            at = after_quiet(due, wish.zone, wish.quiet_from, wish.quiet_to)
            targets += [(event, PUSH, device, at)] if wish.push is not None else []
            targets += [(event, MAIL, device, at)] if wish.mail_on else []
    shared = {"code": row.code, "seat": clock.running, "turn": clock.turn, "made": now, "state": WAITING, "tries": 0}
    return [
        {**shared, "event": event, "kind": kind, "target": target, "due": at} for event, kind, target, at in targets
    ]


def _due(clock: rows.ClockState, event: str, after: float) -> float:
    """Return when a running turn is announced: a while after its beginning, and when half of its time is gone."""
    if event == HALF and clock.running is not None:
        return clock.since + max(after, clock.left[clock.running] / 2)
    return clock.since + after


# --- taking out -------------------------------------------------------------------------------------------------------


async def claim(connection: AsyncConnection, sender: str, after: float, now: float) -> list[Item]:
    """Take the rows that are due; each is sent or put back by the process that took it.

    A player must not have looked for `after` seconds.

    Rows claimed by another sender are taken over: its lease has ended, so it no longer sends.
    """
    box = shape.outbox
    ready = ((box.c.state == WAITING) & (box.c.due <= now)) | ((box.c.state == SENDING) & (box.c.sender != sender))
    columns = [box.c[name] for name in Item.__struct_fields__]
    query = select(*columns).where(ready).order_by(box.c.due, box.c.id).limit(AT_ONCE)
    items = [Item(*row) for row in await connection.execute(query)]
    mailed = {item.target for item in items if item.kind == MAIL}
    if mailed:
        # all that is due for one person goes into one mail
        more = select(*columns).where(ready, box.c.kind == MAIL, box.c.target.in_(mailed)).order_by(box.c.id)
        known = {item.id for item in items}
        items += [Item(*row) for row in await connection.execute(more.limit(MAIL_MOST)) if row.id not in known]
    kept: list[Item] = []
    for item in items:
        clock = await _clock(connection, item)
        if clock is None or await _told_later(connection, item, now):
            await settle(connection, item, WITHDRAWN)
            continue
        wait = await _wait(connection, item, _due(clock, item.event, after), after, now)
        if wait is not None:
            await put_back(connection, item, wait)
            continue
        item.tries += 1
        item.batch = item.batch or await _batch(connection, item, kept)
        changed = {"state": SENDING, "sender": sender, "tries": item.tries, "batch": item.batch}
        await connection.execute(update(box).where(box.c.id == item.id).values(changed))
        kept.append(item)
    for mail in {item.target for item in kept if item.kind == MAIL}:
        await connection.execute(update(shape.calls).where(shape.calls.c.device == mail).values(mailed=now))
    return kept


async def _clock(connection: AsyncConnection, item: Item) -> rows.ClockState | None:
    """Return the table's clock while it is still the same turn."""
    tables = shape.tables
    query = select(tables.c.state, tables.c.live).where(tables.c.code == item.code)
    row = (await connection.execute(query)).first()
    if row is None or row.state != "playing":
        return None
    clock = msgspec.json.decode(row.live, type=rows.Live).clock
    return clock if clock.turn == item.turn and clock.running == item.seat else None


async def _told_later(connection: AsyncConnection, item: Item, now: float) -> bool:
    """Return whether a turn that was not announced in time is announced by the reminder, which is due too."""
    box = shape.outbox
    same = (box.c.code == item.code) & (box.c.turn == item.turn) & (box.c.kind == item.kind)
    later = same & (box.c.target == item.target) & (box.c.event == HALF) & (box.c.due <= now)
    return item.event == TURN and (await connection.execute(select(box.c.id).where(later))).first() is not None


async def _wait(connection: AsyncConnection, item: Item, due: float, after: float, now: float) -> float | None:
    """Return until when a row must wait: a look, quiet hours and the last mail, less than an hour ago, delay it."""
    if due > now:
        # the clock was stopped since, or has more time
        return due
    if item.kind == HOOK:
        return None
    presence = shape.presence
    here = (presence.c.code == item.code) & (presence.c.seat == item.seat)
    looking = (await connection.execute(select(presence.c.looking).where(here))).scalar_one_or_none()
    if looking is not None and looking + after > now:
        return float(looking + after)
    wish = (await preferences.read(connection, [item.target])).get(item.target)
    if wish is None:
        return None
    awake = after_quiet(now, wish.zone, wish.quiet_from, wish.quiet_to)
    if awake > now:
        return awake
    if item.kind == MAIL and item.batch is None:
        last = await last_mailed(connection, wish)
        if now < last + DIGEST:
            return last + DIGEST
    return None


async def last_mailed(connection: AsyncConnection, wish: Preference) -> float:
    """Return when the last mail went to a mailbox, from whichever of its devices, however its address is written."""
    box = mailbox(wish.mail or "")
    domain = box[box.rfind("@") :]
    same = func.lower(shape.calls.c.mail).endswith(domain, autoescape=True)
    rows = await connection.execute(select(shape.calls.c.mail, shape.calls.c.mailed).where(same))
    return max((row.mailed for row in rows if mailbox(row.mail) == box), default=0.0)


async def _batch(connection: AsyncConnection, item: Item, kept: list[Item]) -> str:
    """Name the message a row goes out with; rows for one mail address share one mail."""
    if item.kind != MAIL:
        return f"{item.kind}-{item.id}"
    mine = (await preferences.read(connection, [item.target])).get(item.target)
    for other in kept:
        if other.kind == MAIL and other.tries == 1:
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
