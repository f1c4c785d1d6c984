"""Whose packed tables are: asked and changed without unpacking, and nothing is done for a device that has none."""

import asyncio
import json
import zlib
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import event, text

from kilowatt.client import Client
from kilowatt.host import timekeeping
from kilowatt.protocol import CreateTable, SeatPlan
from kilowatt.server.identity import token_hash
from kilowatt.server.store import retention, upgrade
from kilowatt.server.store.store import make_engine
from tests.server.kit import Running, run, serving, sqlite, until
from tests.server.people import enter, new_code, reserve
from tests.server.postgres import Cluster

PEOPLE = [SeatPlan("person", name="Anna"), SeatPlan("bot", "simple")]


async def packed_table(server: Running, client: Client) -> str:
    """Make a table of a device and pack it."""
    code = (await client.create(CreateTable("recharged/germany", PEOPLE))).table.code
    registry = server.server.registry

    def evicted() -> bool:
        registry.evict(float("inf"))
        return code not in registry.rooms

    await until(evicted)
    await retention.pack(server.server.store, code, timekeeping.now())
    return code


def test_a_stranger_unpacks_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Export, sign-in, sign-out and deletion of a device without tables read no packed table and write nothing."""
    unpacked: list[int] = []
    real = zlib.decompress

    def counted(body: bytes) -> bytes:
        unpacked.append(len(body))
        return real(body)

    async def check() -> None:
        async with (
            serving(sqlite(tmp_path)) as server,
            Client(server.url) as anna,
            Client(server.url) as bob,
            Client(server.url) as eve,
        ):
            await packed_table(server, anna)
            await reserve(bob, "Bob")
            monkeypatch.setattr(zlib, "decompress", counted)
            written: list[str] = []

            @event.listens_for(server.server.engine.sync_engine, "before_cursor_execute")
            def note(_a: object, _b: object, statement: str, *_c: object) -> None:
                first, *words = statement.split()
                if first in ("INSERT", "UPDATE", "DELETE") and not {"facts", "wake=?,"} & set(words):
                    written.append(statement)

            empty = json.loads(await eve.request("GET", "/api/profile/export"))
            assert empty == {"profile": None, "further_devices": [], "passkeys": []}
            await eve.request("POST", "/api/profile/leave", {})
            assert json.loads(await eve.request("POST", "/api/profile/delete", {})) == {"seats": 0}
            assert written == []
            await enter(eve, await new_code(bob))
            await eve.request("POST", "/api/profile/leave", {})
            await bob.request("POST", "/api/profile/delete", {})
            assert unpacked == []
            async with server.server.engine.connect() as connection:
                body = (await connection.execute(text("select body from archive"))).scalar_one()
            assert b"Anna" in real(body)

    run(check())


async def packed_tables_follow_their_person(server: Running) -> None:
    """Check that a packed table comes along at a sign-in, opens for its new device, and is forgotten with it."""
    async with Client(server.url) as laptop, Client(server.url) as phone:
        kept, gone = [await packed_table(server, phone) for _ in range(2)]
        await reserve(laptop, "Anna")
        await enter(phone, await new_code(laptop))
        data = json.loads(await laptop.request("GET", "/api/profile/export"))
        assert data["packed"] == sorted([kept, gone])
        assert (await laptop.table(kept)).yours == [0]
        assert (await laptop.table(kept)).owner
        await phone.request("POST", "/api/profile/delete", {})
        async with server.server.engine.connect() as connection:
            left = (await connection.execute(text("select device from archive_devices"))).scalars().all()
            body = (await connection.execute(text("select body from archive"))).scalar_one()
        assert left == []
        assert b"Anna" not in zlib.decompress(body)
        assert (await laptop.table(gone)).seats[0].name == "Player 1"


def test_packed_tables_follow_their_person(tmp_path: Path) -> None:
    """On SQLite."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server:
            await packed_tables_follow_their_person(server)

    run(check())


@pytest.mark.postgres
def test_packed_tables_follow_their_person_on_postgres(postgres: Cluster) -> None:
    """On PostgreSQL."""

    async def check() -> None:
        async with serving(postgres.database()) as server:
            await packed_tables_follow_their_person(server)

    run(check())


def test_tables_packed_by_an_earlier_version_keep_their_players(tmp_path: Path) -> None:
    """A table that was packed with its devices inside belongs to them after the migration, and after a way back."""

    async def check() -> None:
        url = sqlite(tmp_path)
        async with serving(url) as server, Client(server.url) as anna:
            code, token = await packed_table(server, anna), anna.token
        engine = make_engine(url)
        await upgrade.downgrade(engine, "0050")
        async with engine.connect() as connection:
            row = (await connection.execute(text("select owner, body from archive"))).one()
        whole = msgspec.json.decode(zlib.decompress(row.body))
        own = token_hash(token or "")
        assert (row.owner, whole["holders"], whole["maker"]["device"]) == (own, [[0, own]], own)
        await upgrade.upgrade(engine)
        async with engine.connect() as connection:
            rows = (await connection.execute(text("select seat, device from archive_devices order by seat"))).all()
            body = (await connection.execute(text("select body from archive"))).scalar_one()
        assert [tuple(row) for row in rows] == [(-2, own), (-1, own), (0, own)]
        assert own.encode() not in zlib.decompress(body)
        await engine.dispose()
        async with serving(url) as server, Client(server.url, token) as anna:
            assert (await anna.table(code)).yours == [0]

    run(check())


def test_devices_that_sign_in_while_all_are_read_are_known(tmp_path: Path) -> None:
    """A change during the reading is not lost with what was read before it; later ones are not kept twice."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as anna, Client(server.url) as bob:
            await reserve(anna, "Anna")
            await enter(bob, await new_code(anna))
            known = server.server.known
            own, main = token_hash(bob.token or ""), token_hash(anna.token or "")
            reading = asyncio.create_task(known.load())
            await asyncio.sleep(0)
            known.take([("other", main), (own, "")])
            await reading
            assert known.mains == {"other": main}
            known.take([("other", "")])
            assert (known.mains, known._meanwhile) == ({}, None)

    run(check())
