"""A bot at a server's table: takes a seat by a token, plays it to the end of the game, and comes back when cut off."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

import msgspec

from kilowatt.bots import Budget, make_bot
from kilowatt.client.errors import Gone, ServerSaidNo
from kilowatt.editions.compose import compose
from kilowatt.engine.snapshot import restore

if TYPE_CHECKING:
    from kilowatt import protocol as wire
    from kilowatt.client.client import Client
    from kilowatt.client.seat import TableSocket
    from kilowatt.engine.actions import Action
    from kilowatt.engine.rules import Rules

FAILURES_MOST = 3
"""Decisions in a row that a bot may fail before it gets up."""
LIMIT_SHARE = 0.8
"""The share of the time that the server gives which a bot gets: the way to the server takes some too."""
LIMIT = 20.0
"""Seconds for a decision where the server sets no limit."""
QUIET = 30.0
"""Seconds without a message after which the server is asked for a sign of life."""
PAUSES = (0.2, 0.5, 1.0, 2.0, 5.0, 10.0)
"""Seconds before the first, second, ... new try to connect; the last one again and again."""
FINAL = {4404: "the table was deleted", 4410: "the table's owner removed it", 4403: "the server refused the connection"}
"""Codes of a closed socket after which coming back is no use."""
RETRIED = ("too_many", "store_unavailable", "failed", "no_server", "stale")
"""Refusals that may be over in a moment."""
NOT_ITS_OWN = "the seat is no longer this bot's: its token ended, or the table's owner gave it away"
FALLBACK = "simple"
"""The bot whose move is played where the bot itself gives none."""


class SeatLost(Exception):
    """The bot has no seat any more: the text says why."""


class Question(msgspec.Struct):
    """What a bot is asked: the rules as arguments of `compose`, the snapshot its seat knows, and its time."""

    rules: dict[str, Any]
    snapshot: dict[str, Any]
    seat: int
    limit: float
    """Seconds."""


Decide = Callable[[Question], Awaitable["Action"]]
"""Returns a move; an exception of the caller's own kind says that the bot gave none."""


