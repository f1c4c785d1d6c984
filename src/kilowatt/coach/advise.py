"""Advice for one decision: the plan for the whole phase, the other plans with their chances, and why.

The same position, level and seed give the same advice on every machine. What a rival hides is never used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from kilowatt.bots.ending import closing_build
from kilowatt.bots.plant_tables import tables_of
from kilowatt.coach.case import Case
from kilowatt.coach.claims import Claim, claims_of
from kilowatt.coach.moves import Move
from kilowatt.coach.noise import clearly, interval
from kilowatt.coach.options import Option, enter, options_of
from kilowatt.coach.plan import Plan, plan_of
from kilowatt.coach.win_chances import imagined, seed_of
from kilowatt.engine import asks
from kilowatt.engine.ids import AUCTION, PHASE_NAMES
from kilowatt.engine.phases.auction import least_bid

if TYPE_CHECKING:
    from kilowatt.engine.state import State

LEVELS = ("easy", "normal", "hard", "expert")
DEALS = {"easy": 6, "normal": 12, "hard": 24, "expert": 64}
"""Imagined games of each choice."""
BY_WORTH = ("open", "opt_out", "bid", "leave")
"""Kinds that the worth of a plant decides alone."""


class Choice(msgspec.Struct, frozen=True):
    """A plan for the phase: what it gains in Elektro, the chance to win with it, and the facts behind it."""

    kind: str
    actions: tuple[Move, ...]
    gain: tuple[int, int]
    limit: int
    chance: float
    low: float
    high: float
    """The ends of the chance's 95 % interval."""
    claims: tuple[Claim, ...]
    plan: Plan | None = None
    """What the choice means for the rest of the round, where it begins a plan."""


class Worth(msgspec.Struct, frozen=True):
    """What a plant of the market is worth to the seat in this auction phase."""

    worth: int
    stop: int
    """The highest bid that still gains something and can be paid."""
    least: int
    """The lowest first bid."""


class Advice(msgspec.Struct, frozen=True):
    """What the coach says to a seat: choices, the recommended one first, and what every plant is worth."""

    seat: int
    level: str
    round: int
    phase: str
    choices: tuple[Choice, ...]
    worths: dict[str, Worth]
    alike: bool
    """The choices do not differ by more than the imagined games can tell."""

    @property
    def best(self) -> Choice:
        """The recommended choice."""
        return self.choices[0]


def plant_worths(state: State, seat: int, level: str = "normal", seed: int = 0) -> dict[str, Worth]:
    """Return what every plant on the market is worth to a seat: the same number in the whole auction phase."""
    return _worths(Case(state, seat, DEALS[level], seed))


def _worths(case: Case) -> dict[str, Worth]:
    s = case.state
    return {
        s.rules.card_names[plant]: Worth(case.worth(plant), case.stop(plant), least_bid(s, plant))
        for plant in s.market
        if plant < len(s.rules.plants)
    }


def weigh(case: Case, options: list[Option]) -> list[list[float]]:
    """Return for each option the seat's chance in every imagined game; all options see the same cards."""
    s, seat = case.state, case.seat
    begin = seed_of(s, case.seed)
    return [
        [imagined(s, enter(option, seat), f"{begin}/{number}")[seat] for number in range(case.deals)]
        for option in options
    ]


def chosen(s: State, seat: int, options: list[Option], rows: list[list[float]]) -> int:
    """Return the place of the option to recommend: the usual one, unless another is clearly better."""
    if options[0].kind in BY_WORTH or _wins_now(s, seat):
        return 0
    better = [place for place in range(1, len(options)) if clearly(rows[place], rows[0])]
    return max(better, key=lambda place: sum(rows[place]), default=0)


def _wins_now(s: State, seat: int) -> bool:
    """Return whether the seat can end the game now and win, whatever the others do: that needs no imagined game."""
    return s.ask == asks.ASK_BUILD and closing_build(s, seat, tables_of(s)) is not None


def check(level: str, state: State, seat: int) -> None:
    """Check what a caller asks for; `ValueError` names the field."""
    if level not in LEVELS:
        raise ValueError(f"level: expected one of {', '.join(LEVELS)}, not {level!r}")
    if type(seat) is not int or not 0 <= seat < state.rules.seats:
        raise ValueError(f"seat: expected 0 to {state.rules.seats - 1}, not {seat!r}")
    if state.actor != seat:
        raise ValueError(f"seat: expected the seat that is to act, {state.actor}, not {seat}")


def advise(state: State, seat: int, level: str = "normal", seed: int = 0) -> Advice:
    """Return the best plan for the acting seat's turn and the alternatives, with chances, Elektro and reasons."""
    check(level, state, seat)
    case = Case(state, seat, DEALS[level], seed)
    s = case.state
    options = options_of(case)
    rows = weigh(case, options)
    first = chosen(s, seat, options, rows)
    others = [p for p in range(len(options)) if p != first]
    order = [first, *sorted(others, key=lambda p: -_rank(options[p], rows[p]))]
    return Advice(
        seat=seat,
        level=level,
        round=s.round,
        phase=PHASE_NAMES[s.phase],
        choices=tuple([_choice(case, options[p], rows[p]) for p in order]),
        worths=_worths(case) if s.phase == AUCTION else {},
        alike=len(options) > 1 and all(_alike(options[first], options[p], rows[first], rows[p]) for p in others),
    )


def _alike(best: Option, other: Option, mine: list[float], theirs: list[float]) -> bool:
    """Return whether another option is as good: by Elektro in auctions, else as far as imagined games can tell."""
    return other.gain[1] == best.gain[1] if best.kind in BY_WORTH else not clearly(mine, theirs)


def _rank(option: Option, row: list[float]) -> float:
    """Return what alternatives are ordered by: Elektro in auctions, else chances."""
    return float(option.gain[1]) if option.kind in BY_WORTH else sum(row) / len(row)


def _choice(case: Case, option: Option, row: list[float]) -> Choice:
    chance, low, high = interval(row)
    claims = tuple(claims_of(case, option))
    plan = plan_of(case, option)
    return Choice(option.kind, option.actions, option.gain, option.limit, chance, low, high, claims, plan)
