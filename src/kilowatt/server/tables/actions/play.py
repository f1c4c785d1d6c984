"""What may be done at a table: play, take back, order, resign, agree. A change is stored before anybody sees it."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from kilowatt.engine import game
from kilowatt.engine.actions import OUTCOMES
from kilowatt.protocol import Done
from kilowatt.server import timekeeping
from kilowatt.server.errors import Changed, Denied, from_engine
from kilowatt.server.store.rows import Move, Orders
from kilowatt.server.store.writer import Conflict, StoreDown
from kilowatt.server.tables.actions.request import ask
from kilowatt.server.tables.actions.starting import begin
from kilowatt.server.tables.game import standing_orders
from kilowatt.server.tables.game.live import LiveGame
from kilowatt.server.tables.room.move_writes import due_snapshot, touches_lists
from kilowatt.server.tables.room.room import STOOD_IN
from kilowatt.server.timekeeping import iso

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Coroutine, Mapping

    from kilowatt.engine.actions import Action
    from kilowatt.protocol import AutoOrders, ProxyOrder
    from kilowatt.server.tables.actions.request import Asked
    from kilowatt.server.tables.game.live import Planned
    from kilowatt.server.tables.room.registry import Registry
    from kilowatt.server.tables.room.room import Room
    from kilowatt.server.tables.room.viewers import Viewer

T = TypeVar("T")
RECENT_KEYS = 4
TRIES = 5
UNDOS_TURN = 50
"""Undos that one seat may have in one turn."""
UNDOS_MOST = 1_000
"""Undos in one game."""
ENTRIES_MOST = 20_000
"""Entries in one game: no game that anybody means to finish comes near."""


async def retry_on_conflict(work: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Do something at a table once more, as it is now, if another process has changed it in between."""
    for _ in range(TRIES - 1):
        try:
            return await work()
        except Changed:
            continue
    return await work()


async def shielded(work: Coroutine[Any, Any, T]) -> T:
    """Do something to its end even if who asked for it goes away: a commit must not be left without its room."""
    return await asyncio.shield(asyncio.ensure_future(work))


