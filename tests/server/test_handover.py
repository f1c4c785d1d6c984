"""Seats that change hands: the former player's code, orders and clock go with the player, hidden money stays hidden."""

import asyncio
import json
import random
from pathlib import Path

from kilowatt.client import Client
from kilowatt.protocol import AutoOrders, ChangeSeat, ClockPlan, CreateTable, ProxyOrder, SeatPlan
from kilowatt.server.store.writer import StoreDown
from tests.server.kit import play_on, play_together, run, serving, sqlite, until
from tests.server.seats import MARK, TWO, away, refused, seated

ANN_AND_OPEN = [SeatPlan("person", name="Ann"), SeatPlan("open"), SeatPlan("open")]


def test_a_player_put_off_before_the_start_cannot_come_back_as_the_bot(tmp_path: Path) -> None:
    """A seat that went to a bot before the start is nobody's: the code of who sat there restores nothing."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann, Client(server.url) as bob:
            code = (await ann.create(CreateTable("recharged/germany", ANN_AND_OPEN))).table.code
            secret = (await bob.join(code, "Bob", seat=1)).restore["1"]
            await ann.change_seat(code, 1, ChangeSeat("bot", "random"))
            assert (await refused(bob.join(code, restore=secret))).code == "bad_restore"
            await ann.change_seat(code, 2, ChangeSeat("bot", "random"))
            shown = await bob.table(code)
            assert (shown.state, shown.yours) == ("playing", [])

    run(check())


def test_whoever_takes_a_seat_over_finds_no_orders_there(tmp_path: Path) -> None:
    """The proxy limit of a player who lost the seat is in no byte for the successor, and the order is over."""

    async def check() -> None:
        async with (
            serving(sqlite(tmp_path), bot_pause=60.0) as server,
            Client(server.url) as ann,
            Client(server.url) as bob,
            Client(server.url) as eve,
        ):
            code = await seated(ann, bob)
            async with bob.sit(code) as second:
                await second.proxy(ProxyOrder(limit=MARK, plant="3"))
                await second.auto(AutoOrders(run_best=True))
            await bob.change_seat(code, 1, ChangeSeat("open"))
            await eve.join(code, "Eve", seat=1)
            async with eve.sit(code) as taken:
                assert taken.view is not None
                assert (taken.view.mine.proxy, taken.view.mine.auto) == ({}, {})
            server.server.registry.evict(float("inf"))
            async with eve.sit(code) as again:
                assert again.view is not None
                assert (again.view.mine.proxy, again.view.mine.auto) == ({}, {})

    run(check())


def test_a_table_with_hidden_money_is_forked_when_it_is_over(tmp_path: Path) -> None:
    """Neither watchers nor rivals fork themselves a look at hidden money; after the end anybody may fork."""

    async def check() -> None:
        async with (
            serving(sqlite(tmp_path)) as server,
            Client(server.url) as ann,
            Client(server.url) as bob,
            Client(server.url) as eve,
        ):
            code = await seated(ann, bob, money="hidden")
            async with ann.sit(code) as first, bob.sit(code) as second:
                await play_together([first, second], random.Random(1), 12)
                everybody = [SeatPlan("person", name=name) for name in "AB"]
                for client, seats in ((eve, None), (eve, everybody), (ann, everybody), (bob, None)):
                    assert (await refused(client.fork(code, first.seq, seats))).code == "money_hidden"
                last = first.seq
            await ann.agree(code)
            await bob.agree(code)
            assert (await eve.fork(code, last, everybody)).table.state == "playing"

    run(check())


def test_the_record_of_a_game_with_hidden_money_states_no_amounts(tmp_path: Path) -> None:
    """While money is hidden an export has no amounts and cannot be imported, nor can a record put together by hand."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann, Client(server.url) as bob:
            code = await seated(ann, bob, money="hidden")
            async with ann.sit(code) as first, bob.sit(code) as second:
                await play_together([first, second], random.Random(1), 12)
            running = await ann.record(code)
            actions = [json.loads(line).get("action", {}) for line in running.splitlines()[1:]]
            assert {"open", "bid"} & {action["type"] for action in actions}
            assert not any("bid" in action or "amount" in action for action in actions)
            error = await refused(bob.import_record(running))
            assert "export it again" in error.text
            row, stored = await server.server.store.table(code), await server.server.store.entries(code)
            assert row is not None
            by_hand = "\n".join([row.header or "", *stored])
            assert (await refused(bob.import_record(by_hand))).code == "record_hides_money"
            await ann.agree(code)
            await bob.agree(code)
            over = await ann.record(code)
            assert '"bid":' in over
            assert (await bob.import_record(over)).table.state == "review"

    run(check())


