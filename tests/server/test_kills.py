"""The server killed at random moments: nothing acknowledged is lost, nothing is doubled, every record replays."""

import asyncio
import random
from pathlib import Path

import httpx
import pytest
from sqlalchemy import text

from kilowatt.client import Client, Gone, ServerSaidNo
from kilowatt.protocol import CreateTable, SeatPlan
from kilowatt.server.store.store import make_engine
from tests.server.journal import Journal, look
from tests.server.kit import eager_move, free_port, process, run
from tests.server.postgres import Cluster
from tests.server.seats import THREE

TABLES = 4
MOVES = 200


async def kill_over_and_over(url: str, kills: int, moves: int, seed: int) -> None:
    """Play under load, kill the server again and again, then look whether everything is as the players know it."""
    journal = Journal(seed)
    port = free_port()
    token: str | None = None
    codes: list[str] = []
    for number in range(kills + 1):
        async with process(url, port) as server, Client(f"http://127.0.0.1:{port}", token) as client:
            while len(codes) < TABLES:
                codes.append((await client.create(THREE)).table.code)
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


@pytest.mark.slow
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


@pytest.mark.slow
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
