"""Learning from decisions: proximal policy optimisation (PPO), with win chances and places fitted beside the policy."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch
from torch import Tensor, nn

if TYPE_CHECKING:
    from kilowatt.learning.config import Config
    from kilowatt.learning.games import Decisions
    from kilowatt.learning.network import Network

MEASURES = ("policy", "value", "ranks", "entropy", "kl", "clipped")
"""What an update reports: the three losses, the entropy, how far the policy went, and the share of clipped ratios."""
KL = MEASURES.index("kl")
STOP = 1.5
"""A pass in which the policy is this many times as far away as it should be is the last one."""
SLOWER = 1.2
FASTER = 1.05
"""By what the learning rate changes then, and after an iteration that stayed below."""


def loss_of(network: Network, part: Decisions, clip: float) -> Tensor:
    """Return the measures of some decisions, averaged over those the learner took."""
    scores, seats, ranks = network(part.seen)
    logs = scores.masked_fill(~part.legal, -torch.inf).log_softmax(1)
    ratio = logs.gather(1, part.chosen[:, None])[:, 0] - part.likely
    change = ratio.exp()
    gained = torch.minimum(change * part.advantage, change.clamp(1 - clip, 1 + clip) * part.advantage)
    entropy = -(logs.exp() * logs.masked_fill(~part.legal, 0)).sum(1)
    value = -(part.shares * seats.log_softmax(1)).sum(1)
    placing = rank_loss(ranks, part.behind, part.seen.seats)
    away = change - 1 - ratio
    clipped = ((change - 1).abs() > clip).float()
    many = part.learner.sum().clamp(min=1)
    rows = (-gained, value, placing, entropy, away, clipped)
    return torch.stack([(row * part.learner).sum() / many for row in rows])


def rank_loss(ranks: Tensor, behind: Tensor, seats: Tensor) -> Tensor:
    """Return the log-loss of the places in every row, averaged over the seats that somebody sits in."""
    there = torch.arange(ranks.shape[1], device=ranks.device)[None, :] < seats[:, None]
    lost = nn.functional.binary_cross_entropy_with_logits(ranks, behind.clamp(0, 1), reduction="none")
    return (lost * there).sum(1) / seats


class Learner:
    """The network, its optimiser and the schedule."""

    def __init__(self, network: Network, config: Config) -> None:
        self.network = network
        self.config = config
        self.rate = config.rate
        """Follows how far the policy goes in an iteration: it should be `config.kl`."""
        fused = next(network.parameters()).is_cuda
        self.optimiser = torch.optim.Adam(network.parameters(), lr=config.rate, eps=1e-5, fused=fused)

    def update(self, played: Decisions, progress: float, dice: torch.Generator) -> dict[str, float]:
        """Learn from decisions; `progress` goes from 0 to 1 over the run.

        Stops when the policy has gone far enough, and makes the next steps smaller or larger accordingly.
        """
        config = self.config
        entropy = config.entropy + (config.last_entropy - config.entropy) * progress
        goal = config.kl + (config.last_kl - config.kl) * progress
        for group in self.optimiser.param_groups:
            group["lr"] = self.rate
        passes: list[list[float]] = []
        for _ in range(config.epochs):
            passes.append(self._pass(played, entropy, dice))
            if passes[-1][KL] > STOP * goal:
                break
        if passes[-1][KL] > STOP * goal:
            self.rate = max(config.last_rate, self.rate / SLOWER)
        elif passes[-1][KL] < goal:
            self.rate = min(config.most_rate, self.rate * FASTER)
        return {"rate": self.rate, "passes": len(passes), **dict(zip(MEASURES, passes[-1], strict=True))}

    def _pass(self, played: Decisions, entropy: float, dice: torch.Generator) -> list[float]:
        """Go through all decisions once, in random order; return the mean measures."""
        config = self.config
        many = len(played.chosen)
        size = min(many, config.minibatch)
        totals = torch.zeros(len(MEASURES), device=played.chosen.device)
        order = torch.randperm(many, generator=dice, device=totals.device)
        updates = 0
        for first in range(0, many - size + 1, size):
            self.optimiser.zero_grad(set_to_none=True)
            measures = loss_of(self.network, played.pick(order[first : first + size]), config.clip)
            policy, value, ranks, unsure = measures[:4]
            (policy + config.value * value + config.ranks * ranks - entropy * unsure).backward()
            totals += measures.detach()
            nn.utils.clip_grad_norm_(self.network.parameters(), config.gradient)
            self.optimiser.step()
            updates += 1
        found: list[float] = (totals / max(1, updates)).tolist()
        return found
