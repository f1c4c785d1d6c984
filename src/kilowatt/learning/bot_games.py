"""Games in which one seat learns and bots play the others, on the engine in Python: bots need states to think about.

Between two decisions of the learner the bots play and cards are dealt. Ids, masks and compact observations are those of
a `VectorTable` of the whole grain. Knows NumPy; no processes and no torch.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from kilowatt.bots import Budget, make_bot
from kilowatt.engine.game import clone
from kilowatt.envs.blocks.seat_block import UNREACHABLE
from kilowatt.envs.compact import compact_size, places
from kilowatt.envs.episode import Episode
from kilowatt.envs.grains import make_encoding
from kilowatt.envs.observation import Observer
from kilowatt.envs.rewards import rewards
from kilowatt.envs.vector import game_seed
from kilowatt.kernel.environment.facts import UNREACHABLE as NO_CONNECTION
from kilowatt.table.dealer import CounterDealer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from kilowatt.bots import Bot
    from kilowatt.engine.rules import Rules
    from kilowatt.envs.observation_layout import Layout

ALIGNED = 64
"""Arrays in shared memory begin at multiples of so many bytes."""


class Rows(NamedTuple):
    """The arrays of a `VectorTable`, one row per game, and the ids to play next."""

    observation: NDArray[np.uint8]
    mask: NDArray[np.bool_]
    actor: NDArray[np.int8]
    reward: NDArray[np.float32]
    done: NDArray[np.bool_]
    truncated: NDArray[np.bool_]
    ids: NDArray[np.int64]


class Shape(NamedTuple):
    """How large the rows of one kind of game are."""

    games: int
    octets: int
    """Bytes of a compact observation."""
    ids: int
    seats: int

    def parts(self) -> list[tuple[type, tuple[int, ...], int]]:
        """List the type, the shape and the first byte of every array; a last row says where they end."""
        n = self.games
        arrays: list[tuple[type, tuple[int, ...]]] = [
            (np.uint8, (n, self.octets)),
            (np.bool_, (n, self.ids)),
            (np.int8, (n,)),
            (np.float32, (n, self.seats)),
            (np.bool_, (n,)),
            (np.bool_, (n,)),
            (np.int64, (n,)),
        ]
        found: list[tuple[type, tuple[int, ...], int]] = []
        at = 0
        for kind, shape in arrays:
            found.append((kind, shape, at))
            size = int(np.prod(shape)) * np.dtype(kind).itemsize
            at += -(-size // ALIGNED) * ALIGNED
        return [*found, (np.uint8, (), at)]

    def size(self) -> int:
        """Count the bytes of all arrays."""
        return self.parts()[-1][2]

    def rows(self, block: NDArray[np.uint8]) -> Rows:
        """Return the arrays in a block of memory."""
        return Rows(*[np.ndarray(shape, kind, block.data, at) for kind, shape, at in self.parts()[:-1]])


class Packer:
    """Makes compact observations of raw ones, many rows at once; `kilowatt.envs.compact` says what they hold."""

    def __init__(self, layout: Layout) -> None:
        self.bytes = compact_size(layout)
        found = places(layout)
        octets = sorted({place.byte for place in found if place.width == 1})
        row = {octet: at for at, octet in enumerate(octets)}
        bits = np.full((len(octets), 8), layout.size, np.int64)  # the last column of what is packed is 0
        for fact, place in enumerate(found):
            if place.width == 1:
                bits[row[place.byte], place.bit] = fact
        self._octets, self._bits = np.array(octets, np.int64), bits.reshape(-1)
        self._costs = np.array([fact for fact, place in enumerate(found) if place.width == 8], np.int64)  # noqa: PLR2004
        self._numbers = np.array([fact for fact, place in enumerate(found) if place.width == 16], np.int64)  # noqa: PLR2004
        self._at = np.array([place.byte for place in found], np.int64)

    def __call__(self, raw: NDArray[np.int16]) -> NDArray[np.uint8]:
        """Return the compact observations of rows of raw ones."""
        many = len(raw)
        made = np.zeros((many, self.bytes), np.uint8)
        there = np.zeros((many, raw.shape[1] + 1), np.bool_)
        there[:, :-1] = raw
        made[:, self._octets] = np.packbits(there[:, self._bits], axis=1, bitorder="little")
        costs = raw[:, self._costs]
        made[:, self._at[self._costs]] = np.where(costs == UNREACHABLE, NO_CONNECTION, costs)
        numbers = raw[:, self._numbers]
        made[:, self._at[self._numbers]] = numbers & 255
        made[:, self._at[self._numbers] + 1] = numbers >> 8
        return made


class BotGames:
    """Games of one kind, row by row; the rivals of a row are always the same bot: `names` take turns."""

    def __init__(self, rules: Rules, games: int, names: Sequence[str], *, seed: int, longest: int) -> None:
        self.encoding = make_encoding(rules, "whole")
        observer = Observer(rules)
        self.shape = Shape(games, compact_size(observer.layout), self.encoding.size, rules.seats)
        self.names = names
        self.seed, self.longest = seed, longest
        self.games = 0
        """Games begun so far; each has its own cards."""
        self.budget = Budget()
        self.pack = Packer(observer.layout)
        self.raw = np.zeros((games, observer.size), np.int16)
        self.buffers = [observer.buffer(row, scaled=False) for row in self.raw]
        self.episodes: list[Episode] = []
        self.seats = [row // len(names) for row in range(games)]
        """The learner's seat in every game; it moves on from game to game."""
        self.steps = [0] * games
        self.bots: list[dict[int, Bot]] = [{} for _ in range(games)]
        for row in range(games):
            self.episodes.append(self._begin(row))

    def _begin(self, row: int) -> Episode:
        """Begin a game and let the bots play until the learner is to act."""
        while True:
            self.games += 1
            seats = self.encoding.rules.seats
            seat = self.seats[row] = (self.seats[row] + 1) % seats
            name = self.names[row % len(self.names)]
            self.bots[row] = {rival: make_bot(name, self.games) for rival in range(seats) if rival != seat}
            self.steps[row] = 0
            episode = Episode(self.encoding, dealer=CounterDealer(game_seed(self.seed, self.games)))
            self._go_on(row, episode)
            if not episode.over:
                return episode

    def _go_on(self, row: int, episode: Episode) -> None:
        """Let the bots play until the learner is to act or the game is over."""
        seat, bots = self.seats[row], self.bots[row]
        while episode.actor != seat and not episode.over:
            actor = episode.actor
            episode.apply(bots[actor].advise(clone(episode.state), actor, self.budget).action)

    def write(self, rows: Rows) -> None:
        """Write what the learner sees and may do in every game."""
        rows.mask[:] = False
        for row, episode in enumerate(self.episodes):
            seat = episode.actor
            self.buffers[row].write(episode.state, seat, self.encoding.pending(episode.partial))
            rows.actor[row] = seat
            legal = episode.legal_ids()
            rows.mask[row, legal.ids] = True
            rows.mask[row, legal.first : legal.stop] = True
        rows.observation[:] = self.pack(self.raw)

    def step(self, rows: Rows) -> None:
        """Play the learner's ids and what follows; a game that ends is followed by the next one at once."""
        rows.reward[:] = 0
        rows.done[:] = False
        rows.truncated[:] = False
        for row, (episode, number) in enumerate(zip(self.episodes, rows.ids.tolist(), strict=True)):
            episode.step(number)
            self._go_on(row, episode)
            self.steps[row] += 1
            result = episode.state.result
            if result is not None:
                rows.done[row] = True
                rows.reward[row] = rewards(result, "rank")
            elif self.steps[row] >= self.longest:
                rows.truncated[row] = True
            else:
                continue
            self.episodes[row] = self._begin(row)
        self.write(rows)
