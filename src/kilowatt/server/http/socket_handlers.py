"""What each message of a client does at its table: one function per kind of message, and one table of them all."""

from __future__ import annotations

import logging
from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

from kilowatt import protocol as wire
from kilowatt.engine import game
from kilowatt.host import answers
from kilowatt.host.errors import Denied
from kilowatt.server.store import chats, reports
from kilowatt.server.tables.actions import chat
from kilowatt.server.tables.actions.handover import ABSENT
from kilowatt.server.tables.actions.retrying import shielded
from kilowatt.server.tables.reading import past
from kilowatt.server.tables.reading.seat_state import seat_state
from kilowatt.server.tables.room.chat_lines import chat_message

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from kilowatt.host.viewers import Viewer
    from kilowatt.server.limits import Limits
    from kilowatt.server.tables.room.presence import Presence
    from kilowatt.server.tables.room.registry import Registry
    from kilowatt.server.tables.room.room import Room
    from kilowatt.server.tables.use_cases import UseCases

log = logging.getLogger("kilowatt.sockets")

HELLO_TRIES = 5


class Handlers:
    """The functions that take a message; what goes wrong is raised as `Denied`."""

    def __init__(self, registry: Registry, tables: UseCases, presence: Presence, limits: Limits) -> None:
        self.registry = registry
        self.tables = tables
        self.presence = presence
        self.limits = limits
        self._advising: Counter[str] = Counter()
        """Hints that each address waits for."""

    async def take(self, room: Room, viewer: Viewer, message: wire.ClientMessage) -> None:
        """Do what a message asks for."""
        handled = HANDLED[type(message)]
        if handled.greeted and not viewer.ready:
            raise Denied("hello_first")
        await handled.handler(self, room, viewer, message)

    # --- the beginning ------------------------------------------------------------------------------------------------

    async def ping(self, room: Room, viewer: Viewer, message: wire.Ping) -> None:
        """Answer a ping."""
        viewer.send_message(wire.Pong(message.id))

    async def hello(self, room: Room, viewer: Viewer, message: wire.Hello) -> None:
        """Send the table, and everything that happens at it from now on."""
        viewer.lang = message.lang
        viewer.visible = message.visible
        late = [seat for seat in room.seats_of(viewer.device) if room.seats[seat].away in ("late", ABSENT)]
        for seat in late:
            await shielded(self.tables.leaving.back(room, viewer.device, seat))
        if viewer.device:
            viewer.hidden = await reports.hidden(self.registry.store, room.code, viewer.device)
        said = [chat_message(row) for row in await chats.recent(self.registry.store, room.code)]
        said = [line for line in said if line.who not in viewer.hidden]
        own = room.seats_of(viewer.device)
        read = await chats.read_upto(self.registry.store, room.code, own) if own else 0
        first = not viewer.ready
        for _ in range(HELLO_TRIES):
            if await self._welcome(room, viewer, message.have, said, read):
                break
        else:
            raise Denied("too_many")
        await self.tables.sheets.show(room, viewer)
        self.presence.arrived(room, viewer)
        if first:
            for other in list(room.viewers):
                if other is not viewer and other.ready:
                    other.send_message(wire.TableChanged(room.table_view(other.device)))
            # a table of bots alone goes on when somebody watches
            self.registry.kick(room)

    async def look(self, room: Room, viewer: Viewer, message: wire.Look) -> None:
        """Note whether the viewer's page can be seen."""
        self.presence.turned(room, viewer, visible=message.visible)

    async def _welcome(self, room: Room, viewer: Viewer, have: int, said: list[wire.ChatMessage], read: int) -> bool:
        """Send the table with the last page of entries; False when it has moved on too far in the meantime."""
        if room.stale:
            async with room.lock:
                if room.stale:
                    await self.registry.refresh(room)
        # the lines are replayed without the lock: the table is played on meanwhile
        at = room.game.seq if room.game is not None else 0
        lines = await past.lines_after(self.registry, room, have, viewer.address)
        now = room.game.seq if room.game is not None else 0
        if room.game is not None and now > at:
            newer = [line for seq, line in room.game.tail if seq > max(at, have)]
            if len(newer) != now - max(at, have):
                return False
            lines = [*lines, *newer]
        viewer.seats = room.seats_of(viewer.device)
        viewer.ready = True
        viewer.send(answers.welcome(room, viewer, have, lines, said, read))
        return True

    # --- playing ------------------------------------------------------------------------------------------------------

    async def act(self, room: Room, viewer: Viewer, message: wire.Act) -> None:
        """Play an action."""
        await self.tables.moves.act(room, viewer, message.key, message.expect, message.action)

    async def undo(self, room: Room, viewer: Viewer, message: wire.Undo) -> None:
        """Undo a decision."""
        await shielded(self.tables.undos.undo(room, viewer, message.key, message.expect, message.seat))

    async def proxy(self, room: Room, viewer: Viewer, message: wire.Proxy) -> None:
        """Set a proxy order."""
        await self._ordered(room, viewer, message.seat, proxy=message.order)

    async def auto(self, room: Room, viewer: Viewer, message: wire.Auto) -> None:
        """Set what the server does by itself for a seat."""
        await self._ordered(room, viewer, message.seat, auto=message.orders)

    async def _ordered(
        self,
        room: Room,
        viewer: Viewer,
        seat: int | None,
        proxy: wire.ProxyOrder | None = None,
        auto: wire.AutoOrders | None = None,
    ) -> None:
        room.send_orders(*await shielded(self.tables.orders.order(room, viewer.device, seat, proxy, auto)))

    async def orders(self, room: Room, viewer: Viewer, message: wire.SetOrders) -> None:
        """Set the orders in advance of a seat."""
        given = self.tables.orders.advance(room, viewer.device, message.seat, message.plan)
        room.send_orders(*await shielded(given))

    async def back(self, room: Room, viewer: Viewer, message: wire.Back) -> None:
        """Return to a seat."""
        await shielded(self.tables.leaving.back(room, viewer.device, message.seat))

    # --- real tables --------------------------------------------------------------------------------------------------

    async def write(self, room: Room, viewer: Viewer, message: wire.WriteLines) -> None:
        """Write down what happened on a real board."""
        self._limit("write", viewer)
        await shielded(self.tables.sheets.write(room, viewer, message))

    async def sheet(self, room: Room, viewer: Viewer, message: wire.AskSheet) -> None:
        """Send the sheet of a real table."""
        await self.tables.sheets.show(room, viewer)

    async def propose(self, room: Room, viewer: Viewer, message: wire.AskProposals) -> None:
        """Propose what a sum may have been spent on."""
        self._limit("write", viewer)
        await self.tables.sheets.propose(room, viewer, message)

    # --- people -------------------------------------------------------------------------------------------------------

    async def chat(self, room: Room, viewer: Viewer, message: wire.Chat) -> None:
        """Send a line of chat to everybody at the table."""
        self._limit("chat", viewer)
        await chat.say(self.registry, room, viewer, message)

    async def read(self, room: Room, viewer: Viewer, message: wire.Read) -> None:
        """Note how far a player has read the chat."""
        if viewer.seats:
            await shielded(chats.mark_read(self.registry.store, room.code, viewer.seats, message.upto))

    async def hide(self, room: Room, viewer: Viewer, message: wire.Hide) -> None:
        """Hide a person's chat, or show it again."""
        viewer.send_message(
            wire.Hidden(await self.tables.moderation.hide(room, viewer, message.who, hide=message.hide))
        )

    # --- questions ----------------------------------------------------------------------------------------------------

    async def quote(self, room: Room, viewer: Viewer, message: wire.AskQuote) -> None:
        """Price a plan."""
        if room.game is None:
            raise Denied("waiting")
        seat = room.own_seat(viewer.device, answers.acting_seat(room, viewer, message.seat))
        state = game.clone(room.game.state)
        written = await self.registry.workers.do(
            viewer.address, answers.quote, state, seat, message, viewer.lang, room.players
        )
        viewer.send(written)

    async def hint(self, room: Room, viewer: Viewer, message: wire.AskHint) -> None:
        """Ask the adviser, beside the reading, so that the player may go on meanwhile."""
        self._limit("hint", viewer)
        if not self.limits.fits("hints_waiting", self._advising[viewer.address]):
            raise Denied("too_many")
        self._advising[viewer.address] += 1
        self.registry.tasks.spawn(self._hint(room, viewer, message), "hint")

    async def _hint(self, room: Room, viewer: Viewer, message: wire.AskHint) -> None:
        try:
            viewer.send_message(await self.tables.hints.hint(room, viewer, message.id, message.seat))
        except Denied as error:
            viewer.send_message(error.refused(message.id, viewer.lang))
        except Exception:
            log.exception("a hint failed", extra={"fields": {"table": room.code}})
            viewer.send_message(Denied("failed").refused(message.id, viewer.lang))
        finally:
            self._advising[viewer.address] -= 1
            if not self._advising[viewer.address]:
                del self._advising[viewer.address]

    async def history(self, room: Room, viewer: Viewer, message: wire.AskHistory) -> None:
        """Show the table at an earlier moment."""
        viewer.send(await past.moment(self.registry, room, viewer, message.id, message.upto))

    async def entries(self, room: Room, viewer: Viewer, message: wire.AskEntries) -> None:
        """Send a page of earlier entries."""
        lines, more = await past.earlier(self.registry, room, message.before, viewer.address)
        viewer.send(answers.entries(message.id, lines, earlier=more))

    async def state(self, room: Room, viewer: Viewer, message: wire.AskState) -> None:
        """Send the state as a seat knows it."""
        seat = room.own_seat(viewer.device, answers.acting_seat(room, viewer, message.seat))
        viewer.send_message(seat_state(room, seat, message, self.registry.settings.bot_seconds))

    # --- budgets ------------------------------------------------------------------------------------------------------

    def _limit(self, kind: str, viewer: Viewer) -> None:
        if not self.limits.spend(kind, viewer.device, viewer.address):
            raise Denied("too_many")


