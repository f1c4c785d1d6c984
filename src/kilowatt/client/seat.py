"""A socket to one table: sends moves, keeps the last view, and waits for what one waits for."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, TypeVar

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from kilowatt import protocol as wire
from kilowatt.client.errors import Gone, ServerSaidNo

if TYPE_CHECKING:
    from collections.abc import Callable

    from kilowatt.engine.actions import AnyAction

T = TypeVar("T")
COOKIE = "kilowatt_device"
LONGEST = 16 * 1024 * 1024
UNREADABLE = 1007

_read = msgspec.json.Decoder(wire.ServerMessage)
_write = msgspec.json.Encoder()


class TableSocket:
    """One connection to a table. `view`, `table`, `entries` and `said` are always the newest the server has sent."""

    def __init__(self, url: str, token: str | None, have: int, lang: wire.Language) -> None:
        self.url = url
        self.have = have
        self.lang = lang
        self.table: wire.TableView | None = None
        self.view: wire.View | None = None
        self.entries: list[wire.EntryView] = []
        self.said: list[wire.ChatMessage] = []
        self.sheet: list[wire.SheetLine] = []
        """What is written down at a real table."""
        self.latest_sheet: wire.SheetView | None = None
        self.read_upto = 0
        """The last line of chat that this player has read, as of the welcome."""
        self.seconds = 30.0
        """How long an answer may take."""
        self._headers = {"Cookie": f"{COOKIE}={token}"} if token is not None else {}
        self._socket: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None
        self._answers: dict[str, asyncio.Future[Any]] = {}
        self._changed = asyncio.Event()
        self._gone: Gone | None = None
        self.on_message: Callable[[wire.ServerMessage, bytes], None] | None = None
        """Called with everything that arrives, read and raw."""

    async def __aenter__(self) -> Self:
        """Connect and say hello."""
        try:
            self._socket = await connect(
                self.url,
                additional_headers=self._headers,
                max_size=LONGEST,
                proxy=None,
                compression=None,
                open_timeout=self.seconds,
            )
        except (OSError, InvalidHandshake) as error:
            raise Gone from error
        self._reader = asyncio.create_task(self._read_all())
        await self._send(wire.Hello(self.have, self.lang))
        await self.until(lambda: self.table is not None)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the socket."""
        if self._socket is not None:
            await self._socket.close()
        if self._reader is not None:
            self._reader.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._reader

    @property
    def seq(self) -> int:
        """The last entry that was received."""
        return self.view.seq if self.view is not None else self.have

    @property
    def my_turn(self) -> bool:
        """Whether one of your own seats is to act."""
        return self.view is not None and self.view.mine.menu is not None

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.view is not None and self.view.game.phase == "over"

    # --- saying -------------------------------------------------------------------------------------------------------

    async def act(self, action: AnyAction, *, key: str | None = None, expect: int | None = None) -> wire.Done:
        """Play an action; returns when the server has it for good. `ServerSaidNo` if it does not take it."""
        name = key or secrets.token_hex(8)
        seen = self.seq if expect is None else expect
        return await self._ask(name, wire.Act(name, seen, action), wire.Done)

    async def undo(self, seat: int | None = None, *, key: str | None = None, expect: int | None = None) -> wire.Done:
        """Undo your last decision."""
        name = key or secrets.token_hex(8)
        return await self._ask(name, wire.Undo(name, self.seq if expect is None else expect, seat), wire.Done)

    async def read(self, upto: int) -> None:
        """Report that the player has read the chat up to a line."""
        await self._send(wire.Read(upto))

    async def look(self, *, visible: bool) -> None:
        """Report whether the player can see the table."""
        await self._send(wire.Look(visible))

    async def write(
        self, *changes: wire.LineChange, final: bool = False, key: str | None = None, expect: int | None = None
    ) -> wire.Done:
        """Write lines of a real table's sheet; `ServerSaidNo` has the corrections that are offered."""
        name = key or secrets.token_hex(8)
        seen = self.seq if expect is None else expect
        message = wire.WriteLines(name, seen, len(self.sheet), list(changes), final)
        return await self._ask(name, message, wire.Done)

    async def propose(self, seat: int, what: Any, total: int = 0, count: int = 0) -> wire.Proposals:  # noqa: ANN401 - a literal
        """Ask what a sum may have been spent on at a real table."""
        name = secrets.token_hex(8)
        return await self._ask(name, wire.AskProposals(name, seat, what, total, count), wire.Proposals)

    async def quote(self, asked: wire.AskQuote) -> wire.Quoted:
        """Price a plan."""
        return await self._ask(asked.id, asked, wire.Quoted)

    async def hint(self, seat: int | None = None) -> wire.Hint:
        """Ask for advice."""
        name = secrets.token_hex(8)
        return await self._ask(name, wire.AskHint(name, seat), wire.Hint)

    async def history(self, upto: int) -> wire.History:
        """Look at an earlier moment."""
        name = secrets.token_hex(8)
        return await self._ask(name, wire.AskHistory(name, upto), wire.History)

    async def earlier(self, before: int) -> wire.EntriesPage:
        """Ask for the page of entries before one."""
        name = secrets.token_hex(8)
        return await self._ask(name, wire.AskEntries(name, before), wire.EntriesPage)

    async def state(self, seat: int | None = None, *, rules: bool = False) -> wire.SeatState:
        """Ask for the state as your own seat knows it, with the options of the game if you need them."""
        name = secrets.token_hex(8)
        return await self._ask(name, wire.AskState(name, seat, rules), wire.SeatState)

    async def ask_sheet(self) -> None:
        """Ask for the whole sheet of a real table once more; `sheet` has it when it comes."""
        await self._send(wire.AskSheet())

    async def all_entries(self) -> list[wire.EntryView]:
        """Fetch the entries that the welcome left out, page by page, and return all from the client's own on."""
        while self.entries and self.entries[0].seq > self.have + 1:
            page = await self.earlier(self.entries[0].seq)
            self.entries = [entry for entry in page.entries if entry.seq > self.have] + self.entries
        return self.entries

    async def ping(self) -> None:
        """Wait for a sign of life."""
        name = secrets.token_hex(8)
        await self._ask(name, wire.Ping(name), wire.Pong)

    async def proxy(self, order: wire.ProxyOrder | None, seat: int | None = None) -> wire.Ordered:
        """Set a secret proxy order, or cancel it."""
        return await self._ask("ordered", wire.Proxy(order, seat), wire.Ordered)

    async def auto(self, orders: wire.AutoOrders, seat: int | None = None) -> wire.Ordered:
        """Set what the server does by itself."""
        return await self._ask("ordered", wire.Auto(orders, seat), wire.Ordered)

    async def orders(self, plan: wire.OrderPlan | None, seat: int | None = None) -> wire.Ordered:
        """Set orders in advance in place of those there are, or cancel them."""
        return await self._ask("ordered", wire.SetOrders(plan, seat), wire.Ordered)

    async def back(self, seat: int | None = None) -> None:
        """Report that the player is back."""
        await self._send(wire.Back(seat))

    async def chat(self, text: str) -> None:
        """Send a chat line to the table."""
        await self._send(wire.Chat(text))

    async def hide(self, who: str, *, hide: bool = True) -> wire.Hidden:
        """Hide a person's chat from oneself, or show it again."""
        return await self._ask("hidden", wire.Hide(who, hide), wire.Hidden)

    async def send_raw(self, raw: str | bytes) -> None:
        """Send anything at all, for tests."""
        if self._socket is None:
            raise Gone
        try:
            await self._socket.send(raw)
        except ConnectionClosed as error:
            raise self._lost(error) from error

    # --- waiting ------------------------------------------------------------------------------------------------------

    async def until(self, true: Callable[[], bool], seconds: float | None = None) -> None:
        """Wait until something holds of what the server has sent."""
        async with asyncio.timeout(self.seconds if seconds is None else seconds):
            while not true():
                if self._gone is not None:
                    raise self._gone
                self._changed.clear()
                await self._changed.wait()

    async def seen(self, seq: int, seconds: float | None = None) -> None:
        """Wait until the view is at an entry or later."""
        await self.until(lambda: self.seq >= seq, seconds)

    async def turn(self, seconds: float | None = None) -> bool:
        """Wait until a seat of this client is to act (true) or the game is over (false)."""
        await self.until(lambda: self.my_turn or self.over, seconds)
        return self.my_turn

    # --- inside -------------------------------------------------------------------------------------------------------

    async def _send(self, message: wire.ClientMessage) -> None:
        await self.send_raw(_write.encode(message).decode())

    async def _ask(self, name: str, message: wire.ClientMessage, kind: type[T]) -> T:
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._answers[name] = answer
        try:
            await self._send(message)
            async with asyncio.timeout(self.seconds):
                reply = await answer
        finally:
            self._answers.pop(name, None)
        if isinstance(reply, wire.Refused):
            raise ServerSaidNo(reply)
        if not isinstance(reply, kind):
            msg = f"expected {kind.__name__}, not {type(reply).__name__}"
            raise TypeError(msg)
        return reply

    def _lost(self, error: ConnectionClosed) -> Gone:
        gone = Gone(error.rcvd.code if error.rcvd is not None else 0)
        self._gone = gone
        for answer in self._answers.values():
            if not answer.done():
                answer.set_exception(gone)
        self._changed.set()
        return gone

    async def _read_all(self) -> None:
        assert self._socket is not None  # noqa: S101 - connected
        try:
            async for raw in self._socket:
                plain = raw if isinstance(raw, bytes) else raw.encode()
                self._take(_read.decode(plain), plain)
        except ConnectionClosed as error:
            self._lost(error)
            return
        except msgspec.MsgspecError as error:
            # a newer server, or none of ours: a caller must not wait for an answer that cannot be read
            self._gone = Gone(UNREADABLE)
            self._gone.__cause__ = error
            await self._socket.close(UNREADABLE)
        self._gone = self._gone or Gone(self._socket.close_code or 0)
        for answer in self._answers.values():
            if not answer.done():
                answer.set_exception(self._gone)
        self._changed.set()

    def _take(self, message: wire.ServerMessage, raw: bytes) -> None:
        if isinstance(message, wire.Welcome):
            self.table, self.view, self.said = message.table, message.view, message.chat
            self.read_upto = message.read
            self.entries += message.entries
        elif isinstance(message, wire.Update):
            self.view = message.view
            self.entries += message.entries
        elif isinstance(message, wire.TableChanged):
            self.table = message.table
        elif isinstance(message, wire.SheetView):
            self.sheet[message.first :] = message.lines
            self.latest_sheet = message
        elif isinstance(message, wire.ChatMessage):
            self.said.append(message)
        else:
            self._answer(message)
        if self.on_message is not None:
            self.on_message(message, raw)
        self._changed.set()

    def _answer(self, message: wire.ServerMessage) -> None:
        unnamed = {wire.Ordered: "ordered", wire.Hidden: "hidden"}
        name = unnamed.get(type(message)) or getattr(message, "key", None)
        if name is None:
            name = getattr(message, "id", None)
        if name is None and isinstance(message, wire.Refused):
            # orders have no key of their own
            name = "ordered"
        waiting = self._answers.get(name or "")
        if waiting is not None and not waiting.done():
            waiting.set_result(message)