def test_the_clock_runs_for_who_decides(tmp_path: Path) -> None:
    """A bot in a player's place costs no time; handed back, or taken over, the seat's clock runs with time on it."""

    async def check() -> None:
        asked = CreateTable(
            "recharged/germany", TWO, {"order": [1, 0], "trust": False}, ClockPlan("bank", bank=100, increment=0)
        )
        async with (
            serving(sqlite(tmp_path), bot_pause=60.0) as server,
            Client(server.url) as ann,
            Client(server.url) as bob,
            Client(server.url) as eve,
            ann.sit(code := (await ann.create(asked)).table.code),
        ):
            assert (await bob.join(code, "Bob")).table.clock.running == 1
            assert (await ann.change_seat(code, 1, ChangeSeat("bot", "random"))).table.clock.running is None
            assert (await ann.change_seat(code, 1, ChangeSeat("person"))).table.clock.running == 1
            await ann.change_seat(code, 1, ChangeSeat("bot", "random"))
            assert (await bob.change_seat(code, 1, ChangeSeat("open"))).table.clock.running is None
            taken = (await eve.join(code, "Eve", seat=1)).table.clock
            assert taken.running == 1
            assert (taken.left[1] or 0) > 20

    run(check())


def test_the_owner_reissues_the_code_of_a_seat_long_left(tmp_path: Path) -> None:
    """After a day of absence the owner gets a new code for a seat, which ends the old one; no sooner."""

    async def check() -> None:
        async with (
            serving(sqlite(tmp_path), bot_pause=60.0) as server,
            Client(server.url) as ann,
            Client(server.url) as bob,
            Client(server.url) as phone,
        ):
            made = await ann.create(CreateTable("recharged/germany", TWO))
            code = made.table.code
            secret = (await bob.join(code, "Bob")).restore["1"]
            assert (await refused(ann.change_seat(code, 1, ChangeSeat("reissue")))).code == "not_absent"
            await bob.leave(code)
            await away(server, code, 1, 23)
            assert (await refused(ann.change_seat(code, 1, ChangeSeat("reissue")))).code == "not_absent"
            await away(server, code, 1, 2)
            assert (await refused(phone.change_seat(code, 1, ChangeSeat("reissue")))).code == "not_your_seat"
            new = (await ann.change_seat(code, 1, ChangeSeat("reissue"))).restore["1"]
            assert (await ann.table(code)).yours == [0]
            assert (await bob.table(code)).yours == []
            assert (await refused(phone.join(code, restore=secret))).code == "bad_restore"
            assert (await phone.join(code, restore=new)).table.yours == [1]

    run(check())


def test_what_a_failed_write_left_behind_is_not_stored_by_the_next(tmp_path: Path) -> None:
    """A request that was refused because the database did not answer has no effect, whoever writes after it."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann, Client(server.url) as bob:
            code = (await ann.create(CreateTable("recharged/germany", ANN_AND_OPEN))).table.code
            store, change = server.server.store, server.server.store.change
            room = await server.server.registry.open(code)

            async def fails(*_: object) -> None:
                store.change = change  # type: ignore[method-assign]
                raise StoreDown

            async with room.lock:
                # both wait for the table; the first finds the database away, the second finds it back
                store.change = fails  # type: ignore[method-assign,assignment]
                first = asyncio.create_task(bob.join(code, "Bob", seat=1))
                await until(lambda: len(room.lock._waiters or ()) == 1)
                second = asyncio.create_task(ann.join(code, "Ann too", seat=2))
                await until(lambda: len(room.lock._waiters or ()) == 2)
            assert (await refused(first)).code == "store_unavailable"
            assert (await second).table.yours == [0, 2]
            shown = await bob.table(code)
            assert (shown.yours, shown.seats[1].kind) == ([], "open")

    run(check())


def test_auto_pass_lapses_with_its_round(tmp_path: Path) -> None:
    """In the next round the view says that passing is off, so that changing something else does not order it again."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann:
            asked = CreateTable("recharged/germany", [SeatPlan("person", name=name) for name in "AB"])
            async with ann.sit((await ann.create(asked)).table.code) as seat:
                await seat.auto(AutoOrders(pass_auctions=True, run_best=True), 1)
                await seat.ping()
                assert seat.view is not None
                number = seat.view.game.round
                while seat.view.game.round == number:
                    await play_on(seat, random.Random(3), 1)
                assert seat.view.mine.auto["1"] == AutoOrders(run_best=True)

    run(check())
