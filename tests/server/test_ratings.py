"""Ratings: of people who agree, once per game, whatever happens to the server; with bots as fixed anchors."""

import asyncio
import random
import re
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import delete, update

from kilowatt import protocol as wire
from kilowatt.bots.roster import LEVELS, RUNGS
from kilowatt.client import Client, ServerSaidNo
from kilowatt.engine.results import Result
from kilowatt.host import timekeeping
from kilowatt.host.thinking import levels
from kilowatt.protocol import ChangeSeat, ClockPlan, CreateTable, SeatPlan
from kilowatt.server.ratings import seasons, skill
from kilowatt.server.ratings.rater import Rater
from kilowatt.server.ratings.skill import BOTS, Skill
from kilowatt.server.store import people_shape, shape
from tests.server.kit import Running, free_port, play_together, process, run, serving, sqlite
from tests.server.people import RATED, TWO, agree, counted, play, ratings, reserve, shown, switch
from tests.server.postgres import Cluster
from tests.server.seats import away


async def history(client: Client) -> wire.PlayedGames:
    """Read one's games."""
    return msgspec.json.decode(await client.request("GET", "/api/history"), type=wire.PlayedGames)


# --- the numbers -----------------------------------------------------------------------------------------------------


def test_two_new_players_move_as_published() -> None:
    """After one game two new players have the values that the method's authors publish for Plackett-Luce."""
    winner, loser = skill.after([Skill(), Skill()], [1, 2])
    assert (winner.mu, winner.sigma) == pytest.approx((27.6353894931, 8.0659014135))
    assert (loser.mu, loser.sigma) == pytest.approx((22.3646105069, 8.0659014135))
    assert [skill.points(skilled.mu) for skilled in (winner, Skill(), loser)] == [1105, 1000, 895]


def test_a_win_over_a_stronger_bot_counts_more() -> None:
    """Beating `expert` gains more than beating `easy`, and losing to it costs less."""
    gains, losses = {}, {}
    for level in ("easy", "expert"):
        gains[level] = skill.after([Skill(), skill.bot_skill(level)], [1, 2])[0].mu
        losses[level] = skill.after([Skill(), skill.bot_skill(level)], [2, 1])[0].mu
    assert gains["expert"] > gains["easy"] > skill.MU
    assert losses["easy"] < losses["expert"] < skill.MU


def test_the_anchors_are_those_of_the_ladder() -> None:
    """The points of every rung and of `easy` are those of docs/lab/ladder.md: rated there, or from a share of wins."""
    text = (Path(__file__).parents[2] / "docs" / "lab" / "ladder.md").read_text(encoding="utf-8")
    table = text.partition("**Ratings**")[2].partition("<!--")[0]
    measured = {name: float(points) for name, points in re.findall(r"^\| `(\w+)` \| (-?\d+) \|", table, re.MULTILINE)}
    assert len(measured) == 5
    rows = re.findall(r"^\| `(\w+)` \| ([\d.]+) % \| `(\w+)` \| (\d+) \(", text, re.MULTILINE)
    assert rows
    for bot, share, rival, points in rows:
        assert skill.points_from(float(share) / 100, 4, measured[rival]) == int(points)
        measured[bot] = float(points)
    assert all(measured[name] == entry.points for name, entry in {**RUNGS, "easy": LEVELS["easy"]}.items())


def test_every_bot_that_may_sit_at_a_table_has_points() -> None:
    """A rated game with any bot of the page can be counted."""
    assert set(levels()) == set(BOTS)


def test_equal_bots_have_equal_points() -> None:
    """A bot that wins its share of chance has the points of the others, one that wins more has more."""
    assert skill.points_from(0.25, 4, 2158) == skill.points_from(0.5, 2, 2158) == 2158
    assert skill.points_from(0.4, 4, 2158) > 2158 > skill.points_from(0.2, 4, 2158)


