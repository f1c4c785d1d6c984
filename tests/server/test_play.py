"""Playing over the socket: what is taken, what is refused, and that nothing is played twice."""

import asyncio
import random
from pathlib import Path

import msgspec

from kilowatt.client import Client, TableSocket
from kilowatt.engine.actions import Bid, BuyFuel, Open, Pass, Reveal
from kilowatt.host.game import moments
from kilowatt.protocol import AskQuote, CreateTable, SeatPlan
from tests.server.kit import any_move, eager_move, play_on, run, serving, sqlite
from tests.server.seats import FIXED, opened, refused


def test_a_move_is_refused_with_code_rule_and_arguments(tmp_path: Path) -> None:
    """Moves for another seat, out of turn, stale, against a rule or by chance are refused, each with its own code."""

    async def game() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann, Client(server.url) as bob:
            code = await opened(ann, bob)
            async with ann.sit(code) as first, bob.sit(code) as second:
                assert first.my_turn
                assert not second.my_turn
                before = first.seq
                assert (await refused(second.act(Pass(0)))).code == "not_your_seat"
                late = await refused(second.act(Pass(1)))
                assert (late.code, late.details["actor"]) == ("not_your_turn", 0)
                assert late.rule is not None
                stale = await refused(first.act(Pass(0), expect=before - 1))
                assert (stale.code, stale.details["seq"]) == ("stale", before)
                must = await refused(first.act(Pass(0)))
                assert (must.code, must.rule) == ("must_buy_first_round", "R18-AUC-12")
                assert (await refused(first.act(Reveal("13")))).code == "dealt"
                await first.ping()
                assert first.seq == before

    run(game())


def test_the_same_key_is_played_once(tmp_path: Path) -> None:
    """A move sent again with its key is answered with its entry and not played again; its key serves no other move."""

    async def game() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann, Client(server.url) as bob:
            code = await opened(ann, bob)
            async with ann.sit(code) as first, bob.sit(code) as second:
                assert first.view is not None
                move = any_move(first, random.Random(1))
                seen = first.seq
                done = await first.act(move, key="k1", expect=seen)
                again = await first.act(move, key="k1", expect=seen)
                assert (again.seq, again.repeated) == (done.seq, True)
                other = await refused(first.act(Pass(0), key="k1", expect=seen))
                assert other.code == "key_reused"
                # another device may use the same word for a key of its own
                await second.until(lambda: second.my_turn)
                assert not (await second.act(Pass(1), key="k1")).repeated
            # and after the server has forgotten everything but what is stored
            server.server.registry.evict(float("inf"))
            async with ann.sit(code) as back:
                assert (await back.act(move, key="k1", expect=seen)).repeated
            stored = await server.server.store.entries(code)
            assert len([line for line in stored if '"type":"open"' in line]) == 1

    run(game())


async def to_fuel(first: TableSocket, second: TableSocket) -> None:
    """Play until somebody buys fuel."""
    chance = random.Random(5)
    while first.view is not None and first.view.game.phase != "fuel":
        seat = first if first.my_turn else second
        await seat.until(lambda seat=seat: seat.my_turn)  # type: ignore[misc]
        done = await seat.act(any_move(seat, chance))
        for one in (first, second):
            await one.seen(done.seq)


