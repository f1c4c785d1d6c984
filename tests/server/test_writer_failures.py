"""What each failure of the database becomes in the store's writer: a conflict, another try, or a store that is down."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from kilowatt.server.store import writer as module
from kilowatt.server.store.writer import Conflict, StoreDown, Taken
from tests.server.fake_database import Bench, fine, go, move, rolled_back
from tests.server.kit import run, serving, sqlite

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> float:
    """Let what hangs be given up soon; return how long the writer really waits."""
    real = module.PATIENCE
    monkeypatch.setattr(module, "PATIENCE", 0.05)
    return real


# --- conflicts -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("error", [IntegrityError("", {}, Exception()), sqlite3.IntegrityError()], ids=["orm", "file"])
def test_a_conflict_harms_only_its_own_move(error: Exception) -> None:
    """A batch with a conflict is written move by move: one is refused and the others are stored."""

    async def check(bench: Bench) -> None:
        bench.log.answers = [error, True, error, True]
        results = await asyncio.gather(*[bench.writer.move(move(code)) for code in "abc"], return_exceptions=True)
        assert [type(result) for result in results] == [type(None), Conflict, type(None)]
        assert [len(parts[1].rows) for parts in bench.log.writes] == [3, 1, 1, 1]
        assert (bench.metrics.counts["commits"], bench.metrics.counts["store_errors"]) == (2, 0)
        assert bench.log.drops == 0
        bench.log.answers = [error, error, True]
        results = await asyncio.gather(*[bench.writer.move(move(code)) for code in "de"], return_exceptions=True)
        assert [type(result) for result in results] == [Conflict, type(None)]

    go(check)


def test_a_batch_that_another_process_came_before_is_a_conflict() -> None:
    """On PostgreSQL a batch says what it rests on, and a batch that is not taken is a conflict."""

    async def check(bench: Bench) -> None:
        bench.log.answers = [False]
        with pytest.raises(Conflict):
            await bench.writer.move(move("a"))
        assert bench.log.expected == [{"a": (4, None)}]
        await bench.writer.move(move("b"))

    go(check, "postgresql")


def test_a_call_rolls_back_a_conflict() -> None:
    """A broken constraint becomes a conflict; a conflict that the work found itself comes back as it is."""

    async def taken(_: Any) -> None:
        raise Taken

    async def broken(_: Any) -> None:
        raise IntegrityError("", {}, Exception())

    async def check(bench: Bench) -> None:
        with pytest.raises(Taken):
            await bench.writer.call(taken)
        with pytest.raises(Conflict) as caught:
            await bench.writer.call(broken)
        assert type(caught.value) is Conflict
        assert bench.log.steps == ["rollback", "rollback"]
        assert len(bench.connections) == 1

    go(check)


# --- a database that fails -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("error", "logged"),
    [(OSError(), 0), (sqlite3.OperationalError(), 0), (ValueError(), 1)],
    ids=["lost", "file", "unforeseen"],
)
def test_a_failed_batch_is_reported_once(error: Exception, logged: int, caplog: pytest.LogCaptureFixture) -> None:
    """Callers learn that the store is down, the connection is dropped, and only what is unforeseen has a traceback."""
    caplog.set_level(logging.ERROR)

    async def check(bench: Bench) -> None:
        bench.log.answers = [error]
        with pytest.raises(StoreDown, match=rf"^{type(error).__name__}$"):
            await bench.writer.move(move("a"))
        assert (bench.log.drops, bench.metrics.counts["store_errors"]) == (1, 1)
        await bench.writer.move(move("b"))

    go(check)
    assert [record.name for record in caplog.records].count("kilowatt.writer") == logged
    doing = [record.__dict__["fields"] for record in caplog.records if record.name == "kilowatt.store"]
    why = type(error).__name__
    assert [(row["doing"], row["why"]) for row in doing] == [("writing moves", why)]


def test_a_batch_that_hangs_is_given_up(patience: float) -> None:
    """After 15 seconds the database counts as lost, and the next batch has a new connection."""

    async def check(bench: Bench) -> None:
        assert patience == 15.0
        bench.log.answers = ["hang"]
        with pytest.raises(StoreDown, match=r"^TimeoutError$"):
            await bench.writer.move(move("a"))
        assert bench.log.drops == 1
        await bench.writer.move(move("b"))

    go(check)


def test_a_call_that_loses_the_database_says_so(caplog: pytest.LogCaptureFixture) -> None:
    """A lost database is reported and its connection closed for good; the next call opens another."""

    async def lost(_: Any) -> None:
        raise OSError

    async def check(bench: Bench) -> None:
        with pytest.raises(StoreDown, match=r"^OSError$"):
            await bench.writer.call(lost)
        assert bench.log.steps == ["invalidate", "close"]
        assert bench.log.drops == 1
        assert await bench.writer.call(fine) == "fine"
        assert len(bench.connections) == 2

    go(check)
    fields = [record.__dict__["fields"] for record in caplog.records]
    assert [(row["doing"], row["why"]) for row in fields] == [("writing", "OSError")]


def test_a_callers_own_mistake_goes_back_to_it() -> None:
    """An error that says nothing about the database is raised as it is, and the half-done connection is not reused."""

    async def mistaken(_: Any) -> None:
        raise KeyError("mine")

    async def check(bench: Bench) -> None:
        with pytest.raises(KeyError, match="mine"):
            await bench.writer.call(mistaken)
        assert bench.metrics.counts["store_errors"] == 0
        assert bench.log.steps == ["invalidate", "close"]
        assert await bench.writer.call(fine) == "fine"

    go(check)


@pytest.mark.parametrize(("fails", "hangs"), [({"rollback"}, ""), (set(), "rollback")], ids=["fails", "hangs"])
def test_a_connection_that_cannot_roll_back_is_dropped(fails: set[str], hangs: str) -> None:
    """The conflict still reaches its caller, and the next call has another connection."""

    async def taken(_: Any) -> None:
        raise Taken

    async def check(bench: Bench) -> None:
        await bench.writer.call(fine)
        bench.connections[0].fails, bench.connections[0].hangs = fails, hangs
        with pytest.raises(Taken):
            await bench.writer.call(taken)
        assert bench.log.steps == ["commit", "rollback", "invalidate", "close"]
        await bench.writer.call(fine)
        assert len(bench.connections) == 2

    go(check)


def test_a_connection_that_does_not_close_holds_up_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """Closing a broken connection has two seconds before others go on, and its failure is nobody's concern."""
    assert module.CLOSE_SECONDS == 2.0
    monkeypatch.setattr(module, "CLOSE_SECONDS", 0.05)

    async def check(bench: Bench) -> None:
        await bench.writer.call(fine)
        bench.connections[0].hangs = "invalidate"
        await bench.writer._drop()
        assert bench.log.steps == ["commit", "invalidate"]
        assert [task.get_name() for task in bench.writer._closing] == ["close"], "it is closed when it can be"
        await bench.writer.call(fine)
        broken: Any = bench.connections[1]
        broken.fails = {"invalidate", "close"}
        await module._closed(broken)
        assert bench.log.steps[-2:] == ["invalidate", "close"], "both are tried"
        await bench.writer._drop()
        assert await bench.writer.call(fine) == "fine"

    go(check)


