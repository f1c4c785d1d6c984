"""A game over days to its natural end: a move goes back by agreement, and everybody away learns their place once."""

import random
import re
from pathlib import Path

from kilowatt.engine.actions import Open
from kilowatt.protocol import AskBack
from tests.server.day_games import DAY, Days, beginning, day_game
from tests.server.friends import AFTER, plain
from tests.server.kit import cut_off, later, play_together, run, until


async def taken_back(days: Days) -> None:
    """Anna opens a plant, asks for that move back, and the others agree: each learns of the request once."""
    anna, bob, cleo = days.people
    assert days.room.game is not None
    state = days.room.game.state
    name = days.room.game.rules.card_names[state.market[0]]
    await days.visit(0, Open(0, name, int(name)))
    assert days.room.row.live.clock.running == 1
    later(2)
    await anna.take_back(days.code, AskBack("ask"))
    await days.wait(2 * 3600)
    assert days.pushed(2)[-1] == "Anna asks to take back a move: Night train"
    assert sum("Anna asks to take back" in line for line in days.told()) == 1
    text = " ".join(f"{mail['subject']} {plain(mail)}" for mail in days.mails.mails)
    assert "Anna möchte einen Zug zurücknehmen" in text
    assert days.room.row.live.clock.running == 1, "nothing happens before all agree"
    await bob.take_back(days.code, AskBack("agree"))
    await cleo.take_back(days.code, AskBack("agree"))
    assert days.room.row.live.clock.running == 0
    assert days.room.game.state.money == state.money
    assert days.room.game.actor == 0
    await days.wait(AFTER + 1)
    assert days.pushed(0)[-1] == "Your turn: Night train", "it is her turn again"
    await days.visit(0, Open(0, name, int(name)))


async def stands_in(days: Days, seat: int) -> None:
    """Let the time of a seat run out in its turn."""
    await until(lambda: days.room.row.live.clock.running == seat, 60)
    later(2 * DAY + 10)
    await until(lambda: days.room.seats[seat].away == "late", 60)


async def played_out(days: Days) -> None:
    """Anna plays to the end against the bots that stand in for the others; who was away learns the place, once."""
    for seat in (1, 2):
        await stands_in(days, seat)
    async with days.people[0].sit(days.code) as anna:
        await play_together([anna], random.Random(3), 5000)
    await cut_off(days.server, days.code, 0)
    shown = await days.people[0].table(days.code)
    assert (shown.state, shown.end) == ("over", None)
    assert shown.result is not None
    places = {seat: place for place, row in enumerate(shown.result.ranking, 1) for seat in row}
    await days.wait(2 * 3600)
    assert not any("Game over" in title for title in days.pushed(0)), "she was there"
    assert days.pushed(2)[-1] == f"Game over, place {places[2]} of 3: Night train"
    mailed = [plain(mail) for mail in days.mails.mails if "Spielende" in plain(mail)]
    assert len(mailed) == 1
    assert f"Spielende, Platz {places[1]} von 3: Night train" in mailed[0]
    [line] = [line for line in days.told() if "is over" in line]
    assert re.search(r"Night train is over: 1\. \w+, .*2\. \w+.*3\. \w+", line)
    before = len(days.sink.got), len(days.mails.mails)
    await days.wait(10 * DAY)
    assert (len(days.sink.got), len(days.mails.mails)) == before


def test_a_game_over_days_to_its_natural_end(tmp_path: Path) -> None:
    """A move goes back by agreement, bots stand in, the end has places: no message is missing, none comes twice."""

    async def check() -> None:
        async with day_game(tmp_path) as days:
            for step in (beginning, taken_back, played_out):
                await step(days)
            days.shown_once()
            ended = sorted((row.way, row.seat) for row in await days.outbox() if row.event == "ended")
            assert ended == [("hook", 0), ("mail", 1), ("push", 2)]

    run(check())
