"""The kernel as the back end of `VectorTable`: episodes as flat records, rows written by compiled code."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from kilowatt.engine.ids import FUELS
from kilowatt.envs.compact import all_blocks, compact_size, kind_of
from kilowatt.envs.episode import Episode
from kilowatt.envs.families.bidding import RAISES
from kilowatt.envs.families.running import LEAST_NEED, is_hybrid
from kilowatt.envs.rewards import REWARDS
from kilowatt.kernel.backend import COMPILED, Environment
from kilowatt.kernel.batch import Batch
from kilowatt.kernel.chance import WORD, mix
from kilowatt.kernel.environment.records import Ids, Taken
from kilowatt.kernel.houses import FAR
from kilowatt.kernel.storage import DIGIT, DIGIT_BITS
from kilowatt.kernel.tables import Unsupported, make_tables, within
from kilowatt.table.dealer import CounterDealer

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kilowatt.engine.rules import Rules
    from kilowatt.envs.encoding import Encoding, Partial
    from kilowatt.envs.observation import Observer

FAMILIES = (
    *("choose_area", "place_trust", "mark_start", "open", "scrap", "discard_fuel", "buy_card", "buy_fuel", "build"),
    "run",
)
MOST_COST = 254
"""The greatest cost of a connection that a compact observation holds."""
AT = {field.name: field.start for field in Taken.fields}


def can_play(rules: Rules) -> bool:
    """Return whether the compiled kernel is here and can play these rules."""
    if not COMPILED:
        return False
    try:
        _check(rules)
    except Unsupported:
        return False
    return True


def _check(rules: Rules) -> None:
    costs = [cost for cost in make_tables(rules).distances if cost != FAR]
    within("connection cost of an observation", max([0, *costs]), MOST_COST)


def make_ids(rules: Rules, encoding: Encoding) -> Ids:
    """Fill in the ids of an encoding."""
    ids = Ids()
    first = encoding.vocabulary.first
    ids.whole = int(encoding.grain == "whole")
    ids.size = encoding.size
    for name in FAMILIES:
        setattr(ids, name, first[name])
    ids.amount = first["reserve" if ids.whole else "raise"]
    number = first["run"] + 1
    for card, plant in enumerate(rules.plants):
        ids.run_of[card] = number
        number += plant.need + 1 if is_hybrid(plant) else 1
    ids.base = 2 + max([LEAST_NEED, *[plant.need for plant in rules.plants if is_hybrid(plant)]])
    ids.kinds = len(rules.kind_names) if rules.columns else 0
    ids.slots = rules.slots
    return ids


class KernelGames:
    """Episodes of one table, played by the kernel."""

    def __init__(
        self, encoding: Encoding, observer: Observer, buffers: dict[str, NDArray[Any] | None], reward: str, threads: int
    ) -> None:
        _check(encoding.rules)
        self.encoding = encoding
        mask = buffers["mask"]
        assert mask is not None  # noqa: S101 - every table has masks
        self.n = len(mask)
        self.batch = Batch(encoding.rules, self.n)
        layout = observer.layout
        blocks = [
            part for block in all_blocks(layout) for part in (kind_of(block), len(block.members), int(block.scale))
        ]
        plain = {name: None if part is None else _bytes(part) for name, part in buffers.items()}
        self.ids = make_ids(encoding.rules, encoding)
        self.games = Environment(self.batch.core, self.ids, blocks, compact_size(layout), plain)
        self.reward = REWARDS.index(reward)
        self.threads = threads
        self.pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self.streams = [0] * self.n

    def begin(self, i: int, seed: int) -> None:
        """Begin a game dealt by a counter and write its rows."""
        self.streams[i] = seed
        self.games.restart(i, mix(seed & WORD))

    def illegal(self, numbers: NDArray[np.int64]) -> int:
        """Return the first game whose id is not legal, -1 if all are."""
        return self.games.illegal(numbers)

    def step(self, numbers: NDArray[np.int64], max_steps: int) -> int:
        """Take an id in every game and write the rows of those that go on; return how many ended."""
        if self.pool is None:
            ended = self.games.step(0, self.n, numbers, self.reward, max_steps)
        else:
            cuts = [self.n * k // self.threads for k in range(self.threads + 1)]
            parts = [
                self.pool.submit(self.games.step, first, last, numbers, self.reward, max_steps)
                for first, last in pairwise(cuts)
            ]
            ended = sum(part.result() for part in parts)
        self.batch.check()
        return ended

    def episode(self, i: int) -> Episode:
        """Return a game as an episode of the reference."""
        episode = Episode(self.encoding, dealer=CounterDealer(self.streams[i]), state=self.batch.state(i))
        values = self.games.taken_values(i)
        episode.partial = self._partial(i, values)
        for seat in range(self.encoding.rules.seats):
            price = values[AT["prices"] + seat]
            if price:
                episode.reserves[seat] = (values[AT["lots"] + seat] - 1, price)
        return episode

    def _partial(self, i: int, values: Any) -> Partial:  # noqa: ANN401 - a sequence of ints
        ids = self.ids
        wide = (ids.amount + RAISES,) * values[AT["wider"]]
        if values[AT["opened"]]:
            return (ids.open + values[AT["opened"]] - 1, *wide)
        if values[AT["batch"]]:
            return (values[AT["batch"]] - 1,)
        named: list[int] = []
        seat = self.batch.actor(i)
        rules = self.encoding.rules
        for slot, plant in enumerate(sorted(self.batch.state(i).plants[seat]) if seat >= 0 else ()):
            digit = values[AT["running"]] >> DIGIT * slot & DIGIT_BITS
            if digit:
                card = rules.plants[plant]
                named.append(ids.run_of[plant] + (card.need - digit + 1 if is_hybrid(card) else 0))
        given = [ids.discard_fuel + fuel for fuel in range(FUELS) for _ in range(values[AT["given"] + fuel])]
        return (*wide, *named, *given)

    def load(self, i: int, episode: Episode) -> None:
        """Put an episode of the reference into a game and write its rows."""
        self.batch.load(i, episode.state)
        taken = Taken()
        ids, plants = self.ids, sorted(episode.state.plants[episode.actor]) if episode.actor >= 0 else []
        for number in episode.partial:
            if number == ids.amount + RAISES:
                taken.wider += 1
            elif ids.open <= number < ids.scrap:
                taken.opened = number - ids.open + 1
            elif ids.discard_fuel <= number < ids.discard_fuel + FUELS:
                taken.given[number - ids.discard_fuel] += 1
            elif ids.whole:
                taken.batch = number + 1
            else:
                self._name(taken, plants, number)
        for seat, (lot, price) in episode.reserves.items():
            taken.lots[seat] = lot + 1
            taken.prices[seat] = price
        self.games.load_taken(i, taken.values())
        self.games.describe(i)

    def _name(self, taken: Taken, plants: list[int], number: int) -> None:
        for slot, plant in enumerate(plants):
            card = self.encoding.rules.plants[plant]
            units = number - self.ids.run_of[plant]
            if 0 <= units <= (card.need if is_hybrid(card) else 0):
                taken.running |= (card.need - units + 1 if is_hybrid(card) else 1) << DIGIT * slot
                taken.named = slot + 1


def _bytes(part: NDArray[Any]) -> NDArray[Any]:
    return part.view(np.uint8) if part.dtype == np.bool_ else part
