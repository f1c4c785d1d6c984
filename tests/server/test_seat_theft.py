"""Seat theft: a bot may stand in, but a seat stays its player's until resigned, offered or long left."""

from pathlib import Path

import pytest

from kilowatt.client import Client
from kilowatt.host import timekeeping
from kilowatt.protocol import ChangeSeat, ClockPlan, CreateTable
from kilowatt.server.store import presence as stored
from kilowatt.server.tables.room.room import Room
from tests.server.kit import cut_off, run, serving, sqlite
from tests.server.seats import TWO, away, refused

SECOND_FIRST = {"order": [1, 0], "trust": False}


def test_the_owner_cannot_take_a_seat_by_a_short_absence(tmp_path: Path) -> None:
    """A bot stands in for a player who is cut off, no more: code and seat stay the player's, who connects and plays."""

    async def check() -> None:
        async with (
            serving(sqlite(tmp_path), bot_pause=60.0) as server,
            Client(server.url) as ann,
            Client(server.url) as bob,
            Client(server.url) as phone,
        ):
            code = (await ann.create(CreateTable("recharged/germany", TWO, SECOND_FIRST))).table.code
            secret = (await bob.join(code, "Bob")).restore["1"]
            async with bob.sit(code) as seat:
                assert (await refused(ann.change_seat(code, 1, ChangeSeat("bot")))).code == "seat_in_use"
                assert seat.my_turn
            # the bot takes longer than the test while somebody looks on
            async with ann.sit(code):
                await cut_off(server, code, 1)
                assert (await ann.change_seat(code, 1, ChangeSeat("bot", "random"))).table.seats[1].vacant
                for do in ("open", "reissue"):
                    error = await refused(ann.change_seat(code, 1, ChangeSeat(do)))
                    assert error.code == "not_absent"
                    assert error.details["after"] > error.details["seen"]
                assert (await refused(ann.join(code, "Ann too", seat=1))).code == "seat_taken"
                assert (await phone.join(code, restore=secret)).table.yours == [1]
                async with bob.sit(code) as seat:
                    assert seat.table is not None
                    assert not seat.table.seats[1].vacant
                    assert seat.my_turn

    run(check())


def test_any_player_calls_a_bot_after_the_tables_time(tmp_path: Path) -> None:
    """Where turns last days any player may call a bot for somebody who was away for a turn's time; no stranger may."""

    async def check() -> None:
        async with (
            serving(sqlite(tmp_path), bot_pause=60.0) as server,
            Client(server.url) as ann,
            Client(server.url) as bob,
            Client(server.url) as eve,
        ):
            asked = CreateTable("recharged/germany", TWO, SECOND_FIRST, clock=ClockPlan("days", days=2))
            code = (await ann.create(asked)).table.code
            await bob.join(code, "Bob")
            assert (await refused(bob.change_seat(code, 0, ChangeSeat("bot")))).code == "not_away_yet"
            await away(server, code, 0, 47)
            assert (await refused(bob.change_seat(code, 0, ChangeSeat("bot")))).code == "not_away_yet"
            await away(server, code, 0, 2)
            assert (await refused(eve.change_seat(code, 0, ChangeSeat("bot")))).code == "not_owner"
            for do in ("open", "person"):
                assert (await refused(bob.change_seat(code, 0, ChangeSeat(do)))).code == "not_owner"
            called = (await bob.change_seat(code, 0, ChangeSeat("bot", "random"))).table.seats[0]
            assert (called.vacant, called.level) == (True, "normal"), "a rival does not choose which bot"
            assert (await refused(bob.change_seat(code, 0, ChangeSeat("bot", "random")))).code == "not_owner"
            async with ann.sit(code) as seat:
                assert seat.table is not None
                assert not seat.table.seats[0].vacant, "the owner is back by showing up"

    run(check())


def test_no_bot_stands_in_at_once(tmp_path: Path) -> None:
    """A dropped connection does not let the owner's bot move: the player must be away for the time of the setting."""

    async def check() -> None:
        async with (
            serving(sqlite(tmp_path), bot_pause=60.0, stand_in=120.0) as server,
            Client(server.url) as ann,
            Client(server.url) as bob,
        ):
            code = (await ann.create(CreateTable("recharged/germany", TWO, SECOND_FIRST))).table.code
            await bob.join(code, "Bob")
            async with bob.sit(code):
                pass
            await cut_off(server, code, 1)
            error = await refused(ann.change_seat(code, 1, ChangeSeat("bot")))
            assert error.code == "not_away_yet"
            assert error.details["after"] > error.details["seen"], "it says when a bot may stand in"
            await away(server, code, 1, 0.05)
            assert (await ann.change_seat(code, 1, ChangeSeat("bot"))).table.seats[1].vacant

    run(check())


