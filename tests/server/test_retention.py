"""Retention and quotas: what one device or address stores is bounded, and what nobody visits does not stay for good."""

import random
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import text

from kilowatt.client import Client
from kilowatt.protocol import ChangeSeat, CreateTable, Retention, SeatPlan
from kilowatt.server import retention
from kilowatt.server.retention import Swept
from kilowatt.server.server import Server
from kilowatt.server.settings import Quota
from tests.server.kit import play_on, run, serving, sqlite, until
from tests.server.seats import THREE, TWO, refused
from tests.server.storage import age, one_process_does_it

AMPLE = Quota(1000, 1000, 10**9)


async def empty(server: Server, code: str) -> None:
    """Wait until everybody has left a table and that is written: a note about it must not come after the days."""
    room = server.registry.rooms[code]
    await until(lambda: not room.connected())
    await server.presence.flush()
    server.registry.evict(float("inf"))


def test_an_unvisited_game_is_packed_and_a_visit_brings_it_back(tmp_path: Path) -> None:
    """After the days of the setting an unfinished game is one compressed row; its link opens it exactly as it was."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann:
            store, settings = server.server.store, server.server.settings
            code, other = [(await ann.create(THREE)).table.code for _ in range(2)]
            async with ann.sit(code) as seat:
                await play_on(seat, random.Random(1), 20)
                before = seat.view
            record = await ann.record(code)
            await empty(server.server, code)
            await age(store, code, settings.keep_unfinished - 1)
            assert await retention.run(store, settings) == Swept()
            await age(store, code, 2)
            assert await retention.run(store, settings) == Swept(packed=1)
            assert await store.table(code) is None
            assert await store.entries(code) == []
            assert [table.code for table in await ann.tables("mine")] == [other]
            async with store.engine.connect() as connection:
                size = (await connection.execute(text("select length(body) from archive"))).scalar_one()
            assert size < len(record) / 2
            async with ann.sit(code) as again:
                assert again.view is not None
                assert before is not None
                assert (again.view.game, again.view.mine) == (before.game, before.mine)
                await play_on(again, random.Random(2), 3)
            assert await retention.run(store, settings) == Swept()

    run(check())


def test_a_packed_game_is_deleted_in_the_end(tmp_path: Path) -> None:
    """A packed game that nobody opens is deleted after the days of the setting, and never with a setting of 0."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann:
            store, settings = server.server.store, server.server.settings
            code = (await ann.create(THREE)).table.code
            server.server.registry.evict(float("inf"))
            await age(store, code, 1000)
            await retention.run(store, settings)
            async with store.engine.begin() as connection:
                await connection.execute(text("update archive set at = at - 366 * 86400"))
            settings.keep_packed = 0
            assert await retention.run(store, settings) == Swept()
            settings.keep_packed = 365
            assert await retention.run(store, settings) == Swept(deleted=1)
            assert (await refused(ann.table(code))).code == "no_table"

    run(check())


def test_a_visit_without_a_move_counts(tmp_path: Path) -> None:
    """A game that somebody only looks at is not packed."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann, Client(server.url) as eve:
            store, settings = server.server.store, server.server.settings
            code = (await ann.create(THREE)).table.code
            await age(store, code, 1000)
            async with eve.sit(code) as watcher:
                await watcher.ping()
            await server.server.presence.flush()
            assert await retention.run(store, settings) == Swept()

    run(check())


def test_players_of_an_unpacked_game_have_their_seats(tmp_path: Path) -> None:
    """The months a table was packed give nobody the right to a seat there."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann, Client(server.url) as bob:
            store, settings = server.server.store, server.server.settings
            code = (await ann.create(CreateTable("recharged/germany", TWO))).table.code
            await bob.join(code, "Bob")
            server.server.registry.evict(float("inf"))
            await age(store, code, 1000)
            assert (await retention.run(store, settings)).packed == 1
            assert (await refused(ann.change_seat(code, 1, ChangeSeat("open")))).code == "not_absent"
            assert (await bob.table(code)).yours == [1]

    run(check())


