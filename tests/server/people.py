"""People that the server's tests share: their profiles, groups and ratings."""

import asyncio
import random

import msgspec
from sqlalchemy import select

from kilowatt import protocol as wire
from kilowatt.client import Client, ServerSaidNo
from kilowatt.protocol import CreateTable, MakeGroup, SeatPlan
from kilowatt.server.store import people_shape
from tests.server.kit import Running, play_together


async def reserve(client: Client, name: str, invitation: str | None = None) -> wire.Reserved:
    """Reserve a name."""
    wish = wire.Reserve(name, invitation)
    return msgspec.json.decode(await client.request("POST", "/api/profile", wish), type=wire.Reserved)


async def shown(client: Client) -> wire.ProfileView:
    """Read the profile."""
    return msgspec.json.decode(await client.request("GET", "/api/profile"), type=wire.ProfileView)


async def new_code(client: Client) -> str:
    """Let a device show a code for another one."""
    answer = msgspec.json.decode(await client.request("POST", "/api/profile/code", {}), type=wire.SignInCode)
    return answer.code


async def enter(client: Client, code: str) -> None:
    """Sign a device in, to whatever profile the code belongs to."""
    wish = {"code": code, "label": "Phone"}
    try:
        await client.request("POST", "/api/profile/enter", wish)
    except ServerSaidNo as error:
        if error.code != "sign_in_as":
            raise
        await client.request("POST", "/api/profile/enter", {**wish, "profile": error.details["name"]})


TWO = [SeatPlan("person", name="Whoever"), SeatPlan("open")]


RATED = CreateTable("card-game", TWO, rated=True)


async def switch(client: Client, **wanted: bool) -> wire.ProfileView:
    """Switch something of the profile."""
    return msgspec.json.decode(await client.request("POST", "/api/profile/switches", wanted), type=wire.ProfileView)


async def agree(client: Client, name: str) -> None:
    """Make a profile that agrees to be rated."""
    await reserve(client, name)
    await switch(client, rated=True)


async def ratings(client: Client, **query: int) -> wire.RatingList:
    """Read the list of ratings."""
    return msgspec.json.decode(await client.request("GET", "/api/ratings", **query), type=wire.RatingList)


async def play(anna: Client, bob: Client, asked: CreateTable = RATED, seed: int = 1) -> str:
    """Play a game of two to its end; return its table."""
    code = (await anna.create(asked)).table.code
    await bob.join(code, "Somebody")
    async with anna.sit(code) as first, bob.sit(code) as second:
        await play_together([first, second], random.Random(seed), 5000)
    assert (await anna.table(code)).result is not None
    return code


async def counted(server: Running, games: int) -> None:
    """Wait until so many games are counted."""
    async with asyncio.timeout(30):
        while True:
            async with server.server.store.reading() as connection:
                rows = (await connection.execute(select(people_shape.rated_games.c.code))).all()
            if len(rows) >= games:
                return
            await asyncio.sleep(0.05)


async def seen(client: Client, group: str) -> wire.GroupView:
    """Read a group."""
    return msgspec.json.decode(await client.request("GET", f"/api/groups/{group}"), type=wire.GroupView)


async def told(client: Client, path: str, body: object) -> wire.GroupView:
    """Do something about a group; return it."""
    return msgspec.json.decode(await client.request("POST", f"/api/groups{path}", body), type=wire.GroupView)


async def friday(anna: Client, *others: tuple[Client, str]) -> wire.GroupView:
    """Make a group that others join by its link."""
    group = await told(anna, "", MakeGroup("Friday", "Anna"))
    for client, name in others:
        group = await told(client, "/join", {"link": group.link, "member": name})
    return await seen(anna, group.id)
