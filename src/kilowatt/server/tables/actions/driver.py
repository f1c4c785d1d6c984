"""The driver: lets bots, secret orders and clocks act. At most one task per table, and none while a person is to act.

Bots of a table that nobody plays at and nobody watches wait until somebody does.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, NamedTuple

from kilowatt.bots import remembers
from kilowatt.engine import game
from kilowatt.engine.actions import action
from kilowatt.host import deciding, timekeeping
from kilowatt.host.errors import Denied
from kilowatt.host.game import lessons
from kilowatt.host.recalling import Past
from kilowatt.host.thinking import random_move
from kilowatt.server.store.writer import Conflict, StoreDown

if TYPE_CHECKING:
    from kilowatt.engine.actions import Action
    from kilowatt.engine.state import State
    from kilowatt.server.settings import Settings
    from kilowatt.server.tables.actions.steps import Steps
    from kilowatt.server.tables.room.loading import Loader
    from kilowatt.server.tables.room.room import Room
    from kilowatt.server.tasks import Tasks
    from kilowatt.server.thinking.pool import Thinker

log = logging.getLogger("kilowatt.driver")
RETRY = 1.0
"""Seconds to wait when the database does not answer."""


class _Turn(NamedTuple):
    """A bot's turn, as it was when the bot was asked."""

    seat: int
    level: str
    state: State
    seq: int
    standing: int
    memory: str | None


