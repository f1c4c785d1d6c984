"""Faults: a table that cannot be read, a writer that meets the unforeseen, a database away at the wrong moment."""

import asyncio
import random
from pathlib import Path

import pytest
from sqlalchemy import text
from websockets.asyncio.client import connect

from kilowatt.client import Client, ServerSaidNo
from kilowatt.protocol import CreateTable, SeatPlan
from kilowatt.server.monitoring.metrics import Metrics
from kilowatt.server.store.rows import Move
from kilowatt.server.store.sqlite import BatchThread
from kilowatt.server.store.store import Store, make_engine
from kilowatt.server.store.writer import StoreDown
from tests.server.kit import eager_move, play_on, run, serving, sqlite
from tests.server.seats import THREE, refused


async def spoil(url: str, code: str) -> None:
    """Make a table's record unreadable, as an upgrade might."""
    store = Store(make_engine(url), Metrics())
    async with store.engine.begin() as connection:
        await connection.execute(
            text("update entries set body = replace(body, 'reveal', 'reveil') where code = :code"), {"code": code}
        )
        # the one that has waited longest
        await connection.execute(text("update tables set wake = 1 where code = :code"), {"code": code})
    await store.engine.dispose()


@pytest.mark.thorough
def test_a_table_that_cannot_be_read_keeps_no_other_waiting(tmp_path: Path) -> None:
    """Bots of all other tables play on after a restart; who opens the broken one hears that it failed."""

    async def check() -> None:
        url = sqlite(tmp_path)
        async with serving(url, bot_pause=60.0) as server, Client(server.url) as ann:
            seats = [SeatPlan("person", name="Ann"), SeatPlan("bot", "random")]
            asked = CreateTable("recharged/germany", seats, {"order": [1, 0], "trust": False})
            codes = []
            for _ in range(2):
                codes.append((await ann.create(asked)).table.code)
                # somebody watches, so the bot takes its time
                async with ann.sit(codes[-1]) as seat:
                    await seat.ping()
            token = ann.token
        broken, good = codes
        await spoil(url, broken)
        async with serving(url, processes=1) as server, Client(server.url, token) as ann:
            store = server.server.store
            async with asyncio.timeout(30):
                while (row := await store.table(good)) is not None and row.live.actor != 0:  # noqa: ASYNC110 - nobody is connected to be told
                    await asyncio.sleep(0.1)
            socket = f"{server.url.replace('http', 'ws', 1)}/api/tables/{broken}/socket"
            async with connect(socket, proxy=None) as reader:
                assert '"failed"' in str(await reader.recv())
            assert (await refused(ann.table(broken))).code == "failed"

    run(check())


@pytest.mark.parametrize("error", [RuntimeError, MemoryError])
def test_the_writer_outlives_the_unforeseen(tmp_path: Path, error: type[Exception]) -> None:
    """A move that fails for no known reason is refused like any other the store did not take, and play goes on."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann:
            code = (await ann.create(THREE)).table.code
            thread = server.server.store.writer.batches
            assert isinstance(thread, BatchThread)
            good = thread._write

            def once(*_: object) -> None:
                thread._write = good  # type: ignore[method-assign]
                raise error

            async with ann.sit(code) as seat:
                await play_on(seat, random.Random(1), 3)
                thread._write = once  # type: ignore[method-assign,assignment]
                before, move = seat.seq, eager_move(seat, random.Random(2))
                with pytest.raises(ServerSaidNo) as caught:
                    await seat.act(move, key="again", expect=before)
                assert caught.value.code == "store_unavailable"
                done = await seat.act(move, key="again", expect=before)
                await seat.seen(done.seq)
                assert await play_on(seat, random.Random(3), 3) == 3

    run(check())


def test_a_move_cut_off_in_its_commit_is_found_in_the_store(tmp_path: Path) -> None:
    """When the task of a move is cancelled after its commit, its table is read again: the move is played once."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann:
            code = (await ann.create(THREE)).table.code
            room, writer = server.server.registry.rooms[code], server.server.store.writer
            good, stored = writer.move, asyncio.Event()

            async def endless(move: Move) -> None:
                await good(move)
                stored.set()
                await asyncio.Event().wait()

            async with ann.sit(code) as seat:
                await play_on(seat, random.Random(1), 3)
                (viewer,) = room.viewers
                before, move = seat.seq, eager_move(seat, random.Random(2))
                writer.move = endless  # type: ignore[method-assign]
                task = asyncio.create_task(server.server.tables.moves.act(room, viewer, "again", before, move))
                await stored.wait()
                task.cancel()
                with pytest.raises(asyncio.CancelledError):
                    await task
                writer.move = good  # type: ignore[method-assign]
                assert (room.stale, room.row.seq) == (True, before)
                done = await seat.act(move, key="again", expect=before)
                assert (done.repeated, done.seq) == (True, room.row.seq)
                await seat.seen(done.seq)
                assert await play_on(seat, random.Random(3), 3) == 3

    run(check())


def test_a_rematch_is_one_table_even_when_the_database_fails_between(tmp_path: Path) -> None:
    """The new table and the old one's word of it are one transaction: asked again there is still one new table."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann:
            seats = [SeatPlan("person", name="Ann"), SeatPlan("bot", "random")]
            code = (await ann.create(CreateTable("recharged/germany", seats))).table.code
            await ann.resign(code)
            store, change = server.server.store, server.server.store.change

            async def fails(*_: object) -> None:
                store.change = change  # type: ignore[method-assign]
                raise StoreDown

            store.change = fails  # type: ignore[method-assign,assignment]
            first = await asyncio.gather(ann.rematch(code), return_exceptions=True)
            store.change = change  # type: ignore[method-assign]
            again = await ann.rematch(code)
            assert not isinstance(first[0], BaseException)
            assert first[0].table.code == again.table.code
            assert len(await ann.tables("mine")) == 2
            server.server.registry.evict(float("inf"))
            assert (await ann.table(code)).rematch == again.table.code

    run(check())
