"""What a group usually plays, votes for the next round, and which messages about a group somebody wants."""

import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from kilowatt import protocol as wire
from kilowatt.client import Client, ServerSaidNo
from kilowatt.protocol import CreateTable, NewSeason, SeatPlan
from kilowatt.server.groups.league import DAY
from tests.server.friends import AFTER, URL, subscribe
from tests.server.kit import Running, later, play_together, run, serving, sqlite
from tests.server.people import friday, seen, told
from tests.server.sinks import http_sink

GERMANY, ITALY = "recharged/germany", "recharged/italy"
SLOW = {"kind": "days", "days": 1}


@asynccontextmanager
async def three(folder: Path, **settings: object) -> AsyncIterator[tuple[Running, Client, Client, Client]]:
    """Serve three devices."""
    async with (
        serving(sqlite(folder), **settings) as server,
        Client(server.url) as anna,
        Client(server.url) as bob,
        Client(server.url) as eve,
    ):
        yield server, anna, bob, eve


def test_the_owner_sets_what_the_group_usually_plays(tmp_path: Path) -> None:
    """All members see it; another member, a stranger and a game that is not published are refused."""

    async def check() -> None:
        async with three(tmp_path) as (_, anna, bob, eve):
            group = await friday(anna, (bob, "Bob"))
            assert group.usual is None
            path, game = f"/{group.id}/usual", {"ruleset": GERMANY, "clock": SLOW}
            for client, why, wish in ((bob, "not_group_owner", game), (eve, "no_group", game), (anna, "group_data", {"ruleset": "own"})):  # fmt: skip # noqa: E501
                with pytest.raises(ServerSaidNo, match=why):
                    await told(client, path, {"game": wish})
            await told(anna, path, {"game": game})
            usual = (await seen(bob, group.id)).usual
            assert usual is not None
            assert (usual.ruleset, usual.clock.kind, usual.clock.days) == (GERMANY, "days", 1)
            assert (await told(anna, path, {})).usual is None

    run(check())


def test_members_vote_for_the_next_round(tmp_path: Path) -> None:
    """A vote may be changed and taken back, and counts until the round is over; without a coming round none does."""

    async def check() -> None:
        async with three(tmp_path) as (_, anna, bob, eve):
            group = await friday(anna, (bob, "Bob"))
            path = f"/{group.id}/vote"
            with pytest.raises(ServerSaidNo, match="no_next_round"):
                await told(bob, path, {"ruleset": ITALY})
            await told(anna, f"/{group.id}/season", NewSeason("Autumn", 7, 2))
            with pytest.raises(ServerSaidNo, match="no_group"):
                await told(eve, path, {"ruleset": ITALY})
            with pytest.raises(ServerSaidNo, match="group_data"):
                await told(bob, path, {"ruleset": "own"})
            await told(bob, path, {"ruleset": GERMANY})
            await told(bob, path, {"ruleset": ITALY})
            votes = (await told(anna, path, {"ruleset": ITALY})).votes
            assert [(row.ruleset, row.votes, row.yours) for row in votes] == [(ITALY, 2, True)]
            votes = (await told(bob, path, {"ruleset": GERMANY})).votes
            assert [(row.votes, row.yours) for row in votes] == [(1, row.ruleset == GERMANY) for row in votes]
            assert len((await told(bob, path, {})).votes) == 1
            later(8 * DAY)
            assert (await seen(anna, group.id)).votes == []
            with pytest.raises(ServerSaidNo, match="no_next_round"):
                await told(bob, path, {"ruleset": ITALY})

    run(check())


@pytest.mark.parametrize(("off", "told_of"), [(["opened"], 1), (["result"], 0)])
def test_members_learn_how_a_game_ended(tmp_path: Path, off: list[str], told_of: int) -> None:
    """A member who has not played gets the result once, unless it is switched off; players and strangers do not."""

    async def check() -> None:
        settings: dict[str, Any] = {"notify_every": 3600.0, "notify_after": AFTER, "public_url": URL}
        settings |= {"private_targets": True, "push_contact": "mailto:host@example.org"}
        async with http_sink() as sink, three(tmp_path, **settings) as (server, anna, bob, eve):
            group = await friday(anna, (bob, "Bob"))
            later(1)
            browser = await subscribe(bob, sink)
            await told(bob, f"/{group.id}/messages", {"off": off})
            assert (await seen(bob, group.id)).off == off
            with pytest.raises(ServerSaidNo, match="no_group"):
                await told(eve, f"/{group.id}/messages", {"off": []})
            plan = [SeatPlan("person", name="Anna"), SeatPlan("open")]
            made = await anna.request(
                "POST", f"/api/groups/{group.id}/tables", CreateTable("card-game", plan, name="Night")
            )
            code = msgspec.json.decode(made, type=wire.Seated).table.code
            await eve.join(code, "Eve")
            for client in (anna, eve):
                await subscribe(client, sink)
            async with anna.sit(code) as first, eve.sit(code) as second:
                await play_together([first, second], random.Random(1), 5000)
            for _ in range(3):
                await server.server.sender.round()
                later(3600)
            titles = [browser.read(got.body)["title"] for got in sink.got]
            assert titles == ["A game of Friday is over: Night"] * told_of

    run(check())
