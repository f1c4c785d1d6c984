"""What people agree on at a table: pauses and days off, when clocks rest."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from kilowatt.client import Client, ServerSaidNo
from kilowatt.host import timekeeping
from kilowatt.host.game import clocks
from kilowatt.host.rows import ClockState
from kilowatt.protocol import AskBack, AskPause, ChangeSeat, ClockPlan, CreateTable, SeatPlan, TakeDaysOff
from tests.server.friends import AFTER, DAYS, friends, subscribe
from tests.server.kit import later, run, serving, sqlite, until
from tests.server.sinks import http_sink

PUSH: dict[str, Any] = {"push_contact": "mailto:host@example.org"}
HOUR, DAY = 3600.0, 86400.0


# --- clocks that rest -------------------------------------------------------------------------------------------------


def test_time_of_rest_does_not_count() -> None:
    """A pause and days off, alone, one after the other and at the same time, move the end of a turn by their length."""
    clock = clocks.turned(DAYS, clocks.fresh(DAYS, 2), 0, 1000.0)
    assert clocks.deadline(DAYS, clock) == 1000.0 + 2 * DAY
    open_end = clocks.paused(clock, 1000.0 + HOUR, None)
    assert clocks.deadline(DAYS, open_end) is None
    assert clocks.view(DAYS, open_end, 2, 1000.0 + 5 * HOUR).left[0] == 47 * HOUR
    assert clocks.view(DAYS, open_end, 2, 1000.0 + 5 * HOUR).resting
    ended = clocks.resumed(open_end, 1000.0 + 5 * HOUR)
    assert clocks.deadline(DAYS, ended) == 1000.0 + 2 * DAY + 4 * HOUR
    assert not clocks.view(DAYS, ended, 2, 1000.0 + 6 * HOUR).resting
    off: list[clocks.Rest] = [(1000.0 + 3 * HOUR, 1000.0 + 27 * HOUR)]
    assert clocks.deadline(DAYS, clock, off) == 1000.0 + 3 * DAY
    assert clocks.deadline(DAYS, ended, off) == 1000.0 + 2 * DAY + 26 * HOUR, "they overlap for two hours"
    assert clocks.elapsed(ended, 1000.0 + 28 * HOUR, off) == 2 * HOUR
    late: list[clocks.Rest] = [(1000.0 + 2 * DAY, 1000.0 + 3 * DAY)]
    assert clocks.deadline(DAYS, clock, late) == 1000.0 + 2 * DAY, "the time was up before"


def test_a_bank_loses_nothing_in_a_pause() -> None:
    """Where time is a bank for the game, a turn that is played in a pause costs what was used before the pause."""
    bank = ClockPlan("bank", bank=100, increment=0)
    clock = clocks.paused(clocks.turned(bank, clocks.fresh(bank, 2), 0, 0.0), 10.0, None)
    clock = clocks.turned(bank, clock, 1, 50.0)
    assert clock.left == [90.0, 100.0]
    assert clocks.view(bank, clock, 2, 80.0).left == [90.0, 100.0]
    clock = clocks.resumed(clock, 80.0)
    assert clocks.deadline(bank, clock) == 180.0
    assert clocks.turned(bank, clock, 0, 81.0).rests == []


def test_rests_that_meet_are_one() -> None:
    """Times of rest are joined where they touch or overlap; one without end takes in what follows."""
    assert clocks.joined([(5, 6), (1, 2), (2, 3), (5.5, None), (9, 10)]) == [(1, 3), (5, None)]
    assert clocks.rests_until(ClockState(rests=[(1, 2)]), 2.0) is None


# --- pauses -----------------------------------------------------------------------------------------------------------


def test_a_pause_begins_when_all_agree(tmp_path: Path) -> None:
    """One asks, all people agree, the clocks rest and no bot comes; any player ends it, and the turn has its time."""

    async def check() -> None:
        async with friends(tmp_path) as two:
            await two.new_turn()
            room = two.server.server.registry.rooms[two.code]
            shown = await two.anna.pause(two.code, AskPause("ask"))
            assert shown.pause is not None
            assert (shown.pause.by, shown.pause.running, shown.pause.agreed) == (0, False, [0])
            assert not shown.clock.resting
            with pytest.raises(ServerSaidNo, match="There is a pause already"):
                await two.bob.pause(two.code, AskPause("ask"))
            with pytest.raises(ServerSaidNo, match="has already begun"):
                await two.bob.pause(two.code, AskPause("resume"))
            shown = await two.bob.pause(two.code, AskPause("agree"))
            assert shown.pause is not None
            assert shown.pause.running
            assert shown.clock.resting
            assert shown.clock.ends is None
            assert room.row.wake is None
            left = shown.clock.left[1]
            later(5 * DAY)
            with pytest.raises(ServerSaidNo, match="at rest"):
                await two.anna.change_seat(two.code, 1, ChangeSeat("bot"))
            assert (await two.bob.table(two.code)).clock.left[1] == left
            assert room.seats[1].away is None
            shown = await two.anna.pause(two.code, AskPause("resume"))
            assert shown.pause is None
            assert shown.clock.left[1] == pytest.approx(left, abs=1)
            with pytest.raises(ServerSaidNo, match="A bot may stand in from"):
                await two.anna.change_seat(two.code, 1, ChangeSeat("bot"))
            later(2 * DAY + 1)
            await until(lambda: room.seats[1].away == "late")

    run(check())


def test_a_pause_ends_by_itself_and_outlives_a_restart(tmp_path: Path) -> None:
    """A pause with an end stops no clock after it, also where the server has not seen the end."""

    async def check() -> None:
        url = sqlite(tmp_path)
        plan = CreateTable("recharged/germany", [SeatPlan("person", name=n) for n in "AB"], clock=DAYS)
        async with serving(url) as server, Client(server.url) as ann:
            code = (await ann.create(plan)).table.code
            end = timekeeping.now() + 10 * DAY
            await ann.pause(code, AskPause("ask", until=end, seat=0))
            shown = await ann.pause(code, AskPause("agree", seat=1))
            assert shown.pause is not None
            assert shown.pause.running
            for bad in (timekeeping.now() - 1, timekeeping.now() + 61 * DAY):
                await ann.pause(code, AskPause("resume", seat=1))
                with pytest.raises(ServerSaidNo, match="at most 60 days"):
                    await ann.pause(code, AskPause("ask", until=bad, seat=0))
                await ann.pause(code, AskPause("ask", until=end, seat=0))
                await ann.pause(code, AskPause("agree", seat=1))
            token = ann.token
        later(10 * DAY + HOUR)
        async with serving(url) as server, Client(server.url, token) as ann:
            shown = await ann.table(code)
            assert shown.pause is None
            assert not shown.clock.resting
            left = shown.clock.left[shown.clock.running or 0]
            assert left is not None
            assert left >= 47 * HOUR - 60
            assert server.server.registry.rooms[code].seats[0].away is None

    run(check())


def test_a_pause_can_be_refused_and_is_news_once(tmp_path: Path) -> None:
    """A request is a message to those who have not agreed, one per hour; refused or agreed to it is none."""

    async def check() -> None:
        async with http_sink() as sink, friends(tmp_path, **PUSH) as two:
            browser = await subscribe(two.bob, sink)
            off = {"language": "de", "zone": "UTC", "off": ["turn", "half"]}
            await two.bob.request("POST", "/api/notifications", off)
            await two.anna.pause(two.code, AskPause("ask"))
            await two.round()
            later(AFTER + 1)
            await two.round()
            [got] = sink.got
            assert browser.read(got.body)["title"] == "Anna bittet um eine Pause: Night train"
            assert (await two.bob.pause(two.code, AskPause("refuse"))).pause is None
            await two.anna.pause(two.code, AskPause("ask"))
            await two.round()
            later(AFTER + 1)
            await two.round()
            assert len(sink.got) == 1, "one per hour"
            await two.anna.pause(two.code, AskPause("refuse"))
            later(2 * HOUR)
            await two.round()
            assert len(sink.got) == 1, "it was withdrawn"

    run(check())


def test_no_turn_is_announced_in_a_pause(tmp_path: Path) -> None:
    """A turn that begins before or in a pause is announced when the clocks run again, and then once."""

    async def check() -> None:
        async with http_sink() as sink, friends(tmp_path, **PUSH) as two:
            await subscribe(two.bob, sink)
            await two.new_turn()
            await two.round()
            await two.anna.pause(two.code, AskPause("ask"))
            await two.bob.pause(two.code, AskPause("agree"))
            later(3 * DAY)
            await two.round()
            assert sink.got == []
            await two.bob.pause(two.code, AskPause("resume"))
            later(AFTER + 700)
            await two.round()
            assert len(sink.got) == 1
            assert await two.states() == ["sent"]

    run(check())


def test_only_people_of_the_table_pause_it(tmp_path: Path) -> None:
    """Watchers, people without a seat and players who resigned change nothing; without a clock there is no pause."""

    async def check() -> None:
        async with friends(tmp_path) as two, Client(two.server.url) as eve:
            for asked in (AskPause("ask"), AskPause("ask", seat=1)):
                with pytest.raises(ServerSaidNo):
                    await eve.pause(two.code, asked)
            with pytest.raises(ServerSaidNo, match="not_your_seat"):
                await two.anna.pause(two.code, AskPause("ask", seat=1))
            with pytest.raises(ServerSaidNo):
                await eve.take_back(two.code, AskBack("ask", seat=0))
            await two.bob.resign(two.code)
            with pytest.raises(ServerSaidNo, match="resigned"):
                await two.bob.pause(two.code, AskPause("ask"))
            assert (await two.anna.pause(two.code, AskPause("ask"))).pause is not None, "nobody else must agree"
            plain = CreateTable("recharged/germany", [SeatPlan("person", name=n) for n in "AB"])
            other = (await two.anna.create(plain)).table.code
            with pytest.raises(ServerSaidNo, match="no clock"):
                await two.anna.pause(other, AskPause("ask", seat=0))

    run(check())


# --- days off ---------------------------------------------------------------------------------------------------------


def day(number: int) -> str:
    """Return the date so many days from now in UTC."""
    return (datetime.fromtimestamp(timekeeping.now(), UTC).date() + timedelta(days=number)).isoformat()


def test_a_day_off_stops_only_its_persons_clock(tmp_path: Path) -> None:
    """On a day off a person's clock rests at all day tables, no turn is announced, and others see until when."""

    async def check() -> None:
        async with http_sink() as sink, friends(tmp_path, **PUSH) as two:
            await subscribe(two.bob, sink)
            await two.new_turn()
            room = two.server.server.registry.rooms[two.code]
            before = room.deadline()
            assert before is not None
            shown = await two.bob.days_off(TakeDaysOff([day(0), day(1), day(2)], "UTC"))
            assert (shown.days, shown.yearly) == ([day(0), day(1), day(2)], 10)
            after = room.deadline()
            midnight = datetime.fromisoformat(day(3)).replace(tzinfo=UTC).timestamp()
            assert after == pytest.approx(midnight + 2 * DAY, abs=1)
            table = await two.anna.table(two.code)
            assert table.seats[1].off_until is not None
            assert table.seats[1].off_until.startswith(day(3))
            assert table.seats[0].off_until is None
            assert table.clock.resting
            await two.round()
            later(DAY + HOUR)
            await two.round()
            assert sink.got == [], "nobody is asked to play on a day off"
            with pytest.raises(ServerSaidNo, match="day off"):
                await two.anna.change_seat(two.code, 1, ChangeSeat("bot"))
            later(midnight - timekeeping.now() + AFTER + 1)
            await two.round()
            assert len(sink.got) == 1
            assert room.seats[1].away is None
            later(2 * DAY + 10)
            await until(lambda: room.seats[1].away == "late")

    run(check())


