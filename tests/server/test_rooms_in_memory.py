"""Rooms in memory: how the registry brings them in, holds them while they change, and evicts them; transactions."""

from __future__ import annotations

import asyncio
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from kilowatt.client import Client
from kilowatt.host.errors import Changed, Denied
from kilowatt.host.room import RECENT_KEYS
from kilowatt.host.rows import Plan, SeatRow
from kilowatt.host.seating import new_row
from kilowatt.host.starting import begin
from kilowatt.host.viewers import Viewer
from kilowatt.protocol import ClockPlan
from kilowatt.server.monitoring.metrics import Metrics
from kilowatt.server.settings import Settings
from kilowatt.server.store import retention
from kilowatt.server.store.writer import Conflict, StoreDown
from kilowatt.server.tables.room.registry import NO_TABLE, Registry
from kilowatt.server.tables.room.room import Room
from kilowatt.server.tables.room.transactions import Transactions
from kilowatt.server.tasks import Tasks
from tests.server.kit import run, serving, sqlite, until
from tests.server.seats import THREE


class Line:
    """A line to a client that keeps what is written."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []
        self.closed: list[int] = []

    def write(self, *messages: bytes) -> bool:
        """Keep messages."""
        self.sent += messages
        return True

    def close(self, code: int, reason: str) -> None:
        """Keep the code."""
        self.closed.append(code)


class Loader:
    """Stands in for the loader: rooms are made on the spot, and refreshing is counted."""

    def __init__(self) -> None:
        self.metrics = Metrics()
        self.workers = self.store = None
        self.loads = 0
        self.refreshed: list[tuple[str, bool]] = []
        """Which rooms were read again, and whether their locks were held."""
        self.slow = asyncio.Event()

    async def load(self, code: str) -> Room:
        """Make a room once the test lets it."""
        self.loads += 1
        await self.slow.wait()
        if code == "NONE":
            raise Denied("no_table", code=code)
        return room_of(code)

    async def refresh(self, room: Room, *, orders: bool = False) -> None:
        """Count."""
        self.refreshed.append((room.code, room.lock.locked()))
        room.stale = False


def room_of(code: str = "ABCD") -> Room:
    """A table of two people that is being played."""
    plan = Plan("recharged/germany", 2, {}, ClockPlan(), True, "", "Germany")
    row = new_row(plan, "private", "ann")
    row.code = code
    seats = [SeatRow(0, "person", "Ann"), SeatRow(1, "person", "Bob")]
    room = Room(row, seats, {0: {"ann"}, 1: {"bob"}}, {}, None)
    _, room.game = begin(room)
    return room


def watched(room: Room) -> Line:
    """Let somebody watch a room."""
    line = Line()
    viewer = Viewer("ann", "en", line=line)
    viewer.ready, viewer.seats = True, (0,)
    room.viewers.add(viewer)
    return line


def registry_of(loader: Loader, kicked: list[tuple[str, bool]]) -> Registry:
    """A registry whose kicks are noted, with whether the room was locked then."""
    stand_in: Any = loader
    return Registry(stand_in, lambda room: kicked.append((room.code, room.lock.locked())), Tasks(), Settings())


def test_a_table_that_two_ask_for_is_loaded_once() -> None:
    """Two who open a table while it is being read get the same room, and it is kicked once; a third finds it there."""

    async def check() -> None:
        loader, kicked = Loader(), []  # type: ignore[var-annotated]
        registry = registry_of(loader, kicked)
        both = [asyncio.create_task(registry.open("ABCD")) for _ in range(2)]
        await asyncio.sleep(0)
        assert registry.has("ABCD")
        assert "ABCD" not in registry.rooms
        waiting = asyncio.create_task(registry.loaded("ABCD"))
        loader.slow.set()
        first, second = await asyncio.gather(*both)
        assert first is second is await registry.open("ABCD") is await waiting
        assert (loader.loads, kicked) == (1, [("ABCD", False)])

    run(check())


def test_a_table_that_cannot_be_read_leaves_nothing_behind() -> None:
    """Everybody who waits for a table that does not exist is refused, and the next one asks the store again."""

    async def check() -> None:
        loader = Loader()
        registry = registry_of(loader, [])
        waiting = [asyncio.create_task(registry.open("NONE")) for _ in range(2)]
        await asyncio.sleep(0)
        loader.slow.set()
        both = await asyncio.gather(*waiting, return_exceptions=True)
        assert [getattr(error, "code", None) for error in both] == ["no_table", "no_table"]
        assert (registry.has("NONE"), await registry.loaded("NONE")) == (False, None)
        with pytest.raises(Denied):
            await registry.open("NONE")
        assert loader.loads == 2

    run(check())


@pytest.mark.parametrize("fails", [False, True])
def test_a_change_is_made_under_the_lock_and_followed_by_a_kick(fails: bool) -> None:
    """A stale room is read again first, the lock is held meanwhile, and the room acts afterwards, come what may."""

    async def check() -> None:
        kicked: list[tuple[str, bool]] = []
        loader = Loader()
        registry, room = registry_of(loader, kicked), room_of()
        registry.rooms[room.code] = room
        room.stale = True
        with pytest.raises(Denied) if fails else nullcontext():
            async with registry.changing(room):
                assert room.lock.locked()
                assert loader.refreshed == [("ABCD", True)]
                assert kicked == []
                if fails:
                    raise Denied("over")
        assert kicked == [("ABCD", False)]
        async with registry.changing(room):
            pass
        assert len(loader.refreshed) == 1

    run(check())


@pytest.mark.parametrize(("error", "stale"), [(Denied("over"), False), (ValueError(), True), (StoreDown(), True)])
def test_a_change_that_breaks_off_is_read_again(error: Exception, stale: bool) -> None:
    """After any failure but a refusal the room does not count as what the store has."""

    async def check() -> None:
        registry, room = registry_of(Loader(), []), room_of()
        with pytest.raises(type(error)):
            async with registry.changing(room):
                raise error
        assert room.stale == stale

    run(check())


def test_a_table_that_is_deleted_acts_no_more() -> None:
    """The change that deletes a table is followed by no kick, and so is whatever waited for its lock."""

    async def check() -> None:
        kicked: list[tuple[str, bool]] = []
        registry, room = registry_of(Loader(), kicked), room_of()
        registry.rooms[room.code] = room
        async with registry.changing(room):
            registry.drop(room)
        async with registry.changing(room):
            pass
        assert kicked == []

    run(check())


def test_the_driver_leaves_a_table_that_another_process_has_deleted(tmp_path: Path) -> None:
    """A room whose table is no longer in the store is read once, and nothing runs for it after that."""

    async def check() -> None:
        # no sweep finds the table gone and ends the driver
        async with serving(sqlite(tmp_path), processes=1, sweep=600.0) as server, Client(server.url) as ann:
            code = (await ann.create(THREE)).table.code
            registry = server.server.registry
            room = await registry.open(code)
            await retention.delete_table(registry.store, room.row)
            room.stale = True
            registry.kick(room)
            assert room.driver is not None
            await until(room.driver.done, 5.0)

    run(check())


def test_only_rooms_that_nobody_needs_are_evicted() -> None:
    """A room that is watched, locked, driven or was just used stays; others go, and a deleted one closes sockets."""

    async def check() -> None:
        registry = registry_of(Loader(), [])
        for code in ("IDLE", "SEEN", "LOCK", "RUNS", "USED"):
            registry.add(room_of(code))
            registry.rooms[code].used = 0.0
        line = watched(registry.rooms["SEEN"])
        await registry.rooms["LOCK"].lock.acquire()
        registry.rooms["RUNS"].driver = asyncio.create_task(asyncio.sleep(60))
        registry.rooms["USED"].used = 10.0
        assert registry.evict(10.0) == 1
        assert sorted(registry.rooms) == ["LOCK", "RUNS", "SEEN", "USED"]
        registry.drop(registry.rooms["SEEN"])
        assert (line.closed, "SEEN" in registry.rooms) == ([NO_TABLE], False)
        driver = registry.rooms["RUNS"].driver
        registry.close()
        await asyncio.gather(driver, return_exceptions=True)
        assert driver.cancelled()
        assert registry.rooms == {}

    run(check())


class Store:
    """Stands in for the store: takes moves, or fails as a test wants it."""

    def __init__(self, error: type[Exception] | None = None) -> None:
        self.error = error
        self.moves: list[Any] = []
        self.writer = SimpleNamespace(move=self.move)

    async def move(self, move: Any) -> None:
        """Take a move."""
        if self.error is not None:
            raise self.error
        self.moves.append(move)


def transactions_of(store: Store) -> tuple[Transactions, Loader]:
    """Transactions with a store of the test's."""
    loader: Any = Loader()
    loader.store = store
    return Transactions(loader), loader


