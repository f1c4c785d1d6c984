"""Signing in by a code: to the profile that is named, never into a rival's hands, and back again within a day."""

import asyncio
import json
import random
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from sqlalchemy import text

from kilowatt.client import Client, Gone, ServerSaidNo, TableSocket
from kilowatt.host import timekeeping
from kilowatt.protocol import CreateTable, JoinTable, MakeGroup, SeatPlan
from kilowatt.server import retention
from tests.server.kit import Running, later, play_on, run, serving, sqlite
from tests.server.people import TWO, agree, enter, new_code, reserve, seen, shown, switch, told
from tests.server.postgres import Cluster

AGAINST_A_BOT = CreateTable("recharged/germany", [SeatPlan("person", name="Bo"), SeatPlan("bot", "random")])
PAIR = CreateTable("recharged/germany", [SeatPlan("person", name="Bo"), SeatPlan("open")])
Clients = Callable[[], Awaitable[Client]]


def serve(path: Path, check: Callable[[Running, Clients], Awaitable[None]], **settings: float) -> None:
    """Run a check against a server, with as many devices as it wants."""

    async def work() -> None:
        async with AsyncExitStack() as stack:
            server = await stack.enter_async_context(serving(sqlite(path), **settings))

            async def client() -> Client:
                return await stack.enter_async_context(Client(server.url))

            await check(server, client)

    run(work())


def test_the_profile_is_named_before_anything_is_merged(tmp_path: Path) -> None:
    """The first answer names the profile and how many tables come along; only with that name the code is used up."""

    async def check(_: Running, client: Clients) -> None:
        anna, bob = await client(), await client()
        await reserve(anna, "Anna")
        await bob.create(AGAINST_A_BOT)
        wish = {"code": await new_code(anna), "label": "Phone"}
        for named in ({}, {"profile": "Bob"}):
            with pytest.raises(ServerSaidNo, match="sign_in_as") as caught:
                await bob.request("POST", "/api/profile/enter", {**wish, **named})
            assert caught.value.details == {"name": "Anna", "tables": 1}
            assert await anna.tables() == []
        await bob.request("POST", "/api/profile/enter", {**wish, "profile": "Anna"})
        assert len(await anna.tables()) == 1

    serve(tmp_path, check)


@pytest.mark.parametrize(
    ("plan", "why"),
    [
        (PAIR, "merge_same_table"),
        (CreateTable("recharged/germany", PAIR.seats, {"money": "hidden"}), "merge_same_table"),
    ],
)
def test_nobody_gets_a_rivals_seat_by_a_code(tmp_path: Path, plan: CreateTable, why: str) -> None:
    """Two who sit at one table, waiting or playing, do not become one person by a sign-in."""

    async def check(_: Running, client: Clients) -> None:
        rival, victim = await client(), await client()
        await reserve(rival, "Rival")
        code = (await victim.create(plan)).table.code
        await rival.join(code, "Rival")
        with pytest.raises(ServerSaidNo, match=why):
            await enter(victim, await new_code(rival))
        assert (await victim.table(code)).yours == [0]
        assert (await rival.table(code)).yours == [1]

    serve(tmp_path, check)


def test_a_seat_with_hidden_money_stays_with_its_device(tmp_path: Path) -> None:
    """A device that plays with hidden money signs in elsewhere only when the game is over."""

    async def check(_: Running, client: Clients) -> None:
        friend, victim, third = await client(), await client(), await client()
        await reserve(friend, "Friend")
        code = (await victim.create(CreateTable("recharged/germany", PAIR.seats, {"money": "hidden"}))).table.code
        await third.join(code, "Third")
        with pytest.raises(ServerSaidNo, match="merge_hidden"):
            await enter(victim, await new_code(friend))

    serve(tmp_path, check)


def test_a_rated_game_is_not_left_for_a_fresh_profile(tmp_path: Path) -> None:
    """In mid-game a rated player's device cannot become somebody else's: the loss counts where the game began."""

    async def check(_: Running, client: Clients) -> None:
        anna, bob, fresh = await client(), await client(), await client()
        await agree(anna, "Anna")
        await agree(bob, "Bob")
        await reserve(fresh, "Fresh")
        code = (await anna.create(CreateTable("card-game", TWO, rated=True))).table.code
        await bob.join(code, "Bob")
        with pytest.raises(ServerSaidNo, match="merge_rated"):
            await enter(bob, await new_code(fresh))
        assert (await shown(bob)).name == "Bob"

    serve(tmp_path, check)


