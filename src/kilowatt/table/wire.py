"""What the server and its clients say to each other: REST bodies and socket messages, one Struct each.

`views.py` fills them in. Nothing here knows how a table is kept or who is allowed to see it. JSON Schema and OpenAPI
are generated from these Structs. Long because it is the one list of everything that goes over the wire.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from kilowatt.engine import events, menu
from kilowatt.engine.actions import AnyAction
from kilowatt.engine.quotes import Quote
from kilowatt.engine.results import Result

AnyChoice = (
    menu.AreaChoice
    | menu.TrustCityChoice
    | menu.MarkChoice
    | menu.OpenChoice
    | menu.BidChoice
    | menu.PassChoice
    | menu.ScrapChoice
    | menu.DiscardChoice
    | menu.BuyChoice
    | menu.CardChoice
    | menu.BuildChoice
    | menu.RunChoice
)
AnyEvent = (
    events.RoundBegan
    | events.PhaseBegan
    | events.StepBegan
    | events.OrderSet
    | events.ZoneSet
    | events.AreaChosen
    | events.TrustPlaced
    | events.StartMarked
    | events.BackShown
    | events.PlantRevealed
    | events.StackShuffled
    | events.PlantRemoved
    | events.PlantCycled
    | events.DiscountPlaced
    | events.DiscountLost
    | events.LotOpened
    | events.BidRaised
    | events.BidPassed
    | events.OptedOut
    | events.PlantSold
    | events.PlantScrapped
    | events.Compensated
    | events.TrustTook
    | events.FuelBought
    | events.CardBought
    | events.FuelDropped
    | events.TrustFuelled
    | events.TurnEnded
    | events.CityConnected
    | events.PlantsRun
    | events.FuelRefilled
    | events.CardsMoved
    | events.FuelShuffled
    | events.CardRevealed
    | events.ContractorAdvanced
    | events.GameEnded
)

NAME_LENGTH = 24
CHAT_LENGTH = 280
SEATS_MOST = 6

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=NAME_LENGTH)]
TableName = Annotated[str, msgspec.Meta(max_length=48)]
Key = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
Code = Annotated[str, msgspec.Meta(min_length=1, max_length=16)]
Secret = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, lt=SEATS_MOST)]
Seq = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
Level = Annotated[str, msgspec.Meta(min_length=1, max_length=24)]
Language = Literal["en", "de"]


class Wire(msgspec.Struct, forbid_unknown_fields=True):
    """Something a client sends: unknown fields are an error, so that a typing mistake is not silently ignored."""


# --- errors ----------------------------------------------------------------------------------------------------------


class Problem(msgspec.Struct):
    """Why a REST request was not done. `rule` is a ledger id where a rule of the game stands behind it."""

    code: str
    text: str
    rule: str | None = None
    args: dict[str, Any] = {}


# --- REST: what there is to play -------------------------------------------------------------------------------------


class RulesetRow(msgspec.Struct):
    """A ruleset with its options and their defaults. Composed ones were never published in this form."""

    id: str
    title: str
    edition: str
    board: str
    seats: list[int]
    options: dict[str, Any]
    composed: bool
    revision: int


class AreaRow(msgspec.Struct):
    """An area of the board."""

    id: str
    name: str
    cities: list[str]
    near: list[str]
    """The areas it is connected to: what may be drafted beside it."""


class CityRow(msgspec.Struct):
    """A city with its place on the globe."""

    id: str
    name: str
    area: str
    lat: float
    lon: float


class PlantRow(msgspec.Struct):
    """A plant card: `fuels` is what it burns (two for a hybrid, none for a green plant), `need` how many units."""

    id: str
    number: int
    kind: str
    fuels: list[str]
    need: int
    holds: int
    """Units it can store."""
    cities: int
    income: int
    back: str | None


class TrackRow(msgspec.Struct):
    """A fuel market: for each fuel the price of every space, and the refill of steps 1, 2 and 3."""

    name: str
    spaces: dict[str, list[int]]
    refill: dict[str, list[int]]


class BoardView(msgspec.Struct):
    """Everything of one game that never changes: board, cards, price tracks, tables."""

    ruleset: str
    title: str
    board: str
    seats: int
    options: dict[str, Any]
    areas: list[AreaRow]
    cities: list[CityRow]
    connections: list[tuple[str, str, int]]
    area_count: int
    """Areas in play; 0 where there is no board."""
    plants: list[PlantRow]
    backs: list[str]
    end_card: str
    fuels: list[str]
    hybrid: list[str]
    """The two fuels a hybrid burns."""
    markets: list[TrackRow]
    column_prices: list[int]
    """Card game: the price of columns 1 to 4; [] elsewhere."""
    house_costs: list[int]
    payment: list[int]
    """What supplying 0, 1, 2, ... cities pays."""
    start_money: int
    plant_limit: int
    step2_at: int
    end_at: int
    tie_breaks: list[str]
    trust: bool
    contractor: list[tuple[int, int]]


class RuleRow(msgspec.Struct):
    """One line of the rules panel: `key` names a number, table, switch or policy, `value` is what it is in this game.

    `text` says it as a sentence in the language asked for; "" where the ledger's own sentences are the row.
    """

    key: str
    value: Any
    rules: list[RuleText]
    text: str = ""


class RuleText(msgspec.Struct):
    """A rule of the ledger: its id and its sentence."""

    id: str
    text: str


class RuleSection(msgspec.Struct):
    """A part of the rules panel."""

    key: str
    rows: list[RuleRow]


class RulesPanel(msgspec.Struct):
    """The rules of one game, generated from the rules that are played by."""

    ruleset: str
    title: str
    seats: int
    sections: list[RuleSection]


# --- REST: tables ----------------------------------------------------------------------------------------------------


class SeatPlan(Wire):
    """Who shall sit here: `person` this device, `open` whoever joins, `bot` a bot of a level."""

    kind: Literal["person", "open", "bot"]
    level: Level | None = None
    name: Name | None = None


class ClockPlan(Wire):
    """`bank`: so many seconds for the game and some more each turn. `days`: so long for each turn."""

    kind: Literal["none", "bank", "days"] = "none"
    bank: Annotated[int, msgspec.Meta(ge=0, le=7 * 86400)] = 0
    increment: Annotated[int, msgspec.Meta(ge=0, le=86400)] = 0
    days: Annotated[int, msgspec.Meta(ge=0, le=60)] = 0


class CreateTable(Wire):
    """Make a table. It starts by itself as soon as no seat is open."""

    ruleset: Annotated[str, msgspec.Meta(max_length=64)]
    seats: Annotated[list[SeatPlan], msgspec.Meta(min_length=2, max_length=SEATS_MOST)]
    options: dict[str, Any] = {}
    clock: ClockPlan = msgspec.field(default_factory=ClockPlan)
    visibility: Literal["public", "private"] = "private"
    hints: bool = True
    name: TableName = ""


class QuickTable(Wire):
    """One click: a table against bots, started at once."""

    ruleset: Annotated[str, msgspec.Meta(max_length=64)] = "recharged/germany"
    seats: Annotated[int, msgspec.Meta(ge=2, le=SEATS_MOST)] = 4
    level: Level = "normal"
    name: Name = "You"
    options: dict[str, Any] = {}


class JoinTable(Wire):
    """Take an open seat (any, or a certain one), or take a seat that one has on another device by its restore code."""

    name: Name | None = None
    seat: SeatNumber | None = None
    restore: Secret | None = None


class OfSeat(Wire):
    """Which of one's seats is meant; not needed with one seat."""

    seat: SeatNumber | None = None


