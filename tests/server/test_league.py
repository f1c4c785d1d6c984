"""The league table of a group: rounds of a season, points by place, ties; and that finished games stay in it."""

import random
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import delete

from kilowatt import protocol as wire
from kilowatt.client import Client, ServerSaidNo
from kilowatt.protocol import CreateTable, NewSeason, SeatPlan
from kilowatt.server.groups import league
from kilowatt.server.groups.league import DAY, POINTS, Game, Placed, Season
from kilowatt.server.store import shape
from tests.server.kit import Running, later, play_together, run, serving, sqlite
from tests.server.people import friday, seen, told

TWO = [SeatPlan("person", name="Anna"), SeatPlan("open")]
WEEKLY = Season(1, "Autumn", 0.0, 7, 4, list(POINTS))


def game(day: float, *order: str, resigned: str = "") -> Game:
    """Make a finished game of a day; players written together, as in "a b", share a place."""
    seats: list[Placed] = []
    for tied in order:
        place = len(seats) + 1
        seats += [Placed(name, place, name == resigned) for name in tied.split()]
    return Game(day * DAY, day * DAY + 1, seats)


def standing(season: Season | None, *games: Game) -> list[tuple[int, str, float, int]]:
    """Return rank, player, points and wins."""
    ranked, _ = league.table(games, "abcd", season)
    return [(row.rank, who, row.points, row.wins) for who, row in ranked]


def test_points_follow_the_place() -> None:
    """The places have 8, 5, 3, 2, 1 and no points; a shared place has the mean; a player who resigned has none."""
    assert standing(None, game(1, "a", "b", "c", "d")) == [
        (1, "a", 8, 1),
        (2, "b", 5, 0),
        (3, "c", 3, 0),
        (4, "d", 2, 0),
    ]
    assert standing(None, game(1, "a", "b c", "d")) == [(1, "a", 8, 1), (2, "b", 4, 0), (2, "c", 4, 0), (4, "d", 2, 0)]
    assert standing(None, game(1, "a", "b", resigned="b")) == [(1, "a", 8, 1), (2, "b", 0, 0)]
    assert standing(None, game(1, "x", "a")) == [(1, "a", 5, 0)], "a guest takes a place"
    own = Season(1, "Own", 0.0, 7, 4, [10, 4])
    assert standing(own, game(1, "a", "b", "c")) == [(1, "a", 10, 1), (2, "b", 4, 0), (3, "c", 0, 0)]


def test_a_round_counts_its_best_game() -> None:
    """A table counts in the round in which it was made, of several games the best; outside of the season none."""
    games = [game(1, "a", "b"), game(2, "b", "a"), game(8, "b", "a"), game(28, "a", "b"), game(-1, "a", "b")]
    ranked, count = league.table(games, "ab", WEEKLY)
    rows = dict(ranked)
    assert count == 3
    assert (rows["a"].rounds, rows["a"].points, rows["a"].games, rows["a"].won) == ({0: 8, 1: 5}, 13, 3, {0})
    assert (rows["b"].rounds, rows["b"].points, rows["b"].wins, rows["b"].won) == ({0: 8, 1: 8}, 16, 2, {0, 1})
    assert WEEKLY.round_at(7 * DAY) == 1
    assert WEEKLY.round_at(28 * DAY) is None
    cut = msgspec.structs.replace(WEEKLY, ended=9 * DAY)
    assert (cut.round_at(8 * DAY), cut.round_at(9 * DAY)) == (1, None)


def test_equal_points_are_told_apart_by_wins_and_the_last_meeting() -> None:
    """More wins come first, then the last game in which all equal members played; else they share the rank."""
    assert standing(None, game(1, "a", "b"), game(2, "b", "a")) == [(1, "b", 13, 1), (2, "a", 13, 1)]
    assert standing(None, game(1, "a", "x"), game(2, "b", "x")) == [(1, "a", 8, 1), (1, "b", 8, 1)]
    more = Season(1, "Own", 0.0, 7, 4, [4, 2, 2])
    wins = standing(more, game(1, "x", "a"), game(8, "x", "a"), game(1, "b", "x"))
    assert wins == [(1, "b", 4, 1), (2, "a", 4, 0)]


