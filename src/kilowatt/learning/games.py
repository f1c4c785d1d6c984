"""One kind of game in a training run: many games on the kernel, and what is kept of their decisions to learn from."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import torch
from torch import Tensor

from kilowatt.envs.compact import Unpacker
from kilowatt.envs.vector import VectorTable
from kilowatt.learning.names import MOST

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kilowatt.engine.rules import Rules
    from kilowatt.learning.config import Config
    from kilowatt.learning.network import Names, Network, Places

SMALL = 1 << 18
"""Bytes below which pinning does not pay, and two buffers may share a page."""


class Decisions(NamedTuple):
    """Decisions to learn from, one per row: what was seen, what was chosen how likely, and how it turned out."""

    seen: Tensor
    legal: Tensor
    chosen: Tensor
    likely: Tensor
    """Logarithm of the chance with which the id was drawn."""
    advantage: Tensor
    shares: Tensor
    """Target of the win chances, the acting seat's first."""
    learner: Tensor
    """1 where the network that learns decided, 0 where an earlier self did."""


class Kind:
    """Games of one ruleset and number of seats. `begin` asks the network, `end` plays its ids: apart, so that games are
    stepped while the device works on those of another kind."""  # noqa: D205, D209

    def __init__(self, rules: Rules, config: Config, seed: int, device: torch.device) -> None:
        self.rules = rules
        self.name = f"{rules.id} {rules.seats}"
        self.device = device
        n, steps, seats = config.games, config.steps, rules.seats
        self.table = VectorTable(
            rules,
            n,
            grain="whole",
            reward="rank",
            seed=seed,
            max_steps=config.longest,
            observation="compact",
            threads=config.threads,
        )
        self.unpack = Unpacker(self.table.observer.layout)
        self.places: Places | None = None
        self.league = n - int(n * config.league)
        """The first game in which earlier selves take part."""
        self.learners = torch.full((n,), -1, device=device)
        self.learners[self.league :] = torch.arange(n - self.league, device=device) % seats
        """The seat that learns; -1 where all do."""
        table = self.table
        self.host = [torch.from_numpy(part) for part in (table.observation, table.mask, table.actor)]
        _pin(self.host, device)
        self.ids = torch.zeros(n, dtype=torch.int64, pin_memory=device.type == "cuda")

        def buffer(*shape: int, kind: torch.dtype = torch.float32) -> Tensor:
            return torch.zeros(steps, n, *shape, dtype=kind, device=device)

        self.seen = buffer(table.observation.shape[1], kind=torch.uint8)
        self.legal = buffer(table.mask.shape[1], kind=torch.bool)
        self.actor = buffer(kind=torch.int64)
        self.chosen = buffer(kind=torch.int64)
        self.likely = buffer()
        self.chances = torch.zeros(steps + 1, n, seats, device=device)
        """Win chances by seat, not by distance from the observer."""
        self.ended = np.zeros((steps, n), np.bool_)
        self.wins = np.zeros((steps, n, seats), np.float32)
        """Shares of the win where a game ended."""
        self.marks = np.zeros((steps, n, seats), np.float32)
        """What the places of the seats count, adding up to 1, where a game ended."""
        self.ready = torch.cuda.Event() if device.type == "cuda" else None

    def know(self, names: Names) -> None:
        """Find the rows of this kind of game."""
        self.places = names.places(self.rules, self.table.observer.layout, self.table.encoding, self.device)

    def facts(self, seen: Tensor) -> Tensor:
        """Return the facts of compact observations as the network takes them."""
        found: Tensor = self.unpack(seen)
        return found.clamp(max=MOST)

    def begin(self, t: int, network: Network, earlier: Network | None, dice: torch.Generator) -> None:
        """Draw an id in every game."""
        assert self.places is not None  # noqa: S101 - `know` comes first
        self.seen[t].copy_(self.host[0], non_blocking=True)
        self.legal[t].copy_(self.host[1], non_blocking=True)
        self.actor[t].copy_(self.host[2].to(self.device, non_blocking=True))
        actor = self.actor[t]
        facts = self.facts(self.seen[t])
        scores, seats = network(facts, self.places)
        self.chances[t] = turned(seats.softmax(1), -actor)
        if earlier is not None and self.league < len(actor):
            other = earlier(facts[self.league :], self.places)[0]
            mine = (actor == self.learners)[self.league :, None]
            scores = torch.cat([scores[: self.league], torch.where(mine, scores[self.league :], other)])
        scores = scores.masked_fill(~self.legal[t], -torch.inf)
        noise = torch.empty_like(scores).exponential_(generator=dice).log_()
        chosen = (scores - noise).argmax(1)
        self.chosen[t] = chosen
        self.likely[t] = scores.log_softmax(1).gather(1, chosen[:, None])[:, 0]
        self.ids.copy_(chosen, non_blocking=True)
        if self.ready is not None:
            self.ready.record()

    def end(self, t: int) -> None:
        """Play the ids drawn and note which games ended how."""
        if self.ready is not None:
            self.ready.synchronize()
        table = self.table
        table.step(self.ids.numpy())
        np.logical_or(table.done, table.truncated, out=self.ended[t])
        ended = np.flatnonzero(self.ended[t])
        self.wins[t][ended], self.marks[t][ended] = shares_of(table.reward[ended])
        self.wins[t][table.truncated] = self.marks[t][table.truncated] = 1 / self.rules.seats

    def look(self, network: Network) -> None:
        """Note the win chances after the last step."""
        assert self.places is not None  # noqa: S101 - as above
        seen, actor = self.host[0].to(self.device), self.host[2].to(self.device).long()
        self.chances[-1] = turned(network(self.facts(seen), self.places)[1].softmax(1), -actor)

    def decisions(self, trace: float, place: float = 0.0) -> Decisions:
        """Return what was kept, with advantages by the lambda-return of each seat's win chance.

        So much of the reward is by `place`, the rest is winning.
        """
        ended = torch.from_numpy(self.ended).to(self.device)[:, :, None]
        shares = torch.from_numpy(self.wins).to(self.device).lerp(torch.from_numpy(self.marks).to(self.device), place)
        after = torch.where(ended, shares, self.chances[1:])
        gain = after - self.chances[:-1]
        keep = trace * (~ended).float()
        for t in range(len(gain) - 2, -1, -1):
            gain[t] += keep[t] * gain[t + 1]
        actor = self.actor.flatten()
        gains = gain.flatten(0, 1)
        advantage = gains.gather(1, actor[:, None])[:, 0]
        shares = turned(gains + self.chances[:-1].flatten(0, 1), actor)
        learner = ((self.learners < 0) | (self.actor == self.learners)).flatten().float()
        spread = advantage[learner > 0]
        advantage = (advantage - spread.mean()) / (spread.std() + 1e-6)
        return Decisions(
            self.seen.flatten(0, 1),
            self.legal.flatten(0, 1),
            self.chosen.flatten(),
            self.likely.flatten(),
            advantage,
            shares,
            learner,
        )

    def league_games(self) -> tuple[int, float, int]:
        """Count what ended with earlier selves at the table: games, the learner's share of wins, and all games."""
        ended = self.ended[:, self.league :]
        seats = self.learners[self.league :].cpu().numpy()
        mine = self.wins[:, self.league :][:, np.arange(len(seats)), seats]
        return int(ended.sum()), float(mine[ended].sum()), int(self.ended.sum())


def shares_of(ranks: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return each seat's share of the win, and what its place counts, from rewards by rank; both add up to 1."""
    first = ranks == ranks.max(1, keepdims=True)
    marks = (ranks + 1) ** 2
    return first / first.sum(1, keepdims=True), marks / marks.sum(1, keepdims=True)


def turned(rows: Tensor, by: Tensor) -> Tensor:
    """Return each row turned so that place `by` becomes the first."""
    places = torch.arange(rows.shape[1], device=rows.device)
    return rows.gather(1, (places + by[:, None]) % rows.shape[1])


def _pin(tensors: list[Tensor], device: torch.device) -> None:
    """Let a GPU read these buffers while the processor goes on; where that is refused, copies wait."""
    if device.type != "cuda":
        return
    for part in tensors:
        if part.numel() > SMALL and torch.cuda.cudart().cudaHostRegister(part.data_ptr(), part.nbytes, 0):
            with suppress(RuntimeError):  # the refusal is reported once more, by whatever is launched next
                torch.zeros(1, device=device)
