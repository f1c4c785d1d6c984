"""Fitting the network of `student` to comparisons: what imagined games would give for each choice of a decision."""

from __future__ import annotations

import json
from hashlib import sha256
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np
import torch
from torch import Tensor, nn

from kilowatt.bots.choice_features import ENCODING, SIZE
from kilowatt.bots.weights import MAGIC
from kilowatt.learning.fitting import body_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kilowatt.learning.positions import Data

MOST_CHOICES = 12
PART = 8192
HELD_OUT = 20
"""Every so many games are kept to judge by."""
NONE = -9.0
"""Below every score."""


class Lesson(msgspec.Struct, frozen=True):
    """How a student is taught."""

    width: int = 256
    layers: int = 3
    epochs: int = 40
    batch: int = 4096
    rate: float = 2e-3
    decay: float = 1e-3
    difference: float = 20.0
    """How much more the differences between choices count than their scores."""
    seed: int = 1


class Comparisons:
    """Comparisons as tensors: by decision the places of its choices, padded to one length."""

    def __init__(self, data: Data, device: str) -> None:
        sizes = np.minimum(data["sizes"], MOST_CHOICES)
        first = np.concatenate([[0], np.cumsum(data["sizes"])[:-1]])
        places = first[:, None] + np.arange(MOST_CHOICES)[None]
        there = np.arange(MOST_CHOICES)[None] < sizes[:, None]
        self.numbers = torch.as_tensor(data["numbers"], device=device)
        self.scores = torch.as_tensor(data["scores"], device=device)
        self.places = torch.as_tensor(np.minimum(places, len(data["scores"]) - 1), device=device)
        self.there = torch.as_tensor(there, device=device, dtype=torch.float32)
        held_out = torch.as_tensor(data["games"] // 2 % HELD_OUT == 0, device=device)
        self.taught = torch.nonzero(~held_out)[:, 0]
        self.held_out = torch.nonzero(held_out)[:, 0]

    def judged(self, net: Any, rows: Tensor) -> tuple[Tensor, Tensor, Tensor]:  # noqa: ANN401 - torch ships no types
        """Return the estimates and the scores of some decisions' choices, and 1 where there is a choice."""
        places = self.places[rows]
        seen = self.numbers[places].float().clamp(-100.0, 100.0)
        return torch.sigmoid(net(seen)[..., 0] + seen[..., -1]), self.scores[places], self.there[rows]


def network(lesson: Lesson) -> Any:  # noqa: ANN401 - as above
    """Make a network that corrects nothing yet."""
    sizes = [SIZE] + [lesson.width] * lesson.layers
    parts: list[Any] = []
    for before, after in pairwise(sizes):
        parts += [nn.Linear(before, after), nn.ReLU()]
    last = nn.Linear(sizes[-1], 1)
    nn.init.zeros_(last.weight)
    nn.init.zeros_(last.bias)
    return nn.Sequential(*parts, last)


def _centred(scores: Tensor, there: Tensor) -> Tensor:
    """Return by how much scores differ from the mean of their decision."""
    return (scores - (scores * there).sum(1, keepdim=True) / there.sum(1, keepdim=True)) * there


def teach(data: Data, lesson: Lesson, device: str = "cpu") -> tuple[Any, dict[str, float]]:
    """Fit a network; return it and what held-out games say of it."""
    torch.manual_seed(lesson.seed)
    known = Comparisons(data, device)
    if not len(known.taught):
        raise ValueError("nothing to teach by: play more than two games, the first two of forty are held out")
    net = network(lesson).to(device)
    batch = min(lesson.batch, len(known.taught))
    steps = lesson.epochs * (len(known.taught) // batch)
    optimiser = torch.optim.AdamW(net.parameters(), lr=lesson.rate, weight_decay=lesson.decay)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, lesson.rate, total_steps=steps + 1)
    before = measured(net, known)
    for _ in range(lesson.epochs):
        order = known.taught[torch.randperm(len(known.taught), device=device)]
        for start in range(0, len(order) - batch + 1, batch):
            found, scores, there = known.judged(net, order[start : start + batch])
            off = ((found - scores) ** 2 * there).sum()
            apart = ((_centred(found, there) - _centred(scores, there)) ** 2).sum()
            loss = (off + lesson.difference * apart) / there.sum()
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            schedule.step()
    after = measured(net, known)
    return net, {**after, "untaught_regret": before["regret"]}


def measured(net: Any, known: Comparisons) -> dict[str, float]:  # noqa: ANN401 - as above
    """Return how much worse than the best a choice of the network and of the prior is, and how often it is the best."""
    regret = prior = agreed = 0.0
    with torch.no_grad():
        for start in range(0, len(known.held_out), PART):
            found, scores, there = known.judged(net, known.held_out[start : start + PART])
            best = scores.masked_fill(there == 0, NONE).amax(1)
            chosen = found.masked_fill(there == 0, NONE).argmax(1, keepdim=True)
            lost = best - scores.gather(1, chosen)[:, 0]
            regret += float(lost.sum())
            prior += float((best - scores[:, 0]).sum())
            agreed += float((lost <= 0).sum())
    many = max(1, len(known.held_out))
    return {"regret": regret / many, "prior_regret": prior / many, "agreed": agreed / many}


def pack(card: dict[str, Any], layers: list[tuple[NDArray[Any], NDArray[Any]]]) -> bytes:
    """Make the file of a student's weights."""
    body = body_of(layers)
    head = {
        **card,
        "encoding": ENCODING,
        "shapes": [list(weights.shape) for weights, _ in layers],
        "sha256": sha256(body).hexdigest(),
    }
    return MAGIC + json.dumps(head, sort_keys=True).encode() + b"\n" + body
