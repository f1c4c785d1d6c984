"""What players are notified of beside their turn: each event once, to the right people, grouped, in their language."""

import json
import random
import re
import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest

from kilowatt import protocol as wire
from kilowatt.client import ServerSaidNo
from kilowatt.protocol import ClockPlan, CreateTable, SeatPlan
from kilowatt.server.notifications.message import moment
from tests.server.friends import AFTER, DAYS, friends, mail_on, plain, subscribe
from tests.server.kit import cut_off, eager_move, later, run, until
from tests.server.sinks import http_sink, mail_sink

PUSH: dict[str, Any] = {"push_contact": "mailto:host@example.org"}
ROOT = Path(__file__).parents[2]


def test_the_beginning_is_announced_once(tmp_path: Path) -> None:
    """Whoever waits for a game learns that it has begun, in one message with the turn if it is theirs."""

    async def check() -> None:
        async with http_sink() as sink, friends(tmp_path, beginning=True, **PUSH) as two:
            anna, bob = await subscribe(two.anna, sink), await subscribe(two.bob, sink)
            readers = {two.anna.token: anna, two.bob.token: bob}
            await two.round()
            later(AFTER + 1)
            await two.round()
            shown = [readers[got.path.rsplit("/", 1)[1]].read(got.body)["title"] for got in sink.got]
            turns = ["The game has begun: Night train"] * 2 + ["Your turn: Night train"]
            assert sorted(shown) == turns
            later(7200)
            assert await two.round() == 0

    run(check())


def test_a_player_whose_seat_a_bot_plays_learns_it(tmp_path: Path) -> None:
    """When a player's time has run out a message says that a bot plays; not once the player is back."""

    async def check() -> None:
        async with http_sink() as sink, friends(tmp_path, **PUSH) as two:
            browser = await subscribe(two.bob, sink)
            await two.new_turn()
            room = two.server.server.registry.rooms[two.code]
            later(DAYS.days * 86400 + 10)
            await until(lambda: room.seats[1].away == "late")
            await two.round()
            later(AFTER + 1)
            await two.round()
            assert browser.read(sink.got[-1].body)["title"] == "A bot plays for you: Night train"
            assert await two.states("stand_in") == ["sent"]
            async with two.bob.sit(two.code):
                pass
            await cut_off(two.server, two.code, 1)
            assert room.seats[1].away_since is None

    run(check())


def test_the_end_is_announced_with_the_place(tmp_path: Path) -> None:
    """A game that ended while a player was away is announced with the player's place among all."""

    async def check() -> None:
        async with http_sink() as sink, friends(tmp_path, webhooks=True, **PUSH) as two:
            browser = await subscribe(two.bob, sink)
            hook = {"kind": "slack", "url": f"{sink.url}/hook"}
            await two.anna.request("POST", f"/api/tables/{two.code}/hook", hook)
            await play_out(two.anna, two.bob, two.code)
            await cut_off(two.server, two.code, 1)
            result = (await two.bob.table(two.code)).result
            assert result is not None
            place = 1 if 1 in result.ranking[0] else 2
            later(AFTER + 1)
            await two.round()
            assert len(sink.got) == 1, "both saw the end: the room alone is told"
            assert re.search(r"Night train is over: 1\. (Anna|Bob), ", sink.got[0].body.decode())
            # as if Bob had left before the end
            async with two.server.server.engine.begin() as connection:
                await connection.exec_driver_sql("update presence set looking = 1")
                await connection.exec_driver_sql("update outbox set state = 'waiting' where kind = 'push'")
            await two.round()
            shown = browser.read(sink.got[-1].body)
            assert shown["title"] == f"Game over, place {place} of 2: Night train"

    run(check())


async def play_out(anna: object, bob: object, code: str) -> None:
    """Let two people agree to nothing and play a game to its end."""
    async with anna.sit(code) as first, bob.sit(code) as second:  # type: ignore[attr-defined]
        chance = random.Random(2)
        while not first.over:
            seat = first if first.my_turn else second
            await seat.turn(20)
            done = await seat.act(eager_move(seat, chance))
            await first.seen(done.seq)
            await second.seen(done.seq)


def test_people_one_hides_send_no_messages(tmp_path: Path) -> None:
    """A line of somebody whom the player hides is not announced, and does not count as unread."""

    async def check() -> None:
        async with http_sink() as sink, friends(tmp_path, **PUSH) as two:
            await subscribe(two.bob, sink)
            await two.bob.request("POST", "/api/notifications", {**ENGLISH, "off": ["turn", "half"]})
            async with two.bob.sit(two.code) as seat:
                await seat.hide("seat-0")
            await cut_off(two.server, two.code, 1)
            async with two.anna.sit(two.code) as seat:
                await seat.chat("good luck")
                await seat.ping()
            await cut_off(two.server, two.code, 0)
            await two.round()
            later(AFTER + 1)
            await two.round()
            assert sink.got == []
            assert await two.states("chat") == ["withdrawn"]
            assert [table.unread for table in await two.bob.tables()] == [0]

    run(check())


