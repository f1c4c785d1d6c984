"""Notifications from end to end: a real server, a push service, a mail server and webhooks run by the test."""

import re
from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

from kilowatt import protocol as wire
from kilowatt.client import Client, ServerSaidNo
from kilowatt.host import timekeeping
from kilowatt.protocol import ClockPlan, CreateTable, SeatPlan
from kilowatt.server.notifications import webpush
from kilowatt.server.notifications.quiet import after_quiet
from tests.server.friends import AFTER, DAYS, URL, friends, mail_on, plain, subscribe
from tests.server.kit import cut_off, later, plain_http, run, serving, sqlite, until
from tests.server.seats import MARK
from tests.server.sinks import Browser, http_sink, mail_sink


def test_a_player_is_pushed_once_per_turn(tmp_path: Path) -> None:
    """A player who has not looked gets one push per turn: encrypted for the browser, signed, with a link."""

    async def check() -> None:
        async with http_sink() as sink, friends(tmp_path, push_contact="mailto:host@example.org") as two:
            browser = await subscribe(two.bob, sink)
            await two.new_turn()
            assert await two.round() == 0, "it is too early"
            later(AFTER + 1)
            assert await two.round() == 1
            for _ in range(3):
                later(7200)
                assert await two.round() == 0, "once per turn"
            [got] = sink.got
            shown = browser.read(got.body)
            assert shown["url"] == f"{URL}/t/{two.code}"
            assert shown["title"] == "Your turn: Night train"
            assert re.search(r"round \d+, \w+", shown["body"])
            assert got.headers["content-encoding"] == "aes128gcm"
            assert int(got.headers["ttl"]) > 0
            key = msgspec.json.decode(
                await two.bob.request("GET", "/api/notifications"), type=wire.NotificationsView
            ).push_key
            verify(got.headers["authorization"], sink.url, key or "")
            await two.new_turn()
            later(AFTER + 1)
            assert await two.round() == 1
            assert len(sink.got) == 2
            assert got.headers["topic"] == sink.got[1].headers["topic"]

    run(check())


def verify(header: str, origin: str, key: str) -> None:
    """Check what a push service checks: signature, audience and the key that browsers subscribe with."""
    match = re.fullmatch(r"vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)", header)
    assert match is not None
    assert match[4] == key
    public = ec.EllipticCurvePublicKey.from_encoded_point(webpush.CURVE, webpush.unb64(key))
    signature = webpush.unb64(match[3])
    der = encode_dss_signature(int.from_bytes(signature[:32], "big"), int.from_bytes(signature[32:], "big"))
    public.verify(der, f"{match[1]}.{match[2]}".encode(), ec.ECDSA(hashes.SHA256()))
    claims = msgspec.json.decode(webpush.unb64(match[2]))
    assert claims["aud"] == origin
    assert claims["sub"] == "mailto:host@example.org"
    assert claims["exp"] > timekeeping.now() - 86400


def test_a_notification_is_withdrawn_when_its_player_moves(tmp_path: Path) -> None:
    """Nothing is sent to a player who has moved since."""

    async def check() -> None:
        async with http_sink() as sink, friends(tmp_path, push_contact="mailto:host@example.org") as two:
            await subscribe(two.bob, sink)
            await two.new_turn()
            await two.round()
            await two.new_turn(0)
            later(AFTER + 1)
            assert await two.round() == 0
            assert await two.states() == ["withdrawn"]
            later(DAYS.days * 86400 / 2)
            assert await two.round() == 0
            assert await two.states("half") == ["withdrawn"]
            assert sink.got == []

    run(check())


