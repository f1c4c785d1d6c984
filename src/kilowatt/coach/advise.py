"""Advice for one decision: what the strongest bot would do with the turn, the other plans with their chances, and why.

The same position gives the same advice on every machine. What a rival hides is never used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from kilowatt.coach.case import Case
from kilowatt.coach.claims import claims_of
from kilowatt.coach.estimates import MATTERS, interval
from kilowatt.coach.favours import behind
from kilowatt.coach.moves import Move
from kilowatt.coach.option import Option, Weighed
from kilowatt.coach.options import weighed
from kilowatt.coach.plan import Plan, outcome, plan_of
from kilowatt.coach.saying import Claim
from kilowatt.engine.actions import Open
from kilowatt.engine.ids import AUCTION, PHASE_NAMES
from kilowatt.engine.phases.auction import least_bid

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kilowatt.engine.state import State


class Choice(msgspec.Struct, frozen=True):
    """A plan for the phase: what it gains in Elektro, the chance to win with it, and the facts behind it."""

    kind: str
    actions: tuple[Move, ...]
    gain: tuple[int, int]
    limit: int
    chance: float
    low: float
    high: float
    """The ends of the interval in which eight of ten such chances lie."""
    claims: tuple[Claim, ...]
    plan: Plan | None = None
    """What the choice means for the rest of the round, where it begins a plan."""


class Worth(msgspec.Struct, frozen=True):
    """What a plant of the market is worth to the seat in this auction phase."""

    worth: int
    stop: int
    """Up to where to bid: the price at which the seat wins as often with the plant as without it."""
    least: int
    """The lowest first bid."""
    price: int
    """What it is likely to cost."""
    rivals: tuple[tuple[int, int], ...] = ()
    """Each rival who may bid for it and how far it is likely to go, the keenest first; empty where money is hidden."""


class Advice(msgspec.Struct, frozen=True):
    """What the coach says to a seat: choices, the recommended one first, and what every plant is worth."""

    seat: int
    round: int
    phase: str
    choices: tuple[Choice, ...]
    worths: dict[str, Worth]
    alike: bool
    """No other choice is clearly worse."""

    @property
    def best(self) -> Choice:
        """The recommended choice."""
        return self.choices[0]


def plant_worths(state: State, seat: int) -> dict[str, Worth]:
    """Return what every plant on the market is worth to a seat, and up to where to bid for it."""
    return _worths(Case(state, seat))


def _worths(case: Case) -> dict[str, Worth]:
    s = case.state
    return {s.rules.card_names[plant]: _worth(case, plant) for plant in s.market if plant < len(s.rules.plants)}


def _worth(case: Case, plant: int) -> Worth:
    limits = case.rivals(plant) if case.open_money else {}
    keenest = sorted(limits.items(), key=lambda row: (-row[1], row[0]))
    least = least_bid(case.state, plant)
    return Worth(case.worth(plant), case.stop(plant), least, case.price(plant), tuple(keenest))


def _opened(worths: dict[str, Worth], best: Option) -> dict[str, Worth]:
    """Let the plant that is to be opened be worth its lowest bid, which buys it if nobody else bids."""
    action = best.actions[0]
    if isinstance(action, Open):
        row = worths[action.plant]
        stop = max(row.stop, best.limit)
        worths[action.plant] = msgspec.structs.replace(row, stop=stop, worth=max(row.worth, stop))
    return worths


def check(state: State, seat: int) -> None:
    """Check what a caller asks for; `ValueError` names the field."""
    if type(seat) is not int or not 0 <= seat < state.rules.seats:
        raise ValueError(f"seat: expected 0 to {state.rules.seats - 1}, not {seat!r}")
    if state.actor != seat:
        raise ValueError(f"seat: expected the seat that is to act, {state.actor}, not {seat}")


def advise(state: State, seat: int, earlier: Sequence[State] = ()) -> Advice:
    """Return the best plan for the acting seat's turn and the alternatives, with chances, Elektro and reasons.

    `earlier` are the positions in which the seat has decided since its turn began: a plan that it follows goes on.
    """
    check(state, seat)
    case = Case(state, seat, earlier)
    s = case.state
    rows = _different(case, weighed(case))
    return Advice(
        seat=seat,
        round=s.round,
        phase=PHASE_NAMES[s.phase],
        choices=tuple([choice_at(case, rows, place) for place in range(len(rows))]),
        worths=_opened(_worths(case), rows[0].option) if s.phase == AUCTION else {},
        alike=len(rows) > 1 and all(rows[0].chance - row.chance < MATTERS for row in rows),
    )


def _different(case: Case, rows: list[Weighed]) -> list[Weighed]:
    """Leave out plans for fuel that end like one before them, and to buy none where only chances speak against it."""
    if rows[0].option.kind != "fuel":
        return rows
    kept, seen = [rows[0]], [outcome(case, rows[0].option)]
    for place, row in enumerate(rows):
        facts = [claim for claim in behind(case, rows, place) if claim.code not in ("experts_less", "no_worse")]
        if place and (any(row.option.fuel) or facts) and outcome(case, row.option) not in seen:
            kept.append(row)
            seen.append(outcome(case, row.option))
    return kept


def choice_at(case: Case, rows: list[Weighed], place: int) -> Choice:
    """Return one of some weighed options with all that is said of it."""
    option, chance = rows[place]
    low, high = interval(chance)
    claims = tuple(claims_of(case, rows, place))
    plan = plan_of(case, option)
    return Choice(option.kind, option.actions, option.gain, option.limit, round(chance, 4), low, high, claims, plan)
