"""Tables that the server's tests share: who sits at them, what is refused, what is said."""

import pytest
from sqlalchemy import text

from kilowatt.client import Client, ServerSaidNo, TableSocket
from kilowatt.protocol import CreateTable, SeatPlan
from tests.server.kit import Running

TWO = [SeatPlan("person", name="Ann"), SeatPlan("open")]


FIXED = {"order": [0, 1], "trust": False}


async def opened(ann: Client, bob: Client, **options: object) -> str:
    """Make a table of two devices with a known order."""
    made = await ann.create(CreateTable("recharged/germany", TWO, {**FIXED, **options}))
    await bob.join(made.table.code, "Bob")
    return made.table.code


async def refused(work: object) -> ServerSaidNo:
    """Return the refusal of something that must be refused."""
    with pytest.raises(ServerSaidNo) as caught:
        await work  # type: ignore[misc]
    return caught.value


THREE = CreateTable("recharged/germany", [SeatPlan("person", name=name) for name in "ABC"])


MARK = 271_828
"""A limit that occurs nowhere else."""


async def seated(ann: Client, bob: Client, **options: object) -> str:
    """Seat two devices at a table with a known order."""
    made = await ann.create(
        CreateTable("recharged/germany", [SeatPlan("person", name="Ann"), SeatPlan("open")], {**FIXED, **options})
    )
    await bob.join(made.table.code, "Bob")
    return made.table.code


async def away(server: Running, code: str, seat: int, hours: float) -> None:
    """Let so many hours pass since a seat's player was last seen."""
    async with server.server.engine.begin() as connection:
        query = "update presence set seen = seen - :seconds where code = :code and seat = :seat"
        values = {"seconds": hours * 3600, "code": code, "seat": seat}
        assert (await connection.execute(text(query), values)).rowcount == 1


async def device(client: Client) -> Client:
    """Let a client get its cookie."""
    await client.rulesets()
    return client


async def said(seat: TableSocket, words: str) -> str:
    """Say something and return who said it, as the table sees it."""
    await seat.chat(words)
    await seat.until(lambda: any(line.text == words for line in seat.said))
    return next(line.who for line in seat.said if line.text == words)


async def silenced(seat: TableSocket) -> str:
    """Say something that must be refused and return the refusal's code."""
    codes: list[str] = []
    seat.on_message = lambda message, _: codes.append(getattr(message, "code", ""))
    await seat.chat("not to be heard")
    await seat.ping()
    return codes[0]
