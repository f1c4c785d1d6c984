"""Slips: what was probably meant where a line does not fit. Candidates are tried, and those with which it fits count.

A candidate is the line with one thing changed, or an earlier line with one thing changed, or a line that is missing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from kilowatt.engine import game
from kilowatt.engine.actions import Bid, Open, Pass, Reveal, RevealFuel
from kilowatt.engine.asks import ASK_BUILD, ASK_CARD, ASK_FUEL, ASK_RUN
from kilowatt.engine.menu import RunChoice
from kilowatt.table.sheet import proposals
from kilowatt.table.sheet.checking import Change
from kilowatt.table.sheet.lines import (
    CountLine,
    FuelLine,
    HousesLine,
    Line,
    PowerLine,
    SaleLine,
    StepLine,
    seat_of,
    with_claim,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kilowatt.engine.actions import Action
    from kilowatt.engine.state import State
    from kilowatt.table.sheet.checking import Mark, Sheet

OFFERED = 2
"""Slips that are offered at once."""
AHEAD = 20
"""Lines after it that count when corrections are compared."""
WORK = 2_500
"""Lines that are played again for one line, all candidates together: under a tenth of a second as measured."""
BACK = 60
"""How many lines back an earlier one is looked for."""

Kind = Literal["amount", "content", "earlier", "seat", "missing"]
"""The line's own amount, what else it says, an earlier line, the player, or a line that is missing before it."""


class Slip(msgspec.Struct, frozen=True):
    """A correction with which a line fits."""

    kind: Kind
    changes: tuple[Change, ...]


def slips(sheet: Sheet, place: int) -> list[Slip]:
    """Return the likeliest corrections for a line that does not fit; of equals those with which more lines fit."""
    line, mark = sheet.lines[place], sheet.marks[place]
    if mark.fit not in ("differs", "refused"):
        return []
    sheet = sheet.upto(min(place + 1 + AHEAD, len(sheet.lines)))
    rows: list[tuple[int, Slip]] = []
    work = 0
    known: list[tuple[Change, ...]] = [(Change(place, line),)]
    for slip in _candidates(sheet, place, line, mark):
        if work >= WORK or (len(rows) >= OFFERED and place == len(sheet.lines) - 1):
            break
        if slip.changes in known:
            continue
        known.append(slip.changes)
        work += len(sheet.lines) - min([change.at for change in slip.changes])
        after = sheet.changed(slip.changes)
        added = sum(change.insert for change in slip.changes)
        first = min(after.misfits, default=len(after.lines))
        if first > place + added:
            rows.append((first - added, slip))
    rows.sort(key=lambda row: -row[0])
    return [slip for _, slip in rows[:OFFERED]]


def _candidates(sheet: Sheet, place: int, line: Line, mark: Mark) -> Iterator[Slip]:
    state = sheet.before(place)
    if mark.fit == "differs" and mark.amount is not None:
        if isinstance(line, CountLine):
            yield from _prices_before(sheet, place, line.seat, mark.amount - line.money)
        yield Slip("amount", (Change(place, with_claim(line, mark.amount)),))
        yield from [Slip("content", (Change(place, row),)) for row in proposals.of_line(state, line)]
        return
    yield from _own_amount(state, place, line, mark)
    yield from [Slip("content", (Change(place, row),)) for row in proposals.of_line(state, line)]
    yield from _other_plant(sheet, place, line)
    yield from _other_card(state, place, line)
    yield from _other_seat(state, place, line)
    seat = seat_of(line)
    if seat is not None:
        yield from _prices_before(sheet, place, seat, None)


# --- amounts ----------------------------------------------------------------------------------------------------------


def likely(price: int) -> list[int]:
    """List what a price may have been before a slip of the pen: the likeliest first."""
    text = str(price)
    swapped = [int(text[:i] + text[i + 1] + text[i] + text[i + 2 :]) for i in range(len(text) - 1)]
    typed = [int(text[:i] + digit + text[i + 1 :]) for i in range(len(text)) for digit in "0123456789"]
    typed.sort(key=lambda other: abs(other - price))
    dropped = [int(text[:i] + text[i + 1 :]) for i in range(len(text)) if len(text) > 1]
    rows = [*swapped, price - 1, price + 1, price - 10, price + 10, *dropped, *typed]
    return [row for row in dict.fromkeys(rows) if row > 0 and row != price]


def _own_amount(state: State, place: int, line: Line, mark: Mark) -> Iterator[Slip]:
    """Change the price of an auction or a bid that the rules refuse."""
    price = _price(line)
    if price is None:
        return
    args = mark.refusal.args if mark.refusal is not None else {}
    number = state.rules.plant_ids.get(line.plant) if isinstance(line, SaleLine) else None
    least = state.rules.numbers[number] if number is not None else state.bid + 1
    rows = likely(price)
    # most plants are sold for little more than their least bid
    rows.sort(key=lambda other: (other < least, abs(other - least) > least))
    if isinstance(args.get("least"), int):
        rows.insert(0, args["least"])
    yield from [Slip("amount", (Change(place, _with_price(line, other)),)) for other in rows]


