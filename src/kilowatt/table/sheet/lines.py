"""Lines of a sheet: what somebody at a real table writes down. Each stands for one action or for a whole turn.

Nothing here knows whether a line is allowed. An amount that a line states is a claim: the rules know it too, except the
price of an auction.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import msgspec

from kilowatt.engine.actions import Action, AnyAction, Running

if TYPE_CHECKING:
    Move = Action
else:
    Move = AnyAction  # the list of all kinds, from which msgspec reads one

Amount = Annotated[int, msgspec.Meta(ge=0, le=100_000)]
Chair = Annotated[int, msgspec.Meta(ge=0, le=11)]
Text = Annotated[str, msgspec.Meta(max_length=64)]


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="type"):
    """One line of the sheet."""


class StepLine(Line, frozen=True, tag="step"):
    """One action as the engine knows it: a card that was drawn, a bid, a pass, a plant that is given up."""

    action: Move


class SaleLine(Line, frozen=True, tag="sale"):
    """An auction by its result: the buyer, the plant and the price."""

    seat: Chair
    plant: Text
    price: Amount


class TokenLot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Tokens of one fuel from one market."""

    fuel: Text
    market: Text
    count: Annotated[int, msgspec.Meta(ge=1, le=200)]


class CardLot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A fuel card from a column."""

    column: Annotated[int, msgspec.Meta(ge=0, le=9)]
    card: Text


class FuelLine(Line, frozen=True, tag="fuel"):
    """A whole turn of buying fuel, as tokens or as cards, and what it cost."""

    seat: Chair
    tokens: Annotated[tuple[TokenLot, ...], msgspec.Meta(max_length=16)] = ()
    cards: Annotated[tuple[CardLot, ...], msgspec.Meta(max_length=64)] = ()
    paid: Amount | None = None


class HousesLine(Line, frozen=True, tag="houses"):
    """A whole turn of building: the cities in order, and what they cost together."""

    seat: Chair
    cities: Annotated[tuple[Text, ...], msgspec.Meta(max_length=64)] = ()
    paid: Amount | None = None
    jump: Text = ""
    """Which of the cities the free jump led to."""


class PowerLine(Line, frozen=True, tag="power"):
    """The plants that a player runs, what each burns, and what the bank pays."""

    seat: Chair
    plants: Annotated[tuple[Running, ...], msgspec.Meta(max_length=16)] = ()
    earned: Amount | None = None


class CountLine(Line, frozen=True, tag="count"):
    """The money that a player counts: no action, but a check of what was written before."""

    seat: Chair
    money: Amount


AnyLine = StepLine | SaleLine | FuelLine | HousesLine | PowerLine | CountLine


def claim_of(line: Line) -> int | None:
    """Return the amount that a line states and the rules know."""
    if isinstance(line, FuelLine | HousesLine):
        return line.paid
    if isinstance(line, PowerLine):
        return line.earned
    return line.money if isinstance(line, CountLine) else None


def with_claim(line: Line, amount: int) -> Line:
    """Return a line with another amount."""
    if isinstance(line, FuelLine | HousesLine):
        return msgspec.structs.replace(line, paid=amount)
    if isinstance(line, PowerLine):
        return msgspec.structs.replace(line, earned=amount)
    return msgspec.structs.replace(line, money=amount) if isinstance(line, CountLine) else line


def seat_of(line: Line) -> int | None:
    """Return the seat that a line is about; None for a card that was drawn."""
    of = line.action if isinstance(line, StepLine) else line
    seat: int | None = getattr(of, "seat", None)
    return seat
