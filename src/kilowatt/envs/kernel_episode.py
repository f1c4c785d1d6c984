"""An episode played by the kernel: the same ids, cards and snapshots as `Episode`, and its observations.

The state of the reference is made when it is asked for: a bot's thinking needs it, taking an id does not.
"""

from __future__ import annotations

import json
from functools import lru_cache
from typing import TYPE_CHECKING, Any, final

import numpy as np

import kilowatt
from kilowatt.engine.game import outcomes
from kilowatt.engine.ids import CHANCE, OVER
from kilowatt.envs.encoding import IllegalId, LegalIds, Partial
from kilowatt.envs.episode import Episode
from kilowatt.envs.grains import make_encoding
from kilowatt.envs.kernel_ids import check, make_blocks, make_ids, partial_of, reserves_of, taken_of
from kilowatt.envs.observation import make_layout
from kilowatt.kernel.backend import Solo
from kilowatt.kernel.batch import Batch
from kilowatt.table.dealer import DECKS, CounterDealer, Dealer, SeededDealer

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kilowatt.engine.actions import Action
    from kilowatt.engine.rules import Rules
    from kilowatt.engine.state import State
    from kilowatt.envs.encoding import Encoding
    from kilowatt.kernel.plain_core import Core

COUNT = 24
"""Bits of each of the two counts in the name of a draw; the deck stands above them."""
COUNT_BITS = (1 << COUNT) - 1


class KernelKind:
    """What all episodes of one encoding share. `scaled`: observations are divided by the scales of their blocks."""

    def __init__(self, encoding: Encoding, *, scaled: bool = True) -> None:
        check(encoding.rules)
        self.encoding = encoding
        self.scaled = scaled
        layout = make_layout(encoding.rules)
        self.size = layout.size
        self.ids = make_ids(encoding.rules, encoding)
        self.batch = Batch(encoding.rules, 1)
        self.first = Solo(self.batch.core, self.ids, make_blocks(layout, scaled=scaled))


