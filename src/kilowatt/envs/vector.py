"""Batched stepping: many games side by side, everything about them written into NumPy buffers in place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from kilowatt.envs.compact import compact_size
from kilowatt.envs.episode import Episode
from kilowatt.envs.grains import make_encoding
from kilowatt.envs.kernel_games import KernelGames
from kilowatt.envs.kernel_ids import plays
from kilowatt.envs.observation import Observer
from kilowatt.envs.reference_games import ReferenceGames
from kilowatt.envs.rewards import REWARDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from kilowatt.engine.rules import Rules

OBSERVATIONS = ("flat", "compact", "none")


class VectorTable:
    """`n` games of the same rules. After `reset` and every `step` these buffers hold, game by game:

    - `observation` (n, size): the observation of the seat that is to act; float32 numbers if `flat`, bytes if
      `compact` (see `kilowatt.envs.compact`), not written if `none`;
    - `mask` (n, ids) bool: its legal ids;
    - `actor` (n,) int8: that seat;
    - `reward` (n, seats) float32: 0 unless the last step ended the game;
    - `done`, `truncated` (n,) bool: the last step ended the game, or the step limit cut it off.

    A finished game is reset at once: its observation, mask and actor are already those of the next game, while
    `reward` and `done` are those of the last one. Buffers are the same objects forever; copy what must last.

    `backend`: the compiled `kernel`, the `reference`, or the kernel where it is installed and can play the rules
    (`auto`). Both play the same games for the same seed. With `threads` the kernel steps parts of the games at once.
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
        backend: str = "auto",
        observation: str = "flat",
        threads: int = 1,
    ) -> None:
        if n < 1:
            raise ValueError("n: a table needs at least one game")
        for name, value, known in (
            ("reward", reward, REWARDS),
            ("observation", observation, OBSERVATIONS),
        ):
            if value not in known:
                raise ValueError(f"{name}: there is no {value!r}; there are {', '.join(known)}")
        if threads < 1:
            raise ValueError(f"threads: expected 1 or more, not {threads}")
        self.rules = rules
        self.n = n
        self.encoding = make_encoding(rules, grain)
        self.observer = Observer(rules)
        self.max_steps = max_steps
        size = {"flat": self.observer.size, "compact": compact_size(self.observer.layout), "none": 0}[observation]
        self.observation: NDArray[Any] = np.zeros((n, size), np.float32 if observation == "flat" else np.uint8)
        self.mask: NDArray[np.bool_] = np.zeros((n, self.encoding.size), np.bool_)
        self.reward: NDArray[np.float32] = np.zeros((n, rules.seats), np.float32)
        self.done: NDArray[np.bool_] = np.zeros(n, np.bool_)
        self.truncated: NDArray[np.bool_] = np.zeros(n, np.bool_)
        self.actor: NDArray[np.int8] = np.zeros(n, np.int8)
        buffers: dict[str, NDArray[Any] | None] = {
            "flat": self.observation if observation == "flat" else None,
            "compact": self.observation if observation == "compact" else None,
            "mask": self.mask,
            "reward": self.reward,
            "done": self.done,
            "truncated": self.truncated,
            "actor": self.actor,
        }
        self.backend = "kernel" if plays(backend, rules) else "reference"
        self._games: KernelGames | ReferenceGames
        if self.backend == "kernel":
            self._games = KernelGames(self.encoding, self.observer, buffers, reward, threads)
        else:
            self._games = ReferenceGames(self.encoding, self.observer, buffers, reward)
        self.games = 0
        """Games begun so far; each has its own seed."""
        self.reset(seed)

    def reset(self, seed: int | None = None) -> None:
        """Begin all games again."""
        if seed is not None:
            self.seed = seed
        self.games = 0
        self.reward[:] = 0
        self.done[:] = False
        self.truncated[:] = False
        for i in range(self.n):
            self._begin(i)

    def _begin(self, i: int) -> None:
        self.games += 1
        self._games.begin(i, game_seed(self.seed, self.games))

    def step(self, actions: Sequence[int] | NDArray[Any]) -> None:
        """Take one id in every game; ValueError names the first game whose id is illegal, before any is played."""
        numbers = np.ascontiguousarray(actions, np.int64)
        if numbers.shape != (self.n,):
            raise ValueError(f"expected {self.n} ids, not {numbers.shape}")
        ended = self._games.step(numbers, self.max_steps or 0)
        if ended < 0:
            raise ValueError(f"game {-1 - ended}: id {int(numbers[-1 - ended])} is not legal now")
        if ended:
            for i in np.flatnonzero(self.done | self.truncated).tolist():
                self._begin(i)

    def snapshot(self, i: int) -> dict[str, Any]:
        """Return one game as plain data."""
        return self._games.episode(i).snapshot()

    def restore(self, i: int, kept: dict[str, Any]) -> None:
        """Take one game back to a snapshot; its row is written again."""
        episode = self._games.episode(i)
        episode.restore(kept)
        self._games.load(i, episode)

    def clone(self, i: int, seed: int | None = None) -> Episode:
        """Copy one game, for search; with its own seed the copy is dealt other cards."""
        return self._games.episode(i).clone(seed)


def game_seed(seed: int, number: int) -> int:
    """Return the seed by which a `CounterDealer` deals the games of a table, counted from 1."""
    return (seed << 32) + number
