"""Secret orders: they do what they say, and nobody else ever hears of them."""

import asyncio
import logging
import random
from pathlib import Path

import pytest

from kilowatt.client import Client, ServerSaidNo, TableSocket
from kilowatt.engine.actions import Bid, Pass
from kilowatt.host import timekeeping
from kilowatt.host.game.standing_orders import decide
from kilowatt.host.rows import Orders
from kilowatt.protocol import AutoOrders, ClockPlan, CreateTable, ProxyOrder
from kilowatt.server.monitoring import logs
from tests.server.kit import Running, eager_move, play_on, run, serving, sqlite, until
from tests.server.seats import MARK, TWO, seated


async def open_cheapest(seat: TableSocket) -> tuple[str, int]:
    """Put the cheapest plant up at its least bid."""
    assert seat.view is not None
    assert seat.view.mine.menu is not None
    row = seat.view.mine.menu.choices["open"][0]
    await seat.act(row.at(0))  # type: ignore[arg-type]
    return row.plant, row.least  # type: ignore[union-attr]


def asked(seat: TableSocket) -> bool:
    """Return whether a player whose proxy has ended must decide."""
    return seat.my_turn and seat.view is not None and not seat.view.mine.proxy


@pytest.mark.parametrize("then", ["pass", "ask"])
def test_a_proxy_bids_up_to_its_limit(tmp_path: Path, then: str) -> None:
    """A proxy raises by the least until its limit; beyond it passes, or leaves the decision to its player."""

    async def game() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann, Client(server.url) as bob:
            code = await seated(ann, bob)
            async with ann.sit(code) as first, bob.sit(code) as second:
                assert first.view is not None
                assert first.view.mine.menu is not None
                plant = first.view.mine.menu.choices["open"][0].plant  # type: ignore[union-attr]
                order = ProxyOrder(limit=6, then=then, plant=plant)  # type: ignore[arg-type]
                ordered = await second.proxy(order)
                assert ordered.proxy == order
                _, least = await open_cheapest(first)
                assert least < 6
                bids = [least]
                while bids[-1] + 2 <= 6:
                    await first.until(lambda: first.my_turn)
                    auction = first.view.game.auction
                    assert auction is not None
                    assert (auction.seat, auction.bid) == (1, bids[-1] + 1)
                    done = await first.act(Bid(0, auction.bid + 1))
                    bids.append(auction.bid + 1)
                    await first.seen(done.seq)
                await first.until(lambda: first.my_turn or (first.view is not None and first.view.game.auction is None))
                while first.my_turn and first.view.game.auction is not None:
                    done = await first.act(Bid(0, first.view.game.auction.bid + 1))
                    await first.seen(done.seq)
                    await until(lambda: first.my_turn or first.view.game.auction is None or asked(second))  # type: ignore[union-attr]
                await second.seen(first.seq)
                assert second.view is not None
                if then == "pass":
                    await second.until(lambda: second.view is not None and second.view.game.auction is None)
                    assert second.view.game.seats[0].plants == [plant]
                else:
                    await second.until(lambda: second.my_turn and not second.view.mine.proxy)  # type: ignore[union-attr]
                    assert second.view.game.auction is not None
                assert all(entry.by in (None, "player") for entry in first.entries)

    run(game())


