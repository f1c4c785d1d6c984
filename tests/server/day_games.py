"""A game over days of three people, with everything that gets messages about it."""

from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import text

from kilowatt.client import Client
from kilowatt.engine.actions import Open
from kilowatt.host import timekeeping
from kilowatt.protocol import AskPause, BidOrder, ClockPlan, CreateTable, OrderPlan, SeatPlan, TakeDaysOff
from kilowatt.server.tables.room.room import Room
from tests.server.friends import AFTER, URL, mail_on, plain, subscribe
from tests.server.kit import Running, cut_off, later, serving, sqlite, until
from tests.server.sinks import Browser, HttpSink, MailSink, http_sink, mail_sink

DAY = 86400.0
TABLE = CreateTable(
    "recharged/germany",
    [SeatPlan("person", name="Anna"), SeatPlan("open"), SeatPlan("open")],
    {"order": [0, 1, 2]},
    ClockPlan("days", days=2),
    name="Night train",
)


class Row(NamedTuple):
    """A message: its event, its way, and the seat that it concerns; of several the first, for the chat room."""

    event: str
    way: str
    seat: int


SENT = [
    *(Row("began", way, seat) for way, seat in (("push", 0), ("mail", 1), ("push", 2), ("hook", 0))),
    *(Row("turn", way, seat) for seat in (0, 2) for way in ("push", "hook")),
    *(Row("pause", way, seat) for way, seat in (("push", 0), ("push", 2), ("hook", 0))),
    *(Row(event, way, 2) for event in ("half", "stand_in") for way in ("push", "hook")),
    *(Row("chat", way, seat) for way, seat in (("mail", 1), ("push", 2), ("hook", 1)) for _ in range(2)),
    *(Row("ended", way, seat) for way, seat in (("push", 0), ("mail", 1), ("push", 2), ("hook", 0))),
]
"""Everything that the script sends, but for the turn of whoever follows the bot; a line of chat is a row."""


class Days:
    """Three people at a table: Anna and Cleo get push messages, Bob gets German mails, and there is a chat room."""

    def __init__(self, server: Running, people: list[Client], code: str, sink: HttpSink, mails: MailSink) -> None:
        self.server = server
        self.people = people
        self.code = code
        self.sink = sink
        self.mails = mails
        self.browsers: dict[str, Browser] = {}
        self.follows = 0
        """The seat whose turn comes after the bot's."""

    @property
    def room(self) -> Room:
        """The table in memory."""
        return self.server.server.registry.rooms[self.code]

    async def wait(self, seconds: float) -> None:
        """Let time pass, and let the sender send all that is due."""
        await self.server.server.sender.round()
        later(seconds)
        for _ in range(4):
            await self.server.server.sender.round()

    async def visit(self, seat: int, move: object = None, plan: OrderPlan | None = None) -> None:
        """Let a person come to the table, do something and leave."""
        async with self.people[seat].sit(self.code) as socket:
            if plan is not None:
                await socket.orders(plan)
            if move is not None:
                await socket.turn(20)
                done = await socket.act(move)  # type: ignore[arg-type]
                await socket.seen(done.seq)
            await socket.ping()
        await cut_off(self.server, self.code, seat)

    def pushed(self, seat: int) -> list[str]:
        """List the titles that a person's browser has shown, in order."""
        token = self.people[seat].token or ""
        return [self.browsers[token].read(got.body)["title"] for got in self.sink.got if got.path == f"/push/{token}"]

    def told(self) -> list[str]:
        """List what the chat room was told, in order."""
        return [got.body.decode() for got in self.sink.got if got.path == "/hook"]

    async def outbox(self) -> list[Row]:
        """List what was sent about the table."""
        query = text("select event, kind, seat from outbox where state = 'sent' and code = :code")
        async with self.server.server.engine.connect() as connection:
            return [Row(*row) for row in await connection.execute(query, {"code": self.code})]

    def shown_once(self) -> None:
        """Check that no browser was shown anything twice."""
        for seat in (0, 2):
            token = self.people[seat].token or ""
            bodies = [got.body for got in self.sink.got if got.path == f"/push/{token}"]
            tags = [self.browsers[token].read(body)["tag"] for body in bodies]
            assert len(tags) == len(set(tags)), tags


SETTINGS = {
    "notify_every": 3600.0,
    "notify_after": AFTER,
    "public_url": URL,
    "private_targets": True,
    "push_contact": "mailto:host@example.org",
    "webhooks": True,
    "mail_from": "game@example.org",
}


@asynccontextmanager
async def day_game(folder: Path) -> AsyncIterator[Days]:
    """Set up the table on a server of its own, with sinks for push messages, mail and the chat room."""
    with mail_sink() as mails:
        async with (
            http_sink() as sink,
            serving(sqlite(folder), smtp=mails.url, **SETTINGS) as server,
            Client(server.url) as anna,
            Client(server.url) as bob,
            Client(server.url) as cleo,
        ):
            code = (await anna.create(TABLE)).table.code
            days = Days(server, [anna, bob, cleo], code, sink, mails)
            await cleo.request("GET", "/api/levels")
            for client in (anna, cleo):
                days.browsers[client.token or ""] = await subscribe(client, sink)
            await mail_on(bob, mails, server)
            await bob.request("POST", "/api/notifications", {"language": "de", "zone": "Europe/Berlin"})
            await anna.request("POST", f"/api/tables/{code}/hook", {"kind": "slack", "url": f"{sink.url}/hook"})
            yield days


