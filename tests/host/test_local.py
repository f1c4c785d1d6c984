"""One device without a server: whole games, storing in the middle, what needs a server, and bad input."""

from __future__ import annotations

import random

import msgspec
import pytest

from kilowatt.editions.compose import compose
from kilowatt.host.local import LocalHost
from kilowatt.table.playout import playout
from kilowatt.table.record import parse
from kilowatt.table.verify import verify_record
from tests.host.kit import Device
from tests.server.test_real_table import lines_of
from tests.tiers import some_quick
from tools.sheet_games import Writer

QUICK = {"ruleset": "recharged/germany", "seats": 3, "level": "easy", "name": "Ann"}


def test_a_whole_game_alone_is_a_record_that_can_be_verified() -> None:
    """A game against bots goes to its end, its record replays, and its curves have a point for each round."""
    device = Device()
    code = device.ask("POST", "/api/quick", {**QUICK, "ruleset": "card-game", "level": "random"})["table"]["code"]
    assert device.open(code)["type"] == "welcome"
    device.play_out(code)
    status, record = device.host.request("GET", f"/api/tables/{code}/record")
    assert status == 200
    assert verify_record(parse(record.decode().splitlines())).good
    table = device.ask("GET", f"/api/tables/{code}")
    assert table["state"] == "over"
    assert len(device.ask("GET", f"/api/tables/{code}/curves")["points"]) == table["round"]
    assert [one["code"] for one in device.ask("GET", "/api/tables")["tables"]] == [code]


def test_a_device_that_is_closed_in_mid_game_goes_on_from_what_it_stored() -> None:
    """What was stored after each change is the same game in a new host: table, view, undo, and the same end."""
    device = Device()
    code = device.ask("POST", "/api/quick", QUICK)["table"]["code"]
    before = device.open(code)
    for _ in range(3):
        device.think()
        device.act(code)
    device.think()
    again = Device()
    assert again.host.load(device.stored[code]) == code
    shown = [one.open(code) for one in (device, again)]
    for one in shown:
        for part in (one["table"], one["view"]):
            part.pop("clock")
        one["table"].pop("touched")
    assert shown[0] == shown[1]
    assert before["view"]["seq"] < shown[1]["view"]["seq"]
    again.act(code)


def test_a_damaged_table_is_refused_and_the_others_stay() -> None:
    """A stored table that is cut off, lacks an entry or is something else gives a reason, and changes nothing."""
    device = Device()
    code = device.ask("POST", "/api/quick", QUICK)["table"]["code"]
    good = device.stored[code]
    plain = msgspec.json.decode(good)
    short = {**plain, "record": plain["record"][:-1]}
    for bad in (b"", good[:-20], b"[]", b'{"kilowatt":"table"}', msgspec.json.encode(short)):
        host = LocalHost()
        with pytest.raises(ValueError, match=r"."):
            host.load(bad)
        assert not host.tables.kept


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/api/tables/ABCD/join", {}),
        ("GET", "/api/groups", None),
        ("GET", "/api/nothing", None),
        ("POST", "/api/tables", {"ruleset": "recharged/germany", "seats": [{"kind": "person"}, {"kind": "open"}]}),
    ],
)
def test_what_needs_people_says_so(method: str, path: str, body: object) -> None:
    """Requests that make no sense alone are answered by one code, in both languages."""
    device = Device()
    assert device.ask(method, path, body, status=501)["code"] == "needs_server"
    _, german = device.host.request(method, path, msgspec.json.encode(body), "de")
    assert "Server" in msgspec.json.decode(german)["text"]


def test_a_bot_that_fails_is_replaced() -> None:
    """A thinker that is stopped again and again costs a turn nothing: a simpler bot plays, then chance."""
    device = Device()
    code = device.ask("POST", "/api/quick", QUICK)["table"]["code"]
    device.open(code)
    while device.host.tables.find(code).room.game.actor == 0:  # type: ignore[union-attr]
        device.act(code)
    asked = []
    for _ in range(2):
        question = msgspec.json.decode(device.host.question() or b"null")
        asked.append(question["ask"]["bot"])
        device.host.give_up(question["id"])
    before = device.host.tables.find(code).room.row.seq
    device.host.question()
    assert asked[1] == "simple"
    assert device.host.tables.find(code).room.row.seq > before


