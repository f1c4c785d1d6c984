"""A game over days from its beginning to its end: every message once, to the right people, and none too many."""

from pathlib import Path

from tests.server.day_games import beginning, by_order, chat, day_game, day_off, ending, every_message, paused, stood_in
from tests.server.kit import run


def test_a_game_over_days(tmp_path: Path) -> None:
    """Orders, a pause, a day off, a stand-in, chat and the end: no message twice, and none is missing."""

    async def check() -> None:
        async with day_game(tmp_path) as days:
            for step in (beginning, by_order, paused, day_off, stood_in, chat, ending):
                await step(days)
            await every_message(days)

    run(check())
