"""A running game moves from a server to a device and back: the same record, seats and bots, dealt by the same seed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from kilowatt import protocol as wire
from kilowatt.client import Client
from kilowatt.table.record import Record, parse
from kilowatt.table.verify import verify_record
from tests.host.kit import Device
from tests.server.kit import run, serving, sqlite
from tests.server.seats import refused

ALONE = wire.CreateTable(
    "recharged/germany",
    [wire.SeatPlan("person", None, "Ann"), wire.SeatPlan("bot", "economist"), wire.SeatPlan("bot", "random")],
)


def record_of(device: Device, code: str) -> list[str]:
    """Return the lines of a game of a device."""
    kept = device.host.tables.find(code)
    return [kept.header, *kept.lines]


def played(device: Device, moves: int) -> str:
    """Begin a game on a device, play some decisions, and return its code."""
    code: str = device.ask("POST", "/api/tables", ALONE)["table"]["code"]
    device.open(code)
    for _ in range(moves):
        device.think()
        device.act(code)
    return code


def test_a_game_moves_to_a_server_and_back_and_is_dealt_as_promised(tmp_path: Path) -> None:
    """After both moves the record begins as it was; played to its end, every card is the one the first seed deals."""

    async def check() -> None:
        device = Device()
        before = record_of(device, code := played(device, 6))
        packed = device.ask("POST", f"/api/tables/{code}/pack")
        async with serving(sqlite(tmp_path), bot_pause=60.0) as server, Client(server.url) as ann:
            there = await ann.unpack(msgspec.convert(packed, wire.MovedGame))
            assert there.table.yours == [0]
            assert [(seat.kind, seat.name, seat.level) for seat in there.table.seats] == [
                (seat["kind"], seat["name"], seat["level"])
                for seat in device.ask("GET", f"/api/tables/{code}")["seats"]
            ]
            assert (await ann.record(there.table.code)).split() == [word for line in before for word in line.split()]
            back = await ann.pack(there.table.code)
        assert back == msgspec.convert(packed, wire.MovedGame)
        home = Device()
        again: str = home.ask("POST", "/api/unpack", back)["table"]["code"]
        assert record_of(home, again) == before
        home.open(again)
        home.play_out(again)
        ended: Record = parse(record_of(home, again))
        assert record_of(home, again)[: len(before)] == before
        verdict = verify_record(ended)
        assert verdict.good
        assert "The seed is the one whose hash the header gave." in verdict.lines

    run(check())


def test_a_decision_can_be_taken_back_after_a_move() -> None:
    """What the player could take back before the move can be taken back after it."""
    device = Device()
    code = played(device, 3)
    room = device.host.tables.find(code).room
    # until a decision of the player's own turn leaves the turn with the player
    while room.undo_depth(0) == 0:
        device.think()
        device.act(code)
    home = Device()
    again: str = home.ask("POST", "/api/unpack", device.ask("POST", f"/api/tables/{code}/pack"))["table"]["code"]
    assert home.host.tables.find(again).room.undo_depth(0) == room.undo_depth(0)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"seed": "00" * 32}, "bad_record"),
        ({"seats": [{"kind": "bot"}] * 3}, "bad_request"),
        ({"seats": [{"kind": "person"}] * 2}, "bad_request"),
        ({"seats": [{"kind": "person"}, {"kind": "open"}, {"kind": "bot"}]}, "bad_request"),
        ({"seats": [{"kind": "person"}, {"kind": "bot", "level": "none"}, {"kind": "bot"}]}, "bad_level"),
        ({"version": 2}, "bad_request"),
        ({"record": "nonsense"}, "bad_record"),
    ],
)
def test_what_was_changed_on_the_way_is_refused(change: dict[str, Any], code: str) -> None:
    """A game with another seed, other seats or a damaged record is not taken in, and nothing is left of it."""
    device = Device()
    packed = device.ask("POST", f"/api/tables/{played(device, 2)}/pack")
    home = Device()
    home.ask("POST", "/api/unpack", packed)
    assert home.ask("POST", "/api/unpack", {**packed, **change}, status=400)["code"] == code
    assert len(home.host.tables.kept) == 1


def test_a_changed_move_is_refused() -> None:
    """A record in which one decision is another is not taken in."""
    device = Device()
    packed = device.ask("POST", f"/api/tables/{played(device, 2)}/pack")
    lines = packed["record"].split("\n")
    at = next(number for number, line in enumerate(lines) if '"by":"player"' in line)
    wrong = lines[:at] + [line.replace('"seat":0', '"seat":1') for line in lines[at : at + 1]] + lines[at + 1 :]
    assert (
        Device().ask("POST", "/api/unpack", {**packed, "record": "\n".join(wrong)}, status=400)["code"] == "bad_record"
    )


def test_what_is_not_one_persons_alone_stays() -> None:
    """A lesson, a challenge, and a game that is over stay where they are."""
    device = Device()
    lesson = device.ask("POST", "/api/quick", {"lesson": "first", "name": "Ann"})["table"]["code"]
    assert device.ask("POST", f"/api/tables/{lesson}/pack", status=409)["code"] == "stays_here"
    code = device.ask("POST", "/api/quick", {"level": "random", "name": "Ann"})["table"]["code"]
    device.ask("POST", f"/api/tables/{code}/resign", {})
    assert device.ask("POST", f"/api/tables/{code}/pack", status=409)["code"] == "over"


def test_nobody_else_sits_down_at_a_game_that_has_moved(tmp_path: Path) -> None:
    """With others at the table a game does not move; once it was packed its seat is not offered to others any more."""

    async def check() -> None:
        async with (
            serving(sqlite(tmp_path), bot_pause=60.0) as server,
            Client(server.url) as ann,
            Client(server.url) as bob,
        ):
            two = wire.CreateTable("recharged/germany", [wire.SeatPlan("person", None, "Ann"), wire.SeatPlan("open")])
            shared = (await ann.create(two)).table.code
            assert (await refused(ann.pack(shared))).code == "waiting"
            await bob.join(shared, "Bob")
            assert (await refused(ann.pack(shared))).code == "not_alone"
            own = (await ann.create(ALONE)).table.code
            assert (await refused(bob.pack(own))).code == "no_seat"
            packed = await ann.pack(own)
            for code in (own, (await ann.unpack(packed)).table.code):
                assert (await refused(ann.change_seat(code, 0, wire.ChangeSeat("open")))).code == "has_moved"
            await ann.request("POST", f"/api/tables/{own}/delete")

    run(check())
