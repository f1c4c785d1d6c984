"""`kilowatt admin`: what a host does takes effect while the server runs, and leaves other people's games alone."""

import json
import random
from pathlib import Path

import pytest
from sqlalchemy import text
from typer.testing import CliRunner

import kilowatt
from kilowatt.cli import app
from kilowatt.client import Client
from kilowatt.editions.options import BadOption
from kilowatt.protocol import CreateTable, SeatPlan
from kilowatt.server import retention
from kilowatt.server.ops.admin import opened
from kilowatt.server.settings import Settings
from kilowatt.server.store import person, reports
from tests.server.kit import play_on, run, serving, sqlite, until
from tests.server.seats import TWO, device, refused, said, silenced
from tests.server.seats import opened as two_devices
from tests.server.storage import age

BOTH = [SeatPlan("person", name="Ann"), SeatPlan("bot", "random")]


def test_closing_a_table_ends_its_game(tmp_path: Path) -> None:
    """A closed game is over for everybody connected, its record says why, and one that has not begun is deleted."""

    async def check() -> None:
        url = sqlite(tmp_path)
        async with serving(url) as server, Client(server.url) as ann, opened(Settings(database_url=url)) as admin:
            code = (await ann.create(CreateTable("recharged/germany", BOTH))).table.code
            waiting = (await ann.create(CreateTable("recharged/germany", TWO))).table.code
            async with ann.sit(code) as seat:
                await play_on(seat, random.Random(1), 3)
                assert await admin.close(code.lower()) == "closed"
                await seat.until(lambda: seat.over)
            record = kilowatt.read_record((await ann.record(code)).splitlines())
            assert record.entries[-2].end == "closed"
            assert (await ann.table(code)).end == "closed"
            assert "over" in await admin.close(code)
            assert "deleted" in await admin.close(waiting)
            await until(lambda: waiting not in server.server.registry.rooms)
            assert (await refused(ann.table(waiting))).code == "no_table"
            assert [row["code"] for row in await admin.list_tables(None, 10)] == [code]
            with pytest.raises(BadOption, match="no table"):
                await admin.close("ZZZZZZZZ")

    run(check())


def test_a_muted_address_does_not_chat_anywhere(tmp_path: Path) -> None:
    """The host mutes an address by name or by a report, for all its devices and tables, until it is lifted."""

    async def check() -> None:
        url = sqlite(tmp_path)
        async with (
            serving(url) as server,
            Client(server.url) as ann,
            Client(server.url) as eve,
            opened(Settings(database_url=url)) as admin,
        ):
            code = (await ann.create(CreateTable("recharged/germany", TWO))).table.code
            async with (await device(eve)).sit(code) as watcher, ann.sit(code) as seat:
                await said(watcher, "an insult")
                await seat.until(lambda: bool(seat.said))
                number = await ann.report(code, [seat.said[0].id])
                await admin.mute(await admin.reported(number), 1)
                assert await silenced(watcher) == "muted"
                assert await silenced(seat) == "muted"
                assert await admin.unmute("::ffff:127.0.0.1")
                assert not await admin.unmute("127.0.0.1")
                await said(watcher, "sorry")
                await admin.mute([admin.mark("127.0.0.1")], -1)
                await said(watcher, "over in time")

    run(check())


