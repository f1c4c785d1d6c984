"""A table in memory: its rows, its game, who is watching, and what each of them is shown.

A room changes only under its lock, and only after the store has the change. `tables/actions` changes it.
"""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Any

import msgspec

from kilowatt.engine import game, knowledge
from kilowatt.protocol import MineView, TableView, WhyNot, views
from kilowatt.protocol.shown import Shown
from kilowatt.server import timekeeping
from kilowatt.server.errors import Denied
from kilowatt.server.game import challenges, clocks, standing_orders
from kilowatt.server.store.rows import Live, Orders, SeatRow, TableRow
from kilowatt.server.tables.room.heads import table_view
from kilowatt.server.tables.room.viewers import REMOVED
from kilowatt.server.thinking.pool import ABSENT, PLAYER, WATCHER, Asker

if TYPE_CHECKING:
    from collections.abc import Collection

    from kilowatt.engine.state import State
    from kilowatt.protocol import ChatMessage, ClockView, Done, GoalView
    from kilowatt.server.game.live import LiveGame, Planned
    from kilowatt.server.tables.room.viewers import Viewer

BEAT = 60.0
"""Seconds between two writes about a player who stays connected."""
LAPSE = 1.5 * BEAT
"""Seconds after which a player at another process counts as absent if that process is silent: it may have died."""
STOOD_IN = ("left", "late", "absent")
"""Why a bot plays for a player who may take the seat back: left the table, ran out of time, or is absent."""

_write = msgspec.json.Encoder()