def test_a_marked_limit_is_in_no_byte_for_others(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """A marked proxy limit is in no byte sent to others, no log and no export; its giver sees it in the own view."""

    async def game() -> None:
        # as a host would who wants to see everything; what the client side of this test logs is not the server's
        caplog.set_level(logging.DEBUG)
        logs.install("DEBUG")
        for name in ("kilowatt", "uvicorn.error", "litestar"):
            logging.getLogger(name).propagate = True
            logging.getLogger(name).handlers.clear()
        heard: list[bytes] = []
        own: list[bytes] = []
        async with (
            serving(sqlite(tmp_path)) as server,
            Client(server.url) as ann,
            Client(server.url) as bob,
            Client(server.url) as eve,
        ):
            code = await seated(ann, bob)
            async with ann.sit(code) as first, bob.sit(code) as second, eve.sit(code) as watcher:
                for other in (first, watcher):
                    other.on_message = lambda _, raw: heard.append(raw)
                second.on_message = lambda _, raw: own.append(raw)
                assert first.view is not None
                assert first.view.mine.menu is not None
                plant = first.view.mine.menu.choices["open"][0].plant  # type: ignore[union-attr]
                await second.proxy(ProxyOrder(limit=MARK, plant=plant))
                await open_cheapest(first)
                await first.until(lambda: first.my_turn)
                with pytest.raises(ServerSaidNo):
                    await first.act(Bid(0, 1))
                with pytest.raises(ServerSaidNo):
                    await first.act(Pass(1))
                done = await first.act(Pass(0))
                await second.seen(done.seq)
                await watcher.seen(done.seq)
            async with ann.sit(code) as again:
                again.on_message = lambda _, raw: heard.append(raw)
                assert again.view is not None
                await again.history(again.seq)
            paths = [f"/api/tables/{code}{path}" for path in ("", "/record", "/curves", "/board", "/rules")]
            heard += [await ann.request("GET", path) for path in paths]
            heard.append(await ann.request("GET", "/metrics"))
            heard.append(await eve.request("GET", "/api/tables", filter="mine"))
        assert len(heard) > 10
        assert not [raw for raw in heard if str(MARK).encode() in raw]
        assert str(MARK) not in caplog.text
        assert "kilowatt.gate" in caplog.text
        assert any(str(MARK).encode() in raw for raw in own)

    run(game())


def test_automatic_orders_play_by_themselves(tmp_path: Path) -> None:
    """With auto-pass, auto-end and run-best a seat is asked only what is a real choice."""

    async def game() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann, Client(server.url) as bob:
            code = await seated(ann, bob)
            async with ann.sit(code) as first, bob.sit(code) as second:
                everything = AutoOrders(pass_auctions=True, end_turn_when_nothing_left=True, run_best=True)
                await second.auto(everything)
                asked: set[str] = set()

                async def bobs() -> None:
                    while await second.turn(120):
                        assert second.view is not None
                        assert second.view.mine.menu is not None
                        kinds = [kind for kind in second.view.mine.menu.choices if kind != "pass"]
                        if not kinds:
                            # nothing is left to do: the order ends the turn
                            await second.seen(second.seq + 1)
                            continue
                        row = second.view.mine.menu.choices[kinds[0]][0]
                        if second.view.game.round > 2:
                            return
                        try:
                            done = await second.act(row.at(0))  # type: ignore[arg-type]
                        except ServerSaidNo as error:
                            # the order was quicker
                            assert error.code == "stale"  # noqa: PT017
                            await second.seen(error.details["seq"])
                        else:
                            asked.add(kinds[0])
                            await second.seen(done.seq)

                ann_plays = asyncio.create_task(play_on(first, random.Random(1)))
                await bobs()
                ann_plays.cancel()
                assert "run" not in asked
                assert second.view is not None
                ran = [e for e in second.entries if e.action is not None and e.action.kind == "run"]
                assert any(e.action.seat == 1 for e in ran)  # type: ignore[union-attr]

    run(game())


def test_run_best_takes_the_most_money() -> None:
    """Among the runs on the menu the one with the highest income is chosen, and of equals the one that burns least."""
    import kilowatt

    rules = kilowatt.ruleset("recharged/germany", 3)
    table = kilowatt.Table(rules, seed=11)
    chance = random.Random(4)
    seen = 0
    while table.result is None and seen < 20:
        state = table.state
        menu = kilowatt.options(state)
        if "run" in menu.choices:
            seen += 1
            move, spent = decide(state, menu.seat, Orders(auto=AutoOrders(run_best=True)))
            assert move is not None
            assert not spent
            best = max(row.income for row in menu.choices["run"])  # type: ignore[attr-defined]
            chosen = [row for row in menu.choices["run"] if row.plants == move.plants]  # type: ignore[attr-defined]
            assert chosen[0].income == best  # type: ignore[attr-defined]
        kind = chance.choice(list(menu.choices))
        row = chance.choice(menu.choices[kind])
        table.play(row.at(0 if kind in ("open", "bid") else chance.randrange(len(row))))
    assert seen == 20


def settled(server: Running, code: str, *seats: TableSocket) -> bool:
    """Return whether the server has done what was ordered, and somebody is to decide who knows it."""
    room = server.server.registry.rooms[code]
    idle = room.row.wake is None or room.row.wake > timekeeping.now()
    return idle and all(seat.seq == room.row.seq for seat in seats) and any(seat.my_turn for seat in seats)


def test_where_turns_last_days_plants_run_by_themselves(tmp_path: Path) -> None:
    """At a table of days the server runs the plants that pay most and ends empty turns; elsewhere it asks."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann, Client(server.url) as bob:
            for clock, asked in ((ClockPlan("days", days=1), False), (ClockPlan(), True)):
                plan = CreateTable("recharged/germany", TWO, {"order": [0, 1]}, clock)
                code = (await ann.create(plan)).table.code
                await bob.join(code, "Bob")
                async with ann.sit(code) as first, bob.sit(code) as second:
                    chance = random.Random(3)
                    ran = False
                    while first.view is not None and first.view.game.round < 3:
                        await until(lambda: settled(server, code, first, second))  # noqa: B023 - waited for here
                        seat = first if first.my_turn else second
                        assert seat.view is not None
                        assert seat.view.mine.menu is not None
                        ran |= "run" in seat.view.mine.menu.choices
                        done = await seat.act(eager_move(seat, chance))
                        await first.seen(done.seq)
                        await second.seen(done.seq)
                    assert ran is asked, clock
                    assert first.view is not None
                    assert (first.view.mine.auto.get("0") is not None) is not asked

    run(check())
