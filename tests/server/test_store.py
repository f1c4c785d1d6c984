"""The store: durable, shared by commits, honest when it fails, and the same shape as its migrations."""

import asyncio
import contextlib
import random
import resource
import sqlite3
import threading
import time
from contextlib import closing
from pathlib import Path
from typing import Any, cast

import pytest
from sqlalchemy import text

from kilowatt.client import Client
from kilowatt.host import timekeeping
from kilowatt.host.rows import Live
from kilowatt.protocol import ClockPlan, CreateTable, SeatPlan
from kilowatt.server.monitoring.metrics import Metrics
from kilowatt.server.ops.audit import check_games
from kilowatt.server.server import Server
from kilowatt.server.settings import Settings
from kilowatt.server.store import upgrade
from kilowatt.server.store.rows import Move
from kilowatt.server.store.sqlite import BatchThread
from kilowatt.server.store.store import Store, make_engine
from kilowatt.server.store.writer import Conflict
from kilowatt.server.tables.room.move_writes import TOUCH_SECONDS
from tests.server.kit import play_on, run, serving, sqlite, until
from tests.server.seats import THREE
from tests.server.storage import fails_then_goes_on, migrations_agree


def test_migrations_give_the_declared_shape(tmp_path: Path) -> None:
    """Migrating an empty file up gives exactly the declared tables, and down again none."""
    run(migrations_agree(sqlite(tmp_path)))


def test_sqlite_is_durable(tmp_path: Path) -> None:
    """Both connections that write are in WAL mode with synchronous=FULL, read back from them while they serve."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann:
            async with ann.sit((await ann.create(THREE)).table.code) as seat:
                await play_on(seat, random.Random(1), 2)

            async def ask(connection: object) -> tuple[str, int]:
                mode = (await connection.execute(text("pragma journal_mode"))).scalar_one()  # type: ignore[attr-defined]
                sync = (await connection.execute(text("pragma synchronous"))).scalar_one()  # type: ignore[attr-defined]
                return str(mode), int(sync)

            writer = server.server.store.writer
            assert await writer.call(ask) == ("wal", 2)
            assert isinstance(writer.batches, BatchThread)
            pragmas = [await writer.batches.pragma(name) for name in ("journal_mode", "synchronous")]
            assert pragmas == ["wal", 2]

    run(check())


def test_a_connection_that_nobody_waits_for_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whenever the one who connects is cancelled, its thread has answered before the loop is closed."""
    failed: list[object] = []
    monkeypatch.setattr(threading, "excepthook", failed.append)
    connect = sqlite3.connect

    go_on = threading.Event()

    def slowly(*args: Any, **kwargs: Any) -> sqlite3.Connection:
        go_on.wait(20)
        return cast("sqlite3.Connection", connect(*args, **kwargs))

    monkeypatch.setattr(sqlite3, "connect", slowly)

    async def cancel(turns: int) -> None:
        go_on.clear()
        engine = make_engine(sqlite(tmp_path))

        async def read() -> None:
            async with engine.connect() as connection:
                await connection.execute(text("select 1"))

        task = asyncio.create_task(read())
        for _ in range(turns):
            await asyncio.sleep(0)
        task.cancel()
        go_on.set()
        with contextlib.suppress(asyncio.CancelledError):
            await task
        await engine.dispose()

    others = set(threading.enumerate())
    for step in range(16):
        run(cancel(step))
    for thread in set(threading.enumerate()) - others:
        thread.join(5)
        assert not thread.is_alive()
    assert failed == []


def test_moves_are_not_taken_for_changes_by_others(tmp_path: Path) -> None:
    """Played moves leave nothing to look for in the store; a line written to the file by another process does."""

    async def check() -> None:
        async with serving(sqlite(tmp_path), sweep=3600.0) as server, Client(server.url) as ann:
            writer = server.server.store.writer
            async with ann.sit((await ann.create(THREE)).table.code) as seat:
                await writer.changed_by_others()
                assert await play_on(seat, random.Random(1), 3) == 3
                assert not await writer.changed_by_others()
                with closing(sqlite3.connect(server.server.store.engine.url.database or "")) as other:
                    other.execute("update tables set touched = touched + 1")
                    other.commit()
                assert await writer.changed_by_others()
                assert not await writer.changed_by_others()

    run(check())


