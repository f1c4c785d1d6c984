"""A game as one viewer sees it: choices, events, the view, and the lines of the record."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from kilowatt.engine.actions import AnyAction
from kilowatt.engine.events import AnyEvent
from kilowatt.engine.menu import AnyChoice
from kilowatt.engine.results import Result
from kilowatt.protocol.challenge_messages import GoalView
from kilowatt.protocol.fields import Wire
from kilowatt.protocol.order_messages import OrdersView
from kilowatt.protocol.table_messages import ClockView
from kilowatt.table.record import Entry


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
    again: bool = False
    """Whether it has bought a plant in this phase and may buy one more, or decline."""
    mines: list[str] = []
    """Cards that supply nothing and sell to the export market, where there is one."""
    jump: bool = False
    """Whether its free jump is still to come."""
    sells: int = 0
    """What its mines would earn if all mines sold now."""


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
    pile: list[str] = []
    """Plants that follow the stack, shuffled, when it is used up."""


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
    asked: str
    """The decision or draw the game waits for, named after the action that answers it; "" when the game is over."""
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
    closed: list[str] = []
    """Cities where nobody may build in this game."""
    ended_by: int | None = None
    """The seat that was the first to connect the cities that end the game; null while nobody has."""


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
    orders: dict[str, OrdersView] = {}
    """Seat (as text) -> its orders in advance, and what was done by them."""
    runs: dict[str, list[AnyChoice]] = {}
    """Where turns last days, in the power phase: seat (as text) -> what it could run, before its turn."""


class View(msgspec.Struct):
    """The table as one viewer sees it now."""

    seq: int
    game: GameView
    mine: MineView
    clock: ClockView
    goal: GoalView | None = None
    """How the task of a challenge stands."""


class EntryView(Entry, frozen=True, omit_defaults=True, forbid_unknown_fields=False):
    """A line of the record, and what happened by it. An `undo` goes back to the state after that entry."""

    events: list[AnyEvent] = []
    variants: list[str] = []
    """For each event the catalogue's text that reports it: its type, or one of several ways to report that type."""