def test_undo_goes_back_over_own_decisions_only(tmp_path: Path) -> None:
    """A buyer takes back token after token, as logged entries; after ending the turn nothing can be taken back."""

    async def game() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann, Client(server.url) as bob:
            code = await opened(ann, bob)
            async with ann.sit(code) as first, bob.sit(code) as second:
                await to_fuel(first, second)
                seat, other = (first, second) if first.my_turn else (second, first)
                assert seat.view is not None
                assert (await refused(seat.undo())).code == "nothing_to_undo"
                money = [row.money for row in seat.view.game.seats]
                bought = 0
                while bought < 2:
                    menu = seat.view.mine.menu
                    assert menu is not None
                    row = menu.choices["buy_fuel"][0]
                    done = await seat.act(row.at(0))  # type: ignore[arg-type]
                    await seat.seen(done.seq)
                    bought += 1
                    assert seat.view.mine.can_undo == bought
                assert (await refused(other.undo())).code == "nothing_to_undo"
                for left in (1, 0):
                    done = await seat.undo()
                    await seat.seen(done.seq)
                    assert seat.view.mine.can_undo == left
                assert [row.money for row in seat.view.game.seats] == money
                assert seat.entries[-1].undo is not None
                whose = seat.view.mine.menu
                assert whose is not None
                done = await seat.act(Pass(whose.seat))
                await seat.seen(done.seq)
                assert (await refused(seat.undo())).code == "nothing_to_undo"
                # the record with its undos replays to what everybody sees, also after a restart from the store
                server.server.registry.evict(float("inf"))
            server.server.registry.evict(float("inf"))
            async with ann.sit(code) as again:
                assert again.view is not None
                assert [row.money for row in again.view.game.seats] == money

    run(game())


def test_undo_never_goes_behind_a_card(tmp_path: Path) -> None:
    """Buying a plant turns up the next one, so the purchase cannot be taken back by who is to act after it."""

    async def game() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann:
            seats = [SeatPlan("person", name="A"), SeatPlan("person", name="B")]
            made = await ann.create(CreateTable("recharged/germany", seats, FIXED))
            async with ann.sit(made.table.code) as both:
                assert both.view is not None
                assert both.view.mine.menu is not None
                plant = both.view.mine.menu.choices["open"][0]
                await both.act(plant.at(0))  # type: ignore[arg-type]
                await both.until(lambda: both.view is not None and both.view.game.auction is not None)
                # seat 1 is to act, the decision was seat 0's: not seat 1's to take back, and no longer seat 0's turn
                assert both.view.mine.can_undo == 0
                done = await both.act(Pass(1))
                await both.seen(done.seq)
                assert any(entry.action is not None and entry.action.kind == "reveal" for entry in both.entries[-2:])
                assert both.view.mine.can_undo == 0
                assert (await refused(both.undo())).code == "nothing_to_undo"

    run(game())


def test_a_late_reader_gets_what_it_lacks(tmp_path: Path) -> None:
    """Hello brings a page of the entries that a client lacks, further pages the rest, each entry with its events."""

    async def game() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann:
            made = await ann.create(
                CreateTable("recharged/germany", [SeatPlan("person", name=str(n)) for n in range(3)])
            )
            code = made.table.code
            async with ann.sit(code) as all_three:
                await play_on(all_three, random.Random(3), 120)
                last, whole = all_three.seq, all_three.entries
            assert last > 100
            for have in (0, last - 5, last):
                async with ann.sit(code, have) as later:
                    assert len(later.entries) <= moments.PAGE
                    assert await later.all_entries() == whole[have:]

    run(game())


def test_a_watcher_sees_all_and_may_do_nothing(tmp_path: Path) -> None:
    """A viewer without a seat gets every update without menu, reach or orders, and may neither act nor quote."""

    async def game() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann, Client(server.url) as eve:
            made = await ann.create(CreateTable("recharged/germany", [SeatPlan("person", name=n) for n in "AB"]))
            async with ann.sit(made.table.code) as both, eve.sit(made.table.code) as watcher:
                assert both.table is not None
                await both.until(lambda: both.table is not None and both.table.watchers == 1)
                await play_on(both, random.Random(3), 20)
                await watcher.until(lambda: watcher.seq == both.seq)
                assert watcher.view is not None
                assert msgspec.to_builtins(watcher.view.mine) == {
                    "menu": None,
                    "why_not": [],
                    "reach": {},
                    "can_undo": 0,
                    "orders": {},
                    "proxy": {},
                    "auto": {},
                    "runs": {},
                }
                assert watcher.view.game == both.view.game  # type: ignore[union-attr]
                assert (await refused(watcher.act(Bid(0, 10)))).code == "not_your_seat"
                assert (await refused(watcher.quote(AskQuote("q")))).code == "no_seat"
                assert (await refused(watcher.hint())).code == "hint_off_turn"

    run(game())