# --- transactions that PostgreSQL ends -------------------------------------------------------------------------------


@pytest.mark.parametrize(("failures", "stored"), [(1, True), (3, True), (4, False)])
def test_a_transaction_that_was_rolled_back_is_done_four_times_at_most(failures: int, stored: bool) -> None:
    """Three failures are repeated and counted; after the fourth the database counts as down."""

    async def check(bench: Bench) -> None:
        bench.log.answers = [rolled_back() for _ in range(failures)]
        if stored:
            await bench.writer.move(move("a"))
        else:
            with pytest.raises(StoreDown, match=r"^OperationalError$"):
                await bench.writer.move(move("a"))
        assert bench.metrics.counts["store_repeated"] == min(failures, 3)
        assert len(bench.log.writes) == min(failures + 1, 4)

    go(check, "postgresql")


def test_a_repeated_call_is_rolled_back_before_it_begins_again() -> None:
    """Work that PostgreSQL ended is rolled back, done again and committed once."""
    tries = [rolled_back()]

    async def work(_: Any) -> str:
        if tries:
            raise tries.pop()
        return "done"

    async def check(bench: Bench) -> None:
        assert await bench.writer.call(work) == "done"
        assert bench.log.steps == ["rollback", "commit"]

    go(check, "postgresql")


def test_any_other_error_is_not_repeated() -> None:
    """An error that does not say that nothing was written ends the try: the move may be in the database."""

    async def check(bench: Bench) -> None:
        bench.log.answers = [ConnectionError()]
        with pytest.raises(StoreDown, match=r"^ConnectionError$"):
            await bench.writer.move(move("a"))
        assert (len(bench.log.writes), bench.metrics.counts["store_repeated"]) == (1, 0)

    go(check, "postgresql")


@pytest.mark.parametrize("earlier", [0, 3], ids=["first try", "last try"])
def test_every_try_has_its_limit(earlier: int) -> None:
    """A transaction that hangs is given up in its first try and in its last."""

    async def check(bench: Bench) -> None:
        bench.log.answers = [*[rolled_back() for _ in range(earlier)], "hang"]
        with pytest.raises(StoreDown, match=r"^TimeoutError$"):
            await bench.writer.move(move("a"))

    go(check, "postgresql")


@pytest.mark.thorough
def test_a_connection_that_closes_slowly_leaves_no_lock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A transaction that was given up while its thread was busy is closed in the end, and the file can be written."""
    monkeypatch.setattr(module, "CLOSE_SECONDS", 0.01)
    counted = "with recursive n(i) as (select 1 union all select i + 1 from n where i < 3000000) select count(*) from n"
    slow = text(counted)
    put = text("insert into facts (name, at) values (:name, 1)")

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server:
            writer = server.server.store.writer

            async def gives_up(connection: AsyncConnection) -> None:
                await connection.execute(put, {"name": "lost"})
                await connection.execute(slow)

            async def goes_on(connection: AsyncConnection) -> None:
                await connection.execute(put, {"name": "kept"})

            with pytest.raises(StoreDown):
                await writer.call(gives_up)
            monkeypatch.setattr(module, "PATIENCE", 30.0)
            await writer.call(goes_on)
            async with server.server.store.reading() as connection:
                names = set((await connection.execute(text("select name from facts"))).scalars())
            assert ("kept" in names, "lost" in names) == (True, False)

    run(check())