def test_lines_of_chat_are_one_message_per_hour(tmp_path: Path) -> None:
    """What others wrote is one message with the number of lines, at most one per hour; what was read is none."""

    async def check() -> None:
        async with http_sink() as sink, friends(tmp_path, **PUSH) as two:
            browser = await subscribe(two.bob, sink)
            await two.bob.request("POST", "/api/notifications", {**ENGLISH, "off": ["turn", "half"]})
            author = await subscribe(two.anna, sink)
            await two.anna.request("POST", "/api/notifications", {**ENGLISH, "off": ["turn", "half"]})

            async def write(*lines: str) -> None:
                async with two.anna.sit(two.code) as seat:
                    for line in lines:
                        await seat.chat(line)
                    await seat.ping()
                await cut_off(two.server, two.code, 0)

            await write("good luck", "have fun", "16 for 21, I regret it already")
            await two.round()
            later(AFTER + 1)
            await two.round()
            [got] = sink.got
            assert browser.read(got.body)["title"] == "3 new messages: Night train"
            assert "regret" not in str(browser.read(got.body)), "what is written stays at the table"
            await write("anybody there?")
            later(AFTER + 1)
            await two.round()
            assert len(sink.got) == 1, "one per hour"
            later(3600)
            await two.round()
            assert browser.read(sink.got[-1].body)["title"] == "A new message: Night train"
            await write("read this")
            async with two.bob.sit(two.code):
                pass
            await cut_off(two.server, two.code, 1)
            later(7200)
            await two.round()
            assert len(sink.got) == 2, "Bob has looked since; Anna wrote it herself"
            assert author is not browser

    run(check())


ENGLISH = {"language": "en", "zone": "UTC"}


def test_each_event_can_be_switched_off(tmp_path: Path) -> None:
    """What is switched off is not sent, also where it waited already; what is not known is refused."""

    async def check() -> None:
        async with http_sink() as sink, friends(tmp_path, **PUSH) as two:
            await subscribe(two.bob, sink)
            with pytest.raises(ServerSaidNo, match="bad_request"):
                await two.bob.request("POST", "/api/notifications", {**ENGLISH, "off": ["everything"]})
            await two.new_turn()
            await two.round()
            answer = await two.bob.request("POST", "/api/notifications", {**ENGLISH, "off": ["turn"]})
            assert msgspec.json.decode(answer, type=wire.NotificationsView).off == ["turn"]
            later(AFTER + 1)
            assert await two.round() == 0
            later(DAYS.days * 86400 / 2)
            assert await two.round() == 1, "the reminder is still wanted"
            answer = await two.bob.request("POST", "/api/notifications", ENGLISH)
            assert msgspec.json.decode(answer, type=wire.NotificationsView).off == ["turn"], "as before"

    run(check())


def test_a_german_mail_is_german(tmp_path: Path) -> None:
    """Board, phase and time are in the language of the person who reads the mail."""

    async def check() -> None:
        with mail_sink() as sink:
            async with friends(tmp_path, smtp=sink.url, mail_from="game@example.org") as two:
                await mail_on(two.bob, sink, two.server)
                await two.bob.request("POST", "/api/notifications", {"language": "de", "zone": "Europe/Berlin"})
                await two.new_turn()
                later(AFTER + 1)
                await two.round()
                text = plain(sink.mails[-1])
                assert sink.mails[-1]["Subject"] == "Du bist dran: Night train"
                assert re.search(r"Deutschland, Recharged 2018, Runde \d+, (Auktion|Vorbereitung)\.", text)
                assert re.search(
                    r"Zeit bis (Mo|Di|Mi|Do|Fr|Sa|So)\., \d+\. \w+\.?, \d\d:\d\d Uhr \(Europe/Berlin\)", text
                )
                assert "Keine Mails mehr schicken" in text

    run(check())


def test_dates_are_written_as_people_write_them() -> None:
    """A time has weekday, day and month in the language, on the clock of the zone."""
    at = 1_795_012_200.0
    assert moment(at, "en", "UTC") == "Wed 18 Nov, 14:30"
    assert moment(at, "de", "Europe/Berlin") == "Mi., 18. Nov., 15:30 Uhr"


@pytest.mark.parametrize("language", ["en", "de"])
def test_server_and_page_name_boards_and_phases_alike(language: str) -> None:
    """The titles of games, and the phases in German, are those of the page."""
    page = json.loads((ROOT / "web" / "src" / "text" / f"{language}.json").read_text(encoding="utf-8"))
    own = tomllib.loads((ROOT / "src/kilowatt/host/text" / f"{language}.toml").read_text(encoding="utf-8"))
    titles = {key.removeprefix("title."): text for key, text in page.items() if key.startswith("title.")}
    assert own["titles"] == titles
    if language == "de":
        phases = {key: text for key, text in own["notify"].items() if key.startswith("phase_")}
        assert phases == {key: page[key.replace("_", ".")] for key in phases}


