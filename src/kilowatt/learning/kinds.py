"""Which games are trained on: every ruleset and number of seats in fair proportion, and boards with drawn costs."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any

import kilowatt
from kilowatt.editions.board_file import plain
from kilowatt.editions.board_new import copied
from kilowatt.editions.registry import MEASURED_ON

if TYPE_CHECKING:
    from kilowatt.engine.rules import Rules

DRAWN = 0.1
"""The share of games on a board whose costs are drawn."""
COSTS = (0.6, 1.5)
"""A drawn cost is the printed one times a number between these."""
USUAL = tuple([(ruleset, 4) for ruleset in MEASURED_ON])
"""One game in four is one of these, which are played most and measured by."""
EVERY = 4
HIDDEN = 0.08
"""The share of games in which money is hidden."""
WITHOUT_BOARD = 3
"""So many times as often as the others: a ruleset without a board is another game, and little of theirs helps it."""


@cache
def kinds(only: str = "") -> tuple[tuple[str, int], ...]:
    """List every ruleset at every number of seats, those without a board several times; or one ruleset alone."""
    return tuple(
        (row.id, seats)
        for row in kilowatt.rulesets()
        if only in ("", row.id)
        for seats in row.seats
        for _ in range(1 if kilowatt.ruleset(row.id, seats).board.cities else WITHOUT_BOARD)
    )


def kind_of(number: int, seed: str, only: str = "") -> tuple[str, int]:
    """Return the ruleset and the seats of a game: one in four of the usual ones, of the others every kind in turn."""
    if only:
        return fair_kind(number, seed, only)
    turn, place = divmod(number, EVERY)
    if place == EVERY - 1:
        return USUAL[turn % len(USUAL)]
    return fair_kind(turn * (EVERY - 1) + place, seed)


def fair_kind(number: int, seed: str, only: str = "") -> tuple[str, int]:
    """Return the ruleset and the seats of a game: in every run of as many games as there are kinds, each in turn."""
    every = list(kinds(only))
    turn, place = divmod(number, len(every))
    Random(f"{seed}/kinds/{turn}").shuffle(every)  # noqa: S311 - chooses games
    return every[place]


def rules_of(number: int, seed: str, dice: Random, only: str = "") -> Rules:
    """Return the rules of a game."""
    ruleset, seats = kind_of(number, seed, only)
    options: dict[str, Any] = {"money": "hidden"} if dice.random() < HIDDEN else {}
    has_board = bool(kilowatt.ruleset(ruleset, seats).board.cities)
    if has_board and dice.random() < DRAWN:
        return kilowatt.ruleset("custom", seats, {**options, "board": _drawn(ruleset, dice)})
    return kilowatt.ruleset(ruleset, seats, options)


def _drawn(ruleset: str, dice: Random) -> dict[str, Any]:
    """Return the board of a ruleset with other costs."""
    board = plain(copied(ruleset))
    links = [(one, two, max(0, round(cost * dice.uniform(*COSTS)))) for one, two, cost in board["connections"]]
    return {**board, "connections": [list(link) for link in links]}