class Agree(Wire):
    """Agree to end the game now, or take that back. It ends when every person at the table agrees."""

    agree: bool = True
    seat: SeatNumber | None = None


class ForkTable(Wire):
    """Play on from after entry `seq` on a new table. Without `seats` one keeps one's own and bots take the others."""

    seq: Seq
    seats: Annotated[list[SeatPlan], msgspec.Meta(min_length=2, max_length=SEATS_MOST)] | None = None


class ChangeSeat(Wire):
    """`bot`, `open`, `person`: the table's owner hands an open or vacant seat to a bot, offers it, or hands it back to
    its player. `reissue`: the seat's player gets a new restore code, or the owner one for a seat whose player is
    away; the old one and other devices end."""  # noqa: D205, D209

    do: Literal["bot", "open", "person", "reissue"]
    level: Level | None = None


class ImportRecord(Wire):
    """A record as JSON lines, as `record` gives it. It becomes a table for reading and forking."""

    record: Annotated[str, msgspec.Meta(max_length=2_000_000)]
    name: TableName = ""


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


class ClockView(msgspec.Struct):
    """Times left in seconds, as of `at`; only the running seat's is going down."""

    kind: Literal["none", "bank", "days"]
    left: list[float | None]
    running: int | None
    at: str
    increment: int = 0


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
    """Why it ended early: `agreed` or `resigned`."""
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
    fork_of: tuple[str, int] | None
    deal: str | None
    """The hash of the dealer's seed, which the last entry shows."""


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
    """How the game went, a point a round."""

    points: list[CurvePoint]


