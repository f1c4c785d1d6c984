"""Tables: REST bodies to make, join and change one, and what a list of tables shows."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from kilowatt.editions.board_file import PARTS_MOST
from kilowatt.editions.bounds import OPTION_LONGEST, check_plain
from kilowatt.editions.registry import DEFAULT_RULESET
from kilowatt.engine.results import Result
from kilowatt.protocol.fields import (
    OPTION_PARTS,
    REPORT_LENGTH,
    REPORT_LINES,
    SEATS_MOST,
    Level,
    LineNumber,
    Name,
    Person,
    SeatNumber,
    Secret,
    Seq,
    TableName,
    Wire,
)

LessonName = Literal["first", "cards"]
ChallengeName = Annotated[str, msgspec.Meta(max_length=24)]


class SeatPlan(Wire):
    """The player of a seat: `person` this device, `open` whoever joins, `bot` a bot of a level."""

    kind: Literal["person", "open", "bot"]
    level: Level | None = None
    name: Name | None = None


class ClockPlan(Wire):
    """`bank`: so many seconds for the game and some more each turn. `days`: so long for each turn."""

    kind: Literal["none", "bank", "days"] = "none"
    bank: Annotated[int, msgspec.Meta(ge=0, le=7 * 86400)] = 0
    increment: Annotated[int, msgspec.Meta(ge=0, le=86400)] = 0
    days: Annotated[int, msgspec.Meta(ge=0, le=60)] = 0
    hours: Annotated[int, msgspec.Meta(ge=0, le=23)] = 0
    """With the kind `days`: hours for each turn beyond the days."""


def check_options(options: dict[str, Any]) -> None:
    """Bound the options of a table; a whole board may be among them."""
    check_plain(options.get("board"), "options.board", OPTION_LONGEST, PARTS_MOST)
    rest = {name: value for name, value in options.items() if name != "board"}
    check_plain(rest, "options", OPTION_LONGEST, OPTION_PARTS)


class CreateTable(Wire):
    """Make a table. It starts by itself as soon as no seat is open."""

    ruleset: Annotated[str, msgspec.Meta(max_length=64)]
    seats: Annotated[list[SeatPlan], msgspec.Meta(min_length=2, max_length=SEATS_MOST)]
    options: dict[str, Any] = {}
    clock: ClockPlan = msgspec.field(default_factory=ClockPlan)
    visibility: Literal["public", "private"] = "private"
    hints: bool = True
    name: TableName = ""
    rated: bool = False
    """Counts for ratings: at least two people, each with a profile that agrees to be rated; no hints."""
    real: bool = False
    """A game on a real board: the people around it enter what happens, the cards too. Every seat is a person's."""

    def __post_init__(self) -> None:
        """Bound the options: their texts, their depth and their number."""
        check_options(self.options)


class ChangeTable(Wire):
    """Change what a table that waits for players plays; its seats, and whether it is rated, stay."""

    ruleset: Annotated[str, msgspec.Meta(max_length=64)]
    options: dict[str, Any] = {}
    clock: ClockPlan = msgspec.field(default_factory=ClockPlan)
    visibility: Literal["public", "private"] = "private"
    hints: bool = True
    name: TableName = ""

    def __post_init__(self) -> None:
        """Bound the options, as for any table."""
        check_options(self.options)


class QuickTable(Wire):
    """One click: a table against bots, started at once."""

    ruleset: Annotated[str, msgspec.Meta(max_length=64)] = DEFAULT_RULESET
    seats: Annotated[int, msgspec.Meta(ge=2, le=SEATS_MOST)] = 4
    level: Level = "normal"
    name: Name = "You"
    options: dict[str, Any] = {}
    lesson: LessonName | None = None
    """A lesson says itself what is played, by how many and at which level; only the name counts."""
    challenge: ChallengeName | None = None
    """So does a challenge."""

    def __post_init__(self) -> None:
        """Bound the options, as for any table."""
        check_options(self.options)


class JoinTable(Wire):
    """Take an open seat (any, or a certain one), or take a seat that one has on another device by its restore code."""

    name: Name | None = None
    seat: SeatNumber | None = None
    restore: Secret | None = None


class OfSeat(Wire):
    """Which of your seats is meant; not needed with one seat."""

    seat: SeatNumber | None = None


class Agree(Wire):
    """Agree to end the game now, or take that back. It ends when every person at the table agrees."""

    agree: bool = True
    seat: SeatNumber | None = None


class AskPause(Wire):
    """Ask for a pause of the clocks, agree to it, refuse or withdraw it, or end one that runs."""

    do: Literal["ask", "agree", "refuse", "resume"]
    until: Annotated[float, msgspec.Meta(gt=0, lt=1e11)] | None = None
    """With `ask`: when it ends, in seconds since 1970; null: when somebody ends it."""
    seat: SeatNumber | None = None


class AskBack(Wire):
    """Ask the others to take back your last decision, agree to that, or refuse or withdraw it."""

    do: Literal["ask", "agree", "refuse"]
    seat: SeatNumber | None = None


class ForkTable(Wire):
    """Play on from after entry `seq` on a new table. Without `seats` bots take the seats of the others."""

    seq: Seq
    seats: Annotated[list[SeatPlan], msgspec.Meta(min_length=2, max_length=SEATS_MOST)] | None = None


class ChangeSeat(Wire):
    """`bot`, `open`, `person`: the table's owner hands an open or vacant seat to a bot, offers it, or hands it back to
    its player. `reissue`: the seat's player gets a new restore code, or the owner one for a seat whose player is
    away; the old one and other devices end."""  # noqa: D205, D209

    do: Literal["bot", "open", "person", "reissue"]
    level: Level | None = None


