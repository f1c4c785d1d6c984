"""The kernel as the back end of `VectorTable`: episodes as flat records, rows written by compiled code."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from kilowatt.envs.compact import compact_size
from kilowatt.envs.episode import Episode
from kilowatt.envs.kernel_ids import check, make_blocks, make_ids, partial_of, reserves_of, taken_of
from kilowatt.envs.rewards import REWARDS
from kilowatt.kernel.backend import Environment
from kilowatt.kernel.batch import Batch
from kilowatt.kernel.chance import WORD, mix
from kilowatt.table.dealer import CounterDealer

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kilowatt.envs.encoding import Encoding
    from kilowatt.envs.observation import Observer


class KernelGames:
    """Episodes of one table, played by the kernel."""

    def __init__(
        self, encoding: Encoding, observer: Observer, buffers: dict[str, NDArray[Any] | None], reward: str, threads: int
    ) -> None:
        check(encoding.rules)
        self.encoding = encoding
        mask = buffers["mask"]
        assert mask is not None  # noqa: S101 - every table has masks
        self.n = len(mask)
        self.batch = Batch(encoding.rules, self.n)
        layout = observer.layout
        plain = {name: None if part is None else _bytes(part) for name, part in buffers.items()}
        self.ids = make_ids(encoding.rules, encoding)
        self.games = Environment(self.batch.core, self.ids, make_blocks(layout), compact_size(layout), plain)
        self.reward = REWARDS.index(reward)
        self.threads = threads
        self.pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self.streams = [0] * self.n

    def begin(self, i: int, seed: int) -> None:
        """Begin a game dealt by a counter and write its rows."""
        self.streams[i] = seed
        self.games.restart(i, mix(seed & WORD))

    def step(self, numbers: NDArray[np.int64], max_steps: int) -> int:
        """Take an id in every game and write the rows of those that go on; return how many ended.

        If an id is illegal nothing is played, and the number is -1 less the first such game.
        """
        if self.pool is None:
            ended: int = self.games.step_all(numbers, self.reward, max_steps)
        else:
            wrong = self.games.illegal(numbers)
            if wrong >= 0:
                return -1 - int(wrong)
            cuts = [self.n * k // self.threads for k in range(self.threads + 1)]
            parts = [
                self.pool.submit(self.games.step, first, last, numbers, self.reward, max_steps)
                for first, last in pairwise(cuts)
            ]
            ended = sum(part.result() for part in parts)
        if ended:
            self.batch.check()
        return ended

    def episode(self, i: int) -> Episode:
        """Return a game as an episode of the reference."""
        rules = self.encoding.rules
        episode = Episode(self.encoding, dealer=CounterDealer(self.streams[i]), state=self.batch.state(i))
        values = self.games.taken_values(i)
        episode.partial = partial_of(self.ids, rules, values, _plants(episode))
        episode.reserves = reserves_of(values, rules.seats)
        return episode

    def load(self, i: int, episode: Episode) -> None:
        """Put an episode of the reference into a game and write its rows."""
        self.batch.load(i, episode.state)
        rules = self.encoding.rules
        taken = taken_of(self.ids, rules, episode.partial, episode.reserves, _plants(episode))
        self.games.load_taken(i, taken.values())
        self.games.describe(i)


def _plants(episode: Episode) -> list[int]:
    """Return the plants of the acting seat in ascending order."""
    return sorted(episode.state.plants[episode.actor]) if episode.actor >= 0 else []


def _bytes(part: NDArray[Any]) -> NDArray[Any]:
    return part.view(np.uint8) if part.dtype == np.bool_ else part
