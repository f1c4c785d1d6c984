"""The power phase asks all at once: what one seat runs limits nobody else, so nobody waits for the others."""

import random
from pathlib import Path

import pytest
from sqlalchemy import text

import kilowatt
from kilowatt.client import Client, ServerSaidNo, TableSocket
from kilowatt.engine.actions import Run, Running
from kilowatt.engine.asks import ASK_RUN
from kilowatt.host.game.advance_orders import decide, last_rounds
from kilowatt.host.game.powering import choices, still_to_run
from kilowatt.protocol import AutoOrders, ClockPlan, CreateTable, OrderPlan, SeatPlan
from tests.kit import situation
from tests.server.friends import AFTER, URL, subscribe
from tests.server.kit import Running as Server
from tests.server.kit import cut_off, eager_move, later, run, serving, sqlite, until
from tests.server.sinks import http_sink

THREE = [SeatPlan("person", name="Ann"), SeatPlan("open"), SeatPlan("open")]
TABLE = CreateTable("recharged/germany", THREE, {"order": [0, 1, 2]}, ClockPlan("days", days=1))


def foreseen(ruleset: str, seats: int, seed: int, moves: int) -> int:
    """Compare what seats could run at the phase's beginning with their menus when their turn comes; count them."""
    table = kilowatt.Table(kilowatt.ruleset(ruleset, seats), seed=seed)
    chance = random.Random(seed)
    known: dict[int, object] = {}
    compared = 0
    for _ in range(moves):
        if table.result is not None:
            break
        menu = kilowatt.options(table.state)
        if table.state.ask == ASK_RUN:
            compared += menu.seat in known
            assert known.get(menu.seat, menu.choices["run"]) == menu.choices["run"]
            known = known or {seat: choices(table.state, seat) for seat in still_to_run(table.state)}
        else:
            known = {}
        kind = chance.choice(list(menu.choices))
        row = chance.choice(menu.choices[kind])
        table.play(row.at(0 if kind in ("open", "bid") else chance.randrange(len(row))))
    return compared


@pytest.mark.parametrize("ruleset", ["recharged/germany", "deluxe/north-america", "card-game"])
def test_no_run_changes_what_others_may_run(ruleset: str) -> None:
    """The runs that a seat has when the phase begins are those on its menu when its turn comes."""
    assert foreseen(ruleset, 4, 5, 260) > 3


@pytest.mark.thorough
@pytest.mark.parametrize("ruleset", [row.id for row in kilowatt.rulesets()])
def test_no_run_changes_what_others_may_run_anywhere(ruleset: str) -> None:
    """The same holds for every edition and board."""
    assert foreseen(ruleset, 3, 8, 400) > 3


def test_an_order_to_run_is_played_once_and_checked() -> None:
    """The plants that were ordered run, an order that no longer fits is dropped, and it ends with the phase."""
    state = situation(
        "recharged/germany",
        3,
        phase="power",
        order=[0, 1, 2],
        plants={0: ["6"], 1: ["4", "5"], 2: ["8"]},
        fuel={1: {"coal": 4}},
        tokens={"coal": 10, "oil": 10},
        cities={0: ["muenster"], 1: ["essen", "dortmund"], 2: ["kassel"]},
    )
    assert still_to_run(state) == [1, 2]
    assert last_rounds(state, 1)[3] == state.round
    assert last_rounds(state, 0)[3] == state.round
    state, _ = kilowatt.play(state, Run(0, ()))
    assert last_rounds(state, 0)[3] == state.round + 1
    one = OrderPlan(run=[Running("4", {"coal": 2})])
    step = decide(state, 1, one)
    assert step.action == Run(1, (Running("4", {"coal": 2}),))
    assert step.plan.run is None
    gone = decide(state, 1, OrderPlan(run=[Running("4", {"oil": 2})]))
    assert (gone.action, gone.plan.run, gone.notes) == (None, None, (("run_gone", {}),))


async def to_power(server: Server, code: str, sockets: list[TableSocket]) -> None:
    """Play until the first seat of the power phase is to decide."""
    chance = random.Random(3)
    room = server.server.registry.rooms[code]
    while room.row.live.phase != "power":
        await until(lambda: all(socket.seq == room.row.seq for socket in sockets))
        await until(lambda: any(socket.my_turn for socket in sockets))
        mover = next(socket for socket in sockets if socket.my_turn)
        done = await mover.act(eager_move(mover, chance))
        for socket in sockets:
            await socket.seen(done.seq)


