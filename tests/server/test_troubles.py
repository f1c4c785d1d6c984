"""Deliveries that fail: logged, counted, shown to the person concerned; and tests on request."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from kilowatt import protocol as wire
from kilowatt.client import Client, ServerSaidNo
from kilowatt.server.notifications.outbox import TRIES_MOST, backoff
from kilowatt.server.notifications.targets import Targets
from tests.server.friends import AFTER, Friends, friends, mail_on, subscribe
from tests.server.kit import later, run
from tests.server.sinks import http_sink, mail_sink

PUSH: dict[str, Any] = {"push_contact": "mailto:host@example.org"}


async def troubles(client: Client) -> dict[str, str]:
    """Read what a person is shown of failed deliveries."""
    answer = await client.request("GET", "/api/notifications")
    return msgspec.json.decode(answer, type=wire.NotificationsView).troubles


async def tried(client: Client, path: str, body: object) -> str | None:
    """Ask for a test; return why it did not arrive."""
    return msgspec.json.decode(await client.request("POST", path, body), type=wire.Tested).trouble


def failures(two: Friends, kind: str) -> float:
    """Return how many deliveries failed, as monitors see it."""
    return two.server.server.metrics.counts[f'notifications{{kind="{kind}",state="failed"}}']


def test_a_failed_push_is_shown_until_one_arrives(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """A push that nobody takes after all tries, or that is refused, is logged, counted and shown until one arrives."""

    async def check() -> None:
        async with http_sink() as sink, friends(tmp_path, **PUSH) as two:
            await subscribe(two.bob, sink)
            await two.new_turn()
            sink.answers = [500] * TRIES_MOST
            later(AFTER + 1)
            for tries in range(1, TRIES_MOST + 1):
                two.server.server.sender.targets = Targets()  # else the host is left alone for a while
                await two.round()
                later(backoff(tries) + 1)
            assert await troubles(two.bob) == {"push": "unreached"}
            assert failures(two, "push") == 1
            assert "a notification was not delivered" in caplog.text
            assert sink.url not in caplog.text, "no address is logged"
            assert await troubles(two.anna) == {}, "nobody else's business"
            assert await tried(two.bob, "/api/notifications/test", {"way": "push"}) is None
            assert await troubles(two.bob) == {}
            sink.answers = [400]
            assert await tried(two.bob, "/api/notifications/test", {"way": "push"}) == "refused"
            assert await troubles(two.bob) == {"push": "refused"}

    run(check())


def test_a_test_goes_to_the_asking_device_alone(tmp_path: Path) -> None:
    """A test says that it is one, goes where the device is notified, and where nothing is turned on it is refused."""

    async def check() -> None:
        with mail_sink() as mails:
            settings: dict[str, Any] = {**PUSH, "smtp": mails.url, "mail_from": "g@example.org", "webhooks": True}
            async with http_sink() as sink, friends(tmp_path, **settings) as two:
                path, hook = "/api/notifications/test", f"/api/tables/{two.code}/hook"
                for way in ("push", "mail"):
                    with pytest.raises(ServerSaidNo, match="not_subscribed"):
                        await two.bob.request("POST", path, {"way": way})
                with pytest.raises(ServerSaidNo, match="bad_request"):
                    await two.bob.request("POST", path, {"way": "pigeon"})
                with pytest.raises(ServerSaidNo, match="not_subscribed"):
                    await two.anna.request("POST", f"{hook}/test")
                browser = await subscribe(two.bob, sink)
                await mail_on(two.bob, mails, two.server)
                assert await tried(two.bob, path, {"way": "push"}) is None
                assert browser.read(sink.got[-1].body)["title"] == "Kilowatt: a test"
                assert await tried(two.bob, path, {"way": "mail"}) is None
                assert mails.mails[-1]["Subject"] == "Kilowatt: a test"
                await two.anna.request("POST", hook, {"kind": "slack", "url": f"{sink.url}/hook"})
                with pytest.raises(ServerSaidNo, match="not_owner"):
                    await two.bob.request("POST", f"{hook}/test")
                assert await tried(two.anna, f"{hook}/test", None) is None
                assert "Kilowatt: a test" in sink.got[-1].body.decode()
                mails.refusal = "550 no such user"
                assert await tried(two.bob, path, {"way": "mail"}) == "refused"
                assert await troubles(two.bob) == {"mail": "refused"}

    run(check())


def test_tests_are_limited(tmp_path: Path) -> None:
    """A device cannot flood a mailbox with tests."""

    async def check() -> None:
        with mail_sink() as mails:
            async with friends(tmp_path, smtp=mails.url, mail_from="g@example.org", limits=1.0) as two:
                await mail_on(two.bob, mails, two.server)

                async def flood() -> None:
                    for _ in range(40):
                        await two.bob.request("POST", "/api/notifications/test", {"way": "mail"})

                with pytest.raises(ServerSaidNo, match="too_many"):
                    await flood()
                assert len(mails.mails) < 12

    run(check())
