"""Several processes on a real PostgreSQL lock rows in one order, and repeat what the database has rolled back."""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from kilowatt.client import Client
from kilowatt.host import timekeeping
from kilowatt.protocol import CreateTable, SeatPlan
from kilowatt.server.store import presence, retention
from kilowatt.server.store.presence_rows import Seen
from kilowatt.server.store.store import Store
from tests.server.kit import Running, eager_move, run, serving
from tests.server.postgres import Cluster

pytestmark = pytest.mark.postgres

TABLE = CreateTable("recharged/germany", [SeatPlan("person", name=name) for name in "AB"])
DAY = 86400.0


@asynccontextmanager
async def connected(url: str) -> AsyncIterator[Any]:
    """Open a connection of somebody else."""
    import asyncpg  # type: ignore[import-untyped]

    connection = await asyncpg.connect(url.replace("+asyncpg", ""))
    try:
        yield connection
    finally:
        await connection.close()


async def waiting(connection: Any, count: int) -> None:
    """Wait until so many transactions wait for a lock."""
    query = "select count(*) from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"
    async with asyncio.timeout(20):
        while await connection.fetchval(query) < count:  # noqa: ASYNC110 - the database tells nobody
            await asyncio.sleep(0.01)


def repeated(server: Running) -> int:
    """Return how often a server has repeated a transaction."""
    return server.server.metrics.counts["store_repeated"]


def test_presence_of_two_processes_never_waits_in_a_circle(postgres: Cluster) -> None:
    """Two processes that note the same players, of whom each knows other addresses, wait in turn."""

    async def check() -> None:
        url = postgres.database()
        async with serving(url) as one, serving(url) as two, Client(one.url) as ann, connected(url) as other:
            codes = sorted([(await ann.create(TABLE)).table.code for _ in range(3)])
            now = timekeeping.now()
            # each begins with a row that the other wants last, and both stop at the row that a third one holds
            first: list[Seen] = [
                (codes[1], 0, "a", now, None),
                (codes[0], 0, None, now, None),
                (codes[2], 0, None, now, None),
            ]
            second: list[Seen] = [
                (codes[2], 0, "b", now, None),
                (codes[0], 0, None, now, None),
                (codes[1], 0, None, now, None),
            ]
            async with other.transaction():
                await other.execute("update presence set seen = seen where code = $1", codes[0])
                notes = [
                    asyncio.create_task(presence.note(server.server.store, rows))
                    for server, rows in ((one, first), (two, second))
                ]
                await waiting(other, 2)
            await asyncio.gather(*notes)
            assert (repeated(one), repeated(two)) == (0, 0)
            marks = await other.fetch("select address from presence where seat = 0 order by code")
            assert [row["address"] for row in marks][1:] == ["a", "b"]

    run(check())


def test_a_move_that_the_database_rolled_back_is_written_again(postgres: Cluster) -> None:
    """A move that PostgreSQL ends to break a circle of locks, which a host can cause, is played and acknowledged."""

    async def check() -> None:
        url = postgres.database()
        async with serving(url) as server, Client(server.url) as ann, connected(url) as host:
            code = (await ann.create(TABLE)).table.code
            async with ann.sit(code) as seat:
                await seat.turn()
                # the server notices the circle, not the host
                await host.execute("set deadlock_timeout = '10min'")
                async with host.transaction():
                    await host.execute("lock table entries in access exclusive mode")
                    move = asyncio.create_task(seat.act(eager_move(seat, random.Random(1))))
                    async with connected(url) as other:
                        await waiting(other, 1)
                    await host.execute("lock table tables in access exclusive mode")
                done = await move
            assert repeated(server) == 1
            assert server.server.metrics.counts["store_errors"] == 0
            assert len(await server.server.store.entries(code)) == done.seq

    run(check())


def test_a_table_is_packed_with_the_move_that_is_just_written(postgres: Cluster) -> None:
    """Packing waits for a move of another process and keeps it."""

    async def check() -> None:
        url = postgres.database()
        async with serving(url) as server, Client(server.url) as ann, connected(url) as other:
            code = (await ann.create(TABLE)).table.code
            store: Store = server.server.store
            before = await store.entries(code)
            server.server.registry.rooms.clear()
            async with connected(url) as mover:
                async with mover.transaction():
                    await mover.execute("select code from tables where code = $1 for no key update", code)
                    await mover.execute(
                        "insert into entries values ($1, $2, $3)", code, len(before) + 1, '{"seq":0,"end":"x"}'
                    )
                    packing = asyncio.create_task(retention.pack(store, code, timekeeping.now()))
                    await waiting(other, 1)
                assert await packing
            assert await retention.unpack(store, code, timekeeping.now())
            assert len(await store.entries(code)) == len(before) + 1

    run(check())


def test_archiving_waits_for_nobody(postgres: Cluster) -> None:
    """Archiving leaves out tables that somebody writes to, so it cannot be part of a circle."""

    async def check() -> None:
        url = postgres.database()
        async with serving(url) as server, Client(server.url) as ann, connected(url) as other:
            codes = [(await ann.create(TABLE)).table.code for _ in range(2)]
            async with other.transaction():
                await other.execute("select code from tables where code = $1 for no key update", codes[0])
                later = timekeeping.now() + DAY
                async with asyncio.timeout(10):
                    assert await server.server.store.archive(later, later) == 1
            listed = {row["code"]: row["archived"] for row in await other.fetch("select code, archived from tables")}
            assert listed == {codes[0]: False, codes[1]: True}

    run(check())