def test_planner_history_chat_and_why_not(tmp_path: Path) -> None:
    """A quote prices a plan, history shows an earlier table, why-not speaks one's language, chat reaches all."""

    async def game() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann, Client(server.url) as bob:
            code = await opened(ann, bob)
            async with ann.sit(code, lang="de") as first, bob.sit(code) as second:
                assert first.view is not None
                early = first.seq
                market = first.view.game.plants.current
                assert any("Kraftwerk" in row.text for row in first.view.mine.why_not)
                await to_fuel(first, second)
                quoted = await first.quote(
                    AskQuote("q1", cities=["nowhere"], plant=first.view.game.plants.current[0], price=9)
                )
                assert quoted.quote.plant_cost == 9
                assert ("unknown_city", "nowhere") in quoted.quote.problems
                then = await first.history(early)
                assert then.game.plants.current == market
                assert (await refused(first.history(10_000))).code == "no_moment"
                await first.chat("  hello\tto  all ")
                await second.until(lambda: bool(second.said))
                assert (second.said[-1].text, second.said[-1].name) == ("hello to all", "Ann")
            async with bob.sit(code) as later:
                assert [said.text for said in later.said] == ["hello to all"]

    run(game())


def test_a_waiting_player_plans_with_the_server(tmp_path: Path) -> None:
    """Off-turn a quote gives reach, ways, fills and reasons by name; a market that is not there is refused by name."""

    async def game() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann, Client(server.url) as bob:
            seats = [SeatPlan("person", name="Ann"), SeatPlan("open"), SeatPlan("open")]
            made = await ann.create(CreateTable("original/korea", seats, {"order": [0, 1, 2]}))
            code = made.table.code
            await bob.join(code, "Bob")
            await bob.join(code, "Bobs friend")
            async with ann.sit(code) as first, bob.sit(code) as second:
                assert first.my_turn
                city = next(iter(second.view.mine.reach["1"]))  # type: ignore[union-attr]
                answer = await second.quote(AskQuote("p", seat=1, cities=[city], market="north", fills=True, why=True))
                assert answer.paths == {city: [city]}
                assert answer.reach
                assert set(answer.via) == set(answer.reach)
                assert answer.fills == {}
                codes = {row.code for row in answer.why_not}
                assert "not_your_turn" not in codes
                assert {"plant_in_future_market", "fuel_not_burned"} <= codes
                bad = await refused(second.quote(AskQuote("q", seat=1, market="black")))
                assert bad.code == "bad_option"
                turn = await refused(second.act(Pass(1)))
                assert turn.text.startswith("It is not your turn: Ann must act.")

    run(game())


def test_moves_that_arrive_together_share_commits_and_all_arrive(tmp_path: Path) -> None:
    """Twelve tables played at once need fewer commits than moves, and every move is in the store."""

    async def game() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann:
            codes = [
                (await ann.create(CreateTable("recharged/usa", [SeatPlan("person", name=n) for n in "ABC"]))).table.code
                for _ in range(12)
            ]

            async def one(code: str, number: int) -> int:
                async with ann.sit(code) as seat:
                    await play_on(seat, random.Random(number), 25, eager_move)
                    return seat.seq

            last = await asyncio.gather(*[one(code, number) for number, code in enumerate(codes)])
            for code, seq in zip(codes, last, strict=True):
                assert len(await server.server.store.entries(code)) == seq
            counts = server.server.metrics.counts
            assert counts["moves_stored"] == 12 * 25
            assert counts["commits"] < counts["moves_stored"]

    run(game())


def test_actions_keep_their_shape() -> None:
    """The client's actions are the engine's own Structs."""
    assert msgspec.json.encode(Open(0, "13", 13)) == b'{"type":"open","seat":0,"plant":"13","bid":13}'
    assert BuyFuel(0, "coal", "main").kind == "buy_fuel"