async def play(server: Running, group: str, anna: Client, bob: Client) -> str:
    """Open a table for a group and play it; return its code."""
    asked = CreateTable("card-game", TWO, visibility="public", name="Grid night")
    made = await anna.request("POST", f"/api/groups/{group}/tables", asked)
    view = msgspec.json.decode(made, type=wire.Seated).table
    assert view.visibility == "private", "only members find it"
    await bob.join(view.code, "Bob")
    async with anna.sit(view.code) as first, bob.sit(view.code) as second:
        await play_together([first, second], random.Random(1), 5000)
    await server.server.recorder.look()
    return view.code


def test_seasons_have_rounds_and_stay_readable(tmp_path: Path) -> None:
    """The owner begins seasons; a game counts in its round; a later season begins at nothing, the earlier one stays."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as anna, Client(server.url) as bob:
            group = await friday(anna, (bob, "Bob"))
            season = NewSeason("Autumn", 7, 10)
            with pytest.raises(ServerSaidNo, match="not_group_owner"):
                await told(bob, f"/{group.id}/season", season)
            view = (await told(anna, f"/{group.id}/season", season)).league
            assert view.season is not None
            assert (view.season.name, view.season.round, view.season.rounds, view.rows) == ("Autumn", 1, 10, [])
            code = await play(server, group.id, anna, bob)
            first = (await seen(bob, group.id)).league
            assert sorted((row.points, row.rounds, row.won) for row in first.rows) == [(5, [5], []), (8, [8], [1])]
            later(8 * DAY)
            asked = CreateTable("card-game", TWO)
            await anna.request("POST", f"/api/groups/{group.id}/tables", asked)
            second = (await seen(bob, group.id)).league
            assert second.season is not None
            assert second.season.round == 2
            assert {row.name: (row.rounds[1], row.plays) for row in second.rows} == {
                "Anna": (None, True),
                "Bob": (None, False),
            }
            # what is in the league stays, whatever becomes of the table
            async with server.server.engine.begin() as connection:
                await connection.execute(delete(shape.tables).where(shape.tables.c.code == code))
            group = await told(anna, f"/{group.id}/season", NewSeason("Winter", 7, 2, [3, 1]))
            assert [(row.name, row.round) for row in group.seasons] == [("Winter", 1), ("Autumn", None)]
            assert (group.league.games, group.games, [row.code for row in group.finished]) == (0, 1, [code])
            past = await bob.request("GET", f"/api/groups/{group.id}/seasons/1")
            rows = msgspec.json.decode(past, type=wire.League).rows
            assert sorted(row.points for row in rows) == [5, 8]
            games = msgspec.json.decode(await bob.request("GET", f"/api/groups/{group.id}/games"), type=wire.GroupGames)
            assert [len(row.places) for row in games.games] == [2]
            with pytest.raises(ServerSaidNo, match="no_season"):
                await bob.request("GET", f"/api/groups/{group.id}/seasons/3")
            with pytest.raises(ServerSaidNo, match="points"):
                await told(anna, f"/{group.id}/season", NewSeason("Odd", 7, 2, [1, 3]))

    run(check())


def test_the_owner_renames_and_hands_over(tmp_path: Path) -> None:
    """The owner gives the group another name and another owner, and is a member like the others then."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as anna, Client(server.url) as bob:
            group = await friday(anna, (bob, "Bob"))
            with pytest.raises(ServerSaidNo, match="not_group_owner"):
                await told(bob, f"/{group.id}/rename", {"name": "Mine"})
            assert (await told(anna, f"/{group.id}/rename", {"name": "Tuesday grid"})).name == "Tuesday grid"
            with pytest.raises(ServerSaidNo, match="no_member"):
                await told(anna, f"/{group.id}/owner", {"number": 1, "name": "Eve"})
            view = await told(anna, f"/{group.id}/owner", {"number": 1, "name": "Bob"})
            assert [(row.name, row.owner) for row in view.members] == [("Anna", False), ("Bob", True)]
            with pytest.raises(ServerSaidNo, match="not_group_owner"):
                await told(anna, f"/{group.id}/owner", {"number": 0, "name": "Anna"})

    run(check())
