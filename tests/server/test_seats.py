"""Seats: whose they are, how they change hands, and how games end, begin again and fork."""

import asyncio
import random
from collections import OrderedDict
from pathlib import Path

import pytest

import kilowatt
from kilowatt.client import Client, ServerSaidNo
from kilowatt.engine.actions import Pass
from kilowatt.protocol import ChangeSeat, CreateTable, SeatPlan, TableView
from kilowatt.server.identity import restore_hash
from kilowatt.table.verify import verify_record
from tests.server.kit import cut_off, play_on, run, serving, sqlite
from tests.server.seats import refused

PEOPLE = [SeatPlan("person", name="Ann"), SeatPlan("open"), SeatPlan("bot", "random")]


def test_a_restore_code_gives_a_seat_to_another_device(tmp_path: Path) -> None:
    """The code shown once seats a second device; a new code ends the old one and the other devices."""

    async def game() -> None:
        async with (
            serving(sqlite(tmp_path)) as server,
            Client(server.url) as ann,
            Client(server.url) as phone,
            Client(server.url) as eve,
        ):
            made = await ann.create(CreateTable("recharged/germany", PEOPLE))
            code = made.table.code
            assert list(made.restore) == ["0"]
            secret = made.restore["0"]
            assert (await refused(eve.join(code, restore="A" * 29))).code == "bad_restore"
            restored = await phone.join(code, restore=secret.lower().replace("-", " "))
            assert restored.table.yours == [0]
            new = await ann.change_seat(code, 0, ChangeSeat("reissue"))
            assert new.restore["0"] != secret
            assert (await phone.table(code)).yours == []
            assert (await refused(phone.join(code, restore=secret))).code == "bad_restore"
            assert (await refused(eve.change_seat(code, 0, ChangeSeat("reissue")))).code == "not_your_seat"
            assert (await phone.join(code, restore=new.restore["0"])).table.yours == [0]
            # only hashes are stored
            text = (tmp_path / "test.db").read_bytes() + (tmp_path / "test.db-wal").read_bytes()
            for one in (secret, new.restore["0"], ann.token or "", phone.token or ""):
                assert one.encode() not in text
            assert restore_hash(new.restore["0"]).encode() in text

    run(game())


def test_joining_and_leaving_before_the_start(tmp_path: Path) -> None:
    """An open seat is taken once, is open again when left, and the game starts when none is open."""

    async def game() -> None:
        async with (
            serving(sqlite(tmp_path)) as server,
            Client(server.url) as ann,
            Client(server.url) as bob,
            Client(server.url) as eve,
        ):
            made = await ann.create(CreateTable("recharged/germany", PEOPLE, visibility="public", name=" My\ttable "))
            code = made.table.code
            assert made.table.name == "My table"
            assert [table.code for table in await eve.tables("open")] == [code]
            assert (await refused(bob.join(code))).code == "name_needed"
            assert (await refused(bob.join(code, "Bob", seat=0))).code == "seat_taken"
            both = await asyncio.gather(bob.join(code, "Bob"), eve.join(code, "Eve"), return_exceptions=True)
            failed = [one for one in both if isinstance(one, ServerSaidNo)]
            assert [error.code for error in failed] == ["no_free_seat"]
            assert (await ann.table(code)).state == "playing"
            assert await eve.tables("open") == []
            assert [table.code for table in await eve.tables("watch")] == [code]
            assert [table.code for table in await ann.tables("mine")] == [code]
            again = await ann.create(CreateTable("recharged/germany", PEOPLE))
            async with ann.sit(again.table.code) as waiting:
                assert waiting.view is None
                assert (await refused(waiting.act(Pass(0)))).code == "waiting"
            left = await ann.leave(again.table.code)
            assert [seat.kind for seat in left.seats] == ["open", "open", "bot"]

    run(game())


def test_a_bot_plays_for_who_has_left_until_they_are_back(tmp_path: Path) -> None:
    """After leaving a bot plays the seat; the player comes back with a word and decides again."""

    async def game() -> None:
        async with serving(sqlite(tmp_path), processes=1) as server, Client(server.url) as ann:
            made = await ann.create(
                CreateTable("recharged/germany", [SeatPlan("person", name="Ann"), SeatPlan("bot", "random")])
            )
            code = made.table.code
            async with ann.sit(code) as seat:
                await seat.turn()
                before = seat.seq
                left = await ann.leave(code)
                assert left.seats[0].vacant
                await seat.until(lambda: seat.seq > before + 3)
                moves = [entry for entry in seat.entries if entry.seq > before and entry.action is not None]
                mine = [e for e in moves if getattr(e.action, "seat", None) == 0]
                assert mine
                assert all((e.by or "").startswith("bot:") for e in mine)
                await seat.back()
                await seat.until(lambda: seat.table is not None and not seat.table.seats[0].vacant)
                await seat.turn()
                assert await play_on(seat, random.Random(1), 3) == 3

    run(game())