class Driver:
    """Drives every table that is in memory."""

    def __init__(self, steps: Steps, loader: Loader, thinker: Thinker, tasks: Tasks, settings: Settings) -> None:
        self.steps = steps
        self.loader = loader
        self.thinker = thinker
        self.tasks = tasks
        self.settings = settings
        self._began = timekeeping.now()

    def kick(self, room: Room) -> None:
        """Let a room act if it has something to do; while it is already acting, look once more at the end."""
        if room.driver is not None and not room.driver.done():
            room.again = True
        elif self._has_work(room):
            room.driver = self.tasks.spawn(self._drive(room), f"drive {room.code}")

    def _has_work(self, room: Room) -> bool:
        live = room.game
        if room.stale:
            return True
        if live is None or room.row.state != "playing" or not isinstance(live.actor, int):
            return False
        if room.played_by_bot(live.actor):
            return room.attended()
        if room.orders_of(live.actor) is not None or _woken_early(room):
            return True
        self._set_timer(room)
        return False

    def _set_timer(self, room: Room) -> None:
        """Come back when the running seat's time is up."""
        if room.timer is not None:
            room.timer.cancel()
            room.timer = None
        due = self._due(room)
        if due is not None:
            wait = max(0.0, due - timekeeping.now()) + 0.01
            room.timer = asyncio.get_running_loop().call_later(wait, self._time_is_up, room)

    def _due(self, room: Room) -> float | None:
        """Return when the running seat's time is up; if that was while no server ran, or just now, a little later.

        A bot from outside has its own time for each move.
        """
        due = room.deadline()
        due = None if due is None else max(due, self._began + self.settings.clock_grace)
        live = room.game
        if live is None or not isinstance(live.actor, int) or not room.outside(live.actor):
            return due
        if room.asked[0] != live.seq:
            room.asked = (live.seq, timekeeping.now())
        budget = room.asked[1] + self.settings.bot_seconds
        return budget if due is None else min(due, budget)

    def _time_is_up(self, room: Room) -> None:
        room.timer = None
        if room.driver is None or room.driver.done():
            room.driver = self.tasks.spawn(self._drive(room), f"drive {room.code}")
        else:
            room.again = True

    async def _drive(self, room: Room) -> None:
        while True:
            room.again = False
            try:
                if not await self._one(room) and not room.again:
                    return
            except (Conflict, Denied, StoreDown) as error:
                code = error.code if isinstance(error, Denied) else ""
                if code == "no_table":
                    # deleted meanwhile: asking again would never end
                    return
                if isinstance(error, StoreDown) or code == "store_unavailable":
                    room.stale = True
                    await asyncio.sleep(RETRY)
            except Exception:
                log.exception("a table cannot go on by itself", extra={"fields": {"table": room.code}})
                return

    async def _one(self, room: Room) -> bool:
        """Do the next thing the server has to do at this table; False when a person is to act."""
        async with room.lock:
            if room.stale:
                await self.loader.refresh(room)
            live = room.game
            if live is None or room.row.state != "playing" or not isinstance(live.actor, int):
                return False
            seat = live.actor
            if not room.played_by_bot(seat):
                return await self._order(room, seat) or await self._late(room, seat)
            if not room.attended():
                return False
            if live.seq >= deciding.ENTRIES_MOST:
                await self.steps.end(room, "length")
                return False
            level = room.seats[seat].level or "normal"
            turn = _Turn(seat, level, game.clone(live.state), live.seq, live.window.standing, live.memory(seat, level))
        if room.viewers and self.settings.bot_pause:
            await asyncio.sleep(self.settings.bot_pause)
        move, who, memory = await self._decide(room, turn)
        async with room.lock:
            try:
                await self._make(room, turn, move, who)
            finally:
                if memory is not None and room.game is not None:
                    room.game.remember(seat, turn.standing, who, memory)
        return True

    async def _make(self, room: Room, turn: _Turn, move: Action, who: str) -> None:
        """Make a bot's move if it is still its turn; called with the lock held."""
        live = room.game
        if room.stale or live is None or live.seq != turn.seq or live.over or not room.played_by_bot(turn.seat):
            return
        if game.refusal(live.state, move) is not None:
            move = random_move(live.state)
        late = room.seats[turn.seat].away == "late"
        await self.steps.play_for(room, move, "clock" if late else f"bot:{who}", [])

    async def _decide(self, room: Room, turn: _Turn) -> tuple[Action, str, str | None]:
        """Return what a bot plays, its name and memory: what the lesson's record plays, or else what it thinks of."""
        lesson = room.row.plan.lesson
        known = None if lesson is None else lessons.next_move(lesson, turn.state)
        if known is not None:
            return known, turn.level, None
        past = Past(turn.memory) if remembers(turn.level) else None
        if past is not None and past.memory is None:
            past.record = await self.loader.store.entries(room.code, upto=turn.seq)
        answer, who = await self.thinker.advise(turn.level, turn.state, turn.seat, room.asker(), past)
        return action(answer.action), who, answer.memory

    async def _order(self, room: Room, seat: int) -> bool:
        """Do what the seat has ordered; called with the lock held."""
        step = deciding.order_step(room, seat)
        if step.orders is not None:
            await self.steps.put_orders(room, seat, step.orders)
        if step.move is not None:
            await self.steps.play_for(room, step.move, "player", [seat] if step.spent else [])
            return True
        if step.orders is not None:
            for viewer in room.viewers:
                if viewer.ready and seat in viewer.seats:
                    room.send_to(viewer)
        return False

    async def _late(self, room: Room, seat: int) -> bool:
        """Hand the seat to a bot if its time is up, else come back when it is; called with the lock held."""
        due = self._due(room)
        if due is not None and due <= timekeeping.now():
            # another process may have written days off
            await self.loader.read_days_off(room)
            due = self._due(room)
        if due is None or due > timekeeping.now():
            if _woken_early(room):
                await self.steps.save(room)
            self._set_timer(room)
            return False
        self.loader.metrics.count("timeouts")
        await self.steps.hand_to_bot(room, seat, "late")
        return True


def _woken_early(room: Room) -> bool:
    """Return whether a table is looked at again and again before its time: a day off was taken since it was written."""
    due, now = room.deadline(), timekeeping.now()
    actor = room.row.live.actor
    if isinstance(actor, int) and room.outside(actor):
        return False
    return room.row.wake is not None and room.row.wake < now and (due is None or due > now)
