"""Tournaments: rounds of tables by a stated system, their standing and their tables."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from kilowatt.protocol.fields import SEATS_MOST, Name, Wire
from kilowatt.protocol.group_messages import GroupName, PlacePoints
from kilowatt.protocol.table_messages import ClockPlan, check_options

TOURNAMENT_ROUNDS = 40
System = Literal["swiss", "round_robin"]


class MakeTournament(Wire):
    """Make a tournament. Players join until its organiser starts it."""

    name: GroupName
    ruleset: Annotated[str, msgspec.Meta(max_length=64)]
    system: System = "swiss"
    seats: Annotated[int, msgspec.Meta(ge=2, le=SEATS_MOST)] = 4
    """Players at a table; where the numbers do not fit, tables have fewer."""
    rounds: Annotated[int, msgspec.Meta(ge=0, le=TOURNAMENT_ROUNDS)] = 0
    """0: as many as a round robin needs; of a Swiss tournament 4."""
    options: dict[str, Any] = {}
    clock: ClockPlan = msgspec.field(default_factory=lambda: ClockPlan("days", days=2))
    hints: bool = False
    rated: bool = False
    points: Annotated[list[PlacePoints], msgspec.Meta(min_length=2, max_length=SEATS_MOST)] = msgspec.field(
        default_factory=lambda: [8, 5, 3, 2, 1, 0]
    )

    def __post_init__(self) -> None:
        """Bound the options, as for any table."""
        check_options(self.options)


class Enter(Wire):
    """Take part in a tournament, under a name; in a group's tournament your name there counts."""

    name: Name


class OfTable(Wire):
    """A table of a tournament."""

    round: Annotated[int, msgspec.Meta(ge=1, le=TOURNAMENT_ROUNDS)]
    number: Annotated[int, msgspec.Meta(ge=1, le=1000)]


class StandingOf(msgspec.Struct):
    """A player in the standing of a tournament."""

    rank: int
    name: str
    you: bool
    left: bool
    points: float
    wins: int
    opponents: float
    """The points of all players met: they decide between equal points and wins."""
    rounds: list[float | None]
    """The points of each round that has begun; null without a result yet."""


class SatView(msgspec.Struct):
    """A player at a table of a tournament; the place once the game is over."""

    name: str
    you: bool
    place: int | None
    points: float | None


class PairingView(msgspec.Struct):
    """A table of a round, or a bye."""

    number: int
    state: Literal["planned", "playing", "done", "abandoned", "bye"]
    code: str | None
    players: list[SatView]


class TournamentView(msgspec.Struct):
    """A tournament as its players and viewers see it."""

    id: str
    group: str | None
    """The group whose tournament it is; null: the host's."""
    name: str
    organiser: bool
    """The asking device may start it, begin rounds and close tables."""
    state: Literal["open", "starting", "playing", "over"]
    system: System
    seats: int
    rounds: int
    round: int
    """The round that runs, counted from 1; 0 before the start."""
    settled: bool
    """Every table of this round has a result."""
    points: list[int]
    ruleset: str
    title: str
    clock: ClockPlan
    rated: bool
    you: bool
    """The asking device takes part, and has not left."""
    standing: list[StandingOf]
    tables: list[list[PairingView]]
    """The tables of every round that has begun."""


class TournamentRow(msgspec.Struct):
    """A tournament in a list."""

    id: str
    name: str
    state: Literal["open", "starting", "playing", "over"]
    round: int
    rounds: int
    players: int
    ruleset: str
    title: str


class TournamentList(msgspec.Struct):
    """Tournaments, the newest first."""

    tournaments: list[TournamentRow]
