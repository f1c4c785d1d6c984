"""Mailboxes: one limit for each, however its address is written, and no mail about a turn that comes too late."""

from pathlib import Path

import pytest

from kilowatt.client import Client, ServerSaidNo
from kilowatt.protocol import ClockPlan
from kilowatt.server.identity import token_hash
from kilowatt.server.notifications import judging, preferences
from kilowatt.server.notifications.mail import mailbox
from tests.server.friends import AFTER, friends, mail_on, plain
from tests.server.kit import cut_off, later, run, serving, sqlite
from tests.server.sinks import mail_sink


@pytest.mark.parametrize("other", ["BOB@Example.org", "bob+games@example.org", "Bob+@EXAMPLE.ORG"])
def test_a_mailbox_has_one_limit_however_its_address_is_written(tmp_path: Path, other: str) -> None:
    """Neither letter case nor what follows a plus is another mailbox: no further questions, and one mail per hour."""
    assert mailbox(other) == mailbox("bob@example.org")
    assert mailbox("bobby@example.org") != mailbox("bob@example.org")

    async def check() -> None:
        settings = {"limits": 1.0, "smtp": "smtp://127.0.0.1:1", "mail_from": "a@example.org"}
        async with (
            serving(sqlite(tmp_path), **settings) as server,
            Client(server.url) as ann,
            Client(server.url) as bob,
        ):
            for client, address in ((ann, "bob@example.org"), (bob, other)):
                await client.request("POST", "/api/notifications/mail", {"mail": address})
            with pytest.raises(ServerSaidNo, match="too_many"):
                await bob.request("POST", "/api/notifications/mail", {"mail": "bob+third@example.org"})
            store, device = server.server.store, token_hash(ann.token or "")
            await preferences.change(store, device, 1.0, mailed=77.0)
            async with store.reading() as connection:
                wish = (await preferences.read(connection, [token_hash(bob.token or "")])).popitem()[1]
                assert await judging.last_mailed(connection, wish) == 77.0

    run(check())


def test_a_mail_about_a_turn_does_not_wait_until_its_time_is_up(tmp_path: Path) -> None:
    """Where turns last an hour, the hour between two mails holds back neither a turn nor its reminder."""

    async def check() -> None:
        with mail_sink() as sink:
            hour = ClockPlan("days", hours=1)
            async with friends(tmp_path, clock=hour, smtp=sink.url, mail_from="game@example.org") as two:
                await mail_on(two.bob, sink, two.server)
                for what in ("Your turn", "Half of your time is gone"):
                    await two.new_turn() if what == "Your turn" else later(1800)
                    later(AFTER + 1)
                    await two.round()
                    assert sink.mails.pop()["Subject"] == f"{what}: Night train"
                    later(600)
                    assert await two.round() == 0
                    assert not sink.mails, "each is announced once"
                await two.new_turn()
                later(AFTER + 1)
                await two.round()
                assert [mail["Subject"] for mail in sink.mails] == ["Your turn: Night train"]
                assert two.clock.running == 1, "there is time left"

    run(check())


def test_a_mail_that_cannot_wait_takes_along_what_does(tmp_path: Path) -> None:
    """A line that waits for the hour between two mails goes out with the next turn; alone it waits."""

    async def check() -> None:
        with mail_sink() as sink:
            hour = ClockPlan("days", hours=1)
            async with friends(tmp_path, clock=hour, smtp=sink.url, mail_from="game@example.org") as two:
                await mail_on(two.bob, sink, two.server)
                await two.new_turn()
                later(AFTER + 1)
                await two.round()
                await two.new_turn(0)
                async with two.anna.sit(two.code) as page:
                    await page.chat("Well played.")
                    await page.ping()
                await cut_off(two.server, two.code, 0)
                later(AFTER + 1)
                assert await two.round() == 0, "a line waits for the hour"
                assert await two.states("chat") == ["waiting"]
                await two.new_turn()
                later(AFTER + 1)
                await two.round()
                assert len(sink.mails) == 2
                assert await two.states("chat") == ["sent"]
                assert "A new message: Night train" in plain(sink.mails[1]), [plain(m) for m in sink.mails]

    run(check())
