"""Positions of bot games for the tests of the coach: every so many decisions of games under all rulesets."""

from __future__ import annotations

from typing import TYPE_CHECKING

import kilowatt
from kilowatt.bots import Budget, make_bot
from kilowatt.engine.game import clone

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kilowatt.engine.state import State

RULESETS = [info.id for info in kilowatt.rulesets()]


def game(ruleset: str, seats: int, seed: int, **options: object) -> Iterator[State]:
    """Every position of a game in which a seat decides; unsure bots, who make mistakes, and economists take turns."""
    table = kilowatt.Table(kilowatt.ruleset(ruleset, seats, options), seed=seed)
    bots = [make_bot("unsure" if seat % 2 else "economist", seed) for seat in range(seats)]
    while isinstance(table.actor, int):
        state = clone(table.state)
        yield state
        table.play(bots[table.actor].advise(clone(state), table.actor, Budget()).action)


def positions(count: int, every: int = 7) -> Iterator[State]:
    """So many positions, spread over all rulesets and two to six seats."""
    given = 0
    number = 0
    while True:
        ruleset = RULESETS[number % len(RULESETS)]
        seats = 2 + number % 5
        for place, state in enumerate(game(ruleset, seats, number)):
            if place % every == number % every:
                yield state
                given += 1
                if given >= count:
                    return
        number += 1
