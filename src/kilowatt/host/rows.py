"""What a table is made of, as Structs: its plan, seats, clocks and orders. A store keeps them as they are."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from kilowatt.engine.results import Result
from kilowatt.protocol import AutoOrders, ClockPlan, OrderNote, OrderPlan, ProxyOrder
from kilowatt.protocol.table_messages import LessonName


class Removed(msgspec.Struct, omit_defaults=True):
    """A watcher who may not come back, by mark and by the hash of the address."""

    who: str
    address: str | None = None


class Moderation(msgspec.Struct, omit_defaults=True):
    """What a table's owner has decided about the people there."""

    muted: list[str] = []
    removed: list[Removed] = []
    watchers_muted: bool = False


class Plan(msgspec.Struct):
    """What a table was made with, and how it is moderated."""

    ruleset: str
    seats: int
    options: dict[str, Any]
    clock: ClockPlan
    hints: bool
    name: str
    title: str
    moderation: Moderation = msgspec.field(default_factory=Moderation)
    lesson: LessonName | None = None
    challenge: str | None = None
    rated: bool = False
    real: bool = False
    """A game on a real board: people enter what happens there, the cards too."""
    alone: bool = False
    """Nobody else may sit down: the game has moved between homes, and its player may know its cards."""


class ClockState(msgspec.Struct, omit_defaults=True):
    """Seconds each seat had when the running turn began, who is running and since when."""

    left: list[float] = []
    running: int | None = None
    since: float = 0.0
    turn: int = 0
    """How often the running seat has changed: the number of the turn."""
    rests: list[tuple[float, float | None]] = []
    """Pauses since the running turn began: from when, and until when where that is known."""


class Pause(msgspec.Struct, omit_defaults=True):
    """A pause that a seat has asked for, and that runs once every person agrees."""

    by: int
    at: float
    """When it was asked for."""
    until: float | None = None
    agreed: list[int] = []
    since: float | None = None
    """When it began; None while not everybody agrees."""


class TakeBack(msgspec.Struct, omit_defaults=True):
    """A request of a seat to take back its last decision, which every other person must agree to."""

    by: int
    at: float
    to: int
    """The entry after which the game would go on."""
    cards: bool = False
    """Whether a card was revealed since."""
    agreed: list[int] = []


class Live(msgspec.Struct, omit_defaults=True):
    """What changes with each entry: the clock, and what lists show of the game."""

    clock: ClockState = msgspec.field(default_factory=ClockState)
    round: int = 0
    phase: str = "setup"
    actor: int | str | None = None
    result: Result | None = None
    end: str | None = None
    undos: int = 0
    """How many undos the game has had; there is a cap."""
    began: float = 0.0
    """When the game began; 0 for those of earlier versions."""
    ended: float = 0.0
    pause: Pause | None = None
    back: TakeBack | None = None
    """A request to take back a decision: it ends with the next entry."""
    again: list[int] = []
    """Seats whose people want to play again."""
    early: list[int] = []
    """Seats whose people are asked before their turn: in the power phase, where they have ordered nothing."""
    sheet: str = ""
    """At a real table: JSON of what was written down."""


class TableRow(msgspec.Struct):
    """A table."""

    code: str
    state: str
    visibility: str
    owner: str
    plan: Plan
    header: str | None
    seed: str | None
    seq: int
    version: int
    live: Live
    wake: float | None
    created: float
    touched: float
    archived: bool = False
    rematch: str | None = None
    fork_code: str | None = None
    fork_seq: int | None = None
    group_id: str | None = None


class SeatRow(msgspec.Struct):
    """A seat. `away`: why a bot plays for its person. `token`: the bot token by which an outside bot plays it."""

    seat: int
    kind: str
    name: str
    level: str | None = None
    restore: str | None = None
    away: str | None = None
    agreed: bool = False
    away_since: float | None = None
    token: str | None = None


class Advance(msgspec.Struct, omit_defaults=True):
    """Orders in advance of a seat, the rounds in which their parts end, and what became of them."""

    plan: OrderPlan | None = None
    rounds: list[int] = []
    done: list[int] = []
    notes: list[OrderNote] = []


class Orders(msgspec.Struct):
    """The secret orders of a seat."""

    proxy: ProxyOrder | None = None
    auto: AutoOrders = msgspec.field(default_factory=AutoOrders)
    round: int = 0
    """The round in which `pass_auctions` was ordered."""
    advance: Advance = msgspec.field(default_factory=Advance)


Written = tuple[int, bytes]
"""The entry a snapshot was taken after, and its bytes."""


class Stretch(NamedTuple):
    """Part of a record: the last snapshot before it, if any, and the lines after that."""

    snapshot: Written | None
    lines: list[str]
    far: dict[int, bytes]
    """Snapshots that undos in these lines go back to, when that is before the first of them."""
