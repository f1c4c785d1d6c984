"""Whether a notification is still news when it is due, and whether it must wait."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import func, select

from kilowatt.host.game import clocks
from kilowatt.host.rows import Live
from kilowatt.server.notifications import group_notices, noticing, preferences
from kilowatt.server.notifications.events import (
    AGREED,
    BACK,
    CHAT,
    HALF,
    OPENED,
    PAUSE,
    RESULT,
    STAND_IN,
    TALK,
    TURN,
    URGENT,
    switched_off,
)
from kilowatt.server.notifications.mail import mailbox
from kilowatt.server.notifications.preferences import HOOK, MAIL
from kilowatt.server.notifications.quiet import after_quiet
from kilowatt.server.store import days_off, shape

if TYPE_CHECKING:
    from collections.abc import Collection

    from sqlalchemy.ext.asyncio import AsyncConnection

    from kilowatt.server.notifications.preferences import Preference

SPACED = (CHAT, PAUSE, BACK, OPENED, TALK)
"""Events that people can cause at will: a table, or a group, sends a person one of each kind per hour."""
RESTS = 600.0
"""Seconds after which a message is looked at again that waits for the end of a pause."""
WAITING, SENDING, SENT, WITHDRAWN, FAILED = "waiting", "sending", "sent", "withdrawn", "failed"
DIGEST = 3600.0
"""Seconds between two mails to the same address, and between two messages that somebody wrote at a table."""
HURRY = 300.0
"""Seconds between a mail and one about a turn whose time is too short to wait for `DIGEST`."""


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
    ends: float | None = None
    """When it is too late: the time of the turn is up."""


NO_NEWS = Verdict(news=False)


async def judge(connection: AsyncConnection, item: Item, kept: Collection[Item], after: float, now: float) -> Verdict:
    """Decide about a row; `kept` are those that go out now, and a player must not have looked for `after` seconds."""
    wish = None if item.kind == HOOK else (await preferences.read(connection, [item.target])).get(item.target)
    off = wish.off if wish is not None else await _off_at_hook(connection, item)
    if item.event in switched_off(off):
        return NO_NEWS
    if item.event == TALK:
        verdict = Verdict(news=await group_notices.is_talk(connection, item.code, item.turn, item.target))
    else:
        verdict = await _at_table(connection, item, after, now)
    if not verdict.news or verdict.wait is not None:
        return verdict
    if wish is not None:
        awake = after_quiet(now, wish.zone, wish.quiet_from, wish.quiet_to)
        if awake > now:
            return Verdict(wait=awake)
    return Verdict(wait=await _spaced(connection, item, wish, kept, now, verdict.ends))


async def _off_at_hook(connection: AsyncConnection, item: Item) -> str:
    """Read which events the webhook of a row's table does not want; nothing for other rows."""
    query = select(shape.hooks.c.off).where(shape.hooks.c.code == item.code)
    return ((await connection.execute(query)).scalar_one_or_none() or "") if item.kind == HOOK else ""


async def _at_table(connection: AsyncConnection, item: Item, after: float, now: float) -> Verdict:
    """Judge what happened at a table, whoever wants to know."""
    table = shape.tables
    query = select(table.c.state, table.c.live).where(table.c.code == item.code)
    row = (await connection.execute(query)).first()
    if row is None:
        return NO_NEWS
    live = msgspec.json.decode(row.live, type=Live)
    if item.event in URGENT:
        verdict = await _turn(connection, item, row.state, live, after, now)
    elif item.event == OPENED:
        verdict = Verdict(news=await group_notices.is_news(connection, item.code, item.target))
    elif item.event == RESULT:
        verdict = Verdict(news=await group_notices.is_result(connection, item.code, item.target, live.ended))
    else:
        verdict = await _happened(connection, item, live)
    return verdict


async def _turn(connection: AsyncConnection, item: Item, state: str, live: Live, after: float, now: float) -> Verdict:
    """Judge a turn: news while it lasts, delayed by a look; of two announcements that are due the later goes out."""
    clock = live.clock
    if state != "playing" or not await _is_asked(connection, item, live):
        return NO_NEWS
    off = (await days_off.of_tables(connection, [item.code], now)).get(item.code, {}).get(item.seat, [])
    half = noticing.due(live, HALF, after, off)
    box = shape.outbox
    same = (box.c.code == item.code) & (box.c.turn == item.turn) & (box.c.kind == item.kind)
    reminder = same & (box.c.target == item.target) & (box.c.event == HALF) & (box.c.due <= now)
    halved = item.event == TURN and half is not None and half <= now
    if halved and (await connection.execute(select(box.c.id).where(reminder))).first() is not None:
        return NO_NEWS
    # the clock was stopped since, or has more time
    rest = clocks.rests_until(clock, now, off)
    due = half if item.event == HALF else noticing.due(live, TURN, after, off)
    if rest is not None or due is None:
        # nobody is asked to play during a pause, nor on a day off
        end = rest[1] if rest is not None else None
        return Verdict(wait=now + RESTS if end is None else max(end, due or end))
    looked = await _looked(connection, item)
    if item.kind != HOOK and looked is not None:
        due = max(due, looked + after)
    ends = clocks.reached(clock, clock.left[item.seat], off) if clock.running == item.seat else None
    return Verdict(wait=due if due > now else None, ends=ends)


