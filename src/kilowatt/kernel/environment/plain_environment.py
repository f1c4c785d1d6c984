"""Environments as plain Python; the compiled kernel has a class of the same name with the same methods."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kilowatt.engine.ids import OVER
from kilowatt.kernel.environment import expand, facts, legal, steps
from kilowatt.kernel.environment.records import Ids, Legal, Taken

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kilowatt.kernel.plain_core import Core


class Environment:
    """Episodes on the games of a core; every step writes the rows of its games. Nothing here checks an argument.

    The buffers are two-dimensional, a row per game: `mask` and `compact` of bytes, `flat` and `reward` of float32;
    `compact` or `flat` may be None. `actor`, `done` and `truncated` have one value per game.
    """

    def __init__(self, core: Core, ids: Ids, blocks: list[int], compact_size: int, buffers: dict[str, Any]) -> None:
        self.core = core
        self.ids = ids
        self.blocks = blocks
        self.compact_size = compact_size
        self.taken = [Taken() for _ in core.games]
        self.mask = buffers["mask"]
        self.compact = buffers["compact"]
        self.flat = buffers["flat"]
        self.actor = buffers["actor"]
        self.reward = buffers["reward"]
        self.done = buffers["done"]
        self.truncated = buffers["truncated"]

    def restart(self, game: int, stream: int) -> None:
        """Begin a new episode of a game and write its rows."""
        self.core.seed(game, stream)
        self.core.new(game, game + 1)
        self.taken[game] = Taken()
        self.describe(game)

    def describe(self, game: int) -> None:
        """Settle a game and write its actor, mask and observation."""
        core = self.core
        s, t, taken, allowed = core.games[game], core.tables, self.taken[game], Legal()
        steps.settle(s, t, core.menu, self.ids, taken, allowed, core.streams[game])
        self._write(game, allowed)

    def _write(self, game: int, allowed: Legal) -> None:
        s, t, taken = self.core.games[game], self.core.tables, self.taken[game]
        self.actor[game] = s.actor
        legal.write_mask(self.ids, allowed, self.mask[game])
        if self.compact is not None:
            facts.observe(s, t, self.ids, taken, s.actor, self.compact[game])
        if self.flat is not None:
            row = [0] * self.compact_size
            facts.observe(s, t, self.ids, taken, s.actor, row)
            expand.expand(self.blocks, len(self.blocks) // 3, row, self.flat[game])

    def illegal(self, numbers: Any) -> int:  # noqa: ANN401 - a sequence or an array of whole numbers
        """Return the first game whose id is not legal, -1 if all are."""
        for game, number in enumerate(numbers):
            if not 0 <= number < self.ids.size or not self.mask[game][number]:
                return game
        return -1

    def step_all(self, numbers: Any, kind: int, max_steps: int) -> int:  # noqa: ANN401 - as above
        """Take an id in every game, none if one is illegal; return what `step` does, or -1 less the illegal game."""
        wrong = self.illegal(numbers)
        return -1 - wrong if wrong >= 0 else self.step(0, len(self.taken), numbers, kind, max_steps)

    def step(self, first: int, last: int, numbers: Any, kind: int, max_steps: int) -> int:  # noqa: ANN401 - as above
        """Take a legal id in each game from first to before last; return how many episodes ended.

        The rows of an episode that ended are not written: it waits for its restart. `max_steps` 0 is no limit. An
        episode that has passed a limit of the kernel counts as ended.
        """
        ended = 0
        core = self.core
        for game in range(first, last):
            s, t, taken, allowed = core.games[game], core.tables, self.taken[game], Legal()
            steps.take(s, t, core.menu, self.ids, taken, int(numbers[game]))
            steps.settle(s, t, core.menu, self.ids, taken, allowed, core.streams[game])
            taken.steps += 1
            self.done[game] = s.actor == OVER
            self.truncated[game] = s.actor != OVER and taken.steps == max_steps
            for seat in range(t.seats):
                self.reward[game][seat] = 0
            if s.actor == OVER:
                steps.rewards(s, t, kind, self.reward[game])
            if self.done[game] or self.truncated[game] or s.fault:
                ended += 1
            else:
                self._write(game, allowed)
        return ended

    def taken_values(self, game: int) -> Sequence[int]:
        """Return the numbers of an episode's record."""
        return self.taken[game].values()

    def load_taken(self, game: int, values: Sequence[int]) -> None:
        """Fill an episode's record from its numbers."""
        self.taken[game].load(list(values))