@final
class KernelEpisode:
    """One game from its beginning. `step` takes ids, `apply` takes actions; cards are dealt between.

    The arguments are those of `Episode`. A logged episode needs the atomic grain, where an id is at most one action.
    """

    __slots__ = ("_legal", "_state", "batch", "dealer", "kind", "played", "solo")

    def __init__(
        self,
        kind: KernelKind,
        seed: int | str | bytes | None = None,
        *,
        dealer: Dealer | None = None,
        logged: bool = False,
        like: Any = None,  # noqa: ANN401 - the compiled class has no types
    ) -> None:
        if logged and kind.encoding.skip_forced:
            raise ValueError("logged: expected an encoding of the atomic grain")
        self.kind = kind
        self.dealer: Dealer | None = SeededDealer(seed) if seed is not None else dealer
        self.solo = (like or kind.first).twin()
        self.batch = kind.batch.around(self.solo.core)
        self.played: list[Action] | None = [] if logged else None
        """Every action so far, chance included, if logged."""
        self._legal: LegalIds | None = None
        self._state: State | None = None
        if like is None:
            self.solo.new()
            self.settle()

    @property
    def encoding(self) -> Encoding:
        """The ids."""
        return self.kind.encoding

    @property
    def state(self) -> State:
        """The position as a state of the reference. Do not change it: it is a copy."""
        if self._state is None:
            self._state = self.batch.state(0)
        return self._state

    @property
    def partial(self) -> Partial:
        """The ids of the current decision taken so far."""
        return partial_of(self.kind.ids, self.encoding.rules, self.solo.taken_values(), self._plants())

    @property
    def reserves(self) -> dict[int, tuple[int, int]]:
        """By seat: a lot and the most the seat will pay for it."""
        return reserves_of(self.solo.taken_values(), self.encoding.rules.seats)

    @property
    def actor(self) -> int:
        """The acting seat; negative for chance and when the game is over."""
        return int(self.solo.core.actor(0))

    @property
    def over(self) -> bool:
        """The game has ended."""
        return bool(self.solo.core.actor(0) == OVER)

    def _plants(self) -> list[int]:
        return sorted(self.solo.core.plants(0, self.actor)) if self.actor >= 0 else []

    def legal_ids(self) -> LegalIds:
        """Return the ids that are legal now."""
        if self._legal is None:
            ids, first, stop = self.solo.legal() if self.actor >= 0 else ([], 0, 0)
            self._legal = LegalIds(sorted(ids), first, stop)
        return self._legal

    def step(self, number: int) -> None:
        """Take an id and go on to the next one that a seat must choose; `IllegalId` if it is not legal now."""
        if self.actor < 0:
            raise IllegalId(f"id {number}: no seat is to act now: the game is over, or a card is to be dealt")
        chosen = int(number)  # integers of other libraries too
        if chosen not in self.legal_ids():
            name = f" ({self.encoding.name(chosen)})" if 0 <= chosen < self.encoding.size else ""
            raise IllegalId(f"id {chosen}{name} is not legal now; `legal_ids().to_list()` has the ids that are")
        if self.played is not None:
            action = self.encoding.decode(self.state, self.partial, chosen).action
            self.played += [] if action is None else [action]
        self.solo.take(chosen)
        self._go_on()

    def apply(self, action: Action) -> None:
        """Play an action that is known to be legal, and go on to the next decision."""
        if self.actor == CHANCE:
            self.deal(self.batch.number(0, action))
            self.settle()
            return
        if self.played is not None:
            self.played.append(action)
        self.solo.apply(self.batch.number(0, action))
        self._go_on()

    def deal(self, number: int) -> None:
        """Deal what may come, by its number in the kernel."""
        if self.played is not None:
            self.played.append(self.batch.action(0, number))
        self.solo.deal(number)
        self._legal = self._state = None

    def draws(self) -> list[tuple[int, int]]:
        """List what may be dealt, as numbers of the kernel, with weights."""
        rows: list[tuple[int, int]] = self.solo.core.rows(0)
        return rows

    def _go_on(self) -> None:
        self._legal = self._state = None
        self.settle()

    def settle(self) -> None:
        """Deal cards until a seat must choose."""
        dealer, core = self.dealer, self.solo.core
        while dealer is not None and core.actor(0) == CHANCE:
            if isinstance(dealer, SeededDealer | CounterDealer):
                self.deal(dealt_number(core, dealer))
            else:
                self.deal(self.batch.number(0, dealer.deal(self.state, outcomes(self.state))))
        self.batch.check()

    def observe(self, seat: int) -> NDArray[np.float32]:
        """Return the observation of a seat, scaled or raw."""
        row = np.zeros(self.kind.size, np.float32)
        self.solo.write(seat, row)
        return row

    def mask(self) -> NDArray[np.uint8]:
        """Return the mask of the legal ids; a seat must be to act."""
        row = np.zeros(self.encoding.size, np.uint8)
        self.solo.write_mask(row)
        return row

    def clone(self, seed: int | str | None = None) -> KernelEpisode:
        """Copy the episode. A search passes a seed of its own, or its copies would know the cards to come."""
        twin = KernelEpisode(self.kind, seed, dealer=self.dealer, like=self.solo)
        twin.played = None if self.played is None else self.played[:]
        twin._legal, twin._state = self._legal, self._state
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> KernelEpisode:
        """Copy for libraries that copy deeply; the rules are shared."""
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        """Return how to make this episode again, for libraries that send games between processes."""
        rules = self.encoding.rules
        kind = (rules.id, rules.seats, json.dumps(rules.options), self.encoding.grain, self.kind.scaled)
        return revive, (*kind, self.dealer, self.snapshot(), self.played)

    def reference(self) -> Episode:
        """Return the same episode played by the reference."""
        episode = Episode(self.encoding, dealer=self.dealer, state=self.batch.state(0))
        episode.partial, episode.reserves = self.partial, self.reserves
        return episode

    def snapshot(self) -> dict[str, Any]:
        """Return the episode as plain data: the state, the partial action and the reservation prices."""
        return self.reference().snapshot()

    def restore(self, kept: dict[str, Any]) -> None:
        """Go back to a snapshot; the cards to come are still this episode's own."""
        episode = self.reference()
        episode.restore(kept)
        self.batch.load(0, episode.state)
        rules = self.encoding.rules
        self.solo.load_taken(taken_of(self.kind.ids, rules, episode.partial, episode.reserves, self._plants()).values())
        self.played = None
        self._legal = self._state = None


def dealt_number(core: Core, dealer: SeededDealer | CounterDealer) -> int:
    """Return the number in the kernel of what a seeded dealer deals now: the same as at a table."""
    key = core.draw_key(0)
    rows = core.rows(0)
    name = (DECKS[(key >> 2 * COUNT) - 1], key >> COUNT & COUNT_BITS, key & COUNT_BITS)
    place = dealer.place(name, sum([weight for _, weight in rows]))
    for number, weight in rows:
        place -= weight
        if place < 0:
            return number
    raise AssertionError(name)


@lru_cache(maxsize=8)
def _kind(ruleset: str, seats: int, options: str, grain: str, scaled: bool) -> KernelKind:  # noqa: FBT001 - a key
    rules: Rules = kilowatt.ruleset(ruleset, seats, json.loads(options))
    return KernelKind(make_encoding(rules, grain), scaled=scaled)


def revive(*kept: Any) -> KernelEpisode:  # noqa: ANN401 - as `__reduce__` returned it
    """Make an episode again from what `__reduce__` returned."""
    *kind, dealer, snapshot, played = kept
    episode = KernelEpisode(_kind(*kind), dealer=dealer)
    episode.restore(snapshot)
    episode.played = played
    return episode