def test_nobody_is_notified_at_a_table_without_day_clock(tmp_path: Path) -> None:
    """A table whose turns do not last days notifies nobody, and neither does anything where the host set nothing up."""

    async def check() -> None:
        async with http_sink() as sink, friends(tmp_path, push_contact="mailto:host@example.org") as two:
            await subscribe(two.anna, sink)
            seats = [SeatPlan("person", name="A"), SeatPlan("person", name="B")]
            await two.anna.create(CreateTable("recharged/germany", seats, clock=ClockPlan("bank", bank=600)))
            later(AFTER + 1)
            two.server.server.sender._looked = 0.0
            await two.round()
            assert [got.path for got in sink.got] in ([], [f"/push/{two.anna.token}"])
            states = await two.states()
        assert len(states) <= 1, "at most the friends' own table"
        async with serving(sqlite(tmp_path / "off"), notify_every=3600.0) as server, Client(server.url) as client:
            offered = msgspec.json.decode(
                await client.request("GET", "/api/notifications"), type=wire.NotificationsView
            )
            assert offered.push_key is None
            assert not offered.mail_offered
            assert not offered.hooks_offered
            with pytest.raises(ServerSaidNo, match="not_offered"):
                await client.request("POST", "/api/notifications/push", Browser().wish("https://push.example.org/x"))
            with pytest.raises(ServerSaidNo, match="not_offered"):
                await client.request("POST", "/api/notifications/mail", {"mail": "a@example.org"})

    (tmp_path / "off").mkdir()
    run(check())


def test_a_push_is_tried_again_and_a_gone_subscription_is_forgotten(tmp_path: Path) -> None:
    """A push service that is busy gets the message later, by and by; one that says gone gets nothing any more."""

    async def check() -> None:
        async with http_sink() as sink, friends(tmp_path, push_contact="mailto:host@example.org") as two:
            await subscribe(two.bob, sink)
            await two.new_turn()
            sink.answers = [503, 429]
            later(AFTER + 1)
            await two.round()
            assert await two.states() == ["waiting"]
            await two.round()
            assert len(sink.got) == 1, "not at once"
            later(31)
            await two.round()
            later(31)
            await two.round()
            assert len(sink.got) == 2, "each pause is longer"
            later(90)
            await two.round()
            assert await two.states() == ["sent"]
            await two.new_turn()
            sink.answers = [410]
            later(AFTER + 1)
            await two.round()
            assert await two.states() == ["sent", "failed"]
            shown = msgspec.json.decode(await two.bob.request("GET", "/api/notifications"), type=wire.NotificationsView)
            assert not shown.pushing

    run(check())