def test_the_headers_of_a_mail_are_whole(tmp_path: Path) -> None:
    """On the wire the address that ends mails is one piece, however long, and every line fits the limits of mail."""

    async def check() -> None:
        long = f"https://{'games.' * 12}example.org"
        with mail_sink() as sink:
            async with friends(tmp_path, smtp=sink.url, mail_from="game@example.org", public_url=long) as two:
                await mail_on(two.bob, sink, two.server)
                await two.bob.request("POST", "/api/notifications", {"language": "de", "zone": "UTC"})
                await two.new_turn()
                later(AFTER + 1)
                await two.round()
                head = sink.raw[-1].split(b"\r\n\r\n")[0].split(b"\r\n")
                [line] = [line for line in head if line.lower().startswith(b"list-unsubscribe:")]
                assert re.fullmatch(rb"List-Unsubscribe: <https://[\w./-]+/api/notifications/unsubscribe/[\w-]+>", line)
                assert b"List-Unsubscribe-Post: List-Unsubscribe=One-Click" in head
                assert all(len(line) <= 998 for line in head)
                assert all(len(word) <= 75 for line in head for word in re.findall(rb"=\?utf-8\?[^ ]*", line))

    run(check())


@pytest.mark.parametrize(
    ("kind", "who", "bad", "written"),
    [
        ("discord", "123456789012345678", "everyone", "<@123456789012345678>, it is your turn"),
        ("slack", "U024BE7LH", "!channel", "<@U024BE7LH>, it is your turn"),
        ("matrix", "@bob:example.org", "@room", "@bob:example.org, it is your turn"),
    ],
)
def test_a_webhook_mentions_people(tmp_path: Path, kind: str, who: str, bad: str, written: str) -> None:
    """A webhook mentions the person whose turn it is by the id the owner gave, and nobody by a name or a bad id."""

    async def check() -> None:
        async with http_sink() as sink, friends(tmp_path, webhooks=True) as two:
            path = f"/api/tables/{two.code}/hook"
            hook = {"kind": kind, "url": f"{sink.url}/hook"}
            for mentions, wrong in (({"1": bad}, "bad_request"), ({"5": who}, "no_such_seat"), ({"x": who}, "bad")):
                with pytest.raises(ServerSaidNo, match=wrong):
                    await two.anna.request("POST", path, {**hook, "mentions": mentions})
            with pytest.raises(ServerSaidNo, match="zone"):
                await two.anna.request("POST", path, {**hook, "zone": "Mars/Base"})
            await two.anna.request("POST", path, {**hook, "mentions": {"1": who}})
            await two.new_turn()
            later(AFTER + 1)
            await two.round()
            body = msgspec.json.decode(sink.got[-1].body)
            assert written in body["content" if kind == "discord" else "text"]
            if kind == "discord":
                assert body["allowed_mentions"] == {"parse": [], "users": [who]}
            if kind == "matrix":
                assert '<a href="https://matrix.to/#/@bob:example.org">Bob</a>' in body["html"]
            await two.new_turn(0)
            later(AFTER + 1)
            await two.round()
            assert who not in sink.got[-1].body.decode(), "Anna has no id"

    run(check())


def test_nothing_old_is_news(tmp_path: Path) -> None:
    """After a start, with everything looked at again, what happened long ago is not announced."""

    async def check() -> None:
        async with http_sink() as sink, friends(tmp_path, beginning=True, **PUSH) as two:
            later(8 * 86400)
            await subscribe(two.anna, sink)
            two.server.server.sender._looked = 0.0
            await two.round()
            assert await two.states("began") == []

    run(check())


def test_a_table_without_day_clock_announces_nothing(tmp_path: Path) -> None:
    """Chat, beginning and end of a game whose turns do not last days notify nobody."""

    async def check() -> None:
        async with http_sink() as sink, friends(tmp_path, **PUSH) as two:
            await subscribe(two.bob, sink)
            seats = [SeatPlan("person", name="A"), SeatPlan("open")]
            code = (
                await two.anna.create(CreateTable("recharged/germany", seats, clock=ClockPlan("bank", bank=600)))
            ).table.code
            await two.bob.join(code, "B")
            async with two.anna.sit(code) as seat:
                await seat.chat("hello")
                await seat.ping()
            later(AFTER + 1)
            await two.round()
            async with two.server.server.engine.connect() as connection:
                rows = await connection.exec_driver_sql("select code from outbox")
                assert code not in list(rows.scalars())

    run(check())