def test_a_commit_sends_nothing_and_sending_stores_nothing() -> None:
    """A committed move is in the store and in memory, and viewers hear of it by `send_move` only."""

    async def check() -> None:
        store, room = Store(), room_of()
        line = watched(room)
        transactions, _ = transactions_of(store)
        assert room.game is not None
        before = room.game.seq
        for number in range(RECENT_KEYS):
            await transactions.commit(room, room.game.plan_start(), 1.0, (f"key {number}", "digest"))
        plan = room.game.plan_end("agreed")
        await transactions.commit(room, plan, 1.0, (f"key {RECENT_KEYS}", "digest"))
        assert [move.key for move in store.moves][-1] == (f"key {RECENT_KEYS}", "digest")
        assert list(room.recent) == [f"key {number}" for number in range(1, RECENT_KEYS + 1)]
        assert room.game.seq == room.row.seq > before
        assert (room.row.state, line.sent) == ("over", [])
        room.send_move(plan)
        assert [msgspec.json.decode(message)["type"] for message in line.sent] == ["update", "table"]
        assert len(store.moves) == RECENT_KEYS + 1

    run(check())


@pytest.mark.parametrize(("error", "refusal"), [(Conflict, Changed), (StoreDown, Denied)])
def test_a_commit_that_fails_changes_nothing(error: type[Exception], refusal: type[Exception]) -> None:
    """After a conflict the room is read again, after a failure it is stale; the game in memory is what it was."""

    async def check() -> None:
        room = room_of()
        line = watched(room)
        transactions, loader = transactions_of(Store(error))
        assert room.game is not None
        before = (room.game.seq, room.row.seq, room.row.state, room.game.end)
        async with room.lock:
            with pytest.raises(refusal) as raised:
                await transactions.commit(room, room.game.plan_end("agreed"), 1.0, ("key", "digest"))
        assert isinstance(raised.value, Changed) == (error is Conflict)
        assert (room.game.seq, room.row.seq, room.row.state, room.game.end) == before
        assert (room.recent, line.sent) == ({}, [])
        assert loader.refreshed == ([("ABCD", True)] if error is Conflict else [])
        assert room.stale == (error is StoreDown)

    run(check())
