"""The standing of a tournament: points by place, tie-breaks, and what counts where a table has no result. No database.

Equal points: more wins, then more points of the opponents met, then the places in the last game that all equal players
played; players who are still equal share the rank. A bye has the points of a first place and is no win. At a table that
was abandoned everybody shares all places, without a win. A player who resigned is last at the table, without points.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import msgspec

from kilowatt.server.groups.league import Game, Placed, grouped, last_meeting, points_of
from kilowatt.server.tournaments.pairing import pair

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

PLANNED, PLAYING, DONE, ABANDONED, BYE = "planned", "playing", "done", "abandoned", "bye"


class Sat(msgspec.Struct):
    """A player at a table; the place once the game is over."""

    entrant: int
    place: int = 0
    resigned: bool = False


class Table(msgspec.Struct):
    """A table of a round, or a bye."""

    round: int
    number: int
    state: str
    code: str | None
    sat: list[Sat]

    @property
    def settled(self) -> bool:
        """Whether nothing more happens at it."""
        return self.state in (DONE, ABANDONED, BYE)


class Row(msgspec.Struct):
    """A player in the standing."""

    entrant: int
    rank: int = 0
    points: float = 0.0
    wins: int = 0
    opponents: float = 0.0
    """The points of all players met, each meeting counted."""
    rounds: dict[int, float] = {}


def gained(table: Table, points: Sequence[int]) -> dict[int, float]:
    """Return the points of everybody at a settled table."""
    if table.state == BYE:
        return {sat.entrant: float(points[0]) for sat in table.sat}
    if table.state == ABANDONED:
        places = [Placed(str(sat.entrant), 1) for sat in table.sat]
        return {sat.entrant: points_of(points, places, places[0]) for sat in table.sat}
    seats = [Placed(str(sat.entrant), sat.place, sat.resigned) for sat in table.sat]
    return {sat.entrant: points_of(points, seats, seat) for sat, seat in zip(table.sat, seats, strict=True)}


def standings(entrants: Iterable[int], tables: Sequence[Table], points: Sequence[int]) -> list[Row]:
    """Return the players by rank, from the settled tables."""
    rows = {entrant: Row(entrant, rounds={}) for entrant in entrants}
    settled = [table for table in tables if table.settled]
    for table in settled:
        for entrant, worth in gained(table, points).items():
            rows[entrant].rounds[table.round] = worth
            rows[entrant].points += worth
        if table.state == DONE:
            for sat in table.sat:
                rows[sat.entrant].wins += sat.place == 1 and not sat.resigned
    for (one, other), times in meetings(settled).items():
        rows[one].opponents += rows[other].points * times
        rows[other].opponents += rows[one].points * times
    games = [
        Game(table.round, table.round, [Placed(str(sat.entrant), sat.place) for sat in table.sat])
        for table in sorted(settled, key=lambda table: table.round)
        if table.state == DONE
    ]
    return _ranked(rows, games)


def _ranked(rows: dict[int, Row], games: Sequence[Game]) -> list[Row]:
    def key(entrant: str) -> tuple[float, ...]:
        row = rows[int(entrant)]
        return -row.points, -row.wins, -row.opponents

    ordered: list[Row] = []
    for equal in grouped(map(str, rows), key):
        meeting = last_meeting(equal, games)
        for tied in grouped(equal, lambda entrant: (meeting.get(entrant, 0),)):  # noqa: B023 - called at once
            rank = len(ordered) + 1
            for entrant in sorted(map(int, tied)):
                rows[entrant].rank = rank
                ordered.append(rows[entrant])
    return ordered


def meetings(tables: Iterable[Table]) -> dict[tuple[int, int], int]:
    """Count how often two players sat at one table."""
    met: dict[tuple[int, int], int] = {}
    for table in tables:
        for one, other in combinations([sat.entrant for sat in table.sat], 2):
            met[pair(one, other)] = met.get(pair(one, other), 0) + 1
    return met


def byes(tables: Iterable[Table]) -> dict[int, int]:
    """Count the byes of everybody who has had one."""
    counted: dict[int, int] = {}
    for table in tables:
        if table.state == BYE:
            for sat in table.sat:
                counted[sat.entrant] = counted.get(sat.entrant, 0) + 1
    return counted
