"""The list of finished games: places, scores and opponents, for their own player only."""

import random
from pathlib import Path

import msgspec
import pytest

from kilowatt import protocol as wire
from kilowatt.client import Client
from kilowatt.engine.results import Result
from kilowatt.protocol import CreateTable, SeatPlan
from kilowatt.server.profiles.history import places
from tests.server.kit import play_together, run, serving, sqlite


async def history(client: Client) -> list[wire.PlayedGame]:
    """Read one's finished games."""
    return msgspec.json.decode(await client.request("GET", "/api/history"), type=wire.PlayedGames).games


def test_finished_games_are_listed_with_place_and_opponents(tmp_path: Path) -> None:
    """Both players find the game with their own place and the same opponent; a stranger finds nothing."""

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

    run(check())


@pytest.mark.parametrize(
    ("ranking", "expected"), [([[2], [0], [1]], [2, 3, 1]), ([[0, 2], [1]], [1, 3, 1]), ([[0, 1, 2]], [1, 1, 1])]
)
def test_a_shared_rank_is_a_shared_place(ranking: list[list[int]], expected: list[int]) -> None:
    """Seats that share a rank share the better place, and the next place is left out."""
    assert places(Result(ranking, [{}] * 3, "cities"), 3) == expected