def _prices_before(sheet: Sheet, place: int, seat: int, change: int | None) -> Iterator[Slip]:
    """Change what a seat paid for a plant, the last one first, back to where its money was last counted.

    `change` is the difference that its counted money shows; without it the price may be any that is likely.
    """
    for earlier in range(place - 1, max(place - BACK * 4, -1), -1):
        line = sheet.lines[earlier]
        if seat_of(line) != seat:
            continue
        if isinstance(line, CountLine) and sheet.marks[earlier].fit == "fits":
            return
        price = _price(line)
        if price is None:
            continue
        rows = [price + change] if change is not None else [other for other in likely(price) if other < price]
        yield from [Slip("earlier", (Change(earlier, _with_price(line, other)),)) for other in rows if other > 0]


def _price(line: Line) -> int | None:
    """Return what somebody bids or pays for a plant."""
    if isinstance(line, SaleLine):
        return line.price
    if isinstance(line, StepLine) and isinstance(line.action, Bid):
        return line.action.amount
    return line.action.bid if isinstance(line, StepLine) and isinstance(line.action, Open) else None


def _with_price(line: Line, price: int) -> Line:
    if isinstance(line, SaleLine):
        return msgspec.structs.replace(line, price=price)
    assert isinstance(line, StepLine)  # noqa: S101 - only these have a price
    if isinstance(line.action, Bid):
        return StepLine(msgspec.structs.replace(line.action, amount=price))
    return StepLine(msgspec.structs.replace(line.action, bid=price))


# --- cards and people -------------------------------------------------------------------------------------------------


def _alike(name: str, other: str) -> tuple[bool, int]:
    """Order names by how easily one is taken for the other: plants by their digits, then by their numbers."""
    swapped = sorted(name) != sorted(other)
    return (swapped, abs(int(name) - int(other))) if name.isdigit() and other.isdigit() else (swapped, 1_000)


def _other_plant(sheet: Sheet, place: int, line: Line) -> Iterator[Slip]:
    """Take another plant of the market, or let a card that was drawn earlier have been this plant."""
    plant = line.plant if isinstance(line, SaleLine) else None
    if isinstance(line, StepLine) and isinstance(line.action, Open):
        plant = line.action.plant
    state = sheet.before(place)
    names = [state.rules.card_names[card] for card in state.market if card < len(state.rules.plants)]
    if plant is None or plant in names:
        return
    for earlier in range(place - 1, max(place - BACK, -1), -1):
        row = sheet.lines[earlier]
        if isinstance(row, StepLine) and isinstance(row.action, Reveal) and row.action.plant in names:
            yield Slip("earlier", (Change(earlier, StepLine(Reveal(plant))),))
    for other in sorted(names, key=lambda name: _alike(plant, name)):
        if isinstance(line, SaleLine):
            yield Slip("content", (Change(place, msgspec.structs.replace(line, plant=other)),))


def _other_card(state: State, place: int, line: Line) -> Iterator[Slip]:
    """Take another card that can be drawn now."""
    if not isinstance(line, StepLine) or not isinstance(line.action, Reveal | RevealFuel):
        return
    name = _card_of(line.action)
    cards = sorted([card for card, _ in game.outcomes(state)], key=lambda card: _alike(name, _card_of(card)))
    yield from [Slip("content", (Change(place, StepLine(card)),)) for card in cards[:OFFERED]]


def _card_of(action: Action) -> str:
    if isinstance(action, Reveal):
        return action.plant
    return action.card if isinstance(action, RevealFuel) else ""


def _other_seat(state: State, place: int, line: Line) -> Iterator[Slip]:
    """Let the player whose turn it is have done it, or have done nothing before it."""
    actor, seat = state.actor, seat_of(line)
    if actor < 0 or seat is None or seat == actor:
        return
    if isinstance(line, StepLine):
        yield Slip("seat", (Change(place, StepLine(msgspec.structs.replace(line.action, seat=actor))),))
    elif not isinstance(line, SaleLine):
        yield Slip("seat", (Change(place, msgspec.structs.replace(line, seat=actor)),))
    yield Slip("missing", (Change(place, _nothing(state, actor), insert=True),))


def _nothing(state: State, seat: int) -> Line:
    """Return the line of a player who does nothing, or of one who runs whatever the plants can."""
    if state.ask == ASK_BUILD:
        return HousesLine(seat)
    if state.ask in (ASK_FUEL, ASK_CARD):
        return FuelLine(seat)
    if state.ask == ASK_RUN:
        rows = [row for row in game.options(state).choices["run"] if isinstance(row, RunChoice)]
        return PowerLine(seat, max(rows, key=lambda row: row.income).plants)
    return StepLine(Pass(seat))
