"""Reserved names: refused to others on every route that takes a name, whatever stands between their letters."""

# ruff: noqa: RUF001 - letters that look alike are what is tested

from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, get_type_hints

import pytest
from litestar.handlers import HTTPRouteHandler
from msgspec import inspect
from sqlalchemy import text

from kilowatt.client import Client, ServerSaidNo
from kilowatt.host.names import plain_name, skeleton
from kilowatt.protocol import CreateTable, MakeBotToken, MakeGroup, SeatPlan
from kilowatt.protocol.fields import NAME_LENGTH
from kilowatt.server import retention
from kilowatt.server.app import ROUTES
from kilowatt.server.store import reserved_names
from tests.server.kit import run, serving, sqlite
from tests.server.people import enter, new_code, reserve, told

DISGUISES = ["Anna", "An\u115fna", "\u1160Anna", "Anna\u3164", "A\uffa0nna", "ᴀnna", "ɑnna", "Anná"]
TABLE = [SeatPlan("person", name="Somebody"), SeatPlan("open")]
AGAINST_A_BOT = [SeatPlan("person", name="Eve"), SeatPlan("bot", "random")]
SEATS = [{"kind": "person", "name": "{name}"}, {"kind": "bot", "level": "random"}]
BODIES: dict[str, Any] = {
    "/api/tables": {"ruleset": "recharged/germany", "seats": SEATS},
    "/api/quick": {"name": "{name}", "level": "random"},
    "/api/unpack": {"kilowatt": "game", "version": 1, "record": "", "seed": "0" * 64, "seats": SEATS},
    "/api/tables/{code:str}/join": {"name": "{name}"},
    "/api/tables/{code:str}/fork": {"seq": 1, "seats": SEATS},
    "/api/profile": {"name": "{name}"},
    "/api/groups": {"name": "Friday", "member": "{name}"},
    "/api/groups/join": {"link": "{link}", "member": "{name}"},
    "/api/bots": {"name": "{name}"},
    "/api/tables/{code:str}/bot": {"token": "{token}", "name": "{name}"},
    "/api/groups/{group:str}/tables": {"ruleset": "recharged/germany", "seats": SEATS},
    "/api/tournaments/{tournament:str}/enter": {"name": "{name}"},
    "/api/groups/{group:str}/standing": {
        "name": "Club",
        "ruleset": "recharged/germany",
        "seats": [{"kind": "open"}, {"kind": "bot", "level": "random", "name": "{name}"}],
    },
}
"""A body with a name for every route that takes one for somebody who plays."""
NO_NEW_NAMES = {
    "/api/groups/{group:str}/owner",
    "/api/groups/{group:str}/remove",
    "/api/profile/enter",
    "/api/tables/{code:str}/seats/{seat:int}",
}
"""Routes that name somebody who is there already, or a level of bots."""


def names_in(kind: inspect.Type) -> bool:
    """Return whether a body has a field for the name of a person or bot."""
    if isinstance(kind, inspect.StrType):
        return (kind.min_length, kind.max_length) == (1, NAME_LENGTH)
    if isinstance(kind, inspect.StructType):
        return any(names_in(field.type) for field in kind.fields)
    if isinstance(kind, inspect.UnionType):
        return any(map(names_in, kind.types))
    return isinstance(kind, inspect.CollectionType) and names_in(kind.item_type)


def takes_a_name(handler: HTTPRouteHandler) -> bool:
    """Return whether a route's body has a field for a name."""
    body = get_type_hints(handler.fn).get("data")
    return body is not None and names_in(inspect.type_info(body))


def filled(body: Any, **values: str) -> Any:
    """Put values into the texts of a body."""
    if isinstance(body, dict):
        return {key: filled(value, **values) for key, value in body.items()}
    if isinstance(body, list):
        return [filled(value, **values) for value in body]
    return body.format(**values) if isinstance(body, str) else body


def test_every_route_that_takes_a_name_is_tried() -> None:
    """A new route with a name in its body belongs into the table above."""
    paths = {path for handler in ROUTES if takes_a_name(handler) for path in handler.paths}
    assert paths == set(BODIES) | NO_NEW_NAMES


@pytest.mark.parametrize("disguise", DISGUISES)
def test_letters_that_show_nothing_or_look_alike_make_no_other_name(disguise: str) -> None:
    """Every disguise looks like the reserved name."""
    assert skeleton(plain_name(disguise)) == skeleton("Anna")


def test_a_reserved_name_is_refused_on_every_route(tmp_path: Path) -> None:
    """Nobody else gets the name, or one that looks like it, at a table, in a group or as a profile."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as anna, Client(server.url) as eve:
            await reserve(anna, "Anna")
            group = await told(eve, "", MakeGroup("Friday", "Eve"))
            waiting = (await anna.create(CreateTable("recharged/germany", TABLE))).table.code
            playing = (await eve.create(CreateTable("recharged/germany", AGAINST_A_BOT))).table.code
            free = (await eve.create(CreateTable("recharged/germany", TABLE))).table.code
            token = (await eve.make_bot_token(MakeBotToken("Robo", table=free))).token
            places = {"fork": playing, "bot": free}
            for path, body in BODIES.items():
                where = path.replace("{code:str}", places.get(path.rpartition("/")[2], waiting))
                where = where.replace("{group:str}", group.id).replace("{tournament:str}", group.id)
                for name in DISGUISES:
                    with pytest.raises(ServerSaidNo, match="name_reserved"):
                        await eve.request("POST", where, filled(body, name=name, link=group.link, token=token))

    run(check())


def test_a_name_that_nobody_uses_is_free_again(tmp_path: Path) -> None:
    """After the days of the setting a name without table, group, rating or new device is freed; others stay."""

    async def check() -> None:
        async with AsyncExitStack() as stack:
            server = await stack.enter_async_context(serving(sqlite(tmp_path)))
            store, settings = server.server.store, server.server.settings
            plays, meets, signs, squats = [await stack.enter_async_context(Client(server.url)) for _ in range(4)]
            for client, name in ((plays, "Plays"), (meets, "Meets"), (signs, "Signs"), (squats, "Squats")):
                await reserve(client, name)
            await plays.create(CreateTable("recharged/germany", AGAINST_A_BOT))
            await told(meets, "", MakeGroup("Friday", "Meets"))
            async with store.engine.begin() as connection:
                await connection.execute(text("update profiles set made = made - 31 * 86400"))
            await enter(await stack.enter_async_context(Client(server.url)), await new_code(signs))
            settings.keep_names = 0
            assert (await retention.run(store, settings)).names == 0
            settings.keep_names = 30
            assert (await retention.run(store, settings)).names == 1
            names = {row.name for row in await reserved_names.listed(store, 10)}
            assert names == {"Plays", "Meets", "Signs"}
            assert (await reserve(plays, "Squats")).profile.name == "Squats"
            assert await reserved_names.delete_one(store, skeleton("MEETS"))
            assert not await reserved_names.delete_one(store, skeleton("MEETS"))

    run(check())