async def cut_off(seat: TableSocket) -> None:
    """Wait until the server has closed a socket."""
    async with asyncio.timeout(10):
        while True:
            await seat.ping()


async def a_sign_in_is_undone(_: Running, client: Clients) -> None:
    """Sign a device with a profile of its own in elsewhere, and take everything back."""
    rival, victim, phone = await client(), await client(), await client()
    await reserve(rival, "Rival")
    await reserve(victim, "Victim")
    await switch(victim, public=True)
    await enter(phone, await new_code(victim))
    code = (await victim.create(AGAINST_A_BOT)).table.code
    group = await told(victim, "", MakeGroup("Friday", "Victim"))
    assert (await shown(victim)).undo is None
    await enter(victim, await new_code(rival))
    assert (await shown(victim)).name == (await shown(phone)).name == "Rival"
    assert [table.code for table in await rival.tables()] == [code]
    with pytest.raises(ServerSaidNo, match="name_reserved"):
        await reserve(rival, "Victim")
    later(23 * 3600)
    assert (await shown(victim)).undo is not None
    await victim.request("POST", "/api/profile/undo", {})
    for mine in (victim, phone):
        view = await shown(mine)
        assert (view.name, view.public, view.recovery_left) == ("Victim", True, 4)
        assert [table.code for table in await mine.tables()] == [code]
    assert await rival.tables() == []
    assert (await victim.table(code)).owner
    assert (await seen(victim, group.id)).owner
    with pytest.raises(ServerSaidNo, match="no_sign_in"):
        await victim.request("POST", "/api/profile/undo", {})
    async with victim.sit(code) as seat:
        assert await play_on(seat, random.Random(1), 1) == 1


def test_a_sign_in_is_undone_for_a_day(tmp_path: Path) -> None:
    """A device gets back its seats, tables, groups, profile and further devices; the other has nothing of it."""
    base = timekeeping.TIME._base
    serve(tmp_path, a_sign_in_is_undone)
    timekeeping.TIME._base = base


@pytest.mark.postgres
def test_a_sign_in_is_undone_for_a_day_on_postgres(postgres: Cluster) -> None:
    """The same on PostgreSQL."""
    base = timekeeping.TIME._base

    async def work() -> None:
        async with AsyncExitStack() as stack:
            server = await stack.enter_async_context(serving(postgres.database()))

            async def client() -> Client:
                return await stack.enter_async_context(Client(server.url))

            await a_sign_in_is_undone(server, client)

    run(work())
    timekeeping.TIME._base = base


def test_after_a_day_a_sign_in_is_for_good(tmp_path: Path) -> None:
    """Then nothing can be undone, and what was kept for it is deleted with the name of the merged profile."""
    base = timekeeping.TIME._base

    async def check(server: Running, client: Clients) -> None:
        anna, bob = await client(), await client()
        await reserve(anna, "Anna")
        await reserve(bob, "Bob")
        await enter(bob, await new_code(anna))
        later(25 * 3600)
        with pytest.raises(ServerSaidNo, match="no_sign_in"):
            await bob.request("POST", "/api/profile/undo", {})
        await retention.run(server.server.store, server.server.settings)
        async with server.server.engine.connect() as connection:
            assert (await connection.execute(text("select count(*) from merges"))).scalar_one() == 0
        assert (await reserve(anna, "Bob")).profile.name == "Bob"

    serve(tmp_path, check)
    timekeeping.TIME._base = base


def test_a_deletion_takes_nothing_that_another_device_brought_lately(tmp_path: Path) -> None:
    """Whoever deletes everything gives other devices back what they brought along within the last day."""

    async def check(_: Running, client: Clients) -> None:
        rival, victim = await client(), await client()
        await reserve(rival, "Rival")
        code = (await victim.create(AGAINST_A_BOT)).table.code
        await enter(victim, await new_code(rival))
        await rival.request("POST", "/api/profile/delete", {})
        assert (await victim.table(code)).yours == [0]
        assert (await victim.table(code)).seats[0].name == "Bo"

    serve(tmp_path, check)


def test_a_shared_seat_survives_the_deletion_by_one_of_its_devices(tmp_path: Path) -> None:
    """A device that has a seat by its restore code and deletes everything gives up its own hold on it alone."""

    async def check(_: Running, client: Clients) -> None:
        player, guest = await client(), await client()
        made = await player.create(AGAINST_A_BOT)
        code = made.table.code
        body = JoinTable(restore=made.restore["0"])
        await guest.request("POST", f"/api/tables/{code}/join", body)
        assert (await guest.table(code)).yours == [0]
        answer = json.loads(await guest.request("POST", "/api/profile/delete", {}))
        assert answer == {"seats": 0}
        table = await player.table(code)
        assert (table.yours, table.seats[0].name) == ([0], "Bo")
        async with player.sit(code) as seat:
            assert await play_on(seat, random.Random(1), 1) == 1

    serve(tmp_path, check)


