"""Orders in advance: what a seat wants done when its turn comes. Secret: only the seat's player gets them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from kilowatt.engine.actions import Running
from kilowatt.protocol.fields import Wire

BIDS_MOST, CITIES_MOST, RUNNING_MOST = 8, 12, 8
Elektro = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]


class BidOrder(Wire):
    """Open or bid for a plant up to a limit."""

    plant: Annotated[str, msgspec.Meta(max_length=16)]
    limit: Elektro


class CityOrder(Wire):
    """Connect a city, if house and connection cost no more than this."""

    city: Annotated[str, msgspec.Meta(max_length=64)]
    most: Elektro


class OrderPlan(Wire):
    """Orders for the next auctions, fuel turn, building turn and run of a seat. Each part is done once."""

    bids: Annotated[list[BidOrder], msgspec.Meta(max_length=BIDS_MOST)] = []
    """In the order of wish: a later plant only while no earlier one can be opened within its limit."""
    none: Literal["pass", "ask"] = "ask"
    """Where none of them can be had: opt out, or ask the player. Without bids, `pass` opts out."""
    fuel: Literal["ask", "run", "full"] = "ask"
    """Buy for one run that supplies the seat's cities and those in `cities`, or fill the stores."""
    price: Annotated[int, msgspec.Meta(ge=1, le=99)] = 99
    """The highest price of a unit; where more would be needed the player is asked."""
    build: bool = False
    """Build the cities below, and end the turn."""
    cities: Annotated[list[CityOrder], msgspec.Meta(max_length=CITIES_MOST)] = []
    """In the order of wish; one that is taken, out of reach or too dear is left out."""
    run: Annotated[list[Running], msgspec.Meta(max_length=RUNNING_MOST)] | None = None
    """The plants to run, with what each burns; null: no order. An empty list runs nothing."""
    keep: Elektro = 0
    """Ask the player before less than this would be left."""
    above: Annotated[int, msgspec.Meta(ge=0, le=999)] | None = None
    """Ask the player when a plant with a higher number is on offer that no bid names."""


class OrderNote(msgspec.Struct):
    """Why an order was dropped or left something out: a code with arguments, at an entry."""

    code: str
    args: dict[str, Any]
    seq: int


class OrdersView(msgspec.Struct):
    """The orders of a seat, for its player alone."""

    plan: OrderPlan | None = None
    done: list[int] = []
    """The last entries that were played by order; they can be taken back until somebody else decides."""
    notes: list[OrderNote] = []


class SetOrders(Wire, tag="orders", tag_field="type"):
    """Set the orders in advance of a seat in place of those it has; null cancels them."""

    plan: OrderPlan | None = None
    seat: Annotated[int, msgspec.Meta(ge=0, lt=6)] | None = None