class BotSeat:
    """Plays one seat of one table."""

    def __init__(
        self,
        client: Client,
        code: str,
        token: str,
        decide: Decide,
        *,
        failed: type[Exception] = Exception,
        name: str | None = None,
        report: Callable[[str], None] = lambda _: None,
        patience: float = 600.0,
    ) -> None:
        self.client = client
        self.code = code
        self.token = token
        self.decide = decide
        self.failed = failed
        """What `decide` raises where the bot gives no move."""
        self.name = name
        self.report = report
        self.patience = patience
        """Seconds without a connection after which it gives up."""
        self._failures = 0
        self._rules: dict[str, Any] | None = None
        self._composed: Rules | None = None

    async def play(self) -> wire.TableView:
        """Play until the game is over, and return the table; `SeatLost` if the seat is lost before that."""
        tries, since = 0, time.monotonic()
        while True:
            try:
                table = (await self.client.connect_bot(self.code, self.token, self.name)).table
                while True:
                    try:
                        async with self.client.sit(self.code) as seat:
                            if tries:
                                self.report("connected again")
                            tries, since = 0, time.monotonic()
                            return await self._at(seat, table)
                    except (Gone, TimeoutError) as error:
                        tries = await self._pause(error, tries, since)
            except (Gone, TimeoutError) as error:
                tries = await self._pause(error, tries, since)
            except ServerSaidNo as error:
                if error.code not in RETRIED:
                    raise SeatLost(NOT_ITS_OWN if error.code == "not_your_seat" else error.text) from error
                tries = await self._pause(error, tries, since)

    async def _pause(self, error: Exception, tries: int, since: float) -> int:
        """Wait before another try to connect; `SeatLost` where that is no use, or has been tried for too long."""
        if isinstance(error, Gone) and error.code in FINAL:
            raise SeatLost(FINAL[error.code]) from error
        if time.monotonic() - since > self.patience:
            raise SeatLost(f"no connection for {self.patience:.0f} seconds") from error
        if tries == 0:
            self.report(f"connection lost: {str(error) or type(error).__name__}")
        await asyncio.sleep(PAUSES[min(tries, len(PAUSES) - 1)])
        return tries + 1

    async def _at(self, seat: TableSocket, table: wire.TableView) -> wire.TableView:
        """Play at a connected table."""
        own = table.yours[0]
        while True:
            await self._until(seat, lambda: self._has_news(seat, own))
            now = seat.table
            assert now is not None  # noqa: S101 - welcomed
            if seat.over or now.state in ("over", "review"):
                return await self.client.table(self.code)
            if own not in now.yours:
                raise SeatLost(NOT_ITS_OWN)
            if now.seats[own].vacant:
                await seat.back(own)
                await self._until(seat, lambda: seat.table is not None and not seat.table.seats[own].vacant)
                continue
            await self._move(seat, own)

    def _has_news(self, seat: TableSocket, own: int) -> bool:
        table = seat.table
        if table is None:
            return False
        return (
            seat.my_turn
            or seat.over
            or table.state in ("over", "review")
            or own not in table.yours
            or table.seats[own].vacant
        )

    async def _until(self, seat: TableSocket, true: Callable[[], bool]) -> None:
        """Wait as long as it takes, with a sign of life now and then."""
        while True:
            try:
                await seat.until(true, QUIET)
            except TimeoutError:
                await seat.ping()
            else:
                return

    # --- decisions ----------------------------------------------------------------------------------------------------

    async def _move(self, seat: TableSocket, own: int) -> None:
        """Let the bot decide and play that; where it fails, play another bot's move in its place."""
        try:
            sent = await seat.state(own, rules=self._rules is None)
        except ServerSaidNo as error:
            self.report(error.text)
            return
        if sent.state["actor"] != own:
            # the table has moved on in this moment
            await seat.seen(sent.seq)
            return
        if sent.options is not None:
            self._rules = {
                "ruleset": sent.ruleset,
                "seats": sent.seats,
                "options": sent.options,
                "revision": sent.revision,
            }
            self._composed = compose(sent.ruleset, sent.seats, sent.options, sent.revision)
        assert self._rules is not None  # noqa: S101 - sent once at least
        limit = LIMIT if sent.seconds is None else sent.seconds * LIMIT_SHARE
        try:
            move = await self.decide(Question(self._rules, sent.state, own, limit))
            if await self._played(seat, sent, move):
                self._failures = 0
                return
        except self.failed as error:
            self.report(f"no move: {error}")
        except ServerSaidNo as error:
            self.report(f"illegal move: {error.text}")
        self._failures += 1
        if self._failures >= FAILURES_MOST:
            await self.client.leave(self.code, own)
            raise SeatLost(f"the bot failed {FAILURES_MOST} decisions in a row; a bot of the server plays on")
        await self._play_fallback(seat, sent)

    async def _played(self, seat: TableSocket, sent: wire.SeatState, move: Action) -> bool:
        """Play a move; whether it was the bot's to play is no fault of the bot, so a table that moved on counts too."""
        try:
            done = await seat.act(move, expect=sent.seq)  # type: ignore[arg-type]
        except ServerSaidNo as error:
            if error.code in ("stale", "over"):
                self.report("too late: the table has moved on")
                return True
            raise
        await seat.seen(done.seq)
        return True

    async def _play_fallback(self, seat: TableSocket, sent: wire.SeatState) -> None:
        assert self._composed is not None  # noqa: S101 - with the rules
        state = restore(self._composed, sent.state)
        advice = await asyncio.to_thread(make_bot(FALLBACK).advise, state, sent.seat, Budget())
        self.report(f"{FALLBACK} moves in its place")
        await self._played(seat, sent, advice.action)
