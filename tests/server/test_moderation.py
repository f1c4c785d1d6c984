"""Moderation: owners mute and remove, everybody hides and reports, and no crowd of watchers drowns a table's chat."""

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import text
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from kilowatt.client import Client, Gone, ServerSaidNo
from kilowatt.host.viewers import REMOVED
from kilowatt.protocol import CreateTable, Moderate, SeatPlan
from kilowatt.server.store import chats, quotas, reports
from kilowatt.server.store.chats import PLAYERS_KEPT, WATCHERS_KEPT, ChatRow
from kilowatt.server.tables.actions.joining import SEATS_PER_ADDRESS
from tests.server.kit import run, serving, sqlite
from tests.server.seats import THREE, TWO, device, refused, said, silenced


async def joining(url: str, codes: list[str], name: str) -> AsyncIterator[str]:
    """Join each table twice, as another device each time; give the code of each refusal, or nothing."""
    for number, code in enumerate(codes * 2):
        async with Client(url) as eve:
            try:
                await eve.join(code, f"{name} {number}")
                yield ""
            except ServerSaidNo as error:
                yield error.code


def test_watchers_cannot_push_out_the_players_chat(tmp_path: Path) -> None:
    """Players' and watchers' lines are kept apart, each up to its own limit, and other tables' are left alone."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann:
            store = server.server.store
            codes = [(await ann.create(THREE)).table.code for _ in range(2)]
            await chats.say(store, codes[1], ChatRow(0, 0, "A", "elsewhere", 0.0))
            await chats.say(store, codes[0], ChatRow(0, 0, "A", "first", 0.0))
            for number in range(130):
                await chats.say(store, codes[0], ChatRow(0, None, "", f"noise {number}", float(number)))
            kept = [line.text for line in await chats.recent(store, codes[0])]
            assert kept == ["first", *(f"noise {number}" for number in range(130 - WATCHERS_KEPT, 130))]
            for number in range(PLAYERS_KEPT):
                await chats.say(store, codes[0], ChatRow(0, 1, "B", str(number), float(number)))
            kept = [line.text for line in await chats.recent(store, codes[0]) if line.seat is not None]
            assert kept == [str(number) for number in range(PLAYERS_KEPT)]
            assert [line.text for line in await chats.recent(store, codes[1])] == ["elsewhere"]

    run(check())


def test_a_watcher_without_a_cookie_does_not_chat(tmp_path: Path) -> None:
    """Somebody whom nothing tells from the next one may watch, not write."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann, Client(server.url) as eve:
            code = (await ann.create(CreateTable("recharged/germany", TWO))).table.code
            async with eve.sit(code) as watcher:
                assert await silenced(watcher) == "no_device"
            await device(eve)
            async with eve.sit(code) as watcher:
                assert len(await said(watcher, "hello")) == 12

    run(check())


def test_one_address_chats_only_so_much(tmp_path: Path) -> None:
    """However many cookies it makes, one address writes no more than its limit."""

    async def check() -> None:
        async with serving(sqlite(tmp_path), limits=0.25) as server, Client(server.url) as ann:
            code = (await ann.create(CreateTable("recharged/germany", TWO))).table.code
            seen: list[str] = []
            for _ in range(6):
                async with Client(server.url) as eve, (await device(eve)).sit(code) as watcher:
                    watcher.on_message = lambda message, _: seen.append(
                        getattr(message, "code", type(message).__name__)
                    )
                    await watcher.chat("once")
                    await watcher.chat("twice")
                    await watcher.ping()
            assert seen.count("ChatMessage") == 5
            assert seen.count("too_many") == 7

    run(check())


def test_one_address_takes_only_so_many_public_seats(tmp_path: Path) -> None:
    """Joining is limited per address by rate and by number, and one device has one seat at a public table."""

    async def check() -> None:
        open_ones = [*[SeatPlan("open")] * 4, SeatPlan("person", name="Ann")]
        async with serving(sqlite(tmp_path), limits=0.5) as server, Client(server.url) as ann:
            asked = CreateTable("recharged/germany", open_ones, visibility="public")
            codes = [(await ann.create(asked)).table.code for _ in range(9)]
            refusals = [code async for code in joining(server.url, codes, "Eve")]
            # a few more than the limit, on a machine where it takes long
            assert 9 <= refusals.count("too_many") <= 12
            assert set(refusals) == {"too_many", ""}
        async with serving(sqlite(tmp_path), limits=1000.0) as server, Client(server.url) as bob:
            assert (await bob.join(codes[8], "Bob")).table.yours == [0]
            assert (await refused(bob.join(codes[8], "Bobby"))).code == "already_seated"
            assert "too_many_seats" in [code async for code in joining(server.url, codes, "Zoe")]
            mark = server.server.registry.address_mark("127.0.0.1")
            assert (await quotas.public_seats(server.server.store, bob.token or "", mark))[1] == SEATS_PER_ADDRESS

    run(check())


