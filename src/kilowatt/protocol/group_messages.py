"""Groups: members, standing tables that are started with one press, and a league table of the group's games."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from kilowatt.protocol.chat_messages import ChatMessage
from kilowatt.protocol.fields import CHAT_LENGTH, SEATS_MOST, Name, Secret, Wire
from kilowatt.protocol.table_messages import ClockPlan, SeatPlan, TableView, check_options

GROUP_NAME_LENGTH = 40
ROUNDS_MOST = 60
GroupName = Annotated[str, msgspec.Meta(min_length=1, max_length=GROUP_NAME_LENGTH)]
Number = Annotated[int, msgspec.Meta(ge=1, le=2_147_483_647)]
PlacePoints = Annotated[int, msgspec.Meta(ge=0, le=100)]
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


class RenameGroup(Wire):
    """Rename a group."""

    name: GroupName


class NewSeason(Wire):
    """Begin a season now; one that runs ends with it."""

    name: GroupName
    days: Annotated[int, msgspec.Meta(ge=1, le=90)]
    """Days of each round."""
    rounds: Annotated[int, msgspec.Meta(ge=1, le=ROUNDS_MOST)]
    points: Annotated[list[PlacePoints], msgspec.Meta(min_length=2, max_length=SEATS_MOST)] = msgspec.field(
        default_factory=lambda: [8, 5, 3, 2, 1, 0]
    )
    """Points by place, from the first; none for places beyond."""


class UsualGame(Wire):
    """What a group usually plays: the form for a new table is filled in with it."""

    ruleset: Annotated[str, msgspec.Meta(max_length=64)]
    clock: ClockPlan = msgspec.field(default_factory=ClockPlan)


class SetUsual(Wire):
    """Set what a group usually plays; null for nothing in particular."""

    game: UsualGame | None = None


class GroupVote(Wire):
    """Vote for the game of the next round; null takes the vote back."""

    ruleset: Annotated[str, msgspec.Meta(max_length=64)] | None = None


class GroupMessages(Wire):
    """Switch messages about a group off: a member opens a table, a game is over, somebody writes in its chat."""

    off: Annotated[list[Literal["opened", "result", "talk"]], msgspec.Meta(max_length=3)] = []


class GroupLine(Wire):
    """A line for the group's chat."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=CHAT_LENGTH)]


class ReadUpto(Wire):
    """The group's chat was read up to this line."""

    upto: Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]


class HideMember(Wire):
    """Hide a person's lines in the group's chat from yourself, or show them again."""

    who: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{12}$", max_length=12)]
    hide: bool = True


class MemberRow(msgspec.Struct):
    """A member of a group."""

    number: int
    name: str
    since: str
    owner: bool
    you: bool
    who: str
    """The member in lines of the group's chat."""
    seen: str | None
    """When the member last had the group's page open, to the minute."""
    here: bool
    """The member has the group's page open."""
    off_from: str | None = None
    """When the member's days off begin, if they do within a week or have begun."""
    off_until: str | None = None
    """Their end: midnight after the last of them."""


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


class UsualRow(msgspec.Struct):
    """What a group usually plays."""

    ruleset: str
    title: str
    clock: ClockPlan


class VoteRow(msgspec.Struct):
    """A game that members want to play in the next round."""

    ruleset: str
    title: str
    votes: int
    yours: bool


class GroupSeason(msgspec.Struct):
    """A season of a group's league."""

    number: int
    name: str
    began: str
    until: str
    days: int
    """Days of each round."""
    rounds: int
    points: list[int]
    """Points by place."""
    round: int | None
    """The round that runs now, counted from 1."""
    next: str | None
    """When the next round begins."""


class LeagueRow(msgspec.Struct):
    """A member in the league table."""

    rank: int
    name: str
    you: bool
    games: int
    wins: int
    points: float
    rounds: list[float | None]
    """The points of each round so far, null for a round without a game; none where there is no season."""
    won: list[int]
    """Rounds whose best game was won, counted from 1."""
    plays: bool
    """Sits at a table of the running round that is not finished."""


class League(msgspec.Struct):
    """The league table of a season; without a season, of all finished games."""

    season: GroupSeason | None
    rows: list[LeagueRow]
    games: int
    """Finished games that it counts."""


class GroupPlace(msgspec.Struct):
    """What one seat reached in a finished game."""

    name: str
    place: int
    you: bool
    resigned: bool


class GroupGame(msgspec.Struct):
    """A finished game of a group, the seats by place."""

    code: str
    name: str
    ruleset: str
    title: str
    at: str
    score: int
    """The first number that decides, of the winner."""
    measure: str
    """What that number counts, as the game's rules name it."""
    places: list[GroupPlace]


class GroupGames(msgspec.Struct):
    """Finished games of a group, the last one first."""

    games: list[GroupGame]


class GroupChat(msgspec.Struct):
    """Lines of a group's chat."""

    lines: list[ChatMessage]
    read: int
    """The last line that you have read."""
    hidden: list[str]
    """People whose lines you hide."""


class GroupView(msgspec.Struct):
    """A group as its members see it."""

    id: str
    name: str
    owner: bool
    """The asking device looks after the group."""
    link: str
    made: str
    members: list[MemberRow]
    standing: list[StandingRow]
    tables: list[TableView]
    """Tables of the group that wait or are played."""
    finished: list[GroupGame]
    """The last finished games."""
    games: int
    """All finished games."""
    league: League
    seasons: list[GroupSeason]
    """All seasons, the last one first."""
    unread: int
    """Lines of the group's chat that you have not read."""
    usual: UsualRow | None
    """What new tables are filled in with."""
    votes: list[VoteRow]
    """What members want to play in the next round, the most wanted first."""
    off: list[str]
    """Messages about the group that you do not want."""


class GroupRow(msgspec.Struct):
    """A group one is a member of."""

    id: str
    name: str
    members: int
    tables: int
    """Tables of the group that wait or are played."""
    unread: int
    """Lines of the group's chat that you have not read."""


class GroupList(msgspec.Struct):
    """One's groups."""

    groups: list[GroupRow]


class GroupInvitation(msgspec.Struct):
    """What the group's link shows to somebody who is not a member."""

    name: str
    members: int
    id: str | None
    """The group, where the asking device is a member already."""
