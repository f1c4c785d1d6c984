"""A group of two members and a stranger on a real server, and the push messages that arrive."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from sqlalchemy import text

from kilowatt import protocol as wire
from kilowatt.client import Client
from kilowatt.protocol import CreateTable, SeatPlan
from tests.server.friends import AFTER, URL
from tests.server.kit import Running, later, serving
from tests.server.people import friday

PUSH: dict[str, Any] = {"push_contact": "mailto:host@example.org"}


class Club:
    """A group of Anna and Bob, a stranger, and the push messages that arrive."""

    def __init__(self, server: Running, people: tuple[Client, Client, Client], group: wire.GroupView) -> None:
        self.server = server
        self.anna, self.bob, self.eve = people
        self.group = group
        self.code = ""

    async def opens(self, name: str, seats: int = 2) -> str:
        """Let Anna open a table without a clock for the group."""
        plan = [SeatPlan("person", name="Anna"), *[SeatPlan("open")] * (seats - 1)]
        asked = CreateTable("card-game", plan, name=name)
        made = await self.anna.request("POST", f"/api/groups/{self.group.id}/tables", asked)
        self.code = msgspec.json.decode(made, type=wire.Seated).table.code
        return self.code

    async def round(self, seconds: float = AFTER + 1) -> None:
        """Let the sender look now and after some seconds."""
        await self.server.server.sender.round()
        later(seconds)
        await self.server.server.sender.round()

    async def states(self) -> list[str]:
        """Read what became of the rows about new tables, in order."""
        query = text("select state from outbox where event = 'opened' order by id")
        async with self.server.server.engine.connect() as connection:
            return list((await connection.execute(query)).scalars())


@asynccontextmanager
async def club(url: str, **changes: object) -> AsyncIterator[Club]:
    """Serve a group with two members."""
    settings = {"notify_every": 3600.0, "notify_after": AFTER, "public_url": URL, "private_targets": True, **changes}
    async with (
        serving(url, **settings) as server,
        Client(server.url) as anna,
        Client(server.url) as bob,
        Client(server.url) as eve,
    ):
        group = await friday(anna, (bob, "Bob"))
        later(1)
        yield Club(server, (anna, bob, eve), group)
