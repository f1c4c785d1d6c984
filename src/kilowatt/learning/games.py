"""The games of a training run: many on the kernel, of several kinds side by side, and what is kept of them."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import torch
from torch import Tensor

from kilowatt.envs.vector import VectorTable
from kilowatt.learning.network import MOST_SEATS
from kilowatt.learning.space import Places, Seen, empty

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from kilowatt.engine.rules import Rules
    from kilowatt.learning.config import Config
    from kilowatt.learning.ladder_games import Guests
    from kilowatt.learning.network import Network
    from kilowatt.learning.space import Names

SMALL = 1 << 18
"""Bytes below which pinning does not pay, and two buffers may share a page."""


class Decisions(NamedTuple):
    """Decisions to learn from, one per row: what was seen, what was chosen how likely, and how it turned out."""

    seen: Seen
    legal: Tensor
    chosen: Tensor
    likely: Tensor
    """Logarithm of the chance with which the id was drawn."""
    advantage: Tensor
    shares: Tensor
    """Target of the win chances, the acting seat's first."""
    behind: Tensor
    """Target of the places, likewise: 0 for the first, 1 for the last."""
    learner: Tensor
    """How much a decision counts: 0 where an earlier self took it."""

    def pick(self, rows: Tensor) -> Decisions:
        """Return some of them."""
        return Decisions(Seen(*[part[rows] for part in self.seen]), *[part[rows] for part in self[1:]])

    def joined(self, other: Decisions, weight: float) -> Decisions:
        """Return these and others, which count so many times as much."""
        others = other._replace(learner=other.learner * weight)
        seen = Seen(*[torch.cat(pair) for pair in zip(self.seen, others.seen, strict=True)])
        return Decisions(seen, *[torch.cat(pair) for pair in zip(self[1:], others[1:], strict=True)])


class Kind:
    """Games of one ruleset and number of seats."""

    def __init__(self, rules: Rules, config: Config, seed: int, device: torch.device) -> None:
        self.rules = rules
        self.table = VectorTable(
            rules,
            config.games,
            grain="whole",
            reward="rank",
            seed=seed,
            max_steps=config.longest,
            observation="compact",
        )
        self.host = [torch.from_numpy(part) for part in (self.table.observation, self.table.mask, self.table.actor)]
        _pin(self.host, device)

    def know(self, names: Names, device: torch.device) -> None:
        """Find the places of this kind of game, with the names of its board and without."""
        layout, encoding = self.table.observer.layout, self.table.encoding
        self.by_name = Places(names, self.rules, layout, encoding, device)
        self.nameless = Places(names, self.rules, layout, encoding, device, named=False)
        self.places = self.by_name
        """Those in use."""


