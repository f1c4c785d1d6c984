"""Taking back a decision after its window, when everybody agrees."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from kilowatt.client import ServerSaidNo
from kilowatt.protocol import AskBack
from kilowatt.server.tables.actions.agreements import last_decision
from tests.server.friends import Friends, friends
from tests.server.kit import cut_off, eager_move, run


async def decisions(two: Friends) -> list[dict[str, Any]]:
    """Read the record's entries."""
    lines = (await two.anna.request("GET", f"/api/tables/{two.code}/record")).splitlines()
    return [json.loads(line) for line in lines[1:]]


def test_all_others_agree_to_take_back(tmp_path: Path) -> None:
    """After the window a decision goes back once the others agree; the game is as before it, also after a restart."""

    async def check() -> None:
        async with friends(tmp_path) as two:
            await two.new_turn(0)
            registry = two.server.server.registry
            live = registry.rooms[two.code].game
            assert live is not None
            before, clock = live.state, two.clock.turn
            await two.new_turn(1)
            with pytest.raises(ServerSaidNo, match="Nobody is asking"):
                await two.bob.take_back(two.code, AskBack("agree"))
            shown = await two.anna.take_back(two.code, AskBack("ask"))
            assert shown.back is not None
            assert (shown.back.by, shown.back.agreed) == (0, [0])
            assert shown.actor == 1, "nothing happens before Bob agrees"
            assert (await two.bob.take_back(two.code, AskBack("refuse"))).back is None
            await two.anna.take_back(two.code, AskBack("ask"))
            shown = await two.bob.take_back(two.code, AskBack("agree"))
            assert shown.back is None
            assert shown.actor == 0
            assert registry.rooms[two.code].game is live
            assert live.state.money == before.money
            assert two.clock.turn > clock
            rows = await decisions(two)
            assert rows[-1]["undo"] == shown.seq - len(rows) + rows[-1]["undo"]
            registry.evict(float("inf"))
            again = await registry.open(two.code)
            assert again.game is not None
            assert again.game.dealer is not None
            assert again.game.actor == 0
            assert again.game.state.money == before.money
            # and it goes on
            await two.new_turn(1)
            await two.new_turn(0)

    run(check())


def test_a_move_ends_the_request(tmp_path: Path) -> None:
    """Whoever plays on instead of answering has answered: the request is gone."""

    async def check() -> None:
        async with friends(tmp_path) as two:
            await two.new_turn(0)
            await two.new_turn(1)
            await two.anna.take_back(two.code, AskBack("ask"))
            with pytest.raises(ServerSaidNo, match="already asking"):
                await two.bob.take_back(two.code, AskBack("ask"))
            await two.move()
            assert (await two.anna.table(two.code)).back is None
            with pytest.raises(ServerSaidNo, match="Nobody is asking"):
                await two.bob.take_back(two.code, AskBack("agree"))

    run(check())


def test_taking_back_goes_far_and_survives_snapshots(tmp_path: Path) -> None:
    """Taking back reaches behind the last snapshot, and the record, a restart and the past show the same game."""

    async def check() -> None:
        async with friends(tmp_path) as two:
            chance = random.Random(4)
            async with two.anna.sit(two.code) as first, two.bob.sit(two.code) as second:
                while two.server.server.registry.rooms[two.code].game.seq < 150:  # type: ignore[union-attr]
                    seat = first if first.my_turn else second
                    await seat.turn(20)
                    done = await seat.act(eager_move(seat, chance))
                    await first.seen(done.seq)
                    await second.seen(done.seq)
            registry = two.server.server.registry
            asker, other = (two.anna, two.bob) if two.clock.running == 1 else (two.bob, two.anna)
            for number in (0, 1):
                await cut_off(two.server, two.code, number)
            for _ in range(6):
                shown = await asker.take_back(two.code, AskBack("ask"))
                assert shown.back is not None
                await other.take_back(two.code, AskBack("agree"))
            room = registry.rooms[two.code]
            assert room.game is not None
            money, market, seq = room.game.state.money, room.game.state.market, room.game.seq
            registry.evict(float("inf"))
            again = (await registry.open(two.code)).game
            assert again is not None
            assert (again.state.money, again.state.market, again.seq) == (money, market, seq)
            await two.move()
            async with two.anna.sit(two.code) as seat:
                past = await seat.history(seq)
                assert [row.money for row in past.game.seats] == list(money)

    run(check())


def test_a_rated_table_takes_nothing_back_behind_a_card() -> None:
    """What counts as a card revealed since: anything dealt after the decision."""
    lines = [
        '{"seq":1,"action":{"type":"reveal","plant":"13"}}',
        '{"seq":2,"action":{"type":"pass","seat":0}}',
        '{"seq":3,"action":{"type":"pass","seat":1}}',
    ]
    assert last_decision(lines, 0) == (1, False)
    assert last_decision(lines, 1) == (2, False)
    assert last_decision(lines, 2) is None
    drawn = [*lines, '{"seq":4,"action":{"type":"reveal","plant":"14"}}']
    assert last_decision(drawn, 0) == (1, True)
    undone = [*lines, '{"seq":4,"undo":1}']
    assert last_decision(undone, 0) is None