PLAYER = "a seat's player"


class Handled(NamedTuple):
    """How the server takes one kind of message."""

    handler: Callable[[Handlers, Room, Viewer, Any], Awaitable[None]]
    cost: float
    """Milliseconds of processor time that are charged beforehand; what is measured beyond them is charged after."""
    greeted: bool = True
    """Whether it comes after hello only."""
    who: str = "viewers"
    """Who may send it: everybody at the socket, or a seat's player."""
    limits: tuple[str, ...] = ()
    """Limits that it spends beyond processor time."""


HANDLED: dict[type, Handled] = {
    wire.Hello: Handled(Handlers.hello, 2.0, greeted=False),
    wire.Ping: Handled(Handlers.ping, 0.4, greeted=False),
    wire.Look: Handled(Handlers.look, 0.4),
    wire.Act: Handled(Handlers.act, 2.0, who=PLAYER),
    wire.Undo: Handled(Handlers.undo, 2.0, who=PLAYER),
    wire.Proxy: Handled(Handlers.proxy, 1.5, who=PLAYER),
    wire.Auto: Handled(Handlers.auto, 1.5, who=PLAYER),
    wire.SetOrders: Handled(Handlers.orders, 3.0, who=PLAYER),
    wire.Back: Handled(Handlers.back, 1.5, who=PLAYER),
    wire.Chat: Handled(Handlers.chat, 2.0, who="viewers with a cookie who are not muted", limits=("chat",)),
    wire.Read: Handled(Handlers.read, 2.0, who=PLAYER),
    wire.Hide: Handled(Handlers.hide, 2.0, who="viewers with a cookie"),
    wire.AskQuote: Handled(Handlers.quote, 0.5, who=PLAYER),
    wire.AskHint: Handled(Handlers.hint, 0.5, who=PLAYER, limits=("hint", "hints_waiting")),
    wire.AskHistory: Handled(Handlers.history, 1.0),
    wire.AskEntries: Handled(Handlers.entries, 1.0),
    wire.WriteLines: Handled(Handlers.write, 4.0, who=PLAYER, limits=("write",)),
    wire.AskSheet: Handled(Handlers.sheet, 4.0),
    wire.AskProposals: Handled(Handlers.propose, 2.0, who=PLAYER, limits=("write",)),
    wire.AskState: Handled(Handlers.state, 1.0, who=PLAYER),
}
"""Every message that a client may send: what it does and what it costs."""
