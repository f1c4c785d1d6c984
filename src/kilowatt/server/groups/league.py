"""The league table of a group: points by place, round by round, from the group's finished games. No database.

Points of a shared place are the mean of the places that are shared. A player who resigned has none. Of several games in
one round the best counts. Equal points: more wins first, then the places in the last game in which all of them played;
members who are still equal share the rank.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

POINTS = (8, 5, 3, 2, 1, 0)
"""Points by place, where a group has not chosen others."""
DAY = 86400.0


class Placed(msgspec.Struct, frozen=True):
    """What one seat reached in a finished game."""

    device: str
    """"" for a bot."""
    place: int
    resigned: bool = False


class Game(msgspec.Struct, frozen=True):
    """A finished game."""

    made: float
    """When its table was made, which decides the round."""
    ended: float
    seats: list[Placed]


class Season(msgspec.Struct, frozen=True):
    """So many rounds of so many days; a table belongs to the round in which it was made."""

    number: int
    name: str
    began: float
    days: int
    rounds: int
    points: list[int]
    ended: float | None = None
    """When the next season began, if that was before the end."""

    @property
    def until(self) -> float:
        """When the season ends."""
        planned = self.began + self.days * DAY * self.rounds
        return planned if self.ended is None else min(planned, self.ended)

    def round_at(self, at: float) -> int | None:
        """Return the round at a time, counted from 0; None before and after the season."""
        return int((at - self.began) // (self.days * DAY)) if self.began <= at < self.until else None


class Standing(msgspec.Struct):
    """What a member has reached."""

    games: int = 0
    wins: int = 0
    points: float = 0.0
    rounds: dict[int, float] = {}
    """Round -> the points of its best game."""
    won: set[int] = set()
    """Rounds whose best game was won."""
    rank: int = 0


def points_of(points: Sequence[int], seats: Sequence[Placed], seat: Placed) -> float:
    """Return the points of a seat in a game: of a shared place the mean of those that are shared."""
    if seat.resigned:
        return 0.0
    shared = sum(other.place == seat.place for other in seats)
    worth = [points[place] if place < len(points) else 0 for place in range(seat.place - 1, seat.place - 1 + shared)]
    return sum(worth) / shared


def table(
    games: Iterable[Game], members: Iterable[str], season: Season | None
) -> tuple[list[tuple[str, Standing]], int]:
    """Return the members' standings by rank, and how many games count; without a season every game is a round."""
    standings = {device: Standing(rounds={}, won=set()) for device in members}
    points = season.points if season is not None else POINTS
    counted: list[Game] = []
    for number, game in enumerate(sorted(games, key=lambda game: game.ended)):
        where = number if season is None else season.round_at(game.made)
        if where is None:
            continue
        counted.append(game)
        for seat in game.seats:
            if seat.device in standings:
                _add(standings[seat.device], where, points_of(points, game.seats, seat), _won(seat))
    for standing in standings.values():
        standing.points = sum(standing.rounds.values())
    played = {device: standing for device, standing in standings.items() if standing.games}
    return ranked(played, counted), len(counted)


def _won(seat: Placed) -> bool:
    return seat.place == 1 and not seat.resigned


def _add(standing: Standing, where: int, gained: float, won: bool) -> None:  # noqa: FBT001 - private
    standing.games += 1
    standing.wins += won
    if where not in standing.rounds or gained > standing.rounds[where]:
        standing.rounds[where] = gained
        standing.won.discard(where)
    if won and gained == standing.rounds[where]:
        standing.won.add(where)


def ranked(standings: Mapping[str, Standing], games: Sequence[Game]) -> list[tuple[str, Standing]]:
    """Order members by points, wins and the last game that all equal ones played, and write their ranks."""

    def key(device: str) -> tuple[float, ...]:
        return -standings[device].points, -standings[device].wins

    rows: list[tuple[str, Standing]] = []
    for equal in grouped(standings, key):
        meeting = last_meeting(equal, games)
        for tied in grouped(equal, lambda device: (meeting.get(device, 0),)):  # noqa: B023 - called at once
            rank = len(rows) + 1
            for device in sorted(tied):
                standings[device].rank = rank
                rows.append((device, standings[device]))
    return rows


def grouped(devices: Iterable[str], key: Callable[[str], tuple[float, ...]]) -> list[list[str]]:
    """Return devices in the order of a key, those with the same one together."""
    by_key: dict[tuple[float, ...], list[str]] = {}
    for device in devices:
        by_key.setdefault(key(device), []).append(device)
    return [by_key[value] for value in sorted(by_key)]


def last_meeting(devices: Sequence[str], games: Sequence[Game]) -> dict[str, int]:
    """Return the places in the last game in which all of these played; empty if there is none."""
    if len(devices) > 1:
        for game in reversed(games):
            places = {seat.device: seat.place for seat in game.seats if seat.device in devices}
            if len(places) == len(devices):
                return places
    return {}
