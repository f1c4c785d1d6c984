"""Positions of bot games for the tests of the coach: every so many decisions of games under all rulesets."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import kilowatt
from kilowatt.bots import Budget, make_bot
from kilowatt.engine.game import clone

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kilowatt.engine.state import State

SEATS = {info.id: info.seats for info in kilowatt.rulesets()}
SHUFFLED = Random(7).sample(list(SEATS), len(SEATS))
"""All rulesets, those of the atlas among the others."""
OF_A_GAME = 10
"""Positions of one game at most."""


def game(ruleset: str, seats: int, seed: int, **options: object) -> Iterator[State]:
    """Every position of a game in which a seat decides; beginners, who make mistakes, and economists take turns."""
    table = kilowatt.Table(kilowatt.ruleset(ruleset, seats, options), seed=seed)
    bots = [make_bot("easy" if seat % 2 else "economist", seed) for seat in range(seats)]
    while isinstance(table.actor, int):
        state = clone(table.state)
        yield state
        table.play(bots[table.actor].advise(clone(state), table.actor, Budget()).action)


def positions(count: int, seed: int = 0) -> Iterator[State]:
    """So many positions, as many of every ruleset as far as that goes, from all of a game, with two to six seats."""
    rows = -(-count // len(SHUFFLED))
    turn = 0
    while count > 0:
        many = min(rows, OF_A_GAME)
        for ruleset in SHUFFLED:
            yield from _some(ruleset, seed + turn, min(many, count))
            count -= many
            turn += 1
            if count <= 0:
                return
        rows -= many


def _some(ruleset: str, number: int, many: int) -> list[State]:
    """Return so many positions of a game, one from each of as many parts of it."""
    seats = SEATS[ruleset]
    states = list(game(ruleset, seats[number % len(seats)], number))
    # another place in its part for another number
    return [states[int((part + number * 0.61 % 1) * len(states) / many)] for part in range(many)]
