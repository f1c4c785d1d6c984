"""Exports: the record of a table, without the amounts that its game still hides."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from kilowatt.engine import knowledge
from kilowatt.host.errors import Denied
from kilowatt.table.record import HIDDEN

if TYPE_CHECKING:
    from kilowatt.host.room import Room

AMOUNTS = ("bid", "amount")
"""Fields of an action that state money."""


def shown_record(room: Room, entries: list[str]) -> list[str]:
    """Return the lines of a table's record; without amounts while its game hides money.

    Whoever replays such a record with the amounts has every seat's cash. The header says what is left out, so that no
    program takes it for a whole record.
    """
    header = room.row.header
    if header is None or room.game is None:
        raise Denied("waiting")
    if room.game.over or not knowledge.hides_money(room.game.state):
        return [header, *entries]
    first = {**msgspec.json.decode(header), HIDDEN: ["money"]}
    return [_written(first), *[_without_amounts(line) for line in entries]]


def _without_amounts(line: str) -> str:
    entry = msgspec.json.decode(line)
    if "action" not in entry:
        return line
    entry["action"] = {name: value for name, value in entry["action"].items() if name not in AMOUNTS}
    return _written(entry)


def _written(plain: object) -> str:
    return msgspec.json.encode(plain).decode()
