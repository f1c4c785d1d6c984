"""Notifications while servers are killed: none is lost, and a repeat carries the id of what it repeats.

A server that is killed after it has sent a message and before it has written so cannot know which of the two happened.
It sends the message again under the same id: a push service keeps one message per topic, a mail program one per
Message-ID. At most the messages that were on their way are repeated.
"""

import asyncio
import hashlib
import random
from collections import Counter
from pathlib import Path

import pytest
from sqlalchemy import text

from kilowatt.client import Client
from kilowatt.protocol import ClockPlan, CreateTable, SeatPlan
from kilowatt.server.notifications.outbox import AT_ONCE
from kilowatt.server.store.store import make_engine
from tests.server.friends import plain
from tests.server.kit import free_port, process, run, until
from tests.server.postgres import Cluster
from tests.server.sinks import Browser, HttpSink, MailSink, http_sink, mail_sink

TABLE = CreateTable(
    "recharged/germany", [SeatPlan("person", name=name) for name in "AB"], clock=ClockPlan("days", days=1)
)
MAILED = 6
BASE = {"KILOWATT_URL": "https://games.example.org", "KILOWATT_PRIVATE_TARGETS": "1", "KILOWATT_NOTIFY_AFTER": "0"}


async def fill(url: str, port: int, tables: int, sink: HttpSink, mails: MailSink, env: dict[str, str]) -> list[str]:
    """Make tables whose players want notifications, while nothing is sent yet."""
    codes: list[str] = []
    async with process(url, port, **{**env, "KILOWATT_NOTIFY_EVERY": "3600"}):
        async with Client(f"http://127.0.0.1:{port}") as client:
            await client.quick()
            await client.request("POST", "/api/notifications/push", Browser().wish(f"{sink.url}/push"))
            for _ in range(tables):
                codes.append((await client.create(TABLE)).table.code)
                await client.request("POST", f"/api/tables/{codes[-1]}/hook", {"url": f"{sink.url}/hook"})
        for number in range(MAILED):
            async with Client(f"http://127.0.0.1:{port}") as client:
                await client.create(TABLE)
                await client.request("POST", "/api/notifications/mail", {"mail": f"player{number}@example.org"})
                await until(lambda: bool(mails.mails))
                key = plain(mails.mails.pop()).split("#confirm=")[1].split()[0]
                await client.request("POST", "/api/notifications/mail/confirm", {"key": key})
    return codes


async def kill_while_sending(url: str, kills: int, tables: int, seed: int) -> None:
    """Kill the server again and again while it empties a full outbox, then count what arrived."""
    chance = random.Random(seed)
    port = free_port()
    with mail_sink() as mails:
        env = {
            **BASE,
            "KILOWATT_PUSH": "mailto:host@example.org",
            "KILOWATT_WEBHOOKS": "1",
            "KILOWATT_SMTP": mails.url,
            "KILOWATT_MAIL_FROM": "game@example.org",
            "KILOWATT_NOTIFY_EVERY": "0.05",
        }
        async with http_sink() as sink:
            codes = await fill(url, port, tables, sink, mails, env)
            sink.pause = 0.005
            for _ in range(kills):
                async with process(url, port, **env) as server:
                    target = len(sink.got) + chance.randint(1, max(2, 2 * tables // kills))
                    await until(lambda: len(sink.got) >= target)  # noqa: B023 - waited for here
                    await asyncio.sleep(chance.random() * 0.01)
                    server.kill()
            async with process(url, port, **env):
                await emptied(url)
            judge(codes, sink, mails, kills)


async def emptied(url: str) -> None:
    """Wait until nothing is waiting any more."""
    engine = make_engine(url)
    try:
        async with asyncio.timeout(120):
            while True:
                async with engine.connect() as connection:
                    rows = await connection.execute(text("select state from outbox where event = 'turn'"))
                    states = Counter(rows.scalars())
                if states and not states["waiting"] and not states["sending"]:
                    break
                await asyncio.sleep(0.1)
        assert set(states) == {"sent"}
    finally:
        await engine.dispose()


def judge(codes: list[str], sink: HttpSink, mails: MailSink, kills: int) -> None:
    """Check that everybody was notified, and that only what a kill interrupted came again, under the same id."""
    # that a game has begun has a topic of its own, and is not waited for here
    turns = {hashlib.sha256(code.encode()).hexdigest()[:32] for code in codes}
    topics = [got.headers["topic"] for got in sink.got if got.path == "/push"]
    pushed = Counter(topic for topic in topics if topic in turns)
    hooked = Counter(got.headers["idempotency-key"] for got in sink.got if got.path == "/hook")
    mailed = Counter((mail["To"], mail["Message-ID"]) for mail in mails.mails)
    assert len(pushed) == len(hooked) == len(codes), "none is lost, none has two ids"
    assert len(mailed) == len({to for to, _ in mailed}) == MAILED, "one mail each, whatever was repeated"
    notified = {code for got in sink.got if got.path == "/hook" for code in codes if code.encode() in got.body}
    assert notified == set(codes)
    repeats = sum((count - 1 for counts in (pushed, hooked, mailed) for count in counts.values()), 0)
    assert repeats <= kills * AT_ONCE


@pytest.mark.slow
def test_a_few_kills_with_a_full_outbox(tmp_path: Path) -> None:
    """Killed three times while it sends, a server has notified everybody, and repeats only what was interrupted."""
    run(kill_while_sending(f"sqlite+aiosqlite:///{tmp_path / 'k.db'}", 3, 24, 1))


@pytest.mark.soak
def test_twenty_kills_with_a_full_outbox(tmp_path: Path) -> None:
    """Killed twenty times while it sends, a server has notified everybody, and repeats only what was interrupted."""
    run(kill_while_sending(f"sqlite+aiosqlite:///{tmp_path / 'k.db'}", 20, 160, 2))


@pytest.mark.postgres
def test_one_process_of_several_sends(postgres: Cluster) -> None:
    """Two processes on one database send every notification once."""

    async def check() -> None:
        url = postgres.database()
        ports = free_port(), free_port()
        with mail_sink() as mails:
            env = {
                **BASE,
                "KILOWATT_PUSH": "mailto:host@example.org",
                "KILOWATT_WEBHOOKS": "1",
                "KILOWATT_SMTP": mails.url,
                "KILOWATT_MAIL_FROM": "game@example.org",
                "KILOWATT_NOTIFY_EVERY": "0.05",
            }
            async with http_sink() as sink:
                codes = await fill(url, ports[0], 12, sink, mails, env)
                async with process(url, ports[0], **env), process(url, ports[1], **env):
                    await emptied(url)
                judge(codes, sink, mails, 0)

    run(check())
