"""Batched stepping: many games side by side, everything about them written into NumPy buffers in place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from kilowatt.envs.course import Course
from kilowatt.envs.encoding import make_encoding
from kilowatt.envs.observation import Observer
from kilowatt.envs.rewards import REWARDS, rewards
from kilowatt.envs.vocabulary import RAISES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from kilowatt.engine.rules import Rules


ONES = b"\1" * RAISES
"""As many marks as the longest span of allowed ids."""


class VectorTable:
    """`n` games of the same rules. After `reset` and every `step` these buffers hold, game by game:

    - `observation` (n, size) float32: the flat vector for the seat that is to act;
    - `mask` (n, ids) bool: the ids it may say;
    - `actor` (n,) int8: that seat;
    - `reward` (n, seats) float32: 0 but where the last step ended a game;
    - `done`, `truncated` (n,) bool: the last step ended the game, or the limit of ids cut it off.

    A game that is done begins anew by itself: its observation, mask and actor are already those of the next game,
    while `reward` and `done` speak of the last one. Buffers are the same objects for ever; copy what must last.
    """  # noqa: D400 - the list is the sentence

    def __init__(
        self,
        rules: Rules,
        n: int,
        *,
        grain: str = "atomic",
        reward: str = "win",
        seed: int = 0,
        max_steps: int | None = None,
    ) -> None:
        if n < 1:
            raise ValueError("a table needs at least one game")
        if reward not in REWARDS:
            raise ValueError(f"there is no reward {reward!r}; there are {', '.join(REWARDS)}")
        self.rules = rules
        self.n = n
        self.encoding = make_encoding(rules, grain)
        self.observer = Observer(rules)
        self.kind = reward
        self.max_steps = max_steps
        self.observation: NDArray[np.float32] = np.zeros((n, self.observer.size), np.float32)
        self.mask: NDArray[np.bool_] = np.zeros((n, self.encoding.size), np.bool_)
        self.reward: NDArray[np.float32] = np.zeros((n, rules.seats), np.float32)
        self.done: NDArray[np.bool_] = np.zeros(n, np.bool_)
        self.truncated: NDArray[np.bool_] = np.zeros(n, np.bool_)
        self.actor: NDArray[np.int8] = np.zeros(n, np.int8)
        self.pages = [self.observer.page(row) for row in self.observation]
        # the same memory without NumPy's cost for each access
        self._mask = self.mask.view(np.uint8).reshape(-1).data
        self._actor = self.actor.data
        self.courses: list[Course] = []
        self.steps = [0] * n
        self.games = 0
        """Games begun so far; each has a seed of its own."""
        self.reset(seed)

    def reset(self, seed: int | None = None) -> None:
        """Begin all games anew."""
        if seed is not None:
            self.seed = seed
        self.games = 0
        self.courses = [self._begin(i) for i in range(self.n)]
        self.reward[:] = 0
        self.done[:] = False
        self.truncated[:] = False
        for i in range(self.n):
            self._describe(i)

    def _begin(self, i: int) -> Course:
        self.steps[i] = 0
        self.games += 1
        return Course(self.encoding, f"{self.seed}/{self.games}")

    def step(self, actions: Sequence[int] | NDArray[Any]) -> None:
        """Say one id in every game; ValueError names the first game whose id may not be said, before any is played."""
        numbers = np.asarray(actions, np.int64)
        if numbers.shape != (self.n,):
            raise ValueError(f"expected {self.n} ids, not {numbers.shape}")
        inside = (numbers >= 0) & (numbers < self.encoding.size)
        legal = self.mask[np.arange(self.n), np.where(inside, numbers, 0)] & inside
        if not legal.all():
            first = int(np.argmin(legal))
            raise ValueError(f"game {first}: id {int(numbers[first])} may not be said now")
        self.reward[:] = 0
        self.done[:] = False
        self.truncated[:] = False
        self.mask[:] = False
        for i, number in enumerate(numbers.tolist()):
            course = self.courses[i]
            course.take(number)
            self.steps[i] += 1
            if course.over or self.steps[i] == self.max_steps:
                self._end(i, course)
            self._describe(i)

    def _end(self, i: int, course: Course) -> None:
        result = course.state.result
        if result is None:
            self.truncated[i] = True
        else:
            self.done[i] = True
            self.reward[i] = rewards(result, self.kind)
        self.courses[i] = self._begin(i)

    def _describe(self, i: int) -> None:
        """Write the row of a game."""
        course = self.courses[i]
        seat = course.actor
        self._actor[i] = seat
        self.pages[i].write(course.state, seat, self.encoding.meaning(course.said))
        allowed = course.allowed()
        row = self._mask
        base = i * self.encoding.size
        for number in allowed.ids:
            row[base + number] = 1
        if allowed.first < allowed.stop:
            row[base + allowed.first : base + allowed.stop] = ONES[: allowed.stop - allowed.first]

    def snapshot(self, i: int) -> dict[str, Any]:
        """Write one game as plain data."""
        return self.courses[i].snapshot()

    def restore(self, i: int, kept: dict[str, Any]) -> None:
        """Take one game back to a snapshot; its row is written anew."""
        self.courses[i].restore(kept)
        self.mask[i] = False
        self._describe(i)

    def clone(self, i: int, seed: int | None = None) -> Course:
        """Copy one game, for search; a seed of its own deals the copy other cards."""
        return self.courses[i].clone(seed)
