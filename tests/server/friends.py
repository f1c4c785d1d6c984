"""Two friends at a table where a turn may last days, and what the tests of notifications do with them."""

import random
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from email.message import EmailMessage
from pathlib import Path

from sqlalchemy import text, update

from kilowatt.client import Client
from kilowatt.host.rows import ClockState
from kilowatt.protocol import ClockPlan, CreateTable, SeatPlan
from kilowatt.server.store import rows, shape
from tests.server.kit import Running, cut_off, eager_move, plain_http, serving, sqlite, until
from tests.server.sinks import Browser, HttpSink, MailSink

DAYS = ClockPlan("days", days=2)
AFTER = 180.0
URL = "https://games.example.org"


class Friends:
    """Two friends at a table where a turn may last days; Bob is to be notified."""

    def __init__(self, server: Running, anna: Client, bob: Client, code: str) -> None:
        self.server = server
        self.anna = anna
        self.bob = bob
        self.code = code
        self.restore = ""

    async def round(self) -> int:
        """Let the sender look once."""
        return await self.server.server.sender.round()

    async def states(self, event: str = "turn") -> list[str]:
        """Read what became of the rows of the outbox about an event, in order."""
        query = text("select state from outbox where event = :event order by id")
        async with self.server.server.engine.connect() as connection:
            return list((await connection.execute(query, {"event": event})).scalars())

    @property
    def clock(self) -> ClockState:
        """The table's clock."""
        return self.server.server.registry.rooms[self.code].row.live.clock

    async def long_ago(self) -> None:
        """Let the game have begun long ago."""
        live = self.server.server.registry.rooms[self.code].row.live
        live.began = 0.0
        table = shape.tables
        async with self.server.server.engine.begin() as connection:
            await connection.execute(update(table).where(table.c.code == self.code).values(live=rows.text(live)))

    async def move(self) -> None:
        """Let the player whose turn it is make one decision, connected only for that."""
        seat = self.clock.running
        assert seat is not None
        async with (self.anna, self.bob)[seat].sit(self.code) as socket:
            await socket.turn(20)
            done = await socket.act(eager_move(socket, random.Random(1)))
            await socket.seen(done.seq)
        await cut_off(self.server, self.code, seat)

    async def new_turn(self, seat: int = 1) -> None:
        """Play until a new turn of a seat begins."""
        before = self.clock.turn
        while self.clock.turn == before or self.clock.running != seat:
            await self.move()


@asynccontextmanager
async def friends(
    path: Path | str, money: str = "open", *, beginning: bool = False, clock: ClockPlan = DAYS, **changes: object
) -> AsyncIterator[Friends]:
    """Seat two friends at a table, with Bob to move and nobody connected; with `beginning` the start is an event.

    The path is a folder for SQLite, or the address of a database.
    """
    settings = {"notify_every": 3600.0, "notify_after": AFTER, "public_url": URL, "private_targets": True, **changes}
    async with (
        serving(path if isinstance(path, str) else sqlite(path), **settings) as server,
        Client(server.url) as anna,
        Client(server.url) as bob,
    ):
        asked = CreateTable(
            "recharged/germany",
            [SeatPlan("person", name="Anna"), SeatPlan("open")],
            {"order": [0, 1], "money": money},
            clock,
            name="Night train",
        )
        code = (await anna.create(asked)).table.code
        seated = await bob.join(code, "Bob")
        two = Friends(server, anna, bob, code)
        two.restore = seated.restore["1"]
        if not beginning:
            await two.long_ago()
        yield two


async def subscribe(client: Client, sink: HttpSink) -> Browser:
    """Let a device ask for push notifications."""
    browser = Browser()
    await client.request("POST", "/api/notifications/push", browser.wish(f"{sink.url}/push/{client.token}"))
    return browser


async def mail_on(client: Client, sink: MailSink, server: Running, address: str = "bob@example.org") -> None:
    """Let a device ask for mails, and its player press the link in the first one."""
    await client.request("POST", "/api/notifications/mail", {"mail": address})
    await until(lambda: bool(sink.mails))
    key = re.search(r"/mail#confirm=([\w-]+)", plain(sink.mails.pop()))
    assert key is not None
    async with plain_http(server.url) as another:
        assert (await another.post("/api/notifications/mail/confirm", json={"key": key[1]})).status_code == 204


def plain(mail: EmailMessage) -> str:
    """Read the plain text of a mail."""
    body = mail.get_body(("plain",))
    assert body is not None
    return str(body.get_content())
