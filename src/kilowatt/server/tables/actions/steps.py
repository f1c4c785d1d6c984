"""Steps that use cases and the driver share: play a planned move, hand a seat to a bot, end a game, save seats.

A step stores its change and then sends it to everybody at the table; call it with the room's lock held.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from kilowatt.protocol import Done
from kilowatt.server import timekeeping
from kilowatt.server.errors import Changed, Denied
from kilowatt.server.game import challenges
from kilowatt.server.ratings.agreement import STAND_IN, stand_in_level
from kilowatt.server.tables.actions.starting import begin
from kilowatt.server.timekeeping import iso

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from kilowatt.engine.actions import Action
    from kilowatt.server.game.live import LiveGame, Planned
    from kilowatt.server.store.rows import Orders
    from kilowatt.server.tables.actions.request import Asked
    from kilowatt.server.tables.room.room import Room
    from kilowatt.server.tables.room.transactions import Transactions

ENTRIES_MOST = 20_000
"""Entries in one game: no game that anybody means to finish comes near."""


def going(room: Room) -> LiveGame:
    """Return the game of a table if it goes on; `Denied` says why it does not."""
    if room.row.state == "review":
        raise Denied("review")
    if room.game is None:
        raise Denied("waiting")
    if room.game.over:
        raise Denied("over")
    return room.game


def planned(room: Room, move: Action, at: str, by: str) -> Planned:
    """Plan a move that is known to be allowed; where the task of a challenge is over with it, so is the game."""
    live = going(room)
    plan = live.plan(move, at, by)
    task = challenges.by_name().get(room.row.plan.challenge or "")
    if task is not None and plan.state.result is None and challenges.is_done(task, plan.state):
        live.end_with(plan, challenges.ENDED, at)
    return plan


def send_move(room: Room, plan: Planned, asked: Asked | None = None) -> None:
    """Send everybody a move that is stored; the viewer that asked for it first gets the answer."""
    if asked is not None:
        room.send_update(plan.lines, asked.viewer, Done(asked.key, plan.seq))
    else:
        room.send_update(plan.lines)
    if room.row.state == "over":
        room.send_table()


class Steps:
    """What is done at tables, step by step."""

    def __init__(self, transactions: Transactions) -> None:
        self.transactions = transactions
        self.store = transactions.store
        self.metrics = transactions.metrics

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
        send_move(room, plan, asked)
        self.metrics.observe("send_seconds", time.perf_counter() - began)

    async def play_for(self, room: Room, move: Action, by: str, spent: list[int]) -> None:
        """Play what a bot, a clock or an order decided; the move is known to be allowed."""
        assert room.game is not None  # noqa: S101 - something is to act
        now = timekeeping.now()
        await self.play(room, planned(room, move, iso(now), by), now, spent=spent)

    async def end(self, room: Room, why: str) -> None:
        """End a game early, with an entry that gives the reason."""
        now = timekeeping.now()
        await self.play(room, going(room).plan_end(why, iso(now)), now)

    def check_seen(self, live: LiveGame, expect: int) -> None:
        """Refuse a move that was meant for an earlier entry."""
        if expect != live.seq:
            self.metrics.count("stale")
            raise Denied("stale", seq=live.seq, expect=expect)

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
        planned, room.game = begin(room)
        await self.save(room, planned.rows(), seen=seen)
        room.send_update(planned.lines)
