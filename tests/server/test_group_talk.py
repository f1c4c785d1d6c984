"""Lines of a group's chat as messages: to members who have asked for them, once per hour, until they read them."""

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from kilowatt.host import timekeeping
from kilowatt.host.timekeeping import iso
from kilowatt.protocol import TakeDaysOff
from kilowatt.server.notifications.group_notices import NOTED
from tests.server.clubs import PUSH, Club, club
from tests.server.friends import AFTER, URL, friends, mail_on, plain, subscribe
from tests.server.kit import later, run, sqlite
from tests.server.people import seen, told
from tests.server.postgres import Cluster
from tests.server.sinks import Browser, http_sink, mail_sink


async def says(all_: Club, *lines: str) -> None:
    """Let Anna write to the group."""
    for line in lines:
        await all_.anna.request("POST", f"/api/groups/{all_.group.id}/chat", {"text": line})


async def wants(all_: Club, *off: str) -> None:
    """Let Bob choose what he does not want of the group; the chat is off until he chooses."""
    await told(all_.bob, f"/{all_.group.id}/messages", {"off": list(off)})


async def states(all_: Club) -> list[str]:
    """Read what became of the rows about lines."""
    async with all_.server.server.engine.connect() as connection:
        return list(
            (await connection.execute(text("select state from outbox where event = 'talk' order by id"))).scalars()
        )


async def announces(url: str) -> None:
    """Write to the group, and read what is pushed to whom."""
    async with http_sink() as sink, club(url, **PUSH) as all_:
        browsers = {name: Browser() for name in ("anna", "bob", "eve")}
        for name, browser in browsers.items():
            wish = browser.wish(f"{sink.url}/push/{name}")
            await getattr(all_, name).request("POST", "/api/notifications/push", wish)
        await told(all_.eve, "/join", {"link": all_.group.link, "member": "Eve"})
        later(1)

        def shown(name: str) -> list[dict[str, Any]]:
            return [browsers[name].read(got.body) for got in sink.got if got.path == f"/push/{name}"]

        assert (await seen(all_.bob, all_.group.id)).off == ["talk"], "the chat has to be asked for"
        await says(all_, "Hello")
        await all_.round()
        assert sink.got == []
        await wants(all_)
        assert (await seen(all_.bob, all_.group.id)).off == []
        await says(all_, "On Friday?", "At eight?")
        await all_.server.server.sender.round()
        assert sink.got == [], "Bob has time to read first"
        await all_.round()
        [got] = shown("bob")
        assert got["title"] == "2 new messages in Friday", "since he has asked"
        assert got["url"] == f"{URL}/g/{all_.group.id}"
        assert "eight" not in got["body"]
        await says(all_, "Nobody?")
        await all_.round()
        assert len(sink.got) == 1, "one per hour"
        await all_.round(3600)
        assert [got["title"] for got in shown("bob")][1:] == ["A new message in Friday"]
        await all_.round(7200)
        assert len(sink.got) == 2, "each line is announced once, to nobody else"


def test_members_who_ask_learn_of_the_chat(tmp_path: Path) -> None:
    """Lines are one message per hour, with their number, and only for members who have asked for the chat."""
    run(announces(sqlite(tmp_path)))


@pytest.mark.postgres
def test_members_who_ask_learn_of_the_chat_on_postgres(postgres: Cluster) -> None:
    """The same on PostgreSQL."""
    run(announces(postgres.database()))


async def _reads(all_: Club) -> None:
    await all_.bob.request("POST", f"/api/groups/{all_.group.id}/chat/read", {"upto": 1})


async def _looks(all_: Club) -> None:
    later(1)
    await all_.bob.request("GET", f"/api/groups/{all_.group.id}/chat")


async def _hides(all_: Club) -> None:
    [author] = [row.who for row in all_.group.members if row.name == "Anna"]
    await all_.bob.request("POST", f"/api/groups/{all_.group.id}/chat/hide", {"who": author})


async def _switches_off(all_: Club) -> None:
    await wants(all_, "talk")


async def _wants_no_talk(all_: Club) -> None:
    wish = {"language": "en", "zone": "UTC", "off": ["talk"]}
    await all_.bob.request("POST", "/api/notifications", wish)


async def _leaves(all_: Club) -> None:
    await all_.bob.request("POST", f"/api/groups/{all_.group.id}/leave", {})


async def _deletes(all_: Club) -> None:
    await all_.anna.request("POST", f"/api/groups/{all_.group.id}/delete", {})


WAYS = [_reads, _looks, _hides, _switches_off, _wants_no_talk, _leaves, _deletes]


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__.strip("_"))
def test_a_line_that_is_no_news_is_not_sent(tmp_path: Path, way: Callable[[Club], Awaitable[None]]) -> None:
    """Who has read a line, looked, hides its author, switched it off or left is not told of it."""

    async def check() -> None:
        async with http_sink() as sink, club(sqlite(tmp_path), **PUSH) as all_:
            await subscribe(all_.bob, sink)
            await wants(all_)
            await says(all_, "Hello")
            await all_.server.server.sender.round()
            assert await states(all_) == ["waiting"]
            await way(all_)
            await all_.round(max(AFTER, NOTED) + 1)
            assert sink.got == []
            assert await states(all_) == ([] if way is _deletes else ["withdrawn"])

    run(check())


def test_the_last_to_agree_learns_it(tmp_path: Path) -> None:
    """Once all others agree to end a game its last player learns it once, unless that changes or the player looks."""

    async def check() -> None:
        with mail_sink() as mails:
            async with (
                http_sink() as sink,
                friends(tmp_path, smtp=mails.url, mail_from="game@example.org", **PUSH) as two,
            ):
                browser = await subscribe(two.bob, sink)
                await two.anna.agree(two.code)
                await two.round()
                await two.anna.agree(two.code, agree=False)
                later(AFTER + 1)
                await two.round()
                assert await two.states("agreed") == ["withdrawn"]
                async with two.server.server.engine.begin() as connection:
                    await connection.execute(text("delete from outbox"))
                await mail_on(two.bob, mails, two.server)
                await two.anna.agree(two.code)
                await two.round()
                later(AFTER + 1)
                await two.round()
                titles = [browser.read(got.body)["title"] for got in sink.got]
                assert titles.count("Only you have not agreed to end: Night train") == 1
                assert "Only you have not agreed to end: Night train" in plain(mails.mails[-1])
                later(7200)
                await two.round()
                assert await two.states("agreed") == ["sent", "sent"]

    run(check())


def test_members_see_each_others_days_off(tmp_path: Path) -> None:
    """A group shows the days off of its members that run or begin within a week, days in a row as one time."""

    async def check() -> None:
        async with club(sqlite(tmp_path)) as all_:
            today = datetime.fromtimestamp(timekeeping.now(), UTC).replace(hour=0, minute=0, second=0, microsecond=0)

            async def shown(*days: int) -> tuple[str | None, str | None]:
                names = [(today + timedelta(days=day)).date().isoformat() for day in days]
                await all_.bob.days_off(TakeDaysOff(names, "UTC"))
                [bob] = [row for row in (await seen(all_.anna, all_.group.id)).members if row.name == "Bob"]
                return bob.off_from, bob.off_until

            def at(day: int) -> str:
                return iso((today + timedelta(days=day)).timestamp())

            assert await shown(9) == (None, None), "it is too far ahead"
            assert await shown(3) == (at(3), at(4))
            assert await shown(1, 2) == (at(1), at(4))
            [anna] = [row for row in (await seen(all_.bob, all_.group.id)).members if row.you is False]
            assert (anna.off_from, anna.off_until) == (None, None)

    run(check())
