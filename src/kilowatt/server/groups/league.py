"""The league table of a group: points by place, from the finished games at its tables. No database."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from kilowatt.server.ratings.skill import places

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from kilowatt.engine.results import Result
    from kilowatt.server.store.rows import SeatRow


class Standing(msgspec.Struct):
    """What a member has reached."""

    games: int = 0
    wins: int = 0
    points: float = 0.0


def points(ranks: Mapping[int, int], seat: int) -> float:
    """Return the points of a seat: one for every seat behind it, half a one for every seat that shares its place."""
    mine = ranks[seat]
    behind = sum(place > mine for place in ranks.values())
    shared = sum(place == mine for place in ranks.values()) - 1
    return behind + shared / 2


def add(table: dict[str, Standing], result: Result, seats: Iterable[SeatRow], holders: Mapping[int, set[str]]) -> None:
    """Add a finished game for the members at it; a player who resigned is last and shares no place with the others."""
    rows = list(seats)
    resigned = {row.seat for row in rows if row.away == "resigned"}
    ranks = places(result, resigned)
    for row in rows:
        for device in holders.get(row.seat, set()) & table.keys():
            standing = table[device]
            standing.games += 1
            standing.wins += ranks[row.seat] == 1 and row.seat not in resigned
            standing.points += 0.0 if row.seat in resigned else points(ranks, row.seat)