def test_devices_and_passkeys_are_listed_and_ended(tmp_path: Path) -> None:
    """Any device of a person signs another one out, the first one too; its token and its open sockets end."""

    async def check(_: Running, client: Clients) -> None:
        laptop, phone, tablet = await client(), await client(), await client()
        await reserve(laptop, "Anna")
        code = (await laptop.create(AGAINST_A_BOT)).table.code
        for one in (phone, tablet):
            await enter(one, await new_code(laptop))
        rows = (await shown(phone)).devices
        assert [(row.label, row.here) for row in rows] == [("", False), ("Phone", True), ("Phone", False)]
        assert len({row.id for row in rows}) == 3
        async with laptop.sit(code) as first, tablet.sit(code) as third:
            for row in (rows[2], rows[0]):
                await phone.request("POST", "/api/profile/end", {"id": row.id})
            for seat in (first, third):
                with pytest.raises(Gone):
                    await cut_off(seat)
        for gone in (laptop, tablet):
            assert await gone.tables() == []
            assert (await shown(gone)).name is None
        view = await shown(phone)
        assert (view.name, [row.here for row in view.devices], view.recovery_left) == ("Anna", [True], 4)
        async with phone.sit(code) as seat:
            assert await play_on(seat, random.Random(1), 1) == 1
        with pytest.raises(ServerSaidNo, match="no_such_device"):
            await phone.request("POST", "/api/profile/end", {"id": rows[2].id})
        stranger = await client()
        with pytest.raises(ServerSaidNo, match="no_such_device"):
            await stranger.request("POST", "/api/profile/end", {"id": view.devices[0].id})

    serve(tmp_path, check)


def test_signing_out_ends_the_first_device_too(tmp_path: Path) -> None:
    """A copy of the first device's token is worth nothing after it has signed out; a recovery code brings all back."""

    async def check(server: Running, client: Clients) -> None:
        laptop = await client()
        codes = (await reserve(laptop, "Anna")).recovery
        code = (await laptop.create(AGAINST_A_BOT)).table.code
        copied = laptop.token
        await laptop.request("POST", "/api/profile/leave", {})
        async with Client(server.url, copied) as thief:
            assert await thief.tables() == []
            assert (await shown(thief)).name is None
        await enter(laptop, codes[0])
        assert [table.code for table in await laptop.tables()] == [code]

    serve(tmp_path, check)


async def codes_are_good_once(one: Running, two: Running) -> None:
    """Enter by the same code at two servers at the same moment, again and again."""
    async with AsyncExitStack() as stack:
        anna = await stack.enter_async_context(Client(one.url))
        recovery = (await reserve(anna, "Anna")).recovery
        for code in [await new_code(anna), *recovery]:
            phones = [await stack.enter_async_context(Client(server.url)) for server in (one, two)]
            answers = await asyncio.gather(
                *(phone.request("POST", "/api/profile/enter", {"code": code, "profile": "Anna"}) for phone in phones),
                return_exceptions=True,
            )
            refused = [answer for answer in answers if isinstance(answer, ServerSaidNo)]
            assert [error.code for error in refused] == ["bad_code"], answers


@pytest.mark.postgres
def test_two_processes_take_a_code_once(postgres: Cluster) -> None:
    """A one-time code and every recovery code sign in one device, also when two processes are asked at once."""

    async def check() -> None:
        url = postgres.database()
        async with serving(url) as one, serving(url) as two:
            await codes_are_good_once(one, two)

    run(check())


@pytest.mark.postgres
def test_a_sign_out_ends_sockets_at_another_process(postgres: Cluster) -> None:
    """A device that is signed out at one process loses its seat and its socket at the other at once."""

    async def check() -> None:
        url = postgres.database()
        async with serving(url) as one, serving(url) as two, Client(one.url) as laptop, Client(two.url) as phone:
            await reserve(laptop, "Anna")
            code = (await laptop.create(AGAINST_A_BOT)).table.code
            await enter(phone, await new_code(laptop))
            async with phone.sit(code) as seat:
                row = next(row for row in (await shown(laptop)).devices if not row.here)
                await laptop.request("POST", "/api/profile/end", {"id": row.id})
                with pytest.raises(Gone):
                    await cut_off(seat)
            assert await phone.tables() == []

    run(check())
