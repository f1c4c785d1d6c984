"""Every event can be switched off on every way: push, mail, and the webhook of a table; also while it waits."""

import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import text

from kilowatt import protocol as wire
from kilowatt.client import Client, ServerSaidNo
from kilowatt.protocol import AskBack, AskPause, CreateTable, SeatPlan
from kilowatt.server.notifications import events
from kilowatt.server.notifications.preferences import HOOK, MAIL, PUSH
from tests.server.clubs import Club, club
from tests.server.friends import AFTER, DAYS, Friends, friends, mail_on, plain, subscribe
from tests.server.kit import Running, cut_off, later, play_together, run, sqlite, until
from tests.server.people import told
from tests.server.sinks import Browser, HttpSink, MailSink, http_sink, mail_sink
from tests.tiers import some_quick

DAY = 86400.0
OF_GROUPS = (events.OPENED, events.RESULT, events.TALK)
"""What concerns members of a group, beyond the table's chat room."""
TITLES = {
    events.TURN: "Your turn: ",
    events.HALF: "Half of your time is gone: ",
    events.STAND_IN: "A bot plays for you: ",
    events.BEGAN: "The game has begun: ",
    events.ENDED: "The game was ended early: ",
    events.AGREED: "Only you have not agreed to end: ",
    events.PAUSE: "Anna asks for a pause: ",
    events.BACK: "Anna asks to take back a move: ",
    events.OPENED: "New table in Friday: ",
    events.RESULT: "A game of Friday is over: ",
    events.CHAT: "A new message: ",
    events.TALK: "A new message in Friday",
}


class Stage:
    """Bob, who is notified by push and by mail, and where messages arrive."""

    def __init__(self, server: Running, bob: Client, sink: HttpSink, mails: MailSink, browser: Browser) -> None:
        self.server = server
        self.bob = bob
        self.sink = sink
        self.mails = mails
        self.browser = browser
        self.hook: Callable[[list[str]], Awaitable[object]] | None = None
        """Switch events off at the table's webhook; None where there is none."""

    async def switch_off(self, off: set[str]) -> None:
        """Switch some events off, and all others on."""
        wish = {"language": "en", "zone": "UTC", "off": sorted(off)}
        await self.bob.request("POST", "/api/notifications", wish)
        if self.hook is not None:
            await self.hook(sorted(off))

    async def look(self) -> None:
        """Let the sender look at everything again."""
        self.server.server.sender._looked = 0.0
        await self.server.server.sender.round()

    async def rows(self, event: str) -> dict[str, str]:
        """Read what became of the rows about an event: way -> state."""
        query = text("select kind, state from outbox where event = :event")
        async with self.server.server.engine.connect() as connection:
            found = (await connection.execute(query, {"event": event})).all()
        assert len({row.kind for row in found}) == len(found), "one per way"
        return {row.kind: row.state for row in found}

    async def forget(self) -> None:
        """Empty the outbox, as if nothing had been noticed."""
        async with self.server.server.engine.begin() as connection:
            await connection.execute(text("delete from outbox"))

    def arrived(self) -> dict[str, list[str]]:
        """Read the first line of everything that has arrived, by its way."""
        pushed = [self.browser.read(got.body)["title"] for got in self.sink.got if got.path.startswith("/push/")]
        said = [msgspec.json.decode(got.body)["text"] for got in self.sink.got if got.path == "/hook"]
        return {PUSH: pushed, MAIL: [plain(mail).splitlines()[0] for mail in self.mails.mails], HOOK: said}


@asynccontextmanager
async def stage(place: Friends | Club, sink: HttpSink, mails: MailSink) -> AsyncIterator[Stage]:
    """Let Bob subscribe to push and mail, and Anna set the webhook of her table."""
    browser = await subscribe(place.bob, sink)
    await mail_on(place.bob, mails, place.server)
    made = Stage(place.server, place.bob, sink, mails, browser)
    if isinstance(place, Friends):
        path, set_hook = f"/api/tables/{place.code}/hook", {"kind": "slack", "url": f"{sink.url}/hook"}
        await place.anna.request("POST", path, set_hook)
        made.hook = lambda off: place.anna.request("POST", path, {"kind": "slack", "keep": True, "off": off})
    yield made


# --- what makes each event happen -------------------------------------------------------------------------------------


async def _turn(two: Friends) -> None:
    await two.new_turn()


async def _stand_in(two: Friends) -> None:
    await two.new_turn()
    room = two.server.server.registry.rooms[two.code]
    later(DAYS.days * DAY + 10)
    await until(lambda: room.seats[1].away == "late")


async def _began(two: Friends) -> None:
    """Let the game have begun a moment ago: nothing is left to do."""


async def _ended(two: Friends) -> None:
    for client in (two.anna, two.bob):
        await client.agree(two.code)
    assert (await two.anna.table(two.code)).state == "over"


async def _agreed(two: Friends) -> None:
    await two.anna.agree(two.code)


async def _pause(two: Friends) -> None:
    later(2)
    await two.anna.pause(two.code, AskPause("ask"))


async def _back(two: Friends) -> None:
    await two.new_turn(0)
    await two.new_turn(1)
    later(2)
    await two.anna.take_back(two.code, AskBack("ask"))


async def _chat(two: Friends) -> None:
    async with two.anna.sit(two.code) as seat:
        await seat.chat("good luck")
        await seat.ping()
    await cut_off(two.server, two.code, 0)


