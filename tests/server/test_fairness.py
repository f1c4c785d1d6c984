"""Fair turns: who gets the thinking processes and the work beside the loop, decided by scheduling alone."""

import asyncio
import random
from pathlib import Path

from kilowatt.client import Client, TableSocket
from kilowatt.protocol import CreateTable, ProxyOrder, SeatPlan
from kilowatt.server.fairness import FairTurns
from kilowatt.server.thinking.pool import PLAYER, WATCHER
from tests.server.kit import eager_move, run, serving, sqlite, until
from tests.server.seats import THREE


async def served(turns: FairTurns[int], asked: list[tuple[str, str, int]], cost: float = 1.0) -> list[tuple[str, str]]:
    """Let these wait together, and return them in the order in which they get their turn."""
    order: list[tuple[str, str]] = []
    blocker = await turns.take("first of all", "", 0)

    async def one(address: str, table: str, lane: int) -> None:
        thing = await turns.take(address, table, lane)
        order.append((address, table))
        turns.give_back(thing, address, table, cost, lane)

    tasks = [asyncio.create_task(one(*row)) for row in asked]
    await asyncio.sleep(0)
    turns.give_back(blocker, "first of all", "", 0.0, 0)
    await asyncio.gather(*tasks)
    return order


def test_addresses_take_turns() -> None:
    """However many turns one address waits for, another is served after at most one of them."""

    async def check() -> None:
        crowd = [("crowd", f"table {number}", 0) for number in range(50)]
        order = await served(FairTurns([1]), [*crowd, ("ann", "hers", 0), ("ann", "hers", 0)])
        places = [place for place, row in enumerate(order) if row[0] == "ann"]
        assert places[0] <= 1
        assert places[1] <= 3

    run(check())


def test_tables_of_an_address_take_turns() -> None:
    """One table of an address does not hold up its other tables."""

    async def check() -> None:
        order = await served(FairTurns([1]), [("club", "greedy", 0)] * 20 + [("club", "modest", 0)])
        assert ("club", "modest") in order[:2]

    run(check())


def test_players_go_before_watchers() -> None:
    """Fifty tables of bots alone wait while a player's bots are to move: the player's come next."""

    async def check() -> None:
        crowd = [(f"address {number}", f"table {number}", WATCHER) for number in range(50)]
        order = await served(FairTurns([1], 3), [*crowd, ("ann", "hers", PLAYER)])
        assert order[0] == ("ann", "hers")

    run(check())


def test_somebody_new_starts_level() -> None:
    """An address that comes late has no claim to the time that others used before it came."""

    async def check() -> None:
        turns: FairTurns[int] = FairTurns([1])
        blocker = await turns.take("old", "", 0)
        waiting = [asyncio.create_task(turns.take("old", str(number), 0)) for number in range(3)]
        await asyncio.sleep(0)
        turns.give_back(blocker, "old", "", 100.0)
        await waiting[0]
        order: list[str] = []

        async def late(number: int) -> None:
            await turns.take("new", str(number), 0)
            order.append("new")
            turns.give_back(1, "new", str(number), 1.0)

        newer = [asyncio.create_task(late(number)) for number in range(5)]
        await asyncio.sleep(0)
        turns.give_back(1, "old", "0", 1.0)
        await waiting[1]
        assert len(order) <= 2
        turns.give_back(1, "old", "1", 1.0)
        await waiting[2]
        turns.give_back(1, "old", "2", 1.0)
        await asyncio.gather(*newer)

    run(check())


def test_a_turn_that_nobody_wants_any_more_is_passed_on() -> None:
    """Whoever goes away while waiting, or just when served, keeps nothing."""

    async def check() -> None:
        turns: FairTurns[int] = FairTurns([1])
        held = await turns.take("a", "")
        gone, stays = asyncio.create_task(turns.take("b", "")), asyncio.create_task(turns.take("c", ""))
        await asyncio.sleep(0)
        turns.give_back(held, "a", "", 1.0)
        gone.cancel()
        await asyncio.gather(gone, return_exceptions=True)
        assert await stays == 1

    run(check())


def test_bots_alone_wait_for_somebody_who_watches(tmp_path: Path) -> None:
    """A table of bots alone does not think while nobody watches, also not after a sweep, and goes on when one does."""

    async def check() -> None:
        async with serving(sqlite(tmp_path), sweep=0.05) as server, Client(server.url) as ann:
            made = await ann.create(CreateTable("recharged/germany", [SeatPlan("bot", "simple")] * 3))
            code, before = made.table.code, made.table.seq
            server.server.registry.rooms[code].used = 0.0
            registry = server.server.registry
            for _ in range(3):
                assert await server.server.store.due(1e12) == []
                # a sweep may have let the table go; it is then opened again, as a sweep opens those that are due
                registry.kick(await registry.open(code))
                await asyncio.sleep(0)
            assert server.server.metrics.counts["moves"] == 0
            async with ann.sit(code) as watcher:
                await watcher.until(lambda: watcher.seq > before + 3, 60)

    run(check())


def waiting_seat(socket: TableSocket) -> int:
    """Return a seat that is not to act, so that its orders are only kept."""
    assert socket.view is not None
    assert isinstance(socket.view.game.actor, int)
    return (socket.view.game.actor + 1) % 3


def test_orders_share_a_commit(tmp_path: Path) -> None:
    """Orders that arrive together with others and with moves are one commit, and each is in the store."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann:
            codes = [(await ann.create(THREE)).table.code for _ in range(8)]
            seats = [await ann.sit(code).__aenter__() for code in codes]
            plants = [seat.view.mine.menu.choices["open"][0].plant for seat in seats]  # type: ignore[union-attr]
            store, metrics = server.server.store, server.server.metrics
            before = metrics.counts["commits"]
            gate = asyncio.Event()

            async def slow(_: object) -> None:
                await gate.wait()

            # while something is being written the rest arrives
            blocker = asyncio.create_task(store.writer.call(slow))
            given = [
                asyncio.create_task(seat.proxy(ProxyOrder(limit=20, plant=plant), waiting_seat(seat)))
                for seat, plant in zip(seats[1:], plants[1:], strict=True)
            ]
            acted = asyncio.create_task(seats[0].act(eager_move(seats[0], random.Random(1))))
            await until(lambda: len(store.writer._jobs) > len(given))
            gate.set()
            await asyncio.gather(blocker, acted, *given)
            assert metrics.counts["commits"] == before + 1
            for code, seat, plant in zip(codes[1:], seats[1:], plants[1:], strict=True):
                stored = await store.load(code)
                assert stored is not None
                proxy = stored[3][waiting_seat(seat)].proxy
                assert proxy is not None
                assert (proxy.limit, proxy.plant) == (20, plant)
            for seat in seats:
                await seat.__aexit__(None, None, None)

    run(check())