def test_those_who_resigned_are_last() -> None:
    """A player who resigned is behind everybody, whatever the bot made of the seat."""
    result = Result([[1], [0, 2], [3]], [{}] * 4, "cities")
    assert skill.places(result, set()) == {1: 1, 0: 2, 2: 2, 3: 4}
    assert skill.places(result, {1}) == {0: 1, 2: 1, 3: 3, 1: 4}
    assert skill.places(result, {1, 0}) == {2: 1, 3: 2, 0: 3, 1: 3}


# --- who is rated ----------------------------------------------------------------------------------------------------


def test_only_people_who_agreed_sit_at_a_rated_table(tmp_path: Path) -> None:
    """Without agreeing nobody makes or joins one; names are those of the profiles; nobody has two seats or hints."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as anna, Client(server.url) as bob:
            with pytest.raises(ServerSaidNo, match="rated_agree"):
                await anna.create(RATED)
            with pytest.raises(ServerSaidNo, match="no_profile"):
                await switch(anna, rated=True)
            await agree(anna, "Anna K")
            view = await shown(anna)
            assert (view.rated, view.public) == (True, False)
            code = (await anna.create(RATED)).table.code
            path, same = f"/api/tables/{code}/change", {"ruleset": "recharged/usa", "hints": True}
            with pytest.raises(ServerSaidNo, match="rated_data"):
                await anna.request("POST", path, {**same, "options": {"deck": {"cards": []}}})
            await anna.request("POST", path, {**same, "clock": {"kind": "none"}})
            table = await anna.table(code)
            assert (table.ruleset, table.clock.kind, table.hints) == ("recharged/usa", "days", False)
            await reserve(bob, "Bob B")
            for client, why in ((bob, "rated_agree"), (anna, "already_seated")):
                with pytest.raises(ServerSaidNo, match=why):
                    await client.join(code, "Bob")
            await switch(bob, rated=True)
            table = (await bob.join(code, "Another name")).table
            assert [seat.name for seat in table.seats] == ["Anna K", "Bob B"]
            assert table.rated
            assert not table.hints
            with pytest.raises(ServerSaidNo, match="rated_plays"):
                await switch(bob, rated=False)
            for change in (ChangeSeat("open"), ChangeSeat("reissue")):
                with pytest.raises(ServerSaidNo, match="rated_seat"):
                    await anna.change_seat(code, 1, change)
            assert not (await anna.fork(code, 1)).table.rated, "a fork is never rated"

    run(check())


@pytest.mark.parametrize(
    ("seats", "options", "why"),
    [
        ([SeatPlan("person"), SeatPlan("bot", "easy")], {}, "rated_people"),
        ([SeatPlan("person"), SeatPlan("person")], {}, "rated_once"),
        ([*TWO, SeatPlan("bot", "bidder")], {}, "rated_bot: .*known strength only, and bidder is none"),
        (TWO, {"deck": "mine"}, "rated_data"),
    ],
)
def test_what_a_rated_table_cannot_be(tmp_path: Path, seats: list[SeatPlan], options: dict[str, str], why: str) -> None:
    """A rated table has two people, each once, bots of known strength, and the cards and boards that come along."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as anna:
            await agree(anna, "Anna K")
            with pytest.raises(ServerSaidNo, match=why):
                await anna.create(CreateTable("recharged/germany", seats, options, rated=True))

    run(check())