def test_days_off_are_ten_a_year_and_come_back_before_they_begin(tmp_path: Path) -> None:
    """An eleventh day of a year, a day of the past and nonsense are refused; a day that has begun stays taken."""

    async def check() -> None:
        async with friends(tmp_path) as two:
            year = datetime.fromtimestamp(timekeeping.now(), UTC).year + 1
            days = [f"{year}-01-{number:02d}" for number in range(1, 11)]
            ahead = [text for text in days if text <= day(366)]
            assert len(ahead) == 10
            await two.bob.days_off(TakeDaysOff(days, "Europe/Berlin"))
            with pytest.raises(ServerSaidNo, match="10 days off per year"):
                await two.bob.days_off(TakeDaysOff([f"{year}-01-11"], "Europe/Berlin"))
            back = await two.bob.days_off(TakeDaysOff([days[0]], "Europe/Berlin", take=False))
            assert back.days == days[1:]
            assert (await two.anna.days_off(TakeDaysOff([day(0)], "UTC"))).days == [day(0)], "each has their own"
            assert (await two.anna.days_off(TakeDaysOff([day(0)], "UTC", take=False))).days == [day(0)]
            for bad in ("2020-01-01", "9999-12-31", f"{year}-13-40", f"{year}-02-30"):
                with pytest.raises(ServerSaidNo):
                    await two.bob.days_off(TakeDaysOff([bad], "UTC"))
            with pytest.raises(ServerSaidNo, match="time zone"):
                await two.bob.days_off(TakeDaysOff([day(1)], "Mars/Olympus"))
            with pytest.raises(ServerSaidNo):
                await two.bob.request("POST", "/api/days-off", {"days": [day(1)] * 11, "zone": "UTC"})
            with pytest.raises(ServerSaidNo):
                await two.bob.request("POST", "/api/days-off", {"days": ["' or 1=1"], "zone": "UTC"})

    run(check())


def test_a_table_that_is_not_in_memory_knows_a_day_off(tmp_path: Path) -> None:
    """A day off that was taken while a table was asleep holds when its clock would have run out."""

    async def check() -> None:
        async with friends(tmp_path) as two:
            await two.new_turn()
            registry = two.server.server.registry
            registry.evict(float("inf"))
            assert two.code not in registry.rooms
            # as another process would write it
            start = timekeeping.now()
            async with two.server.server.engine.begin() as connection:
                holder = "select device from holders where seat = 1"
                values = f"({holder}), '{day(1)}', {start}, {start + 5 * DAY}"
                await connection.execute(text(f"insert into days_off (device, day, begins, ends) values ({values})"))
            later(3 * DAY)
            await until(lambda: two.code in registry.rooms)
            room = registry.rooms[two.code]
            await until(lambda: (room.row.wake or 0) > timekeeping.now())
            assert room.seats[1].away is None

    run(check())