class Play:
    """The doings of all tables."""

    def __init__(self, registry: Registry) -> None:
        self.registry = registry
        self.store = registry.store
        self.metrics = registry.metrics

    # --- moves --------------------------------------------------------------------------------------------------------

    async def act(self, room: Room, viewer: Viewer, key: str, expect: int, move: Action) -> None:
        """Play a decision of a viewer's seat; `Denied` says why not."""
        if isinstance(move, OUTCOMES):
            raise Denied("dealt", action=type(move).__struct_config__.tag)
        began = time.perf_counter()
        asked = ask(viewer, key, msgspec.json.encode(move))
        try:
            await retry_on_conflict(lambda: self._act(room, asked, expect, move))
        except asyncio.CancelledError:
            # the server stops, and nobody knows here whether the move is stored
            room.stale = True
            raise
        self.metrics.observe("act_seconds", time.perf_counter() - began)
        self.registry.kick(room)

    async def _act(self, room: Room, asked: Asked, expect: int, move: Action) -> None:
        viewer = asked.viewer
        seat: int = move.seat  # type: ignore[attr-defined]
        async with room.lock:
            await self.fresh(room)
            if await self._repeated(room, asked, expect):
                return
            live = self._going(room)
            room.own_seat(viewer.device, seat)
            self._up_to_date(live, expect)
            self._room_left(live)
            if room.seats[seat].away == "resigned":
                raise Denied("resigned")
            if room.seats[seat].away in STOOD_IN:
                await self._back(room, seat)
            reason = game.refusal(live.state, move)
            if reason is not None:
                raise from_engine(reason, live.rules, room.players)
            now = timekeeping.now()
            await self._commit(room, live.plan(move, iso(now), "player"), now, asked)

    async def undo(self, room: Room, viewer: Viewer, key: str, expect: int, seat: int | None) -> None:
        """Take back the last decision of a viewer's own turn."""
        asked = ask(viewer, key, b"undo")
        await retry_on_conflict(lambda: self._undo(room, asked, expect, seat))
        self.registry.kick(room)

    async def _undo(self, room: Room, asked: Asked, expect: int, seat: int | None) -> None:
        viewer = asked.viewer
        async with room.lock:
            await self.fresh(room)
            if await self._repeated(room, asked, expect):
                return
            live = self._going(room)
            actor = live.actor
            own = room.seats_of(viewer.device)
            if seat is None and isinstance(actor, int) and actor in own:
                seat = actor
            chosen = room.own_seat(viewer.device, seat)
            self._up_to_date(live, expect)
            if not live.undo_depth(chosen) or room.seats[chosen].away is not None:
                raise Denied("nothing_to_undo")
            if live.window.undone >= UNDOS_TURN or room.row.live.undos >= UNDOS_MOST:
                raise Denied("too_many_undos", turn=UNDOS_TURN, most=UNDOS_MOST)
            now = timekeeping.now()
            await self._commit(room, live.plan_undo(iso(now)), now, asked)

    async def play_for(self, room: Room, move: Action, by: str, spent: list[int]) -> None:
        """Play what a bot, a clock or an order decided; call with the room's lock held and the move known allowed."""
        assert room.game is not None  # noqa: S101 - something is to act
        now = timekeeping.now()
        await self._commit(room, room.game.plan(move, iso(now), by), now, spent=spent)

    def _going(self, room: Room) -> LiveGame:
        if room.row.state == "review":
            raise Denied("review")
        if room.game is None:
            raise Denied("waiting")
        if room.game.over:
            raise Denied("over")
        return room.game

    def _room_left(self, live: LiveGame) -> None:
        """Refuse a move in a game that has all the entries a game may have."""
        if live.seq >= ENTRIES_MOST:
            raise Denied("game_too_long", most=ENTRIES_MOST)

    def _up_to_date(self, live: LiveGame, expect: int) -> None:
        if expect != live.seq:
            self.metrics.count("stale")
            raise Denied("stale", seq=live.seq, expect=expect)

    async def fresh(self, room: Room) -> None:
        """Read a table again whose last write failed; call with the room's lock held."""
        if room.stale:
            await self.registry.refresh(room)

    async def _repeated(self, room: Room, asked: Asked, expect: int) -> bool:
        """Answer a move that was already played with what became of it."""
        found = room.recent.get(asked.full)
        if found is None and room.game is not None and expect != room.game.seq:
            found = await self.store.key(room.code, asked.full)
        if found is None:
            return False
        if found[1] != asked.digest:
            raise Denied("key_reused")
        self.metrics.count("repeated")
        asked.viewer.send_message(Done(asked.key, found[0], repeated=True))
        return True

    async def _commit(
        self,
        room: Room,
        plan: Planned,
        now: float,
        asked: Asked | None = None,
        spent: Collection[int] = (),
    ) -> None:
        """Store a planned move, then make it the truth and tell everybody."""
        row = room.row
        before = row.seq
        live = room.live_after(plan, now)
        over = live.actor is None
        wake = room.wake_after(plan.state, live, now)
        state = "over" if over else "playing"
        touches = touches_lists(row, live, wake, state, now)
        touched = now if touches else row.touched
        key = (asked.full, asked.digest) if asked is not None else None
        snapshot = due_snapshot(room.game, plan)
        move = Move(room.code, plan.rows(), live, wake, touched, state, row.version, key, [*spent], snapshot, touches)
        began = time.perf_counter()
        try:
            await self.store.writer.move(move)
        except Conflict:
            # another process was faster, or the key was used long ago
            self.metrics.count("conflicts")
            room.stale = True
            await self.registry.refresh(room)
            if asked is not None and await self._repeated(room, asked, -1):
                return
            raise Changed(room.row.seq, before) from None
        except StoreDown:
            room.stale = True
            raise Denied("store_unavailable") from None
        stored = time.perf_counter()
        self.metrics.observe("store_seconds", stored - began)
        assert room.game is not None  # noqa: S101 - it has just been played
        room.game.take(plan)
        if snapshot is not None:
            room.game.mark = snapshot[0]
        row.seq, row.live, row.wake = plan.seq, live, wake
        row.touched, row.state, row.archived = touched, state, False
        room.used = time.monotonic()
        self.metrics.count("moves")
        for seat in spent:
            room.orders[seat].proxy = None
        if asked is not None:
            room.recent[asked.full] = (plan.seq, asked.digest)
            while len(room.recent) > RECENT_KEYS:
                del room.recent[next(iter(room.recent))]
            room.send_update(plan.lines, asked.viewer, Done(asked.key, plan.seq))
        else:
            room.send_update(plan.lines)
        if over:
            room.send_table()
        self.metrics.observe("send_seconds", time.perf_counter() - stored)

    # --- orders -------------------------------------------------------------------------------------------------------

    async def order(
        self,
        room: Room,
        device: str,
        seat: int | None,
        proxy: ProxyOrder | None = None,
        auto: AutoOrders | None = None,
    ) -> tuple[int, Orders]:
        """Change the secret orders of a seat: its proxy (None takes it back) or, where given, what is automatic."""
        async with room.lock:
            await self.fresh(room)
            live = self._going(room)
            own = room.own_seat(device, seat)
            if proxy is not None and proxy.plant is None:
                lot = standing_orders.lot_of(live.state)
                if lot is None:
                    raise Denied("no_auction")
                proxy = msgspec.structs.replace(proxy, plant=lot)

            async def put() -> Orders:
                old = room.orders.get(room.own_seat(device, own)) or Orders()
                changed = Orders(proxy, old.auto, old.round)
                if auto is not None:
                    changed = Orders(old.proxy, auto, self._going(room).state.round)
                await self.put_order(room, own, changed)
                return changed

            given = await retry_on_conflict(put)
        self.registry.kick(room)
        return own, given

    async def put_order(self, room: Room, seat: int, orders: Orders) -> None:
        """Store the orders of a seat, then hold them; call with the room's lock held."""
        live = self._going(room)
        before = room.orders.get(seat)
        room.orders[seat] = orders
        wake = room.wake_after(live.state, room.row.live, timekeeping.now())
        try:
            await self.store.order(room.row, seat, orders, wake)
        except BaseException as error:
            if before is None:
                del room.orders[seat]
            else:
                room.orders[seat] = before
            room.stale = True
            if isinstance(error, Conflict):
                await self.registry.refresh(room)
                raise Changed(room.row.seq, live.seq) from None
            if isinstance(error, StoreDown):
                raise Denied("store_unavailable") from None
            raise

    # --- coming and going ---------------------------------------------------------------------------------------------

    async def back(self, room: Room, device: str, seat: int | None) -> None:
        """Return a seat to its player after a bot has played it."""
        async with room.lock:
            await self.fresh(room)
            own = room.own_seat(device, seat)
            if room.seats[own].away in STOOD_IN:
                await self._back(room, own)
        self.registry.kick(room)

    async def _back(self, room: Room, seat: int) -> None:
        room.seated(seat, timekeeping.now())
        await self.save(room, seen={seat: None})

    async def away(self, room: Room, seat: int, why: str) -> None:
        """Let a bot play a seat: its player `left`, is `late` or has `resigned`; call with the room's lock held."""
        row = room.seats[seat]
        row.away = why
        row.agreed = False
        row.level = row.level or "normal"
        await self.save(room)

    async def resign(self, room: Room, seat: int) -> None:
        """Hand a seat to a bot for good; the game ends when no person is left. Call with the room's lock held."""
        self._going(room)
        await self.away(room, seat, "resigned")
        persons = room.persons()
        if not persons:
            await self.end(room, "resigned")
        elif all(row.agreed for row in persons):
            await self.end(room, "agreed")

    async def agree(self, room: Room, seat: int, *, agree: bool) -> None:
        """Note that a seat agrees to end; end when all people do. Call with the room's lock held."""
        self._going(room)
        room.seats[seat].agreed = agree
        await self.save(room)
        if all(row.agreed for row in room.persons()):
            await self.end(room, "agreed")

    async def end(self, room: Room, why: str) -> None:
        """End a game early, with an entry that says why; call with the room's lock held."""
        live = self._going(room)
        now = timekeeping.now()
        await self._commit(room, live.plan_end(why, iso(now)), now)

    async def save(
        self,
        room: Room,
        lines: list[tuple[int, str]] | None = None,
        forget: Collection[int] = (),
        absent: Mapping[int, float] | None = None,
        seen: Mapping[int, str | None] | None = None,
    ) -> None:
        """Store seats and numbers of a table and tell everybody; call with the room's lock held.

        The orders of seats to `forget` end: they were their former player's, and no successor may read them. If a
        player of an `absent` seat was seen after the time given there, nothing is stored. Players of seats `seen` are
        here now; beside each is the stored form of the address, where it is known.
        """
        now = timekeeping.now()
        room.row.touched = now
        room.row.archived = False
        for seat in forget:
            room.orders.pop(seat, None)
        playing = room.game if room.row.state == "playing" else None
        if playing is not None:
            room.row.live = room.live_with_clock(now)
        room.row.wake = room.wake_after(playing.state, room.row.live, now) if playing is not None else None
        try:
            await self.store.change(room.row, room.seats, room.holders, lines, forget, absent, seen)
        except Conflict:
            room.stale = True
            await self.registry.refresh(room)
            raise Changed(room.row.seq, room.row.seq) from None
        except StoreDown:
            room.stale = True
            raise Denied("store_unavailable") from None
        room.used = time.monotonic()
        room.send_table()

    async def start(
        self, room: Room, forget: Collection[int] = (), seen: Mapping[int, str | None] | None = None
    ) -> None:
        """Begin the game if no seat is open any more; else store the seats. Call with the room's lock held."""
        row = room.row
        if row.state != "waiting" or any(seat.kind == "open" for seat in room.seats):
            await self.save(room, forget=forget, seen=seen)
            return
        planned, room.game = begin(room)
        await self.save(room, planned.rows(), seen=seen)
        room.send_update(planned.lines)
        self.registry.kick(room)