def test_the_owner_hands_seats_over(tmp_path: Path) -> None:
    """Only the owner gives an open seat to a bot; a player's seat goes to somebody else if the player offers it."""

    async def game() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann, Client(server.url) as bob:
            made = await ann.create(CreateTable("recharged/germany", [*PEOPLE, SeatPlan("open")]))
            code = made.table.code
            await bob.join(code, "Bob", seat=1)
            assert (await refused(bob.change_seat(code, 3, ChangeSeat("bot", "random")))).code == "not_owner"
            assert (await refused(ann.change_seat(code, 3, ChangeSeat("bot", "nobody")))).code == "bad_level"
            started = await ann.change_seat(code, 3, ChangeSeat("bot", "random"))
            assert started.table.state == "playing"
            async with bob.sit(code):
                assert (await refused(ann.change_seat(code, 1, ChangeSeat("bot")))).code == "seat_in_use"
                assert (await refused(ann.change_seat(code, 1, ChangeSeat("open")))).code == "not_absent"
            await cut_off(server, code, 1)
            handed = await ann.change_seat(code, 1, ChangeSeat("bot", "random"))
            assert handed.table.seats[1].vacant
            assert (await refused(ann.change_seat(code, 1, ChangeSeat("open")))).code == "not_absent"
            offered = await bob.change_seat(code, 1, ChangeSeat("open"))
            assert offered.table.seats[1].kind == "open"
            assert (await bob.table(code)).yours == []
            async with Client(server.url) as eve:
                taken = await eve.join(code, "Eve", seat=1)
                assert (taken.table.yours, taken.table.seats[1].vacant) == ([1], False)

    run(game())


def test_resigning_and_agreeing_end_games(tmp_path: Path) -> None:
    """When every person has agreed the game ends with that entry and the seed; likewise when the last one resigns."""

    async def game() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann, Client(server.url) as bob:
            made = await ann.create(CreateTable("recharged/germany", PEOPLE))
            code = made.table.code
            await bob.join(code, "Bob")
            assert (await ann.agree(code)).state == "playing"
            assert not (await ann.agree(code, agree=False)).seats[0].agreed
            await ann.agree(code)
            ended = await bob.agree(code)
            assert (ended.state, ended.end) == ("over", "agreed")
            record = kilowatt.read_record((await bob.record(code)).splitlines())
            assert record.entries[-2].end == "agreed"
            assert record.entries[-1].seed is not None
            waiting = await ann.rematch(code)
            assert (waiting.table.code, waiting.table.again, waiting.table.rematch) == (code, [0], None)
            assert (await ann.rematch(code)).table.again == [0], "asked twice it is one agreement"
            server.server.registry.evict(float("inf"))
            assert (await bob.table(code)).again == [0]
            again = await bob.rematch(code)
            assert again.table.code != code
            assert (await ann.rematch(code)).table.code == again.table.code
            assert (await bob.table(again.table.code)).yours == [1]
            assert (await ann.table(code)).rematch == again.table.code
            await ann.resign(again.table.code)
            async with ann.sit(again.table.code) as seat:
                assert (await refused(seat.act(Pass(0)))).code == "resigned"
            assert (await ann.table(again.table.code)).seats[0].resigned
            assert (await bob.resign(again.table.code)).end == "resigned"

    run(game())


async def the_fork_is_fair(client: Client, code: str, fork: TableView) -> None:
    """Check the deal of a fork that is over, with and without the record it comes from."""
    text = (await client.record(fork.code)).splitlines()
    record = kilowatt.read_record(text)
    assert record.header.deal == fork.deal is not None
    assert verify_record(record).good
    source = kilowatt.read_record((await client.record(code)).splitlines())
    verdict = verify_record(record, source)
    assert verdict.good, verdict.lines
    assert "comes from entry" in verdict.lines[1]
    assert not verify_record(record, record).good


