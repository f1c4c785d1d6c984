"""Batched stepping: many games side by side, everything about them written into NumPy buffers in place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from kilowatt.envs.episode import Episode
from kilowatt.envs.families.bidding import RAISES
from kilowatt.envs.grains import make_encoding
from kilowatt.envs.observation import Observer
from kilowatt.envs.rewards import REWARDS, rewards

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from kilowatt.engine.rules import Rules


ONES = b"\1" * RAISES
"""As many marks as the longest span of legal ids."""


class VectorTable:
    """`n` games of the same rules. After `reset` and every `step` these buffers hold, game by game:

    - `observation` (n, size) float32: the flat vector for the seat that is to act;
    - `mask` (n, ids) bool: its legal ids;
    - `actor` (n,) int8: that seat;
    - `reward` (n, seats) float32: 0 unless the last step ended the game;
    - `done`, `truncated` (n,) bool: the last step ended the game, or the step limit cut it off.

    A finished game is reset at once: its observation, mask and actor are already those of the next game, while
    `reward` and `done` are those of the last one. Buffers are the same objects forever; copy what must last.
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
        self.reward_kind = reward
        self.max_steps = max_steps
        self.observation: NDArray[np.float32] = np.zeros((n, self.observer.size), np.float32)
        self.mask: NDArray[np.bool_] = np.zeros((n, self.encoding.size), np.bool_)
        self.reward: NDArray[np.float32] = np.zeros((n, rules.seats), np.float32)
        self.done: NDArray[np.bool_] = np.zeros(n, np.bool_)
        self.truncated: NDArray[np.bool_] = np.zeros(n, np.bool_)
        self.actor: NDArray[np.int8] = np.zeros(n, np.int8)
        self.buffers = [self.observer.buffer(row) for row in self.observation]
        # the same memory without NumPy's cost for each access
        self._mask = self.mask.view(np.uint8).reshape(-1).data
        self._actor = self.actor.data
        self.episodes: list[Episode] = []
        self.steps = [0] * n
        self.games = 0
        """Games begun so far; each has its own seed."""
        self.reset(seed)

    def reset(self, seed: int | None = None) -> None:
        """Begin all games again."""
        if seed is not None:
            self.seed = seed
        self.games = 0
        self.episodes = [self._begin(i) for i in range(self.n)]
        self.reward[:] = 0
        self.done[:] = False
        self.truncated[:] = False
        for i in range(self.n):
            self._describe(i)

    def _begin(self, i: int) -> Episode:
        self.steps[i] = 0
        self.games += 1
        return Episode(self.encoding, f"{self.seed}/{self.games}")

    def step(self, actions: Sequence[int] | NDArray[Any]) -> None:
        """Take one id in every game; ValueError names the first game whose id is illegal, before any is played."""
        numbers = np.asarray(actions, np.int64)
        if numbers.shape != (self.n,):
            raise ValueError(f"expected {self.n} ids, not {numbers.shape}")
        inside = (numbers >= 0) & (numbers < self.encoding.size)
        legal = self.mask[np.arange(self.n), np.where(inside, numbers, 0)] & inside
        if not legal.all():
            first = int(np.argmin(legal))
            raise ValueError(f"game {first}: id {int(numbers[first])} is not legal now")
        self.reward[:] = 0
        self.done[:] = False
        self.truncated[:] = False
        self.mask[:] = False
        for i, number in enumerate(numbers.tolist()):
            episode = self.episodes[i]
            episode.step_unchecked(number)
            self.steps[i] += 1
            if episode.over or self.steps[i] == self.max_steps:
                self._end(i, episode)
            self._describe(i)

    def _end(self, i: int, episode: Episode) -> None:
        result = episode.state.result
        if result is None:
            self.truncated[i] = True
        else:
            self.done[i] = True
            self.reward[i] = rewards(result, self.reward_kind)
        self.episodes[i] = self._begin(i)

    def _describe(self, i: int) -> None:
        """Write the row of a game."""
        episode = self.episodes[i]
        seat = episode.actor
        self._actor[i] = seat
        self.buffers[i].write(episode.state, seat, self.encoding.pending(episode.partial))
        legal = episode.legal_ids()
        row = self._mask
        base = i * self.encoding.size
        for number in legal.ids:
            row[base + number] = 1
        if legal.first < legal.stop:
            row[base + legal.first : base + legal.stop] = ONES[: legal.stop - legal.first]

    def snapshot(self, i: int) -> dict[str, Any]:
        """Return one game as plain data."""
        return self.episodes[i].snapshot()

    def restore(self, i: int, kept: dict[str, Any]) -> None:
        """Take one game back to a snapshot; its row is written again."""
        self.episodes[i].restore(kept)
        self.mask[i] = False
        self._describe(i)

    def clone(self, i: int, seed: int | None = None) -> Episode:
        """Copy one game, for search; with its own seed the copy is dealt other cards."""
        return self.episodes[i].clone(seed)
