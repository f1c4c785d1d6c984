"""Groups: joined by a link, with standing tables that start with one press and a league table of their games."""

import json
import random
import re
from pathlib import Path

import msgspec
import pytest
import segno
from sqlalchemy import select, update

from kilowatt import protocol as wire
from kilowatt.client import Client, ServerSaidNo
from kilowatt.host import timekeeping
from kilowatt.protocol import ClockPlan, MakeGroup, SeatPlan, StandingPlan
from kilowatt.server import retention
from kilowatt.server.groups import groups as rules
from kilowatt.server.ops.admin import opened
from kilowatt.server.settings import Settings
from kilowatt.server.store import memberships, people_shape
from tests.server.kit import Running, play_together, run, serving, sqlite
from tests.server.people import friday, seen, told
from tests.server.postgres import Cluster

CARDS = StandingPlan(
    "Quick cards", "card-game", [SeatPlan("person"), SeatPlan("open")], clock=ClockPlan("days", days=3)
)


async def start(client: Client, group: wire.GroupView) -> str:
    """Start the group's first standing table."""
    body = {"number": group.standing[0].number}
    made = await client.request("POST", f"/api/groups/{group.id}/start", body)
    return msgspec.json.decode(made, type=wire.Seated).table.code


async def plays_a_league(server: Running) -> None:
    """Make a group, start its standing table with one press, play, and read the league table."""
    async with Client(server.url) as anna, Client(server.url) as bob, Client(server.url) as eve:
        group = await friday(anna, (bob, "Bob"))
        assert [(row.name, row.owner, row.you) for row in group.members] == [
            ("Anna", True, True),
            ("Bob", False, False),
        ]
        group = await told(bob, f"/{group.id}/standing", CARDS)
        assert [(row.name, row.title, row.seats, row.clock.days) for row in group.standing] == [
            ("Quick cards", "The Card Game 2016", 2, 3)
        ]
        code = await start(bob, group)
        table = (await seen(anna, group.id)).tables[0]
        assert (table.code, table.name, [seat.name for seat in table.seats]) == (code, "Quick cards", ["Bob", ""])
        assert table.visibility == "private"
        await anna.join(code, "Anna")
        async with bob.sit(code) as first, anna.sit(code) as second:
            await play_together([first, second], random.Random(1), 5000)
        result = (await anna.table(code)).result
        assert result is not None
        await server.server.recorder.look()
        group_now = await seen(bob, group.id)
        assert (group_now.tables, group_now.games, group_now.league.games) == ([], 1, 1)
        best = ["Bob", "Anna"][result.ranking[0][0]]
        assert [(row.rank, row.name, row.points, row.wins) for row in group_now.league.rows] == [
            (1, best, 8.0, 1),
            (2, "Bob" if best == "Anna" else "Anna", 5.0, 0),
        ]
        game = group_now.finished[0]
        assert (game.code, game.name, game.places[0].name) == (code, "Quick cards", best)
        with pytest.raises(ServerSaidNo, match="no_group"):
            await seen(eve, group.id)
        mine = msgspec.json.decode(await bob.request("GET", "/api/groups"), type=wire.GroupList)
        assert [(row.name, row.members, row.tables) for row in mine.groups] == [("Friday", 2, 0)]
        group = await told(bob, f"/{group.id}/standing/delete", {"number": group.standing[0].number})
        assert group.standing == []


def test_the_link_of_a_group_is_a_qr_code_for_members(tmp_path: Path) -> None:
    """Members get the group's link as a QR code; others are refused, and no guess shows whether the group exists."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as anna, Client(server.url) as eve:
            group = await friday(anna)
            drawn = await anna.request("GET", f"/api/groups/{group.id}/qr")
            expected = segno.make(f"{server.url}/g/{group.link}", error="m").svg_inline(scale=4, border=2)
            assert re.findall(r' d="([^"]+)"', expected)[0] in drawn.decode()
            for number in (group.id, "NOGROUP9"):
                with pytest.raises(ServerSaidNo) as caught:
                    await eve.request("GET", f"/api/groups/{number}/qr")
                assert caught.value.code == "no_group"

    run(check())


def test_a_group_plays_and_has_a_league_table(tmp_path: Path) -> None:
    """Members join by the link, start the standing table with one press, and its games make the league table."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server:
            await plays_a_league(server)

    run(check())


@pytest.mark.postgres
def test_a_group_plays_on_postgres(postgres: Cluster) -> None:
    """The same on PostgreSQL."""

    async def check() -> None:
        async with serving(postgres.database()) as server:
            await plays_a_league(server)

    run(check())


def test_only_wrong_links_count_as_guesses(tmp_path: Path) -> None:
    """A right link may be opened any number of times; after too many wrong ones even it is refused."""

    async def check() -> None:
        async with (
            serving(sqlite(tmp_path), limits=0.1) as server,
            Client(server.url) as anna,
            Client(server.url) as bob,
        ):
            link = (await friday(anna)).link

            async def opened_with(link: str) -> str:
                try:
                    await bob.request("POST", "/api/groups/invitation", {"link": link})
                except ServerSaidNo as error:
                    return error.code
                return "opened"

            assert [await opened_with(link) for _ in range(10)] == ["opened"] * 10
            wrong = [await opened_with("wrong" * 4) for _ in range(5)]
            assert (wrong[0], wrong[-1]) == ("bad_link", "too_many")
            assert await opened_with(link) == "too_many"

    run(check())


