"""Moderation of a table: its owner mutes people, removes watchers and closes their chat; anybody hides or reports."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from kilowatt.host import timekeeping
from kilowatt.host.errors import Denied
from kilowatt.host.names import clean
from kilowatt.host.rows import Moderation, Removed
from kilowatt.server import identity
from kilowatt.server.store import chats, reports
from kilowatt.server.tables.room.chat_lines import SEAT, seat_mark

if TYPE_CHECKING:
    from kilowatt.host.rows import TableRow
    from kilowatt.host.viewers import Viewer
    from kilowatt.protocol import Moderate, Report, TableView
    from kilowatt.server.store.store import Store
    from kilowatt.server.tables.actions.steps import Steps
    from kilowatt.server.tables.room.registry import Registry
    from kilowatt.server.tables.room.room import Room

LISTED_MOST = 200
"""People a table keeps muted or removed; the oldest are forgotten."""


def release_seat(room: Room, seat: int) -> None:
    """Let a mute of a seat follow the people who held it, and end the hold of an outside bot.

    Call it with the room's lock held, before they lose the seat.
    """
    room.seats[seat].token = None
    rules = room.row.plan.moderation
    if seat_mark(seat) in rules.muted:
        people = [identity.person_mark(room.code, device) for device in sorted(room.holders.get(seat, ()))]
        muted = [*(who for who in rules.muted if who != seat_mark(seat)), *people][-LISTED_MOST:]
        changed = msgspec.structs.replace(rules, muted=muted)
        room.row.plan = msgspec.structs.replace(room.row.plan, moderation=changed)


async def carried(store: Store, room: Room, new: TableRow, *, same_seats: bool) -> Moderation:
    """Return what was decided about the people at a table, for a rematch or fork of it: people have new marks there.

    Where the `same_seats` are the same people's, a mute of a seat stays with it, else it follows its people. The new
    table's owner is never muted. A watcher who has neither said anything nor is connected cannot be found; one who was
    removed stays so by the address.
    """
    rules = room.row.plan.moderation
    watching = [who for who in [*rules.muted, *(row.who for row in rules.removed)] if not who.startswith(SEAT)]
    devices = await chats.devices_of(store, room.code, watching) if watching else {}
    devices |= {viewer.who: viewer.device or viewer.mark for viewer in room.viewers}
    marks = {who: identity.person_mark(new.code, person) for who, person in devices.items()}
    own = identity.person_mark(new.code, new.owner)
    muted: list[str] = []
    for who in rules.muted:
        if not who.startswith(SEAT):
            muted += [marks[who]] if who in marks else []
        elif same_seats:
            muted.append(who)
        else:
            holders = room.holders.get(int(who.removeprefix(SEAT)), ())
            muted += [identity.person_mark(new.code, device) for device in sorted(holders)]
    removed = [Removed(marks.get(row.who, row.who), row.address) for row in rules.removed]
    return Moderation(
        [who for who in muted if who != own], [row for row in removed if row.who != own], rules.watchers_muted
    )


class Moderator:
    """What owners and everybody else may do about other people at a table."""

    def __init__(self, registry: Registry, steps: Steps) -> None:
        self.registry = registry
        self.steps = steps

    async def moderate(self, room: Room, asked: Moderate, device: str) -> TableView:
        """Change what people at a table may do; only its owner can."""
        async with self.registry.changing(room):
            if not device or room.row.owner != device:
                raise Denied("not_owner")
            rules = room.row.plan.moderation
            changed = await self._changed(room, rules, asked)
            if changed != rules:
                room.row.plan = msgspec.structs.replace(room.row.plan, moderation=changed)
                await self.steps.save(room)
        return room.table_view(device)

    async def _changed(self, room: Room, rules: Moderation, asked: Moderate) -> Moderation:
        if asked.do in ("close_chat", "open_chat"):
            return msgspec.structs.replace(rules, watchers_muted=asked.do == "close_chat")
        who = asked.who
        if who is None:
            raise Denied("bad_request", field="who", reason=f"expected a person to {asked.do}")
        if asked.do in ("mute", "unmute"):
            others = [muted for muted in rules.muted if muted != who]
            muted = [*others, who][-LISTED_MOST:] if asked.do == "mute" else others
            return msgspec.structs.replace(rules, muted=muted)
        if who.startswith(SEAT):
            raise Denied("not_a_watcher")
        kept = [removed for removed in rules.removed if removed.who != who]
        if asked.do == "remove":
            kept = [*kept, Removed(who, await self._address(room, who))][-LISTED_MOST:]
        return msgspec.structs.replace(rules, removed=kept)

    async def _address(self, room: Room, who: str) -> str | None:
        """Find the address a watcher comes from, so that a new cookie does not undo the removal."""
        for viewer in room.viewers:
            if viewer.who == who:
                return viewer.mark
        return await chats.address_of(self.registry.store, room.code, who)

    async def hide(self, room: Room, viewer: Viewer, who: str, *, hide: bool) -> list[str]:
        """Hide an author's chat from one viewer, on all connections of the device; return whom it hides now."""
        if viewer.device:
            await reports.hide(self.registry.store, room.code, viewer.device, who, hide=hide)
        for other in room.viewers:
            if other is viewer or (viewer.device and other.device == viewer.device):
                if not hide:
                    other.hidden.discard(who)
                elif len(other.hidden) < reports.HIDES_MOST:
                    other.hidden.add(who)
        return sorted(viewer.hidden)

    async def report(self, room: Room, asked: Report, device: str) -> int:
        """Keep a report with copies of the lines it means; return its number."""
        lines = await chats.lines(self.registry.store, room.code, asked.lines)
        missing = sorted(set(asked.lines) - {line.id for line in lines})
        if missing:
            raise Denied("no_line", line=missing[0])
        self.registry.metrics.count("reports")
        now = timekeeping.now()
        return await reports.add(self.registry.store, room.code, device, clean(asked.reason), lines, now)
