"""Judges one turn of a record: the chance with what was played, with the best that was found, and whether they differ.

What the adviser would have recommended is never a mistake: both judge by the same bot.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from kilowatt.coach.case import Case
from kilowatt.coach.claims import WHOLE_TURNS, claims_of
from kilowatt.coach.estimates import MATTERS, MISTAKE, interval
from kilowatt.coach.favours import NAMES, behind
from kilowatt.coach.moves import Move
from kilowatt.coach.option import Option, Weighed
from kilowatt.coach.options import beside, option_of, weighed
from kilowatt.coach.saying import Claim
from kilowatt.engine import asks
from kilowatt.engine.actions import Action, Bid, BuyCard, Open, Pass, Run, Scrap
from kilowatt.engine.game import advance, clone
from kilowatt.engine.ids import SETUP
from kilowatt.engine.storage import earned, runs

if TYPE_CHECKING:
    from kilowatt.coach.record_turns import Turn
    from kilowatt.engine.state import State


class Verdict(msgspec.Struct, frozen=True):
    """What a decision was worth: both chances, the loss with its interval, and what was better, and why."""

    kind: str
    chance: float
    best: float
    loss: float
    """The chance given away; 0 where that is too little to count."""
    low: float
    high: float
    """The ends of the interval of the chance with what was better."""
    mistake: bool
    played: Claim
    better: tuple[Move, ...] = ()
    limit: int = 0
    """Up to where the better plan bids."""
    claims: tuple[Claim, ...] = ()
    against: tuple[Claim, ...] = ()
    """What speaks for what was played."""
    checked: int = 0
    """Games that played the decision on, both ways together; 0 where it was not checked."""


def judge(turn: Turn) -> Verdict | None:
    """Judge a turn; None where there was nothing to decide."""
    s = turn.before
    if s.phase == SETUP or s.ask == asks.ASK_DISCARD:
        return None
    if s.ask == asks.ASK_BID and isinstance(turn.actions[0], Bid) and not turn.bought:
        return None  # a bid that was raised has cost nothing
    case = Case(s, turn.seat)
    rows = weighed(case)
    option = option_of(case, tuple(turn.actions))
    place = place_of(case, option, [row.option for row in rows])
    if len(rows) == 1 and place == 0:
        return None
    played = rows[place] if place is not None else beside(case, option)
    gap = rows[0].chance - played.chance
    loss = round(gap, 4) if gap >= MATTERS else 0.0
    low, high = interval(rows[0].chance)
    wrong = loss >= MISTAKE
    best = rows[0].option
    return Verdict(
        kind=played.option.kind,
        chance=round(played.chance, 4),
        best=round(rows[0].chance if loss else played.chance, 4),
        loss=loss,
        low=low,
        high=high,
        mistake=wrong,
        played=played_claim(case, turn, option),
        better=best.actions if wrong else (),
        limit=best.limit if wrong else 0,
        claims=tuple([_than_played(claim) for claim in claims_of(case, [rows[0], played], 0)]) if wrong else (),
        against=_for_played(case, [rows[0], played]) if wrong else (),
    )


def _than_played(claim: Claim) -> Claim:
    """Return a reason for the better plan as one against what was played, with which it was compared."""
    kind, _, what = claim.code.partition("_")
    return Claim(f"beats_{what}", claim.args) if kind == "more" and claim.code not in NAMES else claim


def _for_played(case: Case, rows: list[Weighed]) -> tuple[Claim, ...]:
    """Return what the second option has more than the first, where both are whole turns."""
    if rows[0].option.kind != rows[1].option.kind or rows[0].option.kind not in WHOLE_TURNS:
        return ()
    return tuple([claim for claim in behind(case, rows, 1) if claim.code.startswith("extra_")])


def better_kind(verdict: Verdict) -> str:
    """Return what kind of option the better plan is: that of what was played, or the other kind of its auction."""
    match verdict.better[0] if verdict.better else None:
        case Open():
            return "open"
        case Bid():
            return "bid"
        case Pass() if verdict.kind in ("open", "opt_out"):
            return "opt_out"
        case Pass() if verdict.kind in ("bid", "leave"):
            return "leave"
    return verdict.kind


def place_of(case: Case, played: Option, options: list[Option]) -> int | None:
    """Return which of the options was played; a bid up to the limit of a plan is that plan."""
    first = played.actions[0]
    match case.state.ask:
        case asks.ASK_FUEL if not case.state.rules.fuel_goes_round:
            same = [option.fuel == played.fuel for option in options]
        case asks.ASK_BUILD:
            same = [set(option.cities) == set(played.cities) for option in options]
        case asks.ASK_OPEN if isinstance(first, Open):
            same = [_opens(option, first) for option in options]
        case asks.ASK_BID:
            same = [option.kind == played.kind and not _jumps(case, first) for option in options]
        case asks.ASK_SCRAP:
            same = [_scraps(option) == _scraps(played) for option in options]
        case _:
            same = [option.actions == played.actions for option in options]
    return same.index(True) if True in same else None


def _jumps(case: Case, action: Action) -> bool:
    """Return whether a bid is above the limit: then it is no option of the plan."""
    return isinstance(action, Bid) and action.amount > max(case.stop(case.state.lot), case.state.bid + 1)


def _scraps(option: Option) -> str:
    action = option.actions[0]
    return action.plant if isinstance(action, Scrap) else ""


def _opens(option: Option, opened: Open) -> bool:
    """Return whether an option opens the same plant and would bid as much for it."""
    action = option.actions[0]
    return isinstance(action, Open) and action.plant == opened.plant and opened.bid <= option.limit


def played_claim(case: Case, turn: Turn, option: Option) -> Claim:
    """Return what was done, in figures."""
    s = case.state
    action = turn.actions[0]
    args: dict[str, object] = {"seat": turn.seat}
    match action:
        case Open(_, plant, bid):
            worth = case.worth(s.rules.plant_ids[plant])
            return Claim("opened", {**args, "plant": plant, "bid": bid, "worth": worth})
        case Bid(_, amount):
            plant = s.rules.card_names[s.lot]
            return Claim("overbid", {**args, "plant": plant, "bid": amount, "worth": case.worth(s.lot)})
        case Scrap(_, plant):
            return Claim("scrapped", {**args, "plant": plant})
        case _:
            return _turn_claim(case, turn, option, args)


def _turn_claim(case: Case, turn: Turn, option: Option, args: dict[str, object]) -> Claim:
    s = case.state
    spent = _spent(turn)
    match turn.ask:
        case asks.ASK_BID:
            plant = s.rules.card_names[s.lot]
            return Claim("let_go", {**args, "plant": plant, "bid": s.bid, "worth": case.worth(s.lot)})
        case asks.ASK_OPEN:
            return Claim("opted_out", args)
        case asks.ASK_BUILD:
            if not option.cities:
                return Claim("built_none", {**args, "money": s.money[turn.seat]})
            return Claim("built", {**args, "count": len(option.cities), "cost": spent})
        case asks.ASK_RUN:
            return _run_claim(s, turn, args)
        case _:
            cards = [action.card for action in turn.actions if isinstance(action, BuyCard)]
            bought = option.units(s.rules) or cards
            return Claim("bought", {**args, "units": bought, "cost": spent}) if bought else Claim("bought_none", args)


def _spent(turn: Turn) -> int:
    """Return what a turn cost: the end of the last one may bring the sale of mines [AT-AU-10]."""
    trial = clone(turn.before)
    for action in turn.actions:
        if not isinstance(action, Pass):
            advance(trial, action)
    return turn.before.money[turn.seat] - trial.money[turn.seat]


def _run_claim(s: State, turn: Turn, args: dict[str, object]) -> Claim:
    """Return which plants a seat ran and what that earned."""
    run = turn.actions[0]
    if isinstance(run, Run) and run.plants:
        for running, _, production, income in runs(s, turn.seat):
            if running == run.plants:
                pay = earned(s, turn.seat, production, income)[1]
                plants = [plant.plant for plant in run.plants]
                return Claim("ran", {**args, "plants": plants, "count": len(plants), "income": pay})
    return Claim("ran_none", args)