def test_a_bot_takes_a_seat_only_while_two_people_are_left(tmp_path: Path) -> None:
    """Before the start the owner gives a bot the third seat of a rated table, but not the second."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as anna:
            await agree(anna, "Anna K")
            seats = [SeatPlan("person"), SeatPlan("open"), SeatPlan("open")]
            code = (await anna.create(CreateTable("recharged/germany", seats, rated=True))).table.code
            await anna.change_seat(code, 2, ChangeSeat("bot", "hard"))
            with pytest.raises(ServerSaidNo, match="rated_people"):
                await anna.change_seat(code, 1, ChangeSeat("bot", "hard"))

    run(check())


# --- what is counted -------------------------------------------------------------------------------------------------


async def counts_once(server: Running, other: Running) -> None:
    """Play rated and unrated games, and look that each rated one is counted once, also by two raters at a time."""
    async with Client(server.url) as anna, Client(other.url) as bob:
        await agree(anna, "Anna K")
        await agree(bob, "Bob B")
        await play(anna, bob, CreateTable("card-game", TWO))
        assert (await ratings(anna)).people == []
        code = await play(anna, bob)
        await counted(server, 1)
        first = await ratings(bob)
        assert (first.edition, sorted(row.name for row in first.people)) == ("card-game", ["Anna K", "Bob B"])
        assert [row.games for row in first.people] == [1, 1]
        best, last = first.people
        assert best.points > last.points or (best.points, last.points) == (1000, 1000)
        # as after a kill: what is in memory about looks is gone
        store = server.server.store
        assert await Rater(store, 1.0).look() == 0
        # the game was not counted yet, and two processes look at the same moment
        await store.writer.call(lambda connection: connection.execute(delete(people_shape.rated_games)))
        await store.writer.call(lambda connection: connection.execute(delete(people_shape.ratings)))
        await asyncio.gather(*(Rater(one.server.store, 1.0).look() for one in (server, other, server, other)))
        assert (await ratings(anna)).people == first.people
        game = (await history(anna)).games[0]
        assert game.code == code
        assert game.rating is not None
        assert game.rating.before == 1000
        assert game.rating.after == next(row.points for row in first.people if row.name == "Anna K")
        assert [(row.edition, row.games) for row in (await history(bob)).ratings] == [("card-game", 1)]
        # two games of the same people, counted at the same moment by two processes: neither is lost
        await asyncio.gather(play(anna, bob, seed=2), play(anna, bob, seed=3))
        await counted(server, 3)
        assert [row.games for row in (await ratings(anna)).people] == [3, 3]


def test_a_game_is_counted_once(tmp_path: Path) -> None:
    """A rated game is counted once, also if raters look again or at the same time; an unrated one is not."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server:
            await counts_once(server, server)

    run(check())


@pytest.mark.postgres
def test_a_game_is_counted_once_by_two_processes(postgres: Cluster) -> None:
    """On PostgreSQL two processes look at the same games, and each is counted once."""

    async def check() -> None:
        url = postgres.database()
        async with serving(url) as one, serving(url) as two:
            await counts_once(one, two)

    run(check())


@pytest.mark.thorough
def test_a_game_that_ended_just_before_a_kill_is_counted(tmp_path: Path) -> None:
    """A server killed after the last move and before it looked counts the game when it is back, once."""

    async def check() -> None:
        url, port = sqlite(tmp_path), free_port()
        base = f"http://127.0.0.1:{port}"
        async with Client(base) as anna, Client(base) as bob:
            async with process(url, port, KILOWATT_SWEEP="3600") as server:
                await agree(anna, "Anna K")
                await agree(bob, "Bob B")
                await play(anna, bob)
                assert (await ratings(anna)).people == []
                server.kill()
                await server.wait()
            for _ in range(2):
                async with process(url, port, KILOWATT_SWEEP="0.1"), asyncio.timeout(30):
                    while not (await ratings(anna)).people:  # noqa: ASYNC110 - nobody is told
                        await asyncio.sleep(0.05)
                    assert [row.games for row in (await ratings(anna)).people] == [1, 1]

    run(check())