# --- the view --------------------------------------------------------------------------------------------------------


class SeatGame(msgspec.Struct):
    """What lies before a seat. `money` is null when it is hidden from this viewer."""

    money: int | None
    cities: list[str]
    plants: list[str]
    fuel: dict[str, int]
    cards: list[tuple[str, int]]
    bought: bool
    passed: bool
    out: bool
    market: str | None
    income: int
    powers: int
    """Cities its plants and fuel could supply now."""
    earns: int
    """What that would pay."""


class UnseenView(msgspec.Struct):
    """Cards of one back: how many are still to come, and which they may be."""

    left: int
    cards: list[str]


class PlantsView(msgspec.Struct):
    """The plant market and its stack."""

    current: list[str]
    future: list[str]
    discount: str | None
    stack: int
    top_back: str | None
    top: list[str]
    unseen: dict[str, UnseenView]
    under: list[str]
    removed: list[str]


class PriceRow(msgspec.Struct):
    """A fuel on a market: the price of each remaining token, cheapest first."""

    tokens: int
    prices: list[int]


class FuelStack(msgspec.Struct):
    """Card game: fuel cards unseen and discarded, by kind."""

    unseen: dict[str, int]
    discard: dict[str, int]


class AuctionView(msgspec.Struct):
    """The auction that is going on."""

    plant: str
    bid: int
    seat: int
    bidders: list[int]
    opener: int
    least: int


class TrustView(msgspec.Struct):
    """What the Trust has."""

    plants: list[str]
    fuel: dict[str, int]
    cards: list[tuple[str, int]]
    houses: int
    took: bool


class ContractorView(msgspec.Struct):
    """The contractor's card on top."""

    card: int
    first: int
    others: int
    paid: int


class Odds(msgspec.Struct):
    """A card that may come next: `weight` of `of`."""

    card: str
    weight: int
    of: int


class GameView(msgspec.Struct):
    """The state of the game: the keys of a snapshot that viewers may see, and what follows from them."""

    ruleset: str
    round: int
    step: int
    phase: str
    actor: int | str | None
    """A seat, "chance", or null when the game is over."""
    order: list[int | str]
    areas: list[str]
    marks: list[str]
    seats: list[SeatGame]
    plants: PlantsView
    fuel: dict[str, dict[str, PriceRow]]
    supply: dict[str, int]
    columns: dict[str, list[str]]
    fuel_stack: FuelStack
    auction: AuctionView | None
    houses: dict[str, list[int | str | None]]
    trust: TrustView | None
    contractor: ContractorView | None
    result: Result | None
    odds: list[Odds] = []
    """The next plant card, likeliest first; [] when the stack is empty."""
    next_refill: dict[str, dict[str, int]] = {}
    """Market -> fuel -> tokens that a refill would add as things stand."""
    rounds_left: int | None = None
    """Rounds that follow this one, where a card has announced the last: 1, or 0 in the last; else null."""


class MenuView(msgspec.Struct):
    """What the acting seat may do: rows by type of action."""

    seat: int
    choices: dict[str, list[AnyChoice]]


class WhyNot(msgspec.Struct):
    """Something the table shows but the viewer's seat may not do now, and why."""

    action: AnyAction
    code: str
    rule: str
    args: dict[str, Any]
    text: str


class ProxyOrder(Wire):
    """A secret order: bid the least raise up to `limit`, then pass or ask. For `plant`, or the auction going on."""

    limit: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
    then: Literal["pass", "ask"] = "pass"
    plant: Annotated[str, msgspec.Meta(max_length=16)] | None = None


class AutoOrders(Wire):
    """What the server does for a seat. `pass_auctions` lasts until the round ends."""

    pass_auctions: bool = False
    end_turn_when_nothing_left: bool = False
    run_best: bool = False


class MineView(msgspec.Struct):
    """What only this viewer gets."""

    menu: MenuView | None = None
    """Only while one of the viewer's seats is to act."""
    why_not: list[WhyNot] = []
    reach: dict[str, dict[str, tuple[int, int]]] = {}
    """Seat (as text) -> city -> (house, connection), for the viewer's seats."""
    can_undo: int = 0
    """How many decisions may be taken back, one `undo` each."""
    proxy: dict[str, ProxyOrder] = {}
    """Seat (as text) -> the order it has given."""
    auto: dict[str, AutoOrders] = {}


class View(msgspec.Struct):
    """The table as one viewer sees it now."""

    seq: int
    game: GameView
    mine: MineView
    clock: ClockView


