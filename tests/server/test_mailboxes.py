"""Mailboxes: one limit for each, however its address is written."""

from pathlib import Path

import pytest

from kilowatt.client import Client, ServerSaidNo
from kilowatt.server.identity import token_hash
from kilowatt.server.notifications import judging, preferences
from kilowatt.server.notifications.mail import mailbox
from tests.server.kit import run, serving, sqlite


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
