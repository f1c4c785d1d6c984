"""Steps that use cases and the driver share: play a planned move, hand a seat to a bot, end a game, save seats.

A step stores its change and then sends it to everybody at the table; call it with the room's lock held.
"""

from __future__ import annotations

import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

from kilowatt.host import timekeeping
from kilowatt.host.deciding import going, planned
from kilowatt.host.errors import Changed, Denied
from kilowatt.host.starting import begin
from kilowatt.host.timekeeping import iso
from kilowatt.protocol import Done
from kilowatt.server.ratings.agreement import STAND_IN, stand_in_level

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping

    from kilowatt.engine.actions import Action
    from kilowatt.host.game.live import Planned
    from kilowatt.host.request import Asked
    from kilowatt.host.rows import Orders
    from kilowatt.server.tables.room.room import Room
    from kilowatt.server.tables.room.transactions import Transactions


class Steps:
    """What is done at tables, step by step."""

    def __init__(self, transactions: Transactions) -> None:
        self.transactions = transactions
        self.store = transactions.store
        self.metrics = transactions.metrics
        self.game_over: Callable[[Room], None] = lambda _room: None
        """Called with a table whose game has just ended here."""

    # --- moves --------------------------------------------------------------------------------------------------------

    async def play(
        self, room: Room, plan: Planned, now: float, asked: Asked | None = None, spent: Collection[int] = ()
    ) -> None:
        """Store a planned move and send it to everybody."""
        try:
            key = (asked.full, asked.digest) if asked is not None else None
            await self.transactions.commit(room, plan, now, key, spent)
        except Changed:
            if asked is not None and await self.repeated(room, asked, -1):
                return
            raise
        began = time.perf_counter()
        room.send_move(plan, asked)
        self.metrics.observe("send_seconds", time.perf_counter() - began)
        if room.row.state == "over":
            self.game_over(room)

    async def play_for(self, room: Room, move: Action, by: str, spent: list[int]) -> None:
        """Play what a bot, a clock or an order decided; the move is known to be allowed."""
        assert room.game is not None  # noqa: S101 - something is to act
        now = timekeeping.now()
        await self.play(room, planned(room, move, iso(now), by), now, spent=spent)

    async def end(self, room: Room, why: str) -> None:
        """End a game early, with an entry that gives the reason."""
        now = timekeeping.now()
        await self.play(room, going(room).plan_end(why, iso(now)), now)

    @contextmanager
    def counting(self) -> Iterator[None]:
        """Count a refusal of what was meant for an earlier entry."""
        try:
            yield
        except Denied as error:
            if error.code == "stale":
                self.metrics.count("stale")
            raise

    async def repeated(self, room: Room, asked: Asked, expect: int) -> bool:
        """Answer a move that was already played with what became of it."""
        stored = room.recent.get(asked.full)
        if stored is None and room.game is not None and expect != room.game.seq:
            stored = await self.store.key(room.code, asked.full)
        if stored is None:
            return False
        if stored[1] != asked.digest:
            raise Denied("key_reused")
        self.metrics.count("repeated")
        asked.viewer.send_message(Done(asked.key, stored[0], repeated=True))
        return True

    # --- seats and orders ---------------------------------------------------------------------------------------------

    async def put_orders(self, room: Room, seat: int, orders: Orders) -> None:
        """Store the secret orders of a seat; nobody is notified."""
        await self.transactions.put_orders(room, seat, orders, going(room).state)

    async def give_back(self, room: Room, seat: int) -> None:
        """Let a seat's player decide again after a bot has played for them."""
        room.seated(seat, timekeeping.now())
        await self.save(room, seen={seat: None})

    async def hand_to_bot(self, room: Room, seat: int, why: str) -> None:
        """Let a bot play a seat: its player `left`, is `late` or has `resigned`."""
        row = room.seats[seat]
        row.away, row.away_since = why, timekeeping.now()
        row.agreed = False
        row.level = row.level or self.stand_in_level(room)
        await self.save(room)

    def stand_in_level(self, room: Room) -> str:
        """Return the level of a bot that plays for somebody, where nobody asks for another."""
        return stand_in_level(room.seats) if room.row.plan.rated else STAND_IN

    async def save(
        self,
        room: Room,
        lines: list[tuple[int, str]] | None = None,
        forget: Collection[int] = (),
        absent: Mapping[int, float] | None = None,
        seen: Mapping[int, str | None] | None = None,
    ) -> None:
        """Store seats and numbers of a table, as `Transactions.save` does, and send everybody the table's head."""
        await self.transactions.save(room, lines, forget, absent, seen)
        room.send_table()

    async def start(
        self, room: Room, forget: Collection[int] = (), seen: Mapping[int, str | None] | None = None
    ) -> None:
        """Begin the game if no seat is open any more; else store the seats."""
        if room.row.state != "waiting" or any(seat.kind == "open" for seat in room.seats):
            await self.save(room, forget=forget, seen=seen)
            return
        try:
            planned, room.game = begin(room)
        except Denied:
            # the seats may have been changed for this start
            room.stale = True
            raise
        await self.save(room, planned.rows(), seen=seen)
        room.send_update(planned.lines)
