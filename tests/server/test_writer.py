"""The store's writer by itself: what a batch holds, what shares a commit, what is announced, and how it ends."""

from __future__ import annotations

import asyncio
import sqlite3
from types import SimpleNamespace
from typing import Any

import pytest

from kilowatt.host.rows import Orders
from kilowatt.protocol import AutoOrders, ProxyOrder
from kilowatt.server.store import writer as module
from kilowatt.server.store.news import News, read
from kilowatt.server.store.postgres import BatchConnection
from kilowatt.server.store.rows import text
from kilowatt.server.store.sqlite import BatchThread, Part
from kilowatt.server.store.writer import StoreDown
from tests.server.fake_database import LIMIT, LIVE, QUIET, Bench, fine, go, move, ordering


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> float:
    """Let what hangs be given up soon; return how long the writer really waits."""
    real = module.PATIENCE
    monkeypatch.setattr(module, "PATIENCE", 0.05)
    return real


# --- what a batch holds ----------------------------------------------------------------------------------------------


def test_a_batch_lists_every_row_of_moves_and_orders() -> None:
    """Entries, keys, numbers, places, spent and given orders, versions and snapshots are written, each to its table."""
    full = move("a", key=("k", "d"), spent=[0, 2], snapshot=(8, b"state"))
    short = move("b", live=QUIET, touches=False)
    given = ordering("c", orders=Orders(ProxyOrder(20, "pass"), AutoOrders(), 3))
    bare = ordering("d", version=6)
    quiet = text(QUIET)
    assert module._batch([full, short, given, bare]) == [
        Part("entries", ("code", "seq", "body"), [(code, seq, f"{code}{seq}") for code in "ab" for seq in (7, 8, 9)]),
        Part("keys", ("code", "key", "seq", "digest"), [("a", "k", 9, "d")]),
        Part(
            "tables",
            ("code", "seq", "live", "wake", "touched", "state", "archived"),
            [("a", 9, text(LIVE), 7.5, 9.5, "playing", False)],
            1,
        ),
        Part("tables", ("code", "seq", "live"), [("b", 9, text(QUIET))], 1),
        Part("orders", ("code", "seat", "proxy"), [("a", 0, None), ("a", 2, None)], 2),
        Part("tables", ("code", "version", "wake", "live"), [("c", 5, 1.5, quiet), ("d", 7, 1.5, quiet)], 1),
        Part(
            "orders",
            ("code", "seat", "proxy", "auto", "round", "advance"),
            [
                ("c", 1, text(ProxyOrder(20, "pass")), text(AutoOrders()), 3, "{}"),
                ("d", 1, None, text(AutoOrders()), 3, "{}"),
            ],
            2,
            add=True,
        ),
        Part("snapshots", ("code", "seq", "body"), [("a", 8, b"state")], 2, add=True),
    ]


def test_a_batch_has_no_empty_parts() -> None:
    """A plain move writes its entries and the table's numbers, nothing else."""
    assert [part.table for part in module._batch([move("a")])] == ["entries", "tables"]


def test_a_move_rests_on_the_version_and_an_order_on_the_entry_too() -> None:
    """A late move is found by its entry, so only an order names the entry that it expects."""
    assert module._expected([move("a", version=4), ordering("b", version=6, seq=9)]) == {"a": (4, None), "b": (6, 9)}


def test_the_news_of_a_move_hold_all_that_another_process_applies() -> None:
    """They name the last entry, the lines, the clock, the seats whose orders are spent, and the snapshot's entry."""
    full = move("a", spent=[2], snapshot=(8, b"state"))
    assert module._news(full) == News("a", 9, 4, ["a7", "a8", "a9"], LIVE, 7.5, 9.5, "playing", [2], 8)
    assert module._news(move("a")).mark == 0


# --- sharing a commit ------------------------------------------------------------------------------------------------


def test_a_writer_opens_the_database_of_its_engine() -> None:
    """SQLite gets the thread and PostgreSQL the connection, both with the address including the password."""
    assert isinstance(Bench("sqlite").made, BatchThread)
    remote = Bench("postgresql").made
    assert isinstance(remote, BatchConnection)
    assert remote.url == "postgresql://me:False@host/base"
    assert len(Bench("sqlite").writer.name) == 8


