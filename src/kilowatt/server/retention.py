"""The retention run: packs and deletes what nobody has visited for as long as the settings give. By one process."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import insert, update

from kilowatt.host import timekeeping
from kilowatt.server.store import memberships, reserved_names, retention, shape
from kilowatt.server.store.writer import Conflict

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

    from kilowatt.server.settings import Settings
    from kilowatt.server.store.store import Store

DAY = 86400.0
EVERY = 3600.0
"""Seconds between two runs."""
AT_ONCE = 500
"""Tables one run packs at most, each in a transaction of its own, so that moves are not kept waiting."""
UNFINISHED = ("waiting", "playing")
FINISHED = ("over", "review")


class Swept(msgspec.Struct):
    """What a run has done."""

    packed: int = 0
    deleted: int = 0
    reports: int = 0
    groups: int = 0
    names: int = 0


async def run(store: Store, settings: Settings) -> Swept:
    """Pack and delete what is due; a setting of 0 days keeps for good."""
    now = timekeeping.now()
    done = Swept()
    for days, states in ((settings.keep_unfinished, UNFINISHED), (settings.keep_finished, FINISHED)):
        if days > 0:
            for code in await retention.unvisited(store, now - days * DAY, states, AT_ONCE):
                done.packed += await retention.pack(store, code, now)
    if settings.keep_finished > 0:
        done.groups = await memberships.delete_unvisited(store, now - settings.keep_finished * DAY)
    await retention.delete_merges(store, now - DAY)
    if settings.keep_packed > 0:
        done.deleted = await retention.delete_packed(store, now - settings.keep_packed * DAY)
    if settings.keep_reports > 0:
        done.reports = await retention.delete_reports(store, now - settings.keep_reports * DAY)
    if settings.keep_names > 0:
        done.names = await reserved_names.delete_unused(store, now - settings.keep_names * DAY)
    return done


async def run_if_due(store: Store, settings: Settings) -> Swept | None:
    """Run unless a process has done so within the last hour; None if one has."""
    return await run(store, settings) if await _turn(store) else None


async def _turn(store: Store) -> bool:
    """Take the turn for this hour: of several processes one gets it."""
    facts, now = shape.facts, timekeeping.now()

    async def work(connection: AsyncConnection) -> bool:
        due = (facts.c.name == "retention") & (facts.c.at < now - EVERY)
        if (await connection.execute(update(facts).where(due).values(at=now))).rowcount:
            return True
        await connection.execute(insert(facts), {"name": "retention", "at": now})
        return True

    try:
        return await store.writer.call(work)
    except Conflict:
        return False
