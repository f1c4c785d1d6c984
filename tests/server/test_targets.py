"""Targets of notifications: slow and broken ones delay nobody else's, and are left alone for a while."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from kilowatt.client import Client
from kilowatt.protocol import ClockPlan, CreateTable, SeatPlan
from kilowatt.server.notifications import delivery
from kilowatt.server.notifications.delivery import Answer, Unreached
from kilowatt.server.notifications.targets import FAILURES_MOST, PAUSE, PAUSE_MOST, PER_HOST, Paused, Targets
from tests.server.kit import Clock, Running, run, serving, sqlite, until

DAYS = CreateTable(
    "card-game", [SeatPlan("person", name="Ann"), SeatPlan("bot", "random")], clock=ClockPlan("days", days=2)
)
SETTINGS = {"notify_every": 3600.0, "notify_after": -1.0, "webhooks": True, "public_url": "https://games.example.org"}


async def hooked(server: Running, ann: Client, url: str) -> str:
    """Make a table where it is a person's turn, which is announced at an address."""
    code = (await ann.create(DAYS)).table.code
    room = server.server.registry.rooms[code]
    await until(lambda: room.row.live.clock.running == 0)
    await ann.request("POST", f"/api/tables/{code}/hook", {"kind": "discord", "url": url, "off": ["began"]})
    return code


async def states(server: Running) -> dict[str, list[str]]:
    """Read what became of every table's notifications."""
    async with server.server.engine.connect() as connection:
        rows = (
            await connection.execute(text("select code, state, tries from outbox where event = 'turn' order by id"))
        ).all()
    return {row.code: [row.state, str(row.tries)] for row in rows}


@pytest.mark.thorough
def test_slow_targets_do_not_delay_a_good_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With many webhooks that never answer a good one is called while they still hang, a few at a time per host."""
    called: list[str] = []
    hanging = most = 0

    async def send(_method: str, url: str, *_: Any, **__: Any) -> Answer:
        nonlocal hanging, most
        called.append(url)
        if "slow" in url:
            hanging += 1
            most = max(most, hanging)
            try:
                await asyncio.Event().wait()
            finally:
                hanging -= 1
        return Answer(204, None)

    monkeypatch.setattr(delivery, "send", send)

    async def check() -> None:
        async with serving(sqlite(tmp_path), **SETTINGS) as server, Client(server.url) as ann:
            for number in range(24):
                await hooked(server, ann, f"https://slow.example.org/{number}")
            good = await hooked(server, ann, "https://good.example.org/x")
            await server.server.sender.round(wait=False)
            await until(lambda: "https://good.example.org/x" in called)
            assert most == hanging == PER_HOST
            await until(lambda: server.server.metrics.counts['notifications{kind="hook",state="sent"}'] == 1)
            assert (await states(server))[good][0] == "sent"
            assert sum(state == "sending" for state, _ in (await states(server)).values()) == 24

    run(check())


@pytest.mark.thorough
def test_a_silent_host_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a few failures in a row the other messages to a host wait without a try, and go out when it is back."""
    down = True
    called = 0

    async def send(*_: Any, **__: Any) -> Answer:
        nonlocal called
        called += 1
        if down:
            raise Unreached("silence")
        return Answer(204, None)

    monkeypatch.setattr(delivery, "send", send)

    async def check() -> None:
        nonlocal down
        clock = Clock()
        async with serving(sqlite(tmp_path), **SETTINGS) as server, Client(server.url) as ann:
            server.server.sender.targets = Targets(clock)
            for number in range(12):
                await hooked(server, ann, f"https://down.example.org/{number}")
            await server.server.sender.round()
            assert FAILURES_MOST <= called <= FAILURES_MOST + PER_HOST
            tries = [tries for _, tries in (await states(server)).values()]
            assert tries.count("0") == 12 - called, "what was not tried does not count"
            down = False
            clock.now += 2 * PAUSE_MOST
            async with server.server.engine.begin() as connection:
                await connection.execute(text("update outbox set due = 0 where event = 'turn'"))
            await server.server.sender.round()
            assert {state for state, _ in (await states(server)).values()} == {"sent"}

    run(check())


def test_a_pause_grows_and_ends_with_an_answer() -> None:
    """Each further failure doubles the pause up to an hour; the first answer ends it."""

    async def check() -> None:
        clock = Clock()
        known = Targets(clock)

        async def left() -> float:
            try:
                async with known.turn("host"):
                    return 0.0
            except Paused as error:
                return error.seconds

        for _ in range(FAILURES_MOST - 1):
            known.failed("host")
        assert await left() == 0.0
        pauses = []
        for _ in range(8):
            known.failed("host")
            pauses.append(await left())
        assert pauses[:3] == [PAUSE, 2 * PAUSE, 4 * PAUSE]
        assert pauses[-1] == PAUSE_MOST
        known.succeeded("host")
        assert await left() == 0.0
        assert known._hosts == {}, "nothing is kept of hosts that answer"

    run(check())


@pytest.mark.thorough
@pytest.mark.parametrize(
    "broken", ["https://bad.example.org/\x7f", "https://bad.example.org\x00/", "https://[", "nothing"]
)
def test_a_broken_address_stops_nobody_elses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, broken: str) -> None:
    """A stored address that is none, with a control character, fails alone; the others are called."""
    called: list[str] = []
    real = delivery.send

    async def send(method: str, url: str, *args: Any, **options: Any) -> Answer:
        if url == broken:
            return await real(method, url, *args, **options)
        called.append(url)
        return Answer(204, None)

    monkeypatch.setattr(delivery, "send", send)

    async def check() -> None:
        async with serving(sqlite(tmp_path), **SETTINGS) as server, Client(server.url) as ann:
            codes = [await hooked(server, ann, f"https://good.example.org/{number}") for number in range(3)]
            async with server.server.engine.begin() as connection:
                values = {"url": broken, "code": codes[0]}
                await connection.execute(text("update hooks set url = :url where code = :code"), values)
            await server.server.sender.round()
            assert sorted(called) == ["https://good.example.org/1", "https://good.example.org/2"]
            after = await states(server)
            assert [after[code][0] for code in codes] == ["failed", "sent", "sent"]

    run(check())
