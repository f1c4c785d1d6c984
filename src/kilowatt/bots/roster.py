"""All bots by name, with everything that other parts of Kilowatt must know of one: a new rung is a row here.

docs/lab/ladder.md states where the points come from; a test compares them.
"""

from __future__ import annotations

from typing import NamedTuple

QUICK = 0.3
"""Seconds for a bot that answers at once."""


class Entry(NamedTuple):
    """A bot: its module in this package and its class."""

    module: str
    kind: str
    points: float | None = None
    """Its points in rated games, which never change by a game; None for a bot that sits at no table."""
    seconds: float = QUICK
    """What a server lets it think per round."""
    pinned: tuple[int, ...] = (3,)
    """Numbers of seats of the games that pin its moves, on every ruleset: see tools/same_moves.py."""


RUNGS = {
    "random": Entry("random", "RandomBot", -643.0, pinned=()),
    "simple": Entry("simple", "SimpleBot", 1000.0, pinned=(4,)),
    "economist": Entry("economist", "EconomistBot", 1503.0, pinned=(2, 3, 5)),
    "planner": Entry("planner", "PlannerBot", 1977.0, 0.8),
    "search": Entry("search", "SearchBot", 2158.0, 2.0),
    "student": Entry("student", "StudentBot", 2436.0, 0.4),
    "learned": Entry("learned", "LearnedBot", 2676.0, 2.0),
    "values": Entry("valuing", "ValuesBot", 3259.0, 0.4),
}
"""The ladder, weakest first."""

LEVELS = {
    "easy": Entry("levels", "EasyBot", 321.0, 0.2),
    "normal": RUNGS["economist"]._replace(pinned=()),
    "hard": RUNGS["student"]._replace(pinned=()),
    "expert": RUNGS["values"]._replace(pinned=()),
}
"""The levels for people, weakest first."""

ROSTER = {**RUNGS, **LEVELS}