def test_what_arrives_together_is_one_commit_in_the_order_of_the_codes() -> None:
    """Three moves at once are one batch, sorted by code, and counted as one commit of three moves."""

    async def check(bench: Bench) -> None:
        await asyncio.gather(*[bench.writer.move(move(code)) for code in "cab"])
        assert [[row[0] for row in parts[1].rows] for parts in bench.log.writes] == [["a", "b", "c"]]
        counts = bench.metrics.counts
        assert (counts["commits"], counts["moves_stored"], bench.writer._crowded) == (1, 3, True)
        await bench.writer.move(move("d"))
        assert (len(bench.log.writes), bench.writer._crowded) == (2, False)
        await asyncio.gather(*[bench.writer.move(move(code)) for code in "ef"])
        assert (len(bench.log.writes), bench.writer._crowded) == (3, True)
        assert 0 <= bench.metrics._times["commit_seconds"][-2] < 60

    go(check)


def test_a_commit_has_at_most_512_moves() -> None:
    """Of 513 moves that arrive together the last is written in a second commit."""

    async def check(bench: Bench) -> None:
        await asyncio.gather(*[bench.writer.move(move(f"{n:03}")) for n in range(513)])
        assert [len(parts[1].rows) for parts in bench.log.writes] == [512, 1]

    go(check)


def test_orders_share_a_commit_with_moves_and_a_call_does_not() -> None:
    """What arrived before a call is committed before it, what arrived after it afterwards."""

    async def check(bench: Bench) -> None:
        done = [bench.writer.move(move("a")), bench.writer.order(ordering("b"), News("b", 8, 5))]
        results = await asyncio.gather(*done, bench.writer.call(fine), bench.writer.move(move("c")))
        assert results == [None, None, "fine", None]
        assert [[part.table for part in parts] for parts in bench.log.writes] == [
            ["entries", "tables", "tables", "orders"],
            ["entries", "tables"],
        ]
        assert bench.log.payloads == []

    go(check)


@pytest.mark.parametrize(
    ("crowded", "ago", "now", "expected"),
    [(False, 0.004, 0.5, 0.0), (True, 0.004, 100.0, 0.006), (True, 0.02, 100.0, 0.0)],
    ids=["a lone move does not wait", "a crowd waits for the rest", "the time is over"],
)
def test_a_crowd_is_gathered(
    monkeypatch: pytest.MonkeyPatch, crowded: bool, ago: float, now: float, expected: float
) -> None:
    """After a batch of several moves the next begins ten milliseconds after it, otherwise at once."""
    waits: list[float] = []

    async def noted(seconds: float) -> None:
        waits.append(seconds)

    async def check() -> None:
        bench = Bench("sqlite")
        monkeypatch.setattr(module, "time", SimpleNamespace(perf_counter=lambda: now))
        monkeypatch.setattr(asyncio, "sleep", noted)
        bench.writer._began, bench.writer._crowded = now - ago, crowded
        await bench.writer._gather()

    asyncio.run(asyncio.wait_for(check(), LIMIT))
    assert waits == [pytest.approx(expected)]


def test_a_new_writer_waits_for_nothing() -> None:
    """No batch has begun, and none was crowded."""
    writer = Bench("sqlite").writer
    assert (writer._began, writer._crowded) == (0.0, False)


# --- news ------------------------------------------------------------------------------------------------------------


def sent(bench: Bench) -> list[News]:
    """Read the news as another process would."""
    return [row for payload in bench.log.payloads for row in read(payload, "another", lambda _: True)]


def own(bench: Bench) -> list[News]:
    """Read the news as the process that sent them: it leaves its own out."""
    return [row for payload in bench.log.payloads for row in read(payload, bench.writer.name, lambda _: True)]


def test_moves_and_orders_are_announced_with_their_commit() -> None:
    """On PostgreSQL a batch carries the news of all that is in it, under the writer's own name."""

    async def check(bench: Bench) -> None:
        news = News("b", 8, 5)
        await asyncio.gather(bench.writer.move(move("a")), bench.writer.order(ordering("b"), news))
        assert sent(bench) == [module._news(move("a")), news]
        assert bench.log.writes == [module._batch([move("a"), ordering("b")])]
        assert set(bench.log.channels) == {"kilowatt"}
        assert own(bench) == []

    go(check, "postgresql")


