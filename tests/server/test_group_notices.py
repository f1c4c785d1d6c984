"""Notices of tables opened for a group: to the other members, once, at most one per hour, and not to everybody."""

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from kilowatt.client import Client
from kilowatt.server.notifications.group_notices import NOTED
from tests.server.clubs import PUSH, Club, club
from tests.server.friends import URL, mail_on, plain, subscribe
from tests.server.kit import later, run, sqlite
from tests.server.people import enter, new_code, reserve, told
from tests.server.postgres import Cluster
from tests.server.sinks import Browser, http_sink, mail_sink
from tests.tiers import some_quick

ENGLISH = {"language": "en", "zone": "UTC"}


async def announces(url: str) -> None:
    """Open tables, and read what is pushed to whom."""
    async with http_sink() as sink, club(url, **PUSH) as all_:
        browsers = {"anna": Browser(), "bob": Browser(), "eve": Browser()}
        for name, browser in browsers.items():
            wish = browser.wish(f"{sink.url}/push/{name}")
            await getattr(all_, name).request("POST", "/api/notifications/push", wish)

        def shown(name: str) -> list[tuple[str, str]]:
            read = [browsers[name].read(got.body) for got in sink.got if got.path == f"/push/{name}"]
            return [(got["title"], got["url"]) for got in read]

        first = await all_.opens("Night train")
        later(1)
        # who joins afterwards sees the table in the group
        await told(all_.eve, "/join", {"link": all_.group.link, "member": "Eve"})
        await all_.server.server.sender.round()
        assert (sink.got, await all_.states()) == ([], ["waiting"]), "for Bob alone, who has time to look first"
        await all_.round()
        night = ("New table in Friday: Night train", f"{URL}/t/{first}")
        assert (shown("bob"), shown("eve")) == ([night], [])
        late = ("New table in Friday: Late train", f"{URL}/t/{await all_.opens('Late train', 3)}")
        await all_.round()
        assert (shown("bob"), shown("eve")) == ([night], [late]), "one per hour"
        await all_.round(3600)
        assert (shown("bob"), shown("eve")) == ([night, late], [late])
        await all_.round(7200)
        assert (len(sink.got), shown("anna")) == (3, []), "each is announced once, and not to the opener"


def test_members_learn_of_a_new_table(tmp_path: Path) -> None:
    """The other members get one message per table, at most one per hour; the opener and strangers none."""
    run(announces(sqlite(tmp_path)))


@pytest.mark.postgres
def test_members_learn_of_a_new_table_on_postgres(postgres: Cluster) -> None:
    """The same on PostgreSQL."""
    run(announces(postgres.database()))


async def _looks(all_: Club) -> None:
    await all_.bob.request("GET", f"/api/groups/{all_.group.id}/chat")


async def _joins(all_: Club) -> None:
    await all_.bob.join(all_.code, "Bob")


async def _is_full(all_: Club) -> None:
    for client, name in ((all_.eve, "Eve"), (all_.anna, "Anna too")):
        await client.join(all_.code, name)


async def _leaves(all_: Club) -> None:
    await all_.bob.request("POST", f"/api/groups/{all_.group.id}/leave", {})


async def _is_removed(all_: Club) -> None:
    await told(all_.anna, f"/{all_.group.id}/remove", {"number": 1, "name": "Bob"})


async def _hides(all_: Club) -> None:
    anna = next(row.who for row in all_.group.members if row.name == "Anna")
    await all_.bob.request("POST", f"/api/groups/{all_.group.id}/chat/hide", {"who": anna})
    async with all_.server.server.engine.begin() as connection:
        # as if it had been before: the answer with the chat is a look
        await connection.execute(text("update members set seen = null"))


async def _switches_off(all_: Club) -> None:
    await all_.bob.request("POST", "/api/notifications", {**ENGLISH, "off": ["opened"]})


async def _is_gone(all_: Club) -> None:
    await told(all_.anna, f"/{all_.group.id}/rename", {"name": "Gone"})
    await all_.anna.request("POST", f"/api/groups/{all_.group.id}/delete", {})


@pytest.mark.parametrize(
    "why", some_quick([_looks, _joins, _is_full, _leaves, _is_removed, _hides, _switches_off, _is_gone], 4)
)
def test_no_news_is_not_announced(tmp_path: Path, why: Any) -> None:
    """Nothing comes after a look, a seat taken, the last seat, leaving, hiding the opener, switching off."""

    async def check() -> None:
        async with http_sink() as sink, club(sqlite(tmp_path), **PUSH) as all_:
            await subscribe(all_.bob, sink)
            await all_.opens("Night train", 3)
            await all_.server.server.sender.round()
            assert await all_.states() == ["waiting"]
            later(NOTED / 2)
            await why(all_)
            await all_.round()
            assert (sink.got, await all_.states()) == ([], ["withdrawn"])

    run(check())


def test_a_switch_that_is_off_makes_no_row(tmp_path: Path) -> None:
    """Whoever has switched these messages off before gets none, and other switches do not matter."""

    async def check() -> None:
        async with http_sink() as sink, club(sqlite(tmp_path), **PUSH) as all_:
            await subscribe(all_.bob, sink)
            everything = ["turn", "half", "stand_in", "began", "ended", "pause", "back", "opened", "chat"]
            await all_.bob.request("POST", "/api/notifications", {**ENGLISH, "off": everything})
            await all_.opens("Night train")
            await all_.round()
            assert (sink.got, await all_.states()) == ([], [])
            everything.remove("opened")
            await all_.bob.request("POST", "/api/notifications", {**ENGLISH, "off": everything})
            await all_.opens("Late train")
            await all_.round()
            assert len(sink.got) == 1

    run(check())


def test_new_tables_are_one_mail_in_the_language_of_the_reader(tmp_path: Path) -> None:
    """Two tables that are opened one after the other are one mail, in German, to a further device's address too."""

    async def check() -> None:
        with mail_sink() as sink:
            mails = {"smtp": sink.url, "mail_from": "games@example.org"}
            async with club(sqlite(tmp_path), **mails) as all_, Client(all_.server.url) as phone:
                await reserve(all_.bob, "Bob")
                await enter(phone, await new_code(all_.bob))
                await mail_on(phone, sink, all_.server)
                await phone.request("POST", "/api/notifications", {"language": "de", "zone": "Europe/Berlin"})
                later(3600)
                codes = [await all_.opens("Nachtzug"), await all_.opens("Frühzug")]
                await all_.round()
                assert [mail["subject"] for mail in sink.mails] == ["Neuer Tisch in Friday: Nachtzug (und 1 weitere)"]
                body = plain(sink.mails[0])
                assert "Neuer Tisch in Friday: Frühzug" in body
                assert all(f"{URL}/t/{code}" in body for code in codes)
                assert "noch nicht begonnen" in body

    run(check())
