"""Two processes on a real PostgreSQL, one of them slow to hear: what it still believes does no harm."""

import asyncio
import random

import pytest

from kilowatt.client import Client
from kilowatt.host import timekeeping
from kilowatt.host.game.moments import EVERY
from kilowatt.protocol import ChangeSeat, ClockPlan, CreateTable, ProxyOrder, SeatPlan
from kilowatt.server.tables.room.room import LAPSE
from tests.server.kit import Running, eager_move, play_together, run, serving, until
from tests.server.postgres import Cluster
from tests.server.seats import FIXED, MARK, TWO, refused

pytestmark = pytest.mark.postgres


def deafen(server: Running) -> None:
    """Let a process miss all news, as when its listening connection is just being opened again."""
    server.server.follower.take_news = lambda _: None  # type: ignore[method-assign,assignment]


async def heard(client: Client, code: str, state: str) -> None:
    """Wait until a client's process knows that a table is in this state."""
    async with asyncio.timeout(20):
        while (await client.table(code)).state != state:  # noqa: ASYNC110 - nobody is connected to be told
            await asyncio.sleep(0.02)


def test_a_change_of_seats_does_not_undo_where_the_game_stands(postgres: Cluster) -> None:
    """A player who agrees at a process that has missed a move does not write back an old turn or clock."""

    async def check() -> None:
        url = postgres.database()
        async with serving(url) as one, serving(url) as two, Client(one.url) as ann, Client(two.url) as bob:
            asked = CreateTable("recharged/germany", TWO, FIXED, ClockPlan("bank", bank=1000))
            code = (await ann.create(asked)).table.code
            await bob.join(code, "Bob")
            async with ann.sit(code) as first, bob.sit(code):
                await first.until(lambda: first.my_turn)
                deafen(two)
                done = await first.act(eager_move(first, random.Random(1)))
                await bob.agree(code)
                row = await one.server.store.table(code)
                assert row is not None
                assert (row.seq, row.live.actor, row.live.clock.running) == (done.seq, 1, 1)
                assert (await ann.table(code)).seats[1].agreed

    run(check())


def test_an_order_taken_back_is_not_played_by_another_process(postgres: Cluster) -> None:
    """A proxy that its player has taken back does not bid, although the other process has not heard of it yet."""

    async def check() -> None:
        url = postgres.database()
        async with serving(url) as one, serving(url) as two, Client(one.url) as bob, Client(two.url) as ann:
            code = (await ann.create(CreateTable("recharged/germany", TWO, FIXED))).table.code
            await bob.join(code, "Bob")
            async with bob.sit(code) as second, ann.sit(code) as first:
                await first.until(lambda: first.my_turn)
                assert first.view is not None
                assert first.view.mine.menu is not None
                row = first.view.mine.menu.choices["open"][0]
                await second.proxy(ProxyOrder(limit=20, plant=row.plant))  # type: ignore[union-attr]
                await until(lambda: 1 in two.server.registry.rooms[code].orders)
                deafen(two)
                await second.proxy(None)
                await first.act(row.at(0))  # type: ignore[arg-type]
                await second.until(lambda: second.my_turn)
                driver = two.server.registry.rooms[code].driver
                await until(lambda: driver is None or driver.done())
                await second.ping()
                assert second.my_turn
                assert not [e for e in second.entries if e.action is not None and e.action.kind == "bid"]

    run(check())


def test_a_device_that_lost_its_seat_cannot_act_at_a_process_that_has_not_heard(postgres: Cluster) -> None:
    """After a reissue the old device's move is stored by no process."""

    async def check() -> None:
        url = postgres.database()
        async with serving(url) as one, serving(url) as two, Client(one.url) as ann, Client(two.url) as old:
            made = await ann.create(CreateTable("recharged/germany", [SeatPlan("person", name=n) for n in "AB"]))
            code = made.table.code
            for name in "01":
                await old.join(code, restore=made.restore[name])
            async with old.sit(code) as lost:
                assert lost.my_turn
                deafen(two)
                for seat in (0, 1):
                    await ann.change_seat(code, seat, ChangeSeat("reissue"))
                before, move = lost.seq, eager_move(lost, random.Random(1))
                assert (await refused(lost.act(move))).code == "not_your_seat"
                assert len(await one.server.store.entries(code)) == before

    run(check())


