"""Events as numbers: the rules say what happened by a code and numbers; whoever listens has events made of them.

Nobody listens while bots look ahead: `State.log` is None then, and nothing is kept.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kilowatt.engine import events
from kilowatt.engine.ids import FUELS, NOBODY, PHASE_NAMES, bits

if TYPE_CHECKING:
    from collections.abc import Callable

    from kilowatt.engine.events import Event, Events
    from kilowatt.engine.rules import Rules
    from kilowatt.engine.state import State

Entry = tuple[int, int, int, int, int, int]
"""A code and what it takes."""

WHY: Final = (
    "end_of_round",
    "unsold_discount",
    "nobody_bought",
    "obsolete",
    "end_card",
    "step_2",
    "fuel_shuffled",
    "trimmed",
    "first_out",
    "barred",
)
END_OF_ROUND: Final = 0
UNSOLD_DISCOUNT: Final = 1
NOBODY_BOUGHT: Final = 2
OBSOLETE: Final = 3
END_CARD: Final = 4
STEP_2: Final = 5
FUEL_SHUFFLED_PLANT: Final = 6
TRIMMED: Final = 7
FIRST_TO_OPT_OUT: Final = 8
BARRED_PLANT: Final = 9
"""Why a plant leaves the market."""

SHORT: Final = 4
"""Bits of a seat in a packed order."""
BYTE: Final = 8
"""Bits of a plant or of the units of a fuel where several are packed into one number."""


def emit(s: State, code: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0, e: int = 0) -> None:
    """Say that something happened, if anybody listens."""
    if s.log is not None:
        s.log.append((code, a, b, c, d, e))


def packed(row: tuple[int, ...], width: int) -> int:
    """Put the members of a row into one number, so many bits each."""
    number = 0
    for place, member in enumerate(row):
        number |= (member + 1) << width * place
    return number


def _members(number: int, width: int) -> tuple[int, ...]:
    """Take a packed row apart."""
    row: list[int] = []
    while number:
        row.append((number & (1 << width) - 1) - 1)
        number >>= width
    return tuple(row)


def _units(rules: Rules, number: int) -> dict[str, int]:
    """Name the units of each fuel of a packed number."""
    return {rules.fuels[f]: number >> BYTE * f & 255 for f in range(FUELS) if number >> BYTE * f & 255}


def _somebody(seat: int) -> int | None:
    """Return a seat; None for the Trust."""
    return None if seat == NOBODY else seat


MAKE: list[Callable[[Rules, int, int, int, int, int], Event]] = []
"""By code: how its event is made."""


def _code(make: Callable[[Rules, int, int, int, int, int], Event]) -> int:
    MAKE.append(make)
    return len(MAKE) - 1


ROUND_BEGAN: Final = _code(lambda _, a, b, *__: events.RoundBegan(a, _members(b, SHORT)))
PHASE_BEGAN: Final = _code(lambda _, a, *__: events.PhaseBegan(PHASE_NAMES[a]))
STEP_BEGAN: Final = _code(lambda _, a, *__: events.StepBegan(a))
ORDER_SET: Final = _code(lambda _, a, *__: events.OrderSet(_members(a, SHORT)))
ZONE_SET: Final = _code(lambda r, a, *_: events.ZoneSet(tuple([r.board.areas[area].id for area in bits(a)])))
AREA_CHOSEN: Final = _code(lambda r, a, b, *_: events.AreaChosen(a, r.board.areas[b].id))
CITY_CLOSED: Final = _code(lambda r, a, *_: events.CityClosed(r.city_names[a]))
TRUST_PLACED: Final = _code(lambda r, a, b, *_: events.TrustPlaced(r.city_names[a], b))
START_MARKED: Final = _code(lambda r, a, b, *_: events.StartMarked(a, r.city_names[b]))
BACK_SHOWN: Final = _code(lambda r, a, *_: events.BackShown((*r.backs, r.end_card)[a]))
PLANT_REVEALED: Final = _code(lambda r, a, b, *_: events.PlantRevealed(r.card_names[a], b != 0))
STACK_SHUFFLED: Final = _code(lambda _, a, *__: events.StackShuffled(a))
PLANT_REMOVED: Final = _code(lambda r, a, b, *_: events.PlantRemoved(r.card_names[a], WHY[b]))
PLANT_PILED: Final = _code(lambda r, a, *_: events.PlantPiled(r.card_names[a]))
PILE_SHUFFLED: Final = _code(lambda _, a, *__: events.PileShuffled(a))
STACK_ENDED: Final = _code(lambda *_: events.StackEnded())
PLANT_CYCLED: Final = _code(lambda r, a, *_: events.PlantCycled(r.card_names[a]))
DISCOUNT_PLACED: Final = _code(lambda r, a, *_: events.DiscountPlaced(r.card_names[a]))
DISCOUNT_LOST: Final = _code(lambda r, a, *_: events.DiscountLost(r.card_names[a]))
LOT_OPENED: Final = _code(lambda r, a, b, c, *_: events.LotOpened(a, r.card_names[b], c))
BID_RAISED: Final = _code(lambda _, a, b, *__: events.BidRaised(a, b))
BID_PASSED: Final = _code(lambda _, a, *__: events.BidPassed(a))
OPTED_OUT: Final = _code(lambda _, a, b, *__: events.OptedOut(a, b != 0))
PLANT_SOLD: Final = _code(lambda r, a, b, c, *_: events.PlantSold(a, r.card_names[b], c))
PLANT_SCRAPPED: Final = _code(lambda r, a, b, *_: events.PlantScrapped(_somebody(a), r.card_names[b]))
COMPENSATED: Final = _code(lambda _, a, b, *__: events.Compensated(a, b))
TRUST_TOOK: Final = _code(lambda r, a, *_: events.TrustTook(r.card_names[a]))
FUEL_BOUGHT: Final = _code(lambda r, a, b, c, d, _: events.FuelBought(a, r.fuels[b], r.markets[c], d))
CARD_BOUGHT: Final = _code(
    lambda r, a, b, c, d, e: events.CardBought(_somebody(a), b >> BYTE, r.kind_names[b & 255], c, d, e)
)
FUEL_DROPPED: Final = _code(lambda r, a, b, c, *_: events.FuelDropped(a, r.fuels[b], c))
TRUST_FUELLED: Final = _code(lambda r, a, *_: events.TrustFuelled(_units(r, a)))
TURN_ENDED: Final = _code(lambda _, a, *__: events.TurnEnded(a))
JUMPED: Final = _code(lambda r, a, b, *_: events.Jumped(a, r.city_names[b]))
CITY_CONNECTED: Final = _code(lambda r, a, b, c, d, _: events.CityConnected(a, r.city_names[b], c, d))
PLANTS_RUN: Final = _code(
    lambda r, a, b, c, d, e: events.PlantsRun(
        a, tuple([r.card_names[plant] for plant in _members(b, BYTE)]), _units(r, c), d, e
    )
)
FUEL_REFILLED: Final = _code(lambda r, a, b, *_: events.FuelRefilled(r.tracks[a].name, _units(r, b)))
CARDS_MOVED: Final = _code(lambda r, a, b, *_: events.CardsMoved(r.kind_names[a], b))
FUEL_SHUFFLED: Final = _code(lambda _, a, *__: events.FuelShuffled(a))
CARD_REVEALED: Final = _code(lambda r, a, b, *_: events.CardRevealed(r.kind_names[a], b))
CONTRACTOR_ADVANCED: Final = _code(lambda _, a, *__: events.ContractorAdvanced(a))
EXPORTED: Final = _code(lambda r, a, b, c, d, e: events.Exported(a, r.fuels[b], c, d, e, c * d))
SHIPPED: Final = _code(lambda r, a, b, *_: events.Shipped(r.fuels[a], b))
GAME_ENDED: Final = _code(lambda r, *_: events.GameEnded(r.score.reason))


def told(rules: Rules, log: list[Entry]) -> Events:
    """Make the events of what happened."""
    return [MAKE[code](rules, a, b, c, d, e) for code, a, b, c, d, e in log]