class EntryView(msgspec.Struct, omit_defaults=True):
    """A line of the record, and what happened by it. An `undo` goes back to the state after that entry."""

    seq: int
    action: AnyAction | None = None
    undo: int | None = None
    at: str | None = None
    by: str | None = None
    seed: str | None = None
    end: str | None = None
    events: list[AnyEvent] = []


# --- socket: what a client says --------------------------------------------------------------------------------------


class Hello(Wire, tag="hello", tag_field="type"):
    """First message: the number of the last entry one has (0: none), and the language of texts."""

    have: Seq = 0
    lang: Language = "en"


class Act(Wire, tag="act", tag_field="type"):
    """Play an action. `expect` is the seq one has seen; `key` is new for each move, the same when it is sent again."""

    key: Key
    expect: Seq
    action: AnyAction


class Undo(Wire, tag="undo", tag_field="type"):
    """Take back the last decision of one's own turn."""

    key: Key
    expect: Seq
    seat: SeatNumber | None = None


class Proxy(Wire, tag="proxy", tag_field="type"):
    """Give a proxy order, or take it back with null."""

    order: ProxyOrder | None = None
    seat: SeatNumber | None = None


class Auto(Wire, tag="auto", tag_field="type"):
    """Say what the server shall do by itself for a seat."""

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
    fills: bool = False
    """Ask also what to buy for one run and for full stores."""
    why: bool = False
    """Ask also what could not be done with the plan done, as if it were the seat's turn."""


class AskHint(Wire, tag="hint", tag_field="type"):
    """Ask a bot what it would do; answered by `hint` with the same id."""

    id: Key
    seat: SeatNumber | None = None


class Chat(Wire, tag="chat", tag_field="type"):
    """Say something to the table."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=CHAT_LENGTH)]
    seat: SeatNumber | None = None


class AskHistory(Wire, tag="history", tag_field="type"):
    """Look at the table after entry `upto`; answered by `history` with the same id."""

    id: Key
    upto: Seq


class Back(Wire, tag="back", tag_field="type"):
    """Say that one is there again after a bot has taken one's seat. Any `act` says so too."""

    seat: SeatNumber | None = None


class Ping(Wire, tag="ping", tag_field="type"):
    """Ask for a `pong`."""

    id: Key | None = None


ClientMessage = Hello | Act | Undo | Proxy | Auto | AskQuote | AskHint | Chat | AskHistory | Back | Ping


# --- socket: what the server says ------------------------------------------------------------------------------------


class Said(msgspec.Struct, tag="chat", tag_field="type"):
    """Somebody said something; `seat` is null for a watcher."""

    seat: int | None
    name: str
    text: str
    at: str


class Welcome(msgspec.Struct, tag="welcome", tag_field="type"):
    """The answer to `hello`: the table, the entries one lacks, what was said, and the view."""

    table: TableView
    entries: list[EntryView]
    chat: list[Said]
    view: View | None
    """Null while the table waits for players."""


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
    via: dict[str, str] = {}
    """With the plan's houses built: city -> the city before it on the cheapest way from the network."""
    paths: dict[str, list[str]] = {}
    """The plan's cities: the way to each, from the network's city to itself; a first city alone."""
    basket: dict[str, dict[str, int]] = {}
    """Where the plan's fuel would be bought: market -> fuel -> tokens."""
    fills: dict[str, FillView] = {}
    """If asked for: `run` for one run of every plant, `full` for full stores. Not where fuel is cards."""
    why_not: list[WhyNot] = []
    """If asked for: what the table shows but the seat could not do next, were it its turn."""


class ReasonView(msgspec.Struct):
    """Why a bot would do it: a code of the catalogue's reasons with arguments, and the sentence."""

    code: str
    args: dict[str, Any]
    text: str


class AdviceView(msgspec.Struct):
    """An action a bot would consider, with its value as the bot sees it."""

    action: AnyAction
    value: float | None
    reason: ReasonView | None = None


class Hint(msgspec.Struct, tag="hint", tag_field="type"):
    """The answer to `hint`: what the bot would do first, then what else it thought of."""

    id: str
    seat: int
    seq: int
    level: str
    advice: AdviceView
    alternatives: list[AdviceView]


class History(msgspec.Struct, tag="history", tag_field="type"):
    """The answer to `history`: the table after entry `seq`."""

    id: str
    seq: int
    game: GameView


class Pong(msgspec.Struct, tag="pong", tag_field="type"):
    """The answer to `ping`."""

    id: str | None = None


ServerMessage = Welcome | Update | TableChanged | Done | Ordered | Refused | Quoted | Hint | History | Said | Pong
