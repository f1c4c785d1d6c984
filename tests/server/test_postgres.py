"""On a real PostgreSQL: durable, the same shape, through lost connections, and shared by several processes."""

import asyncio
import random

import pytest
from sqlalchemy import text

import kilowatt
from kilowatt.client import Client, Gone, ServerSaidNo
from kilowatt.protocol import CreateTable, ProxyOrder, SeatPlan
from kilowatt.server.store.store import make_engine
from tests.server.kit import Running, eager_move, free_port, play_together, process, run, serving, until
from tests.server.postgres import Cluster
from tests.server.seats import TWO
from tests.server.storage import fails_then_goes_on, migrations_agree

pytestmark = pytest.mark.postgres


def test_migrations_give_the_declared_shape(postgres: Cluster) -> None:
    """Migrating up gives exactly the declared tables, and down again none."""
    run(migrations_agree(postgres.database()))


def test_commits_are_durable(postgres: Cluster) -> None:
    """The connection that writes has synchronous_commit on, read back from it while it serves."""

    async def check() -> None:
        async with serving(postgres.database()) as server:

            async def ask(connection: object) -> str:
                rows = await connection.execute(text("show synchronous_commit"))  # type: ignore[attr-defined]
                return str(rows.scalar_one())

            assert await server.server.store.writer.call(ask) == "on"

    run(check())


def test_a_lost_database_is_a_clear_refusal(postgres: Cluster) -> None:
    """While the database is gone moves are refused as such; when it is back play goes on, nothing lost or doubled."""

    async def check() -> None:
        async with serving(postgres.database()) as server, Client(server.url) as ann:

            async def fail() -> None:
                await asyncio.to_thread(postgres.stop)

            async def recover() -> None:
                await asyncio.to_thread(postgres.start)

            try:
                await fails_then_goes_on(server, ann, fail, recover)
            finally:
                if postgres.process is None:
                    postgres.start()

    run(check())


def test_two_processes_share_a_table(postgres: Cluster) -> None:
    """Players on two servers play one table: each sees the other's moves and words, and who loses a race is stale."""

    async def check() -> None:
        url = postgres.database()
        async with (
            serving(url) as one,
            serving(url) as two,
            Client(one.url) as ann,
            Client(two.url) as bob,
        ):
            made = await ann.create(CreateTable("recharged/germany", TWO, {"order": [0, 1], "trust": False}))
            code = made.table.code
            await bob.join(code, "Bob")
            async with ann.sit(code) as first, bob.sit(code) as second:
                await first.until(lambda: first.view is not None)
                await play_together([first, second], random.Random(1), 30)
                assert first.view is not None
                assert second.view is not None
                assert first.view.game == second.view.game
                assert [e.seq for e in first.entries] == [e.seq for e in second.entries]
                await first.chat("hello from the other one")
                await second.until(lambda: [said.text for said in second.said] == ["hello from the other one"])
                await first.ping()
                assert len(first.said) == 1
                # the same device on both servers at once: one of the two moves is taken
                token = ann.token if first.my_turn else bob.token
                async with (
                    Client(one.url, token) as here,
                    Client(two.url, token) as there,
                    here.sit(code) as left,
                    there.sit(code) as right,
                ):
                    results = await asyncio.gather(
                        left.act(eager_move(left, random.Random(1))),
                        right.act(eager_move(right, random.Random(2))),
                        return_exceptions=True,
                    )
                    taken = [result for result in results if not isinstance(result, BaseException)]
                    denied = [result for result in results if isinstance(result, ServerSaidNo)]
                    assert len(taken) == 1
                    assert [error.code for error in denied] == ["stale"]
                await first.seen(taken[0].seq)
                await second.seen(taken[0].seq)
            record = kilowatt.read_record((await bob.record(code)).splitlines())
            assert kilowatt.replay(record).seq == len(record.entries)

    run(check())


def test_lost_connections_are_made_anew(postgres: Cluster) -> None:
    """With every connection cut off, the listening one too, both servers come back and players see each other again."""

    async def check() -> None:
        url = postgres.database()
        async with (
            serving(url) as one,
            serving(url) as two,
            Client(one.url) as ann,
            Client(two.url) as bob,
        ):
            made = await ann.create(CreateTable("recharged/germany", TWO, {"order": [0, 1], "trust": False}))
            code = made.table.code
            await bob.join(code, "Bob")
            async with ann.sit(code) as first, bob.sit(code) as second:
                await first.until(lambda: first.view is not None)
                await play_together([first, second], random.Random(1), 10)
                for server in (one, two):
                    assert server.server.listener is not None
                    assert server.server.listener.listening
                engine = make_engine(url)
                async with engine.connect() as connection:
                    cut = await connection.execute(
                        text(
                            "select count(pg_terminate_backend(pid)) from pg_stat_activity "
                            "where datname = current_database() and pid <> pg_backend_pid()"
                        )
                    )
                    assert cut.scalar_one() >= 4
                await engine.dispose()
                moves = 0
                async with asyncio.timeout(60):
                    while moves < 10:
                        acting = [seat for seat in (first, second) if seat.my_turn]
                        try:
                            done = await acting[0].act(eager_move(acting[0], random.Random(moves)))
                        except ServerSaidNo as error:
                            # said clearly, and the table goes on from what is stored
                            assert error.code in ("store_unavailable", "stale")  # noqa: PT017
                            await asyncio.sleep(0.2)
                            continue
                        moves += 1
                        await first.seen(done.seq)
                        await second.seen(done.seq)
                assert first.view is not None
                assert second.view is not None
                assert first.view.game == second.view.game
            record = kilowatt.read_record((await bob.record(code)).splitlines())
            assert [entry.seq for entry in record.entries] == list(range(1, len(record.entries) + 1))

    run(check())