def test_mails_are_confirmed_and_one_per_hour_and_end_at_one_press(tmp_path: Path) -> None:
    """Nobody gets mails without confirming; an hour's turns share one mail, plain and HTML; one press ends them."""

    async def check() -> None:
        with mail_sink() as sink:
            async with friends(tmp_path, smtp=sink.url, mail_from="game@example.org") as two:
                await two.bob.request("POST", "/api/notifications/mail", {"mail": "bob@example.org"})
                await until(lambda: bool(sink.mails))
                sink.mails.clear()
                await two.new_turn()
                later(AFTER + 1)
                assert await two.round() == 0, "the address was not confirmed"
                await mail_on(two.bob, sink, two.server)
                await two.new_turn()
                later(AFTER + 1)
                await two.round()
                [first] = sink.mails
                assert first["To"] == "bob@example.org"
                assert first["Subject"] == "Your turn: Night train"
                assert f"{URL}/t/{two.code}" in plain(first)
                html = first.get_body(("html",))
                assert html is not None
                assert f'href="{URL}/t/{two.code}"' in html.get_content()
                await two.new_turn()
                later(AFTER + 1)
                await two.round()
                assert len(sink.mails) == 1, "one per hour"
                later(3600)
                await two.round()
                assert len(sink.mails) == 2
                assert sink.mails[1]["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
                stop = sink.mails[1]["List-Unsubscribe"].strip("<>").removeprefix(URL)
                async with plain_http(two.server.url) as program:
                    answer = await program.post(stop, data={"List-Unsubscribe": "One-Click"})
                    assert answer.status_code == 200
                await two.new_turn()
                later(7200)
                await two.round()
                assert len(sink.mails) == 2

    run(check())


def test_several_turns_are_one_mail(tmp_path: Path) -> None:
    """Turns at several tables that are due together are one mail that lists them."""

    async def check() -> None:
        with mail_sink() as sink:
            async with friends(tmp_path, smtp=sink.url, mail_from="game@example.org") as two:
                await mail_on(two.anna, sink, two.server)
                seats = [SeatPlan("person", name="Anna"), SeatPlan("open")]
                for number in range(3):
                    asked = CreateTable("recharged/germany", seats, {"order": [0, 1]}, DAYS, name=f"Table {number}")
                    await two.bob.join((await two.anna.create(asked)).table.code, "Bob")
                later(AFTER + 1)
                await two.round()
                [mail] = sink.mails
                assert re.fullmatch("Your turn in [34] games", mail["Subject"])
                assert all(f"Table {number}" in plain(mail) for number in range(3))

    run(check())


@pytest.mark.parametrize(("kind", "field"), [("discord", "content"), ("slack", "text"), ("matrix", "text")])
def test_a_table_calls_its_webhook(tmp_path: Path, kind: str, field: str) -> None:
    """A table's webhook gets one message per turn in the shape of its service, in which a name mentions nobody."""

    async def check() -> None:
        async with http_sink() as sink, friends(tmp_path, webhooks=True) as two:
            hook = {"kind": kind, "url": f"{sink.url}/hook/secret"}
            with pytest.raises(ServerSaidNo, match="not_owner"):
                await two.bob.request("POST", f"/api/tables/{two.code}/hook", hook)
            shown = await two.anna.request("POST", f"/api/tables/{two.code}/hook", hook)
            assert b"secret" not in shown
            await two.new_turn()
            later(AFTER + 1)
            assert await two.round() == 1
            assert await two.round() == 0
            body = msgspec.json.decode(sink.got[0].body)
            assert "Bob, it is your turn at Night train." in body[field]
            assert f"{URL}/t/{two.code}" in body[field]
            if kind == "discord":
                assert body["allowed_mentions"] == {"parse": []}

    run(check())


def test_quiet_hours_hold_notifications_back(tmp_path: Path) -> None:
    """In the quiet hours of the player's own time zone nothing is sent; it is sent when they end."""

    async def check() -> None:
        async with http_sink() as sink, friends(tmp_path, push_contact="mailto:host@example.org") as two:
            await subscribe(two.bob, sink)
            zone = "Asia/Tokyo"
            local = datetime.fromtimestamp(timekeeping.now(), ZoneInfo(zone))
            minute = local.hour * 60 + local.minute
            quiet = {"quiet_from": (minute - 30) % 1440, "quiet_to": (minute + 60) % 1440}
            with pytest.raises(ServerSaidNo, match="zone"):
                await two.bob.request("POST", "/api/notifications", {"language": "en", "zone": "Mars/Base"})
            await two.bob.request("POST", "/api/notifications", {"language": "de", "zone": zone, **quiet})
            await two.new_turn()
            later(AFTER + 1)
            await two.round()
            assert sink.got == []
            later(3600)
            await two.round()
            assert len(sink.got) == 1

    run(check())


def test_no_secret_is_in_any_notification(tmp_path: Path) -> None:
    """Limits, hidden money, seat codes, devices' tokens and the deal's seed are in no push, mail or webhook."""

    async def check() -> None:
        with mail_sink() as mails:
            settings: dict[str, Any] = {
                "push_contact": "mailto:host@example.org",
                "smtp": mails.url,
                "mail_from": "g@example.org",
            }
            async with http_sink() as sink, friends(tmp_path, webhooks=True, money="hidden", **settings) as two:
                browser = await subscribe(two.bob, sink)
                await mail_on(two.bob, mails, two.server)
                await two.anna.request("POST", f"/api/tables/{two.code}/hook", {"url": f"{sink.url}/hook"})
                async with two.bob.sit(two.code) as socket:
                    order = wire.ProxyOrder(MARK, plant="25")
                    await socket.proxy(order)
                await cut_off(two.server, two.code, 1)
                await two.new_turn()
                later(AFTER + 1)
                await two.round()
                room = two.server.server.registry.rooms[two.code]
                assert room.game is not None
                secrets = [two.anna.token, two.bob.token, room.row.seed, two.restore, str(MARK), room.row.owner]
                secrets += [str(row.restore) for row in room.seats]
                sent = [str(browser.read(got.body)) if "/push" in got.path else got.body.decode() for got in sink.got]
                sent += [mail.as_string() for mail in mails.mails]
                assert len(sent) == 3
                for body in sent:
                    assert not [secret for secret in secrets if secret is None or secret in body]
                    assert "Elektro" not in body

    run(check())


def test_a_webhook_is_a_url_over_tls(tmp_path: Path) -> None:
    """Unless the host allows it, a webhook without TLS, with a user name or with a port is refused when it is set."""

    async def check() -> None:
        settings = {"webhooks": True, "public_url": URL, "notify_every": 3600.0}
        async with serving(sqlite(tmp_path), **settings) as server, Client(server.url) as client:
            code = (await client.quick()).table.code
            for url in ("http://hooks.example.org/x", "https://u:p@hooks.example.org/", "https://a.example.org:22/"):
                with pytest.raises(ServerSaidNo, match="url"):
                    await client.request("POST", f"/api/tables/{code}/hook", {"url": url})

    run(check())


def test_a_message_is_encrypted_as_the_standard_says() -> None:
    """The example of RFC 8291 comes out byte for byte."""
    theirs = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    subscription = webpush.Subscription("", theirs, "BTBZMqHH6r4Tts7J_aSIgg")
    own = webpush.read_key("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")
    salt = webpush.unb64("DGv6ra1nlYgDCS1FRnbzlw")
    made = webpush.encrypt(b"When I grow up, I want to be a watermelon", subscription, salt, own)
    assert webpush.b64(made) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl"
        "7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


@pytest.mark.parametrize(
    ("local", "start", "end", "expected"),
    [
        ("2026-03-10 23:30", 22 * 60, 7 * 60, "2026-03-11 07:00"),
        ("2026-03-11 06:59", 22 * 60, 7 * 60, "2026-03-11 07:00"),
        ("2026-03-11 07:00", 22 * 60, 7 * 60, "2026-03-11 07:00"),
        ("2026-03-11 12:00", 11 * 60, 13 * 60, "2026-03-11 13:00"),
        ("2026-03-11 12:00", None, None, "2026-03-11 12:00"),
        ("2026-03-29 01:30", 22 * 60, 7 * 60, "2026-03-29 07:00"),
    ],
)
def test_quiet_hours_end_by_the_clock_on_the_wall(
    local: str, start: int | None, end: int | None, expected: str
) -> None:
    """Quiet hours may cross midnight and a change to summer time; they end at the local time that was chosen."""
    zone = ZoneInfo("Europe/Berlin")
    moment = datetime.fromisoformat(local).replace(tzinfo=zone).timestamp()
    time = datetime.fromtimestamp(after_quiet(moment, "Europe/Berlin", start, end), zone)
    assert time.strftime("%Y-%m-%d %H:%M") == expected


def test_two_friends_play_over_three_days(tmp_path: Path) -> None:
    """Over three days Bob plays every turn by the link of a notification alone, and no turn passes uncalled."""

    async def check() -> None:
        async with http_sink() as sink, friends(tmp_path, push_contact="mailto:host@example.org") as two:
            browser = await subscribe(two.bob, sink)
            began, seen = timekeeping.now(), 0
            while timekeeping.now() < began + 3 * 86400:
                await two.new_turn() if two.clock.running != 1 else None
                later(AFTER + 1)
                await two.round()
                seen += 1
                assert len(sink.got) == seen, "one call per turn"
                link = browser.read(sink.got[-1].body)["url"]
                view = await two.bob.table(link.rsplit("/", 1)[1])
                assert view.actor in view.yours
                turn = two.clock.turn
                while two.clock.turn == turn:
                    await two.move()
                later(4 * 3600)
            assert seen >= 15
            assert not any(seat.vacant for seat in (await two.bob.table(two.code)).seats)

    run(check())
