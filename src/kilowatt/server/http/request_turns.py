"""Requests of one address in turns: a few at a time are worked on, so that a hundred at once hold up nobody else.

A turn begins when the request is complete, with its body, and ends when its answer begins: a client that sends or reads
slowly holds none.
"""

from __future__ import annotations

import asyncio
from collections import deque
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    Message = dict[str, Any]
    Receive = Callable[[], Awaitable[Message]]
    Send = Callable[[Message], Awaitable[None]]

AT_ONCE = 4
"""Requests of one address that are worked on at the same time."""


class Turn:
    """The turn of one request: waited for, had, or over."""

    def __init__(self, turns: RequestTurns, address: str) -> None:
        self._turns = turns
        self._address = address
        self._held = False

    async def take(self) -> None:
        """Wait for the turn, unless it is had already."""
        if not self._held:
            await self._turns.take(self._address)
            self._held = True

    def end(self) -> None:
        """End the turn, if it is had."""
        if self._held:
            self._held = False
            self._turns.give_back(self._address)

    def taken_with(self, receive: Receive) -> Receive:
        """Return a way to read the request that waits for the turn before it hands out the end of the body."""

        async def read() -> Message:
            message = await receive()
            if message["type"] == "http.request" and not message.get("more_body", False):
                await self.take()
            return message

        return read

    def ended_by(self, send: Send) -> Send:
        """Return a way to answer that ends the turn with the first part of the answer."""

        async def answer(message: Message) -> None:
            self.end()
            await send(message)

        return answer


class RequestTurns:
    """Who works on requests now, and who waits, by address."""

    def __init__(self, *, unlimited: bool) -> None:
        self.unlimited = unlimited
        self._working: dict[str, int] = {}
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}

    @asynccontextmanager
    async def turn(self, address: str, *, complete: bool = False) -> AsyncIterator[Turn]:
        """Lend a turn; a request without a body takes it at once."""
        turn = Turn(self, address)
        try:
            if complete:
                await turn.take()
            yield turn
        finally:
            turn.end()

    async def take(self, address: str) -> None:
        """Wait until fewer than `AT_ONCE` requests of an address are worked on."""
        if self.unlimited:
            return
        working = self._working.get(address, 0)
        if working < AT_ONCE:
            self._working[address] = working + 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(address, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.give_back(address)
            raise

    def give_back(self, address: str) -> None:
        """End a turn: the next request of the address has it."""
        if self.unlimited:
            return
        waiting = self._waiting.get(address, deque())
        while waiting:
            turn = waiting.popleft()
            if not waiting:
                del self._waiting[address]
            if not turn.done():
                turn.set_result(None)
                return
        self._working[address] -= 1
        if not self._working[address]:
            del self._working[address]
