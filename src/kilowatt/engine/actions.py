"""Every decision and every chance outcome, as frozen Structs: the log and the wire format at once.

Fields are the outside strings; the handlers turn them into ints. Nothing here knows whether an action is allowed.
"""

from __future__ import annotations

from functools import cache
from typing import Any, ClassVar

import msgspec

from kilowatt.engine.faults import fault_of, full_path


class Action(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag_field="type"):
    """One entry of the game: a decision of a seat or an outcome of chance."""

    kind: ClassVar[str] = ""
    """The `type` in JSON."""


class ChooseArea(Action, frozen=True, gc=False, tag="choose_area"):
    """Draft one area into the zone."""

    seat: int
    area: str
    kind: ClassVar[str] = "choose_area"


class PlaceTrust(Action, frozen=True, gc=False, tag="place_trust"):
    """Put one of the Trust's first houses."""

    seat: int
    city: str
    kind: ClassVar[str] = "place_trust"


class MarkStart(Action, frozen=True, gc=False, tag="mark_start"):
    """Mark a starting city."""

    seat: int
    city: str
    kind: ClassVar[str] = "mark_start"


class Open(Action, frozen=True, gc=False, tag="open"):
    """Put a plant up for auction with a first bid."""

    seat: int
    plant: str
    bid: int
    kind: ClassVar[str] = "open"


class Bid(Action, frozen=True, gc=False, tag="bid"):
    """Raise the bid."""

    seat: int
    amount: int
    kind: ClassVar[str] = "bid"


class Pass(Action, frozen=True, gc=False, tag="pass"):
    """Leave this auction, opt out of the auctions, or end a buying or building turn."""

    seat: int
    kind: ClassVar[str] = "pass"


class Scrap(Action, frozen=True, gc=False, tag="scrap", omit_defaults=True):
    """Give up a plant over the limit, and with it as much of its fuel as one likes."""

    seat: int
    plant: str
    give_up: dict[str, int] = {}
    """Units of each fuel that go although they would fit elsewhere; left out in a record when nothing does."""
    kind: ClassVar[str] = "scrap"


class DiscardFuel(Action, frozen=True, gc=False, tag="discard_fuel"):
    """Give up one unit of fuel that fits nowhere any more."""

    seat: int
    fuel: str
    kind: ClassVar[str] = "discard_fuel"


class BuyFuel(Action, frozen=True, gc=False, tag="buy_fuel"):
    """Buy one token."""

    seat: int
    fuel: str
    market: str
    kind: ClassVar[str] = "buy_fuel"


class BuyCard(Action, frozen=True, gc=False, tag="buy_card"):
    """Buy one fuel card of a column."""

    seat: int
    column: int
    card: str
    kind: ClassVar[str] = "buy_card"


class Build(Action, frozen=True, gc=False, tag="build"):
    """Connect one city."""

    seat: int
    city: str
    kind: ClassVar[str] = "build"


class Jump(Action, frozen=True, gc=False, tag="jump"):
    """Begin a second network: build in a starting city without a connection, once in the game [AT-JP-02]."""

    seat: int
    city: str
    kind: ClassVar[str] = "jump"


class Running(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A plant that produces, and what it burns."""

    plant: str
    burn: dict[str, int]


class Run(Action, frozen=True, gc=False, tag="run"):
    """Say which plants produce."""

    seat: int
    plants: tuple[Running, ...]
    kind: ClassVar[str] = "run"


class SeatOrder(Action, frozen=True, gc=False, tag="seat_order"):
    """Chance: the order of the first round."""

    order: tuple[int, ...]
    kind: ClassVar[str] = "seat_order"


class Zone(Action, frozen=True, gc=False, tag="zone"):
    """Chance: the areas in play."""

    areas: tuple[str, ...]
    kind: ClassVar[str] = "zone"


class ShowBack(Action, frozen=True, gc=False, tag="show_back"):
    """Chance: the back of the card that has come to the top of the stack."""

    back: str
    kind: ClassVar[str] = "show_back"


class Reveal(Action, frozen=True, gc=False, tag="reveal"):
    """Chance: the plant card turned up."""

    plant: str
    kind: ClassVar[str] = "reveal"


class RevealFuel(Action, frozen=True, gc=False, tag="reveal_fuel"):
    """Chance: the fuel card turned up."""

    card: str
    kind: ClassVar[str] = "reveal_fuel"


class CloseCity(Action, frozen=True, gc=False, tag="close_city"):
    """Chance: a city that nobody may build in."""

    city: str
    kind: ClassVar[str] = "close_city"


DECISIONS: tuple[type[Action], ...] = (
    ChooseArea,
    PlaceTrust,
    MarkStart,
    Open,
    Bid,
    Pass,
    Scrap,
    DiscardFuel,
    BuyFuel,
    BuyCard,
    Build,
    Jump,
    Run,
)
OUTCOMES: tuple[type[Action], ...] = (SeatOrder, Zone, ShowBack, Reveal, RevealFuel, CloseCity)

AnyAction = (
    ChooseArea
    | PlaceTrust
    | MarkStart
    | Open
    | Bid
    | Pass
    | Scrap
    | DiscardFuel
    | BuyFuel
    | BuyCard
    | Build
    | Jump
    | Run
    | SeatOrder
    | Zone
    | ShowBack
    | Reveal
    | RevealFuel
    | CloseCity
)


KINDS = frozenset((*DECISIONS, *OUTCOMES))


class BadAction(ValueError):
    """Input that is no action at all: `field` is where, `reason` what was expected."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(f"{field}: {reason}" if field else reason)
        self.field = field
        self.reason = reason


class _Field(msgspec.Struct):
    """A field around the union: msgspec remembers how to read a Struct, and works out a bare union at every call."""

    action: AnyAction


# Worked out at import: two threads that begin with a Struct at once crash.
_text: msgspec.json.Decoder[AnyAction] = msgspec.json.Decoder(AnyAction)
_field = msgspec.json.Decoder(_Field)


@cache
def _plain_fields(kind: type[Action]) -> tuple[tuple[str, type], ...] | None:
    """Return the fields of a kind of action with their types; None unless all are numbers and texts."""
    fields = [(field.name, field.type) for field in msgspec.structs.fields(kind)]
    return tuple(fields) if all(type_ in (int, str) for _, type_ in fields) else None


def _is_plain(made: Action) -> bool:
    """Return whether an action needs no reading: it cannot change, and its fields are of the right types."""
    fields = _plain_fields(type(made))
    if fields is None or type(made) not in KINDS:
        return False
    return all([type(getattr(made, name)) is kind for name, kind in fields])  # noqa: C419 - quicker than a generator


def action(obj: Any) -> Action:  # noqa: ANN401 - whatever a caller has is checked here
    """Read an action from a dict, from JSON text or bytes, or pass one through; `BadAction` names the field."""
    if isinstance(obj, Action):
        if _is_plain(obj):
            return obj
        obj = msgspec.to_builtins(obj)
    try:
        if isinstance(obj, str | bytes | bytearray):
            return _text.decode(obj)
        return msgspec.convert({"action": obj}, type=_Field).action
    except msgspec.ValidationError as error:
        path, reason = fault_of(error)
        raise BadAction(full_path(path.removeprefix("action").removeprefix("."), reason), reason) from None
    except msgspec.DecodeError as error:
        raise BadAction("", f"not JSON: {error}") from None


def to_dict(action: Action) -> dict[str, Any]:
    """Write an action as plain data, ready for JSON."""
    plain: dict[str, Any] = msgspec.to_builtins(action)
    return plain