def test_one_run_an_hour(tmp_path: Path) -> None:
    """However often a run is requested, it is made once per hour."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server:
            await one_process_does_it(server.server, server.server)
            async with server.server.engine.begin() as connection:
                await connection.execute(text("update facts set at = at - 3601 where name = 'retention'"))
            await one_process_does_it(server.server, server.server)

    run(check())


@pytest.mark.parametrize(
    ("device", "address", "code"),
    [
        (Quota(3, 1000, 10**9), AMPLE, "quota_tables"),
        (AMPLE, Quota(3, 1000, 10**9), "quota_tables"),
        (Quota(1000, 2, 10**9), AMPLE, "quota_imports"),
        (Quota(1000, 1000, 1), AMPLE, "quota_bytes"),
    ],
)
def test_what_somebody_stores_is_bounded(tmp_path: Path, device: Quota, address: Quota, code: str) -> None:
    """Beyond the quota of a device or an address no table is made and no record imported, until one is deleted."""

    async def check() -> None:
        async with (
            serving(sqlite(tmp_path), limits=100.0, device=device, address=address) as server,
            Client(server.url) as ann,
            Client(server.url) as other,
        ):
            first = (await ann.create(THREE)).table.code
            record = await ann.record(first)
            if code == "quota_bytes":
                server.server.settings.device.bytes = 2 * len(record) + 10
            imported = [(await ann.import_record(record)).table.code for _ in range(2)]
            assert (await refused(ann.import_record(record))).code == code
            if address is not AMPLE:
                assert (await refused(other.create(THREE))).code == code
            else:
                await other.import_record(record)
            await ann.delete(imported[0])
            await ann.import_record(record)

    run(check())


def test_rematches_count_as_tables(tmp_path: Path) -> None:
    """A device that has all the tables it may have gets no rematch either, however often it resigns against bots."""

    async def check() -> None:
        async with (
            serving(sqlite(tmp_path), limits=1.0, device=Quota(2, 1000, 10**9), address=AMPLE) as server,
            Client(server.url) as ann,
        ):
            seats = [SeatPlan("person", name="Ann"), SeatPlan("bot", "random")]
            code = (await ann.create(CreateTable("recharged/germany", seats))).table.code
            await ann.resign(code)
            again = (await ann.rematch(code)).table.code
            await ann.resign(again)
            assert (await refused(ann.rematch(again))).code == "quota_tables"
            assert (await ann.rematch(code)).table.code == again

    run(check())


def test_an_owner_deletes_a_table(tmp_path: Path) -> None:
    """A table is deleted by its owner alone, and not while somebody else plays there; its viewers are disconnected."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann, Client(server.url) as bob:
            code = (await ann.create(CreateTable("recharged/germany", TWO))).table.code
            await bob.join(code, "Bob")
            assert (await refused(bob.delete(code))).code == "not_owner"
            assert (await refused(ann.delete(code))).code == "others_play"
            alone = (
                await ann.create(CreateTable("recharged/germany", [SeatPlan("person", name=n) for n in "AB"]))
            ).table
            await ann.delete(alone.code)
            assert (await refused(ann.table(alone.code))).code == "no_table"
            async with server.server.engine.connect() as connection:
                for table in ("seats", "holders", "entries", "presence", "makers"):
                    query = f"select count(*) from {table} where code = :code"
                    assert (await connection.execute(text(query), {"code": alone.code})).scalar_one() == 0

    run(check())


def test_the_page_can_say_how_long_this_server_keeps_things(tmp_path: Path) -> None:
    """The times of the settings are sent as the host set them, in days."""

    async def check() -> None:
        changes = {"keep_unfinished": 30.0, "keep_finished": 0.0, "keep_packed": 7.0, "keep_reports": 0.5}
        async with serving(sqlite(tmp_path), **changes) as server, Client(server.url) as ann:
            answer = msgspec.json.decode(await ann.request("GET", "/api/retention"), type=Retention)
            assert answer == Retention(30.0, 0.0, 7.0, 0.5)

    run(check())
