"""What a seat did between two positions, as one claim. Judges nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kilowatt.coach.saying import Claim
from kilowatt.engine import asks
from kilowatt.engine.ids import PHASE_NAMES, bits

if TYPE_CHECKING:
    from kilowatt.engine.state import State


def changed(before: State, after: State, seat: int) -> Claim:
    """Return what a seat did between two positions."""
    args: dict[str, Any] = {"seat": seat}
    spent = before.money[seat] - after.money[seat]
    sold = _sold(before, after)
    if sold is not None:
        return sold
    match before.ask:
        case asks.ASK_BID:
            return Claim("did_pass", {**args, "bid": before.bid})
        case asks.ASK_OPEN:
            return Claim("did_opt_out", args)
        case asks.ASK_FUEL | asks.ASK_CARD:
            return Claim("did_fuel", {**args, "cost": spent}) if spent > 0 else Claim("did_fuel_none", args)
        case asks.ASK_BUILD:
            built = after.count(seat) - before.count(seat)
            return Claim("did_build", {**args, "count": built}) if built else Claim("did_build_none", args)
    return Claim("did_turn", {**args, "phase": PHASE_NAMES[before.phase]})


def _sold(before: State, after: State) -> Claim | None:
    """Return which plant was sold, to whom and for how much, if one was."""
    for seat in range(before.rules.seats):
        had = owned(before, seat)
        new = [plant for plant in owned(after, seat) if plant not in had]
        if new:
            price = before.money[seat] - after.money[seat]
            return Claim("did_buy", {"seat": seat, "plant": before.rules.card_names[new[0]], "price": price})
    return None


def owned(s: State, seat: int) -> list[int]:
    """List the cards of a seat: its plants, and the mines that lie beside them."""
    return [*s.plants[seat], *bits(s.rules.fuel_supply.mines(s, seat))]
