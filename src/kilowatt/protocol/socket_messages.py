"""Messages of the socket: what a client sends and what the server sends."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from kilowatt.editions.bounds import check_plain
from kilowatt.engine.actions import AnyAction
from kilowatt.engine.quotes import Quote
from kilowatt.protocol.bot_messages import AskState, SeatState
from kilowatt.protocol.chat_messages import Chat, ChatMessage, Hidden, Hide, Read
from kilowatt.protocol.fields import ACTION_PARTS, ID_LONGEST, Key, Language, SeatNumber, Seq, Wire
from kilowatt.protocol.game_messages import AutoOrders, EntryView, GameView, ProxyOrder, View, WhyNot
from kilowatt.protocol.order_messages import OrdersView, SetOrders
from kilowatt.protocol.sheet_messages import AskProposals, AskSheet, Proposals, SheetView, WriteLines
from kilowatt.protocol.table_messages import TableView

# --- from the client ---


class Hello(Wire, tag="hello", tag_field="type"):
    """First message: the number of the last entry one has (0: none), and the language of texts."""

    have: Seq = 0
    lang: Language = "en"
    visible: bool = True
    """Whether the player can see the page: a page in the background does not count as looking."""


class Look(Wire, tag="look", tag_field="type"):
    """The page was shown or hidden. A player who can see the table gets no notifications of it."""

    visible: bool


class Act(Wire, tag="act", tag_field="type"):
    """Play an action. `expect` is the seq one has seen; `key` is new for each move, the same when it is sent again."""

    key: Key
    expect: Seq
    action: AnyAction

    def __post_init__(self) -> None:
        """Bound the texts of an action: the longest are names of cities."""
        # most actions are a few numbers and a name
        if not all(_is_short(getattr(self.action, name)) for name in self.action.__struct_fields__):
            check_plain(msgspec.to_builtins(self.action), "action", ID_LONGEST, ACTION_PARTS)


def _is_short(value: object) -> bool:
    return isinstance(value, int) or (isinstance(value, str) and len(value) <= ID_LONGEST)


class Undo(Wire, tag="undo", tag_field="type"):
    """Take back the last decision of the sender's own turn."""

    key: Key
    expect: Seq
    seat: SeatNumber | None = None


class Proxy(Wire, tag="proxy", tag_field="type"):
    """Set a proxy order, or cancel it with null."""

    order: ProxyOrder | None = None
    seat: SeatNumber | None = None


class Auto(Wire, tag="auto", tag_field="type"):
    """Set what the server does by itself for a seat."""

    orders: AutoOrders
    seat: SeatNumber | None = None


class AskQuote(Wire, tag="quote", tag_field="type"):
    """Price a plan; answered by `quoted` with the same id."""

    id: Key
    seat: SeatNumber | None = None
    cities: Annotated[list[Annotated[str, msgspec.Meta(max_length=64)]], msgspec.Meta(max_length=64)] = []
    fuel: dict[
        Annotated[str, msgspec.Meta(max_length=16)],
        Annotated[int, msgspec.Meta(ge=0, le=200)],
    ] = {}
    plant: Annotated[str, msgspec.Meta(max_length=16)] | None = None
    price: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)] = 0
    market: Annotated[str, msgspec.Meta(max_length=16)] | None = None
    """Buy on this market only; where a seat is bound to one, the better one is taken if none is named."""
    give_up: dict[
        Annotated[str, msgspec.Meta(max_length=16)],
        Annotated[int, msgspec.Meta(ge=0, le=200)],
    ] = {}
    """Fuel to give up with the plant that the planned one replaces."""
    jump: Annotated[str, msgspec.Meta(max_length=64)] | None = None
    """The city that the free jump leads to, "" to keep it; without it the plan jumps where that saves much."""
    fills: bool = False
    """Ask also what to buy for one run and for full stores."""
    why: bool = False
    """Ask also what could not be done with the plan done, as if it were the seat's turn."""


class AskHint(Wire, tag="hint", tag_field="type"):
    """Ask a bot what it would do; answered by `hint` with the same id."""

    id: Key
    seat: SeatNumber | None = None


class AskHistory(Wire, tag="history", tag_field="type"):
    """Look at the table after entry `upto`; answered by `history` with the same id."""

    id: Key
    upto: Seq


class AskEntries(Wire, tag="entries", tag_field="type"):
    """Ask for the page of entries before entry `before`; answered by `entries` with the same id."""

    id: Key
    before: Seq


class Back(Wire, tag="back", tag_field="type"):
    """Take the seat back from a bot. Any `act` does so too."""

    seat: SeatNumber | None = None


class Ping(Wire, tag="ping", tag_field="type"):
    """Ask for a `pong`."""

    id: Key | None = None


ClientMessage = (
    Hello
    | Look
    | Act
    | Undo
    | Proxy
    | Auto
    | SetOrders
    | AskQuote
    | AskHint
    | Chat
    | Read
    | Hide
    | AskHistory
    | AskEntries
    | WriteLines
    | AskSheet
    | AskProposals
    | AskState
    | Back
    | Ping
)


# --- from the server ---


class Welcome(msgspec.Struct, tag="welcome", tag_field="type"):
    """The answer to `hello`: the table, the last entries that the client lacks, the chat, and the view."""

    table: TableView
    entries: list[EntryView]
    chat: list[ChatMessage]
    view: View | None
    """Null while the table waits for players."""
    earlier: bool = False
    """There are more entries between the client's last one and the first one here: ask for them by `entries`."""
    hidden: list[str] = []
    """The people whose chat this device hides; their lines are left out."""
    read: int = 0
    """The last line of chat that the player of these seats has read."""


