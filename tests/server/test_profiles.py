"""Profiles without a password: several devices of one person, reserved names, and everything one has."""

import json
import random
from pathlib import Path
from types import SimpleNamespace

import pytest
from sqlalchemy import text

from kilowatt.client import Client, ServerSaidNo
from kilowatt.host import timekeeping
from kilowatt.protocol import CreateTable, SeatPlan
from kilowatt.server.identity import token_hash
from kilowatt.server.profiles import passkeys
from kilowatt.server.store import retention
from tests.server.kit import Running, later, play_on, run, serving, sqlite
from tests.server.people import enter, new_code, reserve, shown
from tests.server.postgres import Cluster

PEOPLE = [SeatPlan("person", name="Anna"), SeatPlan("bot", "simple")]


async def moves_to_a_second_device(server: Running) -> None:
    """Sign a phone in, play there, and look that what the phone had before came along."""
    async with Client(server.url) as laptop, Client(server.url) as phone, Client(server.url) as thief:
        code = (await laptop.create(CreateTable("recharged/germany", PEOPLE))).table.code
        before = (await phone.create(CreateTable("recharged/germany", PEOPLE))).table.code
        with pytest.raises(ServerSaidNo, match="no_profile"):
            await new_code(laptop)
        made = await reserve(laptop, "Anna K")
        assert len(made.recovery) == 4
        assert (await reserve(laptop, "Anna M")).recovery == [], "shown once"
        key = await new_code(laptop)
        await enter(phone, key.lower())
        with pytest.raises(ServerSaidNo, match="bad_code"):
            await enter(thief, key)
        assert {table.code for table in await phone.tables()} == {code, before}
        assert {table.code for table in await laptop.tables()} == {code, before}
        async with phone.sit(code) as seat:
            assert await play_on(seat, random.Random(1), 1) == 1
        async with laptop.sit(before) as seat:
            assert await play_on(seat, random.Random(1), 1) == 1
        later = (await phone.create(CreateTable("recharged/germany", PEOPLE))).table.code
        assert later in {table.code for table in await laptop.tables()}
        view = await shown(phone)
        assert (view.name, view.further, [row.label for row in view.devices]) == ("Anna M", True, ["", "Phone"])
        await phone.request("POST", "/api/profile/leave", {})
        assert await phone.tables() == []
        await enter(phone, made.recovery[0])
        assert len(await phone.tables()) == 3
        assert (await shown(laptop)).recovery_left == 3
        with pytest.raises(ServerSaidNo, match="bad_code"):
            await enter(thief, made.recovery[0])
        assert await thief.tables() == []


def test_a_second_device_has_the_same_seats(tmp_path: Path) -> None:
    """A code shown on one device, or a recovery code, signs another one in once; both then have all seats."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server:
            await moves_to_a_second_device(server)

    run(check())


@pytest.mark.postgres
def test_a_second_device_has_the_same_seats_on_postgres(postgres: Cluster) -> None:
    """The same on PostgreSQL."""

    async def check() -> None:
        async with serving(postgres.database()) as server:
            await moves_to_a_second_device(server)

    run(check())


def test_a_code_is_good_for_ten_minutes(tmp_path: Path) -> None:
    """A code that was shown more than ten minutes ago signs nobody in."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as one, Client(server.url) as two:
            await reserve(one, "Anna")
            key = await new_code(one)
            later(601)
            with pytest.raises(ServerSaidNo, match="bad_code"):
                await enter(two, key)

    run(check())


