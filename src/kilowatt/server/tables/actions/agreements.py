"""What all people at a table must agree to: a pause of the clocks, and taking back a decision after its window."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from kilowatt.host import timekeeping
from kilowatt.host.deciding import ENTRIES_MOST, UNDOS_MOST, UNDOS_TURN, check_played_here, going
from kilowatt.host.errors import Denied
from kilowatt.host.game import clocks, standing_orders
from kilowatt.host.game.stored import stored_entries
from kilowatt.host.rows import Pause, TakeBack
from kilowatt.host.timekeeping import DAY, iso
from kilowatt.table.referee import is_decision
from kilowatt.table.undo import Standing

if TYPE_CHECKING:
    from kilowatt.host.game.live import LiveGame
    from kilowatt.protocol import AskBack, AskPause, TableView
    from kilowatt.server.tables.actions.steps import Steps
    from kilowatt.server.tables.room.registry import Registry
    from kilowatt.server.tables.room.room import Room
    from kilowatt.table.record import Entry

PAUSE_LONGEST = 60 * DAY
PAUSES_TURN = 20
"""Pauses in one turn."""


class Agreements:
    """Requests that wait for everybody."""

    def __init__(self, registry: Registry, steps: Steps) -> None:
        self.registry = registry
        self.steps = steps

    # --- pauses -------------------------------------------------------------------------------------------------------

    async def pause(self, room: Room, asked: AskPause, device: str) -> TableView:
        """Ask for a pause, agree to it, refuse or withdraw it, or end it; `Denied` says why not."""
        async with self.registry.changing(room):
            own = room.persons_seat(device, asked.seat)
            going(room)
            if room.row.plan.clock.kind == "none":
                raise Denied("no_clock")
            if room.seats[own].away == "resigned":
                raise Denied("resigned")
            now = timekeeping.now()
            pause = room.pause(now)
            if asked.do == "ask":
                self._ask_pause(room, own, asked.until, now, pause)
            elif pause is None:
                raise Denied("no_pause")
            elif asked.do == "agree" and pause.since is None:
                agreed = sorted({*pause.agreed, own})
                room.row.live.pause = msgspec.structs.replace(pause, agreed=agreed)
            elif asked.do == "refuse" and pause.since is None:
                room.row.live.pause = None
            elif asked.do == "resume" and pause.since is not None:
                room.row.live.pause = None
                room.row.live.clock = clocks.resumed(room.row.live.clock, now)
            else:
                raise Denied("no_pause")
            self._begin_pause(room, now)
            await self.steps.save(room)
            room.send_view()
        return room.table_view(device)

    def _ask_pause(self, room: Room, own: int, until: float | None, now: float, pause: Pause | None) -> None:
        if pause is not None:
            raise Denied("pause_asked")
        if until is not None and not now < until <= now + PAUSE_LONGEST:
            raise Denied("pause_end", days=int(PAUSE_LONGEST / DAY))
        if len(room.row.live.clock.rests) >= PAUSES_TURN:
            raise Denied("too_many")
        room.row.live.pause = Pause(own, now, until, [own])

    def _begin_pause(self, room: Room, now: float) -> None:
        """Let the clocks rest once every person agrees; a request whose end is over by then has ended itself."""
        pause = room.row.live.pause
        if pause is None or pause.since is not None or not {row.seat for row in room.persons()} <= set(pause.agreed):
            return
        if pause.until is not None and pause.until <= now:
            room.row.live.pause = None
            return
        room.row.live.pause = msgspec.structs.replace(pause, since=now)
        room.row.live.clock = clocks.paused(room.row.live.clock, now, pause.until)

    # --- taking back --------------------------------------------------------------------------------------------------

    async def take_back(self, room: Room, asked: AskBack, device: str, address: str) -> TableView:
        """Ask the others to take back the last decision of a seat, agree to it, or refuse or withdraw it."""
        async with self.registry.changing(room):
            own = room.persons_seat(device, asked.seat)
            live = going(room)
            check_played_here(room)
            back = room.row.live.back
            if asked.do == "ask":
                if back is not None:
                    raise Denied("back_asked")
                back = await self._ask_back(room, live, own)
            elif back is None or room.seats[own].away == "resigned":
                raise Denied("no_back")
            elif asked.do == "agree":
                back = msgspec.structs.replace(back, agreed=sorted({*back.agreed, own}))
            else:
                back = None
            room.row.live.back = back
            await self.steps.save(room)
            if back is not None and {row.seat for row in room.persons()} <= set(back.agreed):
                await self._go_back(room, live, back, address)
        return room.table_view(device)

    async def _ask_back(self, room: Room, live: LiveGame, own: int) -> TakeBack:
        if room.seats[own].away is not None:
            raise Denied("nothing_to_undo")
        if room.row.live.undos >= UNDOS_MOST or live.seq >= ENTRIES_MOST:
            raise Denied("too_many_undos", turn=UNDOS_TURN, most=UNDOS_MOST)
        lines = await self.registry.store.entries(room.code)
        target = await self.registry.workers.do(room.row.owner, last_decision, lines, own)
        if target is None:
            raise Denied("nothing_to_undo")
        to, cards = target
        if cards and room.row.plan.rated:
            raise Denied("back_card")
        return TakeBack(own, timekeeping.now(), to, cards, [own])

    async def _go_back(self, room: Room, live: LiveGame, back: TakeBack, address: str) -> None:
        """Go back to before the decision; orders that would repeat it at once are switched off."""
        state = await self.registry.loader.state_at(room, back.to, address)
        orders = room.orders_of(back.by)
        silenced = standing_orders.silenced(state, back.by, orders) if orders is not None else None
        if silenced is not None:
            await self.steps.put_orders(room, back.by, silenced)
        now = timekeeping.now()
        await self.steps.play(room, live.plan_back(back.to, state, iso(now)), now)
        room.send_table()


def last_decision(lines: list[str], seat: int) -> tuple[int, bool] | None:
    """Return the entry before a seat's last decision that stands, and whether a card was revealed since."""
    standing: Standing[Entry] = Standing()
    for entry in stored_entries(lines):
        standing.read(entry)
    cards = False
    for place in range(len(standing.entries) - 1, -1, -1):
        action = standing.entries[place].action
        assert action is not None  # noqa: S101 - only actions stand
        if not is_decision(action):
            cards = True
        elif action.seat == seat:  # type: ignore[attr-defined]
            return (standing.entries[place - 1].seq if place else standing.base), cards
    return None