def test_finished_games_are_listed_with_place_and_opponents() -> None:
    """A game that was played to its end stands in the own list; one that goes on does not."""
    device = Device()
    code = device.ask("POST", "/api/quick", {**QUICK, "ruleset": "card-game", "level": "random"})["table"]["code"]
    device.ask("POST", "/api/quick", QUICK)
    assert device.ask("GET", "/api/history")["games"] == []
    device.open(code)
    device.play_out(code)
    (game,) = device.ask("GET", "/api/history")["games"]
    assert (game["code"], game["ruleset"]) == (code, "card-game")
    assert [seat.get("you", False) for seat in game["seats"]].count(True) == 1
    assert sorted([seat["kind"] for seat in game["seats"]]) == ["bot", "bot", "person"]


def test_a_real_table_is_written_down_and_corrected_on_the_device() -> None:
    """Lines of a game on a real board become a record; one is taken back by a new host, from what was stored."""
    device = Device()
    seats = [{"kind": "person", "name": name} for name in ("Ann", "Ben", "Cleo")]
    table = {"ruleset": "original/germany", "seats": seats, "real": True}
    code = device.ask("POST", "/api/tables", table)["table"]["code"]
    device.open(code)
    room = device.host.tables.find(code).room
    lines, _ = lines_of(5)
    for number, line in enumerate(lines[:30]):
        change = {"at": number, "line": msgspec.to_builtins(line), "insert": True}
        said = device.say(_write(f"w{number}", room.row.seq, number, change))
        assert said[0]["type"] == "done", said[0]
    seq, before = room.row.seq, device.say({"type": "sheet"})[0]
    assert msgspec.json.decode(msgspec.json.encode(lines[:30])) == [row["line"] for row in before["lines"]]
    again = Device()
    again.host.load(device.stored[code])
    again.open(code)
    assert again.say({"type": "sheet"})[0] == before
    assert again.say(_write("back", seq, 30, {"at": 29, "line": None, "insert": False}))[0]["type"] == "done"
    assert len(again.say({"type": "sheet"})[0]["lines"]) == 29
    assert again.say(_write("old", seq, 30, {"at": 29, "line": None, "insert": False}))[0]["type"] == "refused"


SEVERAL = ["card-game", "original/korea", "original/japan", "original/australia", "original/manhattan"]


@pytest.mark.parametrize("ruleset", some_quick([*SEVERAL, "original/india", "deluxe/europe", "recharged/usa"], 3))
def test_a_real_table_of_every_kind_is_written_down_on_the_device(ruleset: str) -> None:
    """A whole random game, card by card and line by line, is written on a device without a server to its very end."""
    rules = compose(ruleset, 2, {})
    end, _, record = playout(rules, random.Random(4), logged=True)
    lines = Writer(rules, results=True).write(record.actions())
    device = Device()
    seats = [{"kind": "person", "name": name} for name in ("Ann", "Ben")]
    code = device.ask("POST", "/api/tables", {"ruleset": ruleset, "seats": seats, "real": True})["table"]["code"]
    device.open(code)
    room = device.host.tables.find(code).room
    for number, line in enumerate(lines):
        change = {"at": number, "line": msgspec.to_builtins(line), "insert": True}
        said = device.say({**_write(f"w{number}", room.row.seq, number, change), "final": True})
        assert said[0]["type"] == "done", (number, line, said[0])
    table = device.ask("GET", f"/api/tables/{code}")
    assert table["state"] == "over"
    assert table["result"] == msgspec.to_builtins(end.result)


def _write(key: str, expect: int, lines: int, change: dict[str, object]) -> dict[str, object]:
    return {"type": "write", "key": key, "expect": expect, "lines": lines, "changes": [change]}