def test_a_reserved_name_is_nobody_elses(tmp_path: Path) -> None:
    """Nobody else reserves it, or sits down under a name that looks like it; without a profile nothing changes."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as anna, Client(server.url) as other:
            await reserve(anna, "Anna")
            for name in ("Anna", "ANNA", "Anná"):
                with pytest.raises(ServerSaidNo, match="name_reserved"):
                    await reserve(other, name)
            with pytest.raises(ServerSaidNo, match="name_reserved"):
                await reserve(other, "You")
            seats = [SeatPlan("person", name="Someone"), SeatPlan("open")]
            code = (await other.create(CreateTable("recharged/germany", seats))).table.code
            async with Client(server.url) as third:
                with pytest.raises(ServerSaidNo, match="name_reserved"):
                    await third.join(code, "anna")
            assert (await anna.join(code, "Anna")).table.yours == [1]
            with pytest.raises(ServerSaidNo, match="name_reserved"):
                await other.create(CreateTable("recharged/germany", PEOPLE))

    run(check())


def test_a_host_may_ask_for_an_invitation(tmp_path: Path) -> None:
    """With the setting, a profile is made only by whoever knows the invitation; playing needs none."""

    async def check() -> None:
        async with serving(sqlite(tmp_path), invitation="plants-and-wires") as server, Client(server.url) as client:
            assert (await client.create(CreateTable("recharged/germany", PEOPLE))).table.yours == [0]
            for wrong in (None, "wires"):
                with pytest.raises(ServerSaidNo, match="no_invitation"):
                    await reserve(client, "Anna", wrong)
            assert (await reserve(client, "Anna", "plants-and-wires")).profile.name == "Anna"

    run(check())


def test_everything_is_handed_out_and_deleted(tmp_path: Path) -> None:
    """A person gets all that is stored, from every device, and deletes it; the games go on without."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as one, Client(server.url) as two:
            packed = (await two.create(CreateTable("recharged/germany", PEOPLE))).table.code
            await retention.pack(server.server.store, packed, timekeeping.now())
            await reserve(one, "Anna")
            await enter(two, await new_code(one))
            code = (await two.create(CreateTable("recharged/germany", PEOPLE))).table.code
            data = json.loads(await one.request("GET", "/api/profile/export"))
            assert data["profile"]["name"] == "Anna"
            assert [row["code"] for row in data["seats"]] == [code]
            assert data["packed"] == [packed]
            assert data["devices"] == [token_hash(one.token or ""), token_hash(two.token or "")]
            await two.request("POST", "/api/profile/delete", {})
            assert await one.tables() == []
            assert (await shown(one)).name is None
            assert (await one.table(code)).seats[0].name == "Player 1"
            async with server.server.engine.connect() as connection:
                for table in ("profiles", "devices", "signin_codes", "holders"):
                    assert (await connection.execute(text(f"select count(*) from {table}"))).scalar_one() == 0, table

    run(check())


def test_a_stranger_has_no_profile_and_no_cookie_of_another(tmp_path: Path) -> None:
    """Made-up codes and passkeys sign nobody in."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as anna, Client(server.url) as thief:
            await reserve(anna, "Anna")
            with pytest.raises(ServerSaidNo, match="bad_code"):
                await enter(thief, "ABCDEFGH")
            await thief.request("POST", "/api/profile/enter/begin", {})
            answer = {"credential": {"id": "AAAA", "rawId": "AAAA", "type": "public-key", "response": {}}}
            with pytest.raises(ServerSaidNo, match="bad_passkey"):
                await thief.request("POST", "/api/profile/enter/passkey", answer)
            with pytest.raises(ServerSaidNo, match="no_profile"):
                await thief.request("POST", "/api/profile/passkey/begin", {})
            assert (await shown(thief)).name is None

    run(check())


def test_a_passkey_that_is_somebodys_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A passkey with an id that is stored already is refused by code, and the first one stays."""
    made = SimpleNamespace(credential_id=b"same", credential_public_key=b"key", sign_count=0)
    monkeypatch.setattr(passkeys, "verify_registration_response", lambda **_: made)

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as anna, Client(server.url) as thief:
            answer = {"credential": {"id": "c2FtZQ", "rawId": "c2FtZQ", "type": "public-key", "response": {}}}
            for client, name in ((anna, "Anna"), (thief, "Thief")):
                await reserve(client, name)
                await client.request("POST", "/api/profile/passkey/begin", {})
            await anna.request("POST", "/api/profile/passkey", answer)
            with pytest.raises(ServerSaidNo, match="bad_passkey"):
                await thief.request("POST", "/api/profile/passkey", answer)
            keys = (await shown(anna)).passkeys
            assert (len(keys), (await shown(thief)).passkeys) == (1, [])
            assert json.loads(await anna.request("POST", "/api/profile/end", {"id": keys[0].id}))["passkeys"] == [], (
                "it can be ended"
            )

    run(check())
