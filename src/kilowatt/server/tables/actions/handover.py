"""Seats that change hands: a bot stands in for an absent player, and when a seat may go to somebody else.

A seat stays its player's. A bot may stand in for a player who is away, and the player takes the seat back by showing
up. Somebody else gets the seat only if its player resigned, offered it, or has been absent for longer than the table's
clock allows. With hidden money no seat changes hands while the game runs: a successor would see what it hides; nor at
a rated table, where the result is that of the people who sat down.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from kilowatt.engine import knowledge
from kilowatt.host import timekeeping
from kilowatt.host.deciding import check_played_here
from kilowatt.host.errors import Denied
from kilowatt.host.game import clocks
from kilowatt.host.game.clocks import patience
from kilowatt.host.room import STOOD_IN
from kilowatt.host.rows import Removed
from kilowatt.host.seating import bot_name, checked_level
from kilowatt.host.timekeeping import iso
from kilowatt.protocol import ChangeSeat, Seated
from kilowatt.server import identity
from kilowatt.server.ratings.agreement import check_people_left, check_stand_in
from kilowatt.server.tables.actions.issuing import issue
from kilowatt.server.tables.actions.moderation import LISTED_MOST, release_seat

if TYPE_CHECKING:
    from kilowatt.server.tables.actions.steps import Steps
    from kilowatt.server.tables.room.presence import Presence
    from kilowatt.server.tables.room.registry import Registry
    from kilowatt.server.tables.room.room import Room

ABSENT = "absent"
"""Why a bot plays: the table's owner let it stand in. The player's next connection ends it."""


class Handover:
    """Changes of seats that a table's owner, a seat's own player, or the other players may make."""

    def __init__(self, registry: Registry, steps: Steps, presence: Presence) -> None:
        self.registry = registry
        self.steps = steps
        self.presence = presence

    async def change_seat(self, room: Room, seat: int, asked: ChangeSeat, device: str) -> Seated:
        """Change who plays a seat, or reissue its code; `Denied` says why not."""
        restore: dict[str, str] = {}
        async with self.registry.changing(room):
            if seat >= len(room.seats):
                raise Denied("no_such_seat", seat=seat)
            own = device in room.holders.get(seat, ())
            if own and room.seats[seat].token is not None:
                raise Denied("bot_seat")
            if asked.do == "reissue":
                restore = await self._reissue(room, seat, device, own=own)
            else:
                check_played_here(room)
                # any player may call a bot for somebody who is away: the owner may be the one who is
                calls = asked.do == "bot" and room.row.state == "playing" and room.seats[seat].kind == "person"
                allowed = (own and asked.do == "open") or (calls and not own and room.has_person(device))
                if room.row.owner != device and not allowed:
                    raise Denied("not_owner")
                if room.row.owner != device and calls:
                    # others only call a bot, and the table says which one: a rival would take the weakest
                    if room.seats[seat].away is not None:
                        raise Denied("not_owner")
                    asked = ChangeSeat("bot")
                if room.row.state in ("over", "review"):
                    raise Denied(room.row.state)
                if room.row.state == "waiting":
                    await self._before_the_start(room, seat, asked, own=own)
                else:
                    await self._while_playing(room, seat, asked, own=own)
        return Seated(room.table_view(device), restore)

    async def _before_the_start(self, room: Room, seat: int, asked: ChangeSeat, *, own: bool) -> None:
        row = room.seats[seat]
        if asked.do == "bot":
            if room.row.plan.rated:
                check_people_left(room.seats, seat)
            row.kind, row.level = "bot", checked_level(asked.level or row.level or "normal")
            row.name = bot_name(seat, room.players)
        elif asked.do == "open":
            if row.kind == "person" and not own:
                self._shut_out(room, seat)
            row.kind, row.level, row.name = "open", None, ""
        else:
            return
        row.restore, row.away, row.agreed = None, None, False
        release_seat(room, seat)
        room.holders.pop(seat, None)
        await self.steps.start(room, forget=[seat])

    def _shut_out(self, room: Room, seat: int) -> None:
        """Note that the person in a seat may not come back: the table's owner has removed them before the start."""
        marks = [identity.person_mark(room.code, device) for device in sorted(room.holders.get(seat, ()))]
        rules = room.row.plan.moderation
        removed = [*rules.removed, *(Removed(mark) for mark in marks)][-LISTED_MOST:]
        changed = msgspec.structs.replace(rules, removed=removed)
        room.row.plan = msgspec.structs.replace(room.row.plan, moderation=changed)

    async def _while_playing(self, room: Room, seat: int, asked: ChangeSeat, *, own: bool) -> None:
        row = room.seats[seat]
        if asked.do == "bot" and row.kind == "person":
            level = checked_level(asked.level or row.level or self.steps.stand_in_level(room))
            if room.row.plan.rated:
                check_stand_in(room.seats, level)
            absent = await self._may_stand_in(room, seat) if row.away is None else {}
            row.away, row.level = row.away or ABSENT, level
            row.away_since = row.away_since or timekeeping.now()
            await self.steps.save(room, absent=absent)
        elif asked.do == "bot":
            row.kind, row.level = "bot", checked_level(asked.level or row.level or "normal")
            row.name, row.restore, row.away, row.agreed = row.name or bot_name(seat, room.players), None, None, False
            release_seat(room, seat)
            room.holders.pop(seat, None)
            await self.steps.save(room, forget=[seat])
        elif asked.do == "open":
            absent = await self._may_hand_over(room, seat, own=own)
            release_seat(room, seat)
            room.holders.pop(seat, None)
            row.kind, row.restore, row.agreed = "open", None, False
            row.away, row.level = "left", row.level or "normal"
            await self.steps.save(room, forget=[seat], absent=absent)
        elif row.kind == "person" and row.away in STOOD_IN:
            room.seated(seat, timekeeping.now())
            await self.steps.save(room)

    async def _may_stand_in(self, room: Room, seat: int) -> dict[int, float]:
        """Check that a bot may stand in for a player; return since when the player must not have been seen."""
        seconds, clock = self.registry.settings.stand_in, room.row.plan.clock
        off = room.days_off(seat)
        if clocks.rests_until(room.row.live.clock, timekeeping.now(), off) is not None:
            raise Denied("rests", seat=seat)
        if room.row.plan.rated and clock.kind != "none":
            # the clock itself hands a seat to a bot when it has run out
            raise Denied("rated_clock")
        if room.row.plan.rated or clock.kind == "days":
            # where a turn may last days, being away for minutes is how it is played
            seconds = patience(clock)
        return await self._away_for(room, seat, seconds, "seat_in_use" if seat in room.present() else "not_away_yet")

    async def _may_hand_over(self, room: Room, seat: int, *, own: bool) -> dict[int, float]:
        """Check that somebody else may get a seat; return since when its player must not have been seen."""
        if room.game is not None and knowledge.hides_money(room.game.state):
            raise Denied("seat_hides_money")
        if room.row.plan.rated:
            raise Denied("rated_seat")
        if room.row.plan.alone:
            raise Denied("has_moved")
        row = room.seats[seat]
        if own or row.kind != "person" or row.away == "resigned":
            return {}
        return await self._away_for(room, seat, patience(room.row.plan.clock), "not_absent")

    async def _away_for(self, room: Room, seat: int, seconds: float, code: str) -> dict[int, float]:
        now = timekeeping.now()
        seen = await self.presence.absent_since(room, seat)
        # a player is not expected during a pause or a day off
        rests = [*room.row.live.clock.rests, *room.days_off(seat)]
        counted = max([now if seen is None else seen, *(end for _, end in rests if end is not None and end <= now)])
        if seen is None or now - counted < seconds:
            raise Denied(code, seat=seat, seen=iso(now if seen is None else seen), after=iso(counted + seconds))
        return {seat: now - seconds}

    async def _reissue(self, room: Room, seat: int, device: str, *, own: bool) -> dict[str, str]:
        """Return a seat a new code, which ends the old one and all other devices.

        For the seat's own player at any time; for the table's owner under the conditions of a handover, because
        whoever has the code has the seat.
        """
        absent: dict[int, float] = {}
        if not own:
            row = room.seats[seat]
            if (
                room.row.owner != device
                or room.row.state != "playing"
                or row.kind != "person"
                or row.away == "resigned"
            ):
                raise Denied("not_your_seat", seat=seat)
            absent = await self._may_hand_over(room, seat, own=False)
        if not own:
            release_seat(room, seat)
        room.holders[seat] = {device} if own else set()
        restore = issue(room.seats, [seat])
        await self.steps.save(room, forget=[] if own else [seat], absent=absent)
        room.send_view()
        return restore
