"""Both homes of a table answer the same: a real server over HTTP and its socket, and a device without one."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from websockets.asyncio.client import ClientConnection, connect

from kilowatt.editions.board_file import board_of, plain
from kilowatt.editions.board_writing import board_text
from kilowatt.host import codes
from kilowatt.server.thinking import pool
from tests.boards.board_kit import small
from tests.host.kit import Device
from tests.server.kit import plain_http, run, serving, sqlite
from tests.server.test_real_table import lines_of

SEED = "17" * 32
CHANGING = {"at", "clock", "created", "touched", "restore", "fork_of", "code", "deal", "id", "rematch", "sharing"}
"""What differs between two homes, or between two moments: ids and times, and whether boards are shared."""
MOST_MOVES = 12

BOARD = board_of("small", small())
SMALL = plain(BOARD)
BOARDS = (SMALL, plain(board_of("cut", small(connections=small()["connections"][1:-1]))), {"areas": 3})
"""A board that was drawn, one whose cities do not hang together, and something else."""
CITIES = "name,area,x,y\nArn,North,120,140\nBel,North,330,90\nCam,South,250,270\n"
ALONE = [{"kind": "person", "name": "Ann"}, {"kind": "bot", "bot": "simple"}]

REQUESTS: list[tuple[str, str, Any]] = [
    ("GET", "/api/rulesets", None),
    ("GET", "/api/levels", None),
    ("GET", "/api/challenges", None),
    ("GET", "/api/puzzles", None),
    ("GET", "/api/puzzles/0", None),
    ("GET", "/api/puzzles/0?lang=de", None),
    ("GET", "/api/puzzles/100000", None),
    ("POST", "/api/puzzles/0/quote", {"type": "quote", "id": "q"}),
    ("POST", "/api/puzzles/0/answer", {"actions": []}),
    ("GET", "/api/rulesets/recharged/germany/board?seats=3", None),
    ("GET", "/api/rulesets/card-game/board", None),
    ("GET", "/api/rulesets/recharged/nowhere/board", None),
    ("GET", "/api/rules/recharged/germany?seats=5&lang=de", None),
    ("GET", "/api/catalogue/de", None),
    ("GET", "/api/catalogue/xx", None),
    ("GET", "/api/workshop/copy?ruleset=recharged/germany", None),
    ("GET", "/api/workshop/copy?ruleset=card-game", None),
    ("GET", "/api/workshop", None),
    *(("POST", f"/api/workshop/{what}", {"board": board}) for what in ("check", "file", "board") for board in BOARDS),
    ("POST", "/api/workshop/board", {"board": SMALL, "seats": 2}),
    ("POST", "/api/workshop/board", {"board": SMALL, "seats": 7}),
    ("POST", "/api/workshop/open", {"text": board_text(BOARD)}),
    ("POST", "/api/workshop/open", {"text": "no board"}),
    ("POST", "/api/workshop/open", {"text": CITIES, "kind": "csv", "title": "List"}),
    ("GET", "/api/boards", None),
    ("GET", "/api/gallery", None),
    ("POST", "/api/tables", {"ruleset": "custom", "seats": ALONE, "options": {"board": {}}}),
    ("POST", "/api/tables", {"ruleset": "custom", "seats": ALONE, "options": {"board": SMALL}}),
    ("POST", "/api/tables", {"ruleset": "custom", "seats": ALONE, "options": {}}),
    ("POST", "/api/quick", {"ruleset": "custom", "seats": 3, "options": {"board": SMALL}}),
    ("GET", "/api/tables/ABCDEFGH", None),
    ("POST", "/api/quick", {"ruleset": "recharged/nowhere"}),
    ("POST", "/api/quick", {"seats": 9}),
    ("POST", "/api/quick", {"challenge": "none"}),
    ("POST", "/api/quick", {"lesson": "first", "name": "Ann"}),
    ("POST", "/api/quick", {"challenge": "auction", "name": "Ann"}),
    ("POST", "/api/import", {"record": "nonsense"}),
    ("POST", "/api/import", {"record": "x", "more": 1}),
]


def less(plain: Any) -> Any:
    """Return an answer without what differs between two homes."""
    if isinstance(plain, dict):
        return {name: less(value) for name, value in plain.items() if name not in CHANGING}
    return [less(one) for one in plain] if isinstance(plain, list | tuple) else plain


def named(plain: Any, there: str, here: str) -> Any:
    """Return an answer about a table as if it had another code."""
    return msgspec.json.decode(msgspec.json.encode(plain).replace(there.encode(), here.encode()))


async def answer(http: httpx.AsyncClient, method: str, path: str, body: Any) -> tuple[int, Any]:
    """Ask a server."""
    got = await http.request(method, path, json=body) if body is not None else await http.request(method, path)
    return got.status_code, msgspec.json.decode(got.content) if got.content else None


def local(device: Device, method: str, path: str, body: Any) -> tuple[int, Any]:
    """Ask a device."""
    status, raw = device.host.request(method, path, b"" if body is None else msgspec.json.encode(body))
    device.store()
    return status, msgspec.json.decode(raw) if raw else None


def test_requests_are_answered_alike(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rules, boards, puzzles, the workshop, sentences and refusals of bad input are the same in both homes."""
    monkeypatch.setattr(codes, "new_seed", lambda: SEED)

    async def check() -> None:
        device = Device()
        async with serving(sqlite(tmp_path)) as server, plain_http(server.url) as http:
            for method, path, body in REQUESTS:
                theirs, ours = await answer(http, method, path, body), local(device, method, path, body)
                assert ours[0] == theirs[0], path
                if ours[0] == 400 and (ours[1]["code"], theirs[1]["code"]) == ("bad_request", "bad_request"):
                    assert ours[1]["args"]["field"] == theirs[1]["args"]["field"], path
                else:
                    assert less(ours[1]) == less(theirs[1]), path

    run(check())


