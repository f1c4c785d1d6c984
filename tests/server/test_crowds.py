"""Crowds and floods: what one client or address may keep the server busy with is bounded, and it hears why."""

import asyncio
import contextlib
import json
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

import kilowatt
from kilowatt.client import Client
from kilowatt.host.deciding import UNDOS_MOST
from kilowatt.host.game import live
from kilowatt.host.game.stored import header_of, stored_entries
from kilowatt.protocol import CreateTable
from kilowatt.server.http import sockets
from kilowatt.server.http.gate import _cookie
from kilowatt.server.identity import COOKIE, neighbourhood, new_token
from kilowatt.server.limits import LIMITS
from tests.server.kit import plain_http, run, serving, sqlite
from tests.server.seats import THREE, TWO, refused


def test_cookies_of_other_programs_do_not_hide_ours(tmp_path: Path) -> None:
    """A device keeps its seats whatever cookies other programs on the same host have set."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann:
            code = (await ann.create(CreateTable("recharged/germany", TWO))).table.code
            for other in ('prefs={"dark":true,"n":[1, 2]}', "a b=c", '"', "=;=", f"{COOKIE}=short"):
                async with plain_http(server.url) as http:
                    headers = {"cookie": f"{other}; {COOKIE}={ann.token}; last=1"}
                    answer = await http.get(f"/api/tables/{code}", headers=headers)
                    assert answer.json()["yours"] == [0]
                    assert "set-cookie" not in answer.headers

    run(check())
    assert _cookie(f"x={COOKIE}={new_token()}") is None


def test_one_customer_of_ipv6_is_one_address() -> None:
    """All addresses of a /64 share their limits; IPv4 ones count one by one, however they are written."""
    assert neighbourhood("2001:db8:1:2:3:4:5:6") == neighbourhood("2001:db8:1:2::9") != neighbourhood("2001:db8::9")
    assert neighbourhood("::ffff:192.0.2.7") == "192.0.2.7"
    assert neighbourhood("not an address") == "not an address"


def test_a_socket_closed_for_nonsense_says_so(tmp_path: Path) -> None:
    """After so much that is no message the socket is closed with a code and a reason."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann:
            code = (await ann.create(THREE)).table.code
            socket = f"{server.url.replace('http', 'ws', 1)}/api/tables/{code}/socket"
            async with connect(socket, proxy=None) as noisy:
                for _ in range(sockets.NONSENSE_MOST + 1):
                    await noisy.send("nonsense")
                with contextlib.suppress(ConnectionClosed):
                    async for answer in noisy:
                        assert json.loads(answer)["code"] == "bad_message"
                assert noisy.close_code == sockets.TOO_MANY
                assert noisy.close_reason

    run(check())


def test_an_address_has_only_so_many_sockets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One socket too many is refused by code and closed; when another closes there is room again."""
    monkeypatch.setitem(LIMITS, "sockets", LIMITS["sockets"]._replace(burst=3.0))

    async def check() -> None:
        async with serving(sqlite(tmp_path), limits=1.0) as server, Client(server.url) as ann:
            code = (await ann.create(THREE)).table.code
            socket = f"{server.url.replace('http', 'ws', 1)}/api/tables/{code}/socket"
            open_ones = [await connect(socket, proxy=None) for _ in range(3)]
            for one in open_ones:
                await one.send('{"type":"ping"}')
                await one.recv()
            async with connect(socket, proxy=None) as late:
                assert json.loads(await late.recv())["code"] == "too_many"
                with pytest.raises(ConnectionClosed):
                    await late.recv()
            await open_ones.pop().close()
            async with ann.sit(code) as seat:
                await seat.ping()
            for one in open_ones:
                await one.close()

    run(check())


def test_an_address_waits_for_only_so_many_hints(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many devices it makes up, one address does not fill the queue before everybody's bots."""
    monkeypatch.setitem(LIMITS, "hints_waiting", LIMITS["hints_waiting"]._replace(burst=2.0))

    async def check() -> None:
        async with serving(sqlite(tmp_path), limits=10.0) as server:
            go_on = asyncio.Event()
            real = server.server.thinker.advise

            async def later(*args: object) -> object:
                await go_on.wait()
                return await real(*args)  # type: ignore[arg-type]

            server.server.thinker.advise = later  # type: ignore[method-assign,assignment]
            devices = [Client(server.url) for _ in range(3)]
            seats = []
            for device in devices:
                code = (await device.create(CreateTable("recharged/germany", THREE.seats))).table.code
                seats.append(await device.sit(code).__aenter__())
            asked = [asyncio.create_task(seat.hint()) for seat in seats[:2]]
            for seat in seats:
                await seat.ping()
            assert (await refused(seats[2].hint())).code == "too_many"
            go_on.set()
            assert all(hint.advice is not None for hint in await asyncio.gather(*asked))
            assert (await seats[2].hint()).advice is not None
            for seat, device in zip(seats, devices, strict=True):
                await seat.__aexit__(None, None, None)
                await device.__aexit__(None, None, None)

    run(check())


def test_a_record_has_only_so_many_undos(tmp_path: Path) -> None:
    """A record with as many undos as a game may have is taken in, one with more is refused."""
    table = kilowatt.Table(kilowatt.ruleset("recharged/germany", 3), seed=3)
    move = table.legal_actions()[0]
    lines = table.record().lines()
    table.play(move)
    first, again = len(lines) - 1, kilowatt.to_dict(move)

    def going_back(times: int) -> str:
        longer = list(lines)
        for _ in range(times):
            longer.append(json.dumps({"seq": len(longer), "action": again}))
            longer.append(json.dumps({"seq": len(longer), "undo": first}))
        return "\n".join(longer)

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann:
            taken = await ann.import_record(going_back(UNDOS_MOST))
            assert taken.table.seq == first + 2 * UNDOS_MOST
            assert (await refused(ann.import_record(going_back(UNDOS_MOST + 1)))).code == "bad_record"

    run(check())
    kept = live.LiveGame(header_of(lines[0]), None)
    entries = stored_entries(going_back(50).split("\n")[1:])
    for _ in live.replaying(kept, entries):
        pass
    assert kept.window.standing == first