def test_the_owner_mutes_people(tmp_path: Path) -> None:
    """A muted player or watcher is told so and heard by nobody, also after a restart, until unmuted; others see it."""

    async def check() -> None:
        url = sqlite(tmp_path)
        async with serving(url) as server, Client(server.url) as ann, Client(server.url) as bob:
            code = (await ann.create(CreateTable("recharged/germany", TWO))).table.code
            await bob.join(code, "Bob")
            tokens = ann.token, bob.token
            async with bob.sit(code) as seat:
                assert await said(seat, "rude") == "seat-1"
                mute = Moderate("mute", "seat-1")
                assert (await refused(bob.moderate(code, mute))).code == "not_owner"
                assert (await ann.moderate(code, mute)).muted == ["seat-1"]
                assert await silenced(seat) == "muted"
        async with (
            serving(url) as server,
            Client(server.url, tokens[0]) as ann,
            Client(server.url, tokens[1]) as bob,
            bob.sit(code) as seat,
        ):
            assert seat.table is not None
            assert seat.table.muted == ["seat-1"]
            assert await silenced(seat) == "muted"
            assert (await ann.moderate(code, Moderate("unmute", "seat-1"))).muted == []
            await said(seat, "sorry")

    run(check())


def test_the_owner_closes_the_chat_to_watchers(tmp_path: Path) -> None:
    """With the chat closed people without a seat are refused, and players go on writing."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann, Client(server.url) as eve:
            code = (await ann.create(CreateTable("recharged/germany", TWO))).table.code
            async with (await device(eve)).sit(code) as watcher, ann.sit(code) as seat:
                assert (await ann.moderate(code, Moderate("close_chat"))).watchers_muted
                assert await silenced(watcher) == "watchers_muted"
                await said(seat, "ours")
                await ann.moderate(code, Moderate("open_chat"))
                await said(watcher, "thanks")

    run(check())


def test_the_owner_removes_a_watcher(tmp_path: Path) -> None:
    """A removed watcher is disconnected and not let in again, with a new cookie neither; players cannot be removed."""

    async def check() -> None:
        async with (
            serving(sqlite(tmp_path)) as server,
            Client(server.url) as ann,
            Client(server.url) as eve,
            Client(server.url) as again,
        ):
            code = (await ann.create(CreateTable("recharged/germany", TWO))).table.code
            assert (await refused(ann.moderate(code, Moderate("remove", "seat-0")))).code == "not_a_watcher"
            assert (await refused(ann.moderate(code, Moderate("remove")))).code == "bad_request"
            async with ann.sit(code) as seat:
                async with (await device(eve)).sit(code) as watcher:
                    who = await said(watcher, "spoiler")
                    await seat.until(lambda: seat.table is not None and seat.table.watching == [who])
                    assert watcher.table is not None
                    assert watcher.table.watching == []
                    await ann.moderate(code, Moderate("remove", who))
                    with pytest.raises(Gone) as caught:
                        await watcher.until(lambda: False)
                    assert caught.value.code == REMOVED
                for client in (eve, await device(again)):
                    socket = f"{server.url.replace('http', 'ws', 1)}/api/tables/{code}/socket"
                    cookie = {"cookie": f"kilowatt_device={client.token}"}
                    async with connect(socket, proxy=None, additional_headers=cookie) as closed:
                        assert json.loads(await closed.recv())["code"] == "removed"
                        with pytest.raises(ConnectionClosed):
                            await closed.recv()
                # the owner and players at the same address are not touched
                await seat.ping()
                assert seat.table is not None
                assert (await ann.table(code)).removed == [who]
                assert (await again.join(code, "Bob")).table.yours == [1]
                async with again.sit(code) as player:
                    await player.ping()
                await ann.moderate(code, Moderate("admit", who))
                async with eve.sit(code) as watcher:
                    await watcher.ping()

    run(check())


def test_anybody_hides_a_persons_chat_for_themselves(tmp_path: Path) -> None:
    """Hidden chat reaches the others and not the device that hides it, live, later and on its other connections."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann, Client(server.url) as eve:
            code = (await ann.create(CreateTable("recharged/germany", TWO))).table.code
            async with ann.sit(code) as seat, ann.sit(code) as other, (await device(eve)).sit(code) as watcher:
                who = await said(watcher, "one")
                assert (await seat.hide(who)).who == [who]
                await said(watcher, "two")
                await seat.ping()
                await other.ping()
                assert [line.text for line in seat.said] == [line.text for line in other.said] == ["one"]
                async with ann.sit(code) as later:
                    assert later.said == []
                assert (await seat.hide(who, hide=False)).who == []
                async with ann.sit(code) as later:
                    assert [line.text for line in later.said] == ["one", "two"]

    run(check())