class Talk:
    """A conversation over a server's socket."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.view: dict[str, Any] = {}

    async def hear(self, wanted: set[str], asked: Any = None) -> dict[str, Any]:
        """Return the next message of these types; views are kept."""
        heard = []
        try:
            async with asyncio.timeout(60):
                while True:
                    message: dict[str, Any] = msgspec.json.decode(await self.socket.recv())
                    self.view = message.get("view") or self.view
                    if message["type"] in wanted:
                        return message
                    heard.append(message["type"])
        except TimeoutError:
            raise AssertionError(f"{asked}: {wanted} did not come, but {heard}") from None

    async def until(self, seq: int) -> None:
        """Wait for an entry."""
        while self.view["seq"] < seq:
            await self.hear({"update"})


def conversation(device: Device, code: str) -> list[tuple[Any, dict[str, Any] | None, int]]:
    """Play a while on a device: each message, its answer if any, and the entry at which it waits for a person again."""
    room = device.host.tables.find(code).room
    said: list[tuple[Any, dict[str, Any] | None, int]] = []

    def say(message: dict[str, Any]) -> None:
        before, first = len(device.heard), device.say(message)
        device.think()
        after = device.heard[before:]
        said.append((message, first[0] if first else after[0] if after else None, room.row.seq))

    for number in range(MOST_MOVES):
        assert room.game is not None
        moves = [row.at(0) for rows in device_menu(device, code).values() for row in rows]
        expect = room.game.seq
        say({"type": "quote", "id": f"q{number}", "why": True})
        say({"type": "act", "key": f"s{number}", "expect": expect + 1, "action": msgspec.to_builtins(moves[-1])})
        say({"type": "act", "key": f"a{number}", "expect": expect, "action": msgspec.to_builtins(moves[-1])})
    say({"type": "act", "key": "bad", "expect": room.row.seq, "action": {"type": "pass", "seat": 1}})
    say({"type": "undo", "key": "u", "expect": room.row.seq})
    say({"type": "history", "id": "h", "upto": 5})
    say({"type": "entries", "id": "e", "before": 9})
    say({"type": "auto", "orders": {"run_best": True}})
    say({"type": "state", "id": "st"})
    say({"type": "state", "id": "st", "seat": 1})
    say({"type": "proxy", "order": {"limit": 12, "then": "ask"}})
    say({"type": "proxy", "order": None, "seat": 2})
    say({"type": "orders", "plan": {"fuel": "run", "price": 4}})
    say({"type": "hint", "id": "hint"})
    say({"type": "sheet"})
    say({"type": "propose", "id": "pr", "seat": 0, "amount": 5})
    say({"type": "write", "key": "w", "expect": 1, "lines": 0, "changes": []})
    say({"type": "look", "visible": "yes"})
    say({"type": "back", "seat": 1})
    say({"type": "read", "upto": -1})
    say({"type": "nonsense"})
    say({"type": "ping", "id": "p"})
    return said


def device_menu(device: Device, code: str) -> dict[str, Any]:
    """Return what the acting seat may do."""
    from kilowatt.engine import game

    live = device.host.tables.find(code).room.game
    assert live is not None
    return game.options(live.state).choices


MINE = "/api/tables?filter=mine"
AFTERWARDS: list[tuple[str, str, Any]] = [
    ("GET", "", None),
    ("GET", "/board", None),
    ("GET", "/rules", None),
    ("GET", "/curves", None),
    ("GET", "/review", None),
    ("GET", "/review/0/line", None),
    ("POST", "/fork", {"seq": 8}),
    ("POST", "/fork", {"seq": 10_000}),
    ("POST", "/rematch", None),
    ("POST", "/leave", {"seat": 1}),
    ("POST", "/leave", {}),
    ("POST", "/agree", {"agree": False}),
    ("POST", "/agree", {"agree": True}),
    ("POST", "/resign", {}),
    ("GET", "/review", None),
    ("POST", "/rematch", None),
    ("POST", "/delete", None),
    ("GET", "/record", None),
]
"""Requests about a table that was played at, in order."""


@pytest.mark.parametrize(
    "ruleset",
    [
        "recharged/germany",
        pytest.param("card-game", marks=pytest.mark.thorough),
        pytest.param("original/korea", marks=pytest.mark.thorough),
    ],
)
def test_a_conversation_at_a_table_is_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ruleset: str) -> None:
    """The same deal, moves, undo, quotes and refusals give the same answers, views and records; so do forks of them."""
    monkeypatch.setattr(codes, "new_seed", lambda: SEED)
    # on a busy machine a bot of the server may be late, and another would play for it
    monkeypatch.setattr(pool, "GRACE", 60.0)
    table = {"ruleset": ruleset, "seats": 3, "level": "simple", "name": "Ann"}

    async def check() -> None:
        device = Device()
        async with serving(sqlite(tmp_path)) as server, plain_http(server.url) as http:
            ours, theirs = local(device, "POST", "/api/quick", table), await answer(http, "POST", "/api/quick", table)
            assert less(ours) == less(theirs)
            code, there = ours[1]["table"]["code"], theirs[1]["table"]["code"]
            welcome = device.open(code)
            device.think()
            begun = device.host.tables.find(code).room.row.seq
            said = conversation(device, code)
            cookie = "; ".join(f"{name}={value}" for name, value in http.cookies.items())
            address = f"{server.url.replace('http', 'ws', 1)}/api/tables/{there}/socket"
            async with connect(address, proxy=None, additional_headers={"cookie": cookie}) as socket:
                talk = Talk(socket)
                await socket.send(msgspec.json.encode({"type": "hello"}).decode())
                assert (await talk.hear({"welcome"})).keys() == welcome.keys()
                await talk.until(begun)
                for message, expected, seq in said:
                    await socket.send(msgspec.json.encode(message).decode())
                    if expected is None:
                        continue
                    got = await talk.hear({expected["type"], "refused"}, message)
                    assert less(got) == less(expected), message
                    await talk.until(seq)
                own = device.say({"type": "hello"})[0]["view"]
                await socket.send(msgspec.json.encode({"type": "hello"}).decode())
                assert less((await talk.hear({"welcome"}))["view"]) == less(own)
            records = [
                (await http.get(f"/api/tables/{there}/record")).text,
                device.host.request("GET", f"/api/tables/{code}/record")[1].decode(),
            ]
            lines = [[less(msgspec.json.decode(line)) for line in record.splitlines()] for record in records]
            assert lines[0] == lines[1]
            taken = local(device, "POST", "/api/import", {"record": records[0]})
            assert less(taken) == less(await answer(http, "POST", "/api/import", {"record": records[0]}))
            for method, path, body in AFTERWARDS:
                device.host.close(1)
                mine = local(device, method, f"/api/tables/{code}{path}", body)
                status, theirs_now = await answer(http, method, f"/api/tables/{there}{path}", body)
                assert less(mine) == less([status, named(theirs_now, there, code)]), path
            assert local(device, "GET", "/api/history", None) == await answer(http, "GET", "/api/history", None)
            # bots have played on at the server's
            listed = [local(device, "GET", MINE, None), await answer(http, "GET", MINE, None)]
            my_rows, their_rows = (
                [(row["ruleset"], len(row["seats"])) for row in tables["tables"]] for _, tables in listed
            )
            assert my_rows == their_rows

    run(check())


THREE = [{"kind": "person", "name": name} for name in ("Ann", "Ben", "Cleo")]
LINES = 20


def real_conversation() -> list[dict[str, Any]]:
    """Return the messages that write a game on a real board, correct it, and ask for what cannot be had."""
    lines, _ = lines_of(5)
    plain_lines = [msgspec.to_builtins(line) for line in lines[:LINES]]
    written: list[dict[str, Any]] = [
        {"lines": at, "changes": [{"at": at, "line": line, "insert": True}]} for at, line in enumerate(plain_lines)
    ]
    back = {"at": LINES - 1, "line": None, "insert": False}
    written += [
        {"lines": LINES, "changes": [back]},
        {"lines": LINES, "changes": [back]},
        {"lines": LINES - 1, "changes": [{"at": LINES + 5, "line": plain_lines[0], "insert": True}]},
        {"lines": LINES - 1, "changes": [{"at": 0, "line": {"type": "nothing"}, "insert": True}]},
    ]
    return [{"type": "write", "key": f"w{number}", **row} for number, row in enumerate(written)]


def test_a_game_on_a_real_board_is_written_alike(tmp_path: Path) -> None:
    """Lines that are written, taken back and refused are answered alike, and both sheets and records are the same."""
    table = {"ruleset": "original/germany", "seats": THREE, "real": True}

    async def check() -> None:
        device = Device()
        async with serving(sqlite(tmp_path)) as server, plain_http(server.url) as http:
            ours, theirs = local(device, "POST", "/api/tables", table), await answer(http, "POST", "/api/tables", table)
            assert less(ours) == less(theirs)
            code, there = ours[1]["table"]["code"], theirs[1]["table"]["code"]
            device.open(code)
            room = device.host.tables.find(code).room
            cookie = "; ".join(f"{name}={value}" for name, value in http.cookies.items())
            address = f"{server.url.replace('http', 'ws', 1)}/api/tables/{there}/socket"
            async with connect(address, proxy=None, additional_headers={"cookie": cookie}) as socket:
                talk = Talk(socket)
                await socket.send(msgspec.json.encode({"type": "hello"}).decode())
                await talk.hear({"welcome"})
                taken = 0
                for message in real_conversation():
                    message["expect"] = room.row.seq
                    wanted = device.say(message)[0]
                    await socket.send(msgspec.json.encode(message).decode())
                    got = await talk.hear({wanted["type"], "refused"}, message)
                    assert less(got) == less(wanted), message
                    taken += wanted["type"] == "done"
                    await talk.until(room.row.seq)
                assert taken == LINES + 1
                sheet = device.say({"type": "sheet"})[0]
                await socket.send(msgspec.json.encode({"type": "sheet"}).decode())
                # earlier ones are of single lines
                while (got := await talk.hear({"sheet"}))["first"] > 0 or len(got["lines"]) < LINES - 1:
                    continue
                assert less(got) == less(sheet)
            records = [
                (await http.get(f"/api/tables/{there}/record")).text,
                device.host.request("GET", f"/api/tables/{code}/record")[1].decode(),
            ]
            lines = [[less(msgspec.json.decode(line)) for line in record.splitlines()] for record in records]
            assert lines[0] == lines[1]

    run(check())


ABOUT_THE_PAST = ("", "/board", "/curves", "/review", "/review/0/line", "/review/1/line")


@pytest.mark.thorough
def test_a_finished_game_is_reviewed_alike(tmp_path: Path) -> None:
    """A record that both homes take in has the same curves and, once they have thought, the same whole review."""

    async def check() -> None:
        device, player = Device(), Device()
        quick = {"ruleset": "card-game", "seats": 2, "level": "random", "name": "Ann"}
        played = local(player, "POST", "/api/quick", quick)[1]["table"]["code"]
        player.open(played)
        player.play_out(played)
        record = player.host.request("GET", f"/api/tables/{played}/record")[1].decode()
        async with serving(sqlite(tmp_path)) as server, plain_http(server.url) as http:
            taken = {"record": record}
            ours, theirs = local(device, "POST", "/api/import", taken), await answer(http, "POST", "/api/import", taken)
            assert less(ours) == less(theirs)
            code, there = ours[1]["table"]["code"], theirs[1]["table"]["code"]
            local(device, "GET", f"/api/tables/{code}/review", None)
            assert device.think() > 1
            review = (await answer(http, "GET", f"/api/tables/{there}/review", None))[1]
            for _ in range(600):
                if review["ready"]:
                    break
                await asyncio.sleep(0.2)
                review = (await answer(http, "GET", f"/api/tables/{there}/review", None))[1]
            for path in ABOUT_THE_PAST:
                mine = local(device, "GET", f"/api/tables/{code}{path}", None)
                got, plain_answer = await answer(http, "GET", f"/api/tables/{there}{path}", None)
                if path == "/review":
                    # a server has the time to check a person's mistakes by more games
                    assert (mine[1].pop("proof"), plain_answer.pop("proof") > 0) == (0, True)
                assert less(mine) == less([got, named(plain_answer, there, code)]), path
            assert len(review["rows"]) > 10
            own, other = local(device, "GET", "/api/history", None), await answer(http, "GET", "/api/history", None)
            assert less(own) == less(other)

    run(check())