def races(*servers: Running) -> int:
    """Count how often a server lost a race for an entry, or had to read a table again."""
    return sum(server.server.metrics.counts[name] for server in servers for name in ("conflicts", "reloads"))


def test_bots_driven_by_two_processes_move_once(postgres: Cluster) -> None:
    """Two servers that have a table in memory both let its bots think; each move is stored once and seen by all."""

    async def check() -> None:
        url = postgres.database()
        async with serving(url) as one, serving(url) as two, Client(one.url) as ann, Client(two.url) as eve:
            seats = [SeatPlan("person", name="Ann"), *[SeatPlan("bot", "random")] * 3]
            code = (await ann.create(CreateTable("recharged/germany", seats))).table.code
            async with ann.sit(code) as seat, eve.sit(code) as watcher:
                chance = random.Random(3)
                played = 0
                # until it came to a race, or the test shows nothing
                while played < 12 or not races(one, two):
                    assert await seat.turn(60)
                    done = await seat.act(eager_move(seat, chance))
                    await watcher.seen(done.seq)
                    await seat.seen(done.seq)
                    played += 1
                await seat.turn(60)
                await watcher.seen(seat.seq)
                assert [entry.seq for entry in watcher.entries] == list(range(1, watcher.seq + 1))
                assert [e.action for e in watcher.entries] == [e.action for e in seat.entries][: watcher.seq]
            kilowatt.read_record((await ann.record(code)).splitlines())

    run(check())


def test_an_order_given_on_one_server_is_kept_on_the_other(postgres: Cluster) -> None:
    """A proxy given on one process bids although the auction is opened on another."""

    async def check() -> None:
        url = postgres.database()
        async with serving(url) as one, serving(url) as two, Client(one.url) as ann, Client(two.url) as bob:
            made = await ann.create(CreateTable("recharged/germany", TWO, {"order": [0, 1], "trust": False}))
            code = made.table.code
            await bob.join(code, "Bob")
            async with ann.sit(code) as first, bob.sit(code) as second:
                await first.until(lambda: first.my_turn)
                assert first.view is not None
                assert first.view.mine.menu is not None
                row = first.view.mine.menu.choices["open"][0]
                await second.proxy(ProxyOrder(limit=20, plant=row.plant))  # type: ignore[union-attr]
                await first.act(row.at(0))  # type: ignore[arg-type]
                await first.until(lambda: first.my_turn)
                assert first.view.game.auction is not None
                assert first.view.game.auction.seat == 1

    run(check())


def test_one_process_is_killed_and_the_others_carry_on(postgres: Cluster) -> None:
    """A server killed with its tables being played is no loss: players go on at another, bots and all."""

    async def check() -> None:
        url = postgres.database()
        port = free_port()
        async with (
            serving(url, processes=1) as other,
            process(url, port) as doomed,
            Client(f"http://127.0.0.1:{port}") as ann,
        ):
            seats = [SeatPlan("person", name="Ann"), SeatPlan("bot", "random"), SeatPlan("bot", "random")]
            codes = [(await ann.create(CreateTable("recharged/usa", seats))).table.code for _ in range(3)]
            acked: dict[str, int] = {}

            async def play(code: str, number: int) -> None:
                chance = random.Random(number)
                async with ann.sit(code) as seat:
                    while await seat.turn():
                        done = await seat.act(eager_move(seat, chance))
                        acked[code] = done.seq
                        await seat.seen(done.seq)

            tasks = [asyncio.create_task(play(code, number)) for number, code in enumerate(codes)]
            await until(lambda: len(acked) == 3 and min(acked.values()) >= 30, 300.0)
            doomed.kill()
            ends = await asyncio.gather(*tasks, return_exceptions=True)
            assert all(isinstance(end, Gone) for end in ends)
            async with Client(other.url, ann.token) as back:
                for code in codes:
                    async with back.sit(code) as seat:
                        assert seat.seq >= acked[code]
                        await play_together([seat], random.Random(7), 6)
                    record = kilowatt.read_record((await back.record(code)).splitlines())
                    assert len(record.entries) > acked[code]

    run(check())