class Update(msgspec.Struct, tag="update", tag_field="type"):
    """Something was played, taken back or ended."""

    seq: int
    entries: list[EntryView]
    view: View


class TableChanged(msgspec.Struct, tag="table", tag_field="type"):
    """Seats, presence or agreements changed."""

    table: TableView


class Done(msgspec.Struct, tag="done", tag_field="type"):
    """The move with this key is stored for good as entry `seq`. `repeated`: it already was; nothing was played."""

    key: str
    seq: int
    repeated: bool = False


class Ordered(msgspec.Struct, tag="ordered", tag_field="type"):
    """The orders of a seat as they are now; sent to its player only."""

    seat: int
    proxy: ProxyOrder | None
    auto: AutoOrders
    orders: OrdersView = msgspec.field(default_factory=OrdersView)


class Refused(msgspec.Struct, tag="refused", tag_field="type"):
    """A message was not done. `key` is the message's key or id, where it had one."""

    code: str
    text: str
    rule: str | None = None
    args: dict[str, Any] = {}
    key: str | None = None


class FillView(msgspec.Struct):
    """Fuel to buy, within the seat's money: market -> fuel -> tokens, what they cost, and what could then be run."""

    basket: dict[str, dict[str, int]]
    cost: int
    supplied: int
    income: int


class Quoted(msgspec.Struct, tag="quoted", tag_field="type"):
    """The answer to `quote`. `money_left` of the quote counts the seat's own money."""

    id: str
    seat: int
    quote: Quote
    reach: dict[str, tuple[int, int]] = {}
    """With the plan's houses built: city -> (house, connection) of every other city that is open to the seat."""
    jumps: dict[str, int] = {}
    """With the plan's houses built: the starting cities that the free jump is worth using for, with what they cost."""
    via: dict[str, str] = {}
    """With the plan's houses built: city -> the city before it on the cheapest way from the network."""
    paths: dict[str, list[str]] = {}
    """The plan's cities: the way to each, from the network's city to itself; a first city alone."""
    basket: dict[str, dict[str, int]] = {}
    """Where the plan's fuel would be bought: market -> fuel -> tokens."""
    fills: dict[str, FillView] = {}
    """If asked for: `run` for one that supplies the plan's cities, `full` for full stores. None for fuel cards."""
    why_not: list[WhyNot] = []
    """If asked for: what the table shows but the seat could not do next, were it its turn."""


class ReasonView(msgspec.Struct):
    """Why a bot would do it: a code of the catalogue's reasons with arguments, and the sentence."""

    code: str
    args: dict[str, Any]
    text: str


class AdviceView(msgspec.Struct):
    """An action a bot would consider, with the chance to win after it, where the bot gives one."""

    action: AnyAction
    value: float | None
    reason: ReasonView | None = None


class ClaimView(msgspec.Struct):
    """A fact of the position: a code of the catalogue's section `coach` with arguments, and the sentence."""

    code: str
    args: dict[str, Any]
    text: str


class StepView(msgspec.Struct):
    """One thing that a plan does: in which phase, in words, with one fact, and what it does to the seat's money."""

    phase: str
    code: str
    text: str
    note: str
    money: int
    """Below 0 what it costs at most, above 0 what it brings."""
    city: str | None = None
    """The city that it builds."""
    fuel: dict[str, int] = {}
    """The units of each fuel that it buys."""


class PlanView(msgspec.Struct):
    """What a choice means for the rest of the round, at the prices of the moment."""

    steps: list[StepView]
    cost: int
    """What the steps cost together before the plants pay; at most so much where a bid is among them."""
    left: int
    sums: list[ClaimView]
    """What the plan costs and earns, as sentences."""


class ChoiceView(msgspec.Struct):
    """A plan for the turn: its actions in order, what it gains, the chance to win with it, and why."""

    kind: str
    actions: list[AnyAction]
    gain: tuple[int, int]
    """Least and most Elektro that it gains over doing nothing; [0, 0] where that cannot be counted."""
    limit: int
    """The highest bid of a plan for an auction."""
    chance: float
    low: float
    high: float
    claims: list[ClaimView]
    plan: PlanView | None = None


class WorthView(msgspec.Struct):
    """What a plant is worth to the seat, up to where to bid, the lowest first bid, and what it is likely to cost."""

    worth: int
    stop: int
    least: int
    price: int
    rivals: list[tuple[int, int]] = []
    """Each rival who may bid for it, and how far it is likely to go; [] where money is hidden."""


class Hint(msgspec.Struct, tag="hint", tag_field="type"):
    """The answer to `hint`: the coach's choices, the recommended one first, and what each plant is worth.

    `advice` is the first action of the first choice. If the coach fails, a bot answers, and there are no choices.
    """

    id: str
    seat: int
    seq: int
    level: str
    advice: AdviceView
    alternatives: list[AdviceView]
    choices: list[ChoiceView] = []
    worths: dict[str, WorthView] = {}
    alike: bool = False
    """No other choice is clearly worse than the recommended one."""


class History(msgspec.Struct, tag="history", tag_field="type"):
    """The answer to `history`: the table after entry `seq`."""

    id: str
    seq: int
    game: GameView


class EntriesPage(msgspec.Struct, tag="entries", tag_field="type"):
    """The answer to `entries`: a page of them in order, and whether there are earlier ones."""

    id: str
    entries: list[EntryView]
    earlier: bool


class Pong(msgspec.Struct, tag="pong", tag_field="type"):
    """The answer to `ping`."""

    id: str | None = None


ServerMessage = (
    Welcome
    | Update
    | TableChanged
    | Done
    | Ordered
    | Refused
    | Quoted
    | Hint
    | History
    | EntriesPage
    | SheetView
    | Proposals
    | SeatState
    | ChatMessage
    | Hidden
    | Pong
)
