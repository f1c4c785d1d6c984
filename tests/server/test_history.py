"""The list of finished games: places, scores and opponents, for their own player only."""

import random
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import update

from kilowatt import protocol as wire
from kilowatt.client import Client
from kilowatt.coach.judge import Verdict
from kilowatt.coach.review import Row
from kilowatt.coach.saying import Claim
from kilowatt.engine.results import Result
from kilowatt.host.played import places
from kilowatt.host.review_summary import POINTS, pack, summary_at, summary_of
from kilowatt.protocol import CreateTable, SeatPlan
from kilowatt.server.store import reviews, shape
from kilowatt.server.store.store import Store
from tests.server.kit import play_together, run, serving, sqlite


async def history(client: Client) -> list[wire.PlayedGame]:
    """Read one's finished games."""
    return msgspec.json.decode(await client.request("GET", "/api/history"), type=wire.PlayedGames).games


def test_finished_games_are_listed_with_place_and_opponents(tmp_path: Path) -> None:
    """Both players find the game with their own place, opponent and part of its review; a stranger finds nothing."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as anna, Client(server.url) as bob:
            rivals = set()
            for number in range(2):
                seats = [SeatPlan("person", name=f"Anna {number}"), SeatPlan("open")]
                code = (await anna.create(CreateTable("card-game", seats, name=f"Game {number}"))).table.code
                await bob.join(code, "Bob")
                assert await history(anna) == [] or number
                async with anna.sit(code) as first, bob.sit(code) as second:
                    await play_together([first, second], random.Random(number), 5000)
                table = await anna.table(code)
                assert table.result is not None
                game, other = (await history(anna))[0], (await history(bob))[0]
                assert (game.name, game.code, game.ruleset) == (f"Game {number}", code, "card-game")
                assert {game.place, other.place} in ({1, 2}, {1})
                assert (game.place == 1) == (0 in table.result.winners)
                assert (game.measure, game.score) == ("points", table.result.scores[0]["points"])
                assert [seat.you for seat in game.seats] == [True, False]
                assert [seat.you for seat in other.seats] == [False, True]
                rivals.add(game.seats[1].who)
                assert bob.token is not None
                assert game.seats[1].who != other.seats[0].who
            assert len(rivals) == 1, "the same person is recognised"
            async with Client(server.url) as stranger:
                assert await history(stranger) == []
            await reviewed(server.server.store, anna, bob)

    run(check())


async def reviewed(store: Store, anna: Client, bob: Client) -> None:
    """Check that each player's last game has their own part of its review, and none once they have left it."""
    code = (await history(anna))[0].code
    assert [game.review for game in await history(anna)] == [None, None]
    mistake = Verdict("pass", 0.3, 0.6, 0.3, 0.2, 0.4, mistake=True, played=Claim("passed", {}))
    rows = [row(1, (0.6, 0.4), 1), Row(2, 2, 2, "auction", 1, (1.0, 0.0), mistake)]
    await reviews.put(store, code, pack(rows), summary_of(rows))
    assert [game.review for game in await history(anna)] == [wire.PlayedReview(100.0, [60, 100]), None]
    assert [game.review for game in await history(bob)] == [wire.PlayedReview(50.0, [40, 0]), None]
    async with store.engine.begin() as connection:
        seat = (shape.seats.c.code == code) & (shape.seats.c.seat == 1)
        await connection.execute(update(shape.seats).where(seat).values(away="resigned"))
    assert (await history(anna))[0].review is not None
    assert (await history(bob))[0].review is None


def row(number: int, chances: tuple[float, float], around: int) -> Row:
    """A row of a review in which nobody decided."""
    return Row(number, number, around, "auction", -1, chances)


def test_a_curve_has_the_first_turn_and_the_end_of_every_round() -> None:
    """Several turns of a round are one point; setting up is none."""
    rounds = [0, 0, 1, 1, 2, 2, 2]
    rows = [row(number, (number / 10, 1 - number / 10), around) for number, around in enumerate(rounds)]
    mine = summary_at(summary_of(rows), 1)
    assert mine == wire.PlayedReview(100.0, [100, 70, 40])
    assert summary_at(summary_of(rows[:1]), 0) == wire.PlayedReview(100.0, [0])
    assert summary_at(summary_of([]), 0) is None
    assert summary_at(None, 0) is None


def test_a_long_game_has_a_short_curve_that_ends_as_the_game_did() -> None:
    """A curve has few points however many rounds were played, and the last one is the end."""
    rows = [row(number, (0.5, 0.5), number + 1) for number in range(500)] + [row(500, (1.0, 0.0), 501)]
    summary = summary_at(summary_of(rows), 0)
    assert summary is not None
    assert len(summary.curve) <= POINTS
    assert summary.curve[-2:] == [50, 100]


@pytest.mark.parametrize(
    ("ranking", "expected"), [([[2], [0], [1]], [2, 3, 1]), ([[0, 2], [1]], [1, 3, 1]), ([[0, 1, 2]], [1, 1, 1])]
)
def test_a_shared_rank_is_a_shared_place(ranking: list[list[int]], expected: list[int]) -> None:
    """Seats that share a rank share the better place, and the next place is left out."""
    assert places(Result(ranking, [{}] * 3, "cities"), 3) == expected