def test_forks_and_imports(tmp_path: Path) -> None:
    """A fork continues from any moment with new cards; an imported record is a table to read; a bad one is refused."""

    async def game() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann, Client(server.url) as bob:
            made = await ann.create(
                CreateTable("recharged/germany", [SeatPlan("person", name=n) for n in ("A", "B", "C")])
            )
            code = made.table.code
            async with ann.sit(code) as seat:
                await play_on(seat, random.Random(2), 40)
                middle = seat.seq // 2
                then = await seat.history(middle)
                last = seat.seq
            fork = await ann.fork(code, middle)
            assert fork.table.fork_of == (code, middle)
            async with ann.sit(fork.table.code) as forked:
                assert forked.view is not None
                assert forked.view.game.seats == then.game.seats
                assert await play_on(forked, random.Random(9), 10) == 10
                for number in range(3):
                    await ann.agree(fork.table.code, number)
                await forked.until(lambda: forked.over)
            await the_fork_is_fair(ann, code, fork.table)
            assert (await refused(ann.fork(code, 10_000))).code == "no_moment"
            text = await ann.record(code)
            shown = await bob.import_record(text, "A game of long ago")
            assert shown.table.state == "review"
            async with bob.sit(shown.table.code) as reader:
                assert reader.seq == last
                assert (await refused(reader.act(Pass(0)))).code == "review"
                assert (await reader.history(middle)).game.seats == then.game.seats
            onward = await bob.fork(shown.table.code, last)
            assert onward.table.state == "playing"
            bad = await refused(bob.import_record(text.replace('"bid":', '"bet":', 1)))
            assert bad.code == "bad_record"
            assert bad.details["entry"] > 1
            assert (await refused(bob.import_record("nothing"))).code == "bad_record"
            odd = text.replace('"players":["A"', '"players":["\\ud800"', 1)
            assert odd != text
            assert (await refused(bob.import_record(odd))).code == "bad_record"

    run(game())


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"ruleset": "recharged/atlantis"}, "no_ruleset"),
        ({"options": {"zone": ["nowhere"]}}, "bad_option"),
        ({"options": {"colour": "red"}}, "bad_option"),
        ({"options": {"deck": {"plants": []}}}, "bad_option"),
        ({"seats": [SeatPlan("bot", "nobody"), SeatPlan("open")]}, "bad_level"),
    ],
)
def test_a_table_that_cannot_be_is_refused(tmp_path: Path, change: dict[str, object], code: str) -> None:
    """What is wrong with a request for a table is named by code."""

    async def game() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann:
            body = {"ruleset": "recharged/germany", "seats": PEOPLE, **change}
            assert (await refused(ann.request("POST", "/api/tables", body))).code == code

    run(game())


def test_who_has_resigned_is_asked_for_nothing(tmp_path: Path) -> None:
    """Until the bot has moved for the resigned seat, its page shows no decision."""

    async def game() -> None:
        # the bot takes longer than the test while somebody looks on
        async with serving(sqlite(tmp_path), bot_pause=60.0) as server, Client(server.url) as ann:
            seats = [SeatPlan("person", "Ann"), SeatPlan("person", "Ann too")]
            code = (await ann.create(CreateTable("recharged/germany", seats))).table.code
            async with ann.sit(code) as table:
                assert table.view is not None
                assert table.view.mine.menu is not None
                actor = table.view.mine.menu.seat
                await ann.resign(code, actor)
                async with ann.sit(code) as again:
                    assert again.view is not None
                    assert again.view.game.actor == actor
                    assert again.view.mine.menu is None

    run(game())


def test_a_table_whose_game_is_refused_now_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table waits with rules that are refused by now: a player who fills it is told why, and the seat stays open."""

    def newer(*_: object) -> None:
        raise kilowatt.BadOption("board", "the Trust begins in 6 linked cities")

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann, Client(server.url) as bob:
            seats = [SeatPlan("person", name="Ann"), SeatPlan("open")]
            code = (await ann.create(CreateTable("recharged/germany", seats))).table.code
            with monkeypatch.context() as patch:
                patch.setattr("kilowatt.host.game.stored._rules", OrderedDict())
                patch.setattr("kilowatt.host.game.stored.compose", newer)
                for ask in (bob.join(code, "Bob"), ann.change_seat(code, 1, ChangeSeat("bot")), bob.join(code, "Bob")):
                    refusal = await refused(ask)
                    assert refusal.code == "bad_option"
                    assert "6 linked cities" in str(refusal)
                    assert [seat.kind for seat in (await ann.table(code)).seats] == ["person", "open"]
            assert (await bob.join(code, "Bob")).table.state == "playing"

    run(check())


def test_a_rematch_does_not_wait_for_somebody_who_resigned(tmp_path: Path) -> None:
    """A bot takes the seat of a person who resigned and does not agree; a stranger cannot agree for anybody."""

    async def game() -> None:
        async with (
            serving(sqlite(tmp_path)) as server,
            Client(server.url) as ann,
            Client(server.url) as bob,
            Client(server.url) as eve,
        ):
            code = (await ann.create(CreateTable("recharged/germany", PEOPLE))).table.code
            await bob.join(code, "Bob")
            await bob.resign(code)
            await ann.agree(code)
            if (await ann.table(code)).state != "over":
                await ann.resign(code)
            assert (await refused(eve.rematch(code))).code == "no_seat"
            again = (await ann.rematch(code)).table
            assert again.code != code
            assert [seat.kind for seat in again.seats] == ["person", "bot", "bot"]

    run(game())
