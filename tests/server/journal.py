"""A journal of what players were told, which a test compares with the store after a kill."""

import random

import msgspec
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

import kilowatt
from kilowatt.client import Client
from kilowatt.engine.actions import AnyAction
from kilowatt.host.request import full_key
from kilowatt.server.store.store import make_engine
from tests.server.kit import eager_move
from tests.server.seats import THREE


class Journal:
    """What the players know: every move they sent, and every one the server said it has."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.acked: dict[tuple[str, str], tuple[int, bytes]] = {}
        self.pending: dict[str, tuple[str, int, AnyAction]] = {}
        self.finished: set[str] = set()
        self.sent = 0

    async def play(self, client: Client, code: str, until: int) -> None:
        """Play a table until so many moves were sent in all; what was not answered is sent again the next time."""
        async with client.sit(code) as seat:
            while self.sent < until and await seat.turn():
                if code not in self.pending:
                    key = f"{code}-{self.chance.getrandbits(64):x}"
                    self.pending[code] = (key, seat.seq, eager_move(seat, self.chance))
                    self.sent += 1
                key, expect, move = self.pending[code]
                done = await seat.act(move, key=key, expect=expect)
                self.acked[code, key] = (done.seq, msgspec.json.encode(move))
                del self.pending[code]
                await seat.seen(done.seq)

    async def play_on(self, client: Client, codes: list[str], place: int, until: int) -> None:
        """Play one table after another."""
        going = [code for code in codes if code not in self.finished][place : place + 1]
        while self.sent < until:
            code = going.pop() if going else (await client.create(THREE)).table.code
            if code not in codes:
                codes.append(code)
            await self.play(client, code, until)
            if self.sent < until:
                self.finished.add(code)


async def look(url: str, codes: list[str], journal: Journal) -> None:
    """Compare the store with what the players know."""
    engine = make_engine(url)
    try:
        async with engine.connect() as connection:
            decisions = sum([await _records(connection, code, journal) for code in codes])
            keys = (await connection.execute(text("select code, key, seq from keys"))).all()
    finally:
        await engine.dispose()
    stored = {(row.code, row.key.split("/", 1)[1]): row.seq for row in keys}
    assert len(stored) == len(keys)
    for (code, key), (seq, _) in journal.acked.items():
        assert stored[code, full_key("", key).removeprefix("/")] == seq
    # every decision in the records has its key, and no key led to two
    assert decisions == len(keys) <= journal.sent


async def _records(connection: AsyncConnection, code: str, journal: Journal) -> int:
    """Check that a table's record replays and holds what was acknowledged; count the decisions in it."""
    where = {"code": code}
    header = (await connection.execute(text("select header from tables where code = :code"), where)).scalar_one()
    query = text("select seq, body from entries where code = :code order by seq")
    rows = (await connection.execute(query, where)).all()
    assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
    record = kilowatt.read_record([header, *[row.body for row in rows]])
    bodies = {row.seq: row.body.encode() for row in rows}
    for (table, _), (seq, move) in journal.acked.items():
        if table == code:
            # the entry acknowledged is the last one the move wrote: the move itself, or a card it turned up
            assert move in b"".join(bodies[number] for number in range(max(1, seq - 12), seq + 1))
    return sum(1 for entry in record.entries if entry.by == "player")