async def beginning(days: Days) -> None:
    """Everybody learns once that the game has begun, and Anna that it is her turn."""
    await days.people[1].join(days.code, "Bob")
    await days.people[2].join(days.code, "Cleo")
    await days.wait(AFTER + 1)
    assert sorted(days.pushed(0)) == ["The game has begun: Night train", "Your turn: Night train"]
    assert days.pushed(2) == ["The game has begun: Night train"]
    assert sum("has begun" in line for line in days.told()) == 1
    assert [mail["subject"] for mail in days.mails.mails] == ["Das Spiel hat begonnen: Night train"]


async def by_order(days: Days) -> None:
    """Bob leaves orders: his turn comes and goes without him and without a message to him."""
    room = days.room
    assert room.game is not None
    names = [room.game.rules.card_names[plant] for plant in room.game.state.market]
    await days.visit(1, plan=OrderPlan(bids=[BidOrder(names[1], 40)]))
    await days.visit(0, Open(0, names[0], int(names[0])))
    await until(lambda: room.row.live.clock.running == 2)
    assert room.orders[1].advance.done != []
    await days.wait(AFTER + 1)
    assert days.pushed(2)[-1] == "Your turn: Night train"
    assert len(days.mails.mails) == 1


async def paused(days: Days) -> None:
    """Bob asks for a pause, the others learn it and agree; nothing is sent while it lasts."""
    anna, bob, cleo = days.people
    await bob.pause(days.code, AskPause("ask"))
    await days.wait(AFTER + 1)
    assert days.pushed(0)[-1] == days.pushed(2)[-1] == "Bob asks for a pause: Night train"
    assert "Bob asks for a pause" in days.told()[-1]
    await anna.pause(days.code, AskPause("agree"))
    await cleo.pause(days.code, AskPause("agree"))
    sent = len(days.sink.got)
    await days.wait(3 * DAY)
    assert len(days.sink.got) == sent
    await anna.pause(days.code, AskPause("resume"))


async def day_off(days: Days) -> None:
    """Cleo takes the rest of the day off; half of her time is gone only after it."""
    sent = len(days.sink.got)
    today = datetime.fromtimestamp(timekeeping.now(), UTC).date().isoformat()
    await days.people[2].days_off(TakeDaysOff([today], "UTC"))
    await days.wait(600)
    assert len(days.sink.got) == sent
    up = days.room.deadline()
    assert up is not None
    await days.wait(up - timekeeping.now() - DAY + 700)
    assert days.pushed(2)[-1] == "Half of your time is gone: Night train"
    assert days.room.seats[2].away is None


async def stood_in(days: Days) -> None:
    """Cleo's time runs out: a bot stands in, and she learns it."""
    later(DAY)

    def running() -> int | None:
        return days.room.row.live.clock.running  # the clock is another object after each move

    await until(lambda: days.room.seats[2].away == "late" and running() in (0, 1), 60)
    await days.wait(AFTER + 1)
    days.follows = running() or 0
    assert "A bot plays for you: Night train" in days.pushed(2)
    assert sum("bot plays for Cleo" in line for line in days.told()) == 1


async def chat(days: Days) -> None:
    """Anna writes; the others learn how many lines there are."""
    async with days.people[0].sit(days.code) as seat:
        await seat.chat("good luck")
        await seat.chat("Cleo?")
        await seat.ping()
    await cut_off(days.server, days.code, 0)
    await days.wait(2 * 3600)
    assert days.pushed(2)[-1] == "2 new messages: Night train"
    assert "2 neue Nachrichten" in " ".join(plain(mail) + mail["subject"] for mail in days.mails.mails)


async def ending(days: Days) -> None:
    """All agree to end; everybody learns it once, and nothing comes after it."""
    for client in days.people:
        await client.agree(days.code)
    await days.wait(2 * 3600)
    for seat in (0, 2):
        assert days.pushed(seat)[-1] == "The game was ended early: Night train"
    assert sum("vorzeitig beendet" in plain(mail) for mail in days.mails.mails) == 1
    before = len(days.sink.got), len(days.mails.mails)
    await days.wait(10 * DAY)
    assert (len(days.sink.got), len(days.mails.mails)) == before


async def every_message(days: Days, *more: Row) -> None:
    """Check that the script has sent what it must, no message more and none less, and nothing was shown twice."""
    follows = [Row("turn", way, days.follows) for way in ("mail" if days.follows == 1 else "push", "hook")]
    assert Counter(await days.outbox()) == Counter([*SENT, *follows, *more])
    days.shown_once()
