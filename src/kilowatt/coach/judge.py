"""Judges one turn of a record: the chance with what was played, with the best that was found, and whether they differ.

What the adviser would have recommended is never a mistake: both judge by the same bot.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from kilowatt.coach.case import Case
from kilowatt.coach.claims import claims_of
from kilowatt.coach.estimates import MATTERS, MISTAKE, interval
from kilowatt.coach.moves import Move
from kilowatt.coach.option import Option
from kilowatt.coach.options import beside, weighed
from kilowatt.coach.saying import Claim
from kilowatt.engine import asks
from kilowatt.engine.actions import Action, Bid, Build, BuyCard, BuyFuel, Open, Pass, Run, Scrap
from kilowatt.engine.ids import FUELS, SETUP
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
    """The chance given away; 0 where that is too little to tell."""
    low: float
    high: float
    """The ends of the interval of the chance with what was better."""
    mistake: bool
    played: Claim
    better: tuple[Move, ...] = ()
    limit: int = 0
    """Up to where the better plan bids."""
    claims: tuple[Claim, ...] = ()


def judge(turn: Turn) -> Verdict | None:
    """Judge a turn; None where there was nothing to decide."""
    s = turn.before
    if s.phase == SETUP or s.ask == asks.ASK_DISCARD:
        return None
    if s.ask == asks.ASK_BID and isinstance(turn.actions[0], Bid) and not turn.bought:
        return None  # a bid that was raised has cost nothing
    case = Case(s, turn.seat)
    rows = weighed(case)
    place = place_of(case, turn, [row.option for row in rows])
    if len(rows) == 1 and place == 0:
        return None
    played = rows[place] if place is not None else beside(case, _as_played(turn))
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
        played=played_claim(case, turn),
        better=best.actions if wrong else (),
        limit=best.limit if wrong else 0,
        claims=tuple(claims_of(case, [rows[0], played], 0)) if wrong else (),
    )


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


def place_of(case: Case, turn: Turn, options: list[Option]) -> int | None:
    """Return which option was played; a bid up to the limit of a plan is that plan."""
    s = case.state
    match turn.ask:
        case asks.ASK_FUEL:
            units = [0] * FUELS
            for action in turn.actions:
                if isinstance(action, BuyFuel):
                    units[s.rules.fuel_ids[action.fuel]] += 1
            return next((place for place, option in enumerate(options) if list(option.fuel) == units), None)
        case asks.ASK_BUILD:
            built = {s.rules.city_ids[action.city] for action in turn.actions if isinstance(action, Build)}
            return next((place for place, option in enumerate(options) if set(option.cities) == built), None)
        case asks.ASK_OPEN:
            opened = turn.actions[0]
            if isinstance(opened, Open):
                same = [_opens(option, opened) for option in options]
                return same.index(True) if True in same else None
        case asks.ASK_BID:
            return _place_of_bid(case, turn.actions[0], options)
        case asks.ASK_SCRAP:
            gone = turn.actions[0]
            for place, option in enumerate(options):
                other = option.actions[0]
                if isinstance(gone, Scrap) and isinstance(other, Scrap) and other.plant == gone.plant:
                    return place
    whole = tuple(turn.actions)
    return next((place for place, option in enumerate(options) if option.actions == whole), None)


def _place_of_bid(case: Case, action: Action, options: list[Option]) -> int | None:
    """Return which option a bid or a pass is: a jump above the limit is none of them."""
    kind = "leave" if isinstance(action, Pass) else "bid"
    if isinstance(action, Bid) and action.amount > max(case.stop(case.state.lot), case.state.bid + 1):
        return None
    return next((place for place, option in enumerate(options) if option.kind == kind), None)


def _opens(option: Option, opened: Open) -> bool:
    """Return whether an option opens the same plant and would bid as much for it."""
    action = option.actions[0]
    return isinstance(action, Open) and action.plant == opened.plant and opened.bid <= option.limit


def _as_played(turn: Turn) -> Option:
    kinds = {
        asks.ASK_FUEL: "fuel",
        asks.ASK_CARD: "cards",
        asks.ASK_BUILD: "build",
        asks.ASK_RUN: "run",
        asks.ASK_BID: "bid",
        asks.ASK_SCRAP: "scrap",
    }
    kind = kinds.get(turn.ask, "open" if isinstance(turn.actions[0], Open) else "opt_out")
    rules, actions = turn.before.rules, tuple(turn.actions)
    units = [0] * FUELS
    for action in actions:
        if isinstance(action, BuyFuel):
            units[rules.fuel_ids[action.fuel]] += 1
    built = tuple([rules.city_ids[action.city] for action in actions if isinstance(action, Build)])
    return Option(kind, actions, fuel=tuple(units) if kind == "fuel" else (), cities=built)


def played_claim(case: Case, turn: Turn) -> Claim:
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
            return _turn_claim(case, turn, args)


def _turn_claim(case: Case, turn: Turn, args: dict[str, object]) -> Claim:
    s = case.state
    spent = s.money[turn.seat] - turn.after.money[turn.seat]
    match turn.ask:
        case asks.ASK_BID:
            plant = s.rules.card_names[s.lot]
            return Claim("let_go", {**args, "plant": plant, "bid": s.bid, "worth": case.worth(s.lot)})
        case asks.ASK_OPEN:
            return Claim("opted_out", args)
        case asks.ASK_BUILD:
            built = sum([isinstance(action, Build) for action in turn.actions])
            if not built:
                return Claim("built_none", {**args, "money": s.money[turn.seat]})
            return Claim("built", {**args, "count": built, "cost": spent})
        case asks.ASK_RUN:
            return _run_claim(s, turn, args)
        case _:
            units: dict[str, int] = {}
            for action in turn.actions:
                if isinstance(action, BuyFuel):
                    units[action.fuel] = units.get(action.fuel, 0) + 1
            bought = units or [action.card for action in turn.actions if isinstance(action, BuyCard)]
            return Claim("bought", {**args, "units": bought, "cost": spent}) if bought else Claim("bought_none", args)


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
