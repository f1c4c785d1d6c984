"""Deliveries that fail: logged, counted, shown to the person concerned; and tests on request."""

import logging
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import select

from kilowatt import protocol as wire
from kilowatt.client import Client, ServerSaidNo
from kilowatt.server.notifications import preferences
from kilowatt.server.notifications.events import EVENTS
from kilowatt.server.notifications.outbox import TRIES_MOST, backoff
from kilowatt.server.notifications.targets import Targets
from kilowatt.server.store import person, retention, shape
from tests.server.friends import AFTER, Friends, friends, mail_on, subscribe
from tests.server.kit import later, run, until
from tests.server.sinks import Browser, http_sink, mail_sink

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
    caplog.set_level(logging.DEBUG)

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


def test_a_failure_is_of_one_subscription(tmp_path: Path) -> None:
    """Every answer shows a failure until its subscription is replaced; one that comes later does not blame the new."""

    async def check() -> None:
        async with http_sink() as sink, friends(tmp_path, webhooks=True, **PUSH) as two:
            path, store = "/api/notifications", two.server.server.store
            await subscribe(two.bob, sink)
            sink.answers = [400]
            assert await tried(two.bob, f"{path}/test", {"way": "push"}) == "refused"
            answer = await two.bob.request("POST", path, {"language": "en", "zone": "UTC"})
            assert msgspec.json.decode(answer, type=wire.NotificationsView).troubles == {"push": "refused"}
            device = await one(two, select(shape.calls.c.device))
            old = await preferences.aim(store, "push", device)
            assert old is not None
            wish = Browser().wish(f"{sink.url}/push/another")
            answer = await two.bob.request("POST", f"{path}/push", wish)
            assert msgspec.json.decode(answer, type=wire.NotificationsView).troubles == {}
            await preferences.note(store, old, "gone", 0.0, drop=True)
            assert await troubles(two.bob) == {}
            assert (await preferences.of(store, device)).push is not None, "the new subscription stays"
            sink.answers = [410]
            assert await tried(two.bob, f"{path}/test", {"way": "push"}) == "gone"
            assert await troubles(two.bob) == {"push": "gone"}, "shown also after it was dropped"
            await two.bob.request("POST", f"{path}/push/stop")
            assert await troubles(two.bob) == {}

    run(check())


async def one(two: Friends, query: Any) -> Any:
    """Read one value from the database."""
    async with two.server.server.engine.connect() as connection:
        return (await connection.execute(query)).scalar()


@pytest.mark.parametrize("how", ["other", "off", "deleted", "packed", "person"])
def test_a_failed_webhook_goes_with_what_failed(tmp_path: Path, how: str) -> None:
    """A webhook's failure is forgotten with the webhook, with its table and with the table's owner."""

    async def check() -> None:
        async with http_sink() as sink, friends(tmp_path, webhooks=True) as two:
            hook, server = f"/api/tables/{two.code}/hook", two.server.server
            await two.anna.request("POST", hook, {"kind": "slack", "url": f"{sink.url}/hook"})
            sink.answers = [400]
            assert await tried(two.anna, f"{hook}/test", None) == "refused"
            answer = await two.anna.request("GET", hook)
            assert msgspec.json.decode(answer, type=wire.HookView).trouble == "refused"
            room = server.registry.rooms[two.code]
            if how == "deleted":
                await retention.delete_table(server.store, room.row)
            elif how == "packed":
                assert await retention.pack(server.store, two.code, 0.0)
            elif how == "person":
                await person.forget(server.store, [room.row.owner])
                assert await one(two, select(shape.hooks.c.url)) is None, "nobody is left who could remove it"
            else:
                url = f"{sink.url}/other" if how == "other" else None
                await two.anna.request("POST", hook, {"kind": "slack", "url": url})
            assert await one(two, select(shape.troubles.c.why)) is None

    run(check())


