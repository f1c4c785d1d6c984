"""Rows of the store as Structs, and the JSON inside them."""

from __future__ import annotations

from typing import Any

import msgspec

from kilowatt.engine.results import Result
from kilowatt.protocol import AutoOrders, ClockPlan, ProxyOrder
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


class ClockState(msgspec.Struct, omit_defaults=True):
    """Seconds each seat had when the running turn began, who is running and since when."""

    left: list[float] = []
    running: int | None = None
    since: float = 0.0
    turn: int = 0
    """How often the running seat has changed: the number of the turn."""


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
    """A seat. `away`: why a bot plays for its person."""

    seat: int
    kind: str
    name: str
    level: str | None = None
    restore: str | None = None
    away: str | None = None
    agreed: bool = False
    away_since: float | None = None


class Orders(msgspec.Struct):
    """The secret orders of a seat."""

    proxy: ProxyOrder | None = None
    auto: AutoOrders = msgspec.field(default_factory=AutoOrders)
    round: int = 0
    """The round in which `pass_auctions` was ordered."""


class Move(msgspec.Struct):
    """What one decision writes, in one transaction: its entries, its idempotency key, and the table's new numbers."""

    code: str
    entries: list[tuple[int, str]]
    live: Live
    wake: float | None
    touched: float
    state: str
    version: int
    key: tuple[str, str] | None = None
    """(key within its device, digest)"""
    spent: list[int] = []
    """Seats whose proxy order is used up by this move."""
    snapshot: tuple[int, bytes] | None = None
    """A state to keep, and the entry it was reached by."""
    touches: bool = True
    """Whether more of the table's row changes than where the game stands."""


class Ordering(msgspec.Struct):
    """What a change of a seat's secret orders writes: they hold at this entry and this version of the table."""

    code: str
    seat: int
    orders: Orders
    wake: float | None
    seq: int
    version: int


def table_values(row: TableRow) -> dict[str, Any]:
    """Write a table for the database."""
    values = {name: getattr(row, name) for name in TableRow.__struct_fields__}
    values["plan"] = text(row.plan)
    values["live"] = text(row.live)
    return values


def table_row(values: Any) -> TableRow:  # noqa: ANN401 - a mapping row of the driver
    """Read a table from the database."""
    fields = dict(values)
    fields["plan"] = msgspec.json.decode(fields["plan"], type=Plan)
    fields["live"] = msgspec.json.decode(fields["live"], type=Live)
    return TableRow(**fields)


def text(plain: object) -> str:
    """Write as JSON text."""
    return msgspec.json.encode(plain).decode()
