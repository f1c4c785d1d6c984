"""What each message of the page does at a table of this device: the server's messages, the same answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from kilowatt import protocol as wire
from kilowatt.engine import game
from kilowatt.host import answers, deciding
from kilowatt.host.errors import Denied
from kilowatt.host.game import moments
from kilowatt.host.local.kept import DEVICE
from kilowatt.host.local.sheets import Sheets
from kilowatt.host.request import ask
from kilowatt.host.room import STOOD_IN

if TYPE_CHECKING:
    from collections.abc import Callable

    from kilowatt.host.local.jobs import Jobs
    from kilowatt.host.local.kept import Kept
    from kilowatt.host.local.tables import Tables
    from kilowatt.host.rows import Orders
    from kilowatt.host.viewers import Viewer


class Messages:
    """Takes messages; what goes wrong is raised as `Denied`."""

    def __init__(self, tables: Tables, jobs: Jobs) -> None:
        self.tables = tables
        self.jobs = jobs
        self.sheets = Sheets(tables)

    def take(self, kept: Kept, viewer: Viewer, message: wire.ClientMessage) -> None:
        """Do what a message asks for."""
        handler = HANDLED.get(type(message))
        if handler is None:
            raise Denied("needs_server")
        if not viewer.ready and not isinstance(message, wire.Hello | wire.Ping):
            raise Denied("hello_first")
        handler(self, kept, viewer, message)

    def ping(self, kept: Kept, viewer: Viewer, message: wire.Ping) -> None:
        """Answer a ping."""
        viewer.send_message(wire.Pong(message.id))

    def hello(self, kept: Kept, viewer: Viewer, message: wire.Hello) -> None:
        """Send the table, and everything that happens at it from now on."""
        viewer.lang, viewer.visible = message.lang, message.visible
        room = kept.room
        lines = self._lines(kept, *answers.missing(room, message.have))
        viewer.seats, viewer.ready = room.seats_of(DEVICE), True
        viewer.send(answers.welcome(room, viewer, message.have, lines, [], 0))

    def look(self, kept: Kept, viewer: Viewer, message: wire.Look) -> None:
        """Note whether the page can be seen."""
        viewer.visible = message.visible

    def act(self, kept: Kept, viewer: Viewer, message: wire.Act) -> None:
        """Play an action."""
        asked = ask(viewer, message.key, msgspec.json.encode(message.action))
        self.tables.act(kept, asked, message.expect, message.action)

    def undo(self, kept: Kept, viewer: Viewer, message: wire.Undo) -> None:
        """Undo a decision."""
        self.tables.undo(kept, ask(viewer, message.key, b"undo"), message.expect, message.seat)

    def proxy(self, kept: Kept, viewer: Viewer, message: wire.Proxy) -> None:
        """Set a proxy order."""
        self._ordered(kept, message.seat, message.order, None)

    def auto(self, kept: Kept, viewer: Viewer, message: wire.Auto) -> None:
        """Set what happens by itself for a seat."""
        self._ordered(kept, message.seat, None, message.orders)

    def _ordered(
        self, kept: Kept, seat: int | None, proxy: wire.ProxyOrder | None, auto: wire.AutoOrders | None
    ) -> None:
        own, proxy = deciding.checked_proxy(kept.room, DEVICE, seat, proxy)
        self._put(kept, own, deciding.with_orders(kept.room, DEVICE, own, proxy, auto))

    def orders(self, kept: Kept, viewer: Viewer, message: wire.SetOrders) -> None:
        """Give a seat orders in advance."""
        own = deciding.checked_plan(kept.room, DEVICE, message.seat, message.plan)
        self._put(kept, own, deciding.with_plan(kept.room, DEVICE, own, message.plan))

    def _put(self, kept: Kept, seat: int, orders: Orders) -> None:
        self.tables.put_orders(kept, seat, orders)
        kept.room.send_orders(seat, orders)

    def back(self, kept: Kept, viewer: Viewer, message: wire.Back) -> None:
        """Return to a seat."""
        own = kept.room.own_seat(DEVICE, message.seat)
        if kept.room.seats[own].away in STOOD_IN:
            self.tables.give_back(kept, own)

    # --- real tables --------------------------------------------------------------------------------------------------

    def write(self, kept: Kept, viewer: Viewer, message: wire.WriteLines) -> None:
        """Write down what happened on a real board."""
        self.sheets.write(kept, viewer, message)

    def sheet(self, kept: Kept, viewer: Viewer, message: wire.AskSheet) -> None:
        """Send the sheet of a real table."""
        self.sheets.show(kept, viewer)

    def propose(self, kept: Kept, viewer: Viewer, message: wire.AskProposals) -> None:
        """Propose what a sum may have been spent on."""
        self.sheets.propose(kept, viewer, message)

    # --- questions ----------------------------------------------------------------------------------------------------

    def quote(self, kept: Kept, viewer: Viewer, message: wire.AskQuote) -> None:
        """Price a plan."""
        room = kept.room
        if room.game is None:
            raise Denied("waiting")
        seat = room.own_seat(DEVICE, answers.acting_seat(room, viewer, message.seat))
        viewer.send(answers.quote(game.clone(room.game.state), seat, message, viewer.lang, room.players))

    def hint(self, kept: Kept, viewer: Viewer, message: wire.AskHint) -> None:
        """Ask the adviser."""
        self.jobs.ask_hint(kept, viewer, message.id, message.seat)

    def history(self, kept: Kept, viewer: Viewer, message: wire.AskHistory) -> None:
        """Show the table at an earlier moment."""
        answers.check_moment(kept.room, message.upto)
        seats = answers.shown_seats(kept.room, viewer.seats)
        viewer.send(answers.moment(kept.header, kept.upto(message.upto), seats, message.id, message.upto))

    def entries(self, kept: Kept, viewer: Viewer, message: wire.AskEntries) -> None:
        """Send a page of earlier entries."""
        first, last = answers.page_before(kept.room, message.before)
        viewer.send(answers.entries(message.id, self._lines(kept, first, last), earlier=first > 1))

    def state(self, kept: Kept, viewer: Viewer, message: wire.AskState) -> None:
        """Send the state as a seat knows it."""
        seat = kept.room.own_seat(DEVICE, answers.acting_seat(kept.room, viewer, message.seat))
        viewer.send_message(answers.seat_state(kept.room, seat, message))

    def read(self, kept: Kept, viewer: Viewer, message: wire.Read) -> None:
        """Take note of nothing: there is no chat with oneself."""

    def _lines(self, kept: Kept, first: int, last: int) -> list[bytes]:
        """Return lines with what happened by them."""
        live = kept.room.game
        if live is None or first > last:
            return []
        tail = [line for seq, line in live.tail if first <= seq <= last]
        if len(tail) == last - first + 1:
            return tail
        return moments.page(kept.header, kept.upto(last), first)


HANDLED: dict[type, Callable[[Messages, Kept, Viewer, Any], None]] = {
    wire.Hello: Messages.hello,
    wire.Ping: Messages.ping,
    wire.Look: Messages.look,
    wire.Act: Messages.act,
    wire.Undo: Messages.undo,
    wire.Proxy: Messages.proxy,
    wire.Auto: Messages.auto,
    wire.SetOrders: Messages.orders,
    wire.Back: Messages.back,
    wire.Read: Messages.read,
    wire.WriteLines: Messages.write,
    wire.AskSheet: Messages.sheet,
    wire.AskProposals: Messages.propose,
    wire.AskQuote: Messages.quote,
    wire.AskHint: Messages.hint,
    wire.AskHistory: Messages.history,
    wire.AskEntries: Messages.entries,
    wire.AskState: Messages.state,
}
"""What can be done alone; everything else needs a server."""
