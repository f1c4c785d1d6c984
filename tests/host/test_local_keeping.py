"""What one device stores of its tables: read without replaying, checked when it is opened, joined with a file."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from kilowatt.host.local import LocalHost
from tests.host.kit import Device

QUICK = {"ruleset": "recharged/germany", "seats": 3, "level": "easy", "name": "Ann"}


def begun(device: Device, moves: int) -> str:
    """Begin a game and play a few moves; return its code."""
    code: str = device.ask("POST", "/api/quick", QUICK)["table"]["code"]
    device.open(code)
    played(device, code, moves)
    return code


def played(device: Device, code: str, moves: int, choice: int | None = None) -> None:
    """Play so many moves of the person: any, or those at this place of the menu."""
    for _ in range(moves):
        device.think()
        device.act(code, choice)
    device.think()


def changed(raw: bytes, **change: Any) -> bytes:
    """Return a stored table with other fields."""
    return msgspec.json.encode(msgspec.json.decode(raw) | change)


def test_a_stored_table_is_listed_without_replaying_it_and_plays_on() -> None:
    """At the start only the heads are made; a table's record is replayed when it is opened."""
    device = Device()
    code = begun(device, 2)
    again = Device()
    again.host.load(device.stored[code])
    listed = again.ask("GET", "/api/tables?filter=mine")["tables"]
    assert again.host.tables.kept[code].asleep
    for one in (listed[0], shown := device.ask("GET", "/api/tables?filter=mine")["tables"][0]):
        one.pop("clock")
        for seat in one["seats"]:
            seat.pop("present", None)
    assert listed == [shown]
    assert again.open(code)["type"] == "welcome"
    played(again, code, 1)


def test_a_table_whose_bot_is_to_move_is_awoken_for_it() -> None:
    """A device that was closed while a bot thought goes on with that bot, without anybody opening the table."""
    device = Device()
    code = begun(device, 0)
    while device.host.tables.find(code).room.game.actor == 0:  # type: ignore[union-attr]
        device.act(code)
    again = Device()
    again.host.load(device.stored[code])
    assert again.think() > 0


def test_a_table_that_cannot_be_replayed_is_named_and_taken_out() -> None:
    """A record with a wrong entry is refused with the reason when it is opened; the others stay."""
    device = Device()
    good, bad = begun(device, 1), begun(device, 1)
    plain = msgspec.json.decode(device.stored[bad])
    wrong = changed(device.stored[bad], record=[*plain["record"][:-1], plain["record"][1]])
    host = LocalHost()
    host.load(device.stored[good])
    host.load(wrong)
    status, body = host.request("GET", f"/api/tables/{bad}")
    assert (status, msgspec.json.decode(body)["code"]) == (409, "damaged")
    assert [*host.damaged()] == [bad]
    assert host.damaged() == {}
    assert [*host.tables.kept] == [good]
    assert host.open(good)


def test_of_a_game_in_a_file_what_was_played_further_counts() -> None:
    """A file brings what is new, never takes anything away, and of two ways to go on both stay."""
    device = Device()
    code = begun(device, 1)
    early = device.stored[code]
    other = Device()
    assert other.host.take(early)
    other.open(code)
    played(other, code, 2, choice=0)
    later = other.stored[code]
    played(device, code, 1, choice=-1)
    mine = device.stored[code]
    assert not device.host.take(mine)
    assert not device.host.take(early)
    assert device.host.tables.kept[code].lines == msgspec.json.decode(mine)["record"][1:]
    # both were played on: the other way comes under a code of its own, once
    assert device.host.take(later)
    assert not device.host.take(later)
    assert len(device.host.tables.kept) == 2
    fresh = Device()
    fresh.host.take(early)
    assert fresh.host.take(later)
    assert fresh.host.tables.kept[code].lines == msgspec.json.decode(later)["record"][1:]


def test_a_game_of_a_file_is_checked_before_it_is_taken() -> None:
    """What comes from elsewhere is replayed at once: a wrong record changes nothing."""
    device = Device()
    code = begun(device, 1)
    plain = msgspec.json.decode(device.stored[code])
    wrong = changed(device.stored[code], record=[*plain["record"][:-1], plain["record"][1]])
    host = LocalHost()
    with pytest.raises(ValueError, match=r"."):
        host.take(wrong)
    assert not host.tables.kept