def test_nobody_hears_of_an_order_at_another_process(postgres: Cluster) -> None:
    """An order given at one process sends others at another process nothing at all; its giver there sees it."""

    async def check() -> None:
        url = postgres.database()
        async with serving(url) as one, serving(url) as two, Client(one.url) as bob, Client(two.url) as ann:
            code = (await ann.create(CreateTable("recharged/germany", TWO, FIXED))).table.code
            await bob.join(code, "Bob")
            async with (
                Client(two.url, bob.token) as also,
                bob.sit(code) as second,
                also.sit(code) as own,
                ann.sit(code) as first,
            ):
                await first.until(lambda: first.my_turn)
                await first.ping()
                heard: list[str] = []
                first.on_message = lambda message, _: heard.append(type(message).__name__)
                await second.proxy(ProxyOrder(limit=MARK, plant="3"))
                await own.until(lambda: own.view is not None and bool(own.view.mine.proxy))
                await first.ping()
                assert heard == ["Pong"]

    run(check())


def test_two_who_want_a_rematch_at_two_processes_get_one_table(postgres: Cluster) -> None:
    """Asked at the same moment at two processes it is the same new table, also where one has not heard of it."""

    async def check() -> None:
        url = postgres.database()
        async with serving(url) as one, serving(url) as two, Client(one.url) as ann, Client(two.url) as bob:
            code = (await ann.create(CreateTable("recharged/germany", TWO))).table.code
            await bob.join(code, "Bob")
            await heard(ann, code, "playing")
            await ann.agree(code)
            await bob.agree(code)
            await heard(ann, code, "over")
            await heard(bob, code, "over")
            deafen(two)
            await ann.rematch(code)
            made, same = await bob.rematch(code), await ann.rematch(code)
            assert made.table.code == same.table.code != code
            assert len(await ann.tables("mine")) == 2

    run(check())


def test_a_player_at_another_process_keeps_the_seat(postgres: Cluster) -> None:
    """The owner cannot put a bot in the seat of a player who is connected elsewhere, nor hand the seat over."""

    async def check() -> None:
        url = postgres.database()
        async with (
            serving(url, stand_in=30.0) as one,
            serving(url, stand_in=30.0) as two,
            Client(one.url) as ann,
            Client(two.url) as bob,
        ):
            code = (await ann.create(CreateTable("recharged/germany", TWO, FIXED))).table.code
            await bob.join(code, "Bob")
            async with bob.sit(code) as second:
                await second.ping()
                assert not one.server.registry.rooms[code].viewers
                # which of the two depends on whether this process has heard of the connection already
                no = await refused(ann.change_seat(code, 1, ChangeSeat("bot")))
                assert no.code in {"seat_in_use", "not_away_yet"}
                for do in ("open", "reissue"):
                    error = await refused(ann.change_seat(code, 1, ChangeSeat(do)))
                    assert error.code == "not_absent"
                assert second.table is not None
                assert second.table.yours == [1]

    run(check())


def test_a_foreign_move_is_applied_without_reading_the_record(postgres: Cluster) -> None:
    """A process that has a table in memory follows another's moves from the news alone: nothing is read or replayed."""

    async def check() -> None:
        url = postgres.database()
        async with serving(url) as one, serving(url) as two, Client(one.url) as ann, Client(two.url) as bob:
            code = (await ann.create(CreateTable("recharged/germany", TWO, FIXED))).table.code
            await bob.join(code, "Bob")
            async with ann.sit(code) as first, bob.sit(code) as second:
                await play_together([first, second], random.Random(1), 3)
                for server in (one, two):
                    server.server.store.load = None  # type: ignore[assignment,method-assign]
                    server.server.store.entries = None  # type: ignore[assignment,method-assign]
                await play_together([first, second], random.Random(2), 30)
                assert [entry.seq for entry in first.entries] == [entry.seq for entry in second.entries]
                assert first.entries == second.entries
                assert first.view is not None
                assert second.view is not None
                assert first.view.game == second.view.game
            followed = [server.server.metrics.counts["followed"] for server in (one, two)]
            assert sum(followed) >= 30
            assert min(followed) > 0

    run(check())


