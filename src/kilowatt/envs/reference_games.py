"""The reference as the back end of `VectorTable`: one `Episode` per game, rows written game by game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, final

from kilowatt.envs.compact import pack
from kilowatt.envs.episode import Episode
from kilowatt.envs.families.bid_ids import RAISES
from kilowatt.envs.rewards import rewards
from kilowatt.table.dealer import CounterDealer

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from kilowatt.envs.encoding import Encoding
    from kilowatt.envs.observation import Observer

ONES = b"\1" * RAISES
"""As many marks as the longest span of legal ids."""


@final
class ReferenceGames:
    """Episodes of one table, played by the engine itself."""

    def __init__(
        self, encoding: Encoding, observer: Observer, buffers: dict[str, NDArray[Any] | None], reward: str
    ) -> None:
        self.encoding = encoding
        self.layout = observer.layout
        mask, actor, self.compact = buffers["mask"], buffers["actor"], buffers["compact"]
        assert mask is not None  # noqa: S101 - every table has masks
        assert actor is not None  # noqa: S101 - and actors
        self.n = len(mask)
        self.reward_kind = reward
        self.mask, self.actor, self.reward = mask, actor, buffers["reward"]
        self.done, self.truncated = buffers["done"], buffers["truncated"]
        flat = buffers["flat"]
        self.rows = [observer.buffer(row) for row in flat] if flat is not None else []
        self.raw = observer.buffer(scaled=False) if self.compact is not None else None
        # the same memory without NumPy's cost for each access
        self._mask = self.mask.view("u1").reshape(-1).data
        self._actor = self.actor.data
        self.episodes: list[Episode] = [Episode(encoding) for _ in range(self.n)]
        self.steps = [0] * self.n

    def begin(self, i: int, seed: int) -> None:
        """Begin a game dealt by a counter and write its rows."""
        self.steps[i] = 0
        self.episodes[i] = Episode(self.encoding, dealer=CounterDealer(seed))
        self.mask[i] = False
        self.describe(i)

    def step(self, numbers: NDArray[np.int64], max_steps: int) -> int:
        """Take an id in every game and write the rows of those that go on; return how many ended.

        If an id is illegal nothing is played, and the number is -1 less the first such game.
        """
        ids = numbers.tolist()
        for i, number in enumerate(ids):
            if not 0 <= number < self.encoding.size or not self._mask[i * self.encoding.size + number]:
                return -1 - i
        assert self.reward is not None  # noqa: S101 - every table has rewards
        assert self.done is not None  # noqa: S101 - and these two
        assert self.truncated is not None  # noqa: S101
        self.reward[:] = 0
        self.done[:] = False
        self.truncated[:] = False
        self.mask[:] = False
        ended = 0
        for i, number in enumerate(ids):
            episode = self.episodes[i]
            episode.step_unchecked(number)
            self.steps[i] += 1
            result = episode.state.result
            if result is not None:
                self.done[i] = True
                self.reward[i] = rewards(result, self.reward_kind)
                ended += 1
            elif self.steps[i] == max_steps:
                self.truncated[i] = True
                ended += 1
            else:
                self.describe(i)
        return ended

    def describe(self, i: int) -> None:
        """Write the rows of a game whose mask is empty."""
        episode = self.episodes[i]
        seat = episode.actor
        self._actor[i] = seat
        pending = self.encoding.pending(episode.partial)
        if self.rows:
            self.rows[i].write(episode.state, seat, pending)
        if self.raw is not None and self.compact is not None:
            self.raw.write(episode.state, seat, pending)
            self.compact[i] = pack(self.layout, self.raw.row)
        legal = episode.legal_ids()
        row = self._mask
        base = i * self.encoding.size
        for number in legal.ids:
            row[base + number] = 1
        if legal.first < legal.stop:
            row[base + legal.first : base + legal.stop] = ONES[: legal.stop - legal.first]

    def episode(self, i: int) -> Episode:
        """Return a copy of a game."""
        return self.episodes[i].clone()

    def load(self, i: int, episode: Episode) -> None:
        """Put an episode into a game and write its rows."""
        self.episodes[i] = episode
        self.mask[i] = False
        self.describe(i)