def test_a_move_writes_the_lists_index_once_per_minute(tmp_path: Path) -> None:
    """Moves that follow each other leave the stored time of a table's last change; a minute later it is written."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann:
            code = (await ann.create(THREE)).table.code
            store, room = server.server.store, server.server.registry.rooms[code]
            async with ann.sit(code) as seat:
                before = await store.table(code)
                await play_on(seat, random.Random(1), 2)
                after = await store.table(code)
                assert before is not None
                assert after is not None
                assert after.seq > before.seq
                assert after.touched == before.touched == room.row.touched
                room.row.touched -= TOUCH_SECONDS
                now = timekeeping.now()
                await play_on(seat, random.Random(1), 1)
                later = await store.table(code)
                assert later is not None
                assert later.touched == room.row.touched >= now

    run(check())


def test_the_clock_of_a_table_is_stored_with_the_time_of_its_turn(tmp_path: Path) -> None:
    """Where a clock runs, each new turn is a change of the table: notifications look for tables by that time."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann:
            seats = [SeatPlan("person", name=name) for name in ("Ann", "Bob", "Cy")]
            asked = CreateTable("recharged/germany", seats, clock=ClockPlan("days", days=2))
            code = (await ann.create(asked)).table.code
            room = server.server.registry.rooms[code]
            async with ann.sit(code) as seat:
                while room.row.live.clock.turn < 3:
                    turn, now = room.row.live.clock.turn, timekeeping.now()
                    await play_on(seat, random.Random(1), 1)
                    row = await server.server.store.table(code)
                    assert row is not None
                    assert (row.touched >= now) == (room.row.live.clock.turn > turn)

    run(check())


def test_moves_that_come_together_share_a_commit(tmp_path: Path) -> None:
    """Many tables' moves at once are few commits; each is stored when its caller hears so."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann:
            codes = [(await ann.create(THREE)).table.code for _ in range(11)]
            store = server.server.store
            counts = server.server.metrics.counts
            before = counts["commits"]

            async def end(code: str) -> None:
                row = await store.table(code)
                assert row is not None
                body = f'{{"seq":{row.seq + 1},"end":"agreed"}}'
                await store.writer.move(
                    Move(code, [(row.seq + 1, body)], Live(), None, time.time(), "over", row.version)
                )
                assert len(await store.entries(code)) == row.seq + 1

            await asyncio.gather(*map(end, codes))
            assert counts["commits"] - before < len(codes)

    run(check())


def test_an_entry_is_written_once(tmp_path: Path) -> None:
    """Of two moves for one place one is stored; the other is a conflict, and another table's move is not harmed."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann:
            codes = [(await ann.create(THREE)).table.code for _ in range(2)]
            store = server.server.store
            rows = [await store.table(code) for code in codes]
            now = time.time()

            def move(which: int) -> Move:
                row = rows[which]
                assert row is not None
                body = f'{{"seq":{row.seq + 1},"end":"agreed"}}'
                return Move(row.code, [(row.seq + 1, body)], Live(), None, now, "over", row.version)

            results = await asyncio.gather(
                *[store.writer.move(move(which)) for which in (0, 0, 1)], return_exceptions=True
            )
            assert [type(result) for result in results].count(Conflict) == 1
            assert results[2] is None
            for code, row in zip(codes, rows, strict=True):
                assert row is not None
                assert len(await store.entries(code)) == row.seq + 1

    run(check())


def test_a_full_disk_is_a_clear_refusal(tmp_path: Path) -> None:
    """When the file cannot grow a move is refused as such, nothing is shown, and play goes on with room."""

    async def check() -> None:
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann:

            async def fill() -> None:
                grown = (tmp_path / "test.db-wal").stat().st_size
                resource.setrlimit(resource.RLIMIT_FSIZE, (grown, hard))

            async def recover() -> None:
                resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))

            try:
                await fails_then_goes_on(server, ann, fill, recover)
            finally:
                await recover()
            assert server.server.metrics.counts["store_errors"] == 1

    run(check())


