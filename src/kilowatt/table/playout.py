"""Random games from beginning to end: a kind of action first, then its argument. For simulation and for tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.engine import game
from kilowatt.engine.check import check
from kilowatt.table.record import Entry, Header, Record

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from kilowatt.engine.actions import Action
    from kilowatt.engine.rules import Rules
    from kilowatt.engine.state import State

LIMIT = 100_000
"""No game comes near this many actions; one that does is reported as endless."""


class Violation(Exception):
    """A random game that broke an invariant or did not end; `record` shows it."""

    def __init__(self, problems: list[str], record: Record) -> None:
        super().__init__("; ".join(problems))
        self.problems = problems
        self.record = record


def random_action(state: State, rng: Random) -> Action:
    """Choose a chance outcome by its weight, or a kind of decision and then its argument, raises mostly the least."""
    return _chosen(state, rng.random)


def _chosen(state: State, chance: Callable[[], float]) -> Action:
    if state.actor < 0:
        return game.outcome_at(state, chance())
    kinds = list(game.options(state).choices.values())
    rows = kinds[int(chance() * float(len(kinds)))]
    row = rows[int(chance() * float(len(rows)))]
    if row.single or chance() < 0.8:  # noqa: PLR2004 - four raises in five are the least
        return row.at(0)
    return row.at(int(chance() * min(len(row), 20)))


def playout(rules: Rules, rng: Random, *, checked: bool = False, logged: bool = False) -> tuple[State, int, Record]:
    """Play a random game; return its last state, the number of actions, and its record (empty unless logged).

    A checked game raises `Violation` with its whole record as soon as an invariant breaks.
    """
    keep = checked or logged
    state = game.new_game(rules)
    chance = rng.random
    played: list[Action] = []
    actions = 0
    while state.result is None:
        move = _chosen(state, chance)
        game.advance(state, move)
        actions += 1
        if keep:
            played.append(move)
        if checked:
            problems = check(state)
            if problems:
                raise Violation(problems, record_of(rules, played))
        if actions >= LIMIT:
            raise Violation([f"no end after {actions} actions"], record_of(rules, played))
    return state, actions, record_of(rules, played)


def record_of(rules: Rules, played: list[Action]) -> Record:
    """Make the record of a game from its actions."""
    players = [f"random {seat + 1}" for seat in range(rules.seats)]
    header = Header(rules.id, rules.seats, rules.options, players, rules.revision)
    return Record(header, [Entry(number, move) for number, move in enumerate(played, start=1)])