def test_reports_keep_the_lines_they_mean(tmp_path: Path) -> None:
    """A report holds copies of its lines with their authors' hashes, and outlives the table."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann, Client(server.url) as eve:
            code = (await ann.create(CreateTable("recharged/germany", TWO))).table.code
            async with ann.sit(code) as seat, (await device(eve)).sit(code) as watcher:
                who = await said(watcher, "an insult")
                await seat.until(lambda: bool(seat.said))
                line = seat.said[0].id
            number = await ann.report(code, [line], "insulting\x00 me")
            assert (await refused(ann.report(code, [line + 7]))).code == "no_line"
            assert (await refused(ann.report(code, []))).code == "bad_request"
            store = server.server.store
            async with store.engine.begin() as connection:
                await connection.execute(text("delete from tables"))
            (kept,) = await reports.listed(store)
            assert (kept.id, kept.code, kept.reason) == (number, code, "insulting me")
            assert [(row.text, row.who) for row in kept.lines] == [("an insult", who)]
            assert kept.lines[0].device
            assert kept.lines[0].address
            assert await reports.close(store, number)
            assert await reports.listed(store) == []

    run(check())


def test_a_mute_follows_the_person(tmp_path: Path) -> None:
    """A muted watcher who takes a seat stays muted, so does a muted player who leaves it, and the next one is not."""

    async def check() -> None:
        async with (
            serving(sqlite(tmp_path)) as server,
            Client(server.url) as ann,
            Client(server.url) as eve,
            Client(server.url) as bob,
        ):
            code = (await ann.create(CreateTable("recharged/germany", [*TWO, SeatPlan("open")]))).table.code
            async with (await device(eve)).sit(code) as other:
                watcher = await said(other, "rude")
                await ann.moderate(code, Moderate("mute", watcher))
                await eve.join(code, "Eve")
                assert await silenced(other) == "muted"
                await ann.moderate(code, Moderate("unmute", watcher))
                await said(other, "sorry")
                await ann.moderate(code, Moderate("mute", "seat-1"))
                await eve.leave(code)
                assert await silenced(other) == "muted"
            await bob.join(code, "Bob", seat=1)
            async with bob.sit(code) as seat:
                await said(seat, "hello")

    run(check())


def test_rematches_and_forks_keep_mutes(tmp_path: Path) -> None:
    """Whoever was muted or removed at a table is so at its rematch and forks, and the chat stays closed to watchers."""

    async def check() -> None:
        async with (
            serving(sqlite(tmp_path)) as server,
            Client(server.url) as ann,
            Client(server.url) as bob,
            Client(server.url) as eve,
        ):
            code = (await ann.create(CreateTable("recharged/germany", TWO))).table.code
            await bob.join(code, "Bob")
            async with (await device(eve)).sit(code) as watcher:
                eves = await said(watcher, "rude")
            for asked in (Moderate("mute", "seat-1"), Moderate("mute", eves)):
                await ann.moderate(code, asked)
            forked = (await ann.fork(code, 1)).table.code
            await ann.agree(code)
            await bob.agree(code)
            await ann.rematch(code)
            again = (await bob.rematch(code)).table.code
            for other in (forked, again):
                async with bob.sit(other) as second, eve.sit(other) as third:
                    assert await silenced(second) == "muted"
                    assert await silenced(third) == "muted"
            for asked in (Moderate("close_chat"), Moderate("remove", eves)):
                await ann.moderate(code, asked)
            last = (await ann.fork(code, 1)).table
            assert last.watchers_muted
            with pytest.raises(Gone):
                async with eve.sit(last.code) as third:
                    await third.ping()

    run(check())
