"""Judges one turn of a record: the chance with what was played, with the best that was found, and whether they differ.

A difference inside the noise of the imagined games is no mistake and costs no accuracy.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from kilowatt.coach.advise import weigh
from kilowatt.coach.case import Case
from kilowatt.coach.claims import Claim, claims_of
from kilowatt.coach.moves import Move
from kilowatt.coach.noise import ahead, clearly
from kilowatt.coach.options import Option, options_of
from kilowatt.engine import asks
from kilowatt.engine.actions import Action, Bid, Build, BuyCard, BuyFuel, Open, Pass, Run, Scrap
from kilowatt.engine.ids import FUELS, SETUP
from kilowatt.engine.phases.auction import may_opt_out
from kilowatt.engine.storage import earned, runs
from kilowatt.statistics import normal_interval

if TYPE_CHECKING:
    from kilowatt.coach.record_turns import Turn
    from kilowatt.engine.state import State


class Verdict(msgspec.Struct, frozen=True):
    """What a decision was worth: both chances, the loss with its interval, and what was better, and why."""

    kind: str
    chance: float
    best: float
    loss: float
    """The chance given away; 0 where that is inside the noise."""
    low: float
    high: float
    """The ends of the 95 % interval of the difference."""
    mistake: bool
    played: Claim
    better: tuple[Move, ...] = ()
    limit: int = 0
    """Up to where the better plan bids."""
    claims: tuple[Claim, ...] = ()


def judge(turn: Turn, deals: int, seed: int) -> Verdict | None:
    """Judge a turn; None where there was nothing to decide or the plan of a lot went on as before."""
    s = turn.before
    if s.phase == SETUP or s.ask == asks.ASK_DISCARD:
        return None
    case = Case(s, turn.seat, deals, seed)
    if s.ask == asks.ASK_BID and not _leaves_the_plan(case, turn.actions[0]):
        return None
    options = options_of(case)
    mine = place_of(s, turn, options)
    if mine is None:
        options.append(_as_played(turn))
        mine = len(options) - 1
    played = options[mine]
    options = [option for option in options if option is played or not _overpays(s, option)]
    mine = options.index(played)
    if len(options) < 2:  # noqa: PLR2004 - nothing to choose
        return None
    if s.ask == asks.ASK_RUN and mine == 0:
        return None
    rows = weigh(case, options)
    best = max(range(len(options)), key=lambda place: (sum(rows[place]), place == mine))
    gap, error = ahead(rows[best], rows[mine])
    low, high = normal_interval(gap, error)
    wrong = best != mine and clearly(rows[best], rows[mine])
    return Verdict(
        kind=options[mine].kind,
        chance=_mean(rows[mine]),
        best=_mean(rows[best]) if wrong else _mean(rows[mine]),
        loss=round(gap, 4) if wrong else 0.0,
        low=round(low, 4),
        high=round(high, 4),
        mistake=wrong,
        played=played_claim(case, turn),
        better=options[best].actions if wrong else (),
        limit=options[best].limit if wrong else 0,
        claims=tuple(claims_of(case, options[best])) if wrong else (),
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


def _mean(row: list[float]) -> float:
    return round(sum(row) / len(row), 4)


def _leaves_the_plan(case: Case, action: Action) -> bool:
    """Return whether a bid or a pass is not what the worth of the plant says: the rest needs no look."""
    s = case.state
    wants = s.bid + 1 <= case.stop(s.lot)
    amount = action.amount if isinstance(action, Bid) else 0
    return wants if isinstance(action, Pass) else amount > case.stop(s.lot)


def _overpays(s: State, option: Option) -> bool:
    """Return whether an option pays as much for a plant as it is worth, or more, without need: never called better."""
    return option.kind in ("open", "bid") and option.gain[1] <= 0 and (s.ask == asks.ASK_BID or may_opt_out(s))


def place_of(s: State, turn: Turn, options: list[Option]) -> int | None:
    """Return which option was played."""
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
                same = [_opens(option, opened.plant) for option in options]
                return same.index(True) if True in same else None
        case asks.ASK_BID:
            kind = "leave" if isinstance(turn.actions[0], Pass) else "bid"
            return next((place for place, option in enumerate(options) if option.kind == kind), None)
        case asks.ASK_SCRAP:
            gone = turn.actions[0]
            for place, option in enumerate(options):
                other = option.actions[0]
                if isinstance(gone, Scrap) and isinstance(other, Scrap) and other.plant == gone.plant:
                    return place
    whole = tuple(turn.actions)
    return next((place for place, option in enumerate(options) if option.actions == whole), None)


def _opens(option: Option, plant: str) -> bool:
    action = option.actions[0]
    return isinstance(action, Open) and action.plant == plant


def _as_played(turn: Turn) -> Option:
    kinds = {asks.ASK_FUEL: "fuel", asks.ASK_CARD: "cards", asks.ASK_BUILD: "build", asks.ASK_RUN: "run"}
    kind = kinds.get(turn.ask, "open" if isinstance(turn.actions[0], Open) else "opt_out")
    return Option(kind, tuple(turn.actions))


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