def test_idle_tables_leave_memory_and_come_back(tmp_path: Path) -> None:
    """An unused table is evicted and comes back as it was; one with a viewer stays."""

    async def check() -> None:
        async with serving(sqlite(tmp_path), idle=0.3) as server, Client(server.url) as ann:
            code = (await ann.create(THREE)).table.code
            async with ann.sit(code) as seat:
                await play_on(seat, random.Random(1), 12)
                server.server.registry.evict(float("inf"))
                assert code in server.server.registry.rooms
                before = seat.view
            await until(lambda: code not in server.server.registry.rooms)
            async with ann.sit(code) as again:
                assert again.view is not None
                assert before is not None
                assert again.view.game == before.game
                assert again.view.mine == before.mine

    run(check())


def test_tables_unused_for_long_are_archived_not_deleted(tmp_path: Path) -> None:
    """An archived table leaves the public lists, can still be read, and is live again when it is used."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann, Client(server.url) as bob:
            asked = CreateTable(THREE.ruleset, [*THREE.seats, SeatPlan("open")], visibility="public")
            code = (await ann.create(asked)).table.code
            assert await server.server.store.archive(time.time() + 1, time.time() + 1) == 1
            server.server.registry.evict(float("inf"))
            assert await bob.tables("open") == []
            assert (await bob.table(code)).archived
            await bob.join(code, "Bob")
            assert not (await bob.table(code)).archived

    run(check())


def test_the_check_before_an_upgrade_names_games_that_would_not_go_on(tmp_path: Path) -> None:
    """Every unfinished game is replayed; one whose record no longer plays is named and the check fails."""

    async def check() -> None:
        url = sqlite(tmp_path)
        async with serving(url) as server, Client(server.url) as ann:
            good = (await ann.create(THREE)).table.code
            bad = (await ann.create(THREE)).table.code
        said: list[str] = []
        assert await check_games(Settings(database_url=url), said.append) == 0
        store = Store(make_engine(url), Metrics())
        async with store.engine.begin() as connection:
            await connection.execute(
                text("update entries set body = replace(body, 'reveal', 'reveil') where code = :code"), {"code": bad}
            )
        await store.engine.dispose()
        assert await check_games(Settings(database_url=url), said.append) == 1
        assert any(line.startswith(f"{bad}: line ") for line in said)
        assert not any(line.startswith(f"{good}:") for line in said)

    run(check())


def test_the_check_before_an_upgrade_changes_nothing_and_says_where_no_database_is(tmp_path: Path) -> None:
    """A missing file is not made, an empty one and one that is no database are named; the status is none of games'."""

    async def check() -> None:
        path = tmp_path / "folder" / "test.db"
        said: list[str] = []
        for content, words in ((None, "There is no database at"), (b"", "no tables of Kilowatt"), (b"text", "read")):
            if content is not None:
                path.parent.mkdir(exist_ok=True)
                path.write_bytes(content)
            said.clear()
            assert await check_games(Settings(database_url=f"sqlite+aiosqlite:///{path}"), said.append) == 2
            assert words in said[0]
            assert path.parent.exists() == (content is not None)
            assert content is None or path.read_bytes() == content
        path.unlink()
        engine = make_engine(f"sqlite+aiosqlite:///{path}")
        await upgrade.upgrade(engine)
        async with engine.begin() as connection:
            await connection.execute(text("update alembic_version set version_num = '0000'"))
            await connection.execute(text("alter table tables rename to older"))
        await engine.dispose()
        assert await check_games(Settings(database_url=f"sqlite+aiosqlite:///{path}"), said.append) == 2
        assert "revision 0000" in said[-1]

    run(check())


def test_a_database_of_another_version_is_not_ready(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Readiness says so when the database is not at the revision this version needs."""

    async def check() -> None:
        server = Server(Settings(database_url=sqlite(tmp_path)))
        monkeypatch.setattr("kilowatt.server.server.READY_FOR", 0.0)
        assert await server.not_ready() is not None
        await upgrade.upgrade(server.engine)
        assert await server.not_ready() is None
        async with server.engine.begin() as connection:
            await connection.execute(text("update alembic_version set version_num = '0000'"))
        assert "0000" in (await server.not_ready() or "")
        await server.engine.dispose()

    run(check())