def test_a_call_announces_before_it_commits() -> None:
    """News of a call are sent in its transaction; they may depend on what the work gave."""

    async def check(bench: Bench) -> None:
        assert await bench.writer.call(fine, [News("a", 1, 2)]) == "fine"
        assert await bench.writer.call(fine, lambda result: [News(result, 3, 4)]) == "fine"
        assert sent(bench) == [News("a", 1, 2), News("fine", 3, 4)]
        assert bench.log.steps == ["notify", "commit", "notify", "commit"]
        assert set(bench.log.channels) == {"kilowatt"}
        assert own(bench) == []
        assert await bench.writer.call(fine) == "fine"
        assert len(bench.log.payloads) == 2

    go(check, "postgresql")


def test_sqlite_announces_nothing() -> None:
    """One process has the file, so nobody else needs to know."""

    async def check(bench: Bench) -> None:
        await bench.writer.call(fine, [News("a", 1, 2)])
        assert bench.log.steps == ["commit"]

    go(check)


# --- the beginning and the end ---------------------------------------------------------------------------------------


def test_a_writer_that_stops_writes_what_it_was_asked_for() -> None:
    """Moves asked for before the end are stored; after it the store is down, and ending twice is no fault."""

    async def check() -> None:
        bench = Bench("sqlite")
        with pytest.raises(StoreDown, match=r"^stopped$"):
            await bench.writer.move(move("a"))
        bench.writer.start()
        assert bench.writer._task is not None
        assert bench.writer._task.get_name() == "writer"
        waiting = asyncio.ensure_future(bench.writer.move(move("a")))
        await asyncio.sleep(0)
        await bench.writer.stop()
        assert waiting.done()
        assert bench.writer._task.cancelled()
        assert bench.log.drops == 1
        await bench.writer.stop()
        with pytest.raises(StoreDown, match=r"^stopped$"):
            await bench.writer.move(move("b"))
        assert bench.log.writes == [module._batch([move("a")])]

    asyncio.run(asyncio.wait_for(check(), LIMIT))


def test_a_writer_that_never_began_can_be_stopped() -> None:
    """Stopping it closes what may be open and asks for nothing."""

    async def check() -> None:
        bench = Bench("sqlite")
        await bench.writer.stop()
        assert (bench.log.drops, bench.connections) == (1, [])

    asyncio.run(asyncio.wait_for(check(), LIMIT))


def test_a_writer_stops_although_the_database_is_down() -> None:
    """A database that fails at the end is not a reason to go on."""

    async def check() -> None:
        bench = Bench("sqlite")
        bench.writer.start()
        await bench.writer.call(fine)
        bench.connections[0].fails = {"commit"}
        await bench.writer.stop()
        assert bench.writer._task is not None
        assert bench.writer._task.done()

    asyncio.run(asyncio.wait_for(check(), LIMIT))


@pytest.mark.parametrize("kind", ["move", "call"])
@pytest.mark.parametrize("error", [None, OSError()], ids=["stored", "failed"])
def test_a_caller_that_goes_away_does_not_end_the_writer(kind: str, error: Exception | None) -> None:
    """A cancelled caller's work is done or fails without it, and the next caller is served."""

    async def work(_: Any) -> None:
        if error is not None:
            raise error

    async def check(bench: Bench) -> None:
        bench.log.answers = [error] if error is not None and kind == "move" else []
        asked = bench.writer.move(move("a")) if kind == "move" else bench.writer.call(work)
        waiting = asyncio.ensure_future(asked)
        await asyncio.sleep(0)
        waiting.cancel()
        assert await bench.writer.call(fine) == "fine"
        await bench.writer.move(move("b"))

    go(check)


# --- changes by others -----------------------------------------------------------------------------------------------


def test_a_change_by_another_connection_is_seen_once() -> None:
    """The first look and every new number are changes; the same number is none; a failed look counts as one."""

    async def check(bench: Bench) -> None:
        bench.log.pragmas = [1, 1, 2, 2, sqlite3.OperationalError(), "hang", 2]
        looks = [await bench.writer.changed_by_others() for _ in range(7)]
        assert looks == [True, False, True, False, True, True, False]

    go(check)


def test_where_nobody_knows_it_has_changed() -> None:
    """On PostgreSQL every look says that something may have changed."""

    async def check(bench: Bench) -> None:
        assert await bench.writer.changed_by_others() is True

    go(check, "postgresql")
