"""Challenges as the page gets them: the list, and how the task of a table stands."""

from __future__ import annotations

from typing import Literal

import msgspec


class ChallengeRow(msgspec.Struct):
    """A challenge in the list: what it is about, what is counted until when, and what earns its stars."""

    name: str
    topic: str
    ruleset: str
    title: str
    seats: int
    round: int
    phase: str
    until: Literal["turn", "phase", "round", "end"]
    last: int
    """The last round of a task that ends with one; else 0."""
    measure: str
    stars: tuple[int, int, int]
    needs: dict[str, int]


class GoalCount(msgspec.Struct):
    """What else a task asks for, and how much of it there is."""

    measure: str
    value: int
    least: int


class GoalView(msgspec.Struct):
    """How the task of a challenge stands: the number that counts, and the stars that it would earn now."""

    name: str
    measure: str
    value: int
    least: tuple[int, int, int]
    """What earns one, two and three stars."""
    stars: int
    needs: list[GoalCount]
