"""Whether a notification is still news when it is due, and whether it must wait."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import func, select

from kilowatt.server.notifications import noticing, preferences
from kilowatt.server.notifications.events import CHAT, HALF, STAND_IN, TURN, URGENT, switched_off
from kilowatt.server.notifications.mail import mailbox
from kilowatt.server.notifications.preferences import HOOK, MAIL
from kilowatt.server.notifications.quiet import after_quiet
from kilowatt.server.store import rows, shape

if TYPE_CHECKING:
    from collections.abc import Collection

    from sqlalchemy.ext.asyncio import AsyncConnection

    from kilowatt.server.notifications.preferences import Preference

WAITING, SENDING, SENT, WITHDRAWN, FAILED = "waiting", "sending", "sent", "withdrawn", "failed"
DIGEST = 3600.0
"""Seconds between two mails to the same address, and between two messages that somebody wrote at a table."""


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


class Verdict(msgspec.Struct):
    """What is to be done with a row: send it, leave it, or let it wait."""

    news: bool = True
    wait: float | None = None


NO_NEWS = Verdict(news=False)


async def judge(connection: AsyncConnection, item: Item, kept: Collection[Item], after: float, now: float) -> Verdict:
    """Decide about a row; `kept` are those that go out now, and a player must not have looked for `after` seconds."""
    table = shape.tables
    query = select(table.c.state, table.c.live).where(table.c.code == item.code)
    row = (await connection.execute(query)).first()
    if row is None:
        return NO_NEWS
    live = msgspec.json.decode(row.live, type=rows.Live)
    wish = None if item.kind == HOOK else (await preferences.read(connection, [item.target])).get(item.target)
    if wish is not None and item.event in switched_off(wish.off):
        return NO_NEWS
    if item.event in URGENT:
        verdict = await _turn(connection, item, row.state, live, after, now)
    else:
        verdict = await _happened(connection, item, live)
    if not verdict.news or verdict.wait is not None:
        return verdict
    if wish is not None:
        awake = after_quiet(now, wish.zone, wish.quiet_from, wish.quiet_to)
        if awake > now:
            return Verdict(wait=awake)
    return Verdict(wait=await _spaced(connection, item, wish, kept, now))


async def _turn(
    connection: AsyncConnection, item: Item, state: str, live: rows.Live, after: float, now: float
) -> Verdict:
    """Judge a turn: news while it lasts, delayed by a look; of two announcements that are due the later goes out."""
    clock = live.clock
    if state != "playing" or clock.turn != item.turn or clock.running != item.seat:
        return NO_NEWS
    box = shape.outbox
    same = (box.c.code == item.code) & (box.c.turn == item.turn) & (box.c.kind == item.kind)
    reminder = same & (box.c.target == item.target) & (box.c.event == HALF) & (box.c.due <= now)
    if item.event == TURN and (await connection.execute(select(box.c.id).where(reminder))).first() is not None:
        return NO_NEWS
    # the clock was stopped since, or has more time
    due = noticing.due(live, item.event, after)
    looked = await _looked(connection, item)
    if item.kind != HOOK and looked is not None:
        due = max(due, looked + after)
    return Verdict(wait=due if due > now else None)


async def _happened(connection: AsyncConnection, item: Item, live: rows.Live) -> Verdict:
    """Judge what happened once: news until its player looks; a bot that stands in, until the player is back."""
    if item.event == STAND_IN:
        here = (shape.seats.c.code == item.code) & (shape.seats.c.seat == item.seat)
        away = (await connection.execute(select(shape.seats.c.away).where(here))).scalar_one_or_none()
        return Verdict() if away in noticing.STOOD_IN else NO_NEWS
    if item.kind == HOOK:
        return Verdict()
    at = live.ended or live.began
    if item.event == CHAT:
        said = select(shape.chats.c.at).where(shape.chats.c.id == item.turn)
        at = (await connection.execute(said)).scalar_one_or_none() or 0.0
    looked = await _looked(connection, item)
    if item.event == CHAT and item.turn <= await _read(connection, item):
        return NO_NEWS
    return NO_NEWS if looked is not None and looked > at else Verdict()


async def _looked(connection: AsyncConnection, item: Item) -> float | None:
    """Read until when a seat's player has looked at the table."""
    presence = shape.presence
    here = (presence.c.code == item.code) & (presence.c.seat == item.seat)
    looking: float | None = (await connection.execute(select(presence.c.looking).where(here))).scalar_one_or_none()
    return looking


async def _read(connection: AsyncConnection, item: Item) -> int:
    """Read how far a seat's player has read the chat."""
    presence = shape.presence
    here = (presence.c.code == item.code) & (presence.c.seat == item.seat)
    return (await connection.execute(select(presence.c.read).where(here))).scalar_one_or_none() or 0


async def _spaced(
    connection: AsyncConnection, item: Item, wish: Preference | None, kept: Collection[Item], now: float
) -> float | None:
    """Return until when a row must wait because the last one of its kind was sent less than an hour ago."""
    if item.batch is not None:
        return None
    last = 0.0
    if item.event == CHAT and not any(is_together(item, other) and other.event == CHAT for other in kept):
        box = shape.outbox
        same = (box.c.code == item.code) & (box.c.kind == item.kind) & (box.c.target == item.target)
        sent = same & (box.c.event == CHAT) & box.c.state.in_((SENT, SENDING))
        last = (await connection.execute(select(func.max(box.c.due)).where(sent))).scalar() or 0.0
    if item.kind == MAIL and wish is not None:
        last = max(last, await last_mailed(connection, wish))
    return last + DIGEST if now < last + DIGEST else None


def is_together(item: Item, other: Item) -> bool:
    """Return whether two rows are about one table and for one target."""
    return (item.code, item.kind, item.target) == (other.code, other.kind, other.target)


async def last_mailed(connection: AsyncConnection, wish: Preference) -> float:
    """Return when the last mail went to a mailbox, from whichever of its devices, however its address is written."""
    box = mailbox(wish.mail or "")
    domain = box[box.rfind("@") :]
    same = func.lower(shape.calls.c.mail).endswith(domain, autoescape=True)
    mails = await connection.execute(select(shape.calls.c.mail, shape.calls.c.mailed).where(same))
    return max((row.mailed for row in mails if mailbox(row.mail) == box), default=0.0)