def test_a_gap_in_the_news_is_read_from_the_store(postgres: Cluster) -> None:
    """After missed moves a process reads the entries it lacks, and no earlier ones."""

    async def check() -> None:
        url = postgres.database()
        async with serving(url) as one, serving(url) as two, Client(one.url) as ann, Client(two.url) as bob:
            code = (await ann.create(CreateTable("recharged/germany", TWO, FIXED))).table.code
            await bob.join(code, "Bob")
            async with ann.sit(code) as first, bob.sit(code) as second:
                await play_together([first, second], random.Random(1), 10)
                while not first.my_turn:
                    await play_together([first, second], random.Random(2), 1)
                follower = two.server.follower
                before = first.seq
                hear, read = follower.take_news, []
                load = two.server.store.load

                async def counted(code: str, after: int = 0) -> object:
                    read.append(after)
                    return await load(code, after)

                two.server.store.load = counted  # type: ignore[assignment,method-assign]
                deafen(two)
                done = await first.act(eager_move(first, random.Random(3)))
                await first.seen(done.seq)
                follower.take_news = hear  # type: ignore[method-assign]
                await follower.look_again()
                await second.seen(first.seq)
                assert read == [before]
                assert first.entries == second.entries

    run(check())


def test_a_budget_is_one_for_all_processes(postgres: Cluster) -> None:
    """What an address takes at one process is soon missing at the other."""

    async def check() -> None:
        url = postgres.database()
        async with serving(url, limits=1.0) as one, serving(url, limits=1.0) as two:
            while one.server.limits.take("guess", "somebody"):
                pass
            async with asyncio.timeout(30):
                while two.server.limits.take("guess", "somebody", 20.0):
                    two.server.limits.charge("guess", "somebody", -20.0)
                    await asyncio.sleep(0.05)

    run(check())


def test_processes_do_not_contend_for_snapshots(postgres: Cluster) -> None:
    """A long game of players at two processes has its snapshots once, and no move of it is ever a conflict."""

    async def check() -> None:
        url = postgres.database()
        async with serving(url) as one, serving(url) as two, Client(one.url) as ann, Client(two.url) as bob:
            code = (await ann.create(CreateTable("recharged/germany", TWO, FIXED))).table.code
            await bob.join(code, "Bob")
            async with ann.sit(code) as first, bob.sit(code) as second:
                await play_together([first, second], random.Random(1), 2 * EVERY + 20)
                marks = [server.server.registry.rooms[code].game.mark for server in (one, two)]  # type: ignore[union-attr]
            assert len(await one.server.store.snapshots_at(code)) >= 2
            assert marks[0] == marks[1] > EVERY
            assert sum(server.server.metrics.counts["conflicts"] for server in (one, two)) == 0

    run(check())


def test_players_are_shown_as_present_across_processes(postgres: Cluster) -> None:
    """A player at one process is present for everybody at another, from the connection to the last socket's end."""

    async def shown(client: Client, code: str, *, present: bool) -> None:
        async with asyncio.timeout(20):
            while (await client.table(code)).seats[1].present is not present:  # noqa: ASYNC110 - polled on purpose
                await asyncio.sleep(0.02)

    async def check() -> None:
        url = postgres.database()
        async with serving(url) as one, serving(url) as two, Client(one.url) as ann, Client(two.url) as bob:
            code = (await ann.create(CreateTable("recharged/germany", TWO, FIXED))).table.code
            await bob.join(code, "Bob")
            async with ann.sit(code) as first:
                async with bob.sit(code) as second:
                    await second.ping()
                    await shown(ann, code, present=True)
                    await first.until(lambda: first.table is not None and first.table.seats[1].present)
                    two.server.registry.rooms[code].elsewhere.clear()
                    async with bob.sit(code) as third:
                        await third.ping()
                    await two.server.presence.flush()
                    assert (await ann.table(code)).seats[1].present
                await shown(ann, code, present=False)
                await first.until(lambda: first.table is not None and not first.table.seats[1].present)
            async with serving(url) as three, Client(three.url, ann.token) as again, bob.sit(code) as second:
                await second.ping()
                await two.server.presence.flush()
                listed = await again.tables("mine")
                assert [table.seats[1].present for table in listed] == [True]
                await shown(again, code, present=True)

    run(check())


def test_a_player_of_a_dead_process_is_not_present_forever(postgres: Cluster) -> None:
    """A player whom another process has not named for a while counts as absent, because that process may have died."""

    async def check() -> None:
        url = postgres.database()
        async with serving(url) as one, Client(one.url) as ann:
            code = (await ann.create(CreateTable("recharged/germany", TWO, FIXED))).table.code
            room = await one.server.registry.open(code)
            for ago, present in ((LAPSE / 2, True), (LAPSE * 2, False)):
                room.elsewhere = {1: timekeeping.now() - ago}
                assert (await ann.table(code)).seats[1].present is present

    run(check())