def test_a_resigned_game_counts_and_an_ended_one_does_not(tmp_path: Path) -> None:
    """A player who resigned has lost when the other has played on; a game that both agree to end does not count."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as anna, Client(server.url) as bob:
            await agree(anna, "Anna K")
            await agree(bob, "Bob B")
            code = (await anna.create(RATED)).table.code
            await bob.join(code, "Bob")
            await anna.agree(code)
            await bob.agree(code)
            assert (await anna.table(code)).end == "agreed"
            code = (await anna.create(RATED)).table.code
            await bob.join(code, "Bob")
            await bob.resign(code)
            async with anna.sit(code) as seat:
                await play_together([seat], random.Random(1), 5000)
            assert (await anna.table(code)).result is not None
            await counted(server, 1)
            people = (await ratings(anna)).people
            assert [(row.name, row.games, row.points) for row in people] == [("Anna K", 1, 1105), ("Bob B", 1, 895)]

    run(check())


@pytest.mark.thorough
def test_a_season_begins_again_and_the_old_one_stays(tmp_path: Path) -> None:
    """After the host starts a season everybody is new there; the ratings before it can still be read."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as anna, Client(server.url) as bob:
            await agree(anna, "Anna K")
            await agree(bob, "Bob B")
            await play(anna, bob)
            await counted(server, 1)
            before = await ratings(anna)
            await seasons.start(server.server.store, "Spring", timekeeping.now())
            now = await ratings(anna)
            assert (now.season, now.people, [row.name for row in now.seasons]) == (1, [], ["Spring", ""])
            await play(anna, bob, seed=2)
            await counted(server, 2)
            assert [row.games for row in (await ratings(anna)).people] == [1, 1]
            assert (await ratings(anna, season=0)).people == before.people
            assert [(row.season, row.season_name) for row in (await history(anna)).ratings] == [(1, "Spring"), (0, "")]
            with pytest.raises(ServerSaidNo, match="not_found"):
                await ratings(anna, season=7)

    run(check())


@pytest.mark.thorough
def test_a_game_of_the_last_season_counts_there(tmp_path: Path) -> None:
    """A game that ended before the season began counts for the season before, although it is counted later."""

    async def check() -> None:
        async with (
            serving(sqlite(tmp_path), sweep=3600.0) as server,
            Client(server.url) as anna,
            Client(server.url) as bob,
        ):
            await agree(anna, "Anna K")
            await agree(bob, "Bob B")
            code = await play(anna, bob)
            store = server.server.store
            earlier = update(shape.tables).where(shape.tables.c.code == code).values(touched=timekeeping.now() - 100)
            await store.writer.call(lambda connection: connection.execute(earlier))
            await seasons.start(store, "Spring", timekeeping.now() - 50)
            assert await Rater(store, 1.0).look() == 1
            assert (await ratings(anna)).people == []
            assert len((await ratings(anna, season=0)).people) == 2

    run(check())


def test_a_rated_game_has_no_early_or_weak_stand_in(tmp_path: Path) -> None:
    """With a clock only the clock hands a seat to a bot; else after a day without the player, to no weaker bot."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as anna, Client(server.url) as bob:
            await agree(anna, "Anna")
            await agree(bob, "Bob")
            days = CreateTable("card-game", TWO, clock=ClockPlan("days", days=3), rated=True)
            code = (await anna.create(days)).table.code
            await bob.join(code, "Bob")
            await away(server, code, 1, 1)
            with pytest.raises(ServerSaidNo, match="rated_clock"):
                await anna.change_seat(code, 1, ChangeSeat("bot", "expert"))
            three = [*TWO, SeatPlan("bot", "hard")]
            code = (await anna.create(CreateTable("recharged/germany", three, rated=True))).table.code
            await bob.join(code, "Bob")
            plan = server.server.registry.rooms[code].row.plan
            assert plan.clock == ClockPlan("days", days=3), "a rated table has a clock"
            plan.clock = ClockPlan()  # as tables of earlier versions may have none
            await away(server, code, 1, 23)
            with pytest.raises(ServerSaidNo, match="not_away_yet"):
                await anna.change_seat(code, 1, ChangeSeat("bot", "hard"))
            await away(server, code, 1, 2)
            for weak in ("random", "normal"):
                with pytest.raises(ServerSaidNo, match="rated_weaker"):
                    await anna.change_seat(code, 1, ChangeSeat("bot", weak))
            shown = (await anna.change_seat(code, 1, ChangeSeat("bot"))).table.seats[1]
            assert shown.level == "hard"

    run(check())
