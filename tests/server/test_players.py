"""The public page of a player, and what export and deletion do with ratings, groups and the page."""

import json
import random
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import select

from kilowatt import protocol as wire
from kilowatt.client import Client, ServerSaidNo
from kilowatt.protocol import CreateTable, MakeGroup, SeatPlan
from kilowatt.server.identity import token_hash
from kilowatt.server.store import people_shape
from tests.server.kit import plain_http, play_together, run, serving, sqlite
from tests.server.people import agree, counted, enter, friday, new_code, play, ratings, reserve, seen, switch


async def page_of(client: Client, name: str) -> wire.PlayerPage:
    """Read a player's page."""
    return msgspec.json.decode(await client.request("GET", f"/api/players/{name}"), type=wire.PlayerPage)


def test_a_page_is_there_only_if_its_player_wants_it(tmp_path: Path) -> None:
    """Off by default and again when switched off, a page is not found; it names nobody else and no private table."""

    async def check() -> None:
        async with (
            serving(sqlite(tmp_path)) as server,
            Client(server.url) as anna,
            Client(server.url) as bob,
            Client(server.url) as eve,
            plain_http(server.url) as http,
        ):
            await agree(anna, "Anna <K>")
            await agree(bob, "Bob B")
            private = await play(anna, bob)
            await counted(server, 1)
            assert (await http.get("/player/Anna%20%3CK%3E")).status_code == 404
            with pytest.raises(ServerSaidNo, match="no_player"):
                await page_of(eve, "Anna <K>")
            await switch(anna, public=True)
            page = await page_of(eve, "Anna <K>")
            assert [(game.ruleset, game.players, game.code) for game in page.games] == [("card-game", 2, None)]
            assert [(row.title, row.games) for row in page.boards] == [("The Card Game 2016", 1)]
            assert [(row.edition, row.games) for row in page.ratings] == [("card-game", 1)]
            raw = (await eve.request("GET", "/api/players/Anna <K>")).decode()
            assert anna.token is not None
            for secret in ("Bob", private, anna.token, token_hash(anna.token)):
                assert secret not in raw
            assert [row.public for row in (await ratings(eve)).people if row.name == "Anna <K>"] == [True]
            html = await http.get("/player/Anna%20%3CK%3E")
            assert html.status_code == 200
            assert "<title>Anna &lt;K&gt; · Kilowatt</title>" in html.text
            assert "<K>" not in html.text
            for other in ("anna <k>", "Bob B", "Nobody"):
                with pytest.raises(ServerSaidNo, match="no_player"):
                    await page_of(eve, other)
            await switch(anna, public=False)
            with pytest.raises(ServerSaidNo, match="no_player"):
                await page_of(eve, "Anna <K>")

    run(check())


def test_a_public_table_is_linked_and_a_left_game_does_not_count(tmp_path: Path) -> None:
    """The page links a game that was open to everybody, and counts no game that a bot finished."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as anna, Client(server.url) as bob:
            await reserve(anna, "Anna K")
            await switch(anna, public=True)
            seats = [SeatPlan("person", name="Anna K"), SeatPlan("open")]
            code = (await anna.create(CreateTable("card-game", seats, visibility="public"))).table.code
            await bob.join(code, "Bob")
            await anna.resign(code)
            async with bob.sit(code) as seat:
                await play_together([seat], random.Random(1), 5000)
                assert seat.over
            page = await page_of(bob, "Anna K")
            assert [(game.code, game.left) for game in page.games] == [(code, True)]
            assert page.boards == []

    run(check())


def test_export_and_delete_cover_ratings_and_groups(tmp_path: Path) -> None:
    """What is stored of ratings, switches and groups is in the export, and gone after deletion; others keep theirs."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as anna, Client(server.url) as bob:
            await agree(anna, "Anna K")
            await agree(bob, "Bob B")
            await play(anna, bob)
            await counted(server, 1)
            group = await friday(anna, (bob, "Bob"))
            await told_alone(anna)
            answer = json.loads(await anna.request("GET", "/api/profile/export"))
            assert [row["games"] for row in answer["ratings"]] == [1]
            assert len(answer["rated_games"]) == 1
            assert sorted(row["name"] for row in answer["groups"]) == ["Alone", "Friday"]
            assert answer["profile_switches"] == [{"rated": True, "public": False}]
            assert anna.token is not None
            device = token_hash(anna.token)
            await anna.request("POST", "/api/profile/delete", {})
            assert [row.name for row in (await ratings(bob)).people] == ["Bob B"]
            left = await seen(bob, group.id)
            assert ([row.name for row in left.members], left.owner) == (["Bob"], True)
            async with server.server.store.reading() as connection:
                for table in (people_shape.ratings, people_shape.rating_changes, people_shape.members):
                    rows = [str(row) for row in await connection.execute(select(table))]
                    assert rows
                    assert not [row for row in rows if device in row]
                names = (await connection.execute(select(people_shape.groups.c.name))).scalars()
                assert list(names) == ["Friday"], "the group without members is gone"

    run(check())


async def told_alone(client: Client) -> None:
    """Make a group with one member."""
    await client.request("POST", "/api/groups", MakeGroup("Alone", "Anna"))


def test_ratings_and_groups_come_along_to_another_profile(tmp_path: Path) -> None:
    """A profile that signs in to another one brings its ratings and groups along where that one has none."""

    async def check() -> None:
        async with (
            serving(sqlite(tmp_path)) as server,
            Client(server.url) as phone,
            Client(server.url) as laptop,
            Client(server.url) as bob,
        ):
            await agree(phone, "Anna P")
            await agree(bob, "Bob B")
            await play(phone, bob)
            await counted(server, 1)
            group = await friday(phone, (bob, "Bob"))
            await agree(laptop, "Anna L")
            await enter(phone, await new_code(laptop))
            assert sorted((row.name, row.games) for row in (await ratings(bob)).people) == [("Anna L", 1), ("Bob B", 1)]
            assert (await seen(laptop, group.id)).owner

    run(check())
