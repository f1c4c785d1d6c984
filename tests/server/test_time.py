"""Time: the machine's clock may jump and servers may be away, and no player loses time by it."""

import time
from pathlib import Path

import pytest
from sqlalchemy import text

from kilowatt.client import Client
from kilowatt.host import timekeeping
from kilowatt.host.timekeeping import Timekeeper
from kilowatt.protocol import ClockPlan, CreateTable, SeatPlan
from kilowatt.server.store.store import make_engine
from tests.server.kit import run, serving, sqlite

DAY = 86400.0
BANK = CreateTable(
    "recharged/germany", [SeatPlan("person", name=name) for name in "AB"], clock=ClockPlan("bank", bank=1000)
)


@pytest.mark.parametrize("jump", [DAY, -DAY])
def test_a_jump_of_the_wall_clock_moves_no_clock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jump: float) -> None:
    """When the machine's clock is set forward or back by a day, the running player keeps the time that is left."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann:
            code = (await ann.create(BANK)).table.code
            real = time.time
            monkeypatch.setattr(time, "time", lambda: real() + jump)
            shown = await ann.table(code)
            assert shown.clock.running is not None
            assert 900 < (shown.clock.left[shown.clock.running] or 0) <= 1000
            assert not any(seat.vacant for seat in shown.seats)

    run(check())


@pytest.mark.parametrize("jump", [DAY, -DAY])
def test_no_clock_runs_while_no_server_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jump: float) -> None:
    """After a day without a server, or with the machine's clock a day back, a player has the time of before."""
    monkeypatch.setattr(timekeeping, "TIME", Timekeeper())

    async def check() -> None:
        url = sqlite(tmp_path)
        async with serving(url) as server, Client(server.url) as ann:
            code = (await ann.create(BANK)).table.code
            token = ann.token
        timekeeping.TIME._base += jump
        async with serving(url) as server, Client(server.url, token) as ann:
            clock = (await ann.table(code)).clock
            assert clock.running is not None
            assert 900 < (clock.left[clock.running] or 0) <= 1000
            row = await server.server.store.table(code)
            assert row is not None
            assert row.wake is not None
            assert 900 < row.wake - timekeeping.now() <= 1000

    run(check())


def test_time_before_a_crash_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What ran on a clock until the server's last sign of life stays spent; only what came after is given back."""
    monkeypatch.setattr(timekeeping, "TIME", Timekeeper())

    async def check() -> None:
        url = sqlite(tmp_path)
        async with serving(url) as server, Client(server.url) as ann:
            code = (await ann.create(BANK)).table.code
            token = ann.token
        engine = make_engine(url)
        async with engine.begin() as connection:
            # as if the server had lived for 400 seconds after the move
            await connection.execute(text("update facts set at = at + 400 where name = 'alive'"))
        await engine.dispose()
        timekeeping.TIME._base += DAY
        async with serving(url) as server, Client(server.url, token) as ann:
            clock = (await ann.table(code)).clock
            assert clock.running is not None
            assert 500 < (clock.left[clock.running] or 0) <= 601

    run(check())
