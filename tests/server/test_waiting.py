"""Tables that wait for players: their owner removes people and changes what is played; none is left over."""

from pathlib import Path

import pytest

from kilowatt.client import Client, ServerSaidNo
from kilowatt.protocol import ClockPlan, CreateTable, SeatPlan
from tests.server.kit import run, serving, sqlite

THREE = [SeatPlan("person", name="Anna"), SeatPlan("open"), SeatPlan("open")]
CHANGE = {"ruleset": "recharged/usa", "clock": {"kind": "days", "days": 2}, "name": "Night train", "hints": False}


def test_the_owner_removes_a_stranger_before_the_start(tmp_path: Path) -> None:
    """A person whom the owner removes loses the seat and does not come back; nobody else can remove anybody."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as anna, Client(server.url) as bob:
            cleo = Client(server.url)
            async with cleo:
                code = (await anna.create(CreateTable("recharged/germany", THREE))).table.code
                await bob.join(code, "Bob")
                path = f"/api/tables/{code}/seats"
                for stranger in (bob, cleo):
                    with pytest.raises(ServerSaidNo, match="not_owner"):
                        await stranger.request("POST", f"{path}/0", {"do": "open"})
                await anna.request("POST", f"{path}/1", {"do": "open"})
                assert [seat.kind for seat in (await anna.table(code)).seats] == ["person", "open", "open"]
                assert (await bob.table(code)).yours == []
                with pytest.raises(ServerSaidNo, match="removed"):
                    await bob.join(code, "Bert")
                await cleo.join(code, "Cleo")

    run(check())


def test_the_owner_changes_what_a_waiting_table_plays(tmp_path: Path) -> None:
    """Board, clock, hints, name and visibility change for everybody, the seats stay; not after the start."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as anna, Client(server.url) as bob:
            code = (await anna.create(CreateTable("recharged/germany", THREE[:2]))).table.code
            path = f"/api/tables/{code}/change"
            with pytest.raises(ServerSaidNo, match="not_owner"):
                await bob.request("POST", path, CHANGE)
            for wrong, why in (
                ({**CHANGE, "ruleset": "recharged/mars"}, "no_ruleset"),
                ({**CHANGE, "options": {"money": "borrowed"}}, "bad_option"),
                ({**CHANGE, "clock": {"kind": "days"}}, "clock.days"),
                ({**CHANGE, "seats": []}, "bad_request"),
                ({**CHANGE, "options": {"board": {"x": ["y" * 10_000]}}}, "bad"),
            ):
                with pytest.raises(ServerSaidNo, match=why):
                    await anna.request("POST", path, wrong)
            async with anna.sit(code) as page:
                await anna.request("POST", path, CHANGE)
                await page.until(lambda: page.table is not None and page.table.ruleset == "recharged/usa")
            table = await bob.table(code)
            assert (table.name, table.hints, table.clock.kind, len(table.seats)) == ("Night train", False, "days", 2)
            await bob.join(code, "Bob")
            assert (await bob.table(code)).state == "playing"
            with pytest.raises(ServerSaidNo, match="begun"):
                await anna.request("POST", path, CHANGE)

    run(check())


def test_a_guest_who_leaves_does_not_take_the_owners_table_along(tmp_path: Path) -> None:
    """A table whose owner has no seat stays when the only person at it gets up."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as anna, Client(server.url) as bob:
            seats = [SeatPlan("open"), SeatPlan("open")]
            code = (await anna.create(CreateTable("recharged/germany", seats, visibility="public"))).table.code
            await bob.join(code, "Bob")
            await bob.request("POST", f"/api/tables/{code}/leave", {})
            assert (await anna.table(code)).owner

    run(check())


def test_a_table_that_everybody_has_left_is_gone(tmp_path: Path) -> None:
    """The last person who leaves a waiting table takes it along; an owner who leaves others hands it to one of them."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as anna, Client(server.url) as bob:
            asked = CreateTable("recharged/germany", THREE, clock=ClockPlan("days", days=1), visibility="public")
            code = (await anna.create(asked)).table.code
            await bob.join(code, "Bob")
            await anna.request("POST", f"/api/tables/{code}/leave", {})
            assert (await bob.table(code)).owner
            assert not (await anna.table(code)).owner
            assert [table.code for table in await anna.tables()] == []
            await bob.request("POST", f"/api/tables/{code}/leave", {})
            with pytest.raises(ServerSaidNo, match="no_table"):
                await anna.table(code)
            assert await anna.tables("open") == []

    run(check())
