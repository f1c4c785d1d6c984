"""What moved the limit for a plant between two advices of one auction phase: a purchase, else a card, else a pass."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.coach.saying import Claim
from kilowatt.engine.events import BidPassed, OptedOut, PlantRevealed, PlantSold

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kilowatt.coach.advise import Advice
    from kilowatt.engine.events import Event


def moved(before: Advice, now: Advice, plant: str, events: Sequence[Event]) -> Claim | None:
    """Return what moved the limit for a plant, by what happened between two advices; None where it stayed."""
    if (before.seat, before.round, before.phase) != (now.seat, now.round, now.phase):
        return None
    old, new = before.worths.get(plant), now.worths.get(plant)
    if old is None or new is None or old.stop == new.stop:
        return None
    args = {"stop": new.stop, "old": old.stop}
    sold = [event for event in events if isinstance(event, PlantSold) and event.seat != now.seat]
    if sold:
        return Claim("moved_bought", {"seat": sold[-1].seat, "plant": sold[-1].plant, **args})
    cards = [event for event in events if isinstance(event, PlantRevealed)]
    if cards:
        return Claim("moved_card", {"plant": cards[-1].plant, **args})
    passes = [event for event in events if isinstance(event, BidPassed | OptedOut) and event.seat != now.seat]
    return Claim("moved_passed", {"seat": passes[-1].seat, **args}) if passes else None
