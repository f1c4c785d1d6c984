"""A table in memory: its rows, its game, who is watching, and what each of them is shown.

Knows no network, no store and no loop: the server adds those. What people may do here is in `deciding.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from kilowatt.engine import game, knowledge
from kilowatt.host import timekeeping
from kilowatt.host.errors import Denied
from kilowatt.host.game import challenges, clocks, powering, standing_orders
from kilowatt.host.heads import table_view
from kilowatt.host.rows import Advance, Live, Orders, SeatRow, TableRow
from kilowatt.protocol import Done, MineView, Ordered, OrdersView, TableView, WhyNot, views
from kilowatt.protocol.shown import Shown

if TYPE_CHECKING:
    from collections.abc import Collection

    from kilowatt.engine.state import State
    from kilowatt.host.game.clocks import Rest
    from kilowatt.host.game.live import LiveGame, Planned
    from kilowatt.host.request import Asked
    from kilowatt.host.rows import Pause
    from kilowatt.host.viewers import Viewer
    from kilowatt.protocol import ClockView, GoalView

STOOD_IN = ("left", "late", "absent")
"""Why a bot plays for a player who may take the seat back: left the table, ran out of time, or is absent."""

RECENT_KEYS = 4
NO_ORDERS = Advance()
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
        self.off: dict[int, list[Rest]] = {}
        """The days off of each seat's player, as far as they matter now."""
        self.game = live
        self.viewers: set[Viewer] = set()
        self.recent: dict[str, tuple[int, str]] = {}
        """The last idempotency keys, with the entry of each and its digest; older ones are in the store."""
        self._parts = Shown()
        self._reach: dict[int, tuple[object, msgspec.Raw]] = {}

    @property
    def code(self) -> str:
        """The table's code."""
        return self.row.code

    # --- people -----------------------------------------------------------------------------------------------------

    @property
    def players(self) -> list[str]:
        """The names of the seats."""
        return [seat.name for seat in self.seats]

    def seats_of(self, device: str) -> tuple[int, ...]:
        """List the seats a device holds."""
        if not device:
            return ()
        own = tuple(seat for seat in range(len(self.seats)) if device in self.holders.get(seat, ()))
        # around a real board everybody who sits there may enter everything
        return tuple(range(len(self.seats))) if own and self.row.plan.real else own

    def own_seat(self, device: str, seat: int | None) -> int:
        """Check that a seat belongs to a device, or find the only one that does."""
        if seat is not None:
            if seat not in self.seats_of(device):
                raise Denied("not_your_seat", seat=seat)
            return seat
        own = self.seats_of(device)
        if not own:
            raise Denied("no_seat")
        if len(own) > 1:
            raise Denied("which_seat")
        return own[0]

    def has_person(self, device: str) -> bool:
        """Return whether a device holds a person's seat, and not only one of a bot from outside."""
        return any(self.seats[seat].kind == "person" for seat in self.seats_of(device))

    def persons_seat(self, device: str, seat: int | None) -> int:
        """Check that a seat belongs to a device, as `own_seat`, and that no bot from outside plays it."""
        own = self.own_seat(device, seat)
        if self.seats[own].token is not None:
            raise Denied("bot_seat")
        return own

    def played_by_bot(self, seat: int) -> bool:
        """Return whether a bot decides for a seat now."""
        row = self.seats[seat]
        return (row.kind == "bot" and row.token is None) or row.away is not None

    def outside(self, seat: int) -> bool:
        """Return whether a bot from outside decides for a seat now."""
        return self.seats[seat].token is not None and self.seats[seat].away is None

    def orders_of(self, seat: int) -> Orders | None:
        """Return what the server does for a seat: what its player ordered, else what is usual at such a table."""
        given = self.orders.get(seat)
        if given is None and self.row.plan.clock.kind == "days" and self.row.live.began:
            return standing_orders.where_turns_last_days()
        return given

    def undo_depth(self, seat: int) -> int:
        """Count the decisions that a seat may take back: in its turn, and by order until somebody else decides."""
        live = self.game
        if live is None or live.over or live.actor == seat:
            return live.undo_depth(seat) if live is not None else 0
        orders = self.orders.get(seat)
        by_order = orders is not None and live.window.standing in orders.advance.done
        return live.window.depth(seat) if by_order else 0

    def days_off(self, seat: int | None) -> list[Rest]:
        """Return the days on which a seat's clock rests because its player has them off: none where turns are short."""
        return self.off.get(seat, []) if seat is not None and self.row.plan.clock.kind == "days" else []

    def deadline(self) -> float | None:
        """Return when the running seat's time is up."""
        clock = self.row.live.clock
        return clocks.deadline(self.row.plan.clock, clock, self.days_off(clock.running))

    def pause(self, now: float) -> Pause | None:
        """Return the pause that runs or was asked for; one whose end has come is over."""
        pause = self.row.live.pause
        return pause if pause is None or pause.until is None or now < pause.until else None

    def seated(self, seat: int, now: float) -> None:
        """Let a seat's player decide again, with at least some time on the clock."""
        self.seats[seat].away = self.seats[seat].away_since = None
        live = self.row.live
        self.row.live = msgspec.structs.replace(live, clock=clocks.returned(self.row.plan.clock, live.clock, seat, now))

    def has_player(self) -> bool:
        """Return whether a person decides for any seat."""
        return any(row.kind == "person" and row.away is None for row in self.seats)

    def persons(self) -> list[SeatRow]:
        """List the seats of people who have not resigned."""
        return [seat for seat in self.seats if seat.kind == "person" and seat.away != "resigned"]

    # --- what is shown ------------------------------------------------------------------------------------------------

    def connected(self) -> set[int]:
        """Return the seats whose players are connected to this process."""
        return {seat for viewer in self.viewers if viewer.ready for seat in viewer.seats}

    def present(self) -> set[int]:
        """Return the seats whose players are connected."""
        return self.connected()

    def table_view(self, device: str) -> TableView:
        """Return the table's head as a device sees it."""
        present = self.present()
        watchers = sum(1 for viewer in self.viewers if viewer.ready and not viewer.seats)
        shown = table_view(self.row, self.seats, self.holders, device, present, watchers, self.off)
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
        clock = self.row.live.clock
        return clocks.view(self.row.plan.clock, clock, len(self.seats), timekeeping.now(), self.days_off(clock.running))

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
            "orders": {},
            "runs": {},
        }
        actor = live.actor
        # a player who has resigned is asked for nothing any more, not even until the bot has moved
        held = [seat for seat in viewer.seats if self.seats[seat].away != "resigned"]
        if isinstance(actor, int) and actor in held and self.row.state == "playing":
            mine["menu"] = game.options(state)
            why: list[WhyNot] = views.why_not(state, actor, viewer.lang, self.players)
            mine["why_not"] = why
            mine["can_undo"] = live.undo_depth(actor)
        elif self.row.state == "playing":
            mine["can_undo"] = max(map(self.undo_depth, held), default=0)
        for seat in viewer.seats:
            orders = self.orders_of(seat)
            if seat in held and self._asks_early() and seat in powering.still_to_run(state):
                mine["runs"][str(seat)] = powering.choices(state, seat)
            if orders is not None:
                if orders.proxy is not None:
                    mine["proxy"][str(seat)] = orders.proxy
                mine["auto"][str(seat)] = standing_orders.in_force(orders, state.round)
                if orders.advance != NO_ORDERS:
                    given = orders.advance
                    mine["orders"][str(seat)] = OrdersView(given.plan, given.done, given.notes)
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
        """Send everybody the table's head."""
        for viewer in list(self.viewers):
            viewer.seats = self.seats_of(viewer.device)
            if viewer.ready:
                viewer.send(_write.encode({"type": "table", "table": self.table_view(viewer.device)}))

    def send_orders(self, seat: int, orders: Orders) -> None:
        """Send a seat's orders to its player, and to nobody else."""
        advance = orders.advance
        shown = Ordered(seat, orders.proxy, orders.auto, OrdersView(advance.plan, advance.done, advance.notes))
        for viewer in self.viewers:
            if viewer.ready and seat in viewer.seats:
                viewer.send_message(shown)

    def send_view(self) -> None:
        """Send everybody the view again where nothing was played but what they may do has changed."""
        if self.game is not None:
            self.send_update([])

    def send_move(self, plan: Planned, asked: Asked | None = None) -> None:
        """Send everybody a move that is kept; the viewer that asked for it first gets the answer."""
        if asked is not None:
            self.send_update(plan.lines, asked.viewer, Done(asked.key, plan.seq))
        else:
            self.send_update(plan.lines)
        if self.row.state == "over":
            self.send_table()

    # --- changes ------------------------------------------------------------------------------------------------------

    def take(self, plan: Planned, live: Live, key: tuple[str, str] | None = None, spent: Collection[int] = ()) -> None:
        """Make a planned move the truth, once it is kept; `live` is what `live_after` said of it."""
        assert self.game is not None  # noqa: S101 - it has just been played
        self.game.take(plan)
        self.row.seq, self.row.live = plan.seq, live
        self.row.state, self.row.archived = state_after(live), False
        for seat in spent:
            self.orders[seat].proxy = None
        if key is not None:
            self.recent[key[0]] = (plan.seq, key[1])
            while len(self.recent) > RECENT_KEYS:
                del self.recent[next(iter(self.recent))]

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
            None if over else self.pause(now),
            sheet=self.row.live.sheet if plan.sheet is None else plan.sheet,
            early=[] if over else self.asked_early(state),
        )

    def live_with_clock(self, now: float) -> Live:
        """Return the row's numbers with the acting seat's clock, after seats have changed hands."""
        live = self.row.live
        runs = live.actor if isinstance(live.actor, int) and not self.played_by_bot(live.actor) else None
        early = self.asked_early(self.game.state) if self.game is not None and not self.game.over else []
        clock = clocks.turned(self.row.plan.clock, live.clock, runs, now)
        return msgspec.structs.replace(live, clock=clock, early=early)

    def asked_early(self, state: State) -> list[int]:
        """Return the seats whose players are asked what they run before their turn: where turns last days."""
        return powering.asked_early(state, self.seats, self.orders_of) if self._asks_early() else []

    def _asks_early(self) -> bool:
        return self.row.plan.clock.kind == "days" and self.row.state == "playing"


def state_after(live: Live) -> str:
    """Return the state of a table that plays, or has played."""
    return "over" if live.actor is None else "playing"


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