def test_everybody_chooses_at_once(tmp_path: Path) -> None:
    """Two who wait choose what they run; when the first has run, both run as they chose and the next round begins."""

    async def check() -> None:
        async with (
            serving(sqlite(tmp_path)) as server,
            Client(server.url) as ann,
            Client(server.url) as bob,
            Client(server.url) as cleo,
        ):
            code = (await ann.create(TABLE)).table.code
            await bob.join(code, "Bob")
            await cleo.join(code, "Cleo")
            async with ann.sit(code) as one, bob.sit(code) as two, cleo.sit(code) as three:
                sockets = [one, two, three]
                for socket in sockets:
                    await socket.auto(AutoOrders())
                await to_power(server, code, sockets)
                room = server.server.registry.rooms[code]
                first = room.row.live.actor
                assert isinstance(first, int)
                others = [seat for seat in range(3) if seat != first]
                assert sorted(room.row.live.early) == others
                view = sockets[first].view
                assert view is not None
                assert view.mine.runs == {}
                for seat in others:
                    view = sockets[seat].view
                    assert view is not None
                    assert view.mine.menu is None
                    assert list(view.mine.runs) == [str(seat)]
                    table = await [ann, bob, cleo][seat].table(code)
                    assert table.early == [seat], "the choice waits for this player"
                    with pytest.raises(ServerSaidNo):
                        await sockets[seat].orders(OrderPlan(run=[Running("999", {})]))
                    await sockets[seat].orders(OrderPlan(run=[]))
                    assert (await [ann, bob, cleo][seat].table(code)).early == []
                await sockets[first].act(Run(first, ()))
                await until(lambda: room.row.live.round == 2)
                await sockets[first].until(lambda: sockets[first].view.game.round == 2)  # type: ignore[union-attr]
                ran = [e for e in sockets[first].entries if e.action is not None and e.action.kind == "run"]
                assert [e.action.plants for e in ran] == [(), (), ()]  # type: ignore[union-attr]
                assert room.row.live.early == []

    run(check())


@pytest.mark.thorough
def test_all_are_notified_at_once_and_nobody_twice(tmp_path: Path) -> None:
    """A player who is asked early gets one message: none again when the turn comes."""

    async def check() -> None:
        settings = {"notify_every": 3600.0, "notify_after": AFTER, "public_url": URL, "private_targets": True}
        async with (
            http_sink() as sink,
            serving(sqlite(tmp_path), push_contact="mailto:host@example.org", **settings) as server,
            Client(server.url) as ann,
            Client(server.url) as bob,
            Client(server.url) as cleo,
        ):
            code = (await ann.create(TABLE)).table.code
            await bob.join(code, "Bob")
            await cleo.join(code, "Cleo")
            people = [ann, bob, cleo]
            for client in people:
                await subscribe(client, sink)
                await client.request(
                    "POST", "/api/notifications", {"language": "en", "zone": "UTC", "off": ["half", "began"]}
                )
            async with ann.sit(code) as one, bob.sit(code) as two, cleo.sit(code) as three:
                for socket in (one, two, three):
                    await socket.auto(AutoOrders())
                await to_power(server, code, [one, two, three])
            for seat in range(3):
                await cut_off(server, code, seat)
            room = server.server.registry.rooms[code]
            order: list[int] = []
            for _ in range(3):
                actor = room.row.live.actor
                assert isinstance(actor, int)
                order.append(actor)
                await server.server.sender.round()
                later(AFTER + 1)
                for _ in range(3):
                    await server.server.sender.round()
                assert len(sink.got) == 3, "all are asked when the phase begins, and nobody again"
                async with people[actor].sit(code) as socket:
                    done = await socket.act(Run(actor, ()))
                    await socket.seen(done.seq)
                await cut_off(server, code, actor)
            assert sorted(order) == [0, 1, 2]
            async with server.server.engine.connect() as connection:
                rows = (await connection.execute(text("select target from outbox where state = 'sent'"))).all()
            assert len({row.target for row in rows}) == 3

    run(check())