def test_a_webhook_is_changed_where_it_is(tmp_path: Path) -> None:
    """Its owner changes what a set webhook reports and mentions without its address, and its failure stays shown."""

    async def check() -> None:
        async with http_sink() as sink, friends(tmp_path, webhooks=True) as two:
            hook = f"/api/tables/{two.code}/hook"
            everything = list(EVENTS)
            with pytest.raises(ServerSaidNo, match="not_subscribed"):
                await two.anna.request("POST", hook, {"keep": True, "off": everything})
            await two.anna.request("POST", hook, {"kind": "slack", "url": f"{sink.url}/hook", "off": ["chat"]})
            sink.answers = [400]
            assert await tried(two.anna, f"{hook}/test", None) == "refused"
            for mentions, refused in ({"1": "not an id"}, "bad_request"), ({"7": "U024BE7LH"}, "no_such_seat"):
                with pytest.raises(ServerSaidNo, match=refused):
                    await two.anna.request("POST", hook, {"keep": True, "mentions": mentions})
            with pytest.raises(ServerSaidNo, match="not_owner"):
                await two.bob.request("POST", hook, {"keep": True})
            changed = {"keep": True, "off": everything, "mentions": {"1": "U024BE7LH"}}
            for answer in (await two.anna.request("POST", hook, changed), await two.anna.request("GET", hook)):
                view = msgspec.json.decode(answer, type=wire.HookView)
                assert (view.kind, view.host, view.trouble) == ("slack", "127.0.0.1", "refused")
                assert (set(view.off), view.mentions) == (set(everything), {"1": "U024BE7LH"})
            assert await tried(two.anna, f"{hook}/test", None) is None, "it goes where it went"

    run(check())


def test_a_test_that_the_host_has_turned_off_is_refused(tmp_path: Path) -> None:
    """Where the host no longer offers a way, a test of it is refused, and an earlier failure stays shown."""

    async def check() -> None:
        async with http_sink() as sink, friends(tmp_path, webhooks=True, **PUSH) as two:
            hook, sender = f"/api/tables/{two.code}/hook", two.server.server.sender
            await subscribe(two.bob, sink)
            await two.anna.request("POST", hook, {"kind": "slack", "url": f"{sink.url}/hook"})
            sink.answers = [400, 400]
            assert await tried(two.bob, "/api/notifications/test", {"way": "push"}) == "refused"
            assert await tried(two.anna, f"{hook}/test", None) == "refused"
            sender.key, sender.settings.webhooks = None, False
            sent = len(sink.got)
            with pytest.raises(ServerSaidNo, match="not_offered"):
                await tried(two.bob, "/api/notifications/test", {"way": "push"})
            with pytest.raises(ServerSaidNo, match="not_offered"):
                await tried(two.anna, f"{hook}/test", None)
            await two.new_turn()
            later(AFTER + 1)
            await two.round()
            assert set(await two.states()) == {"withdrawn"}
            assert len(sink.got) == sent
            assert await troubles(two.bob) == {"push": "refused"}

    run(check())


@pytest.mark.parametrize("how", ["refused", "unreached"])
def test_a_question_that_cannot_be_mailed_is_counted_and_shown(tmp_path: Path, how: str) -> None:
    """Who waits for the mail that asks about an address learns that it could not be sent, until one is asked again."""

    async def check() -> None:
        with mail_sink() as mails:
            async with friends(tmp_path, smtp=mails.url, mail_from="g@example.org") as two:
                counts = two.server.server.metrics.counts
                mails.refusal = "550 no such user" if how == "refused" else "451 later"
                await two.bob.request("POST", "/api/notifications/mail", {"mail": "bob@example.org"})
                await until(lambda: counts['notifications{kind="mail",state="failed"}'] == 1)
                assert await troubles(two.bob) == {"mail": how}
                mails.refusal = ""
                await mail_on(two.bob, mails, two.server)
                assert await troubles(two.bob) == {}
                assert counts['notifications{kind="mail",state="asked"}'] == 1

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
