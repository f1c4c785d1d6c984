"""Clocks: how time runs, and what happens when it is up."""

import asyncio
from pathlib import Path

import pytest

from kilowatt.client import Client
from kilowatt.host.errors import Denied
from kilowatt.host.game import clocks
from kilowatt.host.rows import ClockState
from kilowatt.host.seating import checked_clock
from kilowatt.protocol import ClockPlan, CreateTable, SeatPlan
from tests.server.kit import later, run, serving, sqlite, until

BANK = ClockPlan("bank", bank=100, increment=5)
DAYS = ClockPlan("days", days=2)


def test_a_bank_runs_only_in_ones_turn() -> None:
    """Time goes from the bank of who is to act, and the increment is added when the turn ends."""
    clock = clocks.turned(BANK, clocks.fresh(BANK, 2), 0, 1000.0)
    assert clocks.deadline(BANK, clock) == 1100.0
    clock = clocks.turned(BANK, clock, 0, 1010.0)
    assert clock.since == 1000.0
    clock = clocks.turned(BANK, clock, 1, 1030.0)
    assert clock.left == [75.0, 100.0]
    assert clocks.view(BANK, clock, 2, 1040.0).left == [75.0, 90.0]
    clock = clocks.turned(BANK, clock, None, 1050.0)
    assert clock.left == [75.0, 85.0]
    assert clocks.deadline(BANK, clock) is None


def test_days_start_anew_each_turn() -> None:
    """With days a move every turn has the whole time."""
    clock = clocks.turned(DAYS, clocks.fresh(DAYS, 2), 0, 0.0)
    assert clocks.deadline(DAYS, clock) == 2 * 86400.0
    clock = clocks.turned(DAYS, clock, 1, 86400.0)
    clock = clocks.turned(DAYS, clock, 0, 90000.0)
    assert clocks.deadline(DAYS, clock) == 90000.0 + 2 * 86400.0


def test_who_comes_back_has_some_time() -> None:
    """A player who was out of time gets at least half a minute or the increment."""
    clock = clocks.turned(BANK, clocks.fresh(BANK, 2), 0, 0.0)
    clock = clocks.turned(BANK, clock, None, 200.0)
    assert clock.left[0] == 5.0
    assert clocks.returned(BANK, clock, 0, 300.0).left[0] == 30.0


HASTY = CreateTable(
    "recharged/germany",
    [SeatPlan("person", name="Ann"), SeatPlan("person", name="Also Ann")],
    clock=ClockPlan("bank", bank=1, increment=0),
)
"""A second for the whole game."""


def test_a_bot_plays_when_time_is_up_and_the_player_comes_back(tmp_path: Path) -> None:
    """Out of time a bot moves, as the entries say, even after a restart; the player's hello takes the seat back."""

    async def game() -> None:
        async with serving(sqlite(tmp_path), processes=1) as server, Client(server.url) as ann:
            code = (await ann.create(HASTY)).table.code
            async with ann.sit(code) as seat:
                await seat.until(lambda: any(entry.by == "clock" for entry in seat.entries))
                assert seat.table is not None
                assert any(row.vacant for row in seat.table.seats)
                token = ann.token
            other = (await ann.create(HASTY)).table
        # with nobody connected and another process the clock still runs: the sweep finds the table
        async with serving(sqlite(tmp_path), processes=1) as server, Client(server.url, token) as ann:
            while (await server.server.store.versions([other.code]))[other.code][0] <= other.seq:  # noqa: ASYNC110 - nobody is connected to be told
                await asyncio.sleep(0.05)
            async with ann.sit(code) as seat:
                assert seat.table is not None
                assert not any(row.vacant for row in seat.table.seats)

    run(game())


def test_nobody_is_late_just_after_a_start(tmp_path: Path) -> None:
    """Whose time ran out while the server was away has some time to come back before a bot takes the seat."""

    async def game() -> None:
        async with serving(sqlite(tmp_path), clock_grace=60.0) as server, Client(server.url) as ann:
            code = (await ann.create(HASTY)).table.code
            token = ann.token
        async with (
            serving(sqlite(tmp_path), clock_grace=60.0) as server,
            Client(server.url, token) as ann,
            ann.sit(code) as seat,
        ):
            store, sweeps = server.server.store, 0
            due = store.due

            async def counted(now: float) -> list[str]:
                nonlocal sweeps
                rows = await due(now)
                sweeps += 1
                return rows

            store.due = counted  # type: ignore[method-assign,assignment]
            later(2.0)
            # the first may have begun before; the second has found the time up, and the third comes after it
            await until(lambda: sweeps >= 3)
            await seat.ping()
            assert seat.table is not None
            assert not any(row.vacant for row in seat.table.seats)
            assert seat.my_turn

    run(game())


def test_a_turn_may_last_any_number_of_hours() -> None:
    """A clock of days counts hours beside them: in what is left, in the deadline, and in how long one may be away."""
    plan = ClockPlan("days", days=1, hours=12)
    clock = clocks.turned(plan, clocks.fresh(plan, 2), 1, 1000.0)
    assert clock.left == [36 * 3600.0] * 2
    assert clocks.deadline(plan, clock) == 1000.0 + 36 * 3600.0
    assert clocks.patience(plan) == 36 * 3600.0
    assert clocks.view(ClockPlan("days", hours=1), ClockState(), 2, 0.0).left == [3600.0] * 2
    assert checked_clock(ClockPlan("days", hours=1)).hours == 1
    with pytest.raises(Denied, match="bad_request"):
        checked_clock(ClockPlan("days"))