def test_a_persons_data_is_handed_out_and_deleted(tmp_path: Path) -> None:
    """Everything of a person is exported; deleted, no row names them, a bot plays on, and others keep their game."""

    async def check() -> None:
        url = sqlite(tmp_path)
        async with (
            serving(url) as server,
            Client(server.url) as ann,
            Client(server.url) as bob,
            opened(Settings(database_url=url)) as admin,
        ):
            code = await two_devices(ann, bob)
            own = (
                await bob.create(CreateTable("recharged/germany", [SeatPlan("person", name="Bob"), *BOTH[1:]]))
            ).table.code
            async with bob.sit(code) as seat:
                await said(seat, "my word")
                line = seat.said[0].id
            await ann.report(code, [line], "I like it")
            server.server.registry.evict(float("inf"))
            await age(server.server.store, own, 1000)
            assert (await retention.run(server.server.store, server.server.settings)).packed == 1
            devices = await admin.devices(code, 1)
            data = await person.export(admin.store, devices)
            assert [(row["code"], row["seat"], row["name"]) for row in data["seats"]] == [(code, 1, "Bob")]
            assert [row["text"] for row in data["chat"]] == ["my word"]
            assert data["packed"] == [own]
            assert json.dumps(data)
            async with ann.sit(code) as first:
                assert await person.forget(admin.store, devices) == 1
                await first.until(lambda: first.table is not None and first.table.seats[1].resigned)
                assert first.table is not None
                assert first.table.seats[1].name == "Player 2"
                assert await play_on(first, random.Random(1), 3) == 3
            assert (await bob.table(code)).yours == []
            assert (await reports.listed(admin.store))[0].lines[0].text == "deleted"
            assert await person.export(admin.store, devices) == {
                "devices": devices,
                **{
                    name: []
                    for name in (
                        "days_off",
                        "seats",
                        "tables",
                        "made",
                        "chat",
                        "notifications",
                        "boards",
                        "bot_tokens",
                        "hidden",
                        "failed_deliveries",
                        "invited",
                        "reports",
                        "packed",
                        "groups",
                        "signed_in",
                        "group_chat",
                        "group_games",
                        "hidden_in_groups",
                        "tournaments",
                        "bot_tokens",
                        "profile_switches",
                        "rated_games",
                        "ratings",
                    )
                },
            }
            assert "Bob" not in await ann.record(code)
            assert (await bob.table(own)).seats[0].name == "Player 1"
            with pytest.raises(BadOption, match="no player in seat 2"):
                await admin.devices(code, 1)
            async with admin.store.engine.connect() as connection:
                names = (await connection.execute(text("select name from seats"))).scalars()
                assert "Bob" not in set(names)

    run(check())


def test_the_commands(tmp_path: Path) -> None:
    """Each command answers on a database at rest, and a mistake is one line that names it."""
    url = sqlite(tmp_path)

    async def make() -> str:
        async with serving(url) as server, Client(server.url) as ann:
            return (await ann.create(CreateTable("recharged/germany", BOTH))).table.code

    code = run(make())

    def admin(*words: str) -> tuple[int, str]:
        done = CliRunner().invoke(app, ["admin", *words, "--database", url])
        return done.exit_code, f"{done.output}{done.exception or ''}"

    assert code in admin("list", "--state", "playing")[1]
    assert code not in admin("list", "--state", "over")[1]
    assert "playing, over" in admin("list", "--state", "lost")[1]
    assert admin("mute", "192.0.2.7") == (0, "muted 1 addresses\n")
    assert admin("unmute", "192.0.2.7") == (0, "unmuted\n")
    assert "one of them" in admin("mute")[1]
    assert admin("reports") == (0, "")
    assert "no report 3" in admin("reports", "--close", "3")[1]
    assert json.loads(admin("export", code, "--seat", "1")[1])["seats"][0]["name"] == "Ann"
    assert "one of them" in admin("export", code)[1]
    swept = "0 tables packed, 0 packed tables deleted, 0 reports deleted, 0 groups deleted, "
    swept += "0 unused names freed\n"
    assert admin("retention") == (0, swept)
    assert admin("season", "--start", "Spring 2027") == (0, "season 1 has begun: Spring 2027\n")
    listed = admin("season")[1].splitlines()
    assert [line.split()[0] for line in listed] == ["1", "0"]
    assert listed[0].endswith("0 ratings  Spring 2027")
    assert admin("groups") == (0, "")
    assert "expected 1 to 60" in admin("tournament", "--make", "Club night", "--days", "0")[1]
    assert admin("tournament") == (0, ""), "none was made that could not begin its second round"
    assert admin("profiles") == (0, "")
    assert "no profile Anna" in admin("profiles", "--delete", "Anna")[1]
    assert admin("groups", "--delete", "ABCDEFGH")[0] != 0
    whom = f"Ann, owner of table {code}: 1 devices, 1 seats, 1 own tables, 0 lines of chat, without a profile\n"
    status, said = admin("delete-person", code, "--owner")
    assert status != 0, "nobody has answered the question"
    assert said.startswith(whom)
    assert json.loads(admin("export", code, "--seat", "1")[1])["seats"][0]["name"] == "Ann"
    status, said = admin("delete-person", code, "--seat", "1", "--yes")
    assert (status, said.splitlines()[1]) == (0, "deleted; 1 seats are played by bots now")
    assert "seat 1 at" in said
    assert admin("close", code) == (0, "closed\n")
    assert admin("close", code, "--delete") == (0, "deleted\n")
    assert "no table" in admin("close", code)[1]
    missing = CliRunner().invoke(app, ["admin", "list", "--database", f"sqlite:///{tmp_path}/none.db"])
    assert "there is none at" in str(missing.exception)