class Moderate(Wire):
    """The table's owner mutes a person, removes a watcher, or closes the chat to all watchers; or takes that back."""

    do: Literal["mute", "unmute", "remove", "admit", "close_chat", "open_chat"]
    who: Person | None = None


class Report(Wire):
    """Report lines of chat to the server's host, who gets copies of them."""

    lines: Annotated[list[LineNumber], msgspec.Meta(min_length=1, max_length=REPORT_LINES)]
    reason: Annotated[str, msgspec.Meta(max_length=REPORT_LENGTH)] = ""


class Reported(msgspec.Struct):
    """A report was kept under this number."""

    report: int


class ImportRecord(Wire):
    """A record as JSON lines, as `record` gives it. It becomes a table for reading and forking."""

    record: Annotated[str, msgspec.Meta(max_length=2_000_000)]
    name: TableName = ""


class MovedGame(Wire):
    """A running game of one person and bots, to go on elsewhere: its whole record, and the seed of what is dealt."""

    kilowatt: Literal["game"]
    version: Annotated[int, msgspec.Meta(ge=1, le=1)]
    record: Annotated[str, msgspec.Meta(max_length=2_000_000)]
    seed: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$", max_length=64)]
    seats: Annotated[list[SeatPlan], msgspec.Meta(min_length=2, max_length=SEATS_MOST)]
    name: TableName = ""
    hints: bool = True


class SeatView(msgspec.Struct):
    """A seat as everybody sees it."""

    seat: int
    kind: Literal["person", "open", "bot"]
    name: str
    level: str | None
    """The bot that plays it, also for a while in place of a person."""
    present: bool
    """A device of its player is connected."""
    vacant: bool
    """Its player has left, resigned or run out of time; a bot plays until the player is back."""
    resigned: bool
    agreed: bool
    outside: bool = False
    """A bot that somebody has connected; `level` is the bot of the server that stands in while it is away."""
    off_until: str | None = None
    """The end of the days off that its player takes now, at a table with a clock of days."""


class ClockView(msgspec.Struct):
    """Times left in seconds, as of `at`; only the running seat's is going down."""

    kind: Literal["none", "bank", "days"]
    left: list[float | None]
    running: int | None
    at: str
    increment: int = 0
    resting: bool = False
    """The running clock stands still: a pause, or a day off of its player."""
    ends: str | None = None
    """When the running seat's time is up, days off and a pause counted; null where that is not known."""


class PauseView(msgspec.Struct):
    """A pause that somebody has asked for; it runs once every person agrees."""

    by: int
    until: str | None
    """Null: until somebody ends it."""
    agreed: list[int]
    running: bool


class TakeBackView(msgspec.Struct):
    """A request to take back a decision; the game goes back once every other person agrees, and not after a move."""

    by: int
    to: int
    """The entry after which the game would go on."""
    cards: bool
    """A card was revealed since."""
    agreed: list[int]


class TableView(msgspec.Struct):
    """A table as lists and its head show it."""

    code: str
    name: str
    ruleset: str
    title: str
    options: dict[str, Any]
    state: Literal["waiting", "playing", "over", "review"]
    """`review`: an imported record, for reading and forking."""
    seats: list[SeatView]
    visibility: Literal["public", "private"]
    hints: bool
    clock: ClockView
    seq: int
    round: int
    phase: str
    actor: int | str | None
    result: Result | None
    end: str | None
    """Why it ended early: `agreed`, `resigned`, `challenge` with its task, or `closed` by the server's host."""
    yours: list[int]
    """Seats that belong to the asking device."""
    owner: bool
    """The asking device made this table."""
    watchers: int
    created: str
    touched: str
    archived: bool
    rematch: str | None
    """Code of the table where the same people play again."""
    again: list[int]
    """Seats whose people want to play again; the new table is made once all do."""
    early: list[int]
    """Your seats that may choose already what they run, before their turn in the power phase."""
    fork_of: tuple[str, int] | None
    deal: str | None
    """The hash of the dealer's seed, which the last entry shows."""
    muted: list[str] = []
    """People the owner has muted, named as in `chat.who`."""
    watchers_muted: bool = False
    """The owner has closed the chat to people without a seat."""
    watching: list[str] = []
    """For the owner only: people without a seat who are connected, named as in `chat.who`."""
    removed: list[str] = []
    """For the owner only: watchers the owner has removed."""
    lesson: LessonName | None = None
    """The lesson that is played here, on a deal that everybody can know."""
    challenge: str | None = None
    """The challenge that is played here; the game ends with its task."""
    rated: bool = False
    pause: PauseView | None = None
    back: TakeBackView | None = None
    real: bool = False
    """A game on a real board, entered by the people around it; every device with a seat may enter everything."""
    unread: int = 0
    """In the list of your own tables: how many lines of chat you have not read."""


class TableList(msgspec.Struct):
    """Tables, last used first."""

    tables: list[TableView]


class Seated(msgspec.Struct):
    """A table and the restore codes of the seats one has just taken. They are shown this once."""

    table: TableView
    restore: dict[str, str] = {}
    """Seat (as text) -> code. Put it into a URL only behind `#`, which browsers do not send."""


class CurvePoint(msgspec.Struct):
    """The table at the end of a round; money is null where it is hidden."""

    round: int
    seq: int
    step: int
    cities: list[int]
    money: list[int | None]
    income: list[int]
    powers: list[int]
    prices: dict[str, dict[str, int | None]]
    """Market -> fuel -> price of the next token, null when sold out."""


class Curves(msgspec.Struct):
    """How the game went, one point per round."""

    points: list[CurvePoint]