class Field:
    """The games of one iteration: those of some kinds, one after another, as one batch."""

    def __init__(self, names: Names, config: Config, device: torch.device) -> None:
        self.names, self.config, self.device = names, config, device
        self.each = config.games
        n, steps = config.games * config.tables, config.steps
        self.kinds: Sequence[Kind | Guests] = []
        self.pool = ThreadPoolExecutor(config.threads)
        self.playing: list[Future[None]] = []
        """Games that threads are stepping; whoever reads them waits first."""
        facts, cities = empty(names, steps * n, device)
        self.facts, self.cities = facts.reshape(steps, n, -1), cities.reshape(steps, n, -1)
        self.legal = torch.zeros(steps, n, names.size, dtype=torch.bool, device=device)
        self.board = torch.zeros(n, dtype=torch.int64, device=device)
        self.seats = torch.zeros(n, dtype=torch.int64, device=device)
        self.slot = torch.arange(config.tables, device=device).repeat_interleave(self.each)
        self.actor = torch.zeros(steps, n, dtype=torch.int64, device=device)
        self.chosen = torch.zeros(steps, n, dtype=torch.int64, device=device)
        self.likely = torch.zeros(steps, n, device=device)
        self.chances = torch.zeros(steps + 1, n, MOST_SEATS, device=device)
        """Win chances by seat, not by distance from the observer."""
        self.behind = torch.zeros(steps + 1, n, MOST_SEATS, device=device)
        """The same for expected places: 0 for the first, 1 for the last."""
        self.ended = np.zeros((steps, n), np.bool_)
        self.wins = np.zeros((steps, n, MOST_SEATS), np.float32)
        """Shares of the win where a game ended."""
        self.marks = np.zeros((steps, n, MOST_SEATS), np.float32)
        """What the places of the seats count, adding up to 1, where a game ended."""
        self.placed = np.zeros((steps, n, MOST_SEATS), np.float32)
        """The places where a game ended, as `behind`; ties are averaged."""
        self.ids = torch.zeros(n, dtype=torch.int64, pin_memory=device.type == "cuda")
        league = self.each - int(self.each * config.league)
        self.rivals = torch.arange(n, device=device)[torch.arange(n, device=device) % self.each >= league]
        """Games in which earlier selves take part."""
        self.learners = torch.full((n,), -1, dtype=torch.int64, device=device)
        """The seat that learns; -1 where all do."""

    def seat(self, kinds: Sequence[Kind | Guests]) -> None:
        """Take the games of these kinds; they go on where they were."""
        self.kinds = kinds
        self.facts.zero_()
        self.cities.zero_()
        self.legal.zero_()
        for place, kind in enumerate(kinds):
            part = self._part(place)
            self.board[part] = kind.places.board
            self.seats[part] = kind.rules.seats
        self.learners[self.rivals] = self.rivals % self.seats[self.rivals]
        self.local = torch.stack([kind.places.local for kind in kinds])

    def _part(self, place: int) -> slice:
        return slice(place * self.each, (place + 1) * self.each)

    def _see(self, facts: Tensor, cities: Tensor, legal: Tensor | None, actor: Tensor) -> Seen:
        """Write what the games show now."""
        self.wait()
        for place, kind in enumerate(self.kinds):
            part = self._part(place)
            seen, mask, acting = [row.to(self.device, non_blocking=True) for row in kind.host]
            kind.places.put(seen, facts[part], cities[part])
            actor[part] = acting
            if legal is not None:
                legal[part].index_copy_(1, kind.places.ids, mask)
        return Seen(facts, cities, self.board, self.seats)

    def wait(self) -> None:
        """Wait for the games that threads are stepping."""
        playing, self.playing = self.playing, []
        for done in playing:
            done.result()

    def close(self) -> None:
        """End the threads."""
        self.pool.shutdown()

    def step(self, t: int, network: Network, earlier: Network | None, dice: torch.Generator) -> None:
        """Draw an id in every game and begin to play it."""
        actor = self.actor[t]
        seen = self._see(self.facts[t], self.cities[t], self.legal[t], actor)
        scores, seats, ranks = network(seen)
        self._judge(t, seats, ranks, actor)
        if earlier is not None and len(self.rivals):
            other = earlier(Seen(*[part[self.rivals] for part in seen]))[0]
            mine = (actor == self.learners)[self.rivals]
            scores[self.rivals] = torch.where(mine[:, None], scores[self.rivals], other)
        scores = scores.masked_fill(~self.legal[t], -torch.inf)
        noise = torch.empty_like(scores).exponential_(generator=dice).log_()
        chosen = (scores - noise).argmax(1)
        self.chosen[t] = chosen
        self.likely[t] = scores.log_softmax(1).gather(1, chosen[:, None])[:, 0]
        self.ids.copy_(self.local[self.slot, chosen])  # waits for the device
        ids = self.ids.numpy()
        self.playing = [self.pool.submit(self._play, t, place, ids) for place in range(len(self.kinds))]

    def _judge(self, t: int, seats: Tensor, ranks: Tensor, actor: Tensor) -> None:
        """Note win chances and expected places by seat."""
        self.chances[t] = turned(seats.softmax(1), -actor, self.seats)
        self.behind[t] = turned(ranks.sigmoid(), -actor, self.seats)

    def _play(self, t: int, place: int, ids: NDArray[np.int64]) -> None:
        """Play the ids of one kind and note which games ended how."""
        part, kind = self._part(place), self.kinds[place]
        table, seats = kind.table, kind.rules.seats
        table.step(ids[part])
        over = np.logical_or(table.done, table.truncated)
        self.ended[t, part] = over
        rows = np.flatnonzero(over)
        if len(rows):
            wins, marks = shares_of(table.reward[rows])
            cut = table.truncated[rows]
            wins[cut] = marks[cut] = 1 / seats
            placed = behind_of(table.reward[rows])  # 0.5 for all where the reward is 0
            for ends, found in ((self.wins, wins), (self.marks, marks), (self.placed, placed)):
                ends[t, part][rows, :seats] = found
                ends[t, part][rows, seats:] = 0

    def look(self, network: Network) -> None:
        """Note win chances and places after the last step."""
        facts, cities = empty(self.names, len(self.board), self.device)
        actor = torch.zeros_like(self.board)
        _, seats, ranks = network(self._see(facts, cities, None, actor))
        self._judge(-1, seats, ranks, actor)

    def decisions(self, trace: float, place: float = 0.0) -> Decisions:
        """Return what was kept, with advantages by the lambda-return of each seat's win chance.

        So much of the reward is by `place`, the rest is winning. Advantages are scaled for each kind of game.
        """
        ended = torch.from_numpy(self.ended).to(self.device)[:, :, None]
        shares = torch.from_numpy(self.wins).to(self.device).lerp(torch.from_numpy(self.marks).to(self.device), place)
        gain = gains(self.chances, shares, ended, trace)
        behind = gains(self.behind, torch.from_numpy(self.placed).to(self.device), ended, trace) + self.behind[:-1]
        steps = len(self.actor)
        advantage = gain.gather(2, self.actor[:, :, None])[:, :, 0]
        learner = ((self.learners < 0) | (self.actor == self.learners)).float()
        for number in range(len(self.kinds)):
            part = self._part(number)
            spread = advantage[:, part][learner[:, part] > 0]
            advantage[:, part] = (advantage[:, part] - spread.mean()) / (spread.std() + 1e-6)
        seats = self.seats.repeat(steps)
        shares = turned((gain + self.chances[:-1]).flatten(0, 1), self.actor.flatten(), seats)
        seen = Seen(self.facts.flatten(0, 1), self.cities.flatten(0, 1), self.board.repeat(steps), seats)
        return Decisions(
            seen,
            self.legal.flatten(0, 1),
            self.chosen.flatten(),
            self.likely.flatten(),
            advantage.flatten(),
            shares,
            turned(behind.flatten(0, 1), self.actor.flatten(), seats),
            learner.flatten(),
        )

    def league_games(self) -> tuple[float, float, int]:
        """Count what ended with earlier selves at the table: fair share of wins, the learner's, and all games."""
        rows = self.rivals.cpu().numpy()
        ended = self.ended[:, rows]
        seats, learners = self.seats.cpu().numpy()[rows], self.learners.cpu().numpy()[rows]
        mine = self.wins[:, rows][:, np.arange(len(rows)), learners]
        return float((ended / seats).sum()), float(mine[ended].sum()), int(self.ended.sum())

    def against(self, names: Sequence[str]) -> dict[str, float | None]:
        """Return the learner's share of wins against each bot, compared with its fair share; None if no game ended."""
        n = len(self.seats)
        seats, actor = self.seats.cpu().numpy(), self.actor.cpu().numpy()
        mine = np.take_along_axis(self.wins, actor[:, :, None], 2)[:, :, 0] * self.ended
        found: dict[str, float | None] = {}
        for place, name in enumerate(names):
            rows = np.arange(n) % self.each % len(names) == place
            fair = float((self.ended[:, rows] / seats[rows]).sum())
            found[f"against_{name}"] = round(float(mine[:, rows].sum()) / fair, 3) if fair else None
        return found