@pytest.mark.parametrize(
    ("clock", "hours"),
    [
        (ClockPlan(), 24.0),
        (ClockPlan("days", days=3), 72.0),
        (ClockPlan("bank", bank=7200), 2.0),
        (ClockPlan("bank", bank=1), 1 / 6),
    ],
)
def test_a_seat_is_handed_over_after_the_tables_clock(tmp_path: Path, clock: ClockPlan, hours: float) -> None:
    """The owner offers an absent player's seat after the time of the table's clock, a day without one, no sooner."""

    async def check() -> None:
        async with (
            serving(sqlite(tmp_path), bot_pause=60.0, clock_grace=60.0) as server,
            Client(server.url) as ann,
            Client(server.url) as bob,
            Client(server.url) as eve,
        ):
            code = (await ann.create(CreateTable("recharged/germany", TWO, clock=clock))).table.code
            secret = (await bob.join(code, "Bob")).restore["1"]
            await away(server, code, 1, hours - 0.1)
            assert (await refused(ann.change_seat(code, 1, ChangeSeat("open")))).code == "not_absent"
            await away(server, code, 1, 0.2)
            assert (await refused(eve.change_seat(code, 1, ChangeSeat("open")))).code == "not_owner"
            assert (await ann.change_seat(code, 1, ChangeSeat("open"))).table.seats[1].kind == "open"
            assert (await refused(bob.join(code, restore=secret))).code == "bad_restore"
            assert (await eve.join(code, "Eve", seat=1)).table.yours == [1]

    run(check())


def test_a_seat_is_handed_over_when_its_player_resigns(tmp_path: Path) -> None:
    """A resigned seat is the owner's to offer at once."""

    async def check() -> None:
        async with (
            serving(sqlite(tmp_path), bot_pause=60.0) as server,
            Client(server.url) as ann,
            Client(server.url) as bob,
            Client(server.url) as eve,
        ):
            code = (await ann.create(CreateTable("recharged/germany", TWO))).table.code
            await bob.join(code, "Bob")
            await bob.resign(code)
            await ann.change_seat(code, 1, ChangeSeat("open"))
            assert (await eve.join(code, "Eve", seat=1)).table.yours == [1]
            assert (await bob.table(code)).yours == []

    run(check())


def test_with_hidden_money_no_seat_changes_hands(tmp_path: Path) -> None:
    """Neither absence, resignation nor an offer gives a successor the view of a seat whose money is hidden."""

    async def check() -> None:
        async with (
            serving(sqlite(tmp_path), bot_pause=60.0) as server,
            Client(server.url) as ann,
            Client(server.url) as bob,
        ):
            asked = CreateTable("recharged/germany", TWO, {"money": "hidden", "trust": False})
            code = (await ann.create(asked)).table.code
            await bob.join(code, "Bob")
            await away(server, code, 1, 1000)
            for client, do in ((ann, "open"), (ann, "reissue"), (bob, "open")):
                error = await refused(client.change_seat(code, 1, ChangeSeat(do)))  # type: ignore[arg-type]
                assert error.code == "seat_hides_money"
            await ann.change_seat(code, 1, ChangeSeat("bot", "random"))
            await bob.resign(code)
            assert (await refused(ann.change_seat(code, 1, ChangeSeat("open")))).code == "seat_hides_money"

    run(check())


def test_a_player_who_returns_in_the_same_moment_keeps_the_seat(tmp_path: Path) -> None:
    """Seen after the owner's request was judged but before it is stored, a player keeps the seat."""

    async def check() -> None:
        async with (
            serving(sqlite(tmp_path), bot_pause=60.0) as server,
            Client(server.url) as ann,
            Client(server.url) as bob,
        ):
            code = (await ann.create(CreateTable("recharged/germany", TWO))).table.code
            await bob.join(code, "Bob")
            await away(server, code, 1, 25)
            handover = server.server.tables.handover
            judged = handover._may_hand_over

            async def slowly(room: Room, seat: int, *, own: bool) -> dict[int, float]:
                verdict = await judged(room, seat, own=own)
                await stored.note(server.server.store, [(code, 1, None, timekeeping.now(), None)])
                return verdict

            handover._may_hand_over = slowly  # type: ignore[method-assign]
            assert (await refused(ann.change_seat(code, 1, ChangeSeat("open")))).code == "not_absent"
            assert (await bob.table(code)).yours == [1]

    run(check())