def test_the_owner_removes_members_and_renews_the_link(tmp_path: Path) -> None:
    """Only the owner removes a member, renews the link and deletes the group; an old link leads nowhere."""

    async def check() -> None:
        async with (
            serving(sqlite(tmp_path)) as server,
            Client(server.url) as anna,
            Client(server.url) as bob,
            Client(server.url) as eve,
        ):
            group = await friday(anna, (bob, "Bob"))
            for path, body in (("remove", {"number": 0, "name": "Anna"}), ("link", {}), ("delete", {})):
                with pytest.raises(ServerSaidNo, match="not_group_owner"):
                    await bob.request("POST", f"/api/groups/{group.id}/{path}", body)
            with pytest.raises(ServerSaidNo, match="name_taken"):
                await told(eve, "/join", {"link": group.link, "member": "B0b"})
            invited = await eve.request("POST", "/api/groups/invitation", {"link": group.link})
            assert msgspec.json.decode(invited, type=wire.GroupInvitation) == wire.GroupInvitation("Friday", 2, None)
            renewed = await told(anna, f"/{group.id}/link", {})
            with pytest.raises(ServerSaidNo, match="bad_link"):
                await told(eve, "/join", {"link": group.link, "member": "Eve"})
            with pytest.raises(ServerSaidNo, match="group_owner_stays"):
                await told(anna, f"/{group.id}/remove", {"number": 0, "name": "Anna"})
            with pytest.raises(ServerSaidNo, match="no_member"):
                await told(anna, f"/{group.id}/remove", {"number": 1, "name": "Eve"})
            left = await told(anna, f"/{group.id}/remove", {"number": 1, "name": "Bob"})
            assert [row.name for row in left.members] == ["Anna"]
            with pytest.raises(ServerSaidNo, match="no_group"):
                await seen(bob, group.id)
            await told(eve, "/join", {"link": left.link, "member": "Eve"})
            await anna.request("POST", f"/api/groups/{group.id}/leave", {})
            assert (await seen(eve, group.id)).owner, "the longest member looks after it"
            await eve.request("POST", f"/api/groups/{group.id}/delete", {})
            with pytest.raises(ServerSaidNo, match="bad_link"):
                await told(anna, "/join", {"link": renewed.link, "member": "Anna"})

    run(check())


def test_groups_are_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """There is a limit on a person's groups, on members and on standing tables; a standing table has a person."""
    monkeypatch.setattr(rules, "GROUPS_MOST", 2)
    monkeypatch.setattr(rules, "MEMBERS_MOST", 1)

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as anna, Client(server.url) as bob:
            group = await friday(anna)
            with pytest.raises(ServerSaidNo, match="group_full"):
                await told(bob, "/join", {"link": group.link, "member": "Bob"})
            await told(anna, "", MakeGroup("Saturday", "Anna"))
            with pytest.raises(ServerSaidNo, match="too_many_groups"):
                await told(anna, "", MakeGroup("Sunday", "Anna"))
            for _ in range(8):
                await told(anna, f"/{group.id}/standing", CARDS)
            with pytest.raises(ServerSaidNo, match="too_many_standing"):
                await told(anna, f"/{group.id}/standing", CARDS)
            bots = StandingPlan("Bots", "card-game", [SeatPlan("bot", "easy")] * 2)
            with pytest.raises(ServerSaidNo, match="seats: expected a seat that is not a bot's"):
                await told(anna, f"/{group.id}/standing", bots)

    run(check())


def test_old_groups_go_and_the_host_deletes_one(tmp_path: Path) -> None:
    """A group nobody opened for a year is deleted by the retention run; the host lists and deletes others."""

    async def check() -> None:
        url = sqlite(tmp_path)
        async with serving(url) as server, Client(server.url) as anna:
            old, kept = await friday(anna), await told(anna, "", MakeGroup("Saturday", "Anna"))
            table = people_shape.groups
            aged = update(table).where(table.c.id == old.id).values(visited=timekeeping.now() - 366 * 86400)
            await server.server.store.writer.call(lambda connection: connection.execute(aged))
            assert (await retention.run(server.server.store, server.server.settings)).groups == 1
        async with opened(Settings(database_url=url)) as admin:
            assert [(row.id, row.name, row.members) for row in await memberships.listed(admin.store)] == [
                (kept.id, "Saturday", 1)
            ]
            assert await memberships.delete_one(admin.store, kept.id)
            assert not await memberships.delete_one(admin.store, kept.id)
            async with admin.store.reading() as connection:
                assert (await connection.execute(select(people_shape.members))).all() == []

    run(check())


def test_a_removed_member_does_not_come_back_by_the_old_link(tmp_path: Path) -> None:
    """Removing a member ends the link; and a guest at a group's table is not told the group's id."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as anna, Client(server.url) as bob:
            group = await friday(anna, (bob, "Bob"))
            left = await told(anna, f"/{group.id}/remove", {"number": 1, "name": "Bob"})
            assert left.link != group.link
            with pytest.raises(ServerSaidNo, match="bad_link"):
                await told(bob, "/join", {"link": group.link, "member": "Bob"})
            seats = [{"kind": "open"}, {"kind": "open"}]
            plan = {"name": "Club", "ruleset": "recharged/germany", "seats": seats}
            await told(anna, f"/{group.id}/standing", plan)
            started = json.loads(await anna.request("POST", f"/api/groups/{group.id}/start", {"number": 1}))
            code = started["table"]["code"]
            await bob.join(code, "Guest")
            assert group.id not in (await bob.request("GET", f"/api/tables/{code}")).decode()
            assert [table.code for table in (await seen(anna, group.id)).tables] == [code]

    run(check())
