"""Games over days at two processes on a real PostgreSQL: pauses, orders in advance and early choices hold at both."""

import pytest

from kilowatt.client import Client
from kilowatt.engine.actions import Open
from kilowatt.protocol import AskPause, BidOrder, ClockPlan, CreateTable, OrderPlan
from tests.server.friends import friends
from tests.server.kit import later, run, serving, until
from tests.server.postgres import Cluster
from tests.server.seats import FIXED, TWO

pytestmark = pytest.mark.postgres
TABLE = CreateTable("recharged/germany", TWO, FIXED, ClockPlan("days", days=1))


def test_orders_of_one_process_are_played_by_the_other(postgres: Cluster) -> None:
    """Orders that Bob leaves at one process raise Ann's bid at the other, once, and are shown to him."""

    async def check() -> None:
        url = postgres.database()
        async with serving(url) as one, serving(url) as two, Client(one.url) as ann, Client(two.url) as bob:
            code = (await ann.create(TABLE)).table.code
            await bob.join(code, "Bob")
            async with ann.sit(code) as first:
                await first.until(lambda: first.my_turn)
                assert first.view is not None
                plant = first.view.game.plants.current[0]
                async with bob.sit(code) as second:
                    await second.orders(OrderPlan(bids=[BidOrder(plant, 30)]))
                await until(lambda: 1 in one.server.registry.rooms[code].orders)
                await first.act(Open(0, plant, int(plant)))
                await first.until(lambda: first.my_turn)
                auction = first.view.game.auction
                assert auction is not None
                assert (auction.seat, auction.bid) == (1, int(plant) + 1)
                assert first.view.mine.orders == {}, "only their player sees them"
                async with bob.sit(code) as second:
                    assert second.view is not None
                    assert second.view.mine.orders["1"].done == [first.seq]

    run(check())


def test_a_pause_holds_at_both_processes(postgres: Cluster) -> None:
    """A pause that is asked for at one process and agreed to at the other rests the clock at both."""

    async def check() -> None:
        url = postgres.database()
        async with serving(url) as one, serving(url) as two, Client(one.url) as ann, Client(two.url) as bob:
            code = (await ann.create(TABLE)).table.code
            await bob.join(code, "Bob")
            async with ann.sit(code) as first, bob.sit(code) as second:
                await ann.pause(code, AskPause("ask"))
                await second.until(lambda: second.table is not None and second.table.pause is not None)
                await bob.pause(code, AskPause("agree"))
                for seat in (first, second):
                    await seat.until(lambda: bool(seat.table and seat.table.pause and seat.table.pause.running))  # noqa: B023 - waited for here
                rooms = [server.server.registry.rooms[code] for server in (one, two)]
                assert [room.deadline() for room in rooms] == [None, None]
                later(3 * 86400.0)
                await ann.pause(code, AskPause("resume"))
                await second.until(lambda: second.table is not None and second.table.pause is None)
                assert rooms[0].deadline() == rooms[1].deadline() is not None
                assert rooms[1].seats[0].away is None, "nobody's time ran out during the pause"

    run(check())


def test_a_game_that_began_long_ago(postgres: Cluster) -> None:
    """What the tests of notifications do with the database works on PostgreSQL too."""

    async def check() -> None:
        async with friends(postgres.database()) as two:
            await two.new_turn()
            assert await two.round() >= 0
            row = await two.server.server.store.table(two.code)
            assert row is not None
            assert row.live.began == 0.0

    run(check())