def shares_of(ranks: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return each seat's share of the win, and what its place counts, from rewards by rank; both add up to 1."""
    first = (ranks == ranks.max(1, keepdims=True)).astype(np.float32)
    marks = (ranks + 1) ** 2
    return first / first.sum(1, keepdims=True), marks / marks.sum(1, keepdims=True)


def behind_of(ranks: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return how far behind the first place each seat is, from 0 to 1 for the last, from rewards by rank."""
    return ((1 - ranks) / 2).astype(np.float32)


def gains(values: Tensor, ends: Tensor, ended: Tensor, trace: float) -> Tensor:
    """Return the lambda-return of each step less its value; `values` has one step more, `ends` counts where `ended`."""
    found = torch.where(ended, ends, values[1:]) - values[:-1]
    keep = trace * (~ended).float()
    for t in range(len(found) - 2, -1, -1):
        found[t] += keep[t] * found[t + 1]
    return found


def turned(rows: Tensor, by: Tensor, seats: Tensor) -> Tensor:
    """Return each row turned so that place `by` becomes the first of so many seats; places beyond stay."""
    places = torch.arange(rows.shape[1], device=rows.device)[None, :]
    many = seats[:, None]
    return rows.gather(1, torch.where(places < many, (places + by[:, None]) % many, places))


def _pin(tensors: list[Tensor], device: torch.device) -> None:
    """Let a GPU read these buffers while the processor goes on; where that is refused, copies wait."""
    if device.type != "cuda":
        return
    for part in tensors:
        if part.numel() > SMALL and torch.cuda.cudart().cudaHostRegister(part.data_ptr(), part.nbytes, 0):
            with suppress(RuntimeError):  # the refusal is reported once more, by whatever is launched next
                torch.zeros(1, device=device)
