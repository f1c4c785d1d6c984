"""Whole games over real sockets."""

import asyncio
import random
from pathlib import Path

import pytest

import kilowatt
from kilowatt.client import Client
from kilowatt.protocol import CreateTable, SeatPlan
from kilowatt.table.dealer import commitment
from kilowatt.table.verify import verify_record
from tests.server.kit import play_on, run, serving, sqlite


@pytest.mark.parametrize("ruleset", ["recharged/germany", "card-game"])
def test_two_people_and_two_bots_play_to_the_end(tmp_path: Path, ruleset: str) -> None:
    """Two devices and two bots play a whole game; the exported record replays to the standing that everybody saw."""

    async def game() -> None:
        async with (
            serving(sqlite(tmp_path), processes=2) as server,
            Client(server.url) as ann,
            Client(server.url) as bob,
        ):
            seats = [
                SeatPlan("person", name="Ann"),
                SeatPlan("open"),
                SeatPlan("bot", "simple"),
                SeatPlan("bot", "random"),
            ]
            made = await ann.create(CreateTable(ruleset, seats))
            code = made.table.code
            assert made.table.state == "waiting"
            async with ann.sit(code) as first:
                assert first.view is None
                joined = await bob.join(code, "Bob")
                await first.until(lambda: first.view is not None)
                # who waited gets the cards dealt before the first decision too
                assert first.entries[0].seq == 1
            assert joined.table.state == "playing"
            assert joined.table.yours == [1]
            async with ann.sit(code) as first, bob.sit(code) as second:
                await asyncio.gather(play_on(first, random.Random(1)), play_on(second, random.Random(2)))
                assert first.view is not None
                assert second.view is not None
                assert first.view.game.result is not None
                assert first.view.game.result == second.view.game.result
                assert [entry.seq for entry in first.entries] == list(range(1, first.seq + 1))
                record = kilowatt.read_record((await ann.record(code)).splitlines())
            table = kilowatt.replay(record)
            assert table.result == first.view.game.result
            seed = record.entries[-1].seed
            assert seed is not None
            assert commitment(bytes.fromhex(seed)) == record.header.deal == joined.table.deal
            verdict = verify_record(record)
            assert verdict.good, verdict.lines
            assert "one whose hash the header gave" in verdict.lines[0]
            assert len((await bob.curves(code)).points) == table.state.round

    run(game())