async def _is_asked(connection: AsyncConnection, item: Item, live: Live) -> bool:
    """Return whether a seat still has to decide what a row announces, and was not told so before its turn."""
    early = noticing.early_number(live)
    if item.turn < 0:
        return item.turn == early and item.seat in live.early
    if live.clock.turn != item.turn or live.clock.running != item.seat:
        return False
    if item.event != TURN or item.kind == HOOK or live.phase != "power":
        return True
    box = shape.outbox
    same = (box.c.code == item.code) & (box.c.kind == item.kind) & (box.c.target == item.target)
    announced = same & (box.c.event == TURN) & (box.c.turn == early) & (box.c.seat == item.seat)
    query = select(box.c.id).where(announced & box.c.state.in_((SENT, SENDING)))
    return (await connection.execute(query)).first() is None


async def _happened(connection: AsyncConnection, item: Item, live: Live) -> Verdict:
    """Judge what happened once: news until its player looks; a bot that stands in, until the player is back."""
    if item.event == STAND_IN:
        here = (shape.seats.c.code == item.code) & (shape.seats.c.seat == item.seat)
        away = (await connection.execute(select(shape.seats.c.away).where(here))).scalar_one_or_none()
        return Verdict() if away in noticing.STOOD_IN else NO_NEWS
    if item.event in (PAUSE, BACK):
        asked = live.pause if item.event == PAUSE else live.back
        if asked is None or int(asked.at) != item.turn or not noticing.is_open(asked) or item.seat in asked.agreed:
            return NO_NEWS
    if item.event == AGREED and await _last_to_agree(connection, item.code) != item.seat:
        return NO_NEWS
    if item.kind == HOOK:
        return Verdict()
    at = live.ended or live.began
    if item.event == AGREED:
        at = (await connection.execute(select(shape.outbox.c.made).where(shape.outbox.c.id == item.id))).scalar_one()
    if item.event == CHAT:
        said = select(shape.chats.c.at, shape.chats.c.who).where(shape.chats.c.id == item.turn)
        line = (await connection.execute(said)).first()
        if line is None or await _hidden(connection, item, line.who):
            return NO_NEWS
        at = line.at
    elif item.event in (PAUSE, BACK):
        at = float(item.turn)
    looked = await _looked(connection, item)
    if item.event == CHAT and item.turn <= await _read(connection, item):
        return NO_NEWS
    return NO_NEWS if looked is not None and looked > at else Verdict()


async def _last_to_agree(connection: AsyncConnection, code: str) -> int | None:
    """Return the seat that all others at a game wait for, to end it."""
    table, seats = shape.tables, shape.seats
    state = (await connection.execute(select(table.c.state).where(table.c.code == code))).scalar_one()
    people = select(seats.c.seat, seats.c.away, seats.c.agreed).where(seats.c.code == code, seats.c.kind == "person")
    return noticing.last_to_agree(await connection.execute(people)) if state == "playing" else None


async def _looked(connection: AsyncConnection, item: Item) -> float | None:
    """Read until when a seat's player has looked at the table."""
    presence = shape.presence
    here = (presence.c.code == item.code) & (presence.c.seat == item.seat)
    looking: float | None = (await connection.execute(select(presence.c.looking).where(here))).scalar_one_or_none()
    return looking


async def _hidden(connection: AsyncConnection, item: Item, who: str | None) -> bool:
    """Return whether the person of a device hides the author of a line, on any of the person's devices."""
    hides, further = shape.hides, shape.devices
    main = select(further.c.main).where(further.c.device == item.target)
    mine = (hides.c.device == item.target) | hides.c.device.in_(main)
    here = mine & (hides.c.code == item.code) & (hides.c.who == who)
    return (await connection.execute(select(hides.c.who).where(here).limit(1))).first() is not None


async def _read(connection: AsyncConnection, item: Item) -> int:
    """Read how far a seat's player has read the chat."""
    presence = shape.presence
    here = (presence.c.code == item.code) & (presence.c.seat == item.seat)
    return (await connection.execute(select(presence.c.read).where(here))).scalar_one_or_none() or 0


async def _spaced(
    connection: AsyncConnection,
    item: Item,
    wish: Preference | None,
    kept: Collection[Item],
    now: float,
    ends: float | None,
) -> float | None:
    """Return until when a row must wait because the last one of its kind was sent less than an hour ago.

    A mail about a turn that `ends` waits for the hour only if that leaves its player half of the time that is left.
    """
    if item.batch is not None:
        return None
    last = 0.0
    if item.event in SPACED and not any(_is_one_message(item, other) for other in kept):
        box = shape.outbox
        group = item.event == OPENED
        where = box.c.code.in_(group_notices.of_same_group(item.code)) if group else box.c.code == item.code
        same = where & (box.c.kind == item.kind) & (box.c.target == item.target)
        sent = same & (box.c.event == item.event) & box.c.state.in_((SENT, SENDING))
        last = (await connection.execute(select(func.max(box.c.due)).where(sent))).scalar() or 0.0
    until = last + DIGEST
    # what is sent now takes along what waits for the same person
    joins = any((other.kind, other.target, other.tries) == (MAIL, item.target, 1) for other in kept)
    if item.kind == MAIL and wish is not None and not joins:
        mailed = await last_mailed(connection, wish)
        late = ends is not None and mailed + DIGEST > now + (ends - now) / 2
        until = max(until, mailed + (HURRY if late else DIGEST))
    return until if now < until else None


def _is_one_message(item: Item, other: Item) -> bool:
    """Return whether a row repeats what goes out now: the same at one table, or another new table in one mail."""
    mailed = item.event == OPENED and item.kind == MAIL and (other.kind, other.target) == (MAIL, item.target)
    return other.event == item.event and (mailed or is_together(item, other))


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
