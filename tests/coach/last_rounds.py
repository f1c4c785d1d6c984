"""Plays the last building phase out: whether any way to build that is tried wins, the rivals building nothing."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import kilowatt
from kilowatt.engine.actions import Build, Jump, Pass
from kilowatt.engine.game import advance, clone
from kilowatt.engine.ids import BUILD

if TYPE_CHECKING:
    from kilowatt.engine.state import State


def won_by_building(s: State, tries: int) -> bool:
    """Return whether the acting seat wins by one of so many ways to build, while nobody else builds."""
    return any(_wins(s, Random(number), cheapest=number == 0) for number in range(tries))


def _wins(s: State, dice: Random, *, cheapest: bool) -> bool:
    """Build the cheapest city each time, or any, as long as there are some."""
    seat, trial = s.actor, clone(s)
    while trial.actor >= 0 and trial.phase == BUILD:
        if trial.actor != seat:
            advance(trial, Pass(trial.actor))
            continue
        builds = [action for action in kilowatt.legal_actions(trial) if isinstance(action, Build | Jump)]
        if not builds:
            advance(trial, Pass(seat))
            continue
        costs = kilowatt.reach(trial, seat)
        some = min(builds, key=lambda action: sum(costs.get(action.city, (0, 0)))) if cheapest else dice.choice(builds)
        advance(trial, some)
    return trial.result is not None and seat in trial.result.winners
