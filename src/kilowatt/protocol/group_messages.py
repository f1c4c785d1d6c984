"""Groups: members, standing tables that are started with one press, and a league table of the group's games."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from kilowatt.protocol.fields import Name, Secret, Wire
from kilowatt.protocol.table_messages import ClockPlan, SeatPlan, TableView, check_options

GROUP_NAME_LENGTH = 40
GroupName = Annotated[str, msgspec.Meta(min_length=1, max_length=GROUP_NAME_LENGTH)]
Number = Annotated[int, msgspec.Meta(ge=1, le=2_147_483_647)]
MemberNumber = Annotated[int, msgspec.Meta(ge=0, lt=1000)]


class MakeGroup(Wire):
    """Make a group of which one is the first member."""

    name: GroupName
    member: Name
    """One's own name in the group."""


class OfLink(Wire):
    """What a group's link ends with."""

    link: Secret


class JoinGroup(Wire):
    """Join by what the group's link ends with."""

    link: Secret
    member: Name


class StandingPlan(Wire):
    """What a standing table is made with. Whoever starts it takes the first seat that is not a bot's."""

    name: GroupName
    ruleset: Annotated[str, msgspec.Meta(max_length=64)]
    seats: Annotated[list[SeatPlan], msgspec.Meta(min_length=2, max_length=6)]
    options: dict[str, Any] = {}
    clock: ClockPlan = msgspec.field(default_factory=ClockPlan)
    hints: bool = True
    rated: bool = False

    def __post_init__(self) -> None:
        """Bound the options, as for any table."""
        check_options(self.options)


class OfStanding(Wire):
    """A standing table of the group, by its number."""

    number: Number


class OfMember(Wire):
    """A member, by the number in the group's list and the name there, so that a list that has changed is noticed."""

    number: MemberNumber
    name: Name


class MemberRow(msgspec.Struct):
    """A member of a group."""

    number: int
    name: str
    since: str
    owner: bool
    you: bool


class StandingRow(msgspec.Struct):
    """A standing table."""

    number: int
    name: str
    ruleset: str
    title: str
    seats: int
    bots: int
    clock: ClockPlan
    rated: bool


class LeagueRow(msgspec.Struct):
    """A member in the league table."""

    name: str
    you: bool
    games: int
    wins: int
    points: float
    """One for every seat that finished behind, half a one for a seat that shares the place."""


class GroupView(msgspec.Struct):
    """A group as its members see it."""

    id: str
    name: str
    owner: bool
    """The asking device looks after the group."""
    link: str
    members: list[MemberRow]
    standing: list[StandingRow]
    tables: list[TableView]
    """Tables of the group that wait or are played."""
    league: list[LeagueRow]
    games: int
    """Finished games that the league table counts."""


class GroupRow(msgspec.Struct):
    """A group one is a member of."""

    id: str
    name: str
    members: int
    tables: int
    """Tables of the group that wait or are played."""


class GroupList(msgspec.Struct):
    """One's groups."""

    groups: list[GroupRow]


class GroupInvitation(msgspec.Struct):
    """What the group's link shows to somebody who is not a member."""

    name: str
    members: int
    id: str | None
    """The group, where the asking device is a member already."""
