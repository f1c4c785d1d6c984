"""The server killed at random moments: nothing acknowledged is lost, nothing is doubled, every record replays."""

import asyncio
import random
from pathlib import Path

import httpx
import msgspec
import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

import kilowatt
from kilowatt.client import Client, Gone, ServerSaidNo
from kilowatt.engine.actions import AnyAction
from kilowatt.protocol import CreateTable, SeatPlan
from kilowatt.server.store.store import make_engine
from kilowatt.server.tables.actions.request import full_key
from tests.server.kit import eager_move, free_port, process, run
from tests.server.postgres import Cluster

TABLE = CreateTable("recharged/germany", [SeatPlan("person", name=name) for name in "ABC"])
TABLES = 4
MOVES = 200


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
            code = going.pop() if going else (await client.create(TABLE)).table.code
            if code not in codes:
                codes.append(code)
            await self.play(client, code, until)
            if self.sent < until:
                self.finished.add(code)


async def kill_over_and_over(url: str, kills: int, moves: int, seed: int) -> None:
    """Play under load, kill the server again and again, then look whether everything is as the players know it."""
    journal = Journal(seed)
    port = free_port()
    token: str | None = None
    codes: list[str] = []
    for number in range(kills + 1):
        async with process(url, port) as server, Client(f"http://127.0.0.1:{port}", token) as client:
            while len(codes) < TABLES:
                codes.append((await client.create(TABLE)).table.code)
            token = client.token
            last = number == kills
            target = journal.sent + (moves if last else journal.chance.randint(moves // 4, moves))
            until = target if last else 10**9
            tasks = [asyncio.create_task(journal.play_on(client, codes, place, until)) for place in range(TABLES)]
            if not last:
                while journal.sent < target and not any(task.done() for task in tasks):  # noqa: ASYNC110 - as counted
                    await asyncio.sleep(0.001)
                assert journal.sent >= target, [task.exception() for task in tasks if task.done()]
                await asyncio.sleep(journal.chance.random() * 0.02)
                server.kill()
            for end in await asyncio.gather(*tasks, return_exceptions=True):
                assert end is None or (isinstance(end, Gone | httpx.TransportError) and not last), end
    await look(url, codes, journal)


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


@pytest.mark.thorough
def test_a_few_kills_on_sqlite(tmp_path: Path) -> None:
    """Killed three times under load, SQLite has every acknowledged move once, and every record replays."""
    run(kill_over_and_over(f"sqlite+aiosqlite:///{tmp_path / 'k.db'}", 3, 60, 1))


@pytest.mark.postgres
def test_a_few_kills_on_postgres(postgres: Cluster) -> None:
    """Killed three times under load, PostgreSQL has every acknowledged move once, and every record replays."""
    run(kill_over_and_over(postgres.database(), 3, 60, 2))


@pytest.mark.soak
def test_forty_kills_on_sqlite(tmp_path: Path) -> None:
    """Killed forty times during 200 moves each, SQLite has lost and doubled nothing."""
    run(kill_over_and_over(f"sqlite+aiosqlite:///{tmp_path / 'k.db'}", 40, MOVES, 3))


@pytest.mark.soak
def test_forty_kills_on_postgres(postgres: Cluster) -> None:
    """Killed forty times during 200 moves each, PostgreSQL has lost and doubled nothing."""
    run(kill_over_and_over(postgres.database(), 40, MOVES, 4))


def test_the_journal_notices_a_lost_move(tmp_path: Path) -> None:
    """The check of these tests fails when an acknowledged entry is taken out of the store."""

    async def check() -> None:
        url = f"sqlite+aiosqlite:///{tmp_path / 'k.db'}"
        port = free_port()
        journal = Journal(5)
        async with process(url, port), Client(f"http://127.0.0.1:{port}") as client:
            seats = [SeatPlan("person", name=name) for name in "ABC"]
            code = (await client.create(CreateTable("recharged/germany", seats))).table.code
            await journal.play(client, code, 10)
        await look(url, [code], journal)
        engine = make_engine(url)
        async with engine.begin() as connection:
            await connection.execute(text("delete from entries where seq = (select max(seq) from entries)"))
        await engine.dispose()
        with pytest.raises((AssertionError, KeyError)):
            await look(url, [code], journal)

    run(check())


def test_a_refusal_is_not_an_acknowledgement(tmp_path: Path) -> None:
    """What the server refuses is nowhere in the store."""

    async def check() -> None:
        url = f"sqlite+aiosqlite:///{tmp_path / 'k.db'}"
        port = free_port()
        async with process(url, port), Client(f"http://127.0.0.1:{port}") as client:
            seats = [SeatPlan("person", name=name) for name in "AB"]
            code = (await client.create(CreateTable("recharged/germany", seats))).table.code
            async with client.sit(code) as seat:
                before = seat.seq
                with pytest.raises(ServerSaidNo):
                    await seat.act(eager_move(seat, random.Random(1)), expect=before + 5)
            assert len((await client.record(code)).splitlines()) == before + 1

    run(check())
