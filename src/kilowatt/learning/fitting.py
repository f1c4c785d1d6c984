"""Fitting the network of win chances to positions with outcomes, which seat wins and by what score; and packing it."""

from __future__ import annotations

import json
from hashlib import sha256
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np
import torch
from torch import Tensor, nn

from kilowatt.bots.chances import INPUTS, THIRDS
from kilowatt.bots.features import ENCODING
from kilowatt.bots.weights import MAGIC, MOST, SUM_UNIT, WEIGHT_UNIT
from kilowatt.learning.positions import SEATS, split

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kilowatt.learning.positions import Data

OUTPUTS = 2
"""The logit of winning, and that of the score `search` gives a finished game."""
NONE = -1e4
"""The logit of a seat that nobody sits in."""
PART = 20_000
"""Positions judged at once."""


class Setting(msgspec.Struct, frozen=True):
    """How a network is fitted."""

    width: int = 48
    layers: int = 2
    epochs: int = 30
    batch: int = 8192
    rate: float = 2e-3
    decay: float = 1e-3
    strong_weight: float = 3.0
    """How much more a position of a strong game counts."""
    score_weight: float = 2.0
    """How much the score counts beside the win."""
    seed: int = 1


def inputs(rows: Tensor, table: Tensor, seats: Tensor) -> Tensor:
    """Put together what the network sees for each seat, as `features.inputs_of` does for one."""
    most = rows.shape[1]
    there = torch.arange(most, device=rows.device)[None, :] < seats[:, None]
    rows = rows * there[:, :, None]
    mean = (rows.sum(1, keepdim=True) - rows) / (seats[:, None, None] - 1)
    others = there[:, None, :] & ~torch.eye(most, dtype=torch.bool, device=rows.device)[None]
    top = rows[:, None].masked_fill(~others[..., None], NONE).amax(2)
    return torch.cat([rows, mean, top, table[:, None].expand(-1, most, -1)], 2).clamp(-100.0, 100.0)


def network(setting: Setting) -> Any:  # noqa: ANN401 - torch ships no types where it is not installed
    """Make a network with random weights."""
    parts: list[Any] = []
    sizes = [INPUTS] + [setting.width] * setting.layers
    for before, after in pairwise(sizes):
        parts += [nn.Linear(before, after), nn.ReLU()]
    return nn.Sequential(*parts, nn.Linear(sizes[-1], OUTPUTS))


def tensors(data: Data, device: str) -> dict[str, Tensor]:
    """Move positions to where they are used."""
    names = ("rows", "table", "wins", "scores", "seats", "strong")
    kinds = {"seats": torch.int64}
    return {name: torch.as_tensor(data[name], device=device, dtype=kinds.get(name, torch.float32)) for name in names}


def losses(net: Any, batch: dict[str, Tensor]) -> tuple[Tensor, Tensor]:  # noqa: ANN401 - as above
    """Return for each position the log-loss of the winner and that of the scores."""
    found = net(inputs(batch["rows"], batch["table"], batch["seats"]))
    there = torch.arange(SEATS, device=found.device)[None, :] < batch["seats"][:, None]
    win = -(batch["wins"] * found[..., 0].masked_fill(~there, NONE).log_softmax(1)).sum(1)
    score = nn.functional.binary_cross_entropy_with_logits(found[..., 1], batch["scores"], reduction="none")
    return win, (score * there).sum(1) / batch["seats"]


def judged(net: Any, check: dict[str, Tensor], weight: float) -> float:  # noqa: ANN401 - as above
    """Return the mean loss on positions that were not fitted to."""
    total, many = 0.0, len(check["seats"])
    with torch.no_grad():
        for first in range(0, many, PART):
            win, score = losses(net, {name: column[first : first + PART] for name, column in check.items()})
            total += float((win + weight * score).sum())
    return total / max(1, many)


def fit(data: Data, setting: Setting, device: str = "cpu") -> tuple[Any, list[float]]:
    """Fit a network; return that of the best epoch on held-out games, and the held-out loss of every epoch."""
    torch.manual_seed(setting.seed)
    fitted, held_out = (tensors(part, device) for part in split(data))
    net = network(setting).to(device)
    count = len(fitted["seats"])
    steps = setting.epochs * -(-count // setting.batch)
    optimiser = torch.optim.AdamW(net.parameters(), lr=setting.rate, weight_decay=setting.decay)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, setting.rate, total_steps=steps + 1)
    log: list[float] = []
    kept: dict[str, Tensor] = {}
    for _ in range(setting.epochs):
        order = torch.randperm(count, device=device)
        for start in range(0, count, setting.batch):
            batch = {name: column[order[start : start + setting.batch]] for name, column in fitted.items()}
            win, score = losses(net, batch)
            weight = 1.0 + (setting.strong_weight - 1.0) * batch["strong"]
            loss = ((win + setting.score_weight * score) * weight).sum() / weight.sum()
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            schedule.step()
        log.append(judged(net, held_out, setting.score_weight))
        if log[-1] == min(log):
            kept = {name: value.clone() for name, value in net.state_dict().items()}
    net.load_state_dict(kept)
    return net, log


def layers_of(net: Any) -> list[tuple[NDArray[Any], NDArray[Any]]]:  # noqa: ANN401 - as above
    """Return weights and biases as arrays, inputs first."""
    parts = [part for part in net if hasattr(part, "weight")]
    return [
        (part.weight.detach().cpu().double().numpy().T, part.bias.detach().cpu().double().numpy()) for part in parts
    ]


def body_of(layers: list[tuple[NDArray[Any], NDArray[Any]]]) -> bytes:
    """Write float layers as a file of weights has them: weights as two bytes each and biases as four."""
    body = b""
    for weights, bias in layers:
        body += np.clip(np.rint(weights * WEIGHT_UNIT), 1 - MOST, MOST - 1).astype("<i2").tobytes()
        body += np.rint(bias * SUM_UNIT).astype("<i4").tobytes()
    return body


def pack(card: dict[str, Any], layers: list[tuple[NDArray[Any], NDArray[Any]]]) -> bytes:
    """Make a file of weights from float layers, without temperatures."""
    body = body_of(layers)
    head = {
        **card,
        "encoding": ENCODING,
        "shapes": [list(weights.shape) for weights, _ in layers],
        "sha256": sha256(body).hexdigest(),
        "temperatures": {str(seats): [1.0] * THIRDS for seats in range(2, SEATS + 1)},
    }
    return MAGIC + json.dumps(head, sort_keys=True).encode() + b"\n" + body