class Room:
    """One table."""

    def __init__(
        self,
        row: TableRow,
        seats: list[SeatRow],
        holders: dict[int, set[str]],
        orders: dict[int, Orders],
        live: LiveGame | None,
    ) -> None:
        self.row = row
        self.seats = seats
        self.holders = holders
        self.orders = orders
        self.game = live
        self.viewers: set[Viewer] = set()
        self.lock = asyncio.Lock()
        self.stale = False
        """A write failed half-way: read everything again before going on."""
        self.used = time.monotonic()
        self.driver: asyncio.Task[None] | None = None
        self.again = False
        self.timer: asyncio.TimerHandle | None = None
        self.recent: dict[str, tuple[int, str]] = {}
        """The last idempotency keys; older ones are in the store."""
        self.elsewhere: dict[int, float] = {}
        """When another process last said that a seat's player is connected there."""
        self.noted: dict[int, float] = {}
        """When this process last wrote that a seat's player is here."""
        self._parts = Shown()
        self._reach: dict[int, tuple[object, msgspec.Raw]] = {}

    @property
    def code(self) -> str:
        """The table's code."""
        return self.row.code

    def is_at(self, seq: int, version: int) -> bool:
        """Return whether the room knows an entry and a change of its table."""
        at = self.game.seq if self.game is not None else 0
        return seq <= at and version <= self.row.version

    # --- people -----------------------------------------------------------------------------------------------------

    @property
    def players(self) -> list[str]:
        """The names of the seats."""
        return [seat.name for seat in self.seats]

    def seats_of(self, device: str) -> tuple[int, ...]:
        """List the seats a device holds."""
        if not device:
            return ()
        return tuple(seat for seat in range(len(self.seats)) if device in self.holders.get(seat, ()))

    def own_seat(self, device: str, seat: int | None) -> int:
        """Check that a seat belongs to a device, or find the only one that does."""
        if seat is not None:
            if not device or device not in self.holders.get(seat, ()):
                raise Denied("not_your_seat", seat=seat)
            return seat
        own = self.seats_of(device)
        if not own:
            raise Denied("no_seat")
        if len(own) > 1:
            raise Denied("which_seat")
        return own[0]

    def removed(self, viewer: Viewer) -> bool:
        """Return whether the table's owner has removed a viewer; nobody with a seat and not the owner."""
        listed = self.row.plan.moderation.removed
        if not listed or self.seats_of(viewer.device) or (viewer.device and viewer.device == self.row.owner):
            return False
        return any(row.who == viewer.who or (row.address and row.address == viewer.mark) for row in listed)

    def played_by_bot(self, seat: int) -> bool:
        """Return whether a bot decides for a seat now."""
        row = self.seats[seat]
        return row.kind == "bot" or row.away is not None

    def orders_of(self, seat: int) -> Orders | None:
        """Return what the server does for a seat: what its player ordered, else what is usual at such a table."""
        given = self.orders.get(seat)
        if given is None and self.row.plan.clock.kind == "days" and self.row.live.began:
            return standing_orders.where_turns_last_days()
        return given

    def seated(self, seat: int, now: float) -> None:
        """Let a seat's player decide again, with at least some time on the clock."""
        self.seats[seat].away = self.seats[seat].away_since = None
        live = self.row.live
        self.row.live = msgspec.structs.replace(live, clock=clocks.returned(self.row.plan.clock, live.clock, seat, now))

    def has_player(self) -> bool:
        """Return whether a person decides for any seat."""
        return any(row.kind == "person" and row.away is None for row in self.seats)

    def attended(self) -> bool:
        """Return whether anybody would see what bots do here: somebody plays, or somebody watches."""
        return self.has_player() or any(viewer.ready for viewer in self.viewers)

    def asker(self) -> Asker:
        """Return for whom bots think here: a player who is connected, players who are away, or somebody who watches."""
        ready = [viewer for viewer in self.viewers if viewer.ready]
        players = [viewer for viewer in ready if viewer.seats]
        if players:
            return Asker(self.code, players[0].address, PLAYER)
        if self.has_player() or not ready:
            return Asker(self.code, self.row.owner, ABSENT)
        return Asker(self.code, ready[0].address, WATCHER)

    def persons(self) -> list[SeatRow]:
        """List the seats of people who have not resigned."""
        return [seat for seat in self.seats if seat.kind == "person" and seat.away != "resigned"]

    # --- what is shown ------------------------------------------------------------------------------------------------

    def connected(self) -> set[int]:
        """Return the seats whose players are connected to this process."""
        return {seat for viewer in self.viewers if viewer.ready for seat in viewer.seats}

    def looking(self) -> set[int]:
        """Return the seats whose players can see a page of this process."""
        return {seat for viewer in self.viewers if viewer.ready and viewer.visible for seat in viewer.seats}

    def present(self) -> set[int]:
        """Return the seats whose players are connected to any process."""
        lapsed = timekeeping.now() - LAPSE
        return self.connected() | {seat for seat, at in self.elsewhere.items() if at > lapsed}

    def table_view(self, device: str) -> TableView:
        """Return the table's head as a device sees it."""
        present = self.present()
        watchers = sum(1 for viewer in self.viewers if viewer.ready and not viewer.seats)
        shown = table_view(self.row, self.seats, self.holders, device, present, watchers)
        if shown.owner:
            shown.watching = sorted({viewer.who for viewer in self.viewers if viewer.ready and not viewer.seats})
        return shown

    def view(self, viewer: Viewer) -> dict[str, Any] | None:
        """Return the whole view of a viewer; None while the table waits for players."""
        live = self.game
        if live is None:
            return None
        shown = self._game(live, viewer.seats if _hides(live) else range(len(self.seats)))
        view = {"seq": live.seq, "game": msgspec.Raw(shown), "mine": self._mine(viewer), "clock": self._clock()}
        return {**view, "goal": self._goal(live)}

    def _clock(self) -> ClockView:
        return clocks.view(self.row.plan.clock, self.row.live.clock, len(self.seats), timekeeping.now())

    def _goal(self, live: LiveGame) -> GoalView | None:
        """Return how the task of a challenge stands; it counts only what everybody at its table may see."""
        task = challenges.by_name().get(self.row.plan.challenge or "")
        return None if task is None else challenges.goal(task, live.state)

    def _game(self, live: LiveGame, seats: Collection[int]) -> bytes:
        return _write.encode(shown_game(live, seats, self._parts))

    def _mine(self, viewer: Viewer) -> MineView | dict[str, Any]:
        live = self.game
        if live is None or not viewer.seats:
            return MineView()
        state = live.state
        mine: dict[str, Any] = {
            "menu": None,
            "why_not": [],
            "reach": {} if live.over else {str(seat): self._reached(state, seat) for seat in viewer.seats},
            "can_undo": 0,
            "proxy": {},
            "auto": {},
        }
        actor = live.actor
        # a player who has resigned is asked for nothing any more, not even until the bot has moved
        held = [seat for seat in viewer.seats if self.seats[seat].away != "resigned"]
        if isinstance(actor, int) and actor in held and self.row.state == "playing":
            mine["menu"] = game.options(state)
            why: list[WhyNot] = views.why_not(state, actor, viewer.lang, self.players)
            mine["why_not"] = why
            mine["can_undo"] = live.undo_depth(actor)
        for seat in viewer.seats:
            orders = self.orders_of(seat)
            if orders is not None:
                if orders.proxy is not None:
                    mine["proxy"][str(seat)] = orders.proxy
                mine["auto"][str(seat)] = standing_orders.in_force(orders, state.round)
        return mine

    def _reached(self, state: State, seat: int) -> msgspec.Raw:
        """Return what a seat could enter, encoded once until a player builds."""
        of = (state.zone, state.step, state.marks, state.cities[seat], *state.spaces)
        known = self._reach.get(seat)
        if known is None or known[0] != of:
            known = (of, msgspec.Raw(_write.encode(game.reach(state, seat))))
            self._reach[seat] = known
        return known[1]

    # --- sending ------------------------------------------------------------------------------------------------------

    def send_update(self, lines: list[bytes], mover: Viewer | None = None, done: Done | None = None) -> None:
        """Send everybody what was just played; the viewer that played it, if any, gets the answer before that."""
        live = self.game
        assert live is not None  # noqa: S101 - something was played
        # all but what is a viewer's own is encoded once
        hides = _hides(live)
        start = b'{"type":"update","seq":%d,"entries":[%b],"view":{"seq":%d,"game":' % (
            live.seq,
            b",".join(lines),
            live.seq,
        )
        shown = b"" if hides else self._game(live, range(len(self.seats)))
        end = b',"clock":%b,"goal":%b}}' % (_write.encode(self._clock()), _write.encode(self._goal(live)))
        for viewer in list(self.viewers):
            messages = [_write.encode(done)] if done is not None and viewer is mover else []
            if viewer.ready:
                if hides:
                    shown = self._game(live, viewer.seats)
                messages.append(b"".join((start, shown, b',"mine":', _write.encode(self._mine(viewer)), end)))
            if messages:
                viewer.send(*messages)

    def send_to(self, viewer: Viewer) -> None:
        """Send one viewer the view again, because something of its own has changed."""
        if self.game is not None:
            message = {"type": "update", "seq": self.game.seq, "entries": [], "view": self.view(viewer)}
            viewer.send(_write.encode(message))

    def send_table(self) -> None:
        """Send everybody the table's head; watchers whom the owner has removed are disconnected."""
        for viewer in [viewer for viewer in self.viewers if self.removed(viewer)]:
            viewer.close(REMOVED, "removed by the table's owner")
        for viewer in list(self.viewers):
            viewer.seats = self.seats_of(viewer.device)
            if viewer.ready:
                viewer.send(_write.encode({"type": "table", "table": self.table_view(viewer.device)}))

    def send_view(self) -> None:
        """Send everybody the view again where nothing was played but what they may do has changed."""
        if self.game is not None:
            self.send_update([])

    def send_chat(self, message: ChatMessage) -> None:
        """Send a line of chat to everybody who does not hide its author."""
        raw = _write.encode(message)
        for viewer in list(self.viewers):
            if viewer.ready and message.who not in viewer.hidden:
                viewer.send(raw)

    # --- numbers that follow from the game ----------------------------------------------------------------------------

    def live_after(self, plan: Planned, now: float) -> Live:
        """Work out what the table row says of the game after a plan."""
        state = plan.state
        over = plan.end is not None or state.result is not None
        actor = None if over else game.actor(state)
        runs = actor if isinstance(actor, int) and not self.played_by_bot(actor) else None
        return Live(
            clocks.turned(self.row.plan.clock, self.row.live.clock, runs, now),
            state.round,
            "over" if over else views.phase_of(state),
            actor,
            state.result,
            plan.end,
            self.row.live.undos + sum(entry.undo is not None for entry in plan.entries),
            self.row.live.began,
            now if over else 0.0,
        )

    def live_with_clock(self, now: float) -> Live:
        """Return the row's numbers with the acting seat's clock, after seats have changed hands."""
        live = self.row.live
        runs = live.actor if isinstance(live.actor, int) and not self.played_by_bot(live.actor) else None
        return msgspec.structs.replace(live, clock=clocks.turned(self.row.plan.clock, live.clock, runs, now))

    def wake_after(self, state: State, live: Live, now: float) -> float | None:
        """Work out when the server itself must act next: at once for a bot or an order, else when a clock is up."""
        if not isinstance(live.actor, int):
            return None
        orders = self.orders_of(live.actor)
        if self.played_by_bot(live.actor):
            return now if self.has_player() else None
        if orders is not None and standing_orders.decide(state, live.actor, orders)[0]:
            return now
        return clocks.deadline(self.row.plan.clock, live.clock)


def _hides(live: LiveGame) -> bool:
    """Return whether viewers see different amounts of money."""
    return knowledge.hides_money(live.state) and live.end is None


def shown_game(live: LiveGame, seats: Collection[int], parts: Shown | None = None) -> dict[str, Any]:
    """Return the game as the holders of these seats see it, an early end included; with `parts` some of it encoded."""
    view = views.game_view(live.state, seats) if parts is None else parts.game(live.state, seats)
    if live.end is not None:
        view["actor"] = None
        view["phase"] = "over"
    return view