async def _opened(all_: Club) -> None:
    await all_.opens("Night train")


async def _result(all_: Club) -> None:
    plan = CreateTable("card-game", [SeatPlan("person", name="Anna"), SeatPlan("open")], name="Night train")
    made = await all_.anna.request("POST", f"/api/groups/{all_.group.id}/tables", plan)
    code = msgspec.json.decode(made, type=wire.Seated).table.code
    await all_.eve.join(code, "Eve")
    async with all_.anna.sit(code) as first, all_.eve.sit(code) as second:
        await play_together([first, second], random.Random(1), 5000)


async def _talk(all_: Club) -> None:
    await told(all_.bob, f"/{all_.group.id}/messages", {"off": []})
    later(1)
    await all_.anna.request("POST", f"/api/groups/{all_.group.id}/chat", {"text": "Hello"})


OF_TABLES: dict[str, Callable[[Friends], Awaitable[None]]] = {
    events.TURN: _turn,
    events.HALF: _turn,
    events.STAND_IN: _stand_in,
    events.BEGAN: _began,
    events.ENDED: _ended,
    events.AGREED: _agreed,
    events.PAUSE: _pause,
    events.BACK: _back,
    events.CHAT: _chat,
}
OF_MEMBERS: dict[str, Callable[[Club], Awaitable[None]]] = {
    events.OPENED: _opened,
    events.RESULT: _result,
    events.TALK: _talk,
}


async def is_switched(here: Stage, event: str) -> None:
    """Switch an event that has happened off and on, and see what is noticed and what arrives, on each way."""
    ways = {PUSH, MAIL, HOOK} if here.hook is not None else {PUSH, MAIL}
    all_, others = set(events.EVENTS), set(events.EVENTS) - {event}
    wait = DAY + AFTER if event == events.HALF else AFTER + 1
    await here.switch_off({event})
    await here.look()
    assert await here.rows(event) == {}, "switched off before: nothing is to be sent"
    await here.forget()
    await here.switch_off(others)
    await here.look()
    assert await here.rows(event) == dict.fromkeys(ways, "waiting"), "the others' switches do not matter"
    await here.switch_off(all_)
    later(wait)
    await here.look()
    assert await here.rows(event) == dict.fromkeys(ways, "withdrawn"), "switched off while it waited"
    assert here.arrived() == {PUSH: [], MAIL: [], HOOK: []}
    await here.forget()
    await here.switch_off(others)
    await here.look()
    later(wait)
    await here.look()
    assert await here.rows(event) == dict.fromkeys(ways, "sent")
    came = here.arrived()
    assert {way for way, lines in came.items() if lines} == ways
    assert [len(came[way]) for way in sorted(ways)] == [1] * len(ways), "one message per way"
    assert came[PUSH][0].startswith(TITLES[event])
    assert came[MAIL][0].startswith(TITLES[event])


def test_every_event_has_a_cause_here() -> None:
    """An event that is added later is tried too."""
    assert {*OF_TABLES, *OF_MEMBERS} == set(events.EVENTS) == set(TITLES)
    assert tuple(OF_MEMBERS) == OF_GROUPS


@pytest.mark.parametrize("event", some_quick(OF_TABLES, 3))
def test_each_event_of_a_table_can_be_switched_off(tmp_path: Path, event: str) -> None:
    """What is switched off is not sent by push, mail and webhook, before it happens and while it waits; else once."""

    async def check() -> None:
        with mail_sink() as mails:
            settings: dict[str, Any] = {"push_contact": "mailto:host@example.org", "webhooks": True}
            settings |= {"smtp": mails.url, "mail_from": "game@example.org"}
            began = event == events.BEGAN
            async with (
                http_sink() as sink,
                friends(tmp_path, beginning=began, **settings) as two,
                stage(two, sink, mails) as here,
            ):
                await OF_TABLES[event](two)
                await is_switched(here, event)

    run(check())


@pytest.mark.parametrize("event", some_quick(OF_MEMBERS, 3))
def test_each_event_of_a_group_can_be_switched_off(tmp_path: Path, event: str) -> None:
    """The same of new tables, results and the chat of a group, by push and mail."""

    async def check() -> None:
        with mail_sink() as mails:
            settings = {"push_contact": "mailto:host@example.org", "smtp": mails.url, "mail_from": "game@example.org"}
            async with (
                http_sink() as sink,
                club(sqlite(tmp_path), **settings) as all_,
                stage(all_, sink, mails) as here,
            ):
                await OF_MEMBERS[event](all_)
                await is_switched(here, event)

    run(check())


@pytest.mark.parametrize("path", ["/api/notifications", "hook"])
def test_an_event_that_is_not_known_is_refused(tmp_path: Path, path: str) -> None:
    """Neither a device nor a webhook can switch off what is no event."""

    async def check() -> None:
        async with http_sink() as sink, friends(tmp_path, webhooks=True) as two:
            where = f"/api/tables/{two.code}/hook" if path == "hook" else path
            wish = {"kind": "slack", "url": f"{sink.url}/hook"} if path == "hook" else {"language": "en", "zone": "UTC"}
            await two.anna.request("POST", where, {**wish, "off": list(events.EVENTS)})
            with pytest.raises(ServerSaidNo, match="bad_request"):
                await two.anna.request("POST", where, {**wish, "off": ["everything"]})

    run(check())
