"""The workshop on the wire: boards to check, to read and write as files, to share and to try."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from kilowatt.editions.board_file import PARTS_MOST, TEXT_LONGEST
from kilowatt.editions.bounds import check_plain
from kilowatt.protocol.fields import REPORT_LENGTH, SEATS_MOST, Wire

FILE_LONGEST = 60_000
"""Characters of a file that is opened."""
Ruleset = Annotated[str, msgspec.Meta(max_length=64)]
BoardId = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{40}$")]
Sharing = Literal["open", "approve", "off"]


class OfBoard(Wire):
    """A board as plain data, in the shape of a board file."""

    board: dict[str, Any]

    def __post_init__(self) -> None:
        """Bound the board before anything reads it."""
        check_plain(self.board, "board", TEXT_LONGEST, PARTS_MOST)


class TryBoard(OfBoard):
    """A board and the number of players: to let bots play it, or to see it as they would."""

    seats: Annotated[int, msgspec.Meta(ge=2, le=SEATS_MOST)] = 4


class TryOut(TryBoard):
    """A board for bots to play: how strong they are, and whether starts are given evenly or chosen by them."""

    level: Literal["normal", "hard", "expert"] = "normal"
    starts: Literal["forced", "chosen"] = "forced"


class OpenFile(Wire):
    """The text of a board file, or a list of cities as CSV with the title of the new board."""

    text: Annotated[str, msgspec.Meta(max_length=FILE_LONGEST)]
    kind: Literal["toml", "csv"] = "toml"
    title: Annotated[str, msgspec.Meta(max_length=32)] = ""


class PlainBoard(msgspec.Struct):
    """A board that was read."""

    board: dict[str, Any]


class BoardText(msgspec.Struct):
    """A board as the text of a file."""

    name: str
    text: str


class FindingRow(msgspec.Struct):
    """A finding of the checks, with its sentences. `fix` keeps the board from being played."""

    code: str
    level: Literal["fix", "look", "fine"]
    field: str
    text: str
    remedy: str
    cities: list[str]
    areas: list[str]
    links: list[tuple[str, str]]


class BoardCheck(msgspec.Struct):
    """What the checks found."""

    findings: list[FindingRow]
    seats: list[int]
    """Numbers of players the board can be played with."""
    starts: dict[str, int | None]
    """Area -> cost of the links of its cheapest three cities."""
    per_length: float | None
    """Elektro per unit of length, as most links of this board have it."""
    proposed: dict[str, dict[str, Any]]
    """Numbers by players that would fit this board."""


class EditionRow(msgspec.Struct):
    """An edition to build on: its fuel tables and its numbers by players."""

    id: str
    title: str
    fuel: str
    numbers: dict[str, dict[str, int]]


class SpecialRow(msgspec.Struct):
    """A special rule of one of our boards: the part of `[rules]` that makes it, and the fuel tables it needs."""

    id: str
    rules: dict[str, Any]
    fuel: str | None


class CompareRow(msgspec.Struct):
    """One of our boards, measured by trials with so many players: `kilowatt.bots.trial_reference` says how."""

    ruleset: str
    title: str
    seats: int
    games: int
    rounds: float
    lines: float
    rare: int
    links: int
    leads: float


class WorkshopInfo(msgspec.Struct):
    """What a board may be made of on this server."""

    editions: list[EditionRow]
    fuels: dict[str, dict[str, Any]]
    """Fuel tables by name, as a board file would hold its own: a maker changes a copy."""
    specials: list[SpecialRow]
    tints: list[str]
    sharing: Sharing
    compare: list[CompareRow]
    """Our own boards as trials measured them."""
    cities: int
    areas: int
    links: int
    cost: int


class SharedBoard(msgspec.Struct):
    """A board that was shared. One that is not approved is seen by its maker only."""

    id: str
    title: str
    at: str
    approved: bool
    mine: bool
    listed: bool
    """Its maker shows it in the gallery."""


class ListBoard(Wire):
    """Whether a board of one's own is to be shown in the gallery."""

    listed: bool


class ReportBoard(Wire):
    """Report a board of the gallery to the server's host."""

    reason: Annotated[str, msgspec.Meta(min_length=1, max_length=REPORT_LENGTH)]


class GalleryBoard(msgspec.Struct):
    """A board of the gallery and its size."""

    shared: SharedBoard
    cities: int
    areas: int


class GalleryView(msgspec.Struct):
    """The newest boards that their makers show to everybody."""

    boards: list[GalleryBoard]


class SharedBoardView(msgspec.Struct):
    """A shared board with its data."""

    shared: SharedBoard
    board: dict[str, Any]


class SharedBoards(msgspec.Struct):
    """The boards that this device has shared, newest first."""

    boards: list[SharedBoard]


class ShareRow(msgspec.Struct):
    """So many wins of so many games, with the 95 % interval of their share."""

    name: str
    wins: int
    games: int
    low: float
    high: float


class LinkUseRow(msgspec.Struct):
    """In how many games somebody paid for a link, of those in which it was in play."""

    a: str
    b: str
    paid: int
    games: int


class TrialView(msgspec.Struct):
    """A trial: how many games are played, and what they showed so far."""

    id: str
    done: int
    of: int
    seats: int
    bot: str
    forced: bool
    """Whether every area in play is the first of every seat equally often; else bots choose."""
    seconds: float
    """Since it began."""
    rounds: tuple[int, int, int]
    """The shortest game, the median, the longest."""
    lengths: list[tuple[int, int]]
    """Rounds and the games that took so many."""
    mean_rounds: float
    step2: float | None
    """The mean round in which Step 2 began."""
    reasons: dict[str, int]
    seat_wins: list[ShareRow]
    area_wins: list[ShareRow]
    city_use: list[ShareRow]
    """By city: games in which it had a house, of those in which it was in play."""
    link_use: list[LinkUseRow]
    line_share: float
    """The part of what building cost that was paid for links."""
    rare_links: int
    """Links that under 5 % of games paid for."""
    lead_changes: float
    never_built: list[str]
    over: bool
    failed: bool
    """The trial was given up: bots did not finish a game."""
